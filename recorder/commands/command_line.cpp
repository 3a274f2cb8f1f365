#include "recorder/commands/command_line.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <span>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include "recorder/commands/output/say.h"
#include "recorder/commands/output/terminal.h"
#include "recorder/commands/output/text_format.h"
#include "tickreel/base/ascii.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/did_you_mean.h"
#include "tickreel/base/interrupted.h"

namespace tickreel {

namespace {

constexpr std::uint64_t kShownProblems = 10;

std::string one_line(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    while (!text.empty() && (text.back() == ' ' || text.back() == '.')) text.pop_back();
    return text;
}

std::string sentence(std::string text) {
    text = one_line(std::move(text));
    if (text.size() > 1 && ascii_lower(text.substr(1, 1)) == text.substr(1, 1))
        text[0] = ascii_lower(text.substr(0, 1))[0];
    return text;
}

// About the first word that no option takes, if there is one: a "--" before it is none.
std::string about_extra(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options())
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    const std::vector<std::string> words = app.remaining();
    const auto extra = std::find_if(words.begin(), words.end(),
                                    [](const std::string& word) { return word != "--"; });
    return extra == words.end() ? std::string() : about_extra_word(*extra, names);
}

// One that was given as '': a shell's variable that is not set, not a wish for the default.
std::string empty_option(const CLI::App& app, const CLI::Option* allowed) {
    for (const CLI::Option* option : app.get_options())
        for (const std::string& word : option->results())
            if (word.empty() && option != allowed) return option->get_name();
    return {};
}

// How grave a line is, where the journal reads stderr (sd-daemon(3)).
constexpr std::string_view kJournalError = "<3>";
constexpr std::string_view kJournalWarning = "<4>";

bool journal_reads_stderr() {
    const char* stream = std::getenv("JOURNAL_STREAM");  // NOLINT(concurrency-mt-unsafe)
    struct stat status {};
    return stream != nullptr && ::fstat(STDERR_FILENO, &status) == 0 &&
           fmt::format("{}:{}", status.st_dev, status.st_ino) == stream;
}

std::string line_of(std::string_view priority, std::string_view verb, std::string_view file,
                    std::string_view what, std::string_view next) {
    static const bool to_journal = journal_reads_stderr();
    std::string line = fmt::format("{}tickreel {}: ", to_journal ? priority : "", verb);
    if (!file.empty()) line += fmt::format("{}: ", printable(file));
    line += what;
    if (!next.empty()) line += fmt::format("; {}", next);
    return line + '\n';
}

void print_line(std::string_view priority, std::string_view verb, std::string_view file,
                std::string_view what, std::string_view next) {
    say_words(line_of(priority, verb, file, what, next));
}

template <class T>
struct Choice {
    std::string_view name;
    T value;
};

constexpr std::array<Choice<When>, 3> kWhens{
    {{"auto", When::Auto}, {"always", When::Always}, {"never", When::Never}}};
constexpr std::array<Choice<TableFormat>, 3> kFormats{
    {{"text", TableFormat::Text}, {"ndjson", TableFormat::Ndjson}, {"csv", TableFormat::Csv}}};

// An option that takes one of a few words. `choices` must live as long as the app.
template <class T>
void add_choice(CLI::App& app, const std::string& flag, const std::string& word,
                const std::string& about, T& target, std::span<const Choice<T>> choices) {
    std::vector<std::string> names;
    for (const Choice<T>& choice : choices) names.emplace_back(choice.name);
    app.add_option_function<std::string>(
           flag,
           [&target, choices](const std::string& text) {
               for (const Choice<T>& choice : choices)
                   if (choice.name == text) target = choice.value;
           },
           about)
        ->transform(one_of(names))
        ->option_text(word);
}

bool decide(When when, bool automatic) {
    return when == When::Always || (when == When::Auto && automatic);
}

}  // namespace

CLI::Validator one_of(std::vector<std::string> words) {
    const WordChoice choice(std::move(words));
    return CLI::Validator(choice, choice.in_braces(), "words");
}

