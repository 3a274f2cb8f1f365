// The text of the panels, read from the screen.
#include <filesystem>
#include <fstream>

#include "player/panels/time_text.h"
#include "player/panels/widgets.h"
#include "tests/format/analysis/pressed.h"
#include "tests/format/reel/reel_file.h"
#include "tests/player/app/driver.h"
#include "tests/player/app/screen_text.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

// Joins wrapped lines.
std::string words(Driver& ui) {
    std::string text = screen_text(ui.app.ui());
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

// From a window that is high enough for everything.
std::string tall_words(Driver& ui) {
    PaneSizes panes = ui.state().view().panes;
    panes.left_split = 700;
    ui.ask(SetPanes{panes});
    for (int i = 0; i < 3; ++i) ui.app.frame(kWidth, 2 * kHeight, PlayerState::Seconds(0));
    return words(ui);
}

void hover(Driver& ui, float x, float y) {
    ui.move(x, y);
    ui.frames(2);
}

Color pixel(const Image& image, float x, float y) {
    return image.at(static_cast<int>(x), static_cast<int>(y));
}

Color color_of(ImU32 color) {
    return {static_cast<std::uint8_t>(color >> IM_COL32_R_SHIFT),
            static_cast<std::uint8_t>(color >> IM_COL32_G_SHIFT),
            static_cast<std::uint8_t>(color >> IM_COL32_B_SHIFT), 255};
}

// What the pointer tells at this position of the timeline, which is drawn in `bar`.
std::string told_at(Driver& ui, const Box& bar, double position) {
    const double x = ui.state().timeline().pixel(position, static_cast<double>(bar.width()));
    hover(ui, bar.x0 + static_cast<float>(x), bar.y0 + 25);
    return words(ui);
}

constexpr Tick kEnd = 3000;

// Nothing happens in it before the last snapshot.
std::string file_that_ends_badly(const std::string& name, bool marked) {
    const auto bytes = std::make_shared<Bytes>();
    ReelWriter writer(std::make_unique<SharedSink>(bytes), RecordingInfo{});
    ItemType said;
    said.name = "Chat";
    said.use = TypeUse::Event;
    said.event_class = EventClass::Chat;
    said.fields.resize(1);
    said.fields[0].name = "client_id";
    const TypeId chat = writer.add_type(said);
    writer.begin_segment({"map", "", ""});
    for (Tick tick = 0; tick <= kEnd; ++tick) {
        Frame frame;
        frame.tick = tick;
        frame.wire = {WireChecksum::Ok, 1, 1, -1, 9, 1};
        if (tick == kEnd) {
            frame.wire.checksum = WireChecksum::Mismatch;
            frame.wire.computed = 2;
            frame.events.push_back({chat, {0}, false});
        }
        writer.add_frame(frame);
    }
    if (marked) writer.add_marker({{0, kEnd}, "the end", 0x66ccff});
    REQUIRE(writer.finish().ok());
    return write_file(name, *bytes);
}

}  // namespace

TEST_CASE("without a recording the screen says what to do") {
    Driver ui;
    ui.frames(2);
    const std::string said = words(ui);
    CHECK_THAT(said, contains("Drop a recording here"));
    CHECK_THAT(said, contains("Ctrl+O"));
    CHECK_THAT(said, contains("tickreel record"));
}

TEST_CASE("the integrity panel says all that is known of a snapshot") {
    Driver ui(sample_file("words.reel"));
    ui.ask(Jump{kBadTick - kFirstTick});
    const std::string bad = tall_words(ui);
    for (const char* fact :
         {"wire checksum does not match", "expected 0x00001267", "computed 0x0000125c",
          "off by -11", "base tick 1198 (2 before)", "payload 60 B in 1 part, before compression",
          "since last 2 ticks, 40.0 ms", "arrived 22:13:44.000", "matching checksum is no proof",
          "match 589 mismatch 1", "gap 1, 20 ticks", "this chunk", "closed properly"})
        CHECK_THAT(bad, contains(fact));
    CHECK_THAT(bad, contains("no plain sum"));  // the explanation of this one
    ui.ask(Jump{kGapTo - kFirstTick});
    const std::string behind = tall_words(ui);
    CHECK_THAT(behind, contains("wire checksum matches"));
    CHECK_THAT(behind, contains("gap before 20 ticks: base was never seen"));
}

