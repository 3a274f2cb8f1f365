// redact: all personal data is removed, and everything else is kept.

#include <filesystem>

#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/sample_reel.h"
#include "tests/recorder/export/sql_runs.h"
#include "tickreel/model/row.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

const std::string kArena =
    (std::filesystem::path(TICKREEL_SOURCE_DIR) / "demos" / "arena_8_players.reel").string();

std::string said(const std::vector<std::string>& arguments) {
    const Ran ran = run_tickreel(arguments);
    CHECK(ran.code == 0);
    return ran.out;
}

// The whole content of the recording as text.
std::string everything(const std::string& reel) {
    return said({"cat", reel, "--format", "ndjson"}) +
           said({"list", reel, "events", "--format", "ndjson"}) +
           said({"info", reel, "--format", "ndjson"}) + said({"info", reel}) +
           said({"list", reel, "markers"});
}

ItemType person() {
    ItemType type;
    type.name = "Person";
    Field name{"name", FieldKind::PackedText};
    name.words = 4;
    name.roles = Role::Name;
    Field skin{"skin", FieldKind::PackedText};
    skin.words = 6;
    skin.roles = Role::Skin;
    type.fields = {name, skin, {"note", FieldKind::Blob}, {"score", FieldKind::Int32}};
    return type;
}

// A name in every place where one can occur.
void write_hidden(const std::string& path, const std::string& raw_name = "raw") {
    auto file = create_file(path, IfExists::Replace);
    REQUIRE(file);
    RecordingInfo info;
    info.game = "sample";
    info.properties = {{"server_name", "home of Quentin"}, {"protocol", "sample 1"}};
    ReelWriter writer(std::move(*file), info, {});
    const TypeId person_id = writer.add_type(person());
    ItemType riddle;
    riddle.name = "riddle";
    riddle.known = false;
    const TypeId riddle_id = writer.add_type(riddle);
    ItemType chat;
    chat.name = "Chat";
    chat.use = TypeUse::Event;
    chat.fields = {{"text", FieldKind::Text}, {raw_name, FieldKind::Blob}};
    chat.fields[1].nullable = true;
    const TypeId chat_id = writer.add_type(chat);
    writer.begin_segment({"dm1", "", ""});
    writer.add_attachment({"maps/dm1.map", "application/x-map", {1, 2, 3}});
    writer.add_attachment({"notes.txt", "text/plain", {'Q', 'u', 'e', 'n', 't', 'i', 'n'}});
    writer.add_marker({{0, 5}, "Quentin falls", 0});
    writer.add_marker({{0, 5}, "half time", 0});
    Frame frame;
    frame.tick = 5;
    SnapshotBuilder builder;
    builder.set({person_id, 1},
                make_row(person(), {std::string("Quentin"), std::string("default"),
                                    Bytes{'Q', 'u', 'e', 'n', 't', 'i', 'n'}, std::int64_t{42}}));
    builder.set({riddle_id, 1}, pack_text("Quentin", 4));
    builder.set({riddle_id, 2}, std::vector<Word>{4711, 4712});
    frame.snapshot = builder.build();
    frame.wire = {WireChecksum::Ok, 7, 7, kNoTick, 10, 1};
    const Bytes raw{'Q', 'u', 'e', 'n', 't', 'i', 'n'};
    frame.events.push_back({chat_id, make_row(chat, {std::string("hi all"), raw}), false});
    frame.events.push_back({chat_id, make_row(chat, {std::string("hi all"), Value()}), false});
    writer.add_frame(frame);
    REQUIRE(writer.finish());
}

