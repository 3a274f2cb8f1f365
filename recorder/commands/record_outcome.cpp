#include "recorder/commands/record_outcome.h"

#include <fmt/core.h>

#include "recorder/commands/output/say.h"
#include "recorder/recording/watched_file.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/exists_already.h"
#include "tickreel/base/text.h"

namespace tickreel {

namespace {

std::string undecoded(const SessionReport& report) {
    return fmt::format("no snapshot could be decoded for {} of {} clients", report.unrecorded,
                       report.connections);
}

const char* undecoded_next(const RecordArguments& arguments) {
    return arguments.recording.protocol == "auto"
               ? "set --protocol, or run with -v to see the received packets"
               : "see whether --protocol auto recognises the game";
}

// After a file that could not be written to its end.
const char* failed_next(std::string_view error, const RecordArguments& arguments) {
    const auto is = [error](std::string_view cause) {
        return error.find(cause) != std::string_view::npos;
    };
    if (is(kTakenAway)) return "move or remove a recording after it has been closed";
    if (is(kChangedByOther)) return "let no other program write to a recording before it is closed";
    if (is(kIsLink)) return "";  // it says what to do
    return arguments.keep.fallback.empty() ? "make room there, or use --fallback FOLDER"
                                           : "see the messages above";
}

std::string client_limits(const ConnectArguments& connect) {
    std::string limits = fmt::format("--max-clients {}", connect.max_clients);
    if (connect.max_per_address != 0)
        limits += fmt::format(" or --max-per-address {}", connect.max_per_address);
    return limits;
}

// Nothing was kept: why, and whether that was to be expected.
int nothing_kept(const CommandLine& line, const RecordArguments& arguments,
                 const SessionReport& report) {
    const ProxyStatistics& wire = report.wire;
    if (report.connections == 0 && wire.given_up > 0) {
        line.failed("",
                    fmt::format("{} went on after the server's answer and did not play through "
                                "here: nothing was recorded",
                                plural(wire.given_up, "client")),
                    arguments.recording.protocol == "auto"
                        ? "see whether the server sends its clients to another address"
                        : "see whether --protocol auto recognises the game");
        return kExitDataLost;
    }
    // What they lost is nothing; but there was traffic, of which nothing was kept.
    if (report.connections > 0 && report.left_early == report.connections) {
        line.failed("",
                    plural(report.left_early, "client") +
                        " left before the server sent a snapshot; no file was written",
                    "see the server's log if they meant to play");
        return kExitDataLost;
    }
    if (report.connections == 0 && wire.to_server > 0 && wire.to_client + wire.withheld == 0) {
        line.failed(arguments.connect.server,
                    concat("never answered: ", plural(wire.to_server, "datagram"),
                           " went there, and nothing was recorded"),
                    "see whether the game server runs at that address");
        return kExitDataLost;
    }
    if (report.unrecorded == 0) {
        const std::uint64_t away = wire.turned_away;
        const std::string others =
            away == 0 ? "" : "; " + plural(away, "datagram") + " turned away";
        line.warn("", report.connections > 0 && arguments.clips.on.empty()
                          ? "nothing new was recorded: no file was written"
                      : report.connections == 0 || arguments.clips.on.empty()
                          ? "no game traffic was recognised" + others + "; no file was written"
                          : "no event matched --on; no file was written");
        return kExitDone;
    }
    line.failed("", undecoded(report) + "; no file was written", undecoded_next(arguments));
    return kExitDataLost;
}

}  // namespace

int record_outcome(const CommandLine& line, const RecordArguments& arguments,
                   const SessionReport& report, const RecordFiles& made) {
    const ProxyStatistics& wire = report.wire;
    if (line.common().verbose > 0)
        say("wire: {} clients, {} datagrams to the server, {} to clients, {} refused, {} "
            "dropped by the system, {} turned away, {} withheld, {} too fast\n",
            wire.clients_ever, wire.to_server, wire.to_client, wire.refused, wire.dropped,
            wire.turned_away, wire.withheld, wire.rate_limited);
    if (wire.no_room > 0)
        line.warn("",
                  fmt::format("{}: {} of clients beyond {}; raise it if they are to play",
                              arguments.connect.pcap_live.empty() ? "turned away" : "not recorded",
                              plural(wire.no_room, "datagram"), client_limits(arguments.connect)));
    if (wire.rate_limited > 0)
        line.warn("",
                  fmt::format("--max-rate {} dropped {} of clients that sent more: the game "
                              "missed them",
                              arguments.connect.max_rate, plural(wire.rate_limited, "datagram")));
    // Beside those who played; where nobody did, it is why nothing was recorded.
    if (report.connections > 0 && wire.given_up > 0)
        line.warn("", fmt::format("{} went on after the server's answer and did not play through "
                                  "here",
                                  plural(wire.given_up, "client")));
    int code = kExitDone;
    const auto lost = [&](const std::string& file, const std::string& what, const char* next) {
        line.failed(file, what, next);
        code = kExitDataLost;
    };
    if (const auto& failed = report.first_failed)
        lost(failed->path, failed->error, failed_next(failed->error, arguments));
    if (report.recorded.unwritten > 0)
        lost("",
             fmt::format("{} are in no recording", plural(report.recorded.unwritten, "snapshot")),
             "see the messages above");
    if (made.fallen_back() > 0)
        lost(arguments.output.path,
             fmt::format("could not be written; {} recordings went to {}", made.fallen_back(),
                         arguments.keep.fallback),
             "see the messages above");
    if (wire.overflowed > 0 && !arguments.connect.pcap_live.empty())
        lost("",
             // Of all that the server's host sends and gets: what it drops, it does not look at.
             fmt::format("up to {} that passed are missing in the recording: the system had no "
                         "more room for them",
                         plural(wire.overflowed, "datagram")),
             "the game lost nothing; give the recorder more of the processor, or record with "
             "--listen");
    else if (wire.overflowed > 0)
        line.warn("", fmt::format("{} datagrams were dropped by the system because they arrived "
                                  "too fast: the game missed them too",
                                  wire.overflowed));
    if (report.recorded.spilled > 0 && line.common().verbose > 0)
        say("{} datagrams waited on disk for their decoding\n", report.recorded.spilled);
    if (report.recorded.lost > 0)
        lost("",
             fmt::format("{} datagrams are missing in the recording: decoding and disk were too "
                         "slow",
                         report.recorded.lost),
             "the game lost nothing; a larger --queue or --spill, or a faster disk, helps");
    if (code == kExitDone && report.recorded.files == 0)
        return nothing_kept(line, arguments, report);
    // No loss: whatever is sent to a server's port, and answered, is a client until it says more.
    if (report.unrecorded > 0 && report.gaps_nowhere == 0)
        line.warn("", undecoded(report) + "; " + undecoded_next(arguments));
    if (report.gaps_nowhere > 0)
        lost("",
             fmt::format(
                 "of {} of {} clients, snapshots are missing of which no recording has a gap",
                 report.gaps_nowhere, report.connections),
             "see the messages above");
    return code;
}

}  // namespace tickreel
