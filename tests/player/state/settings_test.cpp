// Settings and sessions as files, custom keys, the palette, the scoreboard, the export command
// line, explanations of checksum mismatches.
#include "player/state/settings.h"

#include <filesystem>
#include <fstream>

#include "player/state/palette.h"
#include "player/state/player_state.h"
#include "tests/catch.h"
#include "tickreel/analysis/export_plan.h"
#include "tickreel/analysis/item_checksums.h"
#include "tickreel/analysis/mismatch.h"
#include "tickreel/analysis/scoreboard.h"
#include "tickreel/model/row.h"

using namespace tickreel;
using namespace tickreel_test;

TEST_CASE("settings survive writing and reading") {
    Settings settings;
    settings.theme = Theme::Light;
    settings.data = "/games/mine";
    settings.keys["playback.toggle"] = {"Space", "F1"};
    settings.keys["seek.end"] = {};
    const Result<Settings> read = parse_settings(settings_text(settings));
    REQUIRE(read.ok());
    CHECK(*read == settings);
    CHECK(*parse_settings("{}") == Settings());
    CHECK_THAT(parse_settings("[1]").error().message, contains("JSON object"));
    CHECK_THAT(parse_settings(R"({"theme":"pink"})").error().message, contains("pink"));
    CHECK_FALSE(parse_settings(std::string(kMaxSettingsBytes + 1, ' ')).ok());
}

TEST_CASE("a session survives writing and reading, and remembers the newest places") {
    Session session;
    session.last = "/some/where.reel";
    session.view.tabs = {"chat", "query", "diff", "inspector"};
    session.view.panes.left = 321.5F;
    session.view.trails = true;
    session.view.time = TimeDisplay::WallClock;
    for (int i = 0; i < 100; ++i)
        session.remember({"/file" + std::to_string(i), "s0:12", {false, 1.5F, -2, 0.25F}});
    session.remember({"/file99", "s1:3", {}});
    CHECK(session.places.size() == kMaxPlaces);
    CHECK(session.find("/file99")->place == "s1:3");
    CHECK(session.find("/file0") == nullptr);
    const Result<Session> read = parse_session(session_text(session));
    REQUIRE(read.ok());
    CHECK(*read == session);
    const Result<Session> odd =
        parse_session(R"({"panes":{"left":1e99,"right":-5},"time":77,"places":[1,{"path":"x"}]})");
    REQUIRE(odd.ok());
    CHECK(odd->view.panes.left <= 4000);
    CHECK(odd->view.panes.right >= 60);
    CHECK(odd->view.time == TimeDisplay::WallClock);
    CHECK(odd->places.size() == 1);
    CHECK_FALSE(parse_session("nonsense").ok());
}

TEST_CASE("tabs that a session does not name stay as they are") {
    const Result<Session> read = parse_session(R"({"tabs":["chat","",3]})");
    REQUIRE(read.ok());
    CHECK(read->view.tabs == decltype(read->view.tabs){"chat", "integrity", "items", "inspector"});
}

TEST_CASE("a settings file is written as a whole or not at all") {
    const auto folder = std::filesystem::temp_directory_path() / "tickreel-settings-test";
    std::filesystem::remove_all(folder);
    const std::string path = (folder / "deep" / "player.json").string();
    const auto none = read_settings_file(path);
    REQUIRE(none.ok());
    CHECK_FALSE(*none);
    REQUIRE(write_settings_file(path, "{}\n").ok());
    CHECK(**read_settings_file(path) == "{}\n");
    CHECK_FALSE(std::filesystem::exists(path + ".new"));
    std::ofstream(folder / "blocked") << "x";
    const Result<void> blocked = write_settings_file((folder / "blocked" / "a").string(), "{}");
    REQUIRE_FALSE(blocked.ok());
    CHECK_THAT(blocked.error().message, contains("blocked"));
    CHECK(write_settings_file("", "{}").ok());
}

TEST_CASE("keys can be changed, are taken away from others, and come back") {
    ActionRegistry actions = default_actions();
    CHECK(actions.changed_keys().empty());
    REQUIRE(actions.set_keys("seek.end", {"X", "Ctrl+Shift+End"}).ok());
    CHECK(actions.find(*parse_key("X"))->id == "seek.end");
    CHECK(actions.find(*parse_key("End")) == nullptr);
    CHECK(actions.find("seek.next_problem")->keys.empty());
    const auto changed = actions.changed_keys();
    CHECK(changed.size() == 2);
    CHECK(changed.at("seek.end") == std::vector<std::string>{"X", "Ctrl+Shift+End"});
    CHECK_FALSE(actions.set_keys("no.such", {"X"}).ok());
    CHECK_FALSE(actions.set_keys("seek.end", {"Nonsense"}).ok());
    CHECK(actions.find(*parse_key("X"))->id == "seek.end");
    actions.reset_keys();
    CHECK(actions.changed_keys().empty());
    CHECK(actions.find(*parse_key("X"))->id == "seek.next_problem");
}

