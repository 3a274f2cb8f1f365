// Generated .faucap and .nsr files.
#include <algorithm>
#include <map>
#include <set>

#include <zlib.h>

#include "recorder/games/firefall/faucap.h"
#include "recorder/games/firefall/faucap_export.h"
#include "recorder/games/firefall/gss.h"
#include "recorder/games/firefall/layout.h"
#include "recorder/games/firefall/nsr.h"
#include "recorder/games/firefall/packet.h"
#include "recorder/games/firefall/view.h"
#include "tests/catch.h"
#include "tests/recorder/firefall/random_view.h"
#include "tests/recorder/teeworlds/collecting_sink.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/shared_sink.h"

using namespace tickreel;
using namespace tickreel::firefall;
using tickreel_test::CollectingSink;
using tickreel_test::RandomView;

namespace {

struct Taken {
    unsigned connection = 0;
    Direction direction = Direction::ToServer;
    std::chrono::nanoseconds time{};
    Bytes bytes{};
};

std::vector<Taken> read_all(const Bytes& file, std::vector<std::string>& problems) {
    std::vector<Taken> all;
    const auto source = memory_source(file);
    const auto take = [&](unsigned connection, const Datagram& datagram, double) {
        all.push_back({connection, datagram.direction, datagram.time,
                       Bytes(datagram.bytes.begin(), datagram.bytes.end())});
        return true;
    };
    const Result<void> read = read_faucap(
        *source, take, [&](const Problem& problem) { problems.push_back(problem.message); });
    if (!read) problems.push_back("error: " + read.error().message);
    return all;
}

void append(Bytes& file, const Bytes& part) {
    file.insert(file.end(), part.begin(), part.end());
}

Bytes two_sessions() {
    Bytes file = faucap_file_head(2);
    for (int session = 0; session < 2; ++session) {
        append(file,
               faucap_session_head({.server = "10.0.0.1", .client = "10.0.0.2", .datagrams = 2}));
        const Bytes payload{1, 2, static_cast<Byte>(session)};
        append(file, faucap_datagram({Direction::ToServer, std::chrono::seconds(100), payload}));
        append(file, faucap_datagram({Direction::ToClient, std::chrono::seconds(101), payload}));
    }
    return file;
}

// A replay of one view that appears, changes and disappears, one record every 100 ms.
Bytes small_replay(bool packed) {
    RandomView random(9);
    const ViewLayout& layout = *builtin_layouts().find(19551)->find(35);
    const Bytes keyframe = random.keyframe(layout, [](std::size_t) { return true; });
    ByteWriter out;
    out.bytes(as_bytes("NSRD"));
    for (const std::uint32_t number : {5U, 72U, 8U, 48U, 80U, 0U, 19551U}) out.u32(number);
    out.u64(1'400'000'000'000'000);
    out.u32(5000);
    out.u32(0);
    out.bytes(as_bytes("NSRI"));
    for (const std::uint32_t number : {5U, 0U, 0U, 0U, 72U}) out.u32(number);
    out.u32(4);
    out.u32(448);
    std::uint32_t time = 5'000'000;
    const auto record = [&](std::uint8_t message, ByteView body) {
        const bool has_length = message < 10;
        const Bytes whole = write_gss({0x77ULL << 8 | 35, message, {}});
        out.u32(time);
        out.u16(static_cast<std::uint16_t>(whole.size() + (has_length ? 4 : 0) + body.size()));
        out.u16(0);
        out.bytes(whole);
        if (has_length) out.u32(static_cast<std::uint32_t>(body.size()));
        out.bytes(body);
        time += 100;
    };
    record(message_id::kKeyframe, keyframe);
    record(message_id::kUpdate, Bytes{8, 55});  // CurrentHealthPct
    record(84, Bytes(3));
    record(message_id::kRemove, {});
    if (!packed) return out.take();
    Bytes gz(compressBound(static_cast<uLong>(out.size())) + 64);
    z_stream stream{};
    REQUIRE(deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK);
    Bytes input = out.take();
    stream.next_in = input.data();
    stream.avail_in = static_cast<uInt>(input.size());
    stream.next_out = gz.data();
    stream.avail_out = static_cast<uInt>(gz.size());
    REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
    gz.resize(stream.total_out);
    deflateEnd(&stream);
    return gz;
}

// FauCap's reassembly as it is described: reliable packets wait by their sequence number for an
// acknowledgement, which it reads at offset 3 of the other side's control message, and one that
// comes while its number still waits ends the reading.
class FauCapReader {
public:
    bool take(Direction direction, ByteView datagram) {
        if (socket_of(datagram) == 0U) return true;
        const auto packets = read_packets(datagram);
        return packets && std::all_of(packets->begin(), packets->end(), [&](const Packet& packet) {
                   return take(direction, packet);
               });
    }
    std::size_t of_server() const { return messages_; }
    std::size_t waiting() const {
        std::size_t count = 0;
        for (const auto& [lane, numbers] : waiting_) count += numbers.size();
        return count;
    }

private:
    using Lane = std::pair<Direction, Channel>;

    bool take(Direction direction, const Packet& packet) {
        const bool from_server = direction == Direction::ToClient;
        if (packet.channel == Channel::Control) {
            const bool of_matrix = packet.payload.at(0) == 2;
            if (!of_matrix && packet.payload.at(0) != 3) return true;
            const Lane lane{from_server ? Direction::ToServer : Direction::ToClient,
                            of_matrix ? Channel::Matrix : Channel::ReliableGss};
            waiting_[lane].erase(big16(packet.payload, 3));
            return true;
        }
        if (packet.channel == Channel::UnreliableGss) return true;
        if (from_server && packet.channel == Channel::ReliableGss && !packet.more) ++messages_;
        return waiting_[{direction, packet.channel}].insert(packet.sequence).second;
    }

    std::map<Lane, std::set<std::uint16_t>> waiting_;
    std::size_t messages_ = 0;
};

// Views that all change in every frame.
Bytes long_faucap(std::size_t frames, std::size_t views) {
    const ViewShape shape(*builtin_layouts().find(19551)->find(18));
    Bytes file;
    const auto out = make_faucap_exporter(std::make_unique<SharedSink>(file));
    const TypeId type = out->add_type(shape.type);
    out->set_property("protocol", "gss 19551");
    out->begin_segment({.map = "zone 448"});
    RandomView random(12);
    for (std::size_t i = 0; i < frames; ++i) {
        View view(shape);
        REQUIRE(
            view.set_keyframe(random.keyframe(*shape.layout, [](std::size_t) { return true; })));
        SnapshotBuilder items;
        for (std::size_t entity = 1; entity <= views; ++entity)
            items.set({type, entity}, view.row());
        Frame frame;
        frame.tick = static_cast<Tick>(i);
        frame.time = std::chrono::hours(1000) + frame.tick * std::chrono::milliseconds(50);
        frame.snapshot = items.build();
        out->add_frame(frame);
    }
    REQUIRE(out->finish());
    return file;
}

}  // namespace

TEST_CASE("FauCap's own reassembly reads an export of more messages than sequence numbers") {
    const Bytes file = long_faucap(500, 140);
    std::vector<std::string> problems;
    FauCapReader reader;
    std::size_t datagrams = 0;
    for (const Taken& one : read_all(file, problems)) {
        REQUIRE(reader.take(one.direction, one.bytes));
        ++datagrams;
    }
    CHECK(problems.empty());
    CHECK(datagrams > 1000);
    CHECK(reader.of_server() == 500 * 140);
    CHECK(reader.waiting() == 0);
}

TEST_CASE("a .faucap comes back datagram by datagram") {
    const Bytes file = two_sessions();
    CHECK(is_faucap(file));
    std::vector<std::string> problems;
    const std::vector<Taken> all = read_all(file, problems);
    CHECK(problems.empty());
    REQUIRE(all.size() == 4);
    CHECK(all[1].direction == Direction::ToClient);
    CHECK(all[1].time == std::chrono::seconds(101));
    CHECK(all[3].connection == 1);
    CHECK(all[3].bytes == Bytes{1, 2, 1});
}

TEST_CASE("a .faucap that is cut anywhere keeps what is before and says where it ends") {
    const Bytes file = two_sessions();
    for (std::size_t length = 9; length < file.size(); ++length) {
        std::vector<std::string> problems;
        const Bytes cut(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(length));
        CHECK(read_all(cut, problems).size() < 4);
        REQUIRE(problems.size() == 1);
        CHECK_THAT(problems[0], tickreel_test::contains("offset"));
    }
    std::vector<std::string> problems;
    CHECK(read_all(Bytes(20), problems).empty());
    CHECK_THAT(problems.at(0), tickreel_test::contains("error: not a .faucap"));
}

TEST_CASE("a .faucap's datagram with a damaged time has that of its neighbour and is named") {
    using Clock = std::chrono::nanoseconds;
    const auto read = [&](const std::vector<Clock>& times, std::vector<std::string>& problems) {
        Bytes file = faucap_file_head(1);
        append(file, faucap_session_head({.server = "10.0.0.1",
                                          .client = "10.0.0.2",
                                          .datagrams = static_cast<std::uint32_t>(times.size())}));
        for (const Clock time : times)
            append(file, faucap_datagram({Direction::ToClient, time, Bytes{1, 2, 3}}));
        std::vector<Clock> taken;
        for (const Taken& one : read_all(file, problems)) taken.push_back(one.time);
        return taken;
    };
    const auto s = [](std::int64_t seconds) { return Clock(std::chrono::seconds(seconds)); };
    const Clock bit = std::chrono::hours(1954);
    const Clock never = std::chrono::hours(-24 * 365 * 100);  // before 1970
    const std::size_t head =
        faucap_file_head(1).size() +
        faucap_session_head({.server = "10.0.0.1", .client = "10.0.0.2"}).size();
    using Times = std::vector<Clock>;
    const auto [times, expected, wrong] = GENERATE_COPY(table<Times, Times, std::size_t>({
        {{s(10), s(11), s(12) + bit, s(13)}, {s(10), s(11), s(11), s(13)}, 2},
        {{bit, bit, s(9), bit + s(1)}, {bit, bit, bit, bit + s(1)}, 2},
        {{s(10) + bit, s(11), s(12)}, {s(11), s(11), s(12)}, 0},
        {{s(10), s(11), s(12) + bit}, {s(10), s(11), s(11)}, 2},
        {{s(10), never, s(12)}, {s(10), s(10), s(12)}, 1},
        {{s(10), s(12), never}, {s(10), s(12), s(12)}, 2},
    }));
    std::vector<std::string> problems;
    CHECK(read(times, problems) == expected);
    REQUIRE(problems.size() == 1);
    CHECK_THAT(problems[0], tickreel_test::contains("a datagram at offset " +
                                                    std::to_string(head + wrong * (11 + 3)) +
                                                    " has a time out of all order"));

    for (const Times& fine : {Times{s(10), s(11) + bit, s(12) + bit}, {s(10), s(500), s(501)}}) {
        problems.clear();
        CHECK(read(fine, problems) == fine);  // a clock that was set, a pause
        CHECK(problems.empty());
    }
    problems.clear();
    CHECK(read({s(10), never, never, s(12)}, problems) == Times{s(10)});  // these are no records
    REQUIRE(problems.size() == 1);
    CHECK_THAT(problems[0], tickreel_test::contains("has no time that can be") &&
                                tickreel_test::contains(concat(
                                    "and ", 3 * (11 + 3), " bytes from there on are not read")));
}

TEST_CASE("what is behind the last session of a .faucap is said") {
    Bytes file = two_sessions();
    append(file, {1, 2, 3, 4});
    std::vector<std::string> problems;
    CHECK(read_all(file, problems).size() == 4);
    REQUIRE(problems.size() == 1);
    CHECK_THAT(problems[0],
               tickreel_test::contains("from offset " + std::to_string(two_sessions().size())));
}

TEST_CASE("a replay of the game becomes frames, packed or not") {
    for (const bool packed : {false, true}) {
        const auto source = memory_source(small_replay(packed));
        CollectingSink sink;
        std::vector<std::string> problems;
        REQUIRE(import_nsr(*source, sink,
                           [&](const Problem& one) { problems.push_back(one.message); }, {}));
        CHECK(problems.empty());
        CHECK(sink.properties["protocol"] == "gss 19551");
        REQUIRE(sink.segments.size() == 1);
        CHECK(sink.segments[0].map == "zone 448");
        REQUIRE(sink.frames.size() == 7);  // every 50 ms
        CHECK(sink.frames[0].time == std::chrono::seconds(1'400'000'000));
        CHECK(sink.count_items(0, "Deployable_ObserverView") == 1);
        const Row row = sink.frames[2].snapshot[0].row;
        CHECK(sink.field("Deployable_ObserverView", row, "CurrentHealthPct") ==
              Value(std::uint64_t{55}));
        CHECK(sink.frames[4].events.size() == 1);
        CHECK(sink.frames[6].snapshot.empty());
    }
}

TEST_CASE("a replay that is cut keeps what is before; what is none is refused") {
    const Bytes whole = small_replay(false);
    for (std::size_t length = 1; length < whole.size(); length += 3) {
        const auto source = memory_source(
            Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)));
        CollectingSink sink;
        std::size_t problems = 0;
        const Result<void> read =
            import_nsr(*source, sink, [&](const Problem&) { ++problems; }, {});
        if (length < 80) CHECK_FALSE(read);
    }
    CollectingSink sink;
    const auto other = memory_source(Bytes(100));
    const Result<void> refused = import_nsr(*other, sink, ignore_problems, {});
    REQUIRE_FALSE(refused);
    CHECK_THAT(refused.error().message, tickreel_test::contains("not an .nsr"));
}
