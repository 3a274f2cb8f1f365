// redact: all personal data is removed, and everything else is kept.

#include <filesystem>

#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/sample_reel.h"
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
           said({"info", reel, "--format", "ndjson"}) + said({"list", reel, "markers"});
}

ItemType person() {
    ItemType type;
    type.name = "Person";
    Field name{"name", FieldKind::PackedText};
    name.words = 4;
    name.roles = Role::Name;
    Field skin{"skin", FieldKind::PackedText};
    skin.words = 6;
    type.fields = {name, skin, {"note", FieldKind::Blob}, {"score", FieldKind::Int32}};
    return type;
}

// A name in every place where one can occur.
void write_hidden(const std::string& path) {
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
    chat.fields = {{"text", FieldKind::Text}, {"raw", FieldKind::Blob}};
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

}  // namespace

TEST_CASE("redact leaves nobody in a recording, wherever the name hides") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    const std::string out = folder / "b.reel";
    write_hidden(reel);
    const Ran ran = run_tickreel({"redact", reel, "-o", out});
    CHECK(ran.code == 0);
    CHECK_THAT(ran.err, contains("1 names, 0 clans and 1 texts"));
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
