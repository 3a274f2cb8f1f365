#include "recorder/recording/clip_files.h"

#include "tests/catch.h"
#include "tests/recorder/recording/toy_game.h"
#include "tickreel/model/row.h"
#include "tickreel/reel/reel_reader.h"

using namespace tickreel;
using std::chrono::seconds;

namespace {

// A match with one snapshot per second: item 1 holds the second, events are chat lines.
struct Match {
    explicit Match(ClipOptions clips, seconds retry = seconds(0))
        : files(toy::game(), with(std::move(clips), retry), maker(), sink()) {
        ItemType tank;
        tank.name = "Tank";
        tank.fields = {{.name = "x"}};
        item = files.add_type(tank);
        chat.name = "Sv_Chat";
        chat.use = TypeUse::Event;
        chat.fields = {{.name = "text", .kind = FieldKind::Text}};
        event = files.add_type(chat);
        files.begin_segment({"arena", "", ""});
    }
    static RecordingOptions with(ClipOptions clips, seconds retry) {
        RecordingOptions options;
        options.retry = retry;
        options.clips = std::move(clips);
        return options;
    }
    FileMaker maker() {
        return [this](const FileNameFields& wish) -> Result<NewFile> {
            disks.push_back(std::make_shared<toy::Disk>());
            disks.back()->limit = limit;
            return NewFile{"clip" + std::to_string(wish.part), toy::sink_on(disks.back())};
        };
    }
    ProblemSink sink() {
        return [this](const Problem& problem) { problems.push_back(problem.message); };
    }
    void play(int from, int to, int chat_at = -1, const std::string& text = "") {
        for (int second = from; second < to; ++second) {
            Frame frame;
            frame.tick = second * 50;
            frame.time = seconds(1000 + second);
            frame.wire.checksum = second == bad_at ? WireChecksum::Mismatch : WireChecksum::Ok;
            SnapshotBuilder builder;
            const Word x = second;
            builder.set({item, 1}, Row(&x, 1));
            frame.snapshot = builder.build();
            if (second == chat_at) frame.events.push_back({event, make_row(chat, {text})});
            files.add_frame(frame);
        }
    }
    // First and last second of a clip; each frame must contain its second.
    std::pair<Tick, Tick> span(std::size_t disk) const {
        const auto reel = ReelReader::open(memory_source(disks.at(disk)->bytes));
        REQUIRE(reel.ok());
        CHECK((*reel)->finished());
        std::vector<Tick> ticks;
        REQUIRE((*reel)
                    ->scan((*reel)->everything(), ignore_problems,
                           [&](const Frame& frame) {
                               CHECK(frame.snapshot[0].row[0] * 50 == frame.tick);
                               if (!ticks.empty()) CHECK(frame.tick == ticks.back() + 50);
                               ticks.push_back(frame.tick);
                               return true;
                           })
                    .ok());
        REQUIRE(!ticks.empty());
        return {ticks.front() / 50, ticks.back() / 50};
    }

    std::vector<std::shared_ptr<toy::Disk>> disks;
    std::vector<std::string> problems;
    std::size_t limit = ~std::size_t{0};
    int bad_at = -1;
    ItemType chat;
    TypeId item = 0;
    TypeId event = 0;
    ClipFiles files;
};

}  // namespace

TEST_CASE("without a wish the last minutes are written when the connection ends", "[recording]") {
    Match match({seconds(80), seconds(10), {}});
    match.play(0, 1000);
    CHECK(match.disks.empty());
    REQUIRE(match.files.finish().ok());
    CHECK(match.files.finish().ok());
    REQUIRE(match.disks.size() == 1);
    const auto [first, last] = match.span(0);
    CHECK(last == 999);
    CHECK(first <= 999 - 80);
    CHECK(first >= 999 - 91);  // an eighth more, and the part being filled
    CHECK(match.files.files()[0].snapshots == static_cast<std::uint64_t>(last - first + 1));
}

