// tickreel ctl: asks a running recorder, or tells it what to do, through its control socket.

#include <algorithm>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "recorder/commands/command_line.h"
#include "recorder/commands/control.h"
#include "recorder/commands/output/text_format.h"
#include "recorder/net/stream_server.h"

namespace tickreel {

namespace {

constexpr std::size_t kLongestText = 4096;  // of a marker

struct CtlArguments {
    std::string socket{};
    std::string command{};
    std::string text{};
    std::uint64_t client = 0;
};

// What the last line says; "" when it is good.
std::string error_in(const nlohmann::json& last) {
    if (!last.is_object() || !last.contains("ok"))
        return "unexpected answer; the socket does not belong to a tickreel recorder";
    return last.value("ok", false) ? "" : last.value("error", "refused without a reason");
}

int control(const CommandLine& line, const CtlArguments& arguments) {
    if (const std::string wrong =
            order_misused(arguments.command, arguments.client != 0, !arguments.text.empty());
        !wrong.empty())
        return line.misused(wrong);
    if (printable(arguments.text) != arguments.text)
        return line.misused("--text is one line without control characters");
    if (arguments.text.size() > kLongestText)
        return line.misused(fmt::format("--text is longer than {} bytes", kLongestText));
    std::string request = arguments.command;
    if (arguments.client != 0) request += fmt::format(" client={}", arguments.client);
    if (!arguments.text.empty()) request += " text=" + arguments.text;
    const Result<std::string> answer = request_on_path(arguments.socket, request + "\n");
    if (!answer)
        return line.failed(arguments.socket, answer.error().message,
                           "it is the socket that 'tickreel record --control' names");
    if (answer->empty())
        return line.failed(arguments.socket,
                           "the recorder closed the connection without an answer: it is ending");
    const std::size_t end = answer->size() - 1;
    const std::size_t last = end == 0 ? 0 : answer->rfind('\n', end - 1) + 1;
    const std::string error = error_in(nlohmann::json::parse(answer->substr(last), nullptr, false));
    if (!error.empty()) return line.failed(arguments.socket, error);
    fmt::print("{}", answer->substr(0, last));
    return kExitDone;
}

int run_ctl(CommandLine& line) {
    CtlArguments arguments;
    line.app()
        .add_option("SOCKET", arguments.socket, "what 'tickreel record --control' names")
        ->required();
    line.app()
        .add_option("COMMAND", arguments.command,
                    "status: one line, in which turned_away, withheld and too_fast (record "
                    "--max-rate) count datagrams that were not forwarded; clients: one line for "
                    "each; mark: a marker at this moment "
                    "in every recording; the answer says in which file it is, or why it waits; "
                    "save: finish the clip of --keep-last now; the answer says in which files it "
                    "is, or what it waits for; split: go on in another file, with record --match "
                    "--split all clients in another match file; the answer names the files that "
                    "end; not where none can begin, nor with --keep-last; reload: read --allow and "
                    "--deny again; stop: end the recording")
        ->required()
        ->transform(one_of({"status", "clients", "mark", "save", "split", "stop", "reload"}));
    line.app().add_option("--text", arguments.text, "of the marker")->option_text("WORDS");
    line.app()
        .add_option("--client", arguments.client, "only this one's recording; see clients")
        ->check(CLI::Range(ClientId{1}, kLastClient))
        ->option_text("N");
    if (const auto code = line.parse()) return *code;
    return control(line, arguments);
}

}  // namespace

extern const Command ctl_command;
const Command ctl_command{"ctl",
                          "ask or steer a running recorder through its control socket (NDJSON)",
                          "  tickreel ctl /run/tickreel/control status\n"
                          "      players, files, snapshots, bytes and what was lost, in one line\n"
                          "  tickreel ctl /run/tickreel/control mark --text 'look at this'\n"
                          "      a marker at this moment in every recording",
                          run_ctl};

}  // namespace tickreel