CommandLine::CommandLine(const Command& command, std::vector<std::string> arguments)
    : command_(command),
      arguments_(std::move(arguments)),
      app_(std::make_unique<CLI::App>(std::string(command.about),
                                      fmt::format("tickreel {}", command.name))) {
    app_->footer(fmt::format("Examples:\n{}", command.examples));
    app_->get_formatter()->column_width(32);
    add_choice<When>(*app_, "--progress", "WHEN", "progress bar: auto, always or never",
                     common_.progress, kWhens);
    add_choice<When>(*app_, "--color", "WHEN", "colours: auto, always or never", common_.color,
                     kWhens);
    app_->add_flag("-v,--verbose", common_.verbose, "print details; twice for all details");
    app_->add_flag("-q,--quiet", common_.quiet, "errors only");
}

CommandLine::~CommandLine() = default;

void CommandLine::add_format(bool with_csv) {
    add_choice<TableFormat>(*app_, "--format", "FORMAT",
                            with_csv
                                ? "output as text, ndjson or csv (csv writes control characters "
                                  "as \\x1b and \\u202e, ndjson keeps them)"
                                : "output as text or ndjson",
                            common_.format, std::span(kFormats).first(with_csv ? 3 : 2));
}

std::optional<int> CommandLine::parse() {
    if (reader_) {
        reader_(*app_);
        return kExitDone;
    }
    try {
        std::vector<std::string> reversed(arguments_.rbegin(), arguments_.rend());
        app_->parse(std::move(reversed));
    } catch (const CLI::CallForHelp&) {
        fmt::print("{}\n", app_->help());
        return kExitDone;
    } catch (const CLI::ParseError& error) {
        // First what may be the cause of the error.
        const std::string extra = about_extra(*app_);
        return misused(extra.empty() ? sentence(error.what()) : extra);
    }
    if (const std::string empty = empty_option(*app_, may_be_empty_); !empty.empty())
        return misused(concat(empty, " is empty"));
    return std::nullopt;
}

int CommandLine::failed(std::string_view file, std::string_view what, std::string_view next) const {
    // What went to standard output cannot be taken back.
    const CLI::Option* output = app_->get_option_no_throw("--output");
    const bool begun =
        what == kInterrupted && output != nullptr && *output && output->results().front() == "-";
    print_line(kJournalError, command_.name, file, begun ? kInterruptedOutput : what, next);
    return kExitFailed;
}

int CommandLine::misused(std::string_view what) const {
    print_line(kJournalError, command_.name, "", what,
               fmt::format("see 'tickreel {} --help'", command_.name));
    return kExitUsage;
}

void CommandLine::warn(std::string_view file, std::string_view what) const {
    if (!common_.quiet) print_line(kJournalWarning, command_.name, file, what, "");
}

std::string CommandLine::warning(std::string_view what) const {
    return line_of(kJournalWarning, command_.name, "", what, "");
}

int CommandLine::lost(std::string_view file, std::string_view what) const {
    print_line(kJournalWarning, command_.name, file, what, "");
    return kExitDataLost;
}

ProblemSink CommandLine::problems(std::string file, std::uint64_t* count) const {
    const auto seen = std::make_shared<std::uint64_t>(0);
    return [this, file = std::move(file), count, seen](const Problem& problem) {
        if (count != nullptr) ++*count;
        ++*seen;
        if (*seen <= kShownProblems || common_.verbose > 0) warn(file, problem.message);
        if (*seen == kShownProblems + 1 && common_.verbose == 0)
            warn(file, "more problems follow; -v shows them all");
    };
}

ProblemSink CommandLine::losses(std::string file, std::uint64_t& count) const {
    return [this, file, &count, warned = problems(file, &count)](const Problem& problem) {
        warned(problem);
        if (common_.quiet && count <= kShownProblems) lost(file, problem.message);
    };
}

bool CommandLine::progress_wanted() const {
    return !common_.quiet && decide(common_.progress, is_terminal(stderr));
}

bool CommandLine::color_wanted() const {
    const char* refused = std::getenv("NO_COLOR");
    const bool allowed = refused == nullptr || *refused == '\0';
    return decide(common_.color, allowed && is_terminal(stdout));
}

}  // namespace tickreel
