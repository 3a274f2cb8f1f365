// Markers are written into the file, or into one beside it.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include <sys/resource.h>

#include "player/state/marker_file.h"
#include "tests/player/state/opened.h"
#include "tickreel/base/file.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

std::string bytes_of(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void settle_markers(PlayerState& state) {
    for (int i = 0; i < 20000 && (state.markers().writing() || state.session().rereading()); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        state.poll();
    }
}

// Until the player has seen that the open file is another one.
void notice_replaced(PlayerState& state) {
    const std::uint64_t before = state.session().generation();
    for (int i = 0; i < 2000 && state.session().generation() == before; ++i) {
        state.advance(PlayerState::Seconds(1.1));
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        state.poll();
    }
    CHECK(state.session().generation() != before);
    wait(state);
}

// Another recording, of few ticks.
Bytes short_match() {
    const std::string path = write_file("short.reel", {});
    RecordingInfo info;
    info.ticks_per_second = 50;
    ReelWriter writer(std::move(*create_file(path, IfExists::Replace)), info);
    writer.begin_segment({"first", "", ""});
    for (Tick tick = kFirstTick; tick < kFirstTick + 300; tick += 2) {
        Frame frame;
        frame.tick = tick;
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish().ok());
    return *read_whole_file(path);
}

// As on a full disk: while this is there no file can become longer than that.
class FullDisk {
public:
    explicit FullDisk(std::uint64_t bytes) : signal_(std::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const struct rlimit little { bytes, before_.rlim_max };
        ::setrlimit(RLIMIT_FSIZE, &little);
    }
    ~FullDisk() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, signal_);
    }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

private:
    void (*signal_)(int);
    struct rlimit before_ {};
};

}  // namespace

TEST_CASE("markers are written into the file, beside the frame and in order") {
    PlayerState state;
    open(state, "1100");
    const std::string path = state.session().path();
    REQUIRE(state.markers().all().size() == 1);
    act(state, DecideMarkers{MarkerHome::File});
    run(state, "marker.add");
    act(state, AddMarker{{{0, 1200}, "second", 0x123456}});
    settle_markers(state);
    REQUIRE(state.markers().all().size() == 3);
    CHECK(state.markers().all()[0].moment.tick == 1100);
    CHECK(state.markers().all()[1].text == "second");
    CHECK(state.markers().all()[1].color == 0x123456);
    act(state, EditMarker{1, {{0, 1200}, "changed", 0x654321}});
    act(state, RemoveMarker{0});
    settle_markers(state);
    PlayerState again;
    act(again, OpenPath{path});
    wait(again);
    REQUIRE(again.markers().all().size() == 2);
    CHECK(again.markers().all()[0].text == "changed");
    CHECK(again.markers().all()[1].text == "look here");
    CHECK(shown(state) == 1100);
}

TEST_CASE("markers in a file beside the recording: its bytes stay, and they are there next time") {
    const std::string path = sample_file("beside.reel");
    std::filesystem::remove(marker_file_of(path));  // of an earlier run
    PlayerState state;
    act(state, OpenPath{path, "1100"});
    wait(state);
    const std::string before = bytes_of(path);
    run(state, "marker.add");
    REQUIRE(state.view().shows(Dialog::MarkerHome));
    act(state, DecideMarkers{MarkerHome::Beside});
    act(state, AddMarker{{{0, 1200}, "second \"one\"\nof two", 0x123456}});
    run(state, "marker.add");  // asked only once
    CHECK_FALSE(state.view().any_dialog());
    settle_markers(state);
    REQUIRE(state.markers().all().size() == 4);  // one is in the file
    CHECK(bytes_of(path) == before);
    {
        PlayerState again;
        act(again, OpenPath{path});
        wait(again);
        CHECK(again.markers().all() == state.markers().all());
        act(again, EditMarker{2, {{0, 1200}, "changed", 0x654321}});
        CHECK_FALSE(again.view().any_dialog());
        act(again, RemoveMarker{0});
    }  // all is written when the player ends
    CHECK(bytes_of(path) == before);
    CHECK(bytes_of(marker_file_of(path)) ==
          "{\"tick\":\"s0:1100\",\"color\":\"#ffcc33\",\"text\":\"Marker 4\"}\n"
          "{\"tick\":\"s0:1200\",\"color\":\"#654321\",\"text\":\"changed\"}\n");
}

