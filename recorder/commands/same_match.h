#pragma once
// Several recordings of one match in one answer: what more than one of them saw, like a kill,
// counts once for each.

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "recorder/commands/command_line.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

// By the values that both have at the same ticks; the readers are for what cannot be opened again.
bool are_of_one_match(const std::string& path, const ReelReader& reel,
                      const std::string& other_path, const ReelReader& other);

// One line for each match of which there are several, by what 'merge --views' takes for one match:
// the same values at the same ticks; or, for servers that number the players otherwise for each
// client (0.7, and 0.6 before DDNet's), the same map, clock and names. Recordings without the time
// of day, and those whose times do not overlap, are not looked at.
void warn_of_same_match(const CommandLine& line, const std::vector<std::string>& paths,
                        std::span<const std::unique_ptr<ReelReader>> reels);
// The same of files, few of which are open at a time. What is no readable recording is left out.
void warn_of_same_match(const CommandLine& line, const std::vector<std::string>& paths);

}  // namespace tickreel