// Names in other spellings where no field says that there is one, and events of every class.
void write_season(const std::string& path, std::int64_t nanoseconds) {
    auto file = create_file(path, IfExists::Replace);
    REQUIRE(file);
    RecordingInfo info;
    info.game = "sample";
    info.start = std::chrono::nanoseconds(nanoseconds);
    info.properties = {{"server_name", "QUENTIN plays here"},
                       {"game_type", "bo's CTF"},
                       {"start_time", "2023-11-14T22:13:20+0000"}};  // as a .teehistorian says it
    ReelWriter writer(std::move(*file), info, {});
    const TypeId person_id = writer.add_type(person());
    const auto event_type = [&](const char* name, EventClass about) {
        ItemType type;
        type.name = name;
        type.use = TypeUse::Event;
        type.event_class = about;
        type.fields = {{"words", FieldKind::Text}};
        type.fields[0].roles = Role::Text;
        return type;
    };
    ItemType chat = event_type("Line", EventClass::Chat);
    chat.fields.push_back({"from", FieldKind::Int32});  // no role, as the first programs had it
    const ItemType motd = event_type("Motd", EventClass::Chat);
    const ItemType said = event_type("Said", EventClass::Input);
    const ItemType vote = event_type("Poll", EventClass::Vote);
    ItemType keys = event_type("Keys", EventClass::Input);
    keys.fields = {{"jump", FieldKind::Bool}};
    const TypeId chat_id = writer.add_type(chat);
    const TypeId motd_id = writer.add_type(motd);
    const TypeId said_id = writer.add_type(said);
    const TypeId vote_id = writer.add_type(vote);
    const TypeId keys_id = writer.add_type(keys);
    const auto row = [](const char* name, const char* skin) {
        return make_row(person(), {std::string(name), std::string(skin), Bytes{}, std::int64_t{1}});
    };
    SnapshotBuilder builder;
    builder.set({person_id, 1}, row("Quentin | Rook", "default"));
    builder.set({person_id, 2}, row("Bo", "rook_black"));
    builder.set({person_id, 3}, row("\u00c9mile", "\u00e9mile!"));
    const Segment maps[] = {{"quentins_house", std::string(64, 'a'), "12345678"}, {"dm1", "", ""}};
    for (std::uint32_t segment = 0; segment < 2; ++segment) {
        writer.begin_segment(maps[segment]);
        Frame frame;
        frame.segment = segment;
        frame.tick = 5;
        frame.time = std::chrono::nanoseconds(nanoseconds) + std::chrono::seconds(segment + 1);
        frame.snapshot = builder.build();
        frame.events = {{chat_id, make_row(chat, {std::string("dm1"), std::int64_t{1}}), false},
                        {motd_id, make_row(motd, {std::string("be kind")}), false},
                        {said_id, make_row(said, {std::string("mine")}), false},
                        {vote_id, make_row(vote, {std::string("change map")}), false},
                        {keys_id, make_row(keys, {true}), false}};
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish());
}

}  // namespace

TEST_CASE("redact finds names in other cases and their parts, in skins, maps and server texts") {
    const Folder folder;
    const std::string out = folder / "b.reel";
    write_season(folder / "a.reel", 1'700'000'000'000'000'000);
    const Ran ran = run_tickreel({"redact", folder / "a.reel", "-o", out});
    INFO(ran.err);
    CHECK(ran.code == 0);
    std::string all = everything(out);
    for (char& c : all)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 0x20);
    for (const char* part : {"quentin", "rook", "mile", "bo's", "aaaaaaaa", "12345678"})
        CHECK_THAT(all, !contains(part));
    CHECK_THAT(all, contains("\"skin\":\"default\""));
    CHECK_THAT(all, contains("dm1"));  // said in the chat, and still the name of a map
    CHECK_THAT(ran.err, contains("What stays: names of maps (dm1, redacted); names of skins "
                                 "(default, redacted); the time of day (it starts at 2023-11-14T"));
    CHECK_THAT(ran.err, contains("when the server said something (2 messages without their "
                                 "words); when who spoke to whom (4 chat messages without their "
                                 "words); 2 inputs"));
    CHECK_THAT(ran.err, contains("--drop skin,server,time,inputs,chat"));
}

TEST_CASE("a short clan is no part of a longer word: the sample keeps its map") {
    const Folder folder;
    const std::string out = folder / "b.reel";
    // The clan of all players is "reel", one is called Elm.
    const Ran ran =
        run_tickreel({"redact", TICKREEL_SOURCE_DIR "/demos/arena_8_players.reel", "-o", out});
    CHECK(ran.code == 0);
    CHECK_THAT(ran.err, contains("names of maps (tickreel_arena)"));
    CHECK_THAT(ran.err, contains("verified that none remains (2 short ones: as whole words only)"));
    CHECK_THAT(said({"list", out, "attachments"}), contains("maps/tickreel_arena.map"));
    CHECK_THAT(everything(out), !contains("\"reel\""));
}

TEST_CASE("redact names the fields whose bytes it empties, and no terminal escape of the file") {
    const Folder folder;
    write_hidden(folder / "a.reel", "raw\x1B[31m");
    const Ran ran = run_tickreel({"redact", folder / "a.reel", "-o", folder / "b.reel"});
    CHECK_THAT(ran.err, contains("Emptied: the bytes of 2 fields (Person.note, Chat.raw"));
    CHECK_THAT(ran.err, !contains("\x1B"));
}

