// Files that the session store reads and writes: key bindings, settings, session, pictures; the
// file dialog and exports; and files that cannot be written or disappear.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <sys/resource.h>

#include "player/app/play_options.h"
#include "player/draw/png.h"
#include "tests/player/app/driver.h"
#include "tests/player/app/screen_text.h"
#include "tests/player/draw/teeworlds/map_writer.h"
#include "tests/player/render/render_stage.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

namespace fs = std::filesystem;

std::string fresh_folder(const char* name) {
    const fs::path folder = fs::temp_directory_path() / "tickreel-player-test" / name;
    fs::remove_all(folder);
    fs::create_directories(folder);
    return folder.string();
}

std::string content_of(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("a marker that the file cannot take is kept for the session and says so") {
    Bytes bytes = sample_match();
    bytes.resize(bytes.size() * 9 / 10);  // unfinished
    const std::string cut = write_file("cut.reel", bytes);
    Driver ui(cut);
    const auto before = ui.state().markers().all().size();
    ui.key("M");
    ui.settle();
    CHECK(ui.state().markers().all().size() == before + 1);
    CHECK_THAT(ui.state().notices().text(), contains("session"));
    ui.key("Del");
    CHECK(ui.state().markers().all().size() == before);
}

TEST_CASE("a key is changed by pressing the new one, and is there again next time") {
    const std::string folder = fresh_folder("settings");
    PlayerAppOptions options = plain_options();
    options.settings_file = folder + "/config/player.json";
    options.session_file = folder + "/state/session.json";
    {
        Driver ui(sample_file("desk.reel"), options);
        ui.key("Ctrl+Shift+P");
        ui.frames(2);
        ui.click("keys.playback.toggle");
        CHECK(ui.state().view().dialog.capturing_key_for == "playback.toggle");
        ui.key("X");
        CHECK(ui.app.actions().find(*parse_key("X"))->id == "playback.toggle");
        CHECK(ui.app.actions().find("seek.next_problem")->keys.empty());
        ui.key("Esc");
        ui.key("X");
        CHECK(ui.state().playback().playing());
        ui.key("X");
        ui.key("Ctrl+T");
    }
    Driver again(sample_file("desk.reel"), options);
    CHECK(again.app.actions().find(*parse_key("X"))->id == "playback.toggle");
    CHECK(again.state().view().theme == Theme::Light);
    again.key("Ctrl+Shift+P");
    again.frames(2);
    again.click("keys.reset");
    CHECK(again.app.actions().find(*parse_key("X"))->id == "seek.next_problem");
}

TEST_CASE("the session brings back layout, switches, camera and tick; a place asked for wins") {
    const std::string folder = fresh_folder("session");
    PlayerAppOptions options = plain_options();
    options.session_file = folder + "/session.json";
    const std::string file = sample_file("session.reel");
    {
        Driver ui(file, options);
        ui.click("tab.query");
        ui.key("Y");
        ui.ask(Move{300});
        ui.ask(SetMapView{{false, 12, 34, 2}});
        PaneSizes panes = ui.state().view().panes;
        panes.left = 250;
        ui.ask(SetPanes{panes});
        ui.frames(2);
    }
    {
        Driver again(options);
        again.app.open_last();
        again.settle();
        REQUIRE(again.state().session().ready());
        CHECK(again.state().moment().tick == 1300);
        CHECK(again.state().view().tabs[1] == "query");
        CHECK(again.state().view().trails);
        CHECK(again.state().view().map == MapView{false, 12, 34, 2});
        CHECK(again.state().view().panes.left == 250);
    }
    Driver asked(options);
    asked.app.open(file, "1400");
    asked.settle();
    CHECK(asked.state().moment().tick == 1400);
}

TEST_CASE("settings that cannot be understood are reported and never overwritten") {
    const std::string folder = fresh_folder("broken");
    PlayerAppOptions options = plain_options();
    options.settings_file = folder + "/player.json";
    std::ofstream(options.settings_file) << "{ not json";
    {
        Driver ui(sample_file("desk.reel"), options);
        CHECK_THAT(ui.state().notices().text(), contains("player.json"));
        ui.key("Ctrl+T");
    }
    std::ifstream in(options.settings_file);
    std::string line;
    std::getline(in, line);
    CHECK(line == "{ not json");
    std::ofstream(options.settings_file) << R"({"keys":{"no.such":["X"],"seek.end":["Nonsense"]}})";
    Driver odd(options);
    CHECK_THAT(odd.state().notices().text(), contains("player.json"));
}

TEST_CASE("S and Shift+S save pictures beside the recording, each under a new name") {
    const std::string folder = fresh_folder("pictures");
    PlayerAppOptions options = plain_options();
    options.pictures = folder;
    Driver ui(sample_file("desk.reel"), options);
    ui.key("S");
    ui.settle();
    CHECK_THAT(ui.state().notices().text(), contains("desk-s0-1000.png"));
    const Result<Image> whole = read_png_file(folder + "/desk-s0-1000.png");
    REQUIRE(whole.ok());
    CHECK(whole->width == kWidth);
    const Box map = ui.where("map");
    ui.key("Shift+S");
    ui.settle();
    const Result<Image> part = read_png_file(folder + "/desk-s0-1000-2.png");
    REQUIRE(part.ok());
    CHECK(part->width == static_cast<int>(map.width()));
    CHECK(ui.state().view().names);
}

TEST_CASE("a picture that the disk has no room for leaves no file") {
    const std::string folder = fresh_folder("no_room");
    PlayerAppOptions options = plain_options();
    options.pictures = folder;
    Driver ui(sample_file("desk.reel"), options);
    ui.settle();
    // As on a full disk: no file may become longer than that.
    struct rlimit before {};
    REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
    const auto signal_before = std::signal(SIGXFSZ, SIG_IGN);
    const struct rlimit little { 1000, before.rlim_max };
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &little) == 0);
    ui.key("S");
    ui.settle();
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &before) == 0);
    std::signal(SIGXFSZ, signal_before);
    CHECK_THAT(ui.state().notices().text(), contains("No picture: "));
    CHECK(fs::is_empty(folder));
}

