// Recordings that are cut or have flipped bits, passed to every reading command. A sample in every
// run; tests/damage_sweep.sh runs it in full.
#include "tests/recorder/commands/damage_sweep.h"

#include <algorithm>
#include <tuple>

#include "tests/catch.h"
#include "tests/recorder/commands/sample_reel.h"
#include "tickreel/reel/reel_reader.h"

using namespace tickreel_test;

namespace {

const std::vector<Verb> kVerbs{
    {{"cat", "IN", "--format", "ndjson"}},
    {{"cat", "IN", "--ticks", "110..130", "--format", "ndjson"}},
    {{"list", "IN", "events", "--format", "ndjson"}},
    {{"list", "IN", "markers", "--format", "ndjson"}},
    {{"list", "IN", "attachments", "--format", "ndjson"}},
    {{"list", "IN", "types", "--format", "ndjson"}},
    {{"list", "IN", "fields", "--format", "ndjson"}},
    {{"list", "IN", "chunks", "--format", "ndjson"}},
    {{"at", "IN", "120", "--format", "ndjson"}},
    {{"at", "IN", "124", "--format", "ndjson"}},
    {{"diff", "IN", "104", "136", "--format", "ndjson"}},
    {{"diff", "IN", "WHOLE", "--format", "ndjson"}},
    {{"compare", "WHOLE", "IN", "--format", "ndjson"}},
    {{"query", "IN", "FIELD > 0", "--format", "ndjson"}},
    {{"list", "IN", "events", "--format", "csv"}},
    {{"tail", "IN", "--from-start"}},
    {{"du", "IN", "--format", "ndjson"}},
    {{"doctor", "IN", "--format", "ndjson"}},
    {{"library", "FOLDER", "--catalog", "OUT.sqlite", "--players", "--format", "ndjson"}},
    {{"export", "IN", "-o", "OUT.csv", "-f"}, "OUT.csv"},
    {{"export", "IN", "-o", "OUT.ndjson", "-f"}, "OUT.ndjson"},
    {{"export", "IN", "-o", "OUT.mcap", "-f"}},
    {{"export", "IN", "-o", "OUT.demo", "-f"}, "OUT.demo"},
    {{"export", "IN", "-o", "OUT.faucap", "-f"}, "OUT.faucap"},
    {{"cut", "IN", "--ticks", "..", "-o", "OUT.reel", "-f"}, "OUT.reel"},
    {{"merge", "IN", "IN", "-o", "OUT.reel", "-f"}, "OUT.reel"},
    {{"mark", "OUT.reel", "--tick", "120", "--text", "a mark"}, "OUT.reel"},
    {{"optimize", "IN", "-o", "OUT.reel", "-f"}, "OUT.reel"},
    {{"recover", "IN", "-o", "OUT.reel", "-f"}, "OUT.reel"},
    {{"redact", "IN", "--key", "K", "-o", "OUT.reel", "-f"}, "OUT.reel"},
    {{"verify", "IN", "--format", "ndjson"}},
    {{"info", "IN", "--format", "ndjson"}},
    {{"render", "IN", "--tick", "120", "-o", "OUT.png", "--force", "--size", "160x90", "--art",
      "builtin", "--font", "builtin"},
     "OUT.png"},
    // What `play` does, without a display.
    {{"play", "screenshot", "IN", "--tick", "120", "-o", "OUT.png", "--force", "--size", "320x200",
      "--builtin"},
     "OUT.png"},
};

const std::vector<Verb> kQueries{
    {{"sql", "IN", "--format", "csv",
      "SELECT 'items', count(*) FROM items UNION ALL SELECT 'of one type', count(*) FROM TYPE"}},
    // The positions between snapshots, now_x, need the map.
    {{"sql", "IN", "--format", "ndjson",
      "SELECT COLUMNS(c -> c <> 'file' AND c NOT LIKE 'now_%') FROM TYPE"}},
    {{"sql", "IN", "--format", "ndjson", "SELECT * EXCLUDE (file, gap) FROM snapshots"}},
    {{"sql", "IN", "--format", "csv",
      "SELECT count(*), max(to_tick) FROM players; SELECT count(*) FROM positions; "
      "SELECT sum(distance) FROM moves; SELECT count(*) FROM gaps"}},
    {{"export", "IN", "-o", "OUT.parquet", "-f"}, "OUT.parquet"},
    {{"export", "IN", "-o", "OUT.duckdb", "-f"}, "OUT.duckdb"},
    {{"export", "IN", "-o", "OUT/", "-f"}, "OUT/"},
};

std::vector<Verb> verbs_for(const std::string& reel) {
    std::vector<Verb> verbs = kVerbs;
    if (has_sql(reel)) verbs.insert(verbs.end(), kQueries.begin(), kQueries.end());
    return verbs;
}

}  // namespace

TEST_CASE("damaged recordings: no verb crashes, lies or is silent") {
    const Folder folder;
    write_sample(folder / "0.reel");
    SampleOptions open;
    open.finished = false;
    write_sample(folder / "1.reel", open);
    SampleOptions two;
    two.segments = 2;
    write_sample(folder / "2.reel", two);
    sweep(folder, verbs_for(folder / "0.reel"),
          {{"0.reel", "walker", "Walker.x"},
           {"1.reel", "walker", "Walker.x"},
           {"2.reel", "walker", "Walker.x"}},
          damages(6), 6);
}

