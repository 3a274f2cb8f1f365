// EMPTY, SINGLE and SNAP: when each is used, how it is split, what is rejected.

#include "recorder/games/teeworlds/wire/snap_messages.h"

#include <random>

#include "recorder/games/teeworlds/wire/vint.h"
#include "tests/catch.h"

using namespace tickreel;
using namespace tickreel::teeworlds;

namespace {

SnapPart parse(const Bytes& message, Protocol protocol) {
    Unpacker in(message);
    const std::optional<MessageId> id = read_message_id(in);
    REQUIRE(id);
    const std::optional<SystemMessage> system = system_message(protocol, *id);
    REQUIRE(system);
    const std::optional<SnapPart> part = parse_snap(*system, in.rest());
    REQUIRE(part);
    return *part;
}

// One byte each on the wire.
std::vector<std::int32_t> small_ints(std::size_t count) {
    std::vector<std::int32_t> ints(count);
    for (std::size_t i = 0; i < count; ++i) ints[i] = static_cast<std::int32_t>(i % 64);
    return ints;
}

std::optional<SnapPart> parse_body(SystemMessage message, const std::vector<std::int32_t>& ints,
                                   std::size_t raw = 0) {
    static Bytes body;  // the part is a view into it
    body = pack_ints(ints);
    body.resize(body.size() + raw);
    return parse_snap(message, body);
}

}  // namespace

TEST_CASE("the number of bytes decides between empty, single and slices") {
    struct Case {
        std::size_t bytes;
        std::size_t parts;
        std::size_t last;
    };
    for (const Protocol protocol : {Protocol::V06, Protocol::V07}) {
        for (const Case& c : {Case{3, 1, 3}, Case{900, 1, 900}, Case{901, 2, 1}, Case{1800, 2, 900},
                              Case{57600, 64, 900}}) {
            const auto ints = small_ints(c.bytes);
            const auto messages = write_snap(protocol, 500, 480, ints, -7);
            REQUIRE(messages);
            REQUIRE(messages->size() == c.parts);
            Bytes joined;
            for (std::size_t i = 0; i < c.parts; ++i) {
                const SnapPart part = parse((*messages)[i], protocol);
                CHECK(part.tick == 500);
                CHECK(part.base_tick == 480);
                CHECK(part.crc == -7);
                CHECK(part.num_parts == static_cast<int>(c.parts));
                CHECK(part.part == static_cast<int>(i));
                CHECK(part.data.size() == (i + 1 == c.parts ? c.last : kMaxPartSize));
                joined.insert(joined.end(), part.data.begin(), part.data.end());
            }
            CHECK(unpack_ints(joined) == ints);
        }
    }
    CHECK_FALSE(write_snap(Protocol::V06, 500, 480, small_ints(57601), 0));
}

TEST_CASE("no difference is SNAPEMPTY, no base is delta tick + 1") {
    const auto messages = write_snap(Protocol::V06, 400, kNoBase, {}, 5);
    REQUIRE(messages);
    REQUIRE(messages->size() == 1);
    CHECK((*messages)[0] == pack_ints(std::vector<std::int32_t>{6 * 2 + 1, 400, 401}));
    const SnapPart part = parse((*messages)[0], Protocol::V06);
    CHECK(part.empty());
    CHECK(part.base_tick == kNoBase);
    CHECK(part.tick == 400);
}

TEST_CASE("snapshot messages that break a limit are refused") {
    using M = SystemMessage;
    CHECK(parse_body(M::SnapEmpty, {10, 5}));
    CHECK(parse_body(M::SnapEmpty, {10, 5, 99}));  // additional fields are ignored
    CHECK_FALSE(parse_body(M::SnapEmpty, {10}));
    CHECK_FALSE(parse_body(M::SnapEmpty, {-1, 0}));
    CHECK(parse_body(M::SnapEmpty, {10, 0}));         // itself as base
    CHECK_FALSE(parse_body(M::SnapEmpty, {10, -5}));  // a base in the future
    CHECK_FALSE(parse_body(M::SnapEmpty, {10, -0x7fffffff}));
    CHECK(parse_body(M::SnapSingle, {10, 5, 1, 4}, 4));
    CHECK_FALSE(parse_body(M::SnapSingle, {10, 5, 1, 5}, 4));
    CHECK_FALSE(parse_body(M::SnapSingle, {10, 5, 1, -1}, 4));
    CHECK(parse_body(M::SnapSingle, {10, 5, 1, 900}, 900));
    CHECK_FALSE(parse_body(M::SnapSingle, {10, 5, 1, 901}, 901));
    CHECK(parse_body(M::Snap, {10, 5, 64, 63, 1, 4}, 4));
    CHECK(parse_body(M::Snap, {10, 5, 1, 0, 1, 4}, 4));
    CHECK_FALSE(parse_body(M::Snap, {10, 5, 65, 0, 1, 4}, 4));
    CHECK_FALSE(parse_body(M::Snap, {10, 5, 0, 0, 1, 4}, 4));
    CHECK_FALSE(parse_body(M::Snap, {10, 5, 2, 2, 1, 4}, 4));
    CHECK_FALSE(parse_body(M::Snap, {10, 5, 2, -1, 1, 4}, 4));
    CHECK_FALSE(parse_body(M::Input, {10, 5}));
    CHECK(parse_body(M::SnapEmpty, {0x7fffffff, 1})->tick == 0x7fffffff);  // anti-spoof ticks
}
