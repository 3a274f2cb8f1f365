#include "format/model/delta.h"

#include "tests/catch.h"
#include "tests/format/model/random_model.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

Bytes delta_of(const Snapshot& base, const Snapshot& target) {
    ByteWriter out;
    write_delta(base, target, out);
    return out.take();
}

}  // namespace

TEST_CASE("a delta between any two snapshots gives the target back") {
    Random random(3);
    for (int i = 0; i < 5000; ++i) {
        const Snapshot base = random_snapshot(random);
        const Snapshot target =
            below(random, 2) == 0 ? random_snapshot(random) : evolve(random, base);
        const Bytes bytes = delta_of(base, target);
        ByteReader in(bytes);
        const Result<Snapshot> back = apply_delta(base, in);
        REQUIRE(back);
        REQUIRE(*back == target);
        REQUIRE(in.left() == 0);
    }
}

TEST_CASE("nothing changed takes two bytes") {
    Random random(4);
    const Snapshot snapshot = random_snapshot(random);
    CHECK(delta_of(snapshot, snapshot) == Bytes{0, 0});
}

TEST_CASE("a cut delta is refused, never half applied") {
    Random random(5);
    for (int i = 0; i < 200; ++i) {
        const Snapshot base = random_snapshot(random, 20);
        const Bytes bytes = delta_of(base, random_snapshot(random, 20));
        for (std::size_t length = 0; length < bytes.size(); ++length) {
            ByteReader in(ByteView(bytes).first(length));
            REQUIRE_FALSE(apply_delta(base, in));
        }
    }
}

TEST_CASE("hostile deltas are refused with a reason") {
    const Snapshot empty;
    const auto refused = [&](const Bytes& bytes) {
        ByteReader in(bytes);
        const Result<Snapshot> result = apply_delta(empty, in);
        return !result && !result.error().message.empty();
    };
    CHECK(refused({0xff, 0xff, 0xff, 0xff, 0x7f}));                    // removes billions
    CHECK(refused({0x00, 0xff, 0xff, 0xff, 0xff, 0x7f}));              // adds billions
    CHECK(refused({0x00, 0x01, 0x00, 0x00, 0xff, 0xff, 0x7f}));        // a row of two million words
    CHECK(refused({0x00, 0x02, 0x00, 0x05, 0x00, 0x00, 0x00, 0x00}));  // the same key twice
    CHECK(refused({0x01, 0x00, 0x00, 0x00}));                          // removes what is not there
}
