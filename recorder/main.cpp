// The program tickreel: finds the verb and hands it the rest of the arguments.

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include "recorder/commands/command.h"
#include "recorder/commands/command_line.h"
#include "recorder/commands/output/say.h"
#include "tickreel/base/did_you_mean.h"
#include "tickreel/base/standard_output.h"
#include "tickreel/base/unfinished_file.h"

namespace {

using namespace tickreel;

void print_verbs() {
    fmt::print(
        "tickreel - record, inspect, convert and replay games that send their world as "
        "snapshots\n\nUsage: tickreel COMMAND [OPTIONS]\n\nCommands:\n");
    for (const Command* command : all_commands())
        fmt::print("  {:<10} {}\n", command->name, command->about);
    fmt::print("\n'tickreel COMMAND --help' explains a command and ends with two examples.\n");
}

int run_verb(const std::string& verb, std::vector<std::string> arguments) {
    const Command* command = find_command(verb);
    if (command == nullptr) {
        std::vector<std::string_view> known;
        for (const Command* each : all_commands()) known.push_back(each->name);
        say("tickreel: unknown command '{}'{} ('tickreel help' lists all)\n", verb,
            did_you_mean(verb, known));
        return kExitUsage;
    }
    CommandLine line(*command, std::move(arguments));
    return command->run(line);
}

int run(std::vector<std::string> arguments) {
    if (arguments.empty()) {
        print_verbs();
        return kExitDone;
    }
    const std::string verb = arguments.front();
    arguments.erase(arguments.begin());
    if (verb == "--version" || verb == "-V") {
        fmt::print("tickreel {}\n", TICKREEL_VERSION);
        return kExitDone;
    }
    if (verb == "help" || verb == "--help" || verb == "-h") {
        if (!arguments.empty()) return run_verb(arguments.front(), {"--help"});
        print_verbs();
        return kExitDone;
    }
    return run_verb(verb, std::move(arguments));
}

// Started without them, the program would say what it has to say into a file or socket of its own.
// What takes their place cannot be read or written either.
void occupy_closed_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(stream, F_GETFD) < 0)
            ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

// Where nlohmann's JSON is freed it asks for memory, in a destructor: no catch sees that it ran
// out.
[[noreturn]] void end_without_memory() {
    try {
        if (std::current_exception()) std::rethrow_exception(std::current_exception());
    } catch (const std::bad_alloc&) {
        UnfinishedFile::remove_remaining();
        std::fputs("tickreel: memory ran out\n", stderr);
        std::_Exit(kExitFailed);
    } catch (const std::exception& error) {
        say("tickreel: {}; this is a bug\n", error.what());
    } catch (...) {
    }
    std::abort();
}

}  // namespace

int main(int argc, char** argv) {
    occupy_closed_streams();
    // A file at the size limit is a full disk: an error to report and to clean up after, not the
    // end.
    std::signal(SIGXFSZ, SIG_IGN);
    std::set_terminate(end_without_memory);
    int code = kExitFailed;
    try {
        code = run(std::vector<std::string>(argv + 1, argv + std::max(argc, 1)));
    } catch (const std::exception& error) {
        // We throw nothing ourselves; this is memory running out or a library giving up, or
        // fmt::print() that finds the disk full.
        if (std::ferror(stdout) == 0) {
            say("tickreel: {}; this is a bug unless memory ran out\n", error.what());
            return kExitFailed;
        }
    }
    const std::string unwritten = flush_standard_output();
    if (unwritten.empty()) return code;
    say("tickreel: {}\n", unwritten);
    return kExitFailed;
}
