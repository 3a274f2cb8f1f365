// What either side sends again and asks for again, at the frame that was there when it came.
#include "recorder/games/teeworlds/resends.h"

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

using Loss = MatchScript::Loss;

struct Recorded {
    Recorded() {
        match.change_map("arena");
        match.enter_game();
    }
    void snapshot(std::int32_t tick) { match.snapshot(tick, {character(0, tick, 100)}); }
    void say(std::string_view text) { match.to_client(MatchScript::broadcast(text)); }
    void finish() {
        decoder.finish(
            sink, [](const Problem&) {});
    }
    // "ServerResend 2 1 | ClientResend 0 0 asks", of a frame.
    std::string resends(std::size_t frame) const {
        std::string all;
        for (const Event& event : sink.frames.at(frame).events) {
            const ItemType& type = sink.schema[event.type];
            if (!type.name.ends_with("Resend")) continue;
            const auto number = [&](const char* field) {
                return std::to_string(static_cast<std::int64_t>(
                    as_number(sink.field(type.name, event.row, field)).value_or(-1)));
            };
            const bool asks = std::get<bool>(sink.field(type.name, event.row, "asks"));
            all += (all.empty() ? "" : " | ") + type.name + " " + number("resent") + " " +
                   number("seen_before") + (asks ? " asks" : "");
        }
        return all;
    }

    CollectingSink sink{};
    Decoder decoder{};
    MatchScript match{
        [this](const Datagram& datagram) { decoder.feed(datagram, sink, [](const Problem&) {}); }};
};

}  // namespace

TEST_CASE("nothing is sent again where nothing is lost") {
    Recorded r;
    for (int tick = 100; tick < 140; tick += 2) {
        r.snapshot(tick);
        r.say("hello");
    }
    r.finish();
    CHECK_FALSE(r.sink.schema.find("ServerResend"));
    CHECK_FALSE(r.sink.schema.find("ClientResend"));
}

TEST_CASE("what was lost before the recorder is new to it, what was lost behind it is not") {
    for (const Loss loss : {Loss::BeforeListener, Loss::BehindListener}) {
        Recorded r;
        r.snapshot(100);
        r.match.lose(loss);
        r.say("one");
        r.match.lose(Loss::None);
        r.say("two");     // the client takes none without the first, and asks with its next packet
        r.snapshot(102);  // an input: the server sends both
        r.match.pass_time(std::chrono::milliseconds(600));
        r.snapshot(104);
        r.finish();
        const std::string sent =
            loss == Loss::BeforeListener ? "ServerResend 2 1" : "ServerResend 2 2";
        CHECK(r.resends(0).empty());
        CHECK(r.resends(1) == "ClientResend 0 0 asks | " + sent);
        CHECK(r.resends(2).empty());
        const auto& events = r.sink.frames[1].events;
        REQUIRE_FALSE(events.empty());
        for (const Event& event : events) {
            const ItemType& type = r.sink.schema[event.type];
            if (!type.name.ends_with("Resend")) continue;
            const bool by_client = type.name == "ClientResend";
            CHECK(type.event_class == (by_client ? EventClass::Input : EventClass::Transport));
            const auto delay = as_number(r.sink.field(type.name, event.row, "delay"));
            CHECK((delay && *delay > 0 && *delay < 700'000));
        }
    }
}

TEST_CASE("what the client sends again is recorded without inputs too") {
    Recorded r;
    r.decoder.leave_out_inputs();
    r.snapshot(100);
    r.match.lose(Loss::None, Loss::BehindListener);
    r.match.enter_game();
    r.match.lose(Loss::None);
    r.match.pass_time(std::chrono::milliseconds(1500));
    r.match.pass_time(std::chrono::milliseconds(600));
    r.snapshot(102);
    r.finish();
    CHECK(r.resends(0) == "ClientResend 1 1");
    CHECK_FALSE(r.sink.schema.find("Input"));
}
