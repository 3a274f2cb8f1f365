#include "recorder/net/client_table.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace tickreel {

namespace {

template <class Counts>
void count_down(Counts& counts, const Endpoint& address) {
    const auto found = counts.find(address);
    if (found != counts.end() && --found->second == 0) counts.erase(found);
}

}  // namespace

Client* ClientTable::find(const Endpoint& from) {
    const auto known = by_endpoint_.find(from);
    return known == by_endpoint_.end() ? nullptr : known->second;
}

Client* ClientTable::find(ClientId id) {
    const auto known = clients_.find(id);
    return known == clients_.end() ? nullptr : &known->second;
}

ClientTable::Address ClientTable::address_of(const Endpoint& from) {
    Address address = from;
    address.port = 0;
    return address;
}

// A link-local address is a machine of this network, any other of IPv6 one of 2^64 of its holder.
ClientTable::Address ClientTable::holder_of(const Endpoint& from) {
    Address holder = address_of(from);
    const bool link_local = from.address[0] == 0xfe && (from.address[1] & 0xc0U) == 0x80U;
    if (!from.is_v4() && !link_local) std::fill_n(holder.address.begin() + 8, 8, 0);
    return holder;
}

void ClientTable::count_in(const Client& client) {
    ++playing_from_[address_of(client.from)];
    ++playing_near_[holder_of(client.from)];
}

Client& ClientTable::add(Client client) {
    const ClientId id = client.id;
    Client& added = clients_.emplace(id, std::move(client)).first->second;
    by_endpoint_.emplace(added.from, &added);
    if (added.plays()) {
        count_in(added);
        return added;
    }
    std::list<ClientId>& list = list_of(added.candidate->query);
    added.candidate->place = list.insert(list.end(), id);
    if (!added.candidate->query) ++openings_near_[holder_of(added.from)];
    return added;
}

void ClientTable::leave_list(Client& client) {
    list_of(client.candidate->query).erase(client.candidate->place);
    if (!client.candidate->query) count_down(openings_near_, holder_of(client.from));
}

void ClientTable::erase(ClientId id) {
    const auto found = clients_.find(id);
    if (found == clients_.end()) return;
    Client& client = found->second;
    if (client.plays()) {
        count_down(playing_from_, address_of(client.from));
        count_down(playing_near_, holder_of(client.from));
    } else {
        leave_list(client);
    }
    by_endpoint_.erase(client.from);
    clients_.erase(found);
}

void ClientTable::begin_opening(Client& client) {
    assert(client.candidate && client.candidate->query);
    leave_list(client);
    client.candidate->query = false;
    client.candidate->place = openings_.insert(openings_.end(), client.id);
    ++openings_near_[holder_of(client.from)];
}

void ClientTable::admit(Client& client) {
    assert(client.candidate);
    leave_list(client);
    client.candidate.reset();
    count_in(client);
}

std::size_t ClientTable::playing_from(const Endpoint& address) const {
    const auto found = playing_from_.find(address_of(address));
    return found == playing_from_.end() ? 0 : found->second;
}

std::size_t ClientTable::playing_near(const Endpoint& address) const {
    const auto found = playing_near_.find(holder_of(address));
    return found == playing_near_.end() ? 0 : found->second;
}

ClientId ClientTable::silent_newcomer(Clock::TimePoint now, std::chrono::nanoseconds patience,
                                      const Endpoint* near) const {
    const auto found = std::find_if(clients_.begin(), clients_.end(), [&](const auto& entry) {
        const Client& client = entry.second;
        return client.plays() && !client.proven && client.heard - client.since < patience &&
               now - client.heard >= patience &&
               (near == nullptr || holder_of(client.from) == holder_of(*near));
    });
    return found == clients_.end() ? 0 : found->first;
}

ClientId ClientTable::candidate_to_evict(bool query, const Endpoint& address) {
    if (query) return queries_.size() < kMaxQueries ? 0 : queries_.front();
    const auto same = openings_near_.find(holder_of(address));
    if (same != openings_near_.end() && same->second >= kMaxOpeningsOfAddress) {
        const auto oldest = std::find_if(openings_.begin(), openings_.end(), [&](ClientId id) {
            return holder_of(clients_.at(id).from) == same->first;
        });
        return oldest == openings_.end() ? 0 : *oldest;
    }
    return openings_.size() < kMaxOpenings ? 0 : openings_.front();
}

}  // namespace tickreel
