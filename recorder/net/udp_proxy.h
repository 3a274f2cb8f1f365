#pragma once
// A transparent UDP proxy: every client (address and port) gets a separate upstream socket, so the
// server can tell clients apart; datagrams are forwarded unchanged and in order, and are reported
// only AFTER that (ProxyListener::before_sending aside). It never answers or adds anything. One
// thread calls poll().
//
// Candidates: an address that has only queried the server list or started a handshake is a
// candidate. It occupies no slot, is removed after 5 s of silence, and is never sent more bytes
// than it sent, so that the proxy cannot be used for amplification. It becomes a client when it
// repeats a value that only the server's answer contained (AddressProof), or, in protocols without
// tokens, after two further steps following the server's answer (which can be sent blindly, see
// ProxyOptions::require_token). Only clients are reported, then
// from their first datagram on. Silent clients are removed: DDNet keeps a silent connection for 100
// s, so the default is 120 s.
//
// A server may redirect its clients to another of its ports (ProxyOptions::redirect): then the
// proxy listens on that port too or, if it is taken (by the server itself, on the same machine), on
// another one, which it writes into the redirecting datagram: its only modification.

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "recorder/net/access_list.h"
#include "recorder/net/client_store.h"
#include "recorder/net/server_probe.h"
#include "recorder/net/server_search.h"
#include "recorder/net/stray_answers.h"
#include "recorder/net/upstream_addresses.h"

namespace tickreel {

// A port named in a datagram of the server: 16 bits, high byte first, at `offset`.
struct PortRedirect {
    std::uint16_t port = 0;
    std::size_t offset = 0;
};

inline constexpr std::size_t kMaxRedirect = 32;

struct ProxyOptions {
    Endpoint listen{};
    Endpoint server{};
    std::chrono::seconds idle_timeout{120};
    std::chrono::milliseconds candidate_timeout{5000};
    std::size_t max_clients = 512;
    std::size_t max_clients_of_address = 0;  // IPv6: of a /64; 0: no separate limit
    unsigned max_rate = 0;                   // datagrams per second from one client; 0: no limit
    unsigned max_amplification =
        1;                       // bytes of answer per byte of a candidate's; 1: no amplification
    bool require_token = false;  // who has proven nothing by AddressProof never becomes a client
    std::optional<AddressRange> upstream_range{};
    UpstreamView upstream_view = UpstreamView::Ours;
    AccessList access{};
    ClientStore* store = nullptr;  // must outlive the proxy; nullptr: a restart loses the clients
    // Asked, on another thread, while the server is missed; unset: it is where it is.
    FindServer find_server{};
    // Whether a datagram of the server, of kMaxRedirect bytes at most, redirects its client to
    // another port. The client keeps its own port towards the server.
    std::function<std::optional<PortRedirect>(ByteView datagram)> redirect{};
    // Classifies a client's datagram; if unset, everything is Playing.
    std::function<ClientIntent(ByteView datagram)> intent{};
};

// A name may have several addresses, in another order each time: while it has the one of `server`,
// where clients of the recorder before may play, that is the server.
void stay_with(ProxyOptions& proxy, const std::optional<Endpoint>& server);

class ProxyListener {
public:
    virtual ~ProxyListener() = default;
    // Just before a datagram of a client is sent on, for what must not be lost when the program is
    // killed in between. Must be quick. What it returns comes back with on_datagram().
    virtual std::uint64_t before_sending(ClientId, const Datagram&) { return 0; }
    virtual void on_datagram(ClientId client, const Datagram& datagram, std::uint64_t place) = 0;
    virtual void on_client(ClientId client, const Endpoint& from) = 0;  // before its first datagram
    virtual void on_client_gone(ClientId client) = 0;                   // idle for too long
    virtual void on_problem(const std::string& message) = 0;            // rare; one line
};

// A histogram of the time from receiving a batch to having forwarded it. Every datagram is counted,
// so the bounds (ns) are constants in the code, not a table that is read from memory.
struct ForwardingTimes {
    static constexpr std::array<std::chrono::nanoseconds::rep, 9> kBounds{
        10'000, 25'000, 50'000, 100'000, 250'000, 500'000, 1'000'000, 5'000'000, 25'000'000};
    std::array<std::uint64_t, kBounds.size() + 1> counts{};  // the last: longer
    std::chrono::nanoseconds sum{};
    void add(std::chrono::nanoseconds time) {
        const std::size_t shorter = [&]<std::size_t... I>(std::index_sequence<I...>) {
            return (std::size_t{time.count() > kBounds[I]} + ...);
        }
        (std::make_index_sequence<kBounds.size()>());
        ++counts[shorter];
        sum += time;
    }
};

struct ProxyStatistics {
    std::uint64_t to_server = 0;  // forwarded datagrams
    std::uint64_t to_client = 0;
    std::uint64_t bytes = 0;
    std::uint64_t refused = 0;       // ICMP errors from the server or a client
    std::uint64_t dropped = 0;       // rejected by the system, or it had no socket for them
    std::uint64_t turned_away = 0;   // datagrams of blocked addresses
    std::uint64_t no_room = 0;       // of these, of clients beyond the limits
    std::uint64_t rate_limited = 0;  // datagrams beyond max_rate
    std::uint64_t withheld = 0;      // answers larger than what the address had sent
    std::uint64_t overflowed = 0;    // dropped by the system before they were read
    std::uint64_t given_up = 0;  // candidates that went on after the server's answer, not to play
    std::uint64_t clients_ever = 0;
    std::uint64_t candidates_ever = 0;
    ForwardingTimes times{};
};

class UdpProxy {
public:
    // `network` and `clock` must outlive the proxy.
    static Result<std::unique_ptr<UdpProxy>> open(const ProxyOptions& options, Network& network,
                                                  const Clock& clock);

