// Short connections to three real servers, every packet, compared chunk by chunk with an
// independent decoder. The captures are not part of this repository.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <set>

#include <nlohmann/json.hpp>

#include "recorder/games/teeworlds/wire/chunk.h"
#include "recorder/games/teeworlds/wire/observer.h"
#include "recorder/games/teeworlds/wire/packet.h"
#include "recorder/games/teeworlds/wire/snap_crc.h"
#include "recorder/games/teeworlds/wire/snap_receiver.h"
#include "tests/captures.h"
#include "tests/catch.h"
#include "tests/recorder/teeworlds_wire/hex.h"
#include "tickreel/base/sha256.h"

using namespace tickreel;
using namespace tickreel::teeworlds;
using nlohmann::json;

namespace {

std::filesystem::path vectors_folder() {
    return tickreel_test::captures() / "teeworlds_vectors";
}

json read_json(const std::filesystem::path& path) {
    std::ifstream file(path);
    return json::parse(file);
}

std::string id_text(const MessageId& id) {
    return id.uuid ? hex(id.uuid->bytes) : std::to_string(id.id);
}

std::string json_id(const json& value) {
    return value.is_string() ? value.get<std::string>() : std::to_string(value.get<int>());
}

struct Capture {
    std::string name{};
    Protocol protocol = Protocol::V06;
    json packets{};
    std::map<std::size_t, std::vector<json>> expected{};  // by packet
};

// The other decoder's description of a chunk's numbering.
std::string numbering(const Chunk& chunk) {
    return chunk.vital ? "vital seq " + std::to_string(chunk.sequence) : "nonvital";
}

void compare_snap(const Capture& capture, const MessageId& id, ByteView body, const json& line) {
    const std::optional<SystemMessage> message = system_message(capture.protocol, id);
    REQUIRE(message);
    const std::optional<SnapPart> part = parse_snap(*message, body);
    REQUIRE(part);
    const json& want = line.back();
    CHECK(part->tick == want["tick"].get<int>());
    CHECK(part->base_tick == want["base"].get<int>());
    CHECK(part->num_parts == want["parts"].get<int>());
    CHECK(part->part == want["part"].get<int>());
    CHECK(part->empty() == want["crc"].is_null());
    if (part->crc) CHECK(*part->crc == want["crc"].get<int>());
}

void compare_chunk(const Capture& capture, const Chunk& chunk, const json& line) {
    Unpacker in(chunk.data);
    const std::optional<MessageId> id = read_message_id(in);
    REQUIRE(id);
    CHECK((id->system ? "sys" : "game") == line[2].get<std::string>());
    CHECK(id_text(*id) == json_id(line[3]));
    const std::string said = line[4].get<std::string>();
    CHECK(said.substr(0, said.find(" resend")) == numbering(chunk));
    CHECK(chunk.resent == (said.find(" resend") != std::string::npos));
    CHECK(chunk.data.size() == line[5].get<std::size_t>());
    if (line.back().is_object()) compare_snap(capture, *id, in.rest(), line);
}

void compare_packet(const Capture& capture, const Packet& packet, const std::vector<json>& lines) {
    if (packet.kind == PacketKind::Control) {
        REQUIRE(lines.size() == 1);
        CHECK(lines[0][2] == "ctrl");
        CHECK(packet.payload[0] == lines[0][3].get<int>());
        const std::size_t tail = packet.token_mode == TokenMode::Tail ? 4 : 0;
        CHECK(packet.payload.size() + tail == lines[0][4].get<std::size_t>());
        return;
    }
    if (packet.kind == PacketKind::Connless) {
        REQUIRE(lines.size() == 1);
        CHECK(lines[0][2] == "connless");
        CHECK(hex(packet.payload.first(8)) == lines[0][3].get<std::string>());
        return;
    }
    REQUIRE(packet.num_chunks == lines.size());
    ChunkReader chunks(packet.payload, packet.num_chunks, capture.protocol);
    for (const json& line : lines) {
        const std::optional<Chunk> chunk = chunks.next();
        REQUIRE(chunk);
        compare_chunk(capture, *chunk, line);
    }
    CHECK(chunks.position() == packet.payload.size());
}

Datagram datagram_of(const json& line, const Bytes& bytes) {
    Datagram datagram;
    datagram.direction = line[1] == "c2s" ? Direction::ToServer : Direction::ToClient;
    datagram.time =
        std::chrono::nanoseconds(static_cast<std::int64_t>(line[0].get<double>() * 1e9));
    datagram.bytes = bytes;
    return datagram;
}

// Follows the capture and keeps what a decoder would see.
class Follower final : public ObserverSink {
public:
    explicit Follower(Protocol protocol) : snaps_(protocol) {}

    void message(const Message& message) override {
        lines.push_back((message.direction == Direction::ToServer ? "c2s " : "s2c ") +
                        id_text(message.id) + " " + std::to_string(message.chunk.size()));
        if (message.system == SystemMessage::EnterGame && !message.anti_spoof) snaps_.reset();
        if (!message.system || message.direction == Direction::ToServer) return;
        const std::optional<SnapPart> part = parse_snap(*message.system, message.body);
        if (!part) return;
        if (message.anti_spoof) {
            ++fakes;
            return;
        }
        snaps_.feed(*part, message.time);
        collect(message.time);
    }

    void collect(Time now) {
        while (std::optional<SnapOutcome> outcome = snaps_.next(now))
            outcomes.push_back(*std::move(outcome));
    }
    void finish() {
        snaps_.flush();
        collect({});
    }
    const SnapCounters& counters() const { return snaps_.counters(); }

