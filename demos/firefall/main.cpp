// tickreel-firefall: an embedded server and client for Firefall's protocol. See --help.

#include <iostream>
#include <memory>

#include <CLI/CLI.hpp>

#include "demos/firefall/client.h"
#include "demos/firefall/server.h"
#include "demos/match/run/stop_signal.h"
#include "recorder/net/resolve.h"
#include "recorder/net/udp_socket.h"
#include "tickreel/base/concat.h"
#include "tickreel/reel/reel_writer.h"

namespace tickreel::firefall_match {
namespace {

using Time = std::chrono::nanoseconds;

constexpr int kFailed = 1;
constexpr int kUsage = 2;
constexpr std::chrono::milliseconds kPoll{5};
constexpr const char* kExamples = R"(
Examples:
  tickreel-firefall server --listen 127.0.0.1:25000 --game-port 25001 --seconds 60
  tickreel-firefall client --server 127.0.0.1:25000 --seconds 20)";

struct Options {
    std::string listen{"127.0.0.1:25000"};
    std::uint16_t game_port = 0;
    std::string truth{};
    std::string server{};
    int characters = 8;
    double seconds = 0;
    double quiet = 0;
};

Time now() {
    return std::chrono::system_clock::now().time_since_epoch();
}

Time span_of(double seconds) {
    return std::chrono::duration_cast<Time>(std::chrono::duration<double>(seconds));
}

int failed(const std::string& what) {
    std::cerr << "tickreel-firefall: " << what << "\n";
    return kFailed;
}

// A record of what the stage did, to compare with the recording.
class ReferenceLog {
public:
    static Result<std::unique_ptr<ReferenceLog>> open(const std::string& path, Time start) {
        auto file = create_file(path, IfExists::Replace);
        if (!file) return fail(path, ": ", file.error().message);
        auto truth = std::make_unique<ReferenceLog>();
        const RecordingInfo info{
            .game = "firefall", .ticks_per_second = 20, .start = start, .properties = {}};
        truth->writer_ = std::make_unique<ReelWriter>(*std::move(file), info);
        truth->writer_->set_property("protocol", concat("gss ", kProtocol));
        truth->writer_->begin_segment({.map = "New Eden (embedded)"});
        return truth;
    }

    void add(const Stage& stage) {
        for (; types_ < stage.schema().size(); ++types_)
            writer_->add_type(stage.schema()[static_cast<TypeId>(types_)]);
        writer_->add_frame(stage.frame());
    }
    Result<void> finish() { return writer_->finish(); }

private:
    std::unique_ptr<ReelWriter> writer_{};
    std::size_t types_ = 0;
};

struct ServerSockets {
    UdpSocket matrix;
    UdpSocket game;
    ReceiveBatch batch{};

