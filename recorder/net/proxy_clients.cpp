// Who comes to the proxy, and who may stay.

#include <algorithm>
#include <utility>

#include "recorder/net/proxy_tags.h"
#include "recorder/net/udp_proxy.h"
#include "tickreel/base/concat.h"

namespace tickreel {

namespace {

// What stands for a proof where there are no tokens: a further step of the handshake after the
// server's answer and a datagram as only players send it, or two of these.
constexpr int kStepsEnough = 2;
constexpr std::size_t kMaxKept = 64;
constexpr std::chrono::milliseconds kLookForRoom{200};
constexpr std::chrono::seconds kSayTooFast{10};
constexpr std::size_t kMaxKeptBytes = 16UL * 1024;

// A client whose first datagram got no answer sends it again; so does who cannot hear the answer.
bool repeats_the_first(const Candidate& candidate, ByteView bytes) {
    const auto first = std::find_if(candidate.kept.begin(), candidate.kept.end(),
                                    [](const Candidate::BufferedDatagram& one) {
                                        return one.direction == Direction::ToServer;
                                    });
    return first != candidate.kept.end() &&
           std::equal(first->bytes.begin(), first->bytes.end(), bytes.begin(), bytes.end());
}

}  // namespace

bool UdpProxy::has_room(const Endpoint& from, ProxyListener& listener) {
    const bool full = table_.playing() >= options_.max_clients;
    const bool many = options_.max_clients_of_address != 0 &&
                      table_.playing_near(from) >= options_.max_clients_of_address;
    if (!full && !many) return true;
    if (make_room(many ? &from : nullptr, listener)) return has_room(from, listener);
    if (std::exchange(full_reported_, true)) return false;
    const char* away = listens_in() ? " not recorded" : " turned away";
    listener.on_problem(full ? concat("more than ", options_.max_clients,
                                      " clients at once; new ones are", away, " until others leave")
                             : concat("more than ", options_.max_clients_of_address,
                                      " clients from one address; further ones are", away));
    return false;
}

// A handshake without tokens can be sent from an address that hears nothing: who then fell silent
// gives way to others. A flood does not have the clients looked through for each datagram.
bool UdpProxy::make_room(const Endpoint* near, ProxyListener& listener) {
    if (listens_in() || now_ - found_no_room_ < kLookForRoom) return false;
    const ClientId silent = table_.silent_newcomer(now_, options_.candidate_timeout, near);
    if (silent == 0)
        found_no_room_ = now_;
    else
        forget(silent, listener);
    return silent != 0;
}

Client* UdpProxy::client_of(const ReceiveBatch::Entry& entry, std::uint16_t server_port,
                            ProxyListener& listener) {
    if (Client* known = table_.find(entry.from)) return known;
    const ClientIntent intent = intent_of(entry.bytes);
    const bool admitted = options_.access.admits(entry.from);
    const bool beyond =
        admitted && intent != ClientIntent::Query && !has_room(entry.from, listener);
    if (beyond) ++statistics_.no_room;
    Client* added =
        admitted && !beyond ? new_candidate(entry, intent, server_port, listener) : nullptr;
    if (added == nullptr) ++statistics_.turned_away;
    return added;
}

Client* UdpProxy::new_candidate(const ReceiveBatch::Entry& entry, ClientIntent intent,
                                std::uint16_t server_port, ProxyListener& listener) {
    const bool query = intent == ClientIntent::Query;
    if (const ClientId oldest = table_.candidate_to_evict(query, entry.from); oldest != 0)
        forget(oldest, listener);
    Client client;
    client.id = next_id_;
    client.from = entry.from;
    client.since = client.last_seen = client.heard = now_;
    client.rate = RateLimit(options_.max_rate);
    client.candidate = std::make_unique<Candidate>();
    client.candidate->query = query;
    client.candidate->since = client.since;
    const Endpoint own = addresses_.take(client.from);
    if (own == Endpoint{} && addresses_.any() && !std::exchange(shares_reported_, true))
        listener.on_problem(
            "the range of --upstream has no address left: new clients share that of "
            "this machine, and with it the server's limits and bans");
    if (const auto opened = open_upstream(client, server_port, own); !opened) {
        addresses_.give_back(own, client.from, false);
        if (!std::exchange(full_reported_, true))
            listener.on_problem("no way to the server for a new client: " + opened.error().message);
        return nullptr;
    }
    ++next_id_;
    ++statistics_.candidates_ever;
    strays_.listen(network_, client);
    return &table_.add(std::move(client));
}

// After the datagram went on: to the recording, or to what is kept in case that it becomes one.
void UdpProxy::report(ClientId id, const Datagram& datagram, std::uint64_t place,
                      ProxyListener& listener) {
    Client* client = table_.find(id);
    if (client == nullptr) return;
    if (client->plays()) {
        // One of the same batch may have made a client of the candidate that it was.
        if (place == 0) place = listener.before_sending(id, datagram);
        listener.on_datagram(id, datagram, place);
        return;
    }
    Candidate& candidate = *client->candidate;
    if (candidate.kept.size() < kMaxKept &&
        candidate.kept_bytes + datagram.bytes.size() <= kMaxKeptBytes) {
        candidate.kept_bytes += datagram.bytes.size();
        candidate.kept.push_back({datagram.direction, datagram.time,
                                  Bytes(datagram.bytes.begin(), datagram.bytes.end())});
    }
    if (datagram.direction == Direction::ToServer)
        look_at(*client, datagram.bytes, listener);
    else
        candidate.proof.answered(datagram.bytes);
}

void UdpProxy::look_at(Client& client, ByteView bytes, ProxyListener& listener) {
    Candidate& candidate = *client.candidate;
    candidate.since = client.last_seen;
    if (client.lent) lend_address(client);
    candidate.heard += bytes.size();
    const ClientIntent intent = intent_of(bytes);
    if (candidate.query && intent != ClientIntent::Query) table_.begin_opening(client);
    if (intent == ClientIntent::Query) return;
    if (client.answered) {
        if (intent == ClientIntent::Playing)
            ++candidate.played;
        else if (!repeats_the_first(candidate, bytes))
            candidate.advanced_handshake = true;
    }
    const int steps = candidate.played + (candidate.advanced_handshake ? 1 : 0);
    client.proven = candidate.proof.heard(bytes);
    const bool seems_there = candidate.played > 0 && steps >= kStepsEnough;
    if (client.proven || (seems_there && !options_.require_token)) return admit(client, listener);
    // Its token would be in this datagram. What the server says to who plays could be guessed.
    if (!options_.require_token || candidate.played == 0) return;
    client.blocked = true;  // until it is forgotten and tries again
    if (!std::exchange(tokenless_reported_, true))
        listener.on_problem(concat("a client at ", to_string(client.from),
                                   " repeated no token of the server's and was turned away, as "
                                   "others like it will be (--require-token)"));
}

void UdpProxy::admit(Client& client, ProxyListener& listener) {
    if (!has_room(client.from, listener)) {
        client.blocked = client.no_room = true;  // until it is forgotten and tries again
        return;
    }
    const std::vector<Candidate::BufferedDatagram> kept = std::move(client.candidate->kept);
    table_.admit(client);
    ++statistics_.clients_ever;
    remember(client);
    listener.on_client(client.id, client.from);
    for (const Candidate::BufferedDatagram& one : kept) {
        const Datagram datagram{one.direction, one.time, one.bytes};
        listener.on_datagram(client.id, datagram, listener.before_sending(client.id, datagram));
    }
}

// Once of each client, and not of a flood from addresses that are not proven.
void UdpProxy::note_too_fast(Client& client, ProxyListener& listener) {
    const bool just_said = too_fast_said_ != TimePoint{} && now_ - too_fast_said_ < kSayTooFast;
    if (!client.plays() || client.too_fast_said || just_said) return;
    client.too_fast_said = true;
    too_fast_said_ = now_;
    listener.on_problem(concat("the client at ", to_string(client.from), " sends more than ",
                               options_.max_rate,
                               " datagrams a second: further ones are dropped, and the game misses "
                               "them (--max-rate)"));
}

bool UdpProxy::within_budget(Client& client, ByteView answer) {
    if (client.plays()) return true;
    Candidate& candidate = *client.candidate;
    // Who plays from here has shown that it is there.
    const bool known = table_.playing_from(client.from) > 0;
    if (!known && candidate.sent + answer.size() > candidate.heard * options_.max_amplification) {
        ++statistics_.withheld;
        return false;
    }
    candidate.sent += answer.size();
    return true;
}

}  // namespace tickreel