    std::vector<std::string> lines{};
    std::vector<SnapOutcome> outcomes{};
    int fakes = 0;

private:
    SnapReceiver snaps_;
};

struct Expected {
    std::vector<std::string> lines{};
    std::map<int, json> snapshots{};  // by tick: the line that completed it
    int fakes = 0;
};

Expected expected_of(const Capture& capture) {
    Expected expected;
    for (const auto& [packet, lines] : capture.expected) {
        for (const json& line : lines) {
            if (line[2] != "sys" && line[2] != "game") continue;
            if (line[4].get<std::string>().find("dup") != std::string::npos) continue;
            expected.lines.push_back(line[1].get<std::string>() + " " + json_id(line[3]) + " " +
                                     std::to_string(line[5].get<int>()));
            if (!line.back().is_object()) continue;
            if (line.back().contains("fake")) ++expected.fakes;
            if (line.back().contains("items"))
                expected.snapshots[line.back()["tick"].get<int>()] = line.back();
        }
    }
    return expected;
}

void compare_followed(const Capture& capture) {
    Observer observer;
    Follower follower(capture.protocol);
    for (const json& line : capture.packets) {
        const Bytes bytes = tickreel_test::from_hex(line[2].get<std::string>());
        observer.feed(datagram_of(line, bytes), follower);
    }
    follower.finish();
    CHECK(observer.protocol() == capture.protocol);
    CHECK(observer.counters().bad_packets == 0);
    CHECK(observer.counters().wrong_token == 0);
    CHECK(observer.counters().outside == 0);

    const Expected expected = expected_of(capture);
    CHECK(follower.lines == expected.lines);
    CHECK(follower.fakes == expected.fakes);
    REQUIRE(follower.outcomes.size() >= expected.snapshots.size());
    std::set<int> seen;
    for (const SnapOutcome& outcome : follower.outcomes) {
        if (outcome.failure != SnapFailure::None) {
            // Only a snapshot whose last part was sent after the capture ended.
            CHECK(outcome.failure == SnapFailure::Incomplete);
            CHECK(expected.snapshots.count(outcome.tick) == 0);
            continue;
        }
        REQUIRE(expected.snapshots.count(outcome.tick) == 1);
        const json& want = expected.snapshots.at(outcome.tick);
        CHECK(outcome.snapshot->num_items() == want["items"].get<std::size_t>());
        CHECK(snap_crc(*outcome.snapshot) == want["sum"].get<int>());
        CHECK(outcome.bytes == want["bytes"].get<std::size_t>());
        // Without a checksum sent, that of the base may prove it.
        const bool proven = outcome.crc_status == CrcStatus::Ok;
        CHECK((proven || (want["crc"].is_null() && outcome.crc_status == CrcStatus::Absent)));
        if (proven) CHECK(outcome.crc_expected == want["sum"].get<int>());
        CHECK(seen.insert(outcome.tick).second);
    }
    CHECK(seen.size() == expected.snapshots.size());
}

std::vector<Capture> read_captures() {
    std::vector<Capture> captures;
    for (const auto& entry : std::filesystem::directory_iterator(vectors_folder())) {
        const std::string name = entry.path().filename().string();
        const std::size_t suffix = name.find(".expected.json");
        if (suffix == std::string::npos) continue;
        Capture capture;
        capture.name = name.substr(0, suffix);
        if (capture.name.find("07") != std::string::npos) capture.protocol = Protocol::V07;
        capture.packets = read_json(vectors_folder() / (capture.name + ".json"));
        for (const json& line : read_json(entry.path()))
            capture.expected[line[0].get<std::size_t>()].push_back(line);
        captures.push_back(std::move(capture));
    }
    return captures;
}

void need_captures() {
    if (std::filesystem::is_directory(vectors_folder())) return;
    std::cout << "skipped: no captures in " << vectors_folder().string() << std::endl;
    std::exit(77);
}

}  // namespace

TEST_CASE("every packet and chunk of the real captures reads as expected") {
    need_captures();
    const std::vector<Capture> captures = read_captures();
    REQUIRE(captures.size() >= 7);
    Bytes scratch;
    for (const Capture& capture : captures) {
        for (std::size_t i = 0; i < capture.packets.size(); ++i) {
            INFO(capture.name << " packet " << i);
            const Bytes bytes = tickreel_test::from_hex(capture.packets[i][2].get<std::string>());
            const Result<Packet> packet =
                parse_packet(bytes, capture.protocol, TokenMode::Unknown, scratch);
            REQUIRE(packet);
            const auto lines = capture.expected.find(i);
            compare_packet(capture, *packet,
                           lines == capture.expected.end() ? std::vector<json>{} : lines->second);
        }
    }
}

TEST_CASE("an observer delivers what the real captures hold, and every snapshot decodes") {
    need_captures();
    for (const Capture& capture : read_captures()) {
        INFO(capture.name);
        compare_followed(capture);
    }
}

TEST_CASE("packets of the real captures survive being written again") {
    need_captures();
    for (const Capture& capture : read_captures()) {
        for (std::size_t i = 0; i < capture.packets.size(); ++i) {
            INFO(capture.name << " packet " << i);
            Bytes scratch;
            const Bytes bytes = tickreel_test::from_hex(capture.packets[i][2].get<std::string>());
            const Result<Packet> packet =
                parse_packet(bytes, capture.protocol, TokenMode::Unknown, scratch);
            REQUIRE(packet);
            // The current DDNet server omits the extra zero byte, the others write it.
            const Bytes vanilla = write_packet(*packet, capture.protocol, HuffmanEnd::Vanilla);
            const Bytes ddnet = write_packet(*packet, capture.protocol, HuffmanEnd::Ddnet);
            const bool same = vanilla == bytes || ddnet == bytes;
            CHECK(same);
        }
    }
}
