#include "demos/match/run/match_run.h"

#include <iostream>

#include "demos/match/run/client_socket.h"
#include "demos/match/run/server_socket.h"
#include "demos/match/run/stop_signal.h"
#include "recorder/net/resolve.h"
#include "tickreel/base/concat.h"

namespace tickreel::match {
namespace {

using Clock = std::chrono::steady_clock;
using teeworlds::Time;

constexpr auto kFrame = std::chrono::milliseconds(4);
constexpr const char* kNames[] = {
    "Aster", "Birch", "Clover", "Dahlia", "Elm", "Fern",  "Gorse",  "Hazel", "Iris",  "Juniper",
    "Kelp",  "Larch", "Maple",  "Nettle", "Oak", "Poppy", "Quince", "Rowan", "Sedge", "Thistle"};
constexpr const char* kSkins[] = {"default", "bluekitty", "brownbear", "cammo",
                                  "coala",   "redstripe", "saddo",     "toptri"};

Time now() {
    return Clock::now().time_since_epoch();
}

std::string name_of(int index) {
    const int count = static_cast<int>(std::size(kNames));
    const std::string name = kNames[index % count];
    return index < count ? name : concat(name, " ", index / count + 1);
}

Result<std::unique_ptr<ServerSocket>> open_server(const ServerPart& part) {
    const auto local = resolve_local(part.listen);
    if (!local) return local.error();
    auto server = ServerSocket::open(part.options, *local);
    if (!server) return server.error();
    for (int i = 0; i < part.bots; ++i) {
        (*server)->server().add_bot(name_of(i),
                                    part.options.seed * 1000 + static_cast<std::uint32_t>(i));
    }
    std::cerr << "listening on " << to_string((*server)->local()) << "\n" << std::flush;
    return server;
}

Result<std::vector<std::unique_ptr<ClientSocket>>> open_clients(const ClientPart& part,
                                                                const Endpoint& to) {
    std::vector<std::unique_ptr<ClientSocket>> clients;
    for (int i = 0; i < part.players; ++i) {
        ClientOptions options;
        options.name = name_of(i);
        options.protocol = part.protocol;
        options.skin = kSkins[static_cast<std::size_t>(i) % std::size(kSkins)];
        options.color = i % 3 == 2 ? i * 37 % 256 : -1;
        options.seed = part.seed * 1000 + static_cast<std::uint32_t>(i);
        auto client = ClientSocket::open(options, to);
        if (!client) return client.error();
        clients.push_back(std::move(*client));
    }
    return clients;
}

// Runs both halves in turn.
class Loop {
public:
    explicit Loop(const MatchRun& run) : run_(run) {}

    Result<void> open() {
        auto poller = SocketPoller::make();
        if (!poller) return poller.error();
        poller_.emplace(std::move(*poller));
        if (run_.server) {
            auto server = open_server(*run_.server);
            if (!server) return server.error();
            server_ = std::move(*server);
            if (auto added = poller_->add(server_->socket(), 0); !added) return added;
        }
        return run_.clients ? connect_clients() : Result<void>{};
    }

    Result<void> play() {
        const StopSignal stop;
        const Time start = now();
        std::optional<Time> end;
        if (clients_.empty()) end = end_from(start);
        while (!stop.asked() && !(end && now() >= *end)) {
            poller_->wait(kFrame, ready_);
            if (auto stepped = step(); !stepped) return stepped;
            if (!all_playing_ && !clients_.empty()) {
                if (auto entered = check_entered(now() - start); !entered) return entered;
                end = all_playing_ ? end_from(now()) : std::nullopt;
            }
        }
        return {};
    }

    std::vector<PlayerReport> finish() {
        std::vector<PlayerReport> reports;
        for (auto& client : clients_) {
            reports.push_back({client->client().name(), client->client().report()});
            client->client().leave(now());
        }
        if (server_) {
            server_->run_due(now());
            server_->close(now());
        }
        return reports;
    }

private:
    std::optional<Time> end_from(Time start) const {
        if (run_.seconds <= 0.0) return std::nullopt;
        return start +
               std::chrono::duration_cast<Time>(std::chrono::duration<double>(run_.seconds));
    }

    Result<void> connect_clients() {
        Result<Endpoint> to = fail("no server");
        if (!run_.clients->server.empty())
            to = resolve(run_.clients->server);
        else if (server_)
            to = server_->local();
        if (!to) return to.error();
        auto clients = open_clients(*run_.clients, *to);
        if (!clients) return clients.error();
        clients_ = std::move(*clients);
        std::uint64_t tag = 1;
        for (auto& client : clients_) {
            if (auto added = poller_->add(client->socket(), tag++); !added) return added;
            client->client().connect(now());
        }
        return {};
    }

    Result<void> step() {
        if (server_) {
            if (is_due(run_.server->map_seconds, next_map_)) {
                server_->server().change_map(now());
                std::cerr << "the map changes\n" << std::flush;
            }
            if (is_due(run_.server->match_seconds, next_match_)) server_->server().begin_match();
            server_->run_due(now());
        }
        for (auto& client : clients_) {
            client->run_due(now());
            if (client->client().closed()) {
                const std::string& reason = client->client().close_reason();
                return fail(client->client().name(), " lost its server: ",
                            reason.empty() ? "the connection was closed" : reason,
                            "; is it still running?");
            }
        }
        return {};
    }

    // So long after the last time, or the first question; 0: never.
    static bool is_due(double seconds, std::optional<Time>& next) {
        if (seconds <= 0.0) return false;
        const bool due = next && now() >= *next;
        if (!next || due)
            next = now() + std::chrono::duration_cast<Time>(std::chrono::duration<double>(seconds));
        return due;
    }

    Result<void> check_entered(Time waited) {
        std::size_t playing = 0;
        for (const auto& client : clients_) playing += client->client().playing() ? 1 : 0;
        if (playing == clients_.size()) {
            all_playing_ = true;
            std::cerr << "all playing: " << playing << " clients\n" << std::flush;
            return {};
        }
        if (std::chrono::duration<double>(waited).count() < run_.clients->enter_seconds) return {};
        return fail("only ", playing, " of ", clients_.size(), " clients came into the match in ",
                    run_.clients->enter_seconds,
                    " s; check the address and the server's limits on clients per address");
    }

    const MatchRun& run_;
    std::optional<SocketPoller> poller_;
    std::vector<std::uint64_t> ready_{};
    std::unique_ptr<ServerSocket> server_;
    std::vector<std::unique_ptr<ClientSocket>> clients_;
    bool all_playing_ = false;
    std::optional<Time> next_map_{};
    std::optional<Time> next_match_{};
};

}  // namespace

Result<std::vector<PlayerReport>> run_match(const MatchRun& run) {
    Loop loop(run);
    if (auto opened = loop.open(); !opened) return opened.error();
    auto played = loop.play();
    auto reports = loop.finish();
    if (!played) return played.error();
    return reports;
}

}  // namespace tickreel::match
