#pragma once
// The options of `record`, and what they refuse of each other.

#include "recorder/commands/connect_options.h"
#include "recorder/commands/record_files.h"

namespace tickreel {

struct RecordArguments {
    ConnectArguments connect{};
    OutputOptions output{};
    RecordingArguments recording{};
    ClipArguments clips{};
    KeepArguments keep{};
    std::string state{};
    std::string control{};
    std::string metrics{};
    std::size_t queue_mib = 64;
    std::string spill = "1GiB";
    bool redact = false;
    bool private_chat = false;
    bool match = false;
};

void add_record_options(CommandLine& line, RecordArguments& arguments);

// What -o asks for, and what is deleted of it. On a refusal the exit code, after printing why.
struct RecordNames {
    std::optional<NamePattern> pattern{};
    RetentionOptions keep{};
    std::optional<int> failed{};
};
RecordNames record_names(const CommandLine& line, const RecordArguments& arguments);

}  // namespace tickreel
