// --help, the man page and the completions agree for every command.
#include <set>
#include <sstream>

#include "recorder/commands/command.h"
#include "recorder/commands/verb_help.h"
#include "recorder/games/game.h"
#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

// The completions of bash for the last of `words`.
std::vector<std::string> offered(const std::string& words, int current) {
    const Folder folder;
    write_file(folder / "script", run_tickreel({"completion", "bash"}).out + "COMP_WORDS=(" +
                                      words + "); COMP_CWORD=" + std::to_string(current) +
                                      "; _tickreel; echo \"${COMPREPLY[@]}\"");
    const Ran ran = run_shell("bash " + (folder / "script"));
    CHECK(ran.err.empty());
    std::istringstream in(ran.out);
    std::vector<std::string> out;
    for (std::string word; in >> word;) out.push_back(word);
    return out;
}

}  // namespace

TEST_CASE("what no command takes is named in the words of the others, on one line") {
    const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
        {{"cat", "x.reel", "--typos", "A"},
         "tickreel cat: unknown option '--typos'; did you mean '--types'?; see 'tickreel cat "
         "--help'\n"},
        {{"cat", "x.reel", "--zzz=3"},
         "tickreel cat: unknown option '--zzz'; see 'tickreel cat --help'\n"},
        {{"cat", "--tyeps", "A"},
         "tickreel cat: unknown option '--tyeps'; did you mean '--types'?; see 'tickreel cat "
         "--help'\n"},
        {{"info"}, "tickreel info: FILE is required; see 'tickreel info --help'\n"},
        {{"at", "x.reel", "1", "2"},
         "tickreel at: '2' is one word too many; see 'tickreel at --help'\n"},
        {{"diff", "x.reel", "1", "2", "3"},
         "tickreel diff: '3' is one word too many; see 'tickreel diff --help'\n"},
        {{"cat", "x.reel", "--", "y.reel"},
         "tickreel cat: 'y.reel' is one word too many; see 'tickreel cat --help'\n"},
        {{"info", "--"}, "tickreel info: FILE is required; see 'tickreel info --help'\n"}};
    for (const auto& [words, text] : cases) {
        const Ran ran = run_tickreel(words);
        CHECK(ran.code == 2);
        CHECK(ran.err == text);
    }
}

TEST_CASE("a usage line names words, not how often they may come") {
    for (const Command* command : all_commands()) {
        const Ran ran = run_tickreel({std::string(command->name), "--help"});
        INFO(ran.out);
        const std::size_t usage = ran.out.find("Usage: ");
        REQUIRE(usage != std::string::npos);
        const std::string line = ran.out.substr(usage, ran.out.find('\n', usage) - usage);
        CHECK(line.find("x)") == std::string::npos);
    }
}

TEST_CASE("every verb's help ends with two examples of that verb") {
    for (const Command* command : all_commands()) {
        const Ran ran = run_tickreel({std::string(command->name), "--help"});
        CHECK(ran.code == 0);
        const std::size_t start = ran.out.find("Examples:\n");
        REQUIRE(start != std::string::npos);
        std::size_t examples = 0;
        for (std::size_t at = start; (at = ran.out.find("tickreel", at + 1)) != std::string::npos;)
            ++examples;
        INFO(ran.out);
        CHECK(examples >= 2);
    }
}

TEST_CASE("the man page names every verb and every option") {
    const std::string page = run_tickreel({"manual"}).out;
    for (const VerbHelp& verb : describe_verbs()) {
        CHECK_THAT(page, contains(".SS \"tickreel " + std::string(verb.name) + "\""));
        CHECK(verb.notes.find("Examples:") == std::string::npos);
        CHECK(verb.options.size() >= 5);  // --help and the four common to all commands
        std::set<std::string> once;
        for (const OptionHelp& option : verb.options) {
            INFO(verb.name << ' ' << option.flags);
            CHECK(once.insert(option.flags).second);
        }
    }
    for (const char* section : {"PLACES", "CONVENTIONS", "FILES", "EXIT STATUS"})
        CHECK_THAT(page, contains(std::string(".SH ") + section + '\n'));
    CHECK_THAT(page, contains("\\-\\-ticks"));
    CHECK_THAT(page, contains("changed("));       // what is said below the options
    CHECK_THAT(page, contains("\\-\\-markers"));  // is in an option group of `cut`
    const Ran lint = run_shell(
        "tickreel manual | { command -v groff >/dev/null && groff -man -ww -Tutf8 || cat; } 2>&1 "
        ">/dev/null");
    CHECK(lint.out.empty());
}

TEST_CASE("version lists every game and file that this build decodes, and what it writes") {
    const std::string said = run_tickreel({"version"}).out;
    CHECK_THAT(said, contains("Teeworlds 0.6, DDNet and Teeworlds 0.7: "));
    for (const Game* game : all_games()) {
        const std::size_t at = said.find(std::string(game->id) + ' ');
        REQUIRE(at != std::string::npos);
        const std::string line = said.substr(at, said.find('\n', at) - at);
        CHECK_THAT(line, contains(std::string(game->title)));
        for (const FileImporter& file : game->importers)
            CHECK_THAT(line, contains('.' + std::string(file.extension)));
        for (const DatagramFile& file : game->datagram_files)
            CHECK_THAT(line, contains('.' + std::string(file.extension)));
        for (const FileExporter& file : game->exporters)
            CHECK_THAT(line.substr(line.find("; writes")),
                       contains('.' + std::string(file.extension)));
    }
}

TEST_CASE("bash completes verbs, options and the words of an option") {
    CHECK(offered("tickreel ver", 1) == std::vector<std::string>{"verify", "version"});
    CHECK(offered("tickreel verify --stri", 2) == std::vector<std::string>{"--strict"});
    CHECK(offered("tickreel info --format nd", 3) == std::vector<std::string>{"ndjson"});
    CHECK(offered("tickreel ctl /no/socket sp", 3) == std::vector<std::string>{"split"});
    CHECK(offered("tickreel ctl /no/socket split --cl", 4) == std::vector<std::string>{"--client"});
}

TEST_CASE("zsh and fish get scripts with every verb, any other shell is refused") {
    for (const Command* command : all_commands()) {
        CHECK_THAT(run_tickreel({"completion", "zsh"}).out,
                   contains("'" + std::string(command->name) + ":"));
        CHECK_THAT(run_tickreel({"completion", "fish"}).out,
                   contains("-x -a " + std::string(command->name) + " "));
    }
    CHECK_THAT(run_tickreel({"completion", "zsh"}).out, contains("ctl) compadd -- status clients"));
    CHECK_THAT(run_tickreel({"completion", "fish"}).out,
               contains("__fish_seen_subcommand_from ctl' -a 'status clients"));
    for (const char* shell : {"bash", "zsh", "fish"})
        CHECK_THAT(run_tickreel({"completion", "--help"}).out,
                   contains("tickreel completion " + std::string(shell)));
    CHECK(run_tickreel({"completion", "tcsh"}).code == 2);
}

TEST_CASE("the journal is told how grave a line is") {
    const Folder folder;
    const std::string log = folder / "log";
    const std::string bad = "tickreel info " + (folder / "none.reel");
    (void)run_shell(": >" + log + "; export JOURNAL_STREAM=$(stat -c %d:%i " + log + "); " + bad +
                    " 2>" + log);
    CHECK(read_file(log).starts_with("<3>tickreel info: "));
    (void)run_shell("export JOURNAL_STREAM=1:2; " + bad + " 2>" + log);
    CHECK(read_file(log).starts_with("tickreel info: "));
}
