#include <algorithm>

#include <nlohmann/json.hpp>

#include "format/reel/record_input.h"
#include "recorder/games/game.h"
#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/sample_reel.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/file.h"
#include "tickreel/reel/reel_reader.h"

using namespace tickreel_test;
using namespace tickreel;
using Json = nlohmann::ordered_json;

namespace {

// Flips one byte in the middle of a chunk: the third of the file.
void break_chunk(const std::string& path) {
    const Ran list = run_tickreel({"list", path, "chunks", "--format", "ndjson"});
    std::size_t at = 0;
    for (int i = 0; i < 2; ++i) at = list.out.find('\n', at) + 1;
    const Json chunk = Json::parse(list.out.substr(at, list.out.find('\n', at) - at));
    std::string bytes = read_file(path);
    const auto middle =
        chunk["offset"].get<std::size_t>() + chunk["stored_bytes"].get<std::size_t>() - 4;
    bytes[middle] = static_cast<char>(bytes[middle] ^ 0x20);
    write_file(path, bytes);
}

// A sound footer that says less than the truth of how far times step back.
void understate_time_back(const std::string& path, std::uint64_t truth) {
    const std::string text = read_file(path);
    const Bytes bytes(text.begin(), text.end());
    const auto header = read_file_header(bytes);
    REQUIRE(header.ok());
    const std::uint32_t seed = checksum_seed(header->uuid);
    const auto source = memory_source(bytes);
    std::uint64_t at = header->length;
    auto record = read_record(*source, at, seed);
    while (record.ok() && record->header.type != layout::kFooter) {
        at += record->header.stored_length();
        record = read_record(*source, at, seed);
    }
    REQUIRE(record.ok());
    Bytes payload = *unpack(*record);
    const auto section = [](std::uint64_t back) {
        ByteWriter value;
        value.varint(back);
        const Bytes inside = value.take();
        ByteWriter out;
        out.varint(layout::kTimeBack);
        out.varint(inside.size());
        out.bytes(inside);
        return out.take();
    };
    const Bytes old = section(truth);
    const auto found = std::search(payload.begin(), payload.end(), old.begin(), old.end());
    REQUIRE(found != payload.end());
    const Bytes lower = section(truth - 1);
    REQUIRE(lower.size() == old.size());
    std::copy(lower.begin(), lower.end(), found);
    RecordHeader footer = record->header;
    footer.flags = 0;
    footer.raw_length = static_cast<std::uint32_t>(payload.size());
    const Bytes written = write_record(footer, payload, seed);
    write_file(path, text.substr(0, at) + std::string(written.begin(), written.end()) +
                         text.substr(at + record->header.stored_length()));
}

}  // namespace

TEST_CASE("verify notices a footer that is wrong about how far times step back") {
    const Folder folder;
    const std::string path = folder / "a.reel";
    auto file = create_file(path, IfExists::Refuse);
    REQUIRE(file.ok());
    ReelWriter writer(std::move(*file), RecordingInfo());
    writer.begin_segment(Segment());
    Frame frame;
    for (const int seconds : {100, 101, 90, 92}) {
        ++frame.tick;
        frame.time = std::chrono::seconds(seconds);
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish().ok());
    CHECK(run_tickreel({"verify", path}).code == 0);
    understate_time_back(path, 11'000'000'000);
    const Ran ran = run_tickreel({"verify", path});
    CHECK(ran.code == 3);
    CHECK_THAT(ran.out, contains("DAMAGED"));
    CHECK_THAT(ran.err, contains("times step back by 11000000000 ns, the footer says 10999999999"));
}

TEST_CASE("verify of a sound file") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const std::string reel = folder / "a.reel";
    const Ran ran = run_tickreel({"verify", reel, "--format", "ndjson"});
    CHECK(ran.code == 0);
    const Json found = Json::parse(ran.out);
    CHECK(found["chunks"] > 2);
    CHECK(ran.out == "{\"file\":" + Json(reel).dump() + ",\"chunks\":" + found["chunks"].dump() +
                         ",\"chunks_bad\":0,\"snapshots\":19,\"deltas_failed\":0,\"wire_ok\":17,"
                         "\"wire_ok_by_base\":0,\"wire_mismatch\":1,\"wire_absent\":1,\"gaps\":[["
                         "\"124\",\"126\"]],"
                         "\"unreadable\":[],\"gap_segments\":[0],\"unreadable_segments\":[],"
                         "\"finished\":true}\n");
    SampleOptions open;
    open.finished = false;
    open.segments = 2;
    write_sample(folder / "open.reel", open);
    const Json unfinished =
        Json::parse(run_tickreel({"verify", folder / "open.reel", "--format", "ndjson"}).out);
    CHECK(unfinished["finished"] == false);
    CHECK(unfinished["gap_segments"] == Json::array({0, 1}));
    const Ran text = run_tickreel({"verify", reel});
    CHECK(text.code == 0);
    CHECK_THAT(text.out, contains("a.reel: ok; "));
    CHECK_THAT(text.out, contains("wire checksums 17 ok, 1 mismatch, 1 absent"));
    CHECK_THAT(text.err, contains("1 snapshot of the match has a wire checksum other than sent "
                                  "(first at tick 110)"));
}

