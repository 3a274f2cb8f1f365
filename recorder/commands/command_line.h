#pragma once
// The arguments of one verb. A command adds its options to app(), calls parse() and returns at
// once with the exit code when parse() has one (help was printed, or the usage was wrong).
// Flags every verb has: --progress, --color, -v, -q, --help. With add_format(): --format.

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
class App;  // <CLI/CLI.hpp> takes 10 s to compile: only who adds options includes it
}

namespace tickreel {

enum class TableFormat { Text, Ndjson, Csv };
enum class When { Auto, Always, Never };

struct CommonOptions {
    TableFormat format = TableFormat::Text;
    When progress = When::Auto;
    When color = When::Auto;
    int verbose = 0;  // how many -v
    bool quiet = false;
};

class CommandLine {
public:
    CommandLine(const Command& command, std::vector<std::string> arguments);
    CommandLine(const CommandLine&) = delete;
    CommandLine& operator=(const CommandLine&) = delete;
    ~CommandLine();

    CLI::App& app() { return *app_; }
    const CommonOptions& common() const { return common_; }

    // Adds --format for a verb that prints a table.
    void add_format(bool with_csv = true);
    // Nothing: go on. Otherwise the exit code.
    std::optional<int> parse();
    // From now on parse() parses nothing: it shows `reader` the options and says "done".
    void describe_to(std::function<void(const CLI::App&)> reader) { reader_ = std::move(reader); }

    // "tickreel VERB: FILE: what; next" on stderr; FILE and next may be "". Return exit codes.
    int failed(std::string_view file, std::string_view what, std::string_view next = "") const;
    int misused(std::string_view what) const;  // adds where the help is
    // The same line for what does not end the work. Nothing with -q.
    void warn(std::string_view file, std::string_view what) const;
    // Prints problems as warnings: the first ten, all with -v. Counts every one into `count`
    // when given; the reference must outlive the sink.
    ProblemSink problems(std::string file, std::uint64_t* count = nullptr) const;

    bool progress_wanted() const;  // by --progress, -q and whether stderr is a terminal
    bool color_wanted() const;     // on stdout; NO_COLOR is honoured

private:
    const Command& command_;
    std::vector<std::string> arguments_;
    CommonOptions common_;
    std::unique_ptr<CLI::App> app_;
    std::function<void(const CLI::App&)> reader_;
};

}  // namespace tickreel