TEST_CASE("markers that are set quickly have names of their own") {
    PlayerState state;
    open(state, "1100");
    const std::string path = state.session().path();
    std::filesystem::remove_all(marker_file_of(path));  // of an earlier run
    run(state, "marker.add");
    act(state, DecideMarkers{MarkerHome::File});
    for (int i = 0; i < 4; ++i) {  // while those before are being written
        act(state, Move{state.playback().position() + 10});
        run(state, "marker.add");
    }
    settle_markers(state);
    std::set<std::string> names;
    for (const Marker& marker : state.markers().all()) names.insert(marker.text);
    CHECK(names.size() == 6);  // one was in the file
    CHECK(names.contains("Marker 6"));
}

TEST_CASE("a file of markers that cannot be understood is said, and left alone") {
    for (const char* text :
         {"no JSON\n", "{\"tick\":\"9999999\",\"color\":\"#ffcc33\",\"text\":\"\"}",
          "{\"tick\":\"1200\",\"color\":\"red\",\"text\":\"\"}", "[]", "\n"}) {
        CAPTURE(text);
        const std::string path = sample_file("beside_wrong.reel");
        const std::string beside = marker_file_of(path);
        std::ofstream(beside) << text;
        PlayerState state;
        act(state, OpenPath{path, "1100"});
        wait(state);
        CHECK_THAT(state.notices().text(), contains(".markers: line 1"));
        run(state, "marker.add");
        settle_markers(state);
        CHECK(state.markers().all().size() == 2);
        CHECK(bytes_of(beside) == text);
        std::filesystem::remove(beside);
    }
}

TEST_CASE("quitting asks where markers go that are not saved") {
    PlayerState state;
    open(state, "1100");
    const std::string path = state.session().path();
    const std::string beside = marker_file_of(path);
    std::filesystem::remove_all(beside);  // of an earlier run
    const std::size_t before = state.markers().all().size();
    act(state, AddMarker{{{0, 1200}, "unsaved"}});
    act(state, ShowDialog{});
    CHECK(act(state, Quit{}).tasks.empty());
    REQUIRE(state.view().shows(Dialog::MarkerHome));
    SECTION("into a file beside it") {
        act(state, DecideMarkers{MarkerHome::Beside});
        CHECK(state.markers().all().size() == before + 1);
        CHECK(act(state, Quit{}).tasks.size() == 1);
        settle_markers(state);
        CHECK(std::filesystem::exists(beside));
    }
    SECTION("nowhere") {
        run(state, "window.escape");
        CHECK(act(state, Quit{}).tasks.size() == 1);
    }
    SECTION("the file beside it cannot be written") {
        std::filesystem::create_directory(beside);
        act(state, DecideMarkers{MarkerHome::Beside});
        settle_markers(state);
        CHECK_THAT(state.notices().text(), contains("for this session only"));
        CHECK(act(state, Quit{}).tasks.empty());
        CHECK(state.view().shows(Dialog::MarkerHome));
        act(state, DecideMarkers{MarkerHome::Session});
        CHECK(act(state, Quit{}).tasks.size() == 1);
    }
    std::filesystem::remove_all(beside);
}

TEST_CASE("no other recording takes the place of one whose markers are not saved") {
    PlayerState state;
    open(state, "1100");
    const std::string path = state.session().path();
    const std::string other = sample_file("other_than_marked.reel");
    std::filesystem::remove_all(marker_file_of(path));  // of an earlier run
    const std::size_t before = state.markers().all().size();
    act(state, AddMarker{{{0, 1200}, "unsaved"}});
    act(state, ShowDialog{});
    const Command leaving = GENERATE_COPY(Command(OpenPath{other}), Command(OpenNeighbour{1}),
                                          Command(CloseRecording{}), Command(Recover{}));
    act(state, leaving);
    wait(state);
    REQUIRE(state.session().ready());
    CHECK(state.session().path() == path);
    CHECK(state.markers().asks());
    CHECK(state.view().shows(Dialog::MarkerHome));
    CHECK_THAT(state.notices().text(), contains("say where markers go"));
    act(state, DecideMarkers{MarkerHome::Session});
    CHECK(state.markers().all().size() == before + 1);
    act(state, OpenPath{other});
    wait(state);
    CHECK(state.session().path() == other);
}