TEST_CASE("a key gives a player the same pseudonym in every recording") {
    const Folder folder;
    write_season(folder / "a.reel", 1'700'000'000'000'000'000);
    write_hidden(folder / "b.reel");
    write_file(folder / "key", "season\n");
    const auto redacted = [&](const std::string& reel, const std::string& key) {
        const std::string out = folder / "out.reel";
        const Ran ran = run_tickreel({"redact", folder / reel, "--key", key, "-f", "-o", out});
        CHECK(ran.code == 0);
        return said({"cat", out, "--types", "Person", "--format", "ndjson"});
    };
    // HMAC-SHA-256 of "player Quentin" with the key "season", by Python.
    const std::string quentin = "\"name\":\"player we9x241v\"";
    CHECK_THAT(redacted("b.reel", "season"), contains(quentin));
    CHECK_THAT(redacted("b.reel", "@" + folder / "key"), contains(quentin));
    CHECK_THAT(redacted("b.reel", "another"), !contains(quentin));
    CHECK_THAT(redacted("b.reel", std::string(100, 'k')), contains("player 3d8phy8r"));
    CHECK(redacted("a.reel", "season") == redacted("a.reel", "@" + folder / "key"));
    CHECK(redacted("a.reel", "season") != redacted("a.reel", "another"));
    CHECK(run_tickreel({"redact", folder / "a.reel", "--key", "", "-o", folder / "n.reel"}).code ==
          2);
    const Ran missing =
        run_tickreel({"redact", folder / "a.reel", "--key", "@none", "-o", folder / "n.reel"});
    CHECK(missing.code == 2);
    CHECK_THAT(missing.err, contains("none"));
}

TEST_CASE("redact --drop removes what is named, by the meaning of fields and events") {
    const Folder folder;
    write_season(folder / "a.reel", 1'700'000'000'000'000'000);
    const std::string out = folder / "b.reel";
    const auto dropped = [&](const std::string& parts) {
        const Ran ran =
            run_tickreel({"redact", folder / "a.reel", "--drop", parts, "-f", "-o", out});
        CHECK(ran.code == 0);
        return everything(out) + ran.err;
    };
    CHECK_THAT(dropped("skin"), !contains("default"));
    CHECK_THAT(dropped("skin"), contains("--drop server,time,inputs,chat"));
    const std::string no_server = dropped("server");
    CHECK_THAT(no_server, !contains("server_name"));
    CHECK_THAT(no_server, contains("\"event\":\"Poll\""));
    CHECK_THAT(no_server, contains("\"words\":\"\""));
    CHECK_THAT(no_server, contains("\"event\":\"Motd\""));
    CHECK_THAT(no_server, !contains("when the server said something"));
    CHECK_THAT(no_server, contains("--drop skin,time,inputs,chat"));
    CHECK_THAT(dropped("inputs"), !contains("\"event\":\"Keys\""));
    CHECK_THAT(dropped("inputs"), contains("\"event\":\"Line\""));
    const std::string no_chat = dropped("chat");
    CHECK_THAT(no_chat, !contains("\"event\":\"Line\""));
    CHECK_THAT(no_chat, !contains("\"event\":\"Said\""));
    CHECK_THAT(no_chat, contains("\"event\":\"Motd\""));
    CHECK_THAT(no_chat, contains("--drop skin,server,time,inputs."));
    CHECK_THAT(no_chat, contains("\"event\":\"Keys\""));
    CHECK_THAT(dropped("skin,time"), !contains("2023-"));
    write_season(folder / "later.reel", 1'800'000'000'000'000'000);
    std::string times = said({"cat", out, "--format", "ndjson"});
    REQUIRE(run_tickreel({"redact", folder / "later.reel", "--drop", "skin,time", "-f", "-o", out})
                .code == 0);
    CHECK(said({"cat", out, "--format", "ndjson"}) == times);
    CHECK(run_tickreel({"redact", folder / "a.reel", "--drop", "hats", "-f", "-o", out}).code == 2);
}