    void serve(Server& server) {
        const auto drain = [&](const UdpSocket& socket, Port port) {
            bool refused = false;
            while (socket.receive(batch, refused) > 0)
                for (const auto& entry : batch.entries())
                    server.feed(port, entry.from, entry.bytes, now());
        };
        drain(matrix, Port::Matrix);
        drain(game, Port::Game);
    }
};

Result<ServerSockets> open_server(const Options& options) {
    const auto local = resolve_local(options.listen);
    if (!local) return local.error();
    auto matrix = UdpSocket::bind(*local);
    if (!matrix) return matrix.error();
    Endpoint at = *local;
    at.port = options.game_port;
    auto game = UdpSocket::bind(at);
    if (!game) return game.error();
    return ServerSockets{*std::move(matrix), *std::move(game)};
}

int run_server(const Options& options) {
    Result<ServerSockets> sockets = open_server(options);
    if (!sockets) return failed(sockets.error().message);
    std::unique_ptr<ReferenceLog> truth;
    if (!options.truth.empty()) {
        auto opened = ReferenceLog::open(options.truth, now());
        if (!opened) return failed(opened.error().message);
        truth = *std::move(opened);
    }
    std::cerr << "listening on " << to_string(sockets->matrix.local()) << ", game on port "
              << sockets->game.local().port << "\n"
              << std::flush;
    Stage stage(options.characters);
    Server server(
        stage, sockets->game.local().port, [&](Port from, const Endpoint& to, ByteView datagram) {
            (from == Port::Matrix ? sockets->matrix : sockets->game).send_to(datagram, to);
        });
    auto poller = SocketPoller::make();
    std::vector<std::uint64_t> ready;
    if (!poller) return failed(poller.error().message);
    for (const UdpSocket* socket : {&sockets->matrix, &sockets->game})
        if (const auto added = poller->add(*socket, 0); !added)
            return failed(added.error().message);
    const match::StopSignal stop;
    const Time begin = now();
    Time next = begin;
    while (!stop.asked() && (options.seconds <= 0 || now() - begin < span_of(options.seconds))) {
        poller->wait(kPoll, ready);
        sockets->serve(server);
        if (now() < next) continue;
        // No changes in the last seconds, so that everything arrives.
        if (options.seconds > 0 && now() - begin > span_of(options.seconds - options.quiet))
            stage.freeze();
        stage.step(next);
        if (truth) truth->add(stage);
        server.tell(now());
        next += kStep;
    }
    if (truth)
        if (const auto written = truth->finish(); !written) return failed(written.error().message);
    const ServerCounts counts = server.counts();
    std::cout << "clients " << counts.sessions << ", keyframes " << counts.keyframes
              << ", commands " << counts.commands << ", requests " << counts.requests
              << ", refused " << counts.refused << "\n";
    return 0;
}

int run_client(const Options& options) {
    const Result<Endpoint> server = resolve(options.server);
    if (!server) return failed(server.error().message);
    const Endpoint any = server->is_v4() ? v4_endpoint({0, 0, 0, 0}, 0) : Endpoint{};
    Result<UdpSocket> socket = UdpSocket::bind(any);
    if (!socket) return failed(socket.error().message);
    auto poller = SocketPoller::make();
    std::vector<std::uint64_t> ready;
    if (!poller) return failed(poller.error().message);
    if (const auto added = poller->add(*socket, 0); !added) return failed(added.error().message);
    Client client([&](std::uint16_t port, ByteView datagram) {
        Endpoint to = *server;
        if (port != 0) to.port = port;
        socket->send_to(datagram, to);
    });
    ReceiveBatch batch;
    const match::StopSignal stop;
    const Time begin = now();
    bool roster = false;
    while (!stop.asked() && now() - begin < span_of(options.seconds)) {
        poller->wait(kPoll, ready);
        bool refused = false;
        while (socket->receive(batch, refused) > 0)
            for (const auto& entry : batch.entries()) client.feed(entry.bytes, now());
        client.update(now());
        if (client.playing() && !std::exchange(roster, true))
            std::cerr << "playing\n" << std::flush;
    }
    client.leave(now());
    const firefall::WorldCounters& counts = client.counters();
    std::cout << "keyframes " << counts.keyframes << ", updates " << counts.updates << ", poses "
              << counts.poses << ", checksums " << counts.checksums_ok << " ok, "
              << counts.checksums_bad << " wrong\n";
    if (!client.playing()) return failed("the server did not let the client in");
    return 0;
}

int main_of(int argc, char** argv) {
    CLI::App app("A small server and client that speak Firefall's protocol, to record.",
                 "tickreel-firefall");
    app.footer(kExamples);
    app.require_subcommand(1);
    const auto owner = std::make_unique<Options>();
    Options& options = *owner;
    auto* server = app.add_subcommand("server", "Run the server");
    server->add_option("--listen", options.listen, "ADDR:PORT of the handshake")
        ->capture_default_str();
    server->add_option("--game-port", options.game_port, "Port of the game; 0: a free one");
    server->add_option("--characters", options.characters, "How many walk about")
        ->check(CLI::Range(0, 200))
        ->capture_default_str();
    server->add_option("--truth", options.truth, "Write what the world was to this .reel");
    server->add_option("--seconds", options.seconds, "How long; 0: until Ctrl-C");
    server->add_option("--quiet", options.quiet, "Seconds at the end in which nothing happens");
    auto* client = app.add_subcommand("client", "Run a headless client");
    client->add_option("--server", options.server, "HOST:PORT of the handshake")->required();
    client->add_option("--seconds", options.seconds, "How long")->required();
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : kUsage;
    }
    return app.got_subcommand(server) ? run_server(options) : run_client(options);
}

}  // namespace
}  // namespace tickreel::firefall_match

int main(int argc, char** argv) {
    return tickreel::firefall_match::main_of(argc, argv);
}
