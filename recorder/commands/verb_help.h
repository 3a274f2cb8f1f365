#pragma once
// What a verb says of itself, as data: the man page and the shell completions are made of it, so
// that they can never differ from --help.

#include <string>
#include <string_view>
#include <vector>

namespace tickreel {

struct OptionHelp {
    std::string flags{};                // "-o,--output"; of a positional its name, "FILE"
    std::vector<std::string> dashed{};  // "-o", "--output"; none for a positional
    std::string value{};                // "FILE"; "" for a switch
    std::string about{};
    std::vector<std::string> choices{};  // the only words it takes; none when it is free
};

struct VerbHelp {
    std::string_view name{};
    std::string_view about{};
    std::string_view examples{};
    std::vector<OptionHelp> options{};
};

// Every verb of `tickreel`, in the order of `tickreel help`. Runs no verb: each only declares its
// options.
std::vector<VerbHelp> describe_verbs();

}  // namespace tickreel