TEST_CASE("that the file was replaced is not overwritten by where the playhead goes") {
    const std::string folder = fresh_folder("replaced");
    PlayerAppOptions options = plain_options();
    options.session_file = folder + "/session.json";
    const std::string file = folder + "/match.reel";
    fs::copy_file(sample_file("desk.reel"), file);
    {
        Driver ui(file, options);
        ui.ask(Move{200});
        ui.frames(2);
    }
    Driver ui(file, options);
    CHECK_THAT(ui.state().notices().text(), contains("Back where you left it"));
    const std::uint64_t before = ui.state().session().generation();
    fs::rename(sample_file("desk.reel"), file);  // another recording
    for (int i = 0; i < 2000 && ui.state().session().generation() == before; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        ui.frame(0.3);
    }
    REQUIRE(ui.state().session().generation() != before);
    ui.frames(2);
    CHECK_THAT(ui.state().notices().text(), contains("The file was replaced"));
}

TEST_CASE("the file dialog lists recordings beside the frame and opens the one that is clicked") {
    const std::string folder = fresh_folder("dialog");
    fs::create_directories(folder + "/inner");
    fs::copy_file(sample_file("desk.reel"), folder + "/inner/there.reel");
    Driver ui;
    ui.key("Ctrl+O");
    ui.frames(3);
    REQUIRE(ui.app.ui().wants_text());
    ui.app.ui().modifiers(true, false, false);  // Ctrl+A: typing replaces the folder
    ui.press(ImGuiKey_A);
    ui.app.ui().modifiers(false, false, false);
    ui.type(folder.c_str());
    ui.enter();
    for (int i = 0; i < 20000 && !ui.shows("open.inner"); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        ui.frame();
    }
    ui.click("open.inner");
    for (int i = 0; i < 20000 && !ui.shows("open.there.reel"); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        ui.frame();
    }
    ui.click("open.there.reel");
    ui.settle();
    CHECK(ui.state().session().ready());
    CHECK_FALSE(ui.state().view().shows(Dialog::Open));
}