TEST_CASE("the palette finds what starts like it, then what has the letters") {
    CHECK(match_score("Next hit", "nh") > match_score("Another thing", "nh"));
    CHECK(match_score("Next hit", "zz") < 0);
    CHECK(match_score("Next hit", "NEXT") > 0);
    const ActionRegistry actions = default_actions();
    const auto found = find_actions(actions, "scoreb", true);
    REQUIRE_FALSE(found.empty());
    CHECK(found[0]->id == "view.scoreboard");
    CHECK(find_actions(actions, "", true).size() == actions.all().size());
    for (const Action* action : find_actions(actions, "", false))
        CHECK_FALSE(action->needs_recording);
}

TEST_CASE("an export asks for what tickreel understands") {
    ExportPlan plan;
    plan.recording = "/tmp/a match.reel";
    plan.format = 2;
    plan.output = export_output(plan);
    CHECK(plan.output == "/tmp/a match.csv");
    plan.range = "s0:1..s0:9";
    CHECK(export_words(plan) == std::vector<std::string>{"export", "/tmp/a match.reel", "-o",
                                                         "/tmp/a match.csv", "--ticks",
                                                         "s0:1..s0:9"});
    plan.range.clear();
    CHECK(export_words(plan).back() == "/tmp/a match.csv");
    for (const std::size_t wants_range : {std::size_t{0}, export_formats().size() - 1}) {
        plan.format = wants_range;
        CHECK(export_words(plan).back() == "0%..100%");
    }
    CHECK(command_text({"cut", "it's", ""}) == "cut 'it'\\''s' ''");
    WorkControl control;
    const ProgramResult said =
        run_subprocess("sh", {"-c", "echo out; echo err >&2; exit 3"}, control);
    CHECK(said.code == 3);
    CHECK_THAT(said.output, contains("out"));
    CHECK_THAT(said.output, contains("err"));
    CHECK(run_subprocess("no-such-program-here", {}, control).code != 0);
    control.stop();
    CHECK(run_subprocess("sleep", {"20"}, control).code != 0);
}

namespace {

struct World {
    Schema schema;
    TypeId character;
    TypeId info;
    World() : character(add_character()), info(add_info()) {}

    TypeId add_character() {
        Field x;
        x.name = "x";
        x.roles = Role::PositionX;
        Field score;
        score.name = "score";
        score.roles = Role::Score;
        return schema.add({.name = "Character", .fields = {x, score}, .shares_names = true});
    }
    TypeId add_info() {
        Field name;
        name.name = "name";
        name.kind = FieldKind::Text;
        name.roles = Role::Name;
        return schema.add({"ClientInfo", "", TypeUse::Item, true, {name}});
    }
    Snapshot snapshot(Word ada, Word bob, bool with_bob = true) const {
        SnapshotBuilder builder;
        for (int id = 0; id < (with_bob ? 2 : 1); ++id) {
            const Word row[] = {id == 0 ? ada : bob, id * 10};
            builder.set({character, static_cast<EntityId>(id)}, row);
            builder.set({info, static_cast<EntityId>(id)},
                        make_row(schema[info], {Value(std::string(id == 0 ? "Ada" : "Bob"))}));
        }
        return builder.build();
    }
};

std::uint32_t sum(const Snapshot& snapshot) {
    std::uint32_t total = 0;
    for (const Item item : snapshot)
        for (const Word word : item.row) total += static_cast<std::uint32_t>(word);
    return total;
}

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
}

}  // namespace

TEST_CASE("the scoreboard joins names and scores, best first") {
    const World world;
    const auto rows = make_scoreboard(world.schema, world.snapshot(5, 6));
    REQUIRE(rows.size() == 2);
    CHECK(rows[0].name == "Bob");
    CHECK(rows[0].score == 10);
    CHECK(rows[0].body == ItemKey{world.character, 1});
    CHECK(rows[1].name == "Ada");
    CHECK(make_scoreboard(world.schema, Snapshot()).empty());
}

