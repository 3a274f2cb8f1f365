// Commands: each one changes exactly what it names and reports it.
#include "tests/player/state/opened.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

// Exactly these parts.
std::uint16_t only(std::initializer_list<Part> parts) {
    Changes changes;
    for (const Part part : parts) changes.add(part);
    return changes.parts;
}

}  // namespace

TEST_CASE("two changes of the view in one frame both hold") {
    PlayerState state;
    open(state);
    // Both are created while the same constant state is drawn, then applied one after the other.
    PaneSizes wider = state.view().panes;
    wider.left += 40;
    const bool names = state.view().names;
    const bool chat = state.view().lanes[static_cast<std::size_t>(EventLane::Chat)];
    const Commands frame = {SetPanes{wider}, Toggle{&ViewSettings::names, "Names"},
                            ShowLane{EventLane::Chat, !chat}, ShowTab{Pane::LeftTop, "chat"},
                            ShowDialog{Dialog::Palette}};
    for (const Command& command : frame) CHECK(act(state, command).has(Part::View));
    CHECK(state.view().panes == wider);
    CHECK(state.view().names == !names);
    CHECK(state.view().lanes[static_cast<std::size_t>(EventLane::Chat)] == !chat);
    CHECK(state.view().tabs[0] == "chat");
    CHECK(state.view().shows(Dialog::Palette));
}

TEST_CASE("a command says what changed, and only that") {
    PlayerState state;
    open(state);
    const auto parts = [&](const Command& command) { return act(state, command).parts; };
    CHECK(parts(Jump{100}) == only({Part::Playback}));
    CHECK(parts(Move{100}) == only({}));  // no change
    CHECK(parts(TogglePlay{}) == only({Part::Playback}));
    CHECK(parts(ChangeSpeed{+1}) == only({Part::Playback, Part::Notice}));
    CHECK(parts(SelectItem{std::nullopt}) == only({Part::Selection}));
    CHECK(parts(SelectItem{std::nullopt}) == only({}));
    CHECK(parts(FollowNext{+1}) == only({Part::Selection, Part::View, Part::Notice}));
    CHECK(parts(Toggle{&ViewSettings::trails, "Trails"}) == only({Part::View, Part::Notice}));
    CHECK(parts(ShowTab{Pane::LeftTop, "chat"}) == only({Part::View}));
    CHECK(parts(ShowTab{Pane::LeftTop, "chat"}) == only({}));
    CHECK(parts(Step{Unit::Hit, +1}) == only({Part::Notice}));  // no query was run
    CHECK(parts(AskQuery{"Character.health >= 0"}) == only({Part::Questions}));
    TimelineView closer = state.timeline();
    closer.zoom(100, 4);
    CHECK(parts(SetTimelineView{closer}) == only({Part::Timeline}));
    CHECK(parts(SelectMarker{0}) == only({Part::Markers}));
    CHECK(parts(PinHere{}) == only({Part::Selection, Part::View, Part::Notice}));
    CHECK(parts(OpenPath{"/nowhere.reel", ""}) == only({Part::Recording}));
    CHECK(act(state, RunAction{"no.such.action"}).nothing());
}

TEST_CASE("an action by name does what its command does") {
    PlayerState named;
    PlayerState direct;
    open(named);
    open(direct);
    const ActionRegistry actions = default_actions();
    for (const char* id : {"seek.forward", "seek.next_problem", "playback.next", "view.ids",
                           "camera.follow_next", "loop.in", "seek.undo", "window.help"}) {
        CAPTURE(id);
        const Changes by_name = act(named, RunAction{id});
        const Changes by_value = act(direct, actions.find(id)->command);
        named.advance(PlayerState::Seconds(0));
        direct.advance(PlayerState::Seconds(0));
        CHECK(by_name.parts == by_value.parts);
        CHECK_FALSE(by_name.nothing());
        CHECK(named.playback().position() == direct.playback().position());
        CHECK(named.view() == direct.view());
        CHECK(named.selection().followed() == direct.selection().followed());
    }
}

TEST_CASE("what happens once is handed on and leaves no flag behind") {
    PlayerState state;
    open(state);
    const ViewSettings before = state.view();
    for (const Command& command :
         Commands{SavePicture{PictureKind::MapOnly}, CopyText{"words"}, ResetKeys{}, Quit{},
                  FocusOn{TextBox::None}, CopyLink{}}) {
        const Changes changes = act(state, command);
        CHECK(changes.tasks.size() == 1);
        CHECK(state.view() == before);
    }
    const Changes copied = act(state, CopyLink{});
    CHECK(std::get<CopyText>(copied.tasks[0]).text == state.session().link_to(state.moment()));
}

TEST_CASE("quitting says once what is being written and would be lost") {
    PlayerState state;
    open(state);
    act(state, StartExport{{"--version"}, "tickreel --version"});
    REQUIRE(state.session().exporting());  // until the next poll() at least
    CHECK(act(state, Quit{}).tasks.empty());
    CHECK_THAT(state.notices().text(), contains("An export runs and would be lost"));
    CHECK(act(state, Quit{}).tasks.size() == 1);
    act(state, CancelExport{});
    CHECK(act(state, Quit{}).tasks.size() == 1);
    act(state, StartExport{{"--version"}, "tickreel --version"});
    CHECK(act(state, Quit{}).tasks.empty());  // another one
    act(state, CancelExport{});
}
