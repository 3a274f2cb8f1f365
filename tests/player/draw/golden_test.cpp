// Whole pictures, with the built-in look and font: independent of files of the machine.

#include "player/draw/art.h"
#include "player/draw/hud.h"
#include "player/draw/rasteriser.h"
#include "player/games/teeworlds/teeworlds_art.h"
#include "tests/catch.h"
#include "tests/player/draw/golden_check.h"
#include "tests/player/draw/teeworlds/map_writer.h"
#include "tests/player/draw/teeworlds/match.h"
#include "tickreel/model/names.h"
#include "tickreel/model/row.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel;
using namespace tickreel::teeworlds_art;
using tickreel_test::golden_difference;

namespace {

struct Studio {
    tickreel_test::Match match = tickreel_test::arena_match();
    TextureStore textures{};
    Font font{textures};
    std::unique_ptr<Art> art{};
    SceneInput input{match.schema, textures, font};

    explicit Studio(bool with_map, int width = 480, int height = 270) {
        std::optional<MapFile> map;
        if (with_map)
            map = *read_map(tickreel_test::plain_map(tickreel_test::arena_rows()), ignore_problems);
        art = make_teeworlds_art(std::move(map), GameFiles::none(), ignore_problems);
        input.art = art.get();
        input.frame = &match.frame;
        input.camera.viewport = {0, 0, static_cast<float>(width), static_cast<float>(height)};
        input.camera.fit({0, 0, 960, 512});
    }

    Image picture() {
        const Scene scene = build_scene(input);
        Image image(static_cast<int>(input.camera.viewport.x1),
                    static_cast<int>(input.camera.viewport.y1), rgb(0x000000));
        rasterise(scene.list, textures, image, 2);
        return image;
    }
};

// Characters and vehicles as the Firefall decoder describes them: scaled metres, degrees, shares.
ItemType firefall_type(const char* name) {
    const auto place = [](const char* axis, Role role) {
        return Field{axis, FieldKind::Int32, false, role, 0.01, "m", 1, {}};
    };
    ItemType type{name, "derived", TypeUse::Item, true, {}};
    type.fields = {{"Name", FieldKind::Text, true, Role::Name, 1, "", 1, {}},
                   place("Position.x", Role::PositionX),
                   place("Position.y", Role::PositionY),
                   place("Position.z", Role::PositionZ),
                   {"Heading", FieldKind::Int32, true, Role::Angle, 0.1, "deg", 1, {}},
                   {"Health", FieldKind::UInt32, true, Role::Health, 1, "%", 1, {}},
                   {"Faction", FieldKind::UInt32, true, Role::Team, 1, "", 1, {}}};
    return type;
}

// Items with only a position.
ItemType place_type(const char* name) {
    ItemType type = firefall_type(name);
    type.fields = {type.fields[1], type.fields[2]};
    return type;
}

struct Outdoors {
    Schema schema{};
    TypeId person = schema.add(firefall_type("Character"));
    TypeId vehicle = schema.add(firefall_type("Vehicle"));
    TypeId deployable = schema.add(place_type("Deployable"));
    TypeId outpost = schema.add(place_type("Outpost"));

