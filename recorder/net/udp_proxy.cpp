#include "recorder/net/udp_proxy.h"

#include <algorithm>
#include <utility>

#include "recorder/net/proxy_tags.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/text.h"

namespace tickreel {

namespace {

constexpr std::chrono::seconds kSweepEvery{1};
// One that was told why it may not play says no more, and is perhaps back from another port.
constexpr std::chrono::seconds kHandshakePause{1};
constexpr std::chrono::seconds kAbsent{3};  // since the last sweep: the program stood still
constexpr std::chrono::seconds kServerPatience{5};
// Batches served from one socket before the others get their turn.
constexpr int kRounds = 8;
// Within so long of the last datagrams of clients several are expected. Else one is taken: looking
// for another costs half as much as receiving it, and the next wait() says if there is one.
constexpr std::chrono::milliseconds kBurst{1};
// How many a first batch has room for then; preparing room costs.
constexpr std::size_t kFewDatagrams = 4;

bool is_any(const Endpoint& endpoint) {
    const std::size_t from = endpoint.is_v4() ? 12 : 0;
    return std::all_of(endpoint.address.begin() + static_cast<std::ptrdiff_t>(from),
                       endpoint.address.end(), [](std::uint8_t byte) { return byte == 0; });
}

// Forwarding to ourselves would go round without end.
bool is_same_place(const Endpoint& listen, const Endpoint& server, Network& network) {
    if (listen.port != server.port) return false;
    return listen.address == server.address || is_any(server) ||
           (is_any(listen) && network.is_own_address(server));
}

}  // namespace

void stay_with(ProxyOptions& proxy, const std::optional<Endpoint>& server) {
    if (!server || !proxy.find_server) return;
    const Result<ServerPlace> place = proxy.find_server(*server);
    if (!place || place->server != *server) return;
    proxy.server = place->server;
    proxy.upstream_range = place->upstream_range;
}

Result<std::unique_ptr<UdpProxy>> UdpProxy::open(const ProxyOptions& options, Network& network,
                                                 const Clock& clock) {
    Result<std::unique_ptr<DatagramSocket>> front = network.bind(options.listen);
    if (!front) return front.error();
    if (is_same_place((*front)->local(), options.server, network))
        return fail("the proxy would listen on the server's own address ",
                    to_string(options.server));
    if (const auto watched = network.watch(**front, front_tag()); !watched) return watched.error();
    return std::unique_ptr<UdpProxy>(new UdpProxy(options, network, clock, *std::move(front)));
}

UdpProxy::UdpProxy(const ProxyOptions& options, Network& network, const Clock& clock,
                   std::unique_ptr<DatagramSocket> front)
    : options_(options),
      network_(network),
      clock_(clock),
      front_(std::move(front)),
      addresses_(options.upstream_range, options.upstream_view, front_->local()),
      last_sweep_(clock.now()) {}

Clock::TimePoint UdpProxy::poll(std::chrono::milliseconds timeout, ProxyListener& listener) {
    network_.wait(timeout, ready_);
    now_ = clock_.now();
    for (int round = 0; round < kRounds && !ready_.empty(); ++round) {
        serve_clients(listener);
        for (const std::uint64_t tag : ready_) {
            if (tag == front_tag()) {
                serve_front(*front_, options_.server.port, listener);
            } else if (is_extra_front(tag)) {
                const std::uint16_t port = extra_front_port(tag);
                serve_front(*extra_fronts_.at(port), port, listener);
            }
        }
        if (down_.empty() || ready_.size() < 2) break;  // no burst
        network_.wait({}, ready_);
    }
    report_down(listener);
    forget_idle(listener);
    return now_;
}

void UdpProxy::note_forwarded() {
    const auto received = std::exchange(now_, clock_.now());
    statistics_.times.add(now_ - received);
}

void UdpProxy::count(Sent sent, std::uint64_t& counter, std::size_t bytes) {
    if (sent == Sent::Yes) {
        ++counter;
        statistics_.bytes += bytes;
    } else {
        ++(sent == Sent::Refused ? statistics_.refused : statistics_.dropped);
    }
}

bool UdpProxy::may_send(Client& client, ProxyListener& listener) {
    if (client.blocked) {
        ++statistics_.turned_away;
        if (client.no_room) ++statistics_.no_room;
        return false;
    }
    if (options_.max_rate == 0 || client.rate.take(now_)) return true;
    ++statistics_.rate_limited;
    note_too_fast(client, listener);
    return false;
}

void UdpProxy::serve_front(const DatagramSocket& front, std::uint16_t server_port,
                           ProxyListener& listener) {
    const bool burst = now_ - std::exchange(last_to_server_, now_) < kBurst;
    for (int round = 0; round < kRounds; ++round) {
        bool refused = false;
        const std::size_t most = !burst ? 1 : round == 0 ? kFewDatagrams : batch_.capacity();
        batch_.clear();
        if (front.receive_more(batch_, most, refused) == 0) {
            if (!refused) return;
            ++statistics_.refused;
            continue;
        }
        const auto now = clock_.utc(now_);
        // All of the batch goes on its way before anyone decodes it.
        owners_.clear();
        for (const ReceiveBatch::Entry& entry : batch_.entries()) {
            Client* client = client_of(entry, server_port, listener);
            auto& [owner, place] = owners_.emplace_back();
            if (client == nullptr || !may_send(*client, listener)) continue;
            client->last_seen = client->heard = now_;
            client->via = entry.to;
            const DatagramSocket* upstream = upstream_of(*client, server_port);
            if (upstream == nullptr) {
                ++statistics_.dropped;
                continue;
            }
            owner = client->id;
            if (client->plays())
                place = listener.before_sending(
                    client->id, {Direction::ToServer, time_of(entry, now), entry.bytes});
            const Sent sent = upstream->send(entry.bytes);
            count(sent, statistics_.to_server, entry.bytes.size());
            client->to_server.add(entry.bytes.size());
            if (sent == Sent::Refused) note_refusal(server_port == options_.server.port, listener);
            if (expects_answer(*client, entry.bytes)) note_question();
        }
        note_forwarded();
        report_down(listener);  // it came before
        for (std::size_t i = 0; i < owners_.size(); ++i) {
            const ReceiveBatch::Entry& entry = batch_.entries()[i];
            if (const auto [id, place] = owners_[i]; id != 0)
                report(id, {Direction::ToServer, time_of(entry, now), entry.bytes}, place,
                       listener);
        }
        if (!burst || batch_.entries().size() < most) return;
    }
}

ProxyStatistics UdpProxy::statistics() const {
    ProxyStatistics now = statistics_;
    for (const auto& [id, client] : table_.all())
        if (client.went_elsewhere()) ++now.given_up;
    now.overflowed += front_->overflowed();
    for (const auto& [port, front] : extra_fronts_) now.overflowed += front->overflowed();
    for (const auto& [id, client] : table_.all())
        for (const Upstream& upstream : client.upstreams)
            now.overflowed += upstream.socket->overflowed();
    return now;
}

void UdpProxy::note_question() {
    // The last words of a client that leaves need no answer: a silence begins with a client that
    // goes on sending.
    if (unanswered_since_ == TimePoint{} || now_ - last_unanswered_ > kServerPatience / 2)
        unanswered_since_ = now_;
    last_unanswered_ = now_;
}

void UdpProxy::note_server(ServerState state, ProxyListener& listener) {
    unanswered_since_ = {};
    const bool answers = state == ServerState::Answers;
    // Whoever answers there next is another process, which does not know those who play.
    if (state == ServerState::Refuses && server_ != state)
        for (auto& [id, client] : table_.all())
            if (client.plays()) client.answered = false;
    if (answers) {
        last_heard_ = now_;
        refused_elsewhere_ = unheard_ = presumed_ = false;
    }
    if (answers == (std::exchange(server_, state) == ServerState::Answers)) return;
    const std::string server = to_string(options_.server);
    if (answers)
        listener.on_problem("the server at " + server + " answers again");
    else
        listener.on_problem(
            concat("the server at ", server, " does not answer",
                   listens_in() ? "" : "; clients are forwarded as soon as it does"));
}

void UdpProxy::note_refusal(bool on_its_port, ProxyListener& listener) {
    if (on_its_port) {
        refused_ = now_;
        note_server(ServerState::Refuses, listener);
    } else {
        refused_elsewhere_ = true;
    }
}

// What it says on a port to which it sent a client ends its silence, too. One that refuses on its
// own port may go on there: whoever comes next finds nobody.
void UdpProxy::note_answer(bool on_its_port, ProxyListener& listener) {
    if (are_last_words()) return;
    if (on_its_port || server_ == ServerState::Silent) {
        note_server(ServerState::Answers, listener);
        return;
    }
    unanswered_since_ = {};
    last_heard_ = now_;
    refused_elsewhere_ = unheard_ = presumed_ = false;
}

void UdpProxy::forget(ClientId id, ProxyListener& listener) {
    const Client* client = table_.find(id);
    if (client == nullptr) return;
    const bool played = client->plays();
    if (client->went_elsewhere()) ++statistics_.given_up;
    if (!client->lent) return_address(*client);
    for (const Upstream& upstream : client->upstreams)
        statistics_.overflowed += upstream.socket->overflowed();
    strays_.forget(id);
    table_.erase(id);
    if (!played) return;
    if (options_.store != nullptr) options_.store->erase(id);
    full_reported_ = false;
    listener.on_client_gone(id);
}

// That of who only tried to play is remembered as before.
void UdpProxy::return_address(const Client& client) {
    if (!client.upstreams.empty())
        addresses_.give_back(client.upstreams.front().socket->local(), client.from, client.plays());
}

void UdpProxy::lend_address(Client& client) {
    if (client.upstreams.empty()) return;
    const Endpoint upstream = client.upstreams.front().socket->local();
    const bool unused = client.plays() ? client.left
                                       : now_ - client.candidate->since >= kHandshakePause &&
                                             addresses_.remembers(upstream);
    if (unused == std::exchange(client.lent, unused)) return;
    if (unused)
        return_address(client);
    else
        addresses_.claim(upstream);
}

void UdpProxy::note_left(const std::vector<ClientId>& left) {
    for (auto& [id, client] : table_.all())
        client.left = std::binary_search(left.begin(), left.end(), id);
    for (const ClientId id : left)
        if (Client* client = table_.find(id)) lend_address(*client);
}

// Nobody could be heard meanwhile: what was said may still wait to be read.
void UdpProxy::excuse(std::chrono::nanoseconds absence) {
    for (auto& [id, client] : table_.all()) {
        client.last_seen = std::min(client.last_seen + absence, now_);
        client.heard = std::min(client.heard + absence, now_);
        if (client.candidate)
            client.candidate->since = std::min(client.candidate->since + absence, now_);
    }
}

void UdpProxy::forget_idle(ProxyListener& listener) {
    const auto passed = now_ - last_sweep_;
    if (passed < kSweepEvery) return;
    last_sweep_ = now_;
    look_for_strays(listener);
    if (passed > kAbsent) excuse(passed - kSweepEvery);
    std::vector<ClientId> gone;
    for (auto& [id, client] : table_.all()) {
        lend_address(client);
        const bool idle = client.plays()
                              ? now_ - client.last_seen >= options_.idle_timeout
                              : now_ - client.candidate->since >= options_.candidate_timeout;
        if (idle) gone.push_back(id);
        // Who goes on asking is not idle.
        if (!client.plays() && !client.answered &&
            now_ - client.since >= options_.candidate_timeout)
            unheard_ = true;
    }
    for (const ClientId id : gone) forget(id, listener);
    if (unanswered_since_ != TimePoint{} && last_unanswered_ - unanswered_since_ > kServerPatience)
        note_server(ServerState::Silent, listener);
    probe_server(listener);
    search_server(listener);
}

// A host that is switched off refuses nothing, and who finds nobody there does not begin to play:
// where it says nothing to anybody, one without an answer is enough to ask.
bool UdpProxy::is_server_missed() const {
    return server_ != ServerState::Answers || (unheard_ && now_ - last_heard_ > kServerPatience);
}

// For an answer. Who sends anything but the beginning of a handshake may not speak the server's
// language.
bool UdpProxy::somebody_waits() const {
    if (last_unanswered_ != TimePoint{} && now_ - last_unanswered_ < kServerPatience) return true;
    return std::any_of(table_.all().begin(), table_.all().end(), [this](const auto& one) {
        const Client& client = one.second;
        return !client.plays() && !client.answered && !client.candidate->kept.empty() &&
               intent_of(client.candidate->kept.front().bytes) == ClientIntent::Opening;
    });
}

void UdpProxy::search_server(ProxyListener& listener) {
    if (!options_.find_server || !is_server_missed()) return;
    const auto found = search_.look(options_.find_server, options_.server, now_);
    if (!found) return;
    // Else it may be there, and nobody asks it anything.
    if (*found && (*found)->other && server_ != ServerState::Refuses && !somebody_waits()) return;
    Result<void> usable;
    if (!*found)
        usable = found->error();
    else if (is_same_place(front_->local(), (*found)->server, network_))
        usable = fail("the server's name leads to this proxy: ", to_string((*found)->server));
    const std::string failed = usable ? "" : usable.error().message;
    if (failed != std::exchange(search_failed_, failed) && !usable) listener.on_problem(failed);
    if (usable && (*found)->server != options_.server) move_to(**found, listener);
}

// Who played there does not play here: what he sends next is a new client's.
void UdpProxy::move_to(const ServerPlace& place, ProxyListener& listener) {
    std::vector<ClientId> all;
    for (const auto& [id, client] : table_.all()) all.push_back(id);
    for (const ClientId id : all) forget(id, listener);
    listener.on_problem(
        concat("the server's name leads to ", to_string(place.server),
               place.other ? ", too, and nothing answers at " : " now, and no longer to ",
               to_string(options_.server), ": clients are forwarded there"));
    options_.server = place.server;
    options_.upstream_range = place.upstream_range;
    addresses_ =
        UpstreamAddresses(options_.upstream_range, options_.upstream_view, front_->local());
    if (options_.store != nullptr) {
        options_.store->begin_server(place.server);
        for (const auto& [port, front] : extra_fronts_)
            options_.store->put_front(port, front->local().port);
    }
    probe_ = {};
    unheard_ = false;
}

// One that fell silent has to answer somebody. Of one that refused, on whichever port, the clients
// that still count as playing may have given up.
void UdpProxy::probe_server(ProxyListener& listener) {
    const bool asked =
        table_.playing() > 0 && server_ != ServerState::Refuses && !refused_elsewhere_;
    if (asked || listens_in()) return;
    const auto there = probe_.look(network_, options_.server, now_);
    if (!there) return;
    const std::string failed = *there ? "" : there->error().message;
    if (failed != std::exchange(probe_failed_, failed) && !*there) listener.on_problem(failed);
    if (!*there) return;
    if (!**there) return note_server(ServerState::Refuses, listener);
    if (server_ != ServerState::Refuses) return;
    note_server(ServerState::Answers, listener);
    presumed_ = true;
}

void UdpProxy::look_for_strays(ProxyListener& listener) {
    if (const auto from = strays_.look())
        listener.on_problem("answers come from " + to_string(*from) + ", not from " +
                            to_string(options_.server) +
                            ": clients do not get them; --server has to name where they come from");
}

void UdpProxy::set_access(AccessList access, ProxyListener& listener) {
    options_.access = std::move(access);
    std::vector<ClientId> gone;
    for (const auto& [id, client] : table_.all())
        if (!options_.access.admits(client.from)) gone.push_back(id);
    const auto played = static_cast<std::uint64_t>(std::count_if(
        gone.begin(), gone.end(), [this](ClientId id) { return table_.all().at(id).plays(); }));
    if (played > 0)
        listener.on_problem(concat("the new lists do not admit ", plural(played, "client"),
                                   " who played: no more ",
                                   listens_in() ? "recorded" : "forwarded"));
    for (const ClientId id : gone) forget(id, listener);
}

}  // namespace tickreel
