#pragma once
// Builds the `tickreel` command line that the export dialog runs.

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tickreel {

struct ExportFormat {
    const char* title = nullptr;   // "Parquet"
    const char* ending = nullptr;  // ".parquet"
    const char* verb = nullptr;    // subcommand of tickreel
    const char* about = nullptr;
};
std::span<const ExportFormat> export_formats();

struct ExportPlan {
    std::string recording{};
    std::size_t format = 0;  // index of export_formats()
    std::string folder{};    // of the output; "": the recording's
    std::string output{};
    std::string range{};  // "s0:100..s0:200"; "" is the whole recording
    // Where `recording` is gone with its reader: the file that it was made of, and what of it, as
    // `render` is told: --view NAME, --connection N; nothing: there is no other.
    std::string source{};
    std::optional<std::vector<std::string>> part{};  // none: `render` cannot be told
};
// "match.parquet", in the plan's folder.
std::string export_output(const ExportPlan& plan);
// The arguments after the program's name.
std::vector<std::string> export_words(const ExportPlan& plan);
// What a person types who has plan.source and wants what export_words() makes, with more options
// behind them as `words`: one command, or two where a recording has to be made first.
std::vector<std::vector<std::string>> typed_words(const ExportPlan& plan,
                                                  std::vector<std::string> words);
// The command line as text, quoted for a shell where needed.
std::string command_text(const std::vector<std::string>& words);

}  // namespace tickreel