    Endpoint local() const { return front_->local(); }
    const Endpoint& server() const { return options_.server; }
    std::size_t clients() const { return table_.playing(); }
    std::size_t candidates() const { return table_.candidates(); }
    const ClientTable& table() const { return table_; }
    ProxyStatistics statistics() const;
    bool server_answers() const { return server_ == ServerState::Answers; }
    // Nothing is forwarded: the clients are connected to the server itself.
    bool listens_in() const { return options_.upstream_view == UpstreamView::Endpoints; }

    // Call before the first poll(): restores the clients of an earlier proxy with the ports by
    // which the server and they know each other. Returns their number.
    std::size_t resume(ProxyListener& listener);
    // Forwards waiting datagrams, of some sockets one only; waits if there are none. Returns the
    // time.
    [[gnu::hot]] Clock::TimePoint poll(std::chrono::milliseconds timeout, ProxyListener& listener);
    // Its slot is free, and what it sends next is a new client's.
    void forget(ClientId id, ProxyListener& listener);
    // Who of the clients said goodbye, by number: whoever comes from where they are gets their
    // address.
    void note_left(const std::vector<ClientId>& left);
    // Clients that are no longer allowed are removed immediately.
    void set_access(AccessList access, ProxyListener& listener);

private:
    using TimePoint = Clock::TimePoint;

    UdpProxy(const ProxyOptions& options, Network& network, const Clock& clock,
             std::unique_ptr<DatagramSocket> front);
    [[gnu::hot]] void serve_front(const DatagramSocket& front, std::uint16_t server_port,
                                  ProxyListener& listener);
    [[gnu::hot]] bool may_send(Client& client, ProxyListener& listener);
    [[gnu::hot]] void report(ClientId id, const Datagram& datagram, std::uint64_t place,
                             ProxyListener& listener);
    [[gnu::hot]] void forget_idle(ProxyListener& listener);
    void lend_address(Client& client);
    void return_address(const Client& client);
    void excuse(std::chrono::nanoseconds absence);
    [[gnu::hot]] void note_forwarded();
    [[gnu::hot]] void note_question();
    enum class ServerState { Answers, Refuses, Silent };
    static constexpr std::chrono::milliseconds kLastWords{100};  // read after it has ended
    [[gnu::hot]] void note_server(ServerState state, ProxyListener& listener);
    void note_refusal(bool on_its_port, ProxyListener& listener);
    [[gnu::hot]] void note_answer(bool on_its_port, ProxyListener& listener);
    void probe_server(ProxyListener& listener);
    // A server that was started since it last spoke to who plays does not know him, but answers
    // whoever connects; what others send it need not answer.
    bool expects_answer(const Client& client, ByteView bytes) const {
        if (client.plays() && client.answered) return true;
        return (client.plays() || presumed_) && intent_of(bytes) == ClientIntent::Opening;
    }
    // What it sent before it ended may be read after a refusal.
    bool are_last_words() const {
        return server_ == ServerState::Refuses && now_ - refused_ < kLastWords;
    }
    bool is_server_missed() const;
    bool somebody_waits() const;
    void search_server(ProxyListener& listener);
    void move_to(const ServerPlace& place, ProxyListener& listener);
    void look_for_strays(ProxyListener& listener);
    // When it passed: now, but for what waited where somebody listened in.
    std::chrono::nanoseconds time_of(const ReceiveBatch::Entry& entry,
                                     std::chrono::nanoseconds now) const {
        return entry.passed == TimePoint{} ? now : std::min(clock_.utc(entry.passed), now);
    }
    bool is_server(const Endpoint& from) const { return from.same_address(options_.server); }

