#pragma once
// Every verb that reads a damaged or unfinished recording ends the same way: one line that names
// the ticks that are missing from what it gave out, and exit code 3.

#include <optional>
#include <string>

#include "recorder/commands/command_line.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

// What is missing of the range, as far as opening and reading have found: "ticks 400..500 are
// missing: damaged at offset 7131 (checksum wrong)". "" when nothing is.
std::string missing_text(const ReelReader& reel, MomentRange range);

// Watches over the reading of one recording. All references must outlive it.
class ReadLosses {
public:
    ReadLosses(const CommandLine& line, std::string path, const ReelReader& reel)
        : line_(line), path_(std::move(path)), reel_(reel) {}

    // For scan() and copy_frames(): what it is given is printed with -v only, the line of report()
    // says it all.
    ProblemSink sink();
    // After reading. Prints the line; kExitDone or kExitDataLost.
    int report(MomentRange range) const;
    int report() const { return report(reel_.everything()); }

private:
    const CommandLine& line_;
    std::string path_;
    const ReelReader& reel_;
    std::uint64_t problems_ = 0;
    std::string first_problem_{};
};

// The last snapshot at or before a place within the recording. Nothing when the one that was there
// may be lost; `report` then says so.
Result<std::optional<Frame>> snapshot_at(const ReelReader& reel, Moment moment);

// Why the recording has no snapshot at this moment though it might have had one; "" if none is
// known to be missing there.
std::string why_missing(const ReelReader& reel, Moment moment);

}  // namespace tickreel
