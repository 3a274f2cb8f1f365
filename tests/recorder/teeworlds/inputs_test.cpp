// What the client pressed, read from its datagrams, at the frame that was there when it came.
#include "recorder/games/teeworlds/inputs.h"

#include <algorithm>

#include "recorder/games/teeworlds/decoder.h"
#include "tests/catch.h"
#include "tests/recorder/teeworlds/collecting_sink.h"
#include "tests/recorder/teeworlds/match_script.h"

using namespace tickreel;
using namespace tickreel::teeworlds;
using tickreel_test::character;
using tickreel_test::CollectingSink;
using tickreel_test::MatchScript;

namespace {

struct Recorded {
    Recorded() {
        match.change_map("arena");
        match.enter_game();
    }
    void snapshot(std::int32_t tick) { match.snapshot(tick, {character(0, tick, 100)}); }
    void input(std::int32_t ack, std::int32_t intended, std::int32_t target_x, int ints = 10) {
        auto message = MatchScript::system(SystemMessage::Input);
        for (const std::int32_t value : {ack, intended, 4 * ints}) message.add_int(value);
        for (const std::int32_t value : {-1, target_x, -70, 1, 33, 0, 1, 3, 6, 0})
            if (ints-- > 0) message.add_int(value);
        match.to_server(message, false);
    }
    void timing(std::int32_t intended, std::int32_t left) {
        auto message = MatchScript::system(SystemMessage::InputTiming);
        message.add_int(intended);
        message.add_int(left);
        match.to_client(message, false);
    }
    void finish() {
        decoder.finish(
            sink, [](const Problem&) {});
    }
    // "margin ack_lag status", one line an input.
    std::string inputs(std::size_t frame) const {
        std::string all;
        for (const Event& event : sink.frames[frame].events) {
            const ItemType& type = sink.schema[event.type];
            if (type.name != "Input") continue;
            for (const char* name : {"margin", "ack_lag"}) {
                const std::optional<double> number =
                    as_number(sink.field("Input", event.row, name));
                all += number ? std::to_string(static_cast<std::int64_t>(*number)) + " " : "- ";
            }
            all += name_of("status", event) + " | ";
        }
        return all;
    }

    const Event& first(std::string_view name) const {
        const auto& events = sink.frames.at(0).events;
        const auto found = std::find_if(events.begin(), events.end(), [&](const Event& event) {
            return sink.schema[event.type].name == name;
        });
        REQUIRE(found != events.end());
        return *found;
    }
    std::string name_of(const char* field, const Event& event) const {
        const ItemType& type = sink.schema[event.type];
        return display_value(type.fields[*find_field(type, field)],
                             sink.field("Input", event.row, field));
    }

    CollectingSink sink{};
    Decoder decoder{};
    MatchScript match{
        [this](const Datagram& datagram) { decoder.feed(datagram, sink, [](const Problem&) {}); }};
};

}  // namespace

TEST_CASE("an input belongs to the newest frame before it, its ticks are relative to that frame") {
    Recorded r;
    r.snapshot(100);
    r.input(100, 104, 250);
    r.input(98, 105, 251);
    r.snapshot(102);
    r.input(-1, 105, 251);
    r.input(102, 103, 9);
    r.input(2147483647, -2147483647, 9);
    r.snapshot(104);
    r.finish();
    REQUIRE(r.sink.frames.size() == 3);
    CHECK(r.inputs(0) == "4 0 new | 5 2 new | ");
    CHECK(r.inputs(1) == "3 - repeat | 1 0 overdue | -2147483648 -2147483545 overdue | ");
    CHECK(r.inputs(2).empty());
    const Event& first = r.first("Input");
    CHECK(r.sink.schema[first.type].event_class == EventClass::Input);
    CHECK(std::get<std::int64_t>(r.sink.field("Input", first.row, "direction")) == -1);
    CHECK(std::get<std::int64_t>(r.sink.field("Input", first.row, "target_x")) == 250);
    CHECK(std::get<std::int64_t>(r.sink.field("Input", first.row, "target_y")) == -70);
    CHECK(std::get<std::int64_t>(r.sink.field("Input", first.row, "fire")) == 33);
    CHECK(std::get<std::int64_t>(r.sink.field("Input", first.row, "next_weapon")) == 6);
    CHECK(r.name_of("wanted_weapon", first) == "shotgun");
    // The script sends a datagram every few milliseconds; the snapshot's came before.
    CHECK(std::get<std::int64_t>(r.sink.field("Input", first.row, "delay")) > 0);
    CHECK(std::get<std::int64_t>(r.sink.field("Input", first.row, "delay")) < 50'000);
    CHECK(r.decoder.counters().at("inputs") == 5);
}

TEST_CASE("the server's answer about an input's timing") {
    Recorded r;
    r.snapshot(100);
    r.timing(104, -3);
    r.snapshot(102);
    r.finish();
    REQUIRE(r.sink.frames.size() == 2);
    const Event& event = r.first("InputTiming");
    CHECK(std::get<std::int64_t>(r.sink.field("InputTiming", event.row, "margin")) == 4);
    CHECK(std::get<std::int64_t>(r.sink.field("InputTiming", event.row, "time_left")) == -3);
}

TEST_CASE("inputs of another size or cut ones are counted, not guessed") {
    Recorded r;
    r.input(-1, 90, 1);  // before the first snapshot: for no tick that the recording has
    r.snapshot(100);
    const std::uint64_t broken = r.decoder.counters().at("bad input messages");
    for (const int ints : {0, 9, 11}) r.input(100, 104, 1, ints);
    r.input(-2, 104, 1);
    r.finish();
    CHECK(r.inputs(0).empty());
    CHECK(r.decoder.counters().at("inputs") == 0);
    CHECK(r.decoder.counters().at("inputs before the first snapshot") == 1);
    CHECK(r.decoder.counters().at("bad input messages") == broken + 4);
}

TEST_CASE("inputs are left out when nobody wants them") {
    Recorded r;
    r.decoder.leave_out_inputs();
    r.snapshot(100);
    r.input(100, 104, 250);
    r.timing(104, 12);
    r.snapshot(102);
    r.finish();
    CHECK_FALSE(r.sink.schema.find("Input"));
    CHECK(r.sink.schema.find("InputTiming"));  // the server's
    CHECK(r.decoder.counters().at("inputs") == 0);
}
