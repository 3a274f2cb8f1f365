// Recordings that are cut or have flipped bits, passed to every reading command: no crash, no
// output that the intact recording does not have, and incomplete results end with exit code 3 and
// one line. A sample in every run; tests/damage_sweep.sh runs it in full.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <set>
#include <tuple>

#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/sample_reel.h"

using namespace tickreel_test;

namespace {

using Lines = std::vector<std::string>;  // sorted

Lines lines_of(const std::string& text) {
    Lines lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        // A type whose definition is lost shows its words without a name: a different line, but no
        // different value.
        std::string line = text.substr(at, end - at);
        // Only one of the two segments may be left.
        for (const std::string_view key : {"\"segment\":0,", ",\"segment\":0"})
            if (const auto found = line.find(key); found != line.npos)
                line.erase(found, key.size());
        if (line.find("lost type") == line.npos) lines.push_back(std::move(line));
        at = end + 1;
    }
    std::sort(lines.begin(), lines.end());
    return lines;
}

struct Verb {
    std::vector<std::string> arguments;  // IN, OUT, WHOLE: files; TYPE, FIELD: what the reel has
    std::string reads_back{};            // the file to compare, instead of standard output
};

const std::vector<Verb> kVerbs{
    {{"cat", "IN", "--format", "ndjson"}},
    {{"cat", "IN", "--ticks", "110..130", "--format", "ndjson"}},
    {{"list", "IN", "events", "--format", "ndjson"}},
    {{"list", "IN", "markers", "--format", "ndjson"}},
    {{"list", "IN", "attachments", "--format", "ndjson"}},
    {{"list", "IN", "types", "--format", "ndjson"}},
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
    {{"cut", "IN", "--ticks", "..", "-o", "OUT.reel", "-f"}, "OUT.reel"},
    {{"merge", "IN", "IN", "-o", "OUT.reel", "-f"}, "OUT.reel"},
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
      "--builtin"}},
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
    {{"export", "IN", "-o", "OUT.duckdb", "-f"}},
    {{"export", "IN", "-o", "OUT/", "-f"}},
};

const std::string kDamaged = "damaged/it.reel";

struct Answer {
    int code = 0;
    std::string text{};
    std::string err{};
};

struct Reel {
    std::string name;
    std::string type;
    std::string field;
};

void replace(std::string& text, const std::string& what, const std::string& by) {
    if (const auto at = text.find(what); at != text.npos) text.replace(at, what.size(), by);
}

// The rows in a file that a command wrote; a picture as it is.
std::string content(const Folder& folder, const std::string& name) {
    const std::string out = folder / name;
    if (!std::filesystem::exists(out)) return "";
    if (name.ends_with(".parquet"))
        return run_tickreel({"sql", folder / kDamaged, "--format", "ndjson",
                             "SELECT * EXCLUDE file FROM '" + out + "'"})
            .out;
    std::string reel = out;
    if (name.ends_with(".demo")) {
        reel = folder / "OUT-of-demo.reel";
        run_tickreel({"import", out, "-o", reel});
    }
    return reel.ends_with(".reel") ? run_tickreel({"cat", reel, "--format", "ndjson"}).out
                                   : read_file(out);
}

Answer ask(const Verb& verb, const Folder& folder, const Reel& reel) {
    std::vector<std::string> arguments = verb.arguments;
    for (std::string& word : arguments) {
        if (word == "IN") word = folder / kDamaged;
        if (word == "WHOLE") word = folder / reel.name;
        if (word == "FOLDER") word = folder / "damaged";
        replace(word, "TYPE", reel.type);
        replace(word, "FIELD", reel.field);
        if (word.starts_with("OUT")) word = folder / word;
    }
    for (const std::string& name : folder.names())
        if (name.starts_with("OUT")) std::filesystem::remove_all(folder / name);
    // A tail of what is not finished goes on until somebody ends it.
    const Ran ran =
        verb.arguments[0] == "tail" ? run_tickreel_for("0.3", arguments) : run_tickreel(arguments);
    return {ran.code, verb.reads_back.empty() ? ran.out : content(folder, verb.reads_back),
            ran.err};
}

// Some questions make no sense about some recordings.
bool answered(const Answer& whole) {
    return whole.code == 0 || whole.code == 3 || (whole.code == 1 && whole.err.empty());
}

bool counts(const Verb& verb) {  // prints a summary, or draws, instead of rows
    const std::string& name = verb.arguments[0];
    static const std::set<std::string> kSummaries{"verify", "compare", "info",    "diff",   "query",
                                                  "du",     "doctor",  "library", "render", "play"};
    return kSummaries.contains(name) || (name == "list" && verb.arguments[2] == "types") ||
           (name == "sql" && verb.arguments[3] == "csv");
}

// Reads all of the recording: must say what is wrong with it.
bool reads_all(const Verb& verb) {
    const auto& words = verb.arguments;
    // One tick; for compare, the stretch of one map that both have.
    static const std::set<std::string> kPart{"at", "render", "compare"};
    return !kPart.contains(words[0]) &&
           std::find(words.begin(), words.end(), "--ticks") == words.end() &&
           !(words[0] == "diff" && words[2] == "104");
}

// A file that ends behind a record is as a recorder that was killed leaves it.
bool is_unfinished_only(const Verb& verb, const Answer& damaged) {
    return verb.arguments[0] == "recover" &&
           contains("if anything, is not in it").match(damaged.err);
}

