#include "demos/firefall/server.h"

#include <algorithm>
#include <optional>

#include "recorder/games/firefall/zone.h"

namespace tickreel::firefall_match {

using firefall::Channel;
using firefall::GssMessage;
using firefall::Handshake;

namespace {

namespace message_id = firefall::message_id;

constexpr std::uint16_t kFirstSequence = 0xfff0;  // close to wrapping, to test that
constexpr std::uint32_t kZone = 448;
constexpr std::chrono::seconds kKeyframeEvery{3};  // of one view
constexpr std::chrono::seconds kCheckEvery{2};     // of one view
constexpr std::chrono::seconds kPatience{10};      // with a client that says nothing
constexpr unsigned kCheckSteps = kCheckEvery / kStep;
constexpr std::size_t kMaxRouted = 1300;  // bytes in a packet

bool is_plain(const GssMessage& message) {
    return message.message == message_id::kKeyframe ||
           message.message == message_id::kControllerKeyframe ||
           message.message == message_id::kControllerRemove;
}

}  // namespace

class Session final : private firefall::TransportSink {
public:
    Session(Stage& stage, std::uint32_t socket, Server::Time now)
        : stage_(stage),
          sender_(socket, kFirstSequence),
          messages_(*firefall::builtin_layouts().find(kProtocol), stage.schema(),
                    firefall::SnapshotMessages::For::Client),
          heard_(now) {
        for (const auto step : {Handshake::Step::Hehe, Handshake::Step::Hugg}) {
            const Bytes shaken = firefall::write_handshake(
                {.step = step, .socket = socket, .first_sequence = kFirstSequence});
            (void)transport_.feed({Direction::ToClient, {}, shaken}, *this);
        }
    }

    std::optional<Endpoint> client{};
    ServerCounts counts{};

    bool entered() const { return entered_; }
    bool silent(Server::Time now) const { return now - heard_ > kPatience; }

    void feed(const Endpoint& from, ByteView datagram, Server::Time now) {
        client = from;
        now_ = heard_ = now;
        acks_.take(datagram, sender_, now);
        (void)transport_.feed({Direction::ToServer, now, datagram}, *this);
    }

    void tell(Server::Time now) {
        now_ = now;
        if (entered_) tell_changes();
        sender_.resend(now);
    }

    // What it knew of the zone that it leaves counts no more.
    void change_zone(Server::Time now) {
        if (!entered_) return;
        now_ = now;
        before_ = {};
        references_.clear();
        checked_.clear();
        keyframes_.clear();
        enter();
    }

    void close(Server::Time now) { sender_.send(Channel::Control, Bytes(5), now); }

    std::vector<Bytes> take() { return sender_.take(); }

private:
    void session_started(std::uint16_t) override {}

    void message(Direction direction, Channel channel, ByteView payload) override {
        if (direction != Direction::ToServer || payload.empty()) return;
        if (channel == Channel::Control) return take_control(payload);
        if (channel != Channel::Matrix) {
            ++counts.commands;
            return;
        }
        if (payload[0] == kLogin && !entered_) enter();
        if (payload[0] == kKeyframeRequest) take_request(payload.subspan(1));
    }

    void take_control(ByteView payload) {
        take_ack(payload, sender_);
        if (payload[0] == control::kClose) entered_ = false;
        if (payload[0] != control::kTimeRequest || payload.size() != 9) return;
        ByteWriter answer;
        answer.u8(control::kTimeResponse);
        answer.bytes(payload.subspan(1));
        answer.u64(static_cast<std::uint64_t>(
            std::chrono::duration_cast<std::chrono::microseconds>(now_).count()));
        sender_.send(Channel::Control, answer.data(), now_);
    }

    void enter() {
        entered_ = true;
        const Bytes zone = firefall::write_enter_zone(
            {firefall::builtin_layouts().find(kProtocol), kZone, "New Eden (embedded)"});
        sender_.send(Channel::Matrix, zone, now_);
    }

