#pragma once
// What the export box asks the program `tickreel` to do, as a command line.

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tickreel {

struct ExportFormat {
    const char* title = nullptr;   // "Parquet"
    const char* ending = nullptr;  // ".parquet"
    const char* verb = nullptr;    // of tickreel
    const char* about = nullptr;
};
std::span<const ExportFormat> export_formats();

struct ExportPlan {
    std::string recording{};
    std::size_t format = 0;  // index of export_formats()
    std::string output{};
    std::string range{};  // "s0:100..s0:200", "" the whole recording
};
// "match.parquet" beside the recording.
std::string export_output(const ExportPlan& plan);
// The words behind the program's name.
std::vector<std::string> export_words(const ExportPlan& plan);
// For people and shells: quoted where needed.
std::string command_text(const std::vector<std::string>& words);

}  // namespace tickreel
