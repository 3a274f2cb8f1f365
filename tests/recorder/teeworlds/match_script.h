#pragma once
// A server and a client that play a small match with the protocol's encoders; every datagram is
// passed to a listener, as by a proxy.

#include <array>
#include <functional>

#include "recorder/datagram.h"
#include "recorder/games/teeworlds/wire/connection.h"
#include "recorder/games/teeworlds/wire/message_id.h"
#include "recorder/games/teeworlds/wire/snap_sender.h"
#include "tests/recorder/teeworlds/wire_items.h"

namespace tickreel_test {

class MatchScript {
public:
    using Listener = std::function<void(const tickreel::Datagram&)>;

    explicit MatchScript(Listener listener) : listener_(std::move(listener)) { connect(); }

    void to_client(const tickreel::teeworlds::Packer& message, bool vital = true) {
        send(server_, message.data(), vital);
    }
    void to_server(const tickreel::teeworlds::Packer& message, bool vital = true) {
        send(client_, message.data(), vital);
    }

    void change_map(std::string_view name, std::int32_t crc = 0x1234) {
        auto message = system(tickreel::teeworlds::SystemMessage::MapChange);
        message.add_string(name);
        message.add_int(crc);
        message.add_int(1000);
        to_client(message);
        snaps_.reset();
    }
    void enter_game() { to_server(system(tickreel::teeworlds::SystemMessage::EnterGame)); }

    // Whether the server sends one at this tick, as far as it knows what the client has.
    bool wants_snapshot(std::int32_t tick) const { return snaps_.wants(tick); }
    void send_snapshot(std::int32_t tick, const std::vector<WireItem>& items, bool seen = true) {
        const auto wire =
            std::make_shared<const tickreel::teeworlds::WireSnapshot>(wire_snapshot(items));
        hidden_ = !seen;  // hidden from the listener, not from the client
        for (const tickreel::Bytes& message : snaps_.send(tick, wire))
            send(server_, message, false);
        hidden_ = false;
    }
    void acknowledge(std::int32_t tick) {
        auto input = system(tickreel::teeworlds::SystemMessage::Input);
        input.add_int(tick);
        input.add_int(tick + 5);
        input.add_int(0);
        to_server(input, false);
        snaps_.acknowledge(tick);
    }
    void snapshot(std::int32_t tick, const std::vector<WireItem>& items, bool seen = true) {
        send_snapshot(tick, items, seen);
        acknowledge(tick);
    }
    // Which datagrams are lost from now on, and where: seen from who sends them.
    enum class Loss : std::uint8_t { None, BeforeListener, BehindListener };
    void lose(Loss to_client, Loss to_server = Loss::None) { loss_ = {to_server, to_client}; }
    void pass_time(tickreel::teeworlds::Time time) {
        now_ += time;
        client_.update(now_);
        server_.update(now_);
    }
    void forget_snapshots() { snaps_.reset(); }

    void close(std::string_view reason) { client_.close(reason, now_); }
    void kick(std::string_view reason) { server_.close(reason, now_); }

    static tickreel::teeworlds::Packer system(tickreel::teeworlds::SystemMessage message) {
        return tickreel::teeworlds::begin_system_message(tickreel::teeworlds::Protocol::V06,
                                                         message);
    }
    static tickreel::teeworlds::Packer broadcast(std::string_view text) {
        auto message = tickreel::teeworlds::begin_game_message(2);
        message.add_string(text);
        return message;
    }

private:
    using Connection = tickreel::teeworlds::Connection;

    static tickreel::teeworlds::ConnectionOptions options(tickreel::teeworlds::Endpoint endpoint) {
        tickreel::teeworlds::ConnectionOptions options;
        options.endpoint = endpoint;
        options.token = 0xabcdef12;
        return options;
    }

    void carry(tickreel::Direction direction, tickreel::ByteView bytes) {
        now_ += std::chrono::milliseconds(1);
        const tickreel::Bytes copy(bytes.begin(), bytes.end());
        const Loss loss = loss_[static_cast<std::size_t>(direction)];
        if (loss == Loss::BeforeListener) return;
        if (!hidden_) listener_({direction, now_, copy});
        if (loss == Loss::BehindListener) return;
        Connection& receiver = direction == tickreel::Direction::ToServer ? server_ : client_;
        receiver.feed(copy, now_, [](const tickreel::teeworlds::Chunk&) {});
    }

    void connect() {
        client_.connect(now_);
        // The handshake happens inside carry().
        for (int i = 0; i < 4; ++i) {
            client_.update(now_);
            server_.update(now_);
        }
    }

    void send(Connection& from, tickreel::ByteView message, bool vital) {
        now_ += std::chrono::milliseconds(5);
        from.send(message, vital, now_);
        from.flush(now_);
    }

    Listener listener_;
    bool hidden_ = false;
    std::array<Loss, 2> loss_{};  // by direction
    tickreel::teeworlds::Time now_ = std::chrono::hours(500000);
    tickreel::teeworlds::SnapSender snaps_{};
    Connection client_{
        options(tickreel::teeworlds::Endpoint::Client),
        [this](tickreel::ByteView bytes) { carry(tickreel::Direction::ToServer, bytes); }};
    Connection server_{
        options(tickreel::teeworlds::Endpoint::Server),
        [this](tickreel::ByteView bytes) { carry(tickreel::Direction::ToClient, bytes); }};
};

}  // namespace tickreel_test
