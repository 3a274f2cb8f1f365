// Numbers and times of queries: what cat, list and SQL say a value is, a comparison finds.
#include <bit>
#include <cstdio>

#include "format/analysis/query.h"
#include "tests/catch.h"
#include "tickreel/analysis/query_run.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/shared_sink.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel;

namespace {

constexpr int kSnapshots = 400;

// Snapshot n has the tick n and one item: `cents` and `twentieth` are n, shown as n / 100 and n /
// 20; `real` is n / 10. It is at (n * 3.5, n * 12) and has that speed.
Bytes recording() {
    Field cents{"cents", FieldKind::Int32};
    cents.scale = 0.01;
    Field twentieth{"twentieth", FieldKind::UInt32};
    twentieth.scale = 0.05;
    const auto way = [](const char* name, Role role) {
        Field field{name, FieldKind::Int32};
        field.scale = 1.0 / 256;
        field.roles = role;
        return field;
    };
    Bytes bytes;
    RecordingInfo info;
    info.game = "sample";
    info.ticks_per_second = 50;
    ReelWriter writer(std::make_unique<SharedSink>(bytes), info);
    const TypeId type =
        writer.add_type({"Thing",
                         "1",
                         TypeUse::Item,
                         true,
                         {cents, twentieth, Field{"real", FieldKind::Float32},
                          way("x", Role::PositionX), way("y", Role::PositionY),
                          way("vel_x", Role::VelocityX), way("vel_y", Role::VelocityY)}});
    writer.begin_segment({"first", "", ""});
    for (int n = 0; n < kSnapshots; ++n) {
        const auto word = static_cast<Word>(n);
        const Word x = word * 896;
        const Word y = word * 3072;
        const Word row[] = {word, word, std::bit_cast<Word>(static_cast<float>(n) / 10), x, y,
                            x,    y};
        SnapshotBuilder builder;
        builder.set({type, 1}, row);
        Frame frame;
        frame.tick = n;
        frame.snapshot = builder.build();
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish().ok());
    return bytes;
}

class Asked {
public:
    Asked() {
        auto opened = ReelReader::open(memory_source(recording()));
        REQUIRE(opened.ok());
        reader_ = std::move(*opened);
    }

    int count(const std::string& text) const {
        const auto totals = find_hits(
            *reader_, reader_->everything(), text, [](const Problem&) {},
            [](const QueryHit&) { return true; });
        REQUIRE(totals.ok());
        return static_cast<int>(totals->snapshots);
    }

    // "" or the first comparison that does not find what it should, where snapshot n has
    // `value(n)`.
    template <typename Value>
    std::string first_wrong(const std::string& what, Value value) const {
        for (int n = 0; n < kSnapshots; n += 7) {
            const auto asked = [&](const char* op, int expected) {
                const std::string text = concat("Thing and ", what, " ", op, " ", value(n));
                const int found = count(text);
                return found == expected ? "" : concat(text, ": ", found, ", not ", expected);
            };
            for (const std::string& wrong :
                 {asked("==", 1), asked("!=", kSnapshots - 1), asked("<", n), asked("<=", n + 1),
                  asked(">", kSnapshots - 1 - n), asked(">=", kSnapshots - n)})
                if (!wrong.empty()) return wrong;
        }
        return "";
    }

private:
    std::unique_ptr<ReelReader> reader_;
};

std::string decimal(int whole, int parts) {
    char text[32];
    const int digits = parts == 10 ? 1 : 2;
    std::snprintf(text, sizeof text, "%d.%0*d", whole / parts, digits, whole % parts);
    return text;
}

}  // namespace

TEST_CASE("a scaled field is equal to the number that is shown for it") {
    const Asked asked;
    const auto cents = [](int n) { return decimal(n, 100); };
    CHECK(asked.first_wrong("Thing.cents", cents) == "");
    CHECK(asked.first_wrong("abs(Thing.cents)", cents) == "");
    CHECK(asked.first_wrong("Thing.twentieth", [](int n) { return decimal(n * 5, 100); }) == "");
}

TEST_CASE("what is calculated from scaled fields and times is what people calculate") {
    const Asked asked;
    CHECK(asked.count("delta(Thing.cents) == 0.01") == kSnapshots - 1);
    CHECK(asked.count("Thing.twentieth - prev(Thing.twentieth) <= 0.05") == kSnapshots - 1);
    const auto asked_of = [&](const std::string& what, auto value) {
        return asked.first_wrong(what, value);
    };
    CHECK(asked_of(
              "Thing.cents + 0.13", [](int n) { return decimal(n + 13, 100); }) == "");
    CHECK(asked_of(
              "Thing.cents * 3", [](int n) { return decimal(n * 3, 100); }) == "");
    CHECK(asked_of(
              "Thing.cents / 0.1", [](int n) { return decimal(n, 10); }) == "");
    CHECK(asked_of("time - 0.02", [](int n) { return decimal(n * 2 + 98, 100) + " - 1"; }) == "");
    CHECK(asked.count("Thing and 18446744073709551615 - Thing.id == 18446744073709551614") ==
          kSnapshots);
}

TEST_CASE("a length that has few digits is that number") {
    const Asked asked;
    const auto length = [](int n) { return decimal(n * 125, 10); };
    CHECK(asked.first_wrong("speed", length) == "");
    CHECK(asked.first_wrong("dist(Thing, 0, 0)", length) == "");
}

TEST_CASE("a real number is compared as what it is stored as, as in SQL") {
    const Asked asked;
    const auto tenths = [](int n) { return decimal(n, 10); };
    CHECK(asked.first_wrong("Thing.real", tenths) == "");
    CHECK(asked.first_wrong("abs(Thing.real)", tenths) == "");
    CHECK(asked.first_wrong("Thing.real * 10", [](int n) { return concat(n); }) == "");
    CHECK(asked.count("Thing.real == 0.1000000001") == 1);
    CHECK(asked.count("Thing.real between 0.1 and 0.3") == 3);
    CHECK(asked.count("prev(Thing.real) == 0.3") == 1);
    CHECK(asked.count("0.3 == Thing.real") == 1);
}

TEST_CASE("the time of a snapshot is the one that is typed for it, in every spelling") {
    const Asked asked;
    const auto hundredths = [](int n) { return decimal(n * 2, 100); };
    CHECK(asked.first_wrong("time", hundredths) == "");
    CHECK(asked.first_wrong(
              "time", [&](int n) { return hundredths(n) + "s"; }) == "");
    CHECK(asked.first_wrong(
              "time", [](int n) { return concat(n * 20, "ms"); }) == "");
    CHECK(asked.first_wrong("time", [&](int n) { return "0:0" + hundredths(n); }) == "");
}
