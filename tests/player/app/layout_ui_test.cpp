// Which panels are where: presets, hidden and moved ones, small windows, the bar of theatre mode.
#include "tests/catch.h"
#include "tests/format/reel/reel_file.h"
#include "tests/player/app/driver.h"
#include "tests/player/app/screen_text.h"
#include "tickreel/base/unfinished_file.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

void show(Driver& ui, float width, float height, int frames = 4) {
    for (int i = 0; i < frames; ++i) ui.app.frame(width, height, PlayerState::Seconds(0.02));
}

std::set<std::string> shown_tabs(const Driver& ui) {
    std::set<std::string> shown;
    for (const PanelEntry& entry : panel_list())
        if (ui.shows(std::string("tab.") + entry.id)) shown.insert(entry.id);
    return shown;
}

const std::set<std::string> kLeft{"events", "chat", "markers", "integrity", "query"};
const std::set<std::string> kRight{"items", "blame", "diff", "inspector"};

std::set<std::string> both_sides() {
    std::set<std::string> all = kLeft;
    all.insert(kRight.begin(), kRight.end());
    return all;
}

// A race with that many players, the last two of whom have not finished.
std::string race_file(int players, const std::string& name = "racer ") {
    const auto bytes = std::make_shared<Bytes>();
    RecordingInfo info;
    ReelWriter writer(std::make_unique<SharedSink>(bytes), info);
    ItemType who;
    who.name = "Racer";
    who.shares_names = true;
    who.fields.resize(2);
    who.fields[0].name = "name";
    who.fields[0].kind = FieldKind::Text;
    who.fields[0].roles = Role::Name;
    who.fields[1].name = "score";
    who.fields[1].roles = Role::Score;
    ItemType rules;
    rules.name = "Rules";
    rules.fields.resize(1);
    rules.fields[0].name = "flags";
    rules.fields[0].kind = FieldKind::Flags;
    rules.fields[0].values = {{1, "timescore"}, {2, "other"}};
    const TypeId racer = writer.add_type(who);
    const TypeId rule = writer.add_type(rules);
    writer.begin_segment({"track", "", ""});
    SnapshotBuilder builder;
    for (int i = 0; i < players; ++i)
        builder.set({racer, static_cast<EntityId>(i)},
                    make_row(who, {name + std::to_string(i),
                                   i < players - 2 ? -std::int64_t{65 + i} : kNoTime}));
    const Word flags[] = {1};
    builder.set({rule, 0}, flags);
    Frame frame;
    frame.tick = 100;
    frame.snapshot = builder.build();
    writer.add_frame(frame);
    REQUIRE(writer.finish().ok());
    const std::string path = std::string(TICKREEL_BIN_DIR) + "/layout_race.reel";
    REQUIRE(write_whole_file(path, *bytes, IfExists::Replace).ok());
    return path;
}

}  // namespace

TEST_CASE("presets show what they are for; undo and reset bring panels back") {
    Driver ui(sample_file("layout.reel"));
    CHECK(shown_tabs(ui) == both_sides());
    const float beside = ui.where("map").width();
    ui.key("Ctrl+1");
    CHECK(shown_tabs(ui).empty());
    CHECK(ui.where("map").width() == kWidth);
    ui.key("Ctrl+2");
    CHECK(shown_tabs(ui) == kRight);
    ui.key("Ctrl+3");
    CHECK(shown_tabs(ui) == both_sides());
    CHECK(ui.shows("query.text"));
    ui.key("Ctrl+4");
    CHECK(shown_tabs(ui) == std::set<std::string>{"events", "chat", "markers"});
    ui.key("Ctrl+Z");
    CHECK(shown_tabs(ui) == both_sides());
    ui.key("Ctrl+Z");
    CHECK(shown_tabs(ui) == kRight);
    ui.key("Ctrl+5");
    CHECK(shown_tabs(ui) == both_sides());
    CHECK(ui.where("map").width() == beside);
    for (int i = 0; i < 10; ++i) ui.key("Ctrl+Z");
    CHECK(shown_tabs(ui) == both_sides());  // as it was at first, and no further
    CHECK(ui.state().notices().shows());
}