TEST_CASE("in a small window the keys' titles wrap instead of being cut off") {
    Driver ui(sample_file("words.reel"));
    ui.key("?");
    for (int i = 0; i < 3; ++i) ui.app.frame(1024, 640, PlayerState::Seconds(0));
    const std::string said = words(ui);
    for (const char* title : {"Smooth motion or raw values", "Names and facts on the map",
                              "Previous recording in the folder"})
        CHECK_THAT(said, contains(title));
}

TEST_CASE("the integrity panel begins with the file in a line, and a click goes to the rest") {
    Driver ui(sample_file("words.reel"));
    CHECK_THAT(words(ui), contains("chunks, all intact"));
    CHECK_THAT(words(ui), !contains("closed properly"));  // below the edge
    ui.click("integrity.file");
    CHECK_THAT(words(ui), contains("closed properly"));
    const std::string cut = sample_file("cut_line.reel");
    std::filesystem::resize_file(cut, std::filesystem::file_size(cut) * 2 / 3);
    Driver half(cut);
    CHECK_THAT(words(half), contains("chunks, not closed"));
    // All chunks are sound, but the map attached to it is not.
    Bytes bytes =
        *read_whole_file(std::string(TICKREEL_SOURCE_DIR) + "/demos/arena_8_players.reel");
    bytes[3000] ^= 1;
    Driver map(write_file("damaged_map.reel", bytes));
    CHECK_THAT(words(map), contains("chunks, damaged"));
    map.click("integrity.file");
    CHECK_THAT(words(map), contains("no tick is missing, but the file is damaged at offset"));
    CHECK_THAT(words(map), contains("Recover"));
}

TEST_CASE("the integrity panel says what could be recovered of a cut file") {
    const std::string file = sample_file("cut_words.reel");
    std::filesystem::resize_file(file, std::filesystem::file_size(file) * 2 / 3);
    Driver ui(file);
    REQUIRE(ui.state().session().ready());
    CHECK_THAT(tall_words(ui), contains("closed no: growing, or cut short"));
}

TEST_CASE("the map and the integrity panel name the same ticks of what cannot be read") {
    const std::string file = sample_file("flipped_words.reel");
    {
        std::fstream bytes(file, std::ios::binary | std::ios::in | std::ios::out);
        bytes.seekp(static_cast<std::streamoff>(std::filesystem::file_size(file) / 2));
        bytes.put('\x55').put('\xaa');
    }
    Driver ui(file);
    const RecordingSession& session = ui.state().session();
    const auto hole = [&] { return session.scan().hole_at(ui.state().playback().position()); };
    for (const Integrity kind : {Integrity::Gap, Integrity::Unreadable}) {
        for (int i = 0; i < 9 && (hole() == nullptr || hole()->kind != kind); ++i) ui.key("X");
        REQUIRE(hole() != nullptr);
        const auto tick = [&](std::int64_t at) {
            return tick_text(session, session.reader().timeline().moment(at));
        };
        const bool gap = kind == Integrity::Gap;
        const auto last_lost = [&] {  // of the chunks in it
            Moment last{};
            for (const ChunkInfo& chunk : session.reader().chunks())
                if (session.reader().timeline().position({chunk.segment, chunk.last_tick}) <
                    hole()->to)
                    last = {chunk.segment, chunk.last_tick};
            return tick_text(session, last);
        };
        const std::string range =
            tick(hole()->from) + " to " + (gap ? tick(hole()->to - 1) : last_lost());
        const std::string said = tall_words(ui);
        CHECK_THAT(said, contains((gap ? "Gap: ticks " : "Unreadable: ticks ") + range));
        CHECK_THAT(said, contains(" ticks " + range + (gap ? ": " : " cannot be read: ")));
        CHECK((said.find("wire checksum matches") != std::string::npos) == gap);
    }
}

TEST_CASE("a click on an event goes there, and the list says what it was") {
    Driver ui(sample_file("words.reel"));
    const std::string said = words(ui);
    for (const char* event : {"Ada: hello", "Ada killed Bob", "map second"})
        CHECK_THAT(said, contains(event));
    ui.click("events.last_row");
    CHECK(ui.state().moment() == Moment{1, 0});
    ui.click("events.filter");
    ui.type("hello");
    ui.click("events.last_row");
    CHECK(ui.state().moment().tick == kChatTick);
}

TEST_CASE("the scoreboard shows who is there at the tick") {
    Driver ui(sample_file("words.reel"));
    ui.key("P");
    const std::string said = words(ui);
    CHECK_THAT(said, contains("Scoreboard 2 players"));
    CHECK_THAT(said, contains("Ada"));
}

