// What makes a clip, and from when until when.
#include "tests/catch.h"
#include "tests/recorder/recording/clip_stage.h"

using namespace tickreel;
using std::chrono::seconds;
using tickreel_test::Match;

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

TEST_CASE("a trigger that no game knows is refused with the closest name", "[recording]") {
    for (const char* name : {"kill", "Sv_KillMsg", "chat", "KILL", "mismatch", "gap", "emoticon"}) {
        INFO(name);
        CHECK(check_trigger({name, ""}, all_games()).ok());
    }
    const auto wrong = check_trigger({"kil", ""}, all_games());
    REQUIRE_FALSE(wrong.ok());
    CHECK_THAT(wrong.error().message, tickreel_test::contains("did you mean 'kill'?"));
    for (const char* name : {"kill", "mismatch", "gap"}) {
        INFO(name);
        const auto no_text = check_trigger({name, "Aster"}, all_games());
        REQUIRE_FALSE(no_text.ok());
        CHECK_THAT(no_text.error().message, tickreel_test::contains("has no text"));
    }
    CHECK(check_trigger({"chat", "!clip"}, all_games()).ok());
}