TEST_CASE("a panel is hidden, moved and found again, by menu and by key") {
    Driver ui(sample_file("layout.reel"));
    ui.click("menu.Layout");
    ui.click("menu.panel.chat");
    CHECK_FALSE(ui.shows("tab.chat"));
    ui.click("menu.Layout");
    ui.click("menu.panel.chat");
    CHECK(ui.shows("tab.chat"));
    CHECK(ui.state().view().tabs[0] == "chat");
    // The chat is what was wanted last: it goes round all four places.
    const Box first = ui.where("tab.chat");
    ui.key("Ctrl+Shift+H");
    CHECK(ui.where("tab.chat").y0 > first.y1);
    CHECK(ui.state().view().home_of("chat", Pane::LeftTop) == Pane::LeftBottom);
    ui.key("Ctrl+Shift+H");
    CHECK(ui.where("tab.chat").x0 > kWidth / 2.0F);
    ui.key("Ctrl+H");
    CHECK_FALSE(ui.shows("tab.chat"));
    ui.key("Ctrl+Z");
    CHECK(ui.shows("tab.chat"));
    // An emptied place gives its room to the other one of its side.
    for (const char* id : {"events", "markers"}) ui.ask(HidePanel{id});
    ui.frames(3);
    CHECK(ui.where("tab.integrity").y0 == Approx(ui.where("map").y0).margin(20));
    // What is needed comes back by itself.
    ui.ask(HidePanel{"query"});
    ui.key("/");
    CHECK(ui.shows("tab.query"));
}

TEST_CASE("a right click on a tab moves its panel") {
    Driver ui(sample_file("layout.reel"));
    const Vec2 at = ui.where("tab.diff").centre();
    ui.move(at.x, at.y);
    ui.app.ui().mouse_button(1, true);
    ui.frame();
    ui.app.ui().mouse_button(1, false);
    ui.frames(2);
    ui.click("tab.move lower left");
    CHECK(ui.where("tab.diff").x0 < kWidth / 2.0F);
    CHECK(ui.state().view().tabs[1] == "diff");
}

TEST_CASE("where the window is small a side folds away, and the map stays") {
    Driver ui(sample_file("layout.reel"));
    show(ui, 900, 560);
    CHECK(shown_tabs(ui) == kRight);
    CHECK(ui.where("map").width() >= 320);
    ui.key("Ctrl+[");
    show(ui, 900, 560);
    CHECK(shown_tabs(ui) == kLeft);
    CHECK(ui.where("map").width() >= 320);
    show(ui, 640, 400);
    CHECK(ui.where("map").width() >= 320);
    for (const float wide : {640.0F, 900.0F, 1280.0F}) {  // texts end before the buttons
        show(ui, wide, 560);
        CHECK(ui.where("top.facts").x1 < ui.where("window.palette").x0);
    }
    show(ui, 1280, 800);
    CHECK(shown_tabs(ui) == both_sides());
}

TEST_CASE("all steps of a drag are undone at once, and a layout comes back with the session") {
    Driver ui(sample_file("layout.reel"));
    const PaneSizes before = ui.state().view().panes;
    const auto drag = [&](float by) {
        const Vec2 at = ui.where("left border").centre();
        ui.move(at.x, at.y);
        ui.app.ui().mouse_button(0, true);
        ui.frame();
        for (int i = 1; i <= 4; ++i) ui.move(at.x + by * static_cast<float>(i) / 4, at.y);
        ui.app.ui().mouse_button(0, false);
        ui.frames(2);
    };
    drag(40);
    const PaneSizes once = ui.state().view().panes;
    CHECK(once.left == Approx(before.left + 40).margin(2));
    drag(40);
    CHECK(ui.state().view().panes.left > once.left + 30);
    ui.key("Ctrl+Z");
    CHECK(ui.state().view().panes == once);
    ui.key("Ctrl+Z");
    CHECK(ui.state().view().panes == before);
    Session session;
    session.view.homes["chat"] = Pane::RightBottom;
    session.view.hidden = {"diff"};
    session.view.sides = {true, false};
    session.view.hud = false;
    const Result<Session> read = parse_session(session_text(session));
    REQUIRE(read.ok());
    CHECK(*read == session);
}

