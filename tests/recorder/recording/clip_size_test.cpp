// No snapshot is on the disk twice: neither in two clips, nor in a clip and the kept minutes.
#include <filesystem>
#include <random>

#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/recording/clip_stage.h"

using namespace tickreel;
using std::chrono::seconds;
using tickreel_test::Match;

namespace {

// Many who walk, and somebody who chats now and then, for several sinks.
class Crowd {
public:
    Crowd(const std::vector<FrameSink*>& sinks, std::size_t words) : places_(words) {
        ItemType tank;
        tank.name = "Tank";
        tank.fields = {{.name = "x"}, {.name = "y"}};
        chat_.name = "Sv_Chat";
        chat_.use = TypeUse::Event;
        chat_.fields = {{.name = "text", .kind = FieldKind::Text}};
        for (FrameSink* sink : sinks) {
            item_ = sink->add_type(tank);
            event_ = sink->add_type(chat_);
            sink->begin_segment({"arena", "", ""});
        }
    }
    Frame frame(int tick, bool chats) {
        SnapshotBuilder items;
        for (std::size_t i = 0; i < places_.size(); i += 2) {
            places_[i] += static_cast<Word>(random_() % 64);
            places_[i + 1] += static_cast<Word>(random_() % 8);
            items.set({item_, i}, Row(&places_[i], 2));
        }
        Frame frame;
        frame.tick = tick;
        frame.time = seconds(1000) + std::chrono::milliseconds(20 * tick);
        frame.snapshot = items.build();
        if (chats) frame.events.push_back({event_, make_row(chat_, {"!clip"})});
        return frame;
    }

private:
    std::vector<Word> places_;
    std::mt19937 random_{1};
    ItemType chat_;
    TypeId item_ = 0;
    TypeId event_ = 0;
};

}  // namespace

TEST_CASE("clips that overlap are one: no snapshot is written twice", "[recording]") {
    Match match({seconds(40), seconds(10), {{"chat", ""}}});
    match.play(0, 50);
    for (int second = 50; second < 950; second += 30)
        match.play(second, second + 30, second + 5, "again");
    match.play(950, 1100);
    REQUIRE(match.files.finish().ok());
    REQUIRE(match.disks.size() == 1);
    const auto [first, last] = match.span(0);
    CHECK(first <= 25);
    CHECK(last == 935);
    // What a plain recording takes.
    Match plain({seconds(2000), seconds(0), {}});
    plain.play(static_cast<int>(first), static_cast<int>(last) + 1);
    REQUIRE(plain.files.finish().ok());
    CHECK(match.disks[0]->bytes.size() * 10 <= plain.disks[0]->bytes.size() * 11);
}

TEST_CASE("a later clip begins where the one before it ended, if that is not long ago",
          "[recording]") {
    Match match({seconds(20), seconds(10), {{"chat", ""}}});
    match.row.resize(100);               // beside them, the names of types are small
    match.play(0, 100, 50, "one");       // up to second 60, ...
    match.play(100, 120, 100, "two");    // ... and from 80 on, or from where its part begins
    match.play(120, 160, 135, "three");  // from 115 on, which the second one does not reach
    REQUIRE(match.files.finish().ok());
    REQUIRE(match.disks.size() == 3);
    CHECK(match.span(0).second == 60);
    CHECK(match.span(1).first > 60);
    CHECK(match.span(1).first <= 80);
    CHECK(match.span(1).second == 110);
    CHECK(match.span(2).first >= 111);
    CHECK(match.span(2).first <= 115);
}

TEST_CASE("whatever the triggers do, a flight recorder takes hardly more disk than a recording",
          "[recording]") {
    const int every = GENERATE(3, 25, 100, 1000);  // seconds between two events
    CAPTURE(every);
    const tickreel_test::Folder files;
    const auto size_of_all = [](const std::string& folder) {
        std::uintmax_t bytes = 0;
        for (const auto& file : std::filesystem::recursive_directory_iterator(folder))
            if (file.is_regular_file()) bytes += file.file_size();
        return bytes;
    };
    int made = 0;
    const auto maker_in = [&](const std::string& folder) -> FileMaker {
        std::filesystem::create_directory(folder);
        return [&made, folder](const FileNameFields&) -> Result<NewFile> {
            const std::string path = folder + "/" + std::to_string(++made) + ".reel";
            auto file = create_file(path, IfExists::Refuse);
            if (!file) return file.error();
            return NewFile{path, *std::move(file)};
        };
    };
    std::filesystem::create_directory(files / "clips");
    std::filesystem::create_directory(files / "clips/kept");
    ClipFiles clips(toy::game(),
                    Match::with({seconds(80), seconds(5), {{"chat", ""}}, files / "clips/kept"},
                                seconds(0), false),
                    maker_in(files / "clips"), ignore_problems);
    ReelFiles plain(toy::game(), {}, maker_in(files / "plain"), ignore_problems);
    Crowd crowd({&clips, &plain}, 32);
    double worst = 0;
    for (int tick = 0; tick < 50 * 400; tick += 2) {
        const Frame frame = crowd.frame(tick, tick % (50 * every) == 50);
        clips.add_frame(frame);
        plain.add_frame(frame);
        if (tick % 50 != 0 || tick < 50 * 60) continue;
        clips.flush();
        plain.flush();
        worst = std::max(worst, static_cast<double>(size_of_all(files / "clips")) /
                                    static_cast<double>(size_of_all(files / "plain")));
    }
    CHECK(worst > 0.2);
    CHECK(worst <= 1.1);
}

