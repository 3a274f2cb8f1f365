// Deltas between thousands of generated snapshots, and invalid bytes.
#include "format/model/delta.h"

#include "tests/catch.h"
#include "tests/format/generate.h"

using namespace tickreel;
using tickreel_test::Generator;

namespace {

Bytes delta_bytes(const Snapshot& base, const Snapshot& target) {
    ByteWriter out;
    write_delta(base, target, out);
    return out.take();
}

}  // namespace

TEST_CASE("the delta between any two snapshots leads from one to the other") {
    Generator make(4);
    Snapshot base;
    for (int i = 0; i < 6000; ++i) {
        // Mostly steps of a match, sometimes unrelated snapshots.
        const Snapshot target = make.chance(90) ? make.after(base) : make.snapshot(60);
        const Bytes bytes = delta_bytes(base, target);
        ByteReader in(bytes);
        const Result<Snapshot> result = apply_delta(base, in);
        REQUIRE(result.ok());
        REQUIRE(*result == target);
        REQUIRE(in.left() == 0);
        base = target;
    }
}

TEST_CASE("no change is two bytes, a change of a word is a few") {
    Generator make(5);
    const Snapshot base = make.snapshot(60);
    CHECK(delta_bytes(base, base) == Bytes{0, 0});
    SnapshotBuilder builder;
    builder.set({0, 1}, std::vector<Word>{1000000, INT32_MAX});
    const Snapshot from = builder.build();
    builder.set({0, 1}, std::vector<Word>{1000001, INT32_MIN});  // one more, wrapping
    CHECK(delta_bytes(from, builder.build()) == Bytes{0, 1, 0, 1, 2, 2, 2});
}

TEST_CASE("a cut delta is refused or was whole before the cut") {
    Generator make(6);
    for (int i = 0; i < 200; ++i) {
        const Snapshot base = make.snapshot(20);
        const Snapshot target = make.after(base);
        const Bytes bytes = delta_bytes(base, target);
        for (std::size_t length = 0; length < bytes.size(); ++length) {
            ByteReader in(ByteView(bytes).first(length));
            REQUIRE_FALSE(apply_delta(base, in).ok());
        }
    }
}

TEST_CASE("hostile deltas are refused with a reason") {
    const auto refuse = [](const Bytes& bytes) {
        ByteReader in(bytes);
        const Result<Snapshot> result = apply_delta(Snapshot(), in);
        REQUIRE_FALSE(result.ok());
        return result.error().message;
    };
    CHECK_THAT(refuse({1, 0, 1, 0}), tickreel_test::contains("removes"));
    // The same key twice.
    CHECK_THAT(refuse({0, 2, 0, 1, 0, 0, 0, 0}), tickreel_test::contains("out of order"));
    // 2^32 items; a row of 2^32 words; a type step beyond 16 bits.
    CHECK_THAT(refuse({0, 0x80, 0x80, 0x80, 0x80, 0x10}), tickreel_test::contains("items"));
    CHECK_THAT(refuse({0, 1, 0, 0, 0x80, 0x80, 0x80, 0x80, 0x10}),
               tickreel_test::contains("ends inside"));
    CHECK_THAT(refuse({0, 1, 0x80, 0x80, 0x04, 0, 0}), tickreel_test::contains("out of order"));
}