TEST_CASE("the file dialog starts beside the open recording and lists every kind that opens") {
    const std::string folder = fresh_folder("dialog_kinds");
    fs::create_directories(folder);
    fs::copy_file(sample_file("desk.reel"), folder + "/open.reel");
    const std::vector<std::string> kinds = {"a.demo", "b.pcap",         "c.pcapng", "d.faucap",
                                            "e.nsr",  "f.teehistorian", "G.PCAP"};
    for (const std::string& name : kinds) std::ofstream(folder + "/" + name) << "x";
    std::ofstream(folder + "/notes.txt") << "x";
    Driver ui(folder + "/open.reel");
    ui.key("Ctrl+O");
    for (int i = 0; i < 20000 && !ui.shows("open.open.reel"); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        ui.frame();
    }
    CHECK(ui.shows("open.open.reel"));
    for (const std::string& name : kinds) CHECK(ui.shows("open." + name));
    CHECK_FALSE(ui.shows("open.notes.txt"));
}

TEST_CASE("the first marker asks where markers go, and a file beside leaves the recording alone") {
    const std::string folder = fresh_folder("marker_home");
    const std::string file = folder + "/evidence.reel";
    fs::copy_file(sample_file("desk.reel"), file);
    const std::string before = content_of(file);
    Driver ui{plain_options()};
    ui.app.open(file);
    ui.settle();
    ui.key("M");
    REQUIRE(ui.shows("markers.file"));
    REQUIRE(ui.shows("markers.session"));
    CHECK_FALSE(fs::exists(file + ".markers"));
    ui.click("markers.beside");
    ui.settle();
    CHECK_THAT(ui.state().notices().text(), contains("evidence.reel.markers"));
    CHECK(fs::exists(file + ".markers"));
    CHECK(content_of(file) == before);
}

TEST_CASE(
    "the library lists the folder of the open recording, and opens a kill where it happened") {
    const std::string folder = fresh_folder("library");
    fs::copy_file(fs::path(TICKREEL_SOURCE_DIR) / "demos/arena_8_players.reel",
                  folder + "/arena.reel");
    fs::copy_file(sample_file("desk.reel"), folder + "/desk.reel");
    Driver ui(folder + "/desk.reel");
    ui.key("Ctrl+Shift+O");
    CHECK_FALSE(fs::exists(folder + "/.tickreel-library.sqlite"));
    const auto answered = [&ui] {
        for (int i = 0; i < 20000 && !ui.shows("library.0"); ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
            ui.frame();
        }
        return ui.shows("library.0");
    };
    ui.click("library.search");
    REQUIRE(answered());
    CHECK(ui.shows("library.1"));
    for (int i = 0; i < 20000 && !(ui.shows("library.picture.0") && ui.shows("library.picture.1"));
         ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        ui.frame();
    }
    CHECK(ui.shows("library.picture.0"));
    CHECK(ui.shows("library.picture.1"));
    ui.click("library.Kills");
    ui.frame();
    REQUIRE(answered());
    ui.click("library.0");
    ui.settle();
    CHECK_FALSE(ui.state().view().shows(Dialog::Library));
    CHECK_THAT(ui.state().session().path(), contains("arena.reel"));
    // Its first kill, as `tickreel library --event kill` says.
    CHECK(ui.state().moment().tick == 130);
}

TEST_CASE("why a recording of the library cannot be read leaves room for its name") {
    const std::string folder = fresh_folder("library_bad");
    std::ofstream(folder + "/bad.reel") << "broken";
    fs::copy_file(sample_file("desk.reel"), folder + "/desk.reel");
    Driver ui(folder + "/desk.reel");
    ui.key("Ctrl+Shift+O");
    ui.click("library.search");
    for (int i = 0; i < 20000 && !ui.shows("library.1"); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        ui.frame();
    }
    ui.move(1, 1);
    ui.frames(2);
    const std::string said = screen_text(ui.app.ui());
    CHECK_THAT(said, contains("unreadable: not a reel"));
    CHECK_THAT(said, !contains("a header takes 64"));
    CHECK_THAT(said, contains("bad.reel"));
}

TEST_CASE("the export box shows the command, with the selection, and reports what became of it") {
    const std::string file = sample_file("export.reel");
    Driver ui(file);
    ui.ask(SetLoop{100, 200});
    ui.key("Ctrl+E");
    ui.frames(2);
    ui.click("export.CSV");
    ui.click("export.run");
    ui.settle();
    REQUIRE(ui.state().session().last_export());
    // If `tickreel` is not next to the test, the error says that it cannot be started.
    CHECK((ui.state().session().last_export()->code == 0 ||
           !ui.state().session().last_export()->output.empty()));
}

