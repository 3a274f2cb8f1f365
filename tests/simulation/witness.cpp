#include "tests/simulation/witness.h"

#include <algorithm>

#include "tests/simulation/random.h"
#include "tickreel/base/concat.h"

namespace tickreel::sim {

void Forwarding::received(bool from_clients, std::vector<Packet> packets) {
    if (!from_clients && !from_clients_ && !sending_) {
        batch_.insert(batch_.end(), packets.begin(), packets.end());
        return;
    }
    skipped_ += batch_.size() - next_;
    sending_ = false;
    from_clients_ = from_clients;
    batch_ = std::move(packets);
    next_ = 0;
}

std::uint64_t Forwarding::skipped() {
    received(true, {});
    return skipped_;
}

const Packet* Forwarding::sent(const Endpoint& from, const Endpoint& to, ByteView bytes) {
    sending_ = true;
    const auto is_it = [&](const Packet& packet) {
        if (!std::equal(bytes.begin(), bytes.end(), packet.bytes->begin(), packet.bytes->end()))
            return false;
        if (from_clients_) {
            const auto owner = client_of_.find(from);
            return owner == client_of_.end() || owner->second == packet.from;
        }
        const auto owner = client_of_.find(packet.to);
        return owner != client_of_.end() && owner->second == to;
    };
    const auto begin = batch_.begin() + static_cast<std::ptrdiff_t>(next_);
    const auto found = std::find_if(begin, batch_.end(), is_it);
    if (found == batch_.end()) {
        // An empty one asks whether anybody listens at the server (server_probe.h).
        if (!bytes.empty())
            complaints_.add(concat("forwarding: ", bytes.size(), " bytes to ", to_string(to),
                                   " that were not received, or twice, or out of order"));
        return nullptr;
    }
    skipped_ += static_cast<std::uint64_t>(found - begin);
    next_ = static_cast<std::size_t>(found - batch_.begin()) + 1;
    ++passed_;
    if (from_clients_)
        bind(*found, from);
    else
        way_of_[to].answered = true;
    return &*found;
}

void Forwarding::bind(const Packet& packet, const Endpoint& upstream) {
    Way& way = way_of_[packet.from];
    if (way.upstream != upstream) {
        const bool known = way.upstream != Endpoint{};
        if (known && still_served_ && still_served_(way.upstream, way.steps))
            complaints_.add(concat("lost client: ", to_string(packet.from),
                                   " came to the server from ", to_string(upstream),
                                   ", but still plays there as ", to_string(way.upstream)));
        if (known) client_of_.erase(way.upstream);
        way = {.upstream = upstream,
               .port = packet.to.port,
               .first = packet.bytes,
               .last = packet.bytes};
    }
    client_of_[upstream] = packet.from;
    const bool opens = packet.to.port == way.port;
    if (opens && *packet.bytes == *way.first) return;
    if (way.answered && !(opens && *packet.bytes == *way.last)) ++way.steps;
    way.last = packet.bytes;
}

namespace {

std::uint64_t item_hash(std::uint64_t id, std::span<const std::int32_t> words) {
    return hash_of_words(mixed(id + words.size() * 0x10001), words);
}

}  // namespace

std::uint64_t Truth::hash_of(const teeworlds::WireSnapshot& snapshot) {
    std::uint64_t hash = 0;
    for (std::size_t i = 0; i < snapshot.num_items(); ++i) {
        const teeworlds::SnapItem item = snapshot.get_item(i);
        hash += item_hash(static_cast<std::uint64_t>(item.id), item.ints);
    }
    return hash;
}

std::uint64_t Truth::hash_of(const Schema& schema, const Snapshot& snapshot) {
    std::uint64_t hash = 0;
    for (const Item item : snapshot)
        if (!schema.contains(item.key.type) || !schema[item.key.type].derived)
            hash += item_hash(item.key.entity, item.row);
    return hash;
}

void Truth::sent(std::uint64_t stream, int tick, std::uint64_t hash,
                 const std::vector<std::uint64_t>& packets, std::uint64_t entered) {
    for (const std::uint64_t packet : packets) of_packet_[packet] = all_.size();
    began_.emplace(stream, entered);
    by_hash_[hash].push_back(all_.size());
    all_.push_back({stream, tick, hash, packets.size(), false, true, {}, {}, 0});
}

void Truth::decoded(std::uint64_t stream, int tick, std::uint64_t hash, const Taken& taken,
                    Nanos when) {
    by_hash_[hash].push_back(all_.size());
    all_.push_back({stream, tick, hash, 0, false, true, {taken}, when, 0});
    std::vector<Nanos>& times = passed_[stream];
    times.insert(std::upper_bound(times.begin(), times.end(), when), when);
}

void Truth::taken(const Packet& packet, const Taken& part) {
    const auto of = of_packet_.find(packet.id);
    if (of != of_packet_.end() && packet.genuine) all_[of->second].taken.push_back(part);
}

void Truth::passed(const Packet& packet, Nanos when, std::uint64_t since) {
    if (!packet.genuine) return;
    if (goodbyes_.count(packet.id) != 0) ended_[packet.to] = packet.id;
    const auto of = of_packet_.find(packet.id);
    if (of == of_packet_.end()) return;
    Sent& sent = all_[of->second];
    sent.when = when;
    const auto ended = ended_.find(packet.to);
    sent.wanted =
        began_.at(sent.stream) > since && (ended == ended_.end() || ended->second < packet.id);
    passed_[sent.stream].push_back(when);
    of_packet_.erase(of);
    int& newest = newest_[sent.stream];
    if (sent.tick < newest) sent.late = true;
    newest = std::max(newest, sent.tick);
    --sent.parts;
}

Nanos Truth::last_passed(std::uint64_t stream, Nanos until) const {
    const auto known = passed_.find(stream);
    if (known == passed_.end()) return {};
    const auto after = std::upper_bound(known->second.begin(), known->second.end(), until);
    return after == known->second.begin() ? Nanos{} : *std::prev(after);
}

Truth::Sent* Truth::find(int tick, std::uint64_t hash,
                         const std::function<bool(const Taken&)>& fits,
                         const std::set<std::uint64_t>& streams) {
    const auto known = by_hash_.find(hash);
    if (known == by_hash_.end()) return nullptr;
    Sent* found = nullptr;
    for (const std::size_t index : known->second) {
        Sent& sent = all_[index];
        if (sent.tick != tick || !std::any_of(sent.taken.begin(), sent.taken.end(), fits)) continue;
        if (sent.found == 0 && streams.count(sent.stream) != 0) return &sent;
        if (found == nullptr || (found->found > 0 && sent.found == 0)) found = &sent;
    }
    return found;
}

}  // namespace tickreel::sim