TEST_CASE("the inspector shows values in words, what changed and the raw words") {
    Driver ui(sample_file("words.reel"));
    ui.ask(Jump{100});
    ui.frames(3);
    const std::string said = words(ui);
    CHECK_THAT(said, contains("Character 0 (Ada)"));
    CHECK_THAT(said, contains("was 1098"));
    CHECK_THAT(said, contains("hammer"));
    CHECK_THAT(said, !contains("0x0000044c"));
    ui.key("W");
    CHECK_THAT(words(ui), contains("0x0000044c"));
    ui.click("inspector.x");
    ui.settle();
    const std::string blame = words(ui);
    CHECK_THAT(blame, contains("1098 -> 1100 +0.00 s"));
    CHECK_THAT(blame, contains("1100 -> 1102 +0.04 s"));
}

TEST_CASE("the pointer on the timeline says the time, the tick and what happened") {
    Driver ui(sample_file("words.reel"));
    const Box bar = ui.where("timeline");
    const auto x = [&](std::int64_t position) {
        return bar.x0 + static_cast<float>(ui.state().timeline().pixel(
                            static_cast<double>(position), static_cast<double>(bar.width())));
    };
    hover(ui, x(kBadTick - kFirstTick) + 1.0F, bar.centre().y);
    CHECK_THAT(words(ui), contains("wire checksum does not match"));
    hover(ui, x(kGapFrom - kFirstTick + 10), bar.centre().y);
    CHECK_THAT(words(ui), contains("no snapshot was recorded"));
    hover(ui, x(kChatTick - kFirstTick), bar.centre().y);
    CHECK_THAT(words(ui), contains("wire checksum matches Ada: hello"));
    hover(ui, x(400), bar.centre().y);
    CHECK_THAT(words(ui), contains("look here"));
}

TEST_CASE("the timeline's lanes have their colours where things happened") {
    Driver ui(sample_file("lanes.reel"));
    hover(ui, 5, 5);
    const Box bar = ui.where("timeline");
    const Image image = ui.app.picture(kWidth, kHeight);
    const auto x = [&](std::int64_t position) {
        return bar.x0 + static_cast<float>(ui.state().timeline().pixel(
                            static_cast<double>(position), static_cast<double>(bar.width())));
    };
    const float strip = bar.y1 - 3;
    CHECK(pixel(image, x(kBadTick - kFirstTick) + 1, strip) ==
          color_of(integrity_fill(Integrity::Mismatch)));
    CHECK(pixel(image, x(kGapFrom - kFirstTick + 10), strip) ==
          color_of(integrity_color(Integrity::Gap)));
    CHECK(pixel(image, x(100), strip) == color_of(integrity_color(Integrity::Match)));
    const auto column_has = [&](std::int64_t position, Color color) {
        for (float y = bar.y0; y < bar.y1; ++y) {
            for (const float near : {0.0F, 1.0F, 2.0F})
                if (pixel(image, x(position) + near, y) == color) return true;
        }
        return false;
    };
    CHECK(column_has(kChatTick - kFirstTick, color_of(event_color(EventLane::Chat))));
    CHECK(column_has(kKillTick - kFirstTick, color_of(event_color(EventLane::Kill))));
    CHECK_FALSE(column_has(100, color_of(event_color(EventLane::Kill))));
    CHECK(column_has(400, color_of(paint(0x66ccff))));  // the marker
    // The event density, at the bottom of the bar.
    const Color hill = color_of(paint(0x34435c));
    CHECK(column_has(kKillTick - kFirstTick, hill));
    CHECK_FALSE(column_has(100, hill));
}

TEST_CASE("the last snapshot is on the timeline: its mismatch, its event, its marker") {
    const Color marker = color_of(paint(0x66ccff));
    const Color chat = color_of(event_color(EventLane::Chat));
    const auto has = [](Driver& ui, float x, Color color) {
        const Image image = ui.app.picture(kWidth, kHeight);
        const Box bar = ui.where("timeline");
        for (float y = bar.y0; y < bar.y1; ++y)
            if (pixel(image, bar.x1 + x, y) == color) return true;
        return false;
    };
    const auto look_at = [](Driver& ui, double zoom, double pan) {
        TimelineView part = ui.state().timeline();
        part.show_all();
        part.zoom(kEnd, zoom);
        part.pan(pan);
        ui.ask(Move{0});  // the playhead would cover it
        ui.ask(SetTimelineView{part});
        hover(ui, 5, 5);
    };
    Driver bare(file_that_ends_badly("bare.reel", false));
    Driver marked(file_that_ends_badly("marked.reel", true));
    for (const double zoom : {1.0, 10.0}) {
        INFO(zoom);
        look_at(bare, zoom, 0);
        CHECK(has(bare, -1, color_of(integrity_fill(Integrity::Mismatch))));
        CHECK(has(bare, -1, chat));
        const Box bar = bare.where("timeline");
        hover(bare, bar.x1 - 1, bar.centre().y);
        CHECK_THAT(words(bare), contains("wire checksum does not match"));
        look_at(marked, zoom, 0);
        CHECK(has(marked, -1, marker));
        CHECK(has(marked, -3, marker));  // its flag
    }
    look_at(bare, 10, -1);
    CHECK_FALSE(has(bare, -1, chat));
    look_at(marked, 10, -1);
    for (const float x : {-1.0F, -3.0F, -6.0F}) CHECK_FALSE(has(marked, x, marker));
}