    void tell_changes() {
        const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(now_).count();
        for (const firefall::OutMessage& out :
             messages_.changes(before_, stage_.frame(), static_cast<std::uint16_t>(ms)))
            say(*firefall::read_gss(out.payload));
        before_ = stage_.frame().snapshot;
        tell_checksums();
        close_routed();
    }

    void say(const GssMessage& message) {
        if (!is_plain(message)) return route(message);
        keyframes_[message.id] = now_;
        ++counts.keyframes;
        sender_.send(Channel::ReliableGss, firefall::write_gss(message), now_);
    }

    void route(const GssMessage& message) {
        const auto known = references_.find(message.id);
        std::uint16_t reference = 0;
        if (known == references_.end()) {
            reference = next_reference_++;
            references_.emplace(message.id, reference);
            assign(reference, message.id);
        } else {
            reference = known->second;
        }
        put_routed({reference, {0, message.message, message.body}});
    }

    void assign(std::uint16_t reference, std::uint64_t id) {
        const Bytes number{static_cast<Byte>(reference), static_cast<Byte>(reference >> 8)};
        put_routed({firefall::kNoReference, {id, message_id::kAssignReference, number}});
    }

    void put_routed(const firefall::RoutedMessage& message) {
        if (routed_.size() + message.message.body.size() > kMaxRouted) close_routed();
        firefall::write_routed(message, routed_);
    }

    void close_routed() {
        if (routed_.empty()) return;
        const Bytes whole = firefall::write_gss({0, message_id::kRouted, routed_});
        // A message too large for a datagram uses the reliable channel.
        const bool fits = whole.size() <= kMaxRouted + 9;
        sender_.send(fits ? Channel::UnreliableGss : Channel::ReliableGss, whole, now_);
        routed_.clear();
    }

    std::optional<std::pair<std::uint64_t, firefall::View>> view_of(const Item& item) {
        const std::string& origin = stage_.schema()[item.key.type].origin;
        auto shape = shapes_.find(origin);
        if (shape == shapes_.end()) {
            const auto& views = firefall::builtin_layouts().find(kProtocol)->views;
            const auto known = std::find_if(views.begin(), views.end(), [&](const auto& entry) {
                return origin == std::to_string(entry.first);
            });
            if (known == views.end()) return std::nullopt;  // derived: there is no view
            shape = shapes_.emplace(origin, firefall::ViewShape(known->second)).first;
        }
        auto view = firefall::View::from_row(shape->second, item.row);
        if (!view) return std::nullopt;
        return std::pair(item.key.entity << 8 | shape->second.layout->typecode, *std::move(view));
    }

    // Sends the checksum of every view now and then, changed or not: only this shows a client what
    // it lost. Includes the reference, which may have been lost too.
    void tell_checksums() {
        for (const Item item : before_) {
            // Spread over several ticks.
            const Server::Time since =
                kStep * ((item.key.entity + 7 * std::uint64_t{item.key.type}) % kCheckSteps);
            Server::Time& last = checked_.try_emplace(item.key, now_ - since).first->second;
            if (now_ - last < kCheckEvery) continue;
            last = now_;
            const auto view = view_of(item);
            if (!view || view->second.check() != firefall::ViewCheck::Ok) continue;
            if (const auto known = references_.find(view->first); known != references_.end())
                assign(known->second, view->first);
            tell_checksum(view->first, view->second.checksum());
        }
    }

    void tell_checksum(std::uint64_t id, std::uint32_t checksum) {
        ByteWriter sum;
        sum.u32(checksum);
        route({id, message_id::kChecksum, sum.data()});
    }

    // Entries of 15 bytes: view, reference, state, the client's checksum.
    void take_request(ByteView body) {
        ByteReader in(body);
        if (in.u8() == 0) return;
        for (std::uint8_t n = in.u8(); n > 0 && !in.failed(); --n) {
            const std::uint64_t id = in.u64();
            (void)in.u16();
            (void)in.u8();
            const std::uint32_t checksum = in.u32();
            if (!in.failed()) answer(id, checksum);
        }
    }