TEST_CASE("redact leaves nobody in a recording, wherever the name hides") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    const std::string out = folder / "b.reel";
    write_hidden(reel);
    const Ran ran = run_tickreel({"redact", reel, "-o", out});
    CHECK(ran.code == 0);
    CHECK_THAT(ran.err, contains("1 name, 0 clans and 1 text in"));
    CHECK_THAT(ran.err, contains("verified that none remains."));
    CHECK_THAT(ran.err, contains(", 1 attachment; "));  // of what is in the output: one of two
    const Ran piped = run_tickreel({"redact", reel, "-o", "-"});
    CHECK(piped.code == 0);
    CHECK_THAT(piped.err, contains("not verified, standard output cannot be read back."));
    CHECK_THAT(ran.err, contains("1 attachment containing a replaced text removed"));
    const std::string all = everything(out);
    CHECK_THAT(all, !contains("Quentin"));
    CHECK_THAT(all, !contains("5175656e74696e"));  // the same in hex
    CHECK_THAT(all, !contains("hi all"));
    CHECK_THAT(all, contains("\"name\":\"player 1\",\"skin\":\"default\""));
    CHECK_THAT(all, contains("\"score\":42"));
    CHECK_THAT(all, contains("\"words\":[0,0,0,0]"));
    CHECK_THAT(all, contains("\"words\":[4711,4712]"));
    CHECK_THAT(all, contains("\"text\":\"text 1\",\"raw\":null"));
    CHECK_THAT(all, contains("half time"));
    CHECK_THAT(all, contains("\"absent\":1"));  // this game's checksum is unknown
    CHECK_THAT(said({"list", out, "attachments"}), contains("maps/dm1.map"));
    CHECK(run_tickreel({"redact", reel, "-o", out}).code == 1);  // the output exists already
}

TEST_CASE("redact does not take what cannot be read for pauses of the server") {
    const Folder folder;
    SampleOptions options;
    options.frames = 60;
    write_sample(folder / "a.reel", options);
    damage_the_middle(folder / "a.reel");
    std::vector<std::string> redact{"redact", folder / "a.reel", "-f", "-o", folder / "b.reel"};
    for (const bool without_inputs : {false, true}) {
        if (without_inputs) redact.insert(redact.end(), {"--drop", "inputs"});
        const Ran ran = run_tickreel(redact);
        CHECK(ran.code == 3);
        CHECK_THAT(ran.err, contains(" are missing: damaged at offset"));
        CHECK_THAT(ran.err, !contains("pauses of the server"));
    }
}

TEST_CASE("what long steps are is no secret: redact keeps the gaps that a recording has") {
    const Folder folder;
    SampleOptions options;
    options.long_steps = "paused";
    write_sample(folder / "a.reel", options);
    const std::string out = folder / "b.reel";
    REQUIRE(run_tickreel({"redact", folder / "a.reel", "--drop", "server", "-o", out}).code == 0);
    CHECK_THAT(said({"info", out}), contains("long_steps:  paused"));
}

TEST_CASE("a redacted match is the same match with checksums of its own") {
    const Folder folder;
    const std::string out = folder / "b.reel";
    REQUIRE(run_tickreel({"redact", kArena, "-q", "-o", out}).code == 0);
    const std::string all = everything(out);
    for (const char* name : {"Aster", "Birch", "Gorse", "entered and joined"})
        CHECK_THAT(all, !contains(name));
    CHECK_THAT(all, contains("\"name\":\"player 1\""));
    CHECK_THAT(said({"verify", "--strict", out}), contains("wire checksums 1501 ok, 0 mismatch"));
    const std::vector<std::string> moves{"--types", "Character,Pickup", "--format", "csv"};
    const auto cat = [&](const std::string& reel) {
        std::vector<std::string> arguments{"cat", reel};
        arguments.insert(arguments.end(), moves.begin(), moves.end());
        return said(arguments);
    };
    CHECK(cat(out) == cat(kArena));
    CHECK(run_tickreel({"export", out, "-q", "-o", folder / "b.demo"}).code == 0);
}

TEST_CASE("redact leaves out what is known of checksums of views, which are of the original") {
    const Folder folder;
    const std::string outpost = TICKREEL_SOURCE_DIR "/demos/outpost_firefall.reel";
    const std::string made = folder / "a.reel";
    const auto sums = [](const std::string& path) {
        const std::string events = said({"list", path, "events", "--format", "csv"});
        std::size_t count = 0;
        for (std::size_t at = 0; (at = events.find(",ViewChecksum", at)) != events.npos; ++at)
            ++count;
        return count;
    };
    const Ran ran = run_tickreel({"redact", outpost, "-o", made});
    CHECK(ran.code == 0);
    REQUIRE(sums(outpost) > 1);
    CHECK(sums(made) == 0);
    CHECK_THAT(ran.err, contains("Left out: " + std::to_string(sums(outpost)) +
                                 " events about checksums of parts"));
    CHECK_THAT(ran.err, contains("Emptied: the bytes of "));
    CHECK_THAT(ran.err, contains("(Character_ObserverView."));
    CHECK_THAT(said({"info", made}), contains("bytes emptied; wire checksums left out"));
    const auto items = [](const std::string& path) {
        return said({"cat", path, "--fields", "Checksum", "--format", "csv"});
    };
    REQUIRE_THAT(items(outpost), contains(",ok"));
    CHECK_THAT(items(made), contains(",unchecked"));
    for (const char* result : {",ok", ",mismatch"}) CHECK_THAT(items(made), !contains(result));
}

