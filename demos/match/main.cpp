// tickreel-match: an embedded match to record. See --help.

#include <iomanip>
#include <iostream>
#include <memory>

#include <CLI/CLI.hpp>

#include "demos/match/net/match_server.h"
#include "demos/match/run/match_run.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/did_you_mean.h"
#include "tickreel/base/file.h"

namespace tickreel::match {
namespace {

constexpr int kFailed = 1;
constexpr int kUsage = 2;

constexpr const char* kExamples = R"(
Examples:
  tickreel-match play --players 8 --seconds 20
  tickreel-match play --server-port 8303 --via 127.0.0.1:8302 --seconds 60
  tickreel-match server --listen 0.0.0.0:8303 --bots 6)";

struct Options {
    MatchRun run{};
    ServerPart server{};
    ClientPart clients{};
    int server_port = 0;
    std::string map_out{};
    bool force = false;
};

int report_failure(const std::string& verb, const Error& error) {
    std::cerr << "tickreel-match " << verb << ": " << error.message << "\n";
    return kFailed;
}

int write_map_file(const Options& options) {
    const MapFile map = arena_map();
    const auto if_exists = options.force ? IfExists::Replace : IfExists::Refuse;
    auto file = create_file(options.map_out, if_exists);
    if (!file) return report_failure("map", {options.map_out + ": " + file.error().message});
    auto written = (*file)->write(map.bytes);
    if (written) written = (*file)->close();
    if (!written) return report_failure("map", {options.map_out + ": " + written.error().message});
    std::cerr << options.map_out << ": " << map.bytes.size() << " bytes\n";
    return 0;
}

int run(const std::string& verb, const MatchRun& match) {
    const auto reports = run_match(match);
    if (!reports) return report_failure(verb, reports.error());
    if (reports->empty()) return 0;
    bool checksums = true;
    bool maps = true;
    std::cout << std::left << std::setw(16) << "player" << std::right << std::setw(10)
              << "snapshots" << std::setw(10) << "bad" << std::setw(10) << "no base"
              << std::setw(10) << "inputs" << std::setw(10) << "map"
              << "\n";
    for (const PlayerReport& report : *reports) {
        const ClientReport& counts = report.counts;
        std::cout << std::left << std::setw(16) << report.name << std::right << std::setw(10)
                  << counts.snapshots << std::setw(10) << counts.bad_checksums << std::setw(10)
                  << counts.lost_bases << std::setw(10) << counts.inputs << std::setw(10)
                  << counts.map_bytes << "\n";
        checksums = checksums && counts.bad_checksums == 0;
        maps = maps && counts.map_ok;
    }
    for (const PlayerReport& report : *reports)
        if (report.counts.improper > 0)
            std::cerr << report.name << " took no notice of " << report.counts.improper
                      << " items with values out of range\n";
    if (!checksums) return report_failure(verb, {"a client got a snapshot with a wrong checksum"});
    return maps ? 0 : report_failure(verb, {"a client did not get the whole map"});
}

void add_server_options(CLI::App& app, Options& options) {
    ServerOptions& server = options.server.options;
    app.add_option("--slots", server.slots, "Most players (the original client shows 16)")
        ->check(CLI::Range(1, kMaxPlayers))
        ->capture_default_str();
    app.add_option("--parts", server.parts,
                   "To test clients: snapshots grow up to so many datagrams, and begin anew")
        ->check(CLI::Range(1, teeworlds::kMaxParts))
        ->capture_default_str();
    app.add_flag(
        "--improper", server.improper,
        "To test clients: each snapshot has a flag and a character with values out of range");
    app.add_flag("--high-bandwidth", server.high_bandwidth, "A snapshot every tick, not every 2nd");
    app.add_option("--map-seconds", options.server.map_seconds,
                   "The map changes (to the same one) after so long; 0: never")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
    app.add_option("--match-seconds", options.server.match_seconds,
                   "Another match begins on the map after so long; 0: when one is won")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
    app.add_flag("--clip", server.clip, "Send each client only what is near its player");
    app.add_option("--name", server.name, "Name of the server")->capture_default_str();
}

void add_client_options(CLI::App& app, Options& options) {
    app.add_option("--players", options.clients.players, "How many headless clients")
        ->check(CLI::Range(1, kMaxPlayers))
        ->capture_default_str();
}

void add_common_options(CLI::App& app, Options& options) {
    const std::map<std::string, teeworlds::Protocol> protocols{{"0.6", teeworlds::Protocol::V06},
                                                               {"0.7", teeworlds::Protocol::V07}};
    app.add_option("--protocol", options.clients.protocol,
                   "0.6, also of DDNet and the default, or 0.7")
        ->transform(CLI::Transformer(protocols))
        ->transform(CLI::Validator(WordChoice({"0.6", "0.7"}), "", "words"))  // first
        ->option_text("0.6|0.7");
    app.add_option("--seconds", options.run.seconds, "Length of the match; 0: until Ctrl-C")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
    app.add_option("--seed", options.clients.seed, "Seed of the bots and of the world")
        ->capture_default_str();
}

int dispatch(const CLI::App& app, Options& options) {
    options.server.options.seed = options.clients.seed;
    options.server.options.protocol = options.clients.protocol;
    MatchRun match = options.run;
    if (app.got_subcommand("map")) return write_map_file(options);
    if (app.got_subcommand("server")) {
        match.server = options.server;
        return run("server", match);
    }
    if (app.got_subcommand("client")) {
        match.clients = options.clients;
        return run("client", match);
    }
    options.server.options.slots = std::max(options.server.options.slots, options.clients.players);
    options.server.listen = concat("127.0.0.1:", options.server_port);
    match.server = options.server;
    match.clients = options.clients;
    return run("play", match);
}

int main_of(int argc, char** argv) {
    CLI::App app("A small Teeworlds match (0.6 / DDNet or 0.7) to record: server, bots, clients.",
                 "tickreel-match");
    app.footer(kExamples);
    app.require_subcommand(1);
    // On the heap: GCC 12 wrongly warns about the strings of a local one.
    const auto owner = std::make_unique<Options>();
    Options& options = *owner;

    auto* map = app.add_subcommand("map", "Write the map of the match");
    map->add_option("-o,--output", options.map_out, "The .map file")->required();
    map->add_flag("--force", options.force, "Overwrite the file");

    auto* server = app.add_subcommand("server", "Run the server alone; real clients may join");
    server->add_option("--listen", options.server.listen, "ADDR:PORT")->capture_default_str();
    server->add_option("--bots", options.server.bots, "Players inside the server")
        ->check(CLI::Range(0, kMaxPlayers))
        ->capture_default_str();
    add_server_options(*server, options);
    add_common_options(*server, options);

    auto* client = app.add_subcommand("client", "Run headless clients against any server");
    client->add_option("--server", options.clients.server, "HOST:PORT")->required();
    add_client_options(*client, options);
    add_common_options(*client, options);

    auto* play = app.add_subcommand("play", "Run a server and its clients");
    play->add_option("--via", options.clients.server,
                     "HOST:PORT where the clients connect, a proxy; default: the server itself");
    play->add_option("--server-port", options.server_port, "Port of the server; 0: a free one")
        ->check(CLI::Range(0, 65535))
        ->capture_default_str();
    add_client_options(*play, options);
    add_server_options(*play, options);
    add_common_options(*play, options);

    for (CLI::App* sub : {map, server, client, play}) sub->footer(kExamples);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : kUsage;
    }
    return dispatch(app, options);
}

}  // namespace
}  // namespace tickreel::match

int main(int argc, char** argv) {
    return tickreel::match::main_of(argc, argv);
}