TEST_CASE("without in and out, what the export box offers first is the whole recording") {
    const std::string file = sample_file("export_whole.reel");
    fs::remove(fs::path(file).parent_path() / "export_whole-2.reel");
    Driver ui(file);
    ui.key("Ctrl+E");
    ui.frames(2);
    ui.click("export.run");
    ui.settle();
    REQUIRE(ui.state().session().last_export());
    INFO(ui.state().session().last_export()->output);
    CHECK(ui.state().session().last_export()->code == 0);
    const auto copy = ReelReader::open(
        std::move(*open_file((fs::path(file).parent_path() / "export_whole-2.reel").string())));
    REQUIRE(copy.ok());
    const ReelReader& whole = ui.state().session().reader();
    CHECK((*copy)->everything().from == whole.everything().from);
    CHECK((*copy)->everything().to == whole.everything().to);
}

TEST_CASE(
    "from in to the end of the recording is with its last snapshot, up to out with its first") {
    const std::string file = sample_file("export_open.reel");
    const fs::path made = fs::path(file).parent_path() / "export_open-part.reel";
    const auto exported = [&](const SetLoopEnd& end, std::int64_t at) {
        fs::remove(made);
        Driver ui(file);
        ui.ask(Move{at});
        ui.ask(end);
        ui.ask(ShowDialog{Dialog::Export});
        ui.frames(3);
        ui.click("export.run");
        ui.settle();
        REQUIRE(ui.state().session().last_export());
        INFO(ui.state().session().last_export()->output);
        CHECK(ui.state().session().last_export()->code == 0);
        const auto reel = ReelReader::open(std::move(*open_file(made.string())));
        REQUIRE(reel.ok());
        return std::pair((*reel)->timeline().first(), (*reel)->timeline().last());
    };
    const std::int64_t end = 100'000;
    CHECK(exported({LoopEnd::In, true}, 100) == std::pair(Moment{0, 1100}, Moment{1, kSecondLast}));
    CHECK(exported({LoopEnd::Out, true}, end) ==
          std::pair(Moment{0, kFirstTick}, Moment{1, kSecondLast}));
    CHECK(exported({LoopEnd::Out, true}, 100) == std::pair(Moment{0, kFirstTick}, Moment{0, 1098}));
}

TEST_CASE("the export box shows a result with the command that it is of") {
    const std::string file = sample_file("export_kinds.reel");
    for (const char* kind : {".csv", ".ndjson"}) fs::remove(fs::path(file).replace_extension(kind));
    Driver ui(file);
    ui.key("Ctrl+E");
    ui.frames(2);
    ui.click("export.CSV");
    ui.click("export.run");
    ui.settle();
    const auto text = [&] { return screen_text(ui.app.ui()); };
    REQUIRE_THAT(text(), contains("Done."));
    ui.click("export.NDJSON");
    REQUIRE_THAT(text(), contains("Done."));
    const std::string all = text();
    CHECK(all.find("export_kinds.ndjson") < all.find("export_kinds.csv"));
    CHECK(all.find("export_kinds.csv") < all.find("Done."));
}