TEST_CASE("inputs are on the map and in lanes of the timeline, and the pointer tells them") {
    const auto bytes = std::make_shared<Bytes>();
    ReelWriter writer(std::make_unique<SharedSink>(bytes), RecordingInfo{});
    Pressed pressed;
    ItemType other;
    other.name = "Walker";
    other.fields.resize(1);
    other.fields[0].name = "health";
    const TypeId walker = pressed.schema.add(other);
    SnapshotBuilder items;
    items.set({walker, 4}, std::vector<Word>{7});
    const Snapshot snapshot = items.build();
    for (const ItemType& type : pressed.schema.types()) writer.add_type(type);
    writer.begin_segment({"arena", "", ""});
    for (Tick tick = 0; tick <= 500; tick += 2) {
        Frame frame;
        frame.snapshot = snapshot;
        frame.tick = tick;
        if (tick == 100) frame.events.push_back(pressed.event("Input", {2, 0, 1, 7, 0, 0, 1, 0}));
        if (tick == 200) frame.events.push_back(pressed.event("Input", {2, 0, 0, 7, 0, 1, 0, 0}));
        if (tick == 106) frame.events.push_back(pressed.event("InputTiming", {-4, -3}));
        writer.add_frame(frame);
    }
    writer.begin_segment({"dm2", "", ""});
    for (Tick tick = 10; tick <= 110; tick += 2) {
        Frame frame;
        frame.segment = 1;
        frame.tick = tick;
        frame.snapshot = snapshot;
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish().ok());
    Driver ui(write_file("pressed_ui.reel", *bytes));
    ui.pause();
    ui.ask(Move{150});
    ui.frames(2);
    const Image shown = ui.app.picture(kWidth, kHeight);
    ui.key("Shift+U");
    CHECK(ui.app.picture(kWidth, kHeight) != shown);
    const float before = ui.where("timeline").height();
    CHECK_THAT(words(ui), !contains("right jump"));
    ui.key("Ctrl+U");
    ui.frames(2);
    const Box bar = ui.where("timeline");
    CHECK(bar.height() == before + 50);
    const auto told = [&](double position) {
        hover(ui,
              bar.x0 + static_cast<float>(
                           ui.state().timeline().pixel(position, static_cast<double>(bar.width()))),
              bar.y0 + 25);
        return words(ui);
    };
    CHECK_THAT(told(160), contains("inputs of the recorded player: right, fire; aim 0 degrees"));
    CHECK_THAT(told(300), contains("inputs of the recorded player: jump; aim 0 degrees"));
    CHECK_THAT(told(102.5), contains("an input came too late for its tick"));
    CHECK_THAT(told(202.5), contains("the server did not answer an input"));
    CHECK_THAT(told(50), !contains("inputs of"));
    CHECK_THAT(told(560), contains("s1:") && !contains("inputs of"));  // another map
    // The lanes of somebody who is not followed say whose they are.
    ui.ask(FollowItem{ItemKey{walker, 4}});
    ui.frames(2);
    CHECK_THAT(words(ui), contains("inputs of the recorded player"));
}