TEST_CASE("a chat line makes a clip with what came before and after it", "[recording]") {
    Match match({seconds(40), seconds(10), {{"chat", "!clip"}}});
    match.play(0, 200, 100, "hello");
    CHECK(match.disks.empty());
    match.play(200, 305, 300, "look !clip");
    CHECK(match.disks.empty());          // still growing
    match.play(305, 400, 308, "!clip");  // within the clip: it is extended
    REQUIRE(match.disks.size() == 1);
    const auto [first, last] = match.span(0);
    CHECK(last == 318);
    CHECK(first <= 260);
    CHECK(first > 245);
    match.play(400, 425, 420, "!clip");
    REQUIRE(match.files.finish().ok());  // the client leaves while the second clip is being written
    REQUIRE(match.disks.size() == 2);
    CHECK(match.span(1).second == 424);
    CHECK(match.files.files()[1].path == "clip2");
}

TEST_CASE("a clip has all that was to be kept before its event, however long it goes on after it",
          "[recording]") {
    const auto [keep, after] = GENERATE(std::pair(5, 10), std::pair(10, 10), std::pair(20, 1));
    CAPTURE(keep, after);
    Match match({seconds(keep), seconds(after), {{"chat", "!clip"}}});
    match.play(0, 150, 100, "!clip");
    REQUIRE(match.files.finish().ok());
    REQUIRE(match.disks.size() == 1);
    const auto [first, last] = match.span(0);
    CHECK(first <= 100 - keep);
    CHECK(first >= 100 - keep - (keep + after) / 4 - 1);
    CHECK(last == 100 + after);
}

TEST_CASE("a wrong checksum and a gap make clips too", "[recording]") {
    Match match({seconds(40), seconds(0), {{"mismatch", ""}, {"gap", ""}}});
    match.bad_at = 50;
    match.play(0, 160);
    REQUIRE(match.disks.size() == 1);
    CHECK(match.span(0).second == 50);
    match.files.add_gap({0, 8000, 8050, "lost"});
    match.play(161, 170);
    REQUIRE(match.disks.size() == 2);
}

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

TEST_CASE("a query makes a clip when it begins to hold", "[recording]") {
    Match match({seconds(20), seconds(5), {{"query", "Tank.x >= 100 and Tank.x < 150"}}});
    match.play(0, 300);
    REQUIRE(match.files.finish().ok());
    REQUIRE(match.disks.size() == 1);
    CHECK(match.span(0).second == 105);
    CHECK(check_trigger({"query", "Character.health <= 2"}, all_games()).ok());
    for (const char* wrong : {"Charakter.health <= 2", "health <=", "kill within 2s of chat", ""})
        CHECK_FALSE(check_trigger({"query", wrong}, all_games()).ok());
}

TEST_CASE("nothing asked for happened: no file; a full disk is told", "[recording]") {
    Match quiet({seconds(40), seconds(1), {{"kill", ""}}});
    quiet.play(0, 100);
    CHECK(quiet.files.finish().ok());
    CHECK(quiet.disks.empty());
    Match full({seconds(40), seconds(1), {}});
    full.limit = 200;
    full.play(0, 100);
    CHECK(!full.files.finish().ok());
    REQUIRE(full.files.files().size() == 1);
    CHECK(!full.files.files()[0].error.empty());
}

TEST_CASE("a clip that found no room is written when there is some", "[recording]") {
    Match match({seconds(40), seconds(5), {{"chat", "!clip"}}}, seconds(2));
    match.limit = 200;
    match.play(0, 80, 50, "!clip");
    CHECK_FALSE(match.files.failed());
    CHECK(match.problems.size() == 1);
    match.limit = ~std::size_t{0};
    match.play(80, 100);
    REQUIRE(match.files.finish().ok());
    const auto [first, last] = match.span(match.disks.size() - 1);
    CHECK(first <= 45);
    CHECK(last >= 80);
    CHECK(last <= 82);
    CHECK(!match.files.files().front().error.empty());
    CHECK(match.files.files().back().error.empty());
    REQUIRE(match.problems.size() == 2);
    CHECK_THAT(match.problems[0], tickreel_test::contains("as soon as a file can be"));
    CHECK_THAT(match.problems[1], tickreel_test::contains("the clip is in clip"));
}

TEST_CASE("a trigger that no game knows is refused with the closest name", "[recording]") {
    for (const char* name : {"kill", "Sv_KillMsg", "chat", "KILL", "mismatch", "gap", "emoticon"}) {
        INFO(name);
        CHECK(check_trigger({name, ""}, all_games()).ok());
    }
    const auto wrong = check_trigger({"kil", ""}, all_games());
    REQUIRE_FALSE(wrong.ok());
    CHECK_THAT(wrong.error().message, tickreel_test::contains("did you mean 'kill'?"));
}
