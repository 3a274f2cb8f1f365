#include "recorder/recording/recording_session.h"

#include <algorithm>
#include <utility>

#include "recorder/net/service_manager.h"
#include "tickreel/base/concat.h"

namespace tickreel {

namespace {

constexpr std::chrono::seconds kLookEvery{1};
// Since the last word of a player who said goodbye: words may come twice, and who connects again at
// once goes on in the same recording.
constexpr std::chrono::seconds kGoodbye{10};
constexpr std::chrono::seconds kStillPlays{10};  // after the last word from or to a player
constexpr std::chrono::milliseconds kStep{500};  // of the wall clock; less is drift
constexpr std::chrono::seconds kStandstill{2};   // what is shorter, the queues of the system hold

std::vector<const Game*> games_of(const Game* game) {
    if (game != nullptr) return {game};
    return {all_games().begin(), all_games().end()};
}

// The proxy knows no protocol: to it, who said goodbye is only silent.
void leave_out_who_left(SessionStatus& status) {
    const std::vector<ClientId>& left = status.recorded.left;
    std::erase_if(status.clients, [&](const ClientStatus& one) {
        return std::binary_search(left.begin(), left.end(), one.id);
    });
}

}  // namespace

std::function<std::optional<PortRedirect>(ByteView)> port_redirects(const Game* game) {
    std::vector<const Game*> games = games_of(game);
    std::erase_if(games, [](const Game* one) { return one->port_redirect == nullptr; });
    if (games.empty()) return {};
    return [games](ByteView bytes) -> std::optional<PortRedirect> {
        for (const Game* one : games)
            if (const auto port = one->port_redirect({Direction::ToClient, {}, bytes}))
                return PortRedirect{*port, one->port_redirect_at};
        return std::nullopt;
    };
}

std::function<ClientIntent(ByteView)> client_intents(const Game* game) {
    std::vector<const Game*> games = games_of(game);
    std::erase_if(games, [](const Game* one) { return one->client_intent == nullptr; });
    if (games.empty()) return {};
    return [games](ByteView bytes) {
        for (const Game* one : games)
            if (const ClientIntent intent = one->client_intent(bytes);
                intent != ClientIntent::Playing)
                return intent;
        return ClientIntent::Playing;
    };
}

// Hands everything that the proxy reports to the recorder thread.
class RecordingSession::ToQueue final : public ProxyListener {
public:
    ToQueue(DatagramQueue& queue, RecoveryLog* log) : queue_(queue), log_(log) {}
    [[gnu::hot]] std::uint64_t before_sending(ClientId client, const Datagram& datagram) override {
        return log_ == nullptr ? 0 : log_->append(client, datagram);
    }
    [[gnu::hot]] void on_datagram(ClientId client, const Datagram& datagram,
                                  std::uint64_t place) override {
        queue_.push(client, datagram, place);
    }
    void on_client(ClientId, const Endpoint&) override {}
    void on_client_gone(ClientId client) override {
        if (log_ != nullptr) log_->append_gone(client);
        queue_.push(QueueItem::Kind::ClientGone, client, {});
    }
    void on_problem(const std::string& message) override {
        queue_.push(QueueItem::Kind::Problem, 0, message);
    }

private:
    DatagramQueue& queue_;
    RecoveryLog* log_;
};

Result<std::unique_ptr<RecordingSession>> RecordingSession::open(SessionOptions options,
                                                                 Network& network, Clock& clock) {
    options.proxy.redirect = port_redirects(options.recorder.game);
    options.proxy.intent = client_intents(options.recorder.game);
    ClientStore* const store = options.proxy.store;
    Result<std::unique_ptr<UdpProxy>> proxy = UdpProxy::open(options.proxy, network, clock);
    if (!proxy) return proxy.error();
    if (store != nullptr) {
        // A recording has one clock, however many recorders it takes.
        const auto before = store->clock(clock.now());
        if (before && !store->clients().empty()) clock.go_on(*before);
        store->put_clock(clock.now(), clock.offset());
    }
    if (options.recorder.log != nullptr && options.proxy.store != nullptr) {
        // Also of those whom nobody knows any more: what they were sent is recorded, and they end.
        options.recorder.left = options.recorder.log->left();
        options.recorder.log->append_restart();
    }
    auto board = std::make_unique<StatusBoard>();
    board->change([&](SessionStatus& status) { status.recorder_alive = clock.now(); });
    options.recorder.on_second =
        [&board = *board, &clock,
         then = std::move(options.recorder.on_second)](const RecorderTotals& totals) {
            board.change([&](SessionStatus& status) {
                // Those of a moment ago; the wire's thread counts meanwhile.
                const std::uint64_t lost = std::max(status.recorded.lost, totals.lost);
                const std::uint64_t spilled = std::max(status.recorded.spilled, totals.spilled);
                status.recorded = totals;
                status.recorded.lost = lost;
                status.recorded.spilled = spilled;
                leave_out_who_left(status);
                status.recorder_alive = clock.now();
            });
            if (then) then(totals);
        };
    RecoveryLog* const log = options.recorder.log;
    std::vector<ClientId> left;
    std::vector<ClientId> said_goodbye;
    for (const auto& [client, connection] : options.recorder.left) {
        left.push_back(client);
        if (connection.said_goodbye) said_goodbye.push_back(client);
    }
    std::unique_ptr<RecordingSession> session(new RecordingSession(
        *std::move(proxy), std::move(options.recorder), clock, std::move(board), log));
    session->store_ = store;
    session->drop_who_left(left);
    for (const ClientId client : said_goodbye)
        session->resumed_ -= session->proxy_->table().all().count(client);
    return session;
}

// Who played with the earlier recorder and cannot with this one.
void RecordingSession::drop_who_left(const std::vector<ClientId>& left) {
    for (const ClientId client : left)
        if (proxy_->table().all().count(client) == 0) to_queue_->on_client_gone(client);
}

RecordingSession::RecordingSession(std::unique_ptr<UdpProxy> proxy, RecorderOptions options,
                                   Clock& clock, std::unique_ptr<StatusBoard> board,
                                   RecoveryLog* log)
    : board_(std::move(board)),
      proxy_(std::move(proxy)),
      recorder_(std::move(options), clock),
      to_queue_(std::make_unique<ToQueue>(recorder_.queue(), log)),
      clock_(clock),
      started_(clock.now()),
      last_look_(clock.now()),
      last_poll_(clock.now()),
      asleep_(clock.asleep()),
      resumed_(proxy_->resume(*to_queue_)) {
    post_status();
}

RecordingSession::~RecordingSession() = default;

Clock::TimePoint RecordingSession::poll(std::chrono::milliseconds timeout) {
    const auto now = proxy_->poll(timeout, *to_queue_);
    if (const auto since = std::exchange(last_poll_, now); now - since > kStandstill + timeout) {
        note_standstill("stood still", now - since);
        stood_still_ = now;
    }
    if (now - last_look_ < kLookEvery) return now;
    follow_the_clock();
    post_status();
    return now;
}

bool RecordingSession::anyone_plays() const {
    const auto& all = proxy_->table().all();
    return std::any_of(all.begin(), all.end(), [now = clock_.now()](const auto& entry) {
        return entry.second.plays() && now - entry.second.last_seen < kStillPlays;
    });
}

void RecordingSession::post_status() {
    const auto now = clock_.now();
    const auto seconds = [&](Clock::TimePoint since) {
        return std::chrono::duration<double>(now - since).count();
    };
    std::vector<ClientStatus> clients;
    for (const auto& [id, client] : proxy_->table().all())
        if (client.plays())
            clients.push_back({id, client.from, client.upstreams.front().socket->local(),
                               seconds(client.since), seconds(client.last_seen), client.to_server,
                               client.to_client});
    std::sort(clients.begin(), clients.end(),
              [](const ClientStatus& a, const ClientStatus& b) { return a.id < b.id; });
    std::vector<ClientId> left;
    const std::chrono::nanoseconds busy = processor_time();
    board_->change([&](SessionStatus& status) {
        left = status.recorded.left;
        const auto seen = std::max(status.recorder_alive, stood_still_);
        recorder_sign_ = recorder_watch_.look(now, seen, busy);
        recorder_stalled_ = recorder_sign_ == ThreadSign::Works ? 0 : seconds(seen);
        status.recorder = recorder_sign_;
        status.recorder_stalled = recorder_stalled_;
        status.listen = proxy_->local();
        status.server = proxy_->server();
        status.server_answers = proxy_->server_answers();
        status.seconds = seconds(started_);
        status.standstills = standstills_;
        status.clients = std::move(clients);
        leave_out_who_left(status);
        status.candidates = proxy_->candidates();
        // Also while the recorder's thread is held.
        status.recorded.lost = recorder_.queue().lost();
        status.recorded.spilled = recorder_.queue().spilled();
        status.queue_bytes = recorder_.queue().bytes();
        status.queue_limit = recorder_.queue().limit();
        status.wire = proxy_->statistics();
        status.wire_alive = now;
    });
    proxy_->note_left(left);
    for (const ClientId id : left) {
        const auto client = proxy_->table().all().find(id);
        if (client != proxy_->table().all().end() && now - client->second.last_seen >= kGoodbye)
            proxy_->forget(id, *to_queue_);
    }
}

void RecordingSession::order(const std::string& what, ClientId client, const std::string& text) {
    const QueueItem::Kind kind = what == "split"  ? QueueItem::Kind::Split
                                 : what == "mark" ? QueueItem::Kind::Mark
                                                  : QueueItem::Kind::Save;
    recorder_.queue().push(kind, client, text);
}

void RecordingSession::tell(const std::string& what) {
    recorder_.queue().push(QueueItem::Kind::Problem, 0, what);
}

// What the players saw of it, nobody else can explain.
void RecordingSession::note_standstill(const char* what, std::chrono::nanoseconds time) {
    ++standstills_;
    const auto seconds = std::chrono::round<std::chrono::seconds>(time);
    tell(concat(what, " for ", seconds.count(), " s: nothing was ",
                proxy_->listens_in() ? "read" : "forwarded", " meanwhile"));
}

// A stepped wall clock changes no time within a recording. As long as somebody is there, also new
// ones have the time of before: all clients have one.
void RecordingSession::follow_the_clock() {
    last_look_ = clock_.now();
    if (store_ != nullptr) store_->put_clock(last_look_, clock_.offset());
    if (const auto before = std::exchange(asleep_, clock_.asleep()); asleep_ - before > kStandstill)
        note_standstill("the machine was suspended", asleep_ - before);
    const std::chrono::nanoseconds step = clock_.step();
    if (std::chrono::abs(step) >= kStep && proxy_->clients() + proxy_->candidates() == 0) {
        clock_.anchor();
        reported_step_ = {};
        return;
    }
    const std::chrono::duration<double> seconds = step - reported_step_;
    if (std::chrono::abs(seconds) < kStep) return;
    reported_step_ = step;
    tell(concat("the clock was set by ", seconds.count(),
                " s; recordings, also new ones, keep the time of before until nobody is here"));
}

void RecordingSession::set_access(AccessList access) {
    proxy_->set_access(std::move(access), *to_queue_);
}

SessionReport RecordingSession::stop() {
    recorder_.stop();
    // Nobody has to wait whether they come back: that would be another recording now.
    for (const ClientId client : recorder_.totals().left) proxy_->forget(client, *to_queue_);
    return {recorder_.totals(),     recorder_.first_failed(), recorder_.connections(),
            recorder_.unrecorded(), recorder_.left_early(),   recorder_.gaps_nowhere(),
            proxy_->statistics()};
}

}  // namespace tickreel