TEST_CASE("theatre mode is the picture; its bar comes with the pointer and fades") {
    Driver ui(sample_file("layout.reel"));
    ui.pause();
    ui.key("Shift+F");
    CHECK(ui.where("map").width() == kWidth);
    CHECK(ui.where("map").height() == kHeight);
    CHECK(shown_tabs(ui).empty());
    const auto brightest = [&] {  // of the bar's lower part
        const Image picture = ui.app.picture(kWidth, kHeight);
        int most = 0;
        for (int x = 0; x < kWidth; ++x) most = std::max(most, int{picture.at(x, kHeight - 20).r});
        return most;
    };
    ui.move(600, 290);
    ui.move(600, 300);
    REQUIRE(ui.shows("timeline"));
    const int full = brightest();
    CHECK(ui.app.busy());  // it goes without another event
    for (int i = 0; i < 11; ++i) ui.frame(0.25);
    CHECK(ui.shows("timeline"));
    CHECK(brightest() < full);
    for (int i = 0; i < 4; ++i) ui.frame(0.25);
    CHECK_FALSE(ui.shows("timeline"));
    CHECK_FALSE(ui.app.busy());
    // Under a pointer that rests it stays, and nothing is drawn again for it.
    ui.move(600, kHeight - 20);
    for (int i = 0; i < 20; ++i) ui.frame(0.25);
    CHECK(ui.shows("timeline"));
    CHECK_FALSE(ui.app.busy());
    ui.move(600, 310);
    CHECK(ui.shows("timeline"));
    CHECK(ui.app.busy());
    ui.key("Esc");
    CHECK(shown_tabs(ui) == both_sides());
}

TEST_CASE("names have most of the scoreboard's room, and end before the pings begin") {
    struct Row {
        float wide, tall;
        int players;
        float least;  // of a name's width
    };
    for (const Row row : {Row{800, 600, 63, 110}, Row{1280, 800, 64, 140}, Row{1280, 800, 128, 120},
                          Row{900, 560, 16, 140}}) {
        CAPTURE(row.wide, row.players);
        Driver ui(race_file(row.players, "a name that is far too long for this place "));
        ui.key("P");
        show(ui, row.wide, row.tall);
        const bool pings = ui.shows("scoreboard.ping.0");
        for (int i = 0; i < row.players; ++i) {
            const Box name = ui.where("scoreboard.name." + std::to_string(i));
            const Box line = ui.where("scoreboard." + std::to_string(i));
            const float end = pings ? ui.where("scoreboard.ping." + std::to_string(i)).x0 : line.x1;
            CAPTURE(i, name.x0, name.x1, end);
            CHECK(name.width() >= row.least);
            CHECK(name.x1 <= end);
        }
    }
}

TEST_CASE("in a tiny window there is only the picture, and nothing overlaps in a small one") {
    Driver ui(sample_file("layout.reel"));
    for (const Vec2 size : {Vec2{480, 400}, Vec2{640, 280}, Vec2{200, 120}}) {
        CAPTURE(size.x, size.y);
        show(ui, size.x, size.y);
        CHECK(ui.where("map").width() == size.x);
        CHECK(ui.where("map").height() == size.y);
        CHECK(shown_tabs(ui).empty());
    }
    const TypeId type = *ui.state().session().reader().schema().find("Character");
    ui.ask(PlotField{{{type, 0}, 0}});
    for (const Vec2 size : {Vec2{520, 300}, Vec2{640, 400}, Vec2{700, 480}, Vec2{900, 560}}) {
        CAPTURE(size.x, size.y);
        show(ui, size.x, size.y);
        const Box map = ui.where("map");
        CHECK(map.width() >= 320);
        CHECK(map.height() >= 60);
        CHECK(map.y1 <= ui.where("timeline").y0 + 1);
        for (const std::string& tab : shown_tabs(ui)) {
            const Box at = ui.where("tab." + tab);
            CHECK((at.x1 <= map.x0 || at.x0 >= map.x1));
        }
    }
}

TEST_CASE("the scoreboard holds 64 to 128 players, and shows race times as times") {
    for (const int players : {2, 17, 64, 128}) {
        CAPTURE(players);
        Driver ui(race_file(players));
        ui.key("P");
        const Box board = ui.where("scoreboard");
        CHECK(board.y1 <= ui.where("timeline").y0);
        CHECK(board.x0 >= 0);
        CHECK(board.x1 <= kWidth);
        std::vector<Box> rows;
        for (int i = 0; i < players; ++i) {
            const Box row = ui.where("scoreboard." + std::to_string(i));
            CHECK(row.y0 >= board.y0);
            CHECK(row.y1 <= board.y1);
            CHECK(row.x1 <= board.x1 + 1);
            for (const Box& other : rows)
                CHECK(intersection(grown(row, -3), grown(other, -3)).empty());
            rows.push_back(row);
        }
        const std::string said = screen_text(ui.app.ui());
        CHECK((said.find("01:05") != std::string::npos) == (players > 2));
        CHECK(said.find("9999") == std::string::npos);
        CHECK(said.find("Team") == std::string::npos);
    }
}