TEST_CASE(
    "clips of a few seconds share files, so that their maps are not on the disk again and again",
    "[recording]") {
    struct Wishes {
        double keep;   // seconds
        double every;  // likewise
        bool saved;    // by a person; else by chat
    };
    const auto [keep, every, saved] =
        GENERATE(Wishes{1, 2.5, true}, Wishes{1, 0.1, true}, Wishes{1, 0.1, false},
                 Wishes{2, 2.3, false}, Wishes{1, 7, true}, Wishes{1, 7, false},
                 Wishes{2, 30, true}, Wishes{60, 20, true}, Wishes{3, 60, false});
    CAPTURE(keep, every, saved);
    RecordingOptions options;
    options.clips.keep = std::chrono::milliseconds(static_cast<int>(keep * 1000));
    options.clips.after = seconds(0);
    options.clips.triggers = {{"chat", ""}};
    std::vector<std::shared_ptr<toy::Disk>> disks;
    const auto maker = [&](const FileNameFields& wish) -> Result<NewFile> {
        disks.push_back(std::make_shared<toy::Disk>());
        return NewFile{"clip" + std::to_string(wish.part), toy::sink_on(disks.back())};
    };
    auto all = std::make_shared<toy::Disk>();
    ClipFiles clips(toy::game(), options, maker, ignore_problems);
    ReelFiles plain(
        toy::game(), {},
        [&](const FileNameFields&) -> Result<NewFile> {
            return NewFile{"plain", toy::sink_on(all)};
        },
        ignore_problems);
    Crowd crowd({&clips, &plain}, 64);
    std::mt19937 random(1);
    Bytes map(100'000);
    for (Byte& byte : map) byte = static_cast<Byte>(random());
    clips.add_attachment({"maps/arena.map", "", map});
    plain.add_attachment({"maps/arena.map", "", map});
    const int step = std::max(2, static_cast<int>(every * 50) / 2 * 2);
    double worst = 0;
    std::size_t saves = 0;
    for (int tick = 0; tick < 50 * 300; tick += 2) {
        const bool wish = tick % step == 0;
        const Frame frame = crowd.frame(tick, wish && !saved);
        clips.add_frame(frame);
        plain.add_frame(frame);
        if (wish && saved) {
            const SavedClip clip = clips.save();
            CHECK(clip.problem.empty());
            CHECK_FALSE(clip.paths.empty());
            ++saves;
            if (!clip.waits.empty()) continue;
            const auto reel = ReelReader::open(memory_source(disks.back()->bytes));
            REQUIRE(reel.ok());
            CHECK((*reel)->finished());
        }
        if (tick < 50 * 2 || tick % 50 != 0) continue;
        plain.flush();
        std::size_t bytes = 0;
        for (const auto& disk : disks) bytes += disk->bytes.size();
        worst =
            std::max(worst, static_cast<double>(bytes) / static_cast<double>(all->bytes.size()));
    }
    REQUIRE(clips.finish().ok());
    CHECK(worst <= 1.1);
    CHECK(worst > 0.1);
    // Nothing is missing or twice, and what lies between two clips is a gap.
    std::uint64_t snapshots = 0;
    Tick last = -1;
    for (const auto& disk : disks) {
        const auto reel = ReelReader::open(memory_source(disk->bytes));
        REQUIRE(reel.ok());
        CHECK((*reel)->finished());
        REQUIRE((*reel)
                    ->scan((*reel)->everything(), ignore_problems,
                           [&](const Frame& frame) {
                               CHECK(frame.tick > last);
                               last = frame.tick;
                               ++snapshots;
                               return true;
                           })
                    .ok());
        for (const Gap& gap : (*reel)->gaps()) CHECK(gap.reason == "nobody asked for a clip of it");
    }
    CHECK(snapshots == clips.snapshots_written().all);
    CAPTURE(disks.size(), saves);
}

// As of a client that a recorder goes on with after a restart: the map came before.
TEST_CASE("clips without a map share a file for the names of their types", "[recording]") {
    Match match({seconds(4), seconds(0), {}});
    match.row.resize(40);
    std::mt19937 random(1);
    for (int number = 0; number < 40; ++number) {
        ItemType type;
        for (int i = 0; i < 40; ++i) type.name += static_cast<char>('a' + random() % 26);
        type.fields = {{.name = type.name.substr(0, 12)}};
        match.files.add_type(type);
    }
    for (int second = 0; second < 60; second += 3) {
        match.play(second, second + 3);
        CHECK(match.files.save().problem.empty());
    }
    REQUIRE(match.files.finish().ok());
    CHECK(match.disks.size() == 1);
    CHECK(match.span(0) == std::pair<Tick, Tick>{0, 59});
}