TEST_CASE("the export box's film has the camera, the overlays and the sources of the map") {
    PlayerAppOptions options = plain_options();
    options.art.map_file = "/no where/arena.map";
    options.art.data = {"/game", "/other"};
    Driver ui(std::string(TICKREEL_SOURCE_DIR) + "/demos/arena_8_players.reel", options);
    ui.ask(GoTo{"50%"});
    ui.frames(3);
    const auto command = [&] {
        ui.key("Ctrl+E");
        ui.frames(2);
        ui.click("export.Video");
        ui.click("export.copy");
        const std::string copied = ui.app.take_copied().value_or("");
        ui.key("Esc");
        return copied;
    };
    ui.ask(FitMap{});
    ui.frames(2);
    const std::string whole = command();
    CHECK_THAT(whole, contains("tickreel render "));
    CHECK_THAT(whole, contains(" --game-hud"));
    CHECK_THAT(whole,
               contains(" --art builtin '--map=/no where/arena.map' --data=/game --data=/other"));
    CHECK(whole.find("--follow") == whole.npos);
    CHECK(whole.find("--center") == whole.npos);
    ui.ask(FollowNumber{0});
    ui.frames(3);
    REQUIRE(ui.state().selection().followed());
    CHECK_THAT(command(), contains("--follow="));
    ui.ask(FollowItem{});
    ui.ask(SetMapView{{false, -12, 34, 0.5F}});
    ui.ask(Toggle{&ViewSettings::hud});
    ui.ask(Toggle{&ViewSettings::hitboxes});
    ui.frames(3);
    const std::string free = command();
    CHECK_THAT(free, contains("--center=-12,34 --zoom "));
    CHECK_THAT(free, contains("--hitboxes"));
    CHECK(free.find("--game-hud") == free.npos);
}

TEST_CASE("the export box's film follows the one of two namesakes who is followed on the map") {
    const std::string reel = fresh_folder("namesakes") + "/twins.reel";
    {
        Match match = arena_match();
        const auto writer = begin_arena(reel, match, true);
        for (int i = 0; i <= 50; ++i) {
            match.frame.tick = 1000 + 2 * i;
            match.player(9, 600, 250, "twin");
            match.player(7, 240, 145, "twin");
            match.player(5, 300, 145, "other");
            writer->add_frame(match.frame);
        }
        REQUIRE(writer->finish().ok());
    }
    Driver ui(reel, plain_options());
    for (const auto& [who, word] :
         {std::pair{9, "--follow=9"}, {7, "--follow=7"}, {5, "--follow=other"}}) {
        const Schema& schema = ui.state().session().reader().schema();
        ui.ask(FollowItem{ItemKey{*schema.find("Character"), static_cast<EntityId>(who)}});
        ui.frames(3);
        REQUIRE(ui.state().selection().followed());
        ui.key("Ctrl+E");
        ui.frames(2);
        ui.click("export.Video");
        ui.click("export.copy");
        CHECK_THAT(ui.app.take_copied().value_or(""), contains(word));
        ui.key("Esc");
        ui.ask(FollowItem{});
    }
}

TEST_CASE("a file that vanishes or shrinks while it is open is a message, not a crash") {
    const std::string file = sample_file("vanish.reel");
    Driver ui(file);
    const auto size = fs::file_size(file);
    fs::resize_file(file, size / 2);
    ui.frame(1.5);
    CHECK_THAT(ui.state().session().file_trouble(), contains("shrank"));
    ui.frame();
    CHECK(ui.shows("trouble"));
    ui.key("End");
    ui.key("5");
    fs::remove(file);
    ui.frame(1.5);
    CHECK_THAT(ui.state().session().file_trouble(), contains("gone"));
    for (const char* key : {"Home", "End", "5", ".", "X"}) ui.key(key);
    CHECK_FALSE(ui.app.panels().empty());
}

TEST_CASE("a map or a picture of the game that is broken or not there is named on the map") {
    const std::string data = fresh_folder("data");
    fs::create_directories(data + "/mapres");
    std::ofstream(data + "/game.png") << "no picture";
    PlayerAppOptions options = plain_options();
    options.art.data = {data};
    const auto problems = [&](const std::string& file) {
        const auto reel = ReelReader::open(std::move(*open_file(file)));
        REQUIRE(reel.ok());
        std::string all;
        const auto art = load_art(**reel, 0, options.art, ignore_problems);
        for (const std::string& problem : art->problems()) all += problem + "\n";
        return all;
    };
    const std::string bare = teeworlds_file("bare.reel", {});
    CHECK(problems(bare).empty());
    CHECK(Driver(bare, options).shows("map.missing"));  // there is no such map
    const std::string broken = teeworlds_file("map.reel", as_bytes("DATA and no more"));
    CHECK_THAT(problems(broken), contains("the map cannot be drawn"));
    CHECK(Driver(broken, options).shows("map.missing"));
    options.art.installed = true;
    CHECK_THAT(problems(bare), contains("game.png: not a readable PNG"));
    CHECK(Driver(bare, options).shows("map.missing"));
    CHECK_FALSE(Driver(sample_file("desk.reel"), options).shows("map.missing"));
}