TEST_CASE("damage beside the chunks: every verb exits with 3, and no tick is called missing") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const std::string sound = read_file(folder / "a.reel");
    const std::string first =
        run_tickreel({"list", folder / "a.reel", "chunks", "--format", "csv"}).out;
    const std::size_t end = std::stoul(first.substr(first.find('\n') + 1));
    const std::string reel = folder / "x.reel";
    const std::vector<std::vector<std::string>> verbs{
        {"info", reel},
        {"verify", reel},
        {"list", reel, "events"},
        {"cat", reel, "--ticks", "110..112"},
        {"at", reel, "110"},
        {"query", reel, "Walker"},
        {"diff", reel, folder / "a.reel"},
        {"diff", reel, "110", "112"},
        {"export", reel, "-o", folder / "o.csv", "-f"},
        {"export", reel, "-o", folder / "o.mcap", "-f"},
        {"cut", reel, "--ticks", "..", "-o", folder / "o.reel", "-f"},
        {"redact", reel, "-o", folder / "o.reel", "-f"}};
    for (std::size_t at = 80; at < end; at += 61) {
        std::string bytes = sound;
        bytes[at] = static_cast<char>(bytes[at] ^ 0x10);
        write_file(reel, bytes);
        for (const auto& verb : verbs) {
            const Ran ran = run_tickreel(verb);
            INFO(verb[0] << ", byte " << at << '\n' << ran.err);
            CHECK(ran.code == 3);
            CHECK_THAT(ran.err, contains("no tick is missing, but the file is damaged at offset"));
        }
        const Ran recovered = run_tickreel({"recover", reel, "-o", folder / "o.reel", "-f"});
        CHECK(recovered.code == 3);
        CHECK_THAT(recovered.err, !contains("Nothing was lost"));
    }
}

TEST_CASE("unreadable ticks are not \"no gaps\"") {
    const Folder folder;
    SampleOptions few;
    few.frames = 10;  // before the gap
    write_sample(folder / "a.reel", few);
    CHECK_THAT(run_tickreel({"verify", folder / "a.reel"}).out, contains("no gaps"));
    CHECK_THAT(run_tickreel({"info", folder / "a.reel"}).out, contains("no gaps"));
    break_chunk(folder / "a.reel");
    CHECK_THAT(run_tickreel({"verify", folder / "a.reel"}).out, !contains("no gaps"));
    const std::string info = run_tickreel({"info", folder / "a.reel"}).out;
    CHECK_THAT(info, contains("ticks unreadable"));
    // What can be read of a time of which some cannot says nothing about the rate; of no snapshot
    // it was 10^17.
    CHECK_THAT(info, !contains("/s, "));
}