TEST_CASE("keys stay in sight above the box that says what is missing") {
    const auto bytes = std::make_shared<Bytes>();
    ReelWriter writer(std::make_unique<SharedSink>(bytes), RecordingInfo{});
    const Pressed pressed;
    for (const ItemType& type : pressed.schema.types()) writer.add_type(type);
    writer.begin_segment({"arena", "", ""});
    for (Tick tick = 0; tick <= 500; tick += 2) {
        if (tick > 200 && tick < 300) continue;
        Frame frame;
        frame.tick = tick;
        if (tick == 200) frame.events.push_back(pressed.event("Input", {0, 0, 1, 7, 0, 0, 1, 0}));
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish().ok());
    Driver ui(write_file("keys_in_gap.reel", *bytes));
    ui.pause();
    ui.ask(Move{240});
    ui.frames(2);
    const Box box = ui.where("map.trouble");
    const Image with = ui.app.picture(kWidth, kHeight);
    ui.key("Shift+U");
    const Image without = ui.app.picture(kWidth, kHeight);
    const auto differs = [&](float from, float to) {
        for (int y = static_cast<int>(from); y < static_cast<int>(to); ++y)
            for (int x = static_cast<int>(box.x0); x < static_cast<int>(box.x1); ++x)
                if (with.at(x, y) != without.at(x, y)) return true;
        return false;
    };
    CHECK(differs(box.y0 - 36, box.y0 - 8));
    CHECK_FALSE(differs(box.y0, box.y1 - 1));
}

TEST_CASE("the server's rate is a lane of the timeline, and the pointer tells it") {
    const auto bytes = std::make_shared<Bytes>();
    ReelWriter writer(std::make_unique<SharedSink>(bytes), RecordingInfo{});
    writer.begin_segment({"arena", "", ""});
    const auto send = [&](Tick tick, Tick base) {
        Frame frame;
        frame.tick = tick;
        frame.wire.base_tick = base;
        frame.wire.parts = 1;
        writer.add_frame(frame);
    };
    for (Tick tick = 1000; tick < 1100; tick += 10) send(tick, kNoTick);
    for (Tick tick = 1100; tick < 1300; tick += 2) send(tick, tick - 2);
    for (Tick tick = 1300; tick < 1500; tick += 50) send(tick, kNoTick);
    REQUIRE(writer.finish().ok());
    Driver ui(write_file("rate_ui.reel", *bytes));
    ui.pause();
    ui.frames(2);
    const float before = ui.where("timeline").height();
    ui.key("Ctrl+Shift+U");
    ui.frames(2);
    const Box bar = ui.where("timeline");
    CHECK(bar.height() == before + 10);
    const auto told = [&](double position) { return told_at(ui, bar, position); };
    CHECK_THAT(told(50), contains("init: in full until the client acknowledges a snapshot; "
                                  "ticks 1000 to 1099"));
    CHECK_THAT(told(200), contains("full: deltas to snapshots that the client acknowledged; "
                                   "ticks 1100 to 1299"));
    CHECK_THAT(told(400), contains("recover: in full again"));
    ui.key("Ctrl+Shift+U");
    CHECK_THAT(told(400), !contains("recover"));
}

TEST_CASE("delays are a lane of the timeline, and the pointer tells the numbers and their ticks") {
    const auto bytes = std::make_shared<Bytes>();
    ReelWriter writer(std::make_unique<SharedSink>(bytes), RecordingInfo{});
    writer.begin_segment({"arena", "", ""});
    for (Tick tick = 1000; tick < 1500; tick += 2) {
        Frame frame;
        frame.tick = tick;
        frame.time = std::chrono::milliseconds(20 * tick + (tick == 1250 ? 130 : 0));
        frame.wire.base_tick = tick == 1100 ? 1060 : tick - 4;
        frame.wire.parts = 1;
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish().ok());
    Driver ui(write_file("delay_ui.reel", *bytes));
    ui.pause();
    ui.frames(2);
    const float before = ui.where("timeline").height();
    ui.key("Alt+Shift+U");
    ui.frames(2);
    const Box bar = ui.where("timeline");
    CHECK(bar.height() == before + 30);
    const auto told = [&](double position) { return told_at(ui, bar, position); };
    CHECK_THAT(told(40.5), contains("base age 4 ticks (80 ms), tick 1040") && !contains("ack lag"));
    CHECK_THAT(told(100.5), contains("base age 40 ticks (800 ms), tick 1100"));
    CHECK_THAT(told(250.5), contains("late 130.0 ms, tick 1250"));
    CHECK_THAT(told(252.5), contains("early 130.0 ms, tick 1252"));
    ui.key("Alt+Shift+U");
    CHECK_THAT(told(40.5), !contains("base age"));
}

TEST_CASE("a long title in the chart's legend makes room for its value") {
    Driver ui(sample_file("words.reel"));
    ui.frames(1);
    CHECK(fitted("short.x", 200) == "short.x");
    const std::string cut = fitted("Character 12 (a name of many words).vel_x", 120);
    CHECK(cut.substr(0, 9) == "Character");
    CHECK_THAT(cut, contains("...vel_x"));
    CHECK(fitted("\xE6\x97\xA5\xE6\x97\xA5\xE6\x97\xA5.x", 1) == "...x");
}