TEST_CASE("a marker that is set while another file opens is asked about before that is shown") {
    PlayerState state;
    open(state, "1100");
    const std::string path = state.session().path();
    std::filesystem::remove_all(marker_file_of(path));  // of an earlier run
    const std::string other = sample_file("opened_meanwhile.reel");
    const auto until_another_waits = [&] {
        for (int i = 0; i < 20000 && !state.session().another_waits(); ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
            state.poll();
        }
        REQUIRE(state.session().another_waits());
        CHECK(state.session().path() == path);
    };
    act(state, OpenPath{other});
    SECTION("at once") {
        act(state, AddMarker{{{0, 1200}, "meanwhile"}});
        until_another_waits();
    }
    SECTION("with a text that is still typed") {
        act(state, ShowDialog{Dialog::Marker});
        until_another_waits();
        state.poll();
        CHECK(state.view().shows(Dialog::Marker));
        act(state, ShowDialog{});
        act(state, AddMarker{{{0, 1200}, "meanwhile"}});
        state.poll();
        CHECK(state.session().path() == path);
    }
    REQUIRE(state.view().shows(Dialog::MarkerHome));
    act(state, DecideMarkers{MarkerHome::File});
    wait(state);
    CHECK(state.session().path() == other);
    CHECK_FALSE(state.view().any_dialog());
    PlayerState again;
    act(again, OpenPath{path});
    wait(again);
    REQUIRE(again.markers().all().size() == 2);
    CHECK(again.markers().all()[0].text == "meanwhile");
}

TEST_CASE("the question about a marker comes back when another file was read meanwhile") {
    PlayerState state;
    open(state, "1100");
    const std::string path = state.session().path();
    const std::string other = sample_file("opened_meanwhile.reel");
    act(state, OpenPath{other});
    act(state, AddMarker{{{0, 1200}, "meanwhile"}});
    act(state, ShowDialog{});  // another dialog took its place
    for (int i = 0; i < 20000 && !state.view().any_dialog(); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        state.poll();
    }
    REQUIRE(state.view().shows(Dialog::MarkerHome));
    CHECK_THAT(state.notices().text(), contains("say where markers go"));
    CHECK(state.session().path() == path);
    run(state, "window.escape");
    wait(state);
    CHECK(state.session().path() == other);
}

TEST_CASE("a marker that cannot be written is asked about, also when the next file comes at once") {
    PlayerState state;
    open(state, "1100");
    const std::string path = state.session().path();
    const std::string other = sample_file("opened_meanwhile.reel");
    act(state, DecideMarkers{MarkerHome::File});
    std::filesystem::remove(path);  // takes no marker
    act(state, AddMarker{{{0, 1200}, "lost?"}});
    act(state, OpenPath{other});
    CHECK(state.session().path() == path);
    CHECK(state.view().shows(Dialog::MarkerHome));
    CHECK(state.markers().asks());
}

TEST_CASE("markers that are set faster than they are written are in the file at the end") {
    const std::string path = sample_file("hurried.reel");
    {
        PlayerState state;
        act(state, OpenPath{path, "1100"});
        wait(state);
        act(state, DecideMarkers{MarkerHome::File});
        for (Tick tick = 1200; tick < 1205; ++tick) act(state, AddMarker{{{0, tick}, "quick"}});
    }
    PlayerState again;
    act(again, OpenPath{path});
    wait(again);
    CHECK(again.markers().all().size() == 6);  // one was recorded
}

TEST_CASE("a marker that a full disk keeps for the session stays, and quitting asks about it") {
    PlayerState state;
    open(state, "1100");
    const std::string path = state.session().path();
    std::filesystem::remove_all(marker_file_of(path));  // of an earlier run
    act(state, DecideMarkers{MarkerHome::File});
    const std::size_t before = state.markers().all().size();
    {
        const FullDisk full(std::filesystem::file_size(path) + 10);
        act(state, AddMarker{{{0, 1200}, "no room"}});
        settle_markers(state);
    }
    CHECK_THAT(state.notices().text(), contains("for this session only"));
    CHECK(state.markers().all().size() == before + 1);
    for (int i = 0; i < 200; ++i) {  // the attempt has touched the file
        state.advance(PlayerState::Seconds(1.1));
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        state.poll();
    }
    CHECK(state.markers().all().size() == before + 1);
    CHECK_THAT(state.notices().text(), contains("for this session only"));
    CHECK(act(state, Quit{}).tasks.empty());
    CHECK(state.view().shows(Dialog::MarkerHome));
}

TEST_CASE("markers of this session stay when the file is touched") {
    PlayerState state;
    open(state, "1100");
    const std::string path = state.session().path();
    std::filesystem::remove_all(marker_file_of(path));  // of an earlier run
    act(state, AddMarker{{{0, 1200}, "of this session"}});
    act(state, DecideMarkers{MarkerHome::Session});
    const auto before = state.markers().all();
    std::filesystem::last_write_time(
        path, std::filesystem::last_write_time(path) + std::chrono::seconds(5));
    notice_replaced(state);
    CHECK(state.markers().all() == before);
    CHECK_THAT(state.notices().text(), contains("read again"));
}