TEST_CASE("a wire checksum that does not match is a fact, with --strict a failure") {
    const Folder folder;
    write_sample(folder / "a.reel");
    CHECK(run_tickreel({"verify", folder / "a.reel", "--strict"}).code == 3);
    SampleOptions few;
    few.frames = 5;
    write_sample(folder / "b.reel", few);
    CHECK(run_tickreel({"verify", folder / "b.reel", "--strict"}).code == 0);
    CHECK(run_tickreel({"verify", folder / "b.reel", folder / "a.reel", "--strict"}).code == 3);
}

TEST_CASE("--explain names mismatch, gap and the limits of a sum") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const Ran ran = run_tickreel({"verify", folder / "a.reel", "--explain"});
    CHECK(ran.code == 0);
    for (const char* expected :
         {"tick 110 (0:00.20): wire checksum sent 0x0000002a, computed 0x0000002f, difference 5; "
          "base tick 106; 61 bytes before compression in 2 parts\n",
          "gap: ticks 124..125: base 7 was never seen\n", "is no proof"})
        CHECK_THAT(ran.out, contains(expected));
}

TEST_CASE("a damaged chunk is found, named and gives 3; what can be read is still read") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    write_sample(reel);
    break_chunk(reel);
    const Ran ran = run_tickreel({"verify", reel, "--format", "ndjson"});
    CHECK(ran.code == 3);
    const Json found = Json::parse(ran.out);
    CHECK(found["chunks_bad"] == 1);
    CHECK(found["snapshots"] < 19);
    CHECK(found["snapshots"] > 8);
    CHECK_THAT(ran.err, contains("checksum"));
    CHECK_THAT(run_tickreel({"verify", reel}).out, contains("a.reel: DAMAGED; "));
    CHECK_THAT(run_tickreel({"verify", reel, "--explain"}).out, contains("damage: "));

    const Ran info = run_tickreel({"info", reel, "--format", "ndjson"});
    CHECK(info.code == 3);
    CHECK(Json::parse(info.out)["file_checksum"]["bad"] == 1);
    // What cannot be read is no gap as well: both count the one that never reached the file.
    CHECK(found["unreadable"].size() == 1);
    CHECK(found["gaps"].size() == 1);
    CHECK(Json::parse(info.out)["gaps"] == 1);
    CHECK_THAT(run_tickreel({"info", reel}).out,
               contains("1 gap (2 ticks missing: base 7 was never seen), "));

    const Ran cat = run_tickreel({"cat", reel, "--types", "Chest", "--format", "ndjson"});
    CHECK(cat.code == 3);
    CHECK_THAT(cat.out, contains("\"tick\":\"138\""));
    CHECK_THAT(cat.err, contains("are missing: damaged at offset"));
    // With a chunk the rest of its group is lost: who reads all and who reads the index say the
    // same.
    const auto missing = [](const std::string& err) {
        const std::size_t from = err.find(": ticks ");
        return err.substr(from, err.find(" are missing") - from);
    };
    CHECK(missing(info.err) == missing(cat.err));
    CHECK(missing(ran.err) == missing(cat.err));
    CHECK_THAT(run_tickreel({"verify", "--explain", reel}).out,
               contains("unreadable" + missing(cat.err)));
    CHECK(run_tickreel({"diff", reel, reel}).code == 3);

    // The same file without its index: losses are known from the start.
    write_file(folder / "cut.reel", read_file(reel).substr(0, last_chunk(reel) + 60));
    const Ran lost = run_tickreel({"cat", folder / "cut.reel", "--types", "Chest"});
    CHECK(lost.code == 3);
    CHECK_THAT(lost.err, contains("damaged at offset"));
    CHECK(run_tickreel({"cat", folder / "cut.reel", "--ticks", "130..134"}).code == 0);
}