// As Firefall writes it of a view whose checksum differed.
TEST_CASE("redact does not take the type in an event about a checksum for what somebody said") {
    const Folder folder;
    const std::string out = folder / "b.reel";
    {
        auto file = create_file(folder / "a.reel", IfExists::Replace);
        REQUIRE(file);
        RecordingInfo info;
        info.game = "firefall";
        ReelWriter writer(std::move(*file), info, {});
        ItemType view{.name = "Some_View", .checksum = ChecksumScope::Item};
        view.fields = {{.name = "Checksum", .kind = FieldKind::Int32, .roles = Role::Checksum},
                       {.name = "Health", .kind = FieldKind::Int32}};
        ItemType chat{.name = "Chat", .use = TypeUse::Event, .event_class = EventClass::Chat};
        chat.fields = {{.name = "text", .kind = FieldKind::Text, .roles = Role::Text}};
        ItemType cause{.name = "ViewChecksumCause", .use = TypeUse::Event};
        cause.fields = {{.name = "View", .kind = FieldKind::Text, .roles = Role::SumPart},
                        {.name = "Fields", .kind = FieldKind::Text}};
        const TypeId view_id = writer.add_type(view);
        const TypeId chat_id = writer.add_type(chat);
        const TypeId cause_id = writer.add_type(cause);
        writer.begin_segment({"dm1", "", ""});
        SnapshotBuilder builder;
        builder.set({view_id, 1}, make_row(view, {std::int64_t{2}, std::int64_t{77}}));
        Frame frame;
        frame.snapshot = builder.build();
        frame.wire = {WireChecksum::Mismatch, 3, 2, kNoTick, 10, 1};
        frame.events = {
            {chat_id, make_row(chat, {std::string("hello")}), false},
            {cause_id, make_row(cause, {std::string("Some_View"), std::string("Health")}), false}};
        writer.add_frame(frame);
        REQUIRE(writer.finish());
    }
    const Ran ran = run_tickreel({"redact", folder / "a.reel", "-o", out});
    CHECK(ran.code == 0);
    CHECK_THAT(ran.err, contains("0 clans and 1 text in"));
    CHECK_THAT(said({"list", out, "events"}), !contains("ViewChecksumCause"));
    CHECK_THAT(said({"cat", out, "--format", "ndjson"}),
               contains("\"fields\":{\"Checksum\":0,\"Health\":77}"));
    CHECK_THAT(said({"verify", "--explain", out}), contains("view checksums 0 ok, 0 mismatch"));
    CHECK_THAT(said({"info", out}), contains("wire checksums 0 ok, 0 mismatch, 1 absent"));
}