    Frame at(int step) const {
        SnapshotBuilder builder;
        const auto put = [&](TypeId type, EntityId id, const char* name, Vec2 metres, int tenths,
                             int health, int faction) {
            const auto cm = [](float m) { return Value(std::int64_t{std::lround(m * 100)}); };
            const Value named = name == nullptr ? Value() : Value(std::string(name));
            builder.set({type, id},
                        make_row(schema[type],
                                 {named, cm(metres.x), cm(metres.y), Value(std::int64_t{45'000}),
                                  Value(std::int64_t{tenths}), Value(std::uint64_t(health)),
                                  Value(std::uint64_t(faction))}));
        };
        const auto moved = static_cast<float>(step);
        put(person, 1, "Aster", {-1190 + 4 * moved, -870 + 2 * moved}, 300, 100, 1);
        put(person, 2, "Birch", {-1100, -860 - 3 * moved}, 2700, 35, 1);
        put(person, 3, nullptr, {-1140, -905}, 900, 80, 2);
        put(person, 4, nullptr, {-1132, -898}, 1800, 100, 2);
        put(vehicle, 9, "LGV", {-1060 - 6 * moved, -900 + moved}, 1750, 60, 1);
        put(person, 5, "Chosen", {-1085, -888}, 0, 100, 7);
        put(person, 6, "Dune", {-1150, -862}, 0, 100, 8);
        const Word places[] = {-116'000, -88'000, -110'500, -90'500};
        builder.set({deployable, 21}, std::span(places).first(2));
        builder.set({outpost, 22}, std::span(places).last(2));
        Frame frame;
        frame.tick = 1000 + step;
        frame.snapshot = builder.build();
        return frame;
    }
};

}  // namespace

TEST_CASE("golden: Firefall's people from above, on a grid in metres") {
    const Outdoors outdoors;
    std::vector<Frame> recent;
    for (int step = 0; step < 8; ++step) recent.push_back(outdoors.at(step));
    const Frame now = outdoors.at(8);
    TextureStore textures;
    Font font{textures};
    SceneInput input{outdoors.schema, textures, font};
    input.frame = &now;
    input.recent = recent;
    input.options.trails = true;
    input.selected = ItemKey{outdoors.person, 2};
    input.camera.viewport = {0, 0, 480, 270};
    input.camera.fit({-1200, -920, -1040, -840});
    Scene scene = build_scene(input);
    HudFacts facts;
    facts.time = "0:50.00";
    facts.tick = std::to_string(now.tick);
    facts.integrity = Integrity::Mismatch;
    facts.wire = {WireChecksum::Mismatch, 9, 8, kNoTick, 400, 4};
    facts.item_checksums = true;
    facts.map = "New Eden";
    draw_hud(scene.list, font, input.camera.viewport, facts, 0.7F);
    Image image(480, 270, rgb(0x000000));
    rasterise(scene.list, textures, image);
    CHECK(golden_difference("firefall_grid", image) == "");
}

TEST_CASE("golden: a whole match on its map") {
    Studio studio(true);
    CHECK(golden_difference("match", studio.picture()) == "");
}

TEST_CASE("golden: close up, a player is chosen, hitboxes, numbers and trails") {
    Studio studio(true);
    studio.input.camera.centre = {300, 170};
    studio.input.camera.scale = 1.1F;
    studio.input.selected = ItemKey{*studio.match.schema.find("Character"), 0};
    studio.input.hovered = ItemKey{*studio.match.schema.find("Mystery"), 9};
    studio.input.options.hitboxes = true;
    studio.input.options.ids = true;
    studio.input.options.trails = true;
    tickreel_test::Match before = tickreel_test::arena_match();
    before.frame.tick = 990;
    before.player(0, 180, 120, "nameless");
    const std::vector<Frame> recent{before.frame, studio.match.frame};
    studio.input.recent = recent;
    CHECK(golden_difference("chosen", studio.picture()) == "");
}

TEST_CASE("golden: between two snapshots") {
    Studio studio(true, 240, 160);
    tickreel_test::Match before = tickreel_test::arena_match();
    before.frame.tick = 998;
    before.player(0, 200, 100, "nameless", 400);
    studio.input.previous = &before.frame;
    studio.input.k = 0.5F;
    studio.input.camera.centre = {230, 130};
    studio.input.camera.scale = 1;
    const Image between = studio.picture();
    CHECK(golden_difference("between", between) == "");
    // Who comes with the later one is not there yet.
    studio.match.player(5, 230, 130, "later");
    CHECK(studio.picture() == between);
}

TEST_CASE("a flag that was brought home is at its stand, and nowhere between") {
    Studio studio(true);
    tickreel_test::Match before = tickreel_test::arena_match();
    before.frame.tick = 998;
    studio.input.previous = &before.frame;
    studio.input.k = 0.5F;
    const ItemKey red{*studio.match.schema.find("Flag"), 0};
    const auto place = [&](ItemKey key) -> std::optional<Vec2> {
        for (const Pick& pick : build_scene(studio.input).picks)
            if (pick.key == key) return pick.position + Vec2{0, 30};
        return {};
    };
    constexpr int kAtStand = -2;
    constexpr int kTaken = -1;  // by nobody who is there: it flies, or lies
    const auto carried = [&](int earlier, int now) {
        before.set("GameData", 0, {1, 2, earlier, 3});
        studio.match.set("GameData", 0, {1, 2, now, 3});
    };
    before.set("Flag", 0, {820, 400, 0});
    carried(9, kAtStand);
    CHECK(place(red) == Vec2{860, 400});
    carried(kTaken, kAtStand);
    CHECK(place(red) == Vec2{860, 400});
    carried(kTaken, kTaken);
    CHECK(place(red) == Vec2{840, 400});
    // Which comes with the later snapshot is not there yet.
    studio.match.set("Flag", 2, {860, 400, 0});
    CHECK_FALSE(place({red.type, 2}));
}

TEST_CASE("golden: no map, far away, dots on a grid") {
    Studio studio(false);
    studio.input.camera.scale = 0.12F;
    CHECK(golden_difference("far", studio.picture()) == "");
}

TEST_CASE("golden: teams, the entities view and the strip of facts") {
    Studio studio(true);
    studio.match.set("GameInfo", 0, {3, 0, 100});
    studio.input.options.entities = true;
    studio.input.options.names = false;
    Scene scene = build_scene(studio.input);
    HudFacts facts;
    facts.time = "0:20.00";
    facts.tick = "1000";
    facts.integrity = Integrity::Mismatch;
    facts.wire = {WireChecksum::Mismatch, 0x1234, 0x4321, 998, 100, 1};
    facts.map = "arena";
    draw_hud(scene.list, studio.font, studio.input.camera.viewport, facts, 0.7F);
    Image image(480, 270, rgb(0x000000));
    rasterise(scene.list, studio.textures, image);
    CHECK(golden_difference("teams_hud", image) == "");
}

TEST_CASE("golden: what the game shows over its world") {
    Studio studio(true, 640, 360);
    studio.input.camera.centre = {300, 200};
    studio.input.camera.scale = 0.8F;
    studio.input.options.hud = true;
    studio.input.followed = ItemKey{*studio.match.schema.find("Character"), 0};
    const std::vector<FeedLine> feed{{false, "gone killed forgotten (gun)", kFeedSeconds},
                                     {false, "nameless killed third (grenade)", 7.8},
                                     {true, "third: well done", 3},
                                     {true, "brave tee: " + std::string(90, 'a'), 2},
                                     {false, "hammer died (world)", 1},
                                     {true, "", 1}};  // an empty message of the day
    studio.input.feed = feed;
    CHECK(golden_difference("game_hud", studio.picture()) == "");
    // Without a followed player: no hearts, and the time goes on.
    studio.input.followed.reset();
    studio.match.frame.tick += 2 * 3000;
    CHECK(golden_difference("game_hud_free", studio.picture()) == "");
}

TEST_CASE("between two snapshots the HUD has the numbers of the one whose tick has come") {
    Studio studio(true, 640, 360);
    studio.input.options.hud = true;
    const auto score = [](tickreel_test::Match& match, int red) {
        match.set("GameInfo", 0, {3, 0, 100});
        match.set("GameData", 0, {red, 0, -2, -2});
    };
    score(studio.match, 1);
    tickreel_test::Match before = studio.match;
    before.frame.tick = 998;
    studio.input.previous = &before.frame;
    studio.input.k = 0.5F;
    const Image now = studio.picture();
    score(studio.match, 101);
    CHECK(studio.picture() == now);
    score(before, 101);
    CHECK(studio.picture() != now);
}

TEST_CASE("golden: keys, flags and spectators in the HUD") {
    Studio studio(true, 640, 360);
    studio.input.options.hud = true;
    studio.input.followed = ItemKey{*studio.match.schema.find("Character"), 0};
    const auto all = [&] {
        studio.match.set("GameInfo", 0, {3, 0, 100});  // teams and flags
        studio.match.set("PlayerInfo", 0, {1, 0, 0, 0, 20});
        studio.match.set("PlayerInfo", 3, {0, 3, -1, 0, 20});
        studio.input.pressed = PressedInput{{-1, false, true, true, 0.5F}, "nameless"};
    };
    const Image plain = studio.picture();
    all();
    const Image whole = studio.picture();
    CHECK(golden_difference("hud_match", whole) == "");
    CHECK(whole != plain);
    // Keys, aim and whose they are have their own switch.
    studio.input.options.hud = false;
    const Image keys = studio.picture();
    studio.input.pressed->held.aim = -0.5F;
    const Image turned = studio.picture();
    CHECK(turned != keys);
    studio.input.pressed->whose = "brownbear";
    CHECK(studio.picture() != turned);
    studio.input.pressed.reset();
    CHECK(studio.picture() != turned);
}

TEST_CASE("what a ninja has for ammunition is a tick, and no shot is drawn for it") {
    const auto shown = [](int weapon, int ammo) {
        Studio studio(true, 640, 360);
        studio.input.options.hud = true;
        studio.input.followed = ItemKey{*studio.match.schema.find("Character"), 0};
        studio.match.set("Character", 0, {900, 480, 300, 0, 0, 0,  0, 0,    -1,     0, 0,
                                          0,   0,   0,   0, 0, 10, 0, ammo, weapon, 0, 0});
        return studio.picture();
    };
    CHECK(shown(5, 4035) == shown(5, 0));
    CHECK(shown(1, 5) != shown(1, 0));
}

TEST_CASE("a race has its own time, of who is followed") {
    const auto shown = [](int flags, int timer, int local, Tick tick) {
        Studio studio(true, 640, 360);
        studio.input.options.hud = true;
        studio.input.followed = ItemKey{*studio.match.schema.find("Character"), 0};
        studio.match.set("PlayerInfo", 0, {local, 0, 0, 0, 20});
        studio.match.set("GameInfo", 0, {0, flags, 100, timer});
        studio.match.frame.tick = tick;
        return studio.picture();
    };
    const Image round = shown(0, 0, 1, 1000);
    CHECK(shown(8, -400, 1, 1000) != round);
    CHECK(shown(8, -400, 0, 1000) == round);  // the recorded player's, not this one's
    CHECK(shown(0, -400, 1, 1000) == round);
    CHECK(shown(8, -400, 1, 1000) == shown(8, -400, 1, 1000));
    CHECK(shown(8, -400, 1, 1000) != shown(8, -399, 1, 1000));  // hundredths
}

// A DDNet server sends minus the tick of the start, of the recorded player or of whom that watches.
TEST_CASE("without a followed player the time is the race that the game showed") {
    const auto time = [](int flags, int timer, std::optional<EntityId> who) {
        Studio studio(true, 640, 360);
        studio.input.options.hud = true;
        studio.match.set("PlayerInfo", 2, {1, 2, -1, 0, 20});
        studio.match.set("SpectatorInfo", 2, {1, 0, 0});
        studio.match.set("GameInfo", 0, {0, flags, 0, timer});
        studio.match.frame.tick = 2'676'548;
        if (who) studio.input.followed = ItemKey{*studio.match.schema.find("Character"), *who};
        Scene scene = build_scene(studio.input);
        Image top(640, 60, rgb(0x000000));  // the time, above all that differs between players
        rasterise(scene.list, studio.textures, top);
        std::vector<std::uint32_t> middle;
        for (int y = 0; y < 40; ++y)
            for (int x = 260; x < 380; ++x) {
                const Color pixel = top.at(x, y);
                middle.push_back(std::uint32_t{pixel.r} << 16U | std::uint32_t{pixel.g} << 8U |
                                 std::uint32_t{pixel.b});
            }
        return middle;
    };
    const auto round = time(0, 0, {});
    const auto race = time(8, -2'500'572, {});
    CHECK(race != round);
    CHECK(time(8, -2'500'573, {}) != race);  // hundredths
    CHECK(time(8, -2'500'572, 1) == race);   // who is watched
    CHECK(time(8, -2'500'572, 0) == round);  // not this one's
    CHECK(time(0, -2'500'572, {}) == round);
}

// Of a recording with the message: seconds behind the best time, for some seconds.
TEST_CASE("golden: a checkpoint of a race stands below its time, and goes away") {
    const auto shown = [](int hundredths, Tick tick) {
        Studio studio(true, 640, 360);
        studio.input.options.hud = true;
        studio.input.followed = ItemKey{*studio.match.schema.find("Character"), 0};
        studio.match.set("PlayerInfo", 0, {1, 0, 0, 0, 20});
        studio.match.set("GameInfo", 0, {0, 8, 100, -400});
        RecordingInfo info;
        info.game = "teeworlds";
        const std::string path = std::string(TICKREEL_BIN_DIR) + "/checkpoint.reel";
        ReelWriter writer(std::move(*create_file(path, IfExists::Replace)), info);
        ItemType message{"Sv_DDRaceTime", "", TypeUse::Event, true, {}};
        for (const char* field : {"time", "check", "finish"})
            message.fields.push_back({field, FieldKind::Int32});
        const TypeId told = writer.add_type(message);
        writer.begin_segment({"arena", "", ""});
        Frame frame;
        frame.tick = 990;
        frame.events.push_back({told, {1180, static_cast<Word>(hundredths), 0}, false});
        writer.add_frame(frame);
        REQUIRE(writer.finish().ok());
        const auto reel = ReelReader::open(std::move(*open_file(path)));
        REQUIRE(reel.ok());
        studio.art->read_messages(**reel, {0, 990}, ignore_problems, [] { return false; });
        studio.match.frame.tick = tick;
        return studio.picture();
    };
    CHECK(golden_difference("hud_checkpoint", shown(-52, 1000)) == "");
    CHECK(golden_difference("hud_checkpoint_behind", shown(1234, 1000)) == "");
    CHECK(shown(-52, 1000) != shown(0, 1000));
    CHECK(shown(-52, 1400) == shown(0, 1400));
}

TEST_CASE("golden: a game nobody has drawn for") {
    Studio studio(false);
    studio.input.art = nullptr;
    CHECK(golden_difference("points", studio.picture()) == "");
}

TEST_CASE("what a player says hangs beside the player for two seconds, and not without names") {
    Studio quiet(true);
    Studio talking(true);
    talking.match.say(1, "hello");
    CHECK(talking.picture() != quiet.picture());
    const Frame before[] = {quiet.match.frame, talking.match.frame};
    const auto later = [&](Tick ticks) {
        quiet.match.frame.tick = talking.match.frame.tick = 1000 + ticks;
        quiet.match.frame.events.clear();
        talking.match.frame.events.clear();
        quiet.input.recent = {&before[0], 1};
        talking.input.recent = {&before[1], 1};
    };
    later(75);
    CHECK(talking.picture() != quiet.picture());
    talking.input.options.names = quiet.input.options.names = false;
    CHECK(talking.picture() == quiet.picture());
    talking.input.options.names = quiet.input.options.names = true;
    later(125);
    CHECK(talking.picture() == quiet.picture());
}

TEST_CASE("who has a number now has not said what the one before with that number did") {
    const ItemType drop{"Sv_ClientDrop",  "", TypeUse::Event, true, {{"client_id"}},
                        EventClass::Leave};
    Studio quiet(true);
    Studio talking(true);
    std::vector<Frame> frames[2];
    for (Studio* studio : {&quiet, &talking}) {
        tickreel_test::Match& match = studio->match;
        match.schema.add(drop);
        match.frame.events.clear();
        if (studio == &talking) {
            match.say(1, "hello");
            match.event("Sv_Emoticon", {1, 3});
        }
        std::vector<Frame>& before = frames[studio == &talking ? 1 : 0];
        before.assign(3, match.frame);
        before[1].events.clear();
        before[1].tick = 1002;
        before[2] = before[1];
        before[2].tick = 1004;
        match.frame = before[2];
        match.frame.tick = 1006;
        studio->input.recent = before;
    }
    CHECK(talking.picture() != quiet.picture());
    const auto name = [](Studio& studio, const char* who) {
        studio.match.player(1, 700, 145, who, 700, 3);
    };
    // Still the same one.
    name(quiet, "renamed");
    name(talking, "renamed");
    CHECK(talking.picture() != quiet.picture());
    // Another one, behind missing snapshots.
    quiet.match.frame.tick = talking.match.frame.tick = 1040;
    CHECK(talking.picture() == quiet.picture());
    name(quiet, "brave tee");
    name(talking, "brave tee");
    CHECK(talking.picture() != quiet.picture());
    // The server said that one left.
    for (auto& before : frames) {
        Event left;
        left.type = *talking.match.schema.find("Sv_ClientDrop");
        left.row = {1};
        before[2].events.push_back(left);
    }
    CHECK(talking.picture() == quiet.picture());
    // Nobody had the number for a while.
    for (auto& before : frames) {
        before[2].events.clear();
        SnapshotBuilder builder(before[1].snapshot);
        for (const char* type : {"Character", "ClientInfo", "PlayerInfo"})
            builder.erase({*talking.match.schema.find(type), 1});
        before[1].snapshot = builder.build();
    }
    CHECK(talking.picture() == quiet.picture());
}

TEST_CASE("who whispers says it, not who is whispered to") {
    Studio whispers(true);
    Studio says(true);
    for (Studio* studio : {&whispers, &says})
        studio->match.set("PlayerInfo", 0, {1, 0, 0, 0, 20});  // the recorded one
    const std::string to = entity_name(whispers.match.schema, whispers.match.frame.snapshot, 1);
    REQUIRE(!to.empty());
    whispers.match.say(1, "psst", 2);
    CHECK(whispers.picture() != says.picture());
    says.match.say(0, "[whisper to " + to + "] psst");
    CHECK(whispers.picture() == says.picture());
    // Nobody can tell who whispered it.
    Studio unknown(true);
    Studio quiet(true);
    unknown.match.say(1, "psst", 2);
    CHECK(unknown.picture() == quiet.picture());
}

TEST_CASE("the same picture twice is the same picture") {
    Studio one(true);
    Studio two(true);
    CHECK(one.picture() == two.picture());
    CHECK(one.picture() == two.picture());  // and with everything loaded
}
