#pragma once
// The help of a command as data: the man page and the shell completions are generated from it, so
// they always agree with --help.

#include <string>
#include <string_view>
#include <vector>

namespace tickreel {

struct OptionHelp {
    std::string flags{};                // "-o,--output"; for a positional argument its name, "FILE"
    std::vector<std::string> dashed{};  // "-o", "--output"; empty for a positional argument
    std::string value{};                // "FILE"; "" for a switch
    std::string about{};
    std::vector<std::string> choices{};  // the allowed words; empty: any
};

struct VerbHelp {
    std::string_view name{};
    std::string_view about{};
    std::string_view examples{};
    std::string notes{};  // what else --help says, laid out in columns; "": nothing
    std::vector<OptionHelp> options{};
};

// Every command of `tickreel`, in the order of `tickreel help`. Does not run them: each only
// declares its options.
std::vector<VerbHelp> describe_verbs();

}  // namespace tickreel