TEST_CASE("markers without a home stay unsaved when another recording takes the file's place") {
    PlayerState state;
    open(state, "1100");
    const std::string path = state.session().path();
    std::filesystem::remove_all(marker_file_of(path));  // of an earlier run
    act(state, AddMarker{{{0, 1200}, "here too"}});
    act(state, DecideMarkers{MarkerHome::Session});
    act(state, AddMarker{{{0, kLastTick}, "only there"}});
    const Bytes other = short_match();  // ends before that
    std::filesystem::rename(write_file("takes_its_place.reel", other), path);
    notice_replaced(state);
    REQUIRE(state.markers().all().size() == 1);
    CHECK(state.markers().all()[0].text == "here too");
    CHECK_THAT(state.notices().text(), contains("another recording"));
    CHECK_THAT(state.notices().text(), contains("1 marker"));
    CHECK_THAT(state.notices().text(), contains("only there"));
    CHECK(act(state, Quit{}).tasks.empty());
    REQUIRE(state.view().shows(Dialog::MarkerHome));
    act(state, DecideMarkers{MarkerHome::File});
    settle_markers(state);
    PlayerState again;
    act(again, OpenPath{path});
    wait(again);
    REQUIRE(again.markers().all().size() == 1);
    CHECK(again.markers().all()[0].text == "here too");
}

TEST_CASE("a question about a marker outlives the file's replacement") {
    PlayerState state;
    open(state, "1100");
    const std::string path = state.session().path();
    std::filesystem::remove_all(marker_file_of(path));  // of an earlier run
    run(state, "marker.add");
    REQUIRE(state.view().shows(Dialog::MarkerHome));
    SECTION("by itself") {
        std::filesystem::copy_file(path, path + ".copy");
        std::filesystem::rename(path + ".copy", path);
    }
    SECTION("by another recording") {
        std::filesystem::rename(write_file("takes_its_place.reel", short_match()), path);
    }
    notice_replaced(state);
    CHECK(state.markers().asks());
    act(state, DecideMarkers{MarkerHome::File});
    settle_markers(state);
    PlayerState again;
    act(again, OpenPath{path});
    wait(again);
    REQUIRE_FALSE(again.markers().all().empty());
    CHECK(again.markers().all()[0].moment.tick == 1100);
}

TEST_CASE("what others write into a file of markers while it is open stays there") {
    const std::string path = sample_file("beside_shared.reel");
    const std::string beside = marker_file_of(path);
    std::filesystem::remove_all(beside);  // of an earlier run
    PlayerState first;
    act(first, OpenPath{path, "1100"});
    wait(first);
    act(first, AddMarker{{{0, 1200}, "one"}});
    act(first, DecideMarkers{MarkerHome::Beside});
    settle_markers(first);
    PlayerState second;
    act(second, OpenPath{path, "1100"});
    wait(second);
    act(second, AddMarker{{{0, 1300}, "two"}});
    settle_markers(second);
    // A line that this player cannot place, without an end.
    std::ofstream(beside, std::ios::app)
        << R"({"tick":"s0:1600","color":"#ffcc33","text":"other program"})"
        << "\n"
        << R"({"tick":"s7:1","color":"#ffcc33","text":"not here"})";
    act(first, AddMarker{{{0, 1400}, "three"}});
    settle_markers(first);
    for (const char* text : {"one", "two", "three", "other program", "not here"})
        CHECK_THAT(bytes_of(beside), contains("\"text\":\"" + std::string(text) + "\"}\n"));
    REQUIRE(first.markers().all().size() == 5);  // one is in the recording
    CHECK(first.markers().all()[1].text == "two");
    act(second, RemoveMarker{0});  // "one"
    settle_markers(second);
    CHECK_THAT(bytes_of(beside), !contains("\"one\""));
    for (const char* text : {"two", "three", "other program", "not here"})
        CHECK_THAT(bytes_of(beside), contains("\"text\":\"" + std::string(text) + "\"}\n"));
    std::filesystem::remove(beside);  // nobody asked to lose them: they are written again
    act(second, AddMarker{{{0, 1500}, "four"}});
    settle_markers(second);
    CHECK_THAT(bytes_of(beside), contains("\"two\"") && contains("\"four\""));
}