TEST_CASE("a file cut in the middle and one never finished are not whole: exit code 3") {
    const Folder folder;
    write_sample(folder / "a.reel");
    std::string bytes = read_file(folder / "a.reel");
    bytes.resize(last_chunk(folder / "a.reel") + 60);
    write_file(folder / "cut.reel", bytes);
    const Ran cut = run_tickreel({"verify", folder / "cut.reel"});
    CHECK(cut.code == 3);
    CHECK_THAT(cut.err, contains("is missing: damaged at offset"));

    // A file that is being written looks the same.
    const Ran cat = run_tickreel({"cat", folder / "cut.reel"});
    CHECK(cat.code == 3);
    CHECK_THAT(cat.err, contains("cut.reel: what came after tick"));
    // What was put behind a complete recording costs no snapshot.
    for (const std::string& more :
         {std::string(1, '\0'), std::string(100, 'x'), read_file(folder / "a.reel")}) {
        write_file(folder / "longer.reel", read_file(folder / "a.reel") + more);
        const Ran longer = run_tickreel({"verify", folder / "longer.reel"});
        CHECK(longer.code == 3);
        CHECK_THAT(longer.err, contains("no tick is missing"));
        if (more.size() <= 100)
            CHECK_THAT(longer.err, contains("no tick is missing at the end, but " +
                                            std::to_string(more.size()) + " bytes follow it"));
        CHECK_THAT(longer.err, !contains("came after"));
        const Ran recovered =
            run_tickreel({"recover", folder / "longer.reel", "-o", folder / "r.reel", "--force"});
        CHECK_THAT(recovered.err, contains("No snapshot was lost"));
    }
    CHECK(run_tickreel({"merge", folder / "cut.reel", folder / "a.reel", "-o", folder / "m.reel"})
              .code == 3);

    SampleOptions open;
    open.finished = false;
    write_sample(folder / "open.reel", open);
    const Ran ran = run_tickreel({"verify", folder / "open.reel"});
    CHECK(ran.code == 3);
    CHECK_THAT(ran.err, contains("was not finished"));
    CHECK_THAT(ran.out, contains("open.reel: NOT FINISHED; "));
    // Nobody is sent back to the verb that they have just run.
    for (const Ran& one : {cut, ran}) {
        CHECK_THAT(one.err, !contains("'tickreel verify'"));
        CHECK_THAT(one.err, contains("'tickreel recover'"));
        CHECK_THAT(one.out, !contains(": ok; "));
    }
}

namespace {

// Ten ticks of a game whose checksum this build knows: three moving items.
struct Wire {
    bool lie = false;    // at tick 110 the file claims a sum that differs from the snapshot's
    bool stale = false;  // at tick 110 we have item 1, the server did not
};

void write_wire(const std::string& path, const Wire& options) {
    const Game* game = find_game("teeworlds");
    REQUIRE(game != nullptr);
    auto file = create_file(path, IfExists::Replace);
    REQUIRE(file);
    RecordingInfo info;
    info.game = "teeworlds";
    ReelWriter writer(std::move(*file), info);
    ItemType type;
    type.name = "Thing";
    type.fields = {{"a"}, {"b"}};
    const TypeId id = writer.add_type(type);
    writer.begin_segment({"dm1", "", ""});
    Snapshot before;
    for (int i = 0; i < 10; ++i) {
        SnapshotBuilder builder;
        for (EntityId item = 0; item < 3; ++item)
            builder.set({id, item}, std::vector<Word>{static_cast<Word>(item) * 1000 + i * 7, -5});
        Frame frame;
        frame.tick = 100 + 2 * i;
        frame.snapshot = builder.build();
        const std::uint32_t sum = game->wire_checksum(writer.schema(), frame.snapshot).value();
        frame.wire = {WireChecksum::Ok, sum, sum, frame.tick - 2, 20, 1};
        if (i == 5 && options.lie) frame.wire = {WireChecksum::Ok, sum + 1, sum + 1, 108, 20, 1};
        if (i == 5 && options.stale) {
            SnapshotBuilder server(frame.snapshot);
            server.erase({id, 1});
            const auto sent = game->wire_checksum(writer.schema(), server.build()).value();
            frame.wire = {WireChecksum::Mismatch, sent, sum, 108, 20, 1};
        }
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish());
}

}  // namespace