TEST_CASE("a mismatch is explained by what could have made it") {
    const World world;
    Frame before;
    before.snapshot = world.snapshot(100, 200);
    Frame frame;
    frame.snapshot = world.snapshot(130, 207);
    frame.wire.checksum = WireChecksum::Mismatch;
    frame.wire.computed = sum(frame.snapshot);
    frame.wire.expected = frame.wire.computed - 7;  // without Bob's step
    CHECK_THAT(joined(explain_mismatch({world.schema, frame, &before.snapshot})),
               contains("Character 1 (Bob), x had kept its value"));
    frame.wire.expected = frame.wire.computed - 130;  // without Ada's character
    CHECK_THAT(joined(explain_mismatch({world.schema, frame, &before.snapshot})),
               contains("Character 0 (Ada) was not in the server's snapshot"));
    frame.wire.expected = frame.wire.computed + 217;  // Bob's counted twice
    CHECK_THAT(joined(explain_mismatch({world.schema, frame, &before.snapshot})),
               contains("sent twice"));
    frame.wire.expected = frame.wire.computed + 1234567;
    CHECK_THAT(joined(explain_mismatch({world.schema, frame, &before.snapshot})),
               contains("no single item or field"));
    CHECK_THAT(joined(explain_mismatch({world.schema, frame, &before.snapshot, false, true})),
               contains("not in the recording"));
    frame.wire.computed += 1;
    CHECK_THAT(joined(explain_mismatch({world.schema, frame, &before.snapshot})),
               contains("no plain sum"));
    Frame gone = frame;
    gone.snapshot = world.snapshot(100, 200, false);
    gone.wire.computed = sum(gone.snapshot);
    gone.wire.expected = gone.wire.computed + 210;
    CHECK_THAT(joined(explain_mismatch({world.schema, gone, &before.snapshot})),
               contains("was still in the server's snapshot"));
}

TEST_CASE("where each item has a checksum of its own, those that do not fit are named") {
    Schema schema;
    CHECK_FALSE(has_item_checksums(World().schema));
    ItemType view{"Scope", "", TypeUse::Item, true, {}};
    view.fields = {{.name = "Checksum",
                    .kind = FieldKind::Enum,
                    .roles = Role::Checksum,
                    .values = {{0, "unchecked"}, {1, "ok"}, {2, "mismatch"}}}};
    view.checksum = ChecksumScope::Item;
    const TypeId scope = schema.add(view);
    CHECK(has_item_checksums(schema));
    SnapshotBuilder builder;
    for (int id = 0; id < 4; ++id) {
        const Word row[] = {id % 3};  // number 2 is inconsistent
        builder.set({scope, static_cast<EntityId>(id)}, row);
    }
    Frame frame;
    frame.snapshot = builder.build();
    frame.wire = {WireChecksum::Mismatch, 3, 2, kNoTick, 100, 1};
    CHECK(failed_items(schema, frame.snapshot) == std::vector<ItemKey>{{scope, 2}});
    const auto reasons = explain_mismatch({schema, frame, nullptr});
    CHECK_THAT(joined(reasons), contains("Scope 2 is not what the sender has"));
    CHECK(reasons.size() == 1);

    // Texts make rows of different lengths: not an anomaly.
    Field name;
    name.name = "name";
    name.kind = FieldKind::Text;
    SnapshotBuilder more(frame.snapshot);
    const TypeId person = schema.add({"Person", "", TypeUse::Item, true, {name}});
    for (const char* text : {"Ada", "Bob", "Eve", "somebody with a long name"}) {
        more.set({person, static_cast<EntityId>(text[0])},
                 make_row(schema[person], {Value(std::string(text))}));
    }
    frame.snapshot = more.build();
    CHECK(explain_mismatch({schema, frame, nullptr}) == reasons);

    // The decoder may have more information.
    const auto field = [](const char* called, FieldKind kind, Role role) {
        Field made;
        made.name = called;
        made.kind = kind;
        made.roles = role;
        return made;
    };
    const ItemType report{"ViewChecksum",
                          "",
                          TypeUse::Event,
                          true,
                          {field("View", FieldKind::Text, Role::SumPart),
                           field("Entity", FieldKind::UInt64, Role::Owner),
                           field("Expected", FieldKind::UInt32, Role::SumExpected),
                           field("Computed", FieldKind::UInt32, Role::SumComputed),
                           field("Reason", FieldKind::Text, Role::SumReason),
                           field("PutRight", FieldKind::Bool, Role::SumRepaired)}};
    frame.events.push_back({schema.add(report),
                            make_row(report, {Value(std::string("Scope")), Value(std::uint64_t{7}),
                                              Value(std::uint64_t{1}), Value(std::uint64_t{2}),
                                              Value(std::string("came too late")), Value(true)}),
                            false});
    frame.snapshot = Snapshot();
    CHECK(explain_mismatch({schema, frame, nullptr}) ==
          std::vector<std::string>{"Scope 7: came too late; repaired by a full state"});
}