TEST_CASE("damaged recordings of games: no verb crashes, lies or is silent") {
    const Folder folder;
    const std::string demos = TICKREEL_SOURCE_DIR "/demos/";
    for (const auto& [from, ticks, to] :
         {std::tuple("arena_8_players.reel", "100..300", "3.reel"),
          std::tuple("outpost_firefall.reel", "100..140", "4.reel")})
        REQUIRE(run_tickreel({"cut", demos + from, "--ticks", ticks, "-o", folder / to}).code == 0);
    sweep(folder, verbs_for(folder / "3.reel"),
          {{"3.reel", "character", "Character.x"}, {"4.reel", "character", "Character.position.x"}},
          damages(2), 6);
}

TEST_CASE("with -q the line about what is lost is still printed, and it alone") {
    const Folder folder;
    write_sample(folder / "0.reel");
    std::filesystem::create_directory(folder / "damaged");
    std::string bytes = read_file(folder / "0.reel");
    const std::size_t at = last_chunk(folder / "0.reel") + 70;
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    write_file(folder / kDamaged, bytes);
    int lossy = 0;
    for (const Verb& all : kVerbs) {
        Verb verb = all;
        // Those two are another program's; mark only adds to the file.
        if (verb.arguments[0] == "play" || verb.arguments[0] == "render" ||
            verb.arguments[0] == "mark")
            continue;
        verb.arguments.insert(verb.arguments.begin() + 1, "-q");
        const Answer quiet = ask(verb, folder, {"0.reel", "walker", "Walker.x"});
        INFO(verb.arguments[0] << ' ' << verb.arguments.back() << ": " << quiet.err);
        if (quiet.code != 3) continue;
        ++lossy;
        CHECK(std::count(quiet.err.begin(), quiet.err.end(), '\n') == 1);
    }
    CHECK(lossy > 15);
}

TEST_CASE("a range that is lost as a whole: no file is made, and the line says so") {
    const Folder folder;
    write_sample(folder / "a.reel");
    std::string bytes = read_file(folder / "a.reel");
    const std::size_t at = last_chunk(folder / "a.reel") + 70;
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    write_file(folder / "a.reel", bytes);
    for (const auto& [verb, out] :
         {std::pair("cut", "o.reel"), std::pair("export", "o.csv"), std::pair("export", "o.mcap"),
          std::pair("export", "o.ndjson"), std::pair("export", "o.parquet")}) {
        if (std::string(out) == "o.parquet" &&
            run_tickreel({"sql", folder / "a.reel", "SELECT 1"}).code == 1)
            continue;  // without DuckDB
        const Ran ran =
            run_tickreel({verb, folder / "a.reel", "--ticks", "138..", "-o", folder / out});
        INFO(out);
        CHECK(ran.code == 3);
        CHECK_THAT(ran.err, contains("a.reel: no output written: ticks 138..138"));
        CHECK_FALSE(std::filesystem::exists(folder / out));
    }
}

TEST_CASE("diff at a share of a recording without its end warns as at does") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const std::string bytes = read_file(folder / "a.reel");
    write_file(folder / "a.reel", bytes.substr(0, last_chunk(folder / "a.reel") + 10));
    const Ran at = run_tickreel({"at", folder / "a.reel", "90%"});
    const Ran diff = run_tickreel({"diff", folder / "a.reel", "0%", "90%"});
    CHECK(at.code == 3);
    CHECK(diff.code == 3);
    CHECK_THAT(diff.err, contains(at.err.substr(at.err.find("what came after"))));
    CHECK(run_tickreel({"diff", folder / "a.reel", "100", "110"}).code == 0);
}

TEST_CASE("of several segments, the line about ticks that cannot be read names theirs") {
    const Folder folder;
    SampleOptions two;
    two.segments = 2;
    write_sample(folder / "a.reel", two);
    std::string bytes = read_file(folder / "a.reel");
    const std::size_t at = last_chunk(folder / "a.reel") + 70;
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    write_file(folder / "a.reel", bytes);
    const Ran ran = run_tickreel({"recover", folder / "a.reel", "-o", folder / "fixed.reel"});
    CHECK(ran.code == 3);
    CHECK_THAT(ran.err, contains("a.reel: ticks s1:"));
    CHECK_THAT(ran.err, contains("chunk of ticks s1:"));
}

TEST_CASE("a range that begins in ticks that cannot be read is not moved to the next map") {
    const Folder folder;
    SampleOptions maps;
    maps.segments = 3;
    maps.segment_step = 400;
    write_sample(folder / "a.reel", maps);
    const auto reel = tickreel::ReelReader::open(*tickreel::open_file(folder / "a.reel"));
    REQUIRE(reel);
    std::string bytes = read_file(folder / "a.reel");
    for (const tickreel::ChunkInfo& chunk : (*reel)->chunks())
        if (chunk.segment == 1) bytes[chunk.offset + 70] ^= 1;
    write_file(folder / "a.reel", bytes);
    for (const char* range : {"..", "s0:100..", "s1:500..", "s1:510..s2:910", "510..910"}) {
        INFO(range);
        for (const char* verb : {"cat", "query"}) {
            std::vector<std::string> words{verb, folder / "a.reel", "--ticks", range};
            if (words.front() == "query") words.push_back("tick>=0");
            const Ran ran = run_tickreel(words);
            CHECK(ran.code == 3);
            CHECK_THAT(ran.err, contains("a.reel: ticks s1:500..522, s1:526..538"));
            CHECK_THAT(ran.err, !contains("takes ticks"));
        }
        CHECK(run_tickreel(
                  {"cut", folder / "a.reel", "--ticks", range, "-o", folder / "o.reel", "--force"})
                  .code == 3);
    }
    // What is damaged elsewhere is no part of these.
    for (const char* range : {"s0:100..s0:139", "s2:900.."}) {
        INFO(range);
        const Ran ran = run_tickreel({"cat", folder / "a.reel", "--ticks", range});
        CHECK(ran.code == 0);
        CHECK(ran.err.empty());
        CHECK(!ran.out.empty());
    }
}