void check(const Verb& verb, const Answer& whole, const Answer& damaged) {
    INFO(damaged.err);
    const bool interrupted = verb.arguments[0] == "tail" && damaged.code == 124;
    CHECK((damaged.code == 0 || damaged.code == 1 || damaged.code == 3 || interrupted));
    CHECK(damaged.err.find("xception") == std::string::npos);
    if (damaged.code == 1 && verb.arguments[0] != "diff")
        CHECK(std::count(damaged.err.begin(), damaged.err.end(), '\n') >= 1);
    if (damaged.code == 3 && verb.arguments[0] != "recover")
        CHECK_THAT(damaged.err, contains(" missing") || contains("no snapshot is left") ||
                                    contains("1 recording is not sound"));
    if (counts(verb)) {
        if (damaged.text != whole.text) CHECK(damaged.code != 0);
        return;
    }
    const auto head = [](const std::string& text) { return text.substr(0, text.find('\n')); };
    const bool csv = verb.reads_back.ends_with(".csv") || verb.arguments.back() == "csv";
    if (csv && head(whole.text) != head(damaged.text)) {
        CHECK(damaged.code != 0);  // without a type the columns differ
        return;
    }
    const Lines all = lines_of(whole.text);
    const Lines left = lines_of(damaged.text);
    Lines wrong;
    std::set_difference(left.begin(), left.end(), all.begin(), all.end(),
                        std::inserter(wrong, wrong.begin()));
    if (!wrong.empty()) FAIL_CHECK("not in the undamaged output: " << *wrong.begin());
    if (left.size() < all.size() && !is_unfinished_only(verb, damaged)) CHECK(damaged.code != 0);
}

int damages(int sample) {
    if (const char* wanted = std::getenv("TICKREEL_DAMAGES")) return std::max(1, std::atoi(wanted));
    return std::getenv("TICKREEL_FULL") != nullptr ? 1000 : sample;
}

// Cuts and bit flips in turns.
void sweep(const Folder& folder, const std::vector<Reel>& reels, int times) {
    std::filesystem::create_directory(folder / "damaged");
    std::vector<Verb> verbs = kVerbs;
    if (run_tickreel({"sql", folder / reels[0].name, "SELECT 1"}).code == 0)
        verbs.insert(verbs.end(), kQueries.begin(), kQueries.end());
    const char* seed = std::getenv("TICKREEL_SEED");
    std::mt19937 random(seed == nullptr ? 4 : static_cast<unsigned>(std::atoi(seed)));
    std::vector<std::vector<Answer>> whole(reels.size());
    std::size_t asked = 0;
    for (std::size_t reel = 0; reel < reels.size(); ++reel) {
        write_file(folder / kDamaged, read_file(folder / reels[reel].name));
        for (const Verb& verb : verbs) whole[reel].push_back(ask(verb, folder, reels[reel]));
        asked += static_cast<std::size_t>(
            std::count_if(whole[reel].begin(), whole[reel].end(), answered));
    }
    // A .demo needs a game that has them, SQL's views players; a render needs tickreel-player.
    CHECK(asked + 6 * reels.size() >= verbs.size() * reels.size());
    for (int i = 0; i < times; ++i) {
        if (i % 100 == 99) std::fprintf(stderr, "%d of %d damages\n", i + 1, times);
        const auto reel = static_cast<std::size_t>(i) % reels.size();
        std::string bytes = read_file(folder / reels[reel].name);
        std::string what;
        if (i / static_cast<int>(reels.size()) % 2 == 0) {
            bytes.resize(random() % bytes.size());
            what = "the first " + std::to_string(bytes.size()) + " bytes";
        } else {
            const std::size_t at = random() % bytes.size();
            const unsigned bit = random() % 8;
            bytes[at] = static_cast<char>(bytes[at] ^ (1 << bit));
            what = "bit " + std::to_string(bit) + " of byte " + std::to_string(at);
        }
        write_file(folder / kDamaged, bytes);
        const bool broken = run_tickreel({"verify", folder / kDamaged}).code != 0;
        for (std::size_t v = 0; v < verbs.size(); ++v) {
            if (!answered(whole[reel][v])) continue;
            std::string words;
            for (const std::string& word : verbs[v].arguments) words += word + ' ';
            INFO(words << "of " << reels[reel].name << ", " << what);
            const Answer answer = ask(verbs[v], folder, reels[reel]);
            check(verbs[v], whole[reel][v], answer);
            if (broken && reads_all(verbs[v]) && !is_unfinished_only(verbs[v], answer))
                CHECK(answer.code != 0);
        }
    }
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
    sweep(folder,
          {{"0.reel", "walker", "Walker.x"},
           {"1.reel", "walker", "Walker.x"},
           {"2.reel", "walker", "Walker.x"}},
          damages(12));
}

TEST_CASE("damaged recordings of games: no verb crashes, lies or is silent") {
    const Folder folder;
    const std::string demos = TICKREEL_SOURCE_DIR "/demos/";
    for (const auto& [from, ticks, to] :
         {std::tuple("arena_8_players.reel", "100..300", "3.reel"),
          std::tuple("outpost_firefall.reel", "100..140", "4.reel")})
        REQUIRE(run_tickreel({"cut", demos + from, "--ticks", ticks, "-o", folder / to}).code == 0);
    sweep(folder,
          {{"3.reel", "character", "Character.x"}, {"4.reel", "character", "Character.position.x"}},
          damages(2));
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
        // Those two are another program's.
        if (verb.arguments[0] == "play" || verb.arguments[0] == "render") continue;
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
        CHECK_THAT(ran.err, contains("a.reel: no output written: ticks 138..139"));
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