    void answer(std::uint64_t id, std::uint32_t checksum) {
        ++counts.requests;
        for (const Item item : before_) {
            if (item.key.entity != id >> 8) continue;
            const auto view = view_of(item);
            if (!view || view->first != id) continue;
            if (view->second.checksum() == checksum) {
                tell_checksum(id, checksum);
                return close_routed();
            }
            if (now_ - keyframes_[id] < kKeyframeEvery) {
                ++counts.refused;
                return;
            }
            const Bytes keyframe = view->second.body();
            return say({id, view->second.shape().layout->keyframe_id, keyframe});
        }
    }

    Stage& stage_;
    firefall::Transport transport_{};
    firefall::Sender sender_;
    AckTracker acks_{kFirstSequence};
    firefall::SnapshotMessages messages_;
    Snapshot before_{};
    bool entered_ = false;
    Server::Time heard_;
    std::map<std::uint64_t, std::uint16_t> references_{};
    std::uint16_t next_reference_ = 1;
    std::map<std::string, firefall::ViewShape> shapes_{};  // by origin
    std::map<ItemKey, Server::Time> checked_{};
    std::map<std::uint64_t, Server::Time> keyframes_{};  // time of a view's last keyframe
    Bytes routed_{};
    Server::Time now_{};
};

Server::Server(Stage& stage, std::uint16_t game_port, Send send, std::uint32_t first_socket)
    : stage_(stage), game_port_(game_port), send_(std::move(send)), next_socket_(first_socket) {}
Server::~Server() = default;

void Server::feed(Port port, const Endpoint& from, ByteView datagram, Time now) {
    const auto socket = firefall::socket_of(datagram);
    if (!socket) return;
    if (port == Port::Matrix) return shake_hands(from, datagram, now);
    const auto found = sessions_.find(*socket);
    if (found != sessions_.end()) found->second->feed(from, datagram, now);
}

void Server::shake_hands(const Endpoint& from, ByteView datagram, Time now) {
    const auto heard = firefall::read_handshake(datagram);
    if (!heard) return;
    Handshake answer{
        .socket = heard->socket, .first_sequence = kFirstSequence, .game_port = game_port_};
    if (heard->step == Handshake::Step::Poke) {
        answer.step = Handshake::Step::Hehe;
        answer.socket = next_socket_++;
        sessions_.emplace(answer.socket, std::make_unique<Session>(stage_, answer.socket, now));
    } else if (heard->step == Handshake::Step::Kiss && sessions_.contains(heard->socket)) {
        answer.step =
            heard->gss_protocol == kProtocol ? Handshake::Step::Hugg : Handshake::Step::Abort;
    } else {
        return;
    }
    send_(Port::Matrix, from, firefall::write_handshake(answer));
}

namespace {

void add_counts(ServerCounts& all, const Session& session) {
    all.sessions += session.client ? 1 : 0;
    all.keyframes += session.counts.keyframes;
    all.commands += session.counts.commands;
    all.requests += session.counts.requests;
    all.refused += session.counts.refused;
}

}  // namespace

void Server::tell(Time now) {
    std::erase_if(sessions_, [&](const auto& entry) {
        if (!entry.second->silent(now)) return false;
        add_counts(forgotten_, *entry.second);
        return true;
    });
    for (auto& [socket, session] : sessions_) {
        session->tell(now);
        deliver(*session);
    }
}

void Server::deliver(Session& session) {
    if (!session.client) return;
    for (const Bytes& datagram : session.take()) send_(Port::Game, *session.client, datagram);
}

void Server::change_zone(Time now) {
    for (auto& [socket, session] : sessions_) session->change_zone(now);
}

void Server::close(Time now) {
    for (auto& [socket, session] : sessions_) {
        session->close(now);
        deliver(*session);
    }
    sessions_.clear();
}

bool Server::serves(const Endpoint& client) const {
    return std::any_of(
        sessions_.begin(), sessions_.end(),
        [&](const auto& entry) {
            return entry.second->entered() && entry.second->client == client;
        });
}

ServerCounts Server::counts() const {
    ServerCounts all = forgotten_;
    for (const auto& [socket, session] : sessions_) add_counts(all, *session);
    return all;
}

}  // namespace tickreel::firefall_match
