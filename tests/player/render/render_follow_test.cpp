// Whom a picture follows.

#include <algorithm>

#include "player/draw/art.h"
#include "tests/player/render/render_stage.h"
#include "tickreel/base/concat.h"

using namespace tickreel;
using namespace tickreel_test;

TEST_CASE("a player who comes later is named with the tick that was asked for and theirs") {
    const PlaceWithGap made;
    const std::string out = made.place.path("f%02d.png");
    CHECK_THAT(refused({made.reel, "--ticks", "1051..1061", "-o", out, "--follow", "late"}),
               contains("no character of late at tick 1051; first there at tick 1060"));
    CHECK_THAT(refused({made.reel, "--ticks", "1051..1060", "-o", out, "--follow", "late"}),
               contains("no character of late at tick 1051; tickreel at"));
    CHECK_THAT(
        refused({made.reel, "--tick", "1051", "-o", made.place.path("a.png"), "--follow", "late"}),
        contains("no character of late at tick 1051; tickreel at"));
}

TEST_CASE("following a player keeps that player in the middle") {
    const Place place("follow");
    for (const std::string tick : {"1000", "1080"}) {
        REQUIRE(render({place.reel, "--tick", tick, "-o", place.path(tick + ".png"), "--follow",
                        "nameless", "--size", "200x200"}) == 0);
    }
    // The player's body is near the centre at any position in the world.
    CHECK(place.picture("1000.png").at(100, 97) == place.picture("1080.png").at(100, 97));
    CHECK(render({place.reel, "--tick", "1000", "-o", place.path("x.png"), "--follow", "nobody"}) ==
          1);
    CHECK_FALSE(std::filesystem::exists(place.path("x.png")));
}

TEST_CASE("between two snapshots the camera is where the followed player is drawn") {
    const Place place("follow_respawn");
    const std::string reel = place.path("respawn.reel");
    {
        Match match = arena_match();
        const auto begun = begin_arena(reel, match, true);
        for (const int x : {240, 260, 800}) {  // walks, and comes back to life elsewhere
            match.player(0, x, 145, "nameless");
            begun->add_frame(match.frame);
            match.frame.tick += 2;
        }
        REQUIRE(begun->finish().ok());
    }
    const auto body = [&](const std::string& tick) {
        REQUIRE(render({reel, "--tick", tick, "-o", place.path(tick + ".png"), "--follow",
                        "nameless", "--size", "200x200", "--no-names"}) == 0);
        return place.picture(tick + ".png").at(100, 97);
    };
    const Color there = body("1000");
    for (const char* tick : {"1001", "1002", "1003", "1004"}) {
        INFO(tick);
        CHECK(body(tick) == there);
    }
}

TEST_CASE("whom to follow is found in any case of letters, and a name like it is suggested") {
    const Place place("follow_case");
    for (const char* name : {"nameless", "NameLess"}) {
        REQUIRE(render({place.reel, "--tick", "1080", "-o", place.path(concat(name, ".png")),
                        "--follow", name, "--size", "200x200"}) == 0);
    }
    CHECK(place.picture("nameless.png") == place.picture("NameLess.png"));
    CHECK_THAT(
        refused({place.reel, "--tick", "1000", "-o", place.path("x.png"), "--follow", "namelass"}),
        contains("no character of namelass at tick 1000; did you mean 'nameless'?"));
}

TEST_CASE("of several players with one name the first stays followed, and it is said which") {
    const Place place("namesakes");
    const std::string reel = place.path("twins.reel");
    {
        Match match = arena_match();
        const auto begun = begin_arena(reel, match, true);
        ReelWriter& writer = *begun;
        for (int i = 0; i <= 20; ++i) {
            match.frame.tick = 1000 + 2 * i;
            match.player(9, 600, 250, "twin");
            if (i > 10) match.player(7, 240, 145, "twin");
            writer.add_frame(match.frame);
        }
        REQUIRE(writer.finish().ok());
    }
    const auto picture = [&](const char* tick, const char* who, const char* out) {
        return said_by({reel, "--tick", tick, "-o", place.path(out), "--follow", who, "--size",
                        "200x200", "--no-names"},
                       0);
    };
    CHECK(picture("1004", "twin", "one.png").empty());
    CHECK_THAT(picture("1038", "Twin", "seven.png"),
               contains("2 are called Twin: number 7 is followed; the others are 9"));
    CHECK(picture("1038", "9", "nine.png").empty());
    CHECK(place.picture("seven.png") != place.picture("nine.png"));
    const std::string said = said_by({reel, "--ticks", "1000..1039", "-o", place.path("f%02d.png"),
                                      "--follow", "twin", "--size", "200x200", "--no-names"},
                                     0);
    CHECK_THAT(said, contains("2 are called twin: number 9 is followed; the others are 7"));
    CHECK(std::count(said.begin(), said.end(), '\n') == 1);
    CHECK(place.picture("f38.png") == place.picture("nine.png"));
}