TEST_CASE("another recording under the same path brings its own map") {
    const std::string file = fresh_folder("swapped") + "/match.reel";
    const std::string arena = std::string(TICKREEL_SOURCE_DIR) + "/demos/arena_8_players.reel";
    const std::string bare = teeworlds_file("without_map.reel", {});
    fs::copy_file(arena, file);
    Driver ui{plain_options()};
    ui.app.open(file);
    ui.settle();
    REQUIRE_FALSE(ui.shows("map.missing"));
    for (const std::string& other : {bare, arena}) {
        CAPTURE(other);
        const std::uint64_t before = ui.state().session().generation();
        fs::copy_file(other, file + ".new");
        fs::rename(file + ".new", file);
        for (int i = 0; i < 20000 && ui.state().session().generation() == before; ++i) {
            ui.frame(1.1);
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        ui.settle();
        CHECK(ui.shows("map.missing") == (other == bare));
    }
}

namespace {

// A folder like that of an installed game, with a map for teeworlds_file().
std::string game_folder(const char* name) {
    std::string data = fresh_folder(name);
    fs::create_directories(data + "/mapres");
    fs::create_directories(data + "/maps");
    const Bytes map = plain_map({"####", "#  #", "####"});
    std::ofstream(data + "/maps/made up by the test.map", std::ios::binary)
        .write(reinterpret_cast<const char*>(map.data()), static_cast<std::streamsize>(map.size()));
    return data;
}

std::optional<PlayOptions> play_options(std::vector<std::string> words, int& exit_code) {
    std::vector<char*> argv;
    words.insert(words.begin(), "tickreel-player");
    for (std::string& word : words) argv.push_back(word.data());
    return read_play_options(static_cast<int>(argv.size()), argv.data(), exit_code);
}

}  // namespace

TEST_CASE("the settings say where the game's files are") {
    const std::string data = game_folder("game");
    PlayerAppOptions options = plain_options();
    options.settings_file = fresh_folder("data setting") + "/player.json";
    const std::string bare = teeworlds_file("bare.reel", {});
    CHECK(Driver(bare, options).shows("map.missing"));
    std::ofstream(options.settings_file) << R"({"data":")" << data << "\"}";
    CHECK_FALSE(Driver(bare, options).shows("map.missing"));
}

TEST_CASE("the command line says where the game's files and the map are") {
    const std::string data = game_folder("named game");
    const std::string bare = teeworlds_file("bare.reel", {});
    int exit_code = 0;
    PlayerAppOptions options;
    options.art = play_options({bare, "--builtin"}, exit_code)->art;
    CHECK(Driver(bare, options).shows("map.missing"));
    options.art = play_options({bare, "--builtin", "--data", data}, exit_code)->art;
    CHECK_FALSE(options.art.installed);
    CHECK_FALSE(Driver(bare, options).shows("map.missing"));
    const std::string map = data + "/maps/made up by the test.map";
    options.art = play_options({bare, "--builtin", "--map", map}, exit_code)->art;
    CHECK_FALSE(Driver(bare, options).shows("map.missing"));
}

TEST_CASE("the command line says what to open where, and wrong usage is 2") {
    const std::string file = sample_file("with@sign.reel");
    int exit_code = 0;
    auto options =
        play_options({file + "@1:02.5", "--size", "900x600", "--scale", "2", "-v"}, exit_code);
    REQUIRE(options);
    CHECK(options->file == file);
    CHECK(options->place == "1:02.5");
    CHECK(options->width == 900);
    CHECK(options->height == 600);
    CHECK(options->scale == 2);
    CHECK(options->verbose);
    CHECK(options->art.installed);
    CHECK(play_options({file}, exit_code)->file == file);  // an existing file wins
    CHECK_FALSE(play_options({"--version"}, exit_code));
    CHECK(exit_code == 0);
    for (const std::vector<std::string>& wrong :
         {std::vector<std::string>{"--size", "wide"}, {"--size", "0x9"}, {"--nonsense"}}) {
        CHECK_FALSE(play_options(wrong, exit_code));
        CHECK(exit_code == 2);
    }
}