TEST_CASE("the wire checksum is computed again from the snapshot, not believed") {
    const Folder folder;
    write_wire(folder / "good.reel", {});
    const Ran good = run_tickreel({"verify", folder / "good.reel"});
    CHECK(good.code == 0);
    CHECK_THAT(good.out, contains("10 ok, 0 mismatch, 0 absent; no gaps"));
    CHECK(good.err.empty());

    Wire lie;
    lie.lie = true;
    write_wire(folder / "lie.reel", lie);
    const Ran lied = run_tickreel({"verify", folder / "lie.reel", "--format", "ndjson"});
    CHECK(lied.code == 3);
    CHECK(Json::parse(lied.out)["wire_ok"] == 9);
    CHECK(Json::parse(lied.out)["wire_mismatch"] == 1);
    CHECK_THAT(lied.err,
               contains("1 stored wire checksum differs from the recomputed one (first at "
                        "tick 110)"));
}

TEST_CASE("--explain guesses which single item would make the sum right") {
    const Folder folder;
    Wire stale;
    stale.stale = true;
    write_wire(folder / "stale.reel", stale);
    const Ran ran = run_tickreel({"verify", folder / "stale.reel", "--explain"});
    CHECK(ran.code == 0);
    CHECK_THAT(ran.out,
               contains("    it would match if Thing 1 was not in the server's snapshot\n"));
    CHECK_THAT(ran.out, !contains("Thing 2 was not"));
}

TEST_CASE("--explain tells of a part's checksum what came to light later, of that part only") {
    const Folder folder;
    const Game* game = find_game("firefall");
    REQUIRE(game != nullptr);
    auto file = create_file(folder / "parts.reel", IfExists::Replace);
    REQUIRE(file);
    RecordingInfo info;
    info.game = "firefall";
    ReelWriter writer(std::move(*file), info);
    ItemType check{.name = std::string(game->checksum_event), .use = TypeUse::Event};
    check.fields = {{"View"}, {"Sent"}};
    ItemType cause{.name = std::string(game->checksum_cause_event), .use = TypeUse::Event};
    cause.fields = {{"View"}, {"After"}};
    const TypeId checks = writer.add_type(check);
    const TypeId causes = writer.add_type(cause);
    writer.begin_segment({"zone", "", ""});
    for (int i = 0; i < 3; ++i) {
        Frame frame;
        frame.tick = i;
        if (i == 0) frame.events = {{checks, {7, 100}}, {checks, {8, 101}}};
        if (i == 2) frame.events = {{causes, {8, 50}}};
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish());
    const Ran ran = run_tickreel({"verify", folder / "parts.reel", "--explain"});
    CHECK(ran.code == 0);
    CHECK_THAT(ran.out, contains("View 7, Sent 100\n"));
    CHECK_THAT(ran.out, contains("View 8, Sent 101; later: After 50\n"));
}

TEST_CASE("what two damages cost one after the other is named as one stretch") {
    const Folder folder;
    SampleOptions options;
    options.frames = 100;
    write_sample(folder / "a.reel", options);
    std::string bytes = read_file(folder / "a.reel");
    std::vector<ChunkInfo> groups;  // their first chunks
    {
        const auto reel = ReelReader::open(*open_file(folder / "a.reel"));
        REQUIRE(reel.ok());
        for (const ChunkInfo& chunk : (*reel)->chunks())
            if (chunk.starts_group) groups.push_back(chunk);
    }
    REQUIRE(groups.size() > 8);
    for (const std::size_t group : {6U, 7U})
        bytes[groups[group].offset + groups[group].stored_bytes / 2] ^= 1;
    write_file(folder / "a.reel", bytes);
    const Ran ran = run_tickreel({"cat", folder / "a.reel"});
    CHECK(ran.code == 3);
    CHECK_THAT(ran.err, contains(concat("ticks ", groups[6].first_tick, "..",
                                        groups[8].first_tick - 2, " are missing: ")));
}
