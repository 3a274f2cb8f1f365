#pragma once
// The arguments of one command. A command adds its options to app(), calls parse() and returns
// immediately if that returns an exit code (help was printed, or the usage was wrong). Flags of
// every command: --progress, --color, -v, -q, --help. With add_format(): --format.

#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "recorder/commands/command.h"
#include "tickreel/base/problem.h"

namespace CLI {
class App;  // <CLI/CLI.hpp> takes 10 s to compile: include it only where options are added
class Option;
class Validator;
}  // namespace CLI

namespace tickreel {

enum class TableFormat { Text, Ndjson, Csv };
enum class When { Auto, Always, Never };

struct CommonOptions {
    TableFormat format = TableFormat::Text;
    When progress = When::Auto;
    When color = When::Auto;
    int verbose = 0;  // number of -v flags
    bool quiet = false;
};

// For an option that takes one of a few words: option->transform(one_of({"map", "match"})).
CLI::Validator one_of(std::vector<std::string> words);

class CommandLine {
public:
    CommandLine(const Command& command, std::vector<std::string> arguments);
    CommandLine(const CommandLine&) = delete;
    CommandLine& operator=(const CommandLine&) = delete;
    ~CommandLine();

    CLI::App& app() { return *app_; }
    const CommonOptions& common() const { return common_; }

    // Adds --format for a command that prints a table.
    void add_format(bool with_csv = true);
    // '' is a value of this one; of any other it is a usage error.
    void may_be_empty(const CLI::Option* option) { may_be_empty_ = option; }
    // Empty: continue. Otherwise the exit code.
    std::optional<int> parse();
    // From now on parse() only passes the options to `reader` and returns "done".
    void describe_to(std::function<void(const CLI::App&)> reader) { reader_ = std::move(reader); }

    // Prints "tickreel VERB: FILE: what; next" on stderr; FILE and next may be "". Exit code.
    int failed(std::string_view file, std::string_view what, std::string_view next = "") const;
    int misused(std::string_view what) const;  // adds where to find help
    // The same line for a non-fatal problem. Silent with -q.
    void warn(std::string_view file, std::string_view what) const;
    // The line itself, for who prints it where nothing may wait.
    std::string warning(std::string_view what) const;
    // The same line for data that is lost or damaged: the reason for exit code 3, which it returns,
    // and therefore printed with -q, too.
    int lost(std::string_view file, std::string_view what) const;
    // Prints problems as warnings: the first ten, all with -v. Counts all of them in `count` if
    // given; the reference must outlive the sink.
    ProblemSink problems(std::string file, std::uint64_t* count = nullptr) const;
    // The same for losses: the first ten are printed with -q, too.
    ProblemSink losses(std::string file, std::uint64_t& count) const;

    bool progress_wanted() const;  // by --progress, -q and whether stderr is a terminal
    bool color_wanted() const;     // on stdout; NO_COLOR is honoured

private:
    const Command& command_;
    std::vector<std::string> arguments_;
    CommonOptions common_;
    std::unique_ptr<CLI::App> app_;
    std::function<void(const CLI::App&)> reader_;
    const CLI::Option* may_be_empty_ = nullptr;
};

}  // namespace tickreel
