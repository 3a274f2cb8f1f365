#pragma once
// Damage that opening a recording has already found: reading passes over it without a word, so a
// verb that gives out frames has to say what is not among them.

#include <string>

#include "recorder/commands/command_line.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

struct KnownDamage {
    bool lost = false;  // frames of the range are lost, or may be
    bool tail = false;  // the file ends inside a record: it was cut, or is being written right now
};

// Prints a warning for each that concerns the range.
KnownDamage warn_of_damage(const CommandLine& line, const std::string& path, const ReelReader& reel,
                           MomentRange range);

// Why the recording has no snapshot at this moment though it might have had one; "" if none is
// known to be missing there.
std::string why_missing(const ReelReader& reel, Moment moment);

}  // namespace tickreel