    // proxy_down.cpp: from the server to the clients
    struct Down {
        ClientId client = 0;
        const DatagramSocket* front = nullptr;
        ByteView received{};
        std::uint64_t place = 0;  // of before_sending()
        std::chrono::nanoseconds time{};
    };
    [[gnu::hot]] void serve_clients(ProxyListener& listener);
    [[gnu::hot]] std::size_t receive_down(const DatagramSocket& socket, bool is_new, bool& refused);
    [[gnu::hot]] void take_down(ClientId id, std::size_t upstream, ProxyListener& listener);
    [[gnu::hot]] void send_down();
    [[gnu::hot]] void report_down(ProxyListener& listener);

    // proxy_clients.cpp: admission and removal
    [[gnu::hot]] Client* client_of(const ReceiveBatch::Entry& entry, std::uint16_t server_port,
                                   ProxyListener& listener);
    Client* new_candidate(const ReceiveBatch::Entry& entry, ClientIntent intent,
                          std::uint16_t server_port, ProxyListener& listener);
    bool has_room(const Endpoint& from, ProxyListener& listener);
    bool make_room(const Endpoint* near, ProxyListener& listener);
    void look_at(Client& client, ByteView bytes, ProxyListener& listener);
    void admit(Client& client, ProxyListener& listener);
    void note_too_fast(Client& client, ProxyListener& listener);
    [[gnu::hot]] bool within_budget(Client& client, ByteView answer);
    ClientIntent intent_of(ByteView bytes) const {
        return options_.intent ? options_.intent(bytes) : ClientIntent::Playing;
    }

    // proxy_resume.cpp: restoring clients after a restart
    Result<void> resume(const ClientRecord& record);
    void resume_fronts();
    void remember(const Client& client);

    // proxy_ports.cpp: port redirects
    [[gnu::hot]] const DatagramSocket* upstream_of(Client& client, std::uint16_t server_port);
    Result<void> open_upstream(Client& client, std::uint16_t server_port,
                               const Endpoint& first_own);
    std::optional<PortRedirect> redirect_in(ByteView bytes) const {
        if (bytes.size() > kMaxRedirect || !options_.redirect) return std::nullopt;
        return options_.redirect(bytes);
    }
    Bytes redirected(Client& client, const PortRedirect& redirect, ByteView bytes,
                     ProxyListener& listener);
    [[gnu::hot]] const DatagramSocket* front_of(std::uint16_t server_port) const;
    const DatagramSocket* open_front(std::uint16_t server_port, ProxyListener& listener);

    [[gnu::hot]] void count(Sent sent, std::uint64_t& counter, std::size_t bytes);

    ProxyOptions options_;
    Network& network_;
    const Clock& clock_;
    std::unique_ptr<DatagramSocket> front_;
    std::map<std::uint16_t, std::unique_ptr<DatagramSocket>> extra_fronts_{};  // by server's port
    std::vector<std::uint64_t> ready_{};                                       // tags of sockets
    ReceiveBatch batch_;
    std::vector<std::pair<ClientId, std::uint64_t>> owners_{};  // of batch_, and the places
    ReceiveBatch down_batch_{ReceiveBatch::kMaxEntries};
    std::vector<Down> down_{};          // of these, what goes to clients and is not reported yet
    std::vector<Outgoing> outgoing_{};  // of these, the last ones: not sent yet
    std::vector<Bytes> changed_{};      // what a redirect has made of some
    std::vector<Sent> results_{};
    ClientTable table_;
    UpstreamAddresses addresses_;
    ClientId next_id_ = 1;
    TimePoint now_{};  // when it last waited or sent: a reading serves all that is waiting then
    TimePoint last_to_server_{};  // when a client's datagrams were last received
    TimePoint last_sweep_{};
    TimePoint unanswered_since_{};  // a client sends but the server is silent; {}: no
    TimePoint last_unanswered_{};   // it still sent then
    bool full_reported_ = false;
    bool tokenless_reported_ = false;
    bool shares_reported_ = false;
    TimePoint found_no_room_{};
    TimePoint too_fast_said_{};  // of whichever client
    ServerState server_ = ServerState::Answers;
    TimePoint refused_{};             // when it last refused
    TimePoint last_heard_{};          // the server
    bool refused_elsewhere_ = false;  // on a port to which it sent a client, and not heard since
    bool presumed_ = false;           // it did not refuse, and said nothing since it had
    bool unheard_ = false;            // since then a candidate has waited long for an answer
    ServerProbe probe_{};
    std::string probe_failed_{};  // why; "": it did not, or that is over
    ServerSearch search_{};
    std::string search_failed_{};  // why; "": it did not, or that is over
    StrayAnswers strays_{};
    ProxyStatistics statistics_;
};

}  // namespace tickreel
