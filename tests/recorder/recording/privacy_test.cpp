// What a recording must not hold is not in the file that the recorder writes.

#include "recorder/recording/privacy.h"

#include "recorder/games/teeworlds/wire/packer.h"
#include "recorder/recording/connection.h"
#include "recorder/recording/redacting_sink.h"
#include "tests/catch.h"
#include "tests/recorder/recording/synthetic_match.h"
#include "tests/recorder/recording/toy_game.h"
#include "tickreel/model/row.h"
#include "tickreel/reel/reel_reader.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel;
using tickreel_test::MatchScript;

namespace {

void add_bytes(std::string& all, Row row) {
    all.append(reinterpret_cast<const char*>(row.data()), row.size_bytes());
}

// A client's name and clan, and everything that can be said; `record` as a client's recorder does.
std::string record_talk(RecordingOptions options) {
    auto disk = std::make_shared<toy::Disk>();
    Connection connection(
        find_game("teeworlds"), options,
        [&](const FileNameFields&) -> Result<NewFile> {
            return NewFile{"1.reel", toy::sink_on(disk)};
        },
        ignore_problems);
    MatchScript match([&](const Datagram& datagram) { connection.feed(datagram); });
    match.change_map("arena");
    match.enter_game();
    std::int32_t tick = 100;
    const auto go_on = [&] {
        for (int i = 0; i < 5; ++i, tick += 2)
            match.snapshot(tick, tickreel_test::small_world(tick));
    };
    go_on();
    auto info = teeworlds::begin_game_message(20);  // Cl_StartInfo
    for (const char* text : {"Waldemar", "ReelClan"}) info.add_string(text);
    info.add_int(-1);
    info.add_string("default");
    for (const int colour : {0, 0, 0}) info.add_int(colour);
    match.to_server(info);
    for (const auto& [team, who, text] : {std::tuple{0, 0, "to everybody"},
                                          {1, 0, "to the team"},
                                          {2, 0, "whispered to Waldemar"},
                                          {3, 0, "whispered by Waldemar"},
                                          // To clients other than DDNet's, whose server says it:
                                          {0, -1, "[\u2190 Waldemar] shown as whispered by"},
                                          {0, -1, "[\u2192 Waldemar] shown as whispered to"},
                                          {0, -1, "[info] said by the server"}}) {
        auto chat = teeworlds::begin_game_message(3);  // Sv_Chat
        chat.add_int(team);
        chat.add_int(who);
        chat.add_string(text);
        match.to_client(chat);
        go_on();
    }
    auto said = teeworlds::begin_game_message(17);  // Cl_Say
    said.add_int(1);
    said.add_string("said to the team");
    match.to_server(said);
    go_on();
    for (const char* text : {"look at Waldemar", "a marker"})
        CHECK(connection.mark(text).moment.tick != kNoTick);
    go_on();
    CHECK(connection.finish().ok());
    REQUIRE_FALSE(connection.files().empty());
    const auto reel = ReelReader::open(memory_source(disk->bytes));
    REQUIRE(reel.ok());
    const auto statistics = (*reel)->statistics();
    REQUIRE(statistics.ok());
    CHECK(statistics->snapshots == 50);
    CHECK(statistics->wire_mismatch == 0);
    std::string all;  // every word of the file, as bytes: texts are findable in it
    const auto scanned =
        (*reel)->scan((*reel)->everything(), ignore_problems, [&](const Frame& frame) {
            for (const Item item : frame.snapshot) add_bytes(all, item.row);
            for (const Event& event : frame.events) add_bytes(all, event.row);
            return true;
        });
    CHECK(scanned.ok());
    CHECK((*reel)->markers().size() == 2);
    for (const Marker& marker : (*reel)->markers()) all += marker.text;
    return all;
}

bool has(const std::string& bytes, const char* text) {
    return bytes.find(text) != std::string::npos;
}

}  // namespace

TEST_CASE("whispers and team chat are recorded only if they are asked for", "[recording]") {
    RecordingOptions options;
    options.clips.keep = GENERATE(std::chrono::minutes(0), std::chrono::minutes(10));
    options.private_chat = GENERATE(false, true);
    const std::string bytes = record_talk(options);
    CHECK(has(bytes, "to everybody"));
    CHECK(has(bytes, "Waldemar"));
    CHECK(has(bytes, "said by the server"));
    CHECK(has(bytes, "look at Waldemar"));
    for (const char* text : {"to the team", "whispered to", "whispered by", "said to the team",
                             "shown as whispered by", "shown as whispered to"})
        CHECK(has(bytes, text) == options.private_chat);
}

TEST_CASE("redacted recordings never hold an original, not even for a moment", "[recording]") {
    RecordingOptions options;
    options.clips.keep = GENERATE(std::chrono::minutes(0), std::chrono::minutes(10));
    options.redact = true;
    const std::string bytes = record_talk(options);
    CHECK(has(bytes, "player 1"));
    CHECK(has(bytes, "clan 1"));
    CHECK(has(bytes, "a marker"));
    for (const char* text : {"Waldemar", "ReelClan", "everybody", "the team", "whispered"})
        CHECK_FALSE(has(bytes, text));
}

TEST_CASE("redacted while recording, nothing is left of checksums of items", "[recording]") {
    auto disk = std::make_shared<toy::Disk>();
    RecordingInfo info;
    info.game = "firefall";
    ReelWriter writer(toy::sink_on(disk), info, {});
    LiveRedaction redaction(*find_game("firefall"), writer);
    ItemType view{.name = "Some_View", .checksum = ChecksumScope::Item};
    view.fields = {{.name = "Checksum", .kind = FieldKind::Int32, .roles = Role::Checksum},
                   {.name = "SpawnTime", .kind = FieldKind::UInt32}};
    ItemType sums{.name = "ViewChecksums", .use = TypeUse::Event};
    sums.fields = {{.name = "Sum", .kind = FieldKind::UInt32}};
    const TypeId view_id = redaction.add_type(view);
    const TypeId sums_id = redaction.add_type(sums);
    redaction.begin_segment({"dm1", "", ""});
    Frame frame;
    SnapshotBuilder builder;
    builder.set({view_id, 1}, std::vector<Word>{1, 4711});
    frame.snapshot = builder.build();
    frame.wire = {WireChecksum::Ok, 1, 1, kNoTick, 10, 1};
    frame.events = {{sums_id, std::vector<Word>{42}, false}};
    redaction.add_frame(frame);
    REQUIRE(redaction.finish());
    const auto reel = ReelReader::open(memory_source(disk->bytes));
    REQUIRE(reel.ok());
    CHECK((*reel)->info().properties.at("redacted").ends_with("wire checksums left out"));
    const auto scanned =
        (*reel)->scan((*reel)->everything(), ignore_problems, [&](const Frame& left) {
            CHECK(left.events.empty());
            CHECK(left.wire.checksum == WireChecksum::Absent);
            const auto row = left.snapshot.find({view_id, 1});
            REQUIRE(row);
            CHECK(std::vector<Word>(row->begin(), row->end()) == std::vector<Word>{0, 4711});
            return true;
        });
    CHECK(scanned.ok());
}
