#include "tests/recorder/commands/damage_sweep.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <regex>
#include <set>

#include <nlohmann/json.hpp>

#include "tests/catch.h"

namespace tickreel_test {

namespace {

void replace(std::string& text, const std::string& what, const std::string& by) {
    for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
}

std::string quoted(const std::string& path) {
    return "'" + path + "'";
}

// The rows in a file that a command wrote; a picture as it is.
std::string content(const Folder& folder, const std::string& name, const Reel& reel) {
    const std::string out = folder / name;
    if (!std::filesystem::exists(out)) return "";
    const auto rows = [&](const std::string& from) {
        return run_tickreel({"sql", folder / reel.name, "--format", "ndjson", from}).out;
    };
    if (name.ends_with(".parquet")) return rows("SELECT * EXCLUDE file FROM " + quoted(out));
    // The positions between snapshots, now_x, need the map.
    const std::string columns = "SELECT COLUMNS(c -> c <> 'file' AND c NOT LIKE 'now_%') FROM ";
    if (name.ends_with(".duckdb"))
        return rows("ATTACH " + quoted(out) + " AS made (READ_ONLY); " + columns + "made." +
                    reel.type);
    if (name.ends_with('/')) {
        const std::string type = out + "type=" + reel.field.substr(0, reel.field.find('.'));
        if (!std::filesystem::exists(type)) return "";
        return rows(columns + quoted(type + "/*/*.parquet"));
    }
    std::string recording = out;
    if (name.ends_with(".demo") || name.ends_with(".faucap")) {
        recording = folder / "OUT-imported.reel";
        run_tickreel({"import", out, "-o", recording});
    }
    return recording.ends_with(".reel") ? run_tickreel({"cat", recording, "--format", "ndjson"}).out
                                        : read_file(out);
}

// Some questions make no sense about some recordings.
bool answered(const Answer& whole) {
    return whole.code == 0 || whole.code == 3 || (whole.code == 1 && whole.err.empty());
}

bool counts(const Verb& verb) {  // prints a summary, or draws, instead of rows
    const std::string& name = verb.arguments[0];
    static const std::set<std::string> kSummaries{"verify", "compare", "info",    "diff",   "query",
                                                  "du",     "doctor",  "library", "render", "play"};
    static const std::set<std::string> kLists{"types", "fields", "chunks"};
    return kSummaries.contains(name) || (name == "list" && kLists.contains(verb.arguments[2])) ||
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
    // Times count from the first tick that is known: of later maps they are others if earlier ones
    // lost their ends, which the line says.
    const bool moved = damaged.err.find(" between s") != std::string::npos;
    const auto lines = [&](const std::string& text) {
        static const std::regex kTime("\"at\":\"[^\"]*\"");
        return comparable_lines(moved ? std::regex_replace(text, kTime, "") : text);
    };
    const auto all = lines(whole.text);
    const auto left = lines(damaged.text);
    auto wrong = not_in(left, all);
    // What nobody defines any more has another name, and says so.
    if (damaged.code != 0)
        std::erase_if(wrong, [](const std::string& line) {
            return line.find("lost type") != std::string::npos;
        });
    if (!wrong.empty()) FAIL_CHECK("not in the undamaged output: " << wrong.front());
    if (left.size() < all.size() && !is_unfinished_only(verb, damaged)) CHECK(damaged.code != 0);
}

// What is counted is what can be read: `verify` by decoding, SQL's count(*) from the index, and
// `query` by its condition.
void check_counts(const Folder& folder, const Reel& reel) {
    const std::string file = folder / kDamaged;
    const std::string column = reel.field.substr(reel.field.find('.') + 1);
    const auto rows = [](const Ran& ran) {
        std::vector<nlohmann::json> all;
        for (std::size_t at = 0; at < ran.out.size();) {
            const std::size_t end = ran.out.find('\n', at);
            all.push_back(nlohmann::json::parse(ran.out.substr(at, end - at)));
            at = end + 1;
        }
        return all;
    };
    const auto sql = rows(run_tickreel(
        {"sql", file, "--format", "ndjson", "--big-numbers",
         "SELECT (SELECT count(*) FROM snapshots) AS snapshots, (SELECT count(*) FROM " +
             reel.type + " WHERE \"" + column + "\" > 0) AS hits"}));
    const auto verified = rows(run_tickreel({"verify", file, "--format", "ndjson"}));
    // The file or the type cannot be read at all; or a match file, of which each view is counted.
    if (sql.empty() || verified.size() != 1) return;
    CHECK(sql[0]["snapshots"] == verified[0]["snapshots"]);
    std::uint64_t hits = 0;
    for (const auto& hit :
         rows(run_tickreel({"query", file, reel.field + " > 0", "--format", "ndjson"})))
        hits += hit["snapshots"].get<std::uint64_t>();
    CHECK(sql[0]["hits"] == hits);
}

}  // namespace

std::vector<std::string> comparable_lines(const std::string& text) {
    std::vector<std::string> lines;
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

std::vector<std::string> not_in(const std::vector<std::string>& left,
                                const std::vector<std::string>& all) {
    std::vector<std::string> wrong;
    std::set_difference(left.begin(), left.end(), all.begin(), all.end(),
                        std::back_inserter(wrong));
    return wrong;
}

Answer ask(const Verb& verb, const Folder& folder, const Reel& reel) {
    std::vector<std::string> arguments = verb.arguments;
    for (std::string& word : arguments) {
        if (word == "IN") word = folder / kDamaged;
        if (word == "WHOLE") word = folder / reel.name;
        if (word == "FOLDER") word = folder / "damaged";
        if (word.starts_with("DIR/")) word = folder / word.substr(4);
        replace(word, "TYPE", reel.type);
        replace(word, "FIELD", reel.field);
        if (word.starts_with("OUT")) word = folder / word;
    }
    for (const std::string& name : folder.names())
        if (name.starts_with("OUT")) std::filesystem::remove_all(folder / name);
    // The one that writes into the file.
    if (verb.arguments[0] == "mark")
        std::filesystem::copy_file(folder / kDamaged, folder / verb.reads_back);
    // A tail of what is not finished goes on until somebody ends it.
    const Ran ran =
        verb.arguments[0] == "tail" ? run_tickreel_for("0.3", arguments) : run_tickreel(arguments);
    return {ran.code, verb.reads_back.empty() ? ran.out : content(folder, verb.reads_back, reel),
            ran.err};
}

int damages(int sample) {
    if (const char* wanted = std::getenv("TICKREEL_DAMAGES")) return std::max(1, std::atoi(wanted));
    return std::getenv("TICKREEL_FULL") != nullptr ? 1000 : sample;
}

std::mt19937 damage_seed() {
    const char* seed = std::getenv("TICKREEL_SEED");
    return std::mt19937(seed == nullptr ? 4 : static_cast<unsigned>(std::atoi(seed)));
}

int first_damage() {
    const char* first = std::getenv("TICKREEL_FIRST");
    return first == nullptr ? 0 : std::atoi(first);
}

std::string damage(std::string& bytes, Damaging how, std::mt19937& random) {
    if (how == Damaging::Cut) {
        bytes.resize(random() % bytes.size());
        return "the first " + std::to_string(bytes.size()) + " bytes";
    }
    std::size_t at = random() % bytes.size();
    if (how == Damaging::Hole) {
        // Every second one where definitions are: a few bytes among many.
        if (random() % 2 == 0) at %= 2048;
        const std::size_t length = 1 + random() % 400;
        bytes.erase(at, length);
        return "without " + std::to_string(length) + " bytes at " + std::to_string(at);
    }
    const unsigned bit = random() % 8;
    bytes[at] = static_cast<char>(bytes[at] ^ (1 << bit));
    return "bit " + std::to_string(bit) + " of byte " + std::to_string(at);
}

bool has_sql(const std::string& reel) {
    return run_tickreel({"sql", reel, "SELECT 1"}).code == 0;
}

void sweep(const Folder& folder, const std::vector<Verb>& verbs, const std::vector<Reel>& reels,
           int times, std::size_t left_out) {
    std::filesystem::create_directory(folder / "damaged");
    const bool with_sql = std::any_of(verbs.begin(), verbs.end(), [](const Verb& verb) {
        return verb.arguments[0] == "sql" && verb.arguments[1] == "IN";
    });
    std::mt19937 random = damage_seed();
    std::vector<std::vector<Answer>> whole(reels.size());
    std::size_t asked = 0;
    for (std::size_t reel = 0; reel < reels.size(); ++reel) {
        write_file(folder / kDamaged, read_file(folder / reels[reel].name));
        for (const Verb& verb : verbs) whole[reel].push_back(ask(verb, folder, reels[reel]));
        asked += static_cast<std::size_t>(
            std::count_if(whole[reel].begin(), whole[reel].end(), answered));
        if (with_sql) check_counts(folder, reels[reel]);
    }
    CHECK(asked + left_out * reels.size() >= verbs.size() * reels.size());
    for (int i = 0; i < times; ++i) {
        if (i % 100 == 99) std::fprintf(stderr, "%d of %d damages\n", i + 1, times);
        const auto reel = static_cast<std::size_t>(i) % reels.size();
        std::string bytes = read_file(folder / reels[reel].name);
        // Few damages are of all kinds, and with more of them every recording gets every kind.
        const int kind = i + (reels.size() % 3 == 0 ? i / static_cast<int>(reels.size()) : 0);
        const std::string what = damage(bytes, static_cast<Damaging>(kind % 3), random);
        if (i < first_damage()) continue;  // drawn, so that the rest is what it was
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
        INFO("counts of " << reels[reel].name << ", " << what);
        if (with_sql) check_counts(folder, reels[reel]);
    }
}

}  // namespace tickreel_test