TEST_CASE("who takes another name stays followed, and who is gone is said to be") {
    const Place place("renamed");
    const std::string reel = place.path("renamed.reel");
    {
        Match match = arena_match();
        const auto begun = begin_arena(reel, match, true);
        ReelWriter& writer = *begun;
        for (int i = 0; i <= 40; ++i) {
            match.frame.tick = 1000 + 2 * i;
            match.player(9, 600 - 5 * i, 250,
                         i <= 10 ? "A\xE2\x80\xAE"
                                   "da"
                                 : "Eve");
            if (i > 4 && i < 8) {  // dead, while a namesake lives
                SnapshotBuilder dead;
                for (const Item item : match.frame.snapshot)
                    if (item.key != ItemKey{*match.schema.find("Character"), 9})
                        dead.set(item.key, item.row);
                match.frame.snapshot = dead.build();
            }
            if (i == 5) match.player(7, 240, 145, "Ada");
            if (i > 12) match.player(7, 240, 145, "Ada");  // whoever has that name now
            if (i > 30) {
                SnapshotBuilder left;
                for (const Item item : match.frame.snapshot)
                    if (item.key.entity != 9) left.set(item.key, item.row);
                match.frame.snapshot = left.build();
            }
            writer.add_frame(match.frame);
        }
        REQUIRE(writer.finish().ok());
    }
    const auto film = [&](const std::string& who, const char* fps, const char* out) {
        return said_by({reel, "--ticks", "1000..1081", "-o", place.path(out), "--follow", who,
                        "--size", "200x200", "--fps", fps, "--no-names", "-f"},
                       0);
    };
    for (const char* fps : {"50", "5"}) {
        const std::string said = film("Ada", fps, "n%02d.png");
        CHECK_THAT(said, contains("Ada is called Eve from tick 10"));
        CHECK_THAT(said,
                   contains("Eve is gone from tick 106") || contains("Eve is gone from tick 107"));
        CHECK_THAT(said, contains("Ada is there from tick 10") && contains("as number 7, and"));
        CHECK_THAT(said, contains("2 are called Ada: number 9 is followed; the others are 7"));
        CHECK(std::count(said.begin(), said.end(), '\n') == 4);
        CHECK_THAT(film("9", fps, "m%02d.png"), contains("9 is gone from tick 10"));
        const int last = fps[1] == '0' ? 60 : 6;  // before that one left
        for (int i = 0; i <= last; ++i) {
            const std::string number = (i < 10 ? "0" : "") + std::to_string(i) + ".png";
            CHECK(place.picture("n" + number) == place.picture("m" + number));
        }
    }
}

TEST_CASE("who is not on the next map yet is said not to be, and the pictures show all of it") {
    const Place place("next_map");
    const std::string reel = place.path("two.reel");
    const auto without = [](const Snapshot& snapshot, const auto& gone) {
        SnapshotBuilder left;
        for (const Item item : snapshot)
            if (!gone(item.key)) left.set(item.key, item.row);
        return left.build();
    };
    // Known there without a character, or not at all.
    for (const bool known : {true, false}) {
        CAPTURE(known);
        {
            const Match all = arena_match();
            const TypeId character = *all.schema.find("Character");
            const auto begun = begin_arena(reel, all, true);
            for (const bool second : {false, true}) {
                if (second) begun->begin_segment({"second", "", ""});
                for (int i = 0; i <= 10; ++i) {
                    Match match = arena_match();
                    match.frame.segment = second ? 1 : 0;
                    match.frame.tick = 1000 + 2 * i;
                    match.frame.events.clear();
                    match.player(0, 240, 145, "nameless");
                    if (second && i < 6)
                        match.frame.snapshot = without(match.frame.snapshot, [&](ItemKey key) {
                            return key.entity == 0 && (!known || key.type == character);
                        });
                    if (second) match.player(5, 9000, 5000, "Eve");
                    begun->add_frame(match.frame);
                }
            }
            const auto done = begun->finish();
            INFO((done ? "" : done.error().message));
            REQUIRE(done.ok());
        }
        const auto draw = [&](std::vector<std::string> words) {
            words.insert(words.begin(), reel);
            words.insert(words.end(), {"--size", "200x200", "--no-names", "-f", "--raw"});
            return said_by(words, 0);
        };
        const std::string said = draw({"--ticks", "s0:1000..s1:1021", "--follow", "nameless",
                                       "--fps", "50", "-o", place.path("f%02d.png")});
        CHECK_THAT(said, contains(known ? "nameless is not on the next map yet at tick s1:1000: "
                                          "the pictures show all of it"
                                        : "nameless is gone from tick s1:1000 on"));
        CHECK_THAT(said, contains("nameless is there from tick s1:1012 on, as number 0"));
        draw({"--tick", "s1:1005", "-o", place.path("all.png")});
        draw({"--tick", "s1:1019", "--follow", "nameless", "-o", place.path("there.png")});
        CHECK(place.picture("f26.png") == place.picture("all.png"));
        CHECK(place.picture("f40.png") == place.picture("there.png"));
    }
}

TEST_CASE("a name as it is written goes before a number, and that before other letters' case") {
    const std::vector<NamedItem> items{
        {{0, 1}, "ADA"}, {{0, 2}, "ada"}, {{0, 3}, "1"}, {{0, 4}, ""}};
    CHECK(find_named(items, "ada") == ItemKey{0, 2});
    CHECK(find_named(items, "Ada") == ItemKey{0, 1});
    CHECK(find_named(items, "1") == ItemKey{0, 3});
    CHECK(find_named(items, "4") == ItemKey{0, 4});
    CHECK_FALSE(find_named({items.begin(), items.begin() + 3}, ""));
    CHECK_FALSE(find_named(items, "5"));
}