TEST_CASE("redact --drop time: fields that hold the server's clock count from the first snapshot") {
    const Folder folder;
    const std::string out = folder / "b.reel";
    constexpr std::int64_t kStart = 1'411'090'980;  // seconds
    constexpr std::int64_t kShown = kStart + 3;
    const auto milliseconds = [](std::int64_t seconds) {
        return std::int64_t{static_cast<std::uint32_t>(seconds * 1000)};
    };
    const auto write = [&](std::int64_t start) {
        auto file = create_file(folder / "a.reel", IfExists::Replace);
        REQUIRE(file);
        RecordingInfo info;
        info.game = "firefall";
        info.start = std::chrono::seconds(start);
        ReelWriter writer(std::move(*file), info, {});
        ItemType view{.name = "Some_View"};
        ItemType told{.name = "Told", .use = TypeUse::Event};
        for (ItemType* type : {&view, &told})
            type->fields = {{"Movement.Time", FieldKind::UInt32},
                            {"StatusEffects_3.Time", FieldKind::UInt32},
                            {"SpawnTime", FieldKind::UInt32},
                            {"ShortTime", FieldKind::UInt32},
                            {"ActiveData.TimestampMicro", FieldKind::UInt64},
                            {"SinCardFields_1.Timer.Micro", FieldKind::UInt64},
                            {"CompletionTimeEpoch", FieldKind::UInt32},
                            {"CountdownTime", FieldKind::UInt32},
                            {"DurationMs", FieldKind::UInt32},
                            {"TimePlayed", FieldKind::Int32}};
        const TypeId view_id = writer.add_type(view);
        const TypeId told_id = writer.add_type(told);
        ItemType riddle{.name = "riddle", .known = false};
        const TypeId riddle_id = writer.add_type(riddle);
        const auto row = make_row(
            view, {std::uint64_t(milliseconds(kShown)), std::uint64_t{0}, std::uint64_t{0xFFFFFFFF},
                   std::uint64_t(milliseconds(kShown) & 0xFFFF), std::uint64_t(kShown * 1'000'000),
                   std::uint64_t{5'000'000}, std::uint64_t(kShown),
                   std::uint64_t(milliseconds(kShown)), std::uint64_t{2500}, std::int64_t{4711}});
        writer.begin_segment({"dm1", "", ""});
        SnapshotBuilder builder;
        builder.set({view_id, 1}, row);
        builder.set({riddle_id, 1}, std::vector<Word>{static_cast<Word>(kShown)});
        Frame frame;
        frame.time = std::chrono::seconds(start);
        frame.snapshot = builder.build();
        frame.events = {{told_id, row, false}};
        writer.add_frame(frame);
        REQUIRE(writer.finish());
    };
    const auto redact = [&](const std::vector<std::string>& more) {
        std::vector<std::string> line{"redact", folder / "a.reel", "-f", "-o", out};
        line.insert(line.end(), more.begin(), more.end());
        const Ran ran = run_tickreel(line);
        CHECK(ran.code == 0);
        return ran.err;
    };
    const auto items = [&] { return said({"cat", out, "--format", "ndjson", "--big-numbers"}); };
    const auto events = [&] {
        return said({"list", out, "events", "--format", "ndjson", "--big-numbers"});
    };
    const std::string stays = "\"DurationMs\":2500,\"TimePlayed\":4711";
    write(kStart);
    const std::string kept = redact({});
    CHECK_THAT(kept, contains("; fields of the game tell it, too)"));
    CHECK_THAT(items(), contains(std::to_string(kShown * 1'000'000)));
    const std::string left = redact({"--drop", "time"});
    CHECK_THAT(left, contains("ids, which tell to some minutes when the server made something"));
    for (const char* words : {"time of day", "fields of the game"})
        CHECK_THAT(left, !contains(words));
    const std::string from_start =
        "\"Movement.Time\":3000,\"StatusEffects_3.Time\":0,\"SpawnTime\":4294967295,"
        "\"ShortTime\":3000,\"ActiveData.TimestampMicro\":3000000,"
        "\"SinCardFields_1.Timer.Micro\":5000000,\"CompletionTimeEpoch\":3,"
        "\"CountdownTime\":0," +
        stays;
    CHECK_THAT(items(), contains(from_start));
    CHECK_THAT(events(), contains(from_start));
    CHECK_THAT(items(), contains("\"words\":[0]"));
    // What no time of day of the recording's own can be compared with is removed.
    write(0);
    CHECK_THAT(redact({}), contains("the time of day (in fields of the game)"));
    redact({"--drop", "time"});
    for (const std::string& text : {items(), events()}) {
        CHECK_THAT(text, contains("\"Movement.Time\":0,"));
        CHECK_THAT(text, contains("\"ActiveData.TimestampMicro\":0,"));
        CHECK_THAT(text, contains("\"CompletionTimeEpoch\":0,"));
        CHECK_THAT(text, contains(stays));
    }
}

TEST_CASE("redact --drop time leaves no time of day in a recording of Firefall") {
    const Folder folder;
    const std::string outpost = TICKREEL_SOURCE_DIR "/demos/outpost_firefall.reel";
    const std::string out = folder / "a.reel";
    const auto abilities = [](const std::string& path) {
        return said({"list", path, "events", "--types", "Character_ActivateAbility_Command",
                     "--format", "ndjson"});
    };
    REQUIRE_THAT(abilities(outpost), contains("\"Time\":150770432"));
    REQUIRE(run_tickreel({"redact", outpost, "--drop", "time", "-q", "-o", out}).code == 0);
    CHECK_THAT(abilities(out), !contains("\"Time\":1507"));
    // It starts at 2026-11-23T15:18:20.158, which is 150770430 by this clock.
    CHECK_THAT(abilities(out), contains("\"Time\":2,"));
}
