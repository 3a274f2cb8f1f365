// Every command with a place, given one that the recording does not have.
#include <algorithm>

#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/sample_reel.h"

using namespace tickreel_test;

namespace {

// Three recordings: ticks 100..138 in steps of 2, 124 missing (0:00.00 to 0:00.76); the same twice
// with restarting ticks; the same twice with the second map's ticks after the first's (500..538).
struct Reels {
    Reels() {
        write_sample(folder / "one.reel");
        SampleOptions twice;
        twice.segments = 2;
        write_sample(folder / "again.reel", twice);
        twice.segment_step = 400;
        write_sample(folder / "rises.reel", twice);
    }
    Folder folder;
};

// Misused: what is no place or range at all, whatever the recording has.
enum class Says { Nothing, Remarks, Warns, Refuses, Misused };

struct Case {
    const char* reel;
    std::string place;
    Says says;
    std::string ticks;  // of the output: "first last count" of `cat`, or the tick of `at`
};

// The exit code of a verb that reads.
int code_of(Says says) {
    return says == Says::Misused ? 2 : says == Says::Refuses ? 1 : 0;
}

int lines(const std::string& text) {
    return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

std::vector<std::string> ticks_of(const std::string& csv) {
    std::vector<std::string> ticks;
    for (std::size_t at = csv.find('\n') + 1; at < csv.size(); at = csv.find('\n', at) + 1) {
        const std::string row = csv.substr(at, csv.find('\n', at) - at);
        const bool segment = csv.starts_with("segment,");
        const std::size_t end = row.find(',', segment ? row.find(',') + 1 : 0);
        if (ticks.empty() || ticks.back() != row.substr(0, end))
            ticks.push_back(row.substr(0, end));
    }
    return ticks;
}

std::string span_of(const std::string& csv) {
    const auto ticks = ticks_of(csv);
    if (ticks.empty()) return "";
    return ticks.front() + ' ' + ticks.back() + ' ' + std::to_string(ticks.size());
}

const std::vector<Case> kRanges{
    {"one.reel", "104..110", Says::Nothing, "104 108 3"},
    {"one.reel", "105..111", Says::Nothing, "106 110 3"},
    {"one.reel", "50..104", Says::Remarks, "100 102 2"},    // partly before
    {"one.reel", "134..1000", Says::Remarks, "134 138 3"},  // partly after
    {"one.reel", "0..1000", Says::Remarks, "100 138 19"},   // all of it and more
    {"one.reel", "..104", Says::Nothing, "100 102 2"},
    {"one.reel", "134..", Says::Nothing, "134 138 3"},
    {"one.reel", "..", Says::Nothing, "100 138 19"},
    {"one.reel", "0:00.08..0:00.2", Says::Nothing, "104 108 3"},
    {"one.reel", "0:00.70..9:00", Says::Remarks, "136 138 2"},
    {"one.reel", "0%..100%", Says::Nothing, "100 138 19"},
    {"one.reel", "50%..200%", Says::Remarks, "120 138 9"},
    {"one.reel", "10..50", Says::Warns, ""},  // before
    {"one.reel", "..100", Says::Warns, ""},
    {"one.reel", "..50", Says::Warns, ""},
    {"one.reel", "139..200", Says::Warns, ""},  // after
    {"one.reel", "1000..2000", Says::Warns, ""},
    {"one.reel", "1000..", Says::Warns, ""},
    {"one.reel", "9:00..9:10", Says::Warns, ""},
    {"one.reel", "9:00..", Says::Warns, ""},
    {"one.reel", "101%..200%", Says::Warns, ""},
    {"one.reel", "-20..-10", Says::Warns, ""},
    {"one.reel", "-0:10..-0:05", Says::Warns, ""},
    {"one.reel", "101..102", Says::Warns, ""},    // between two snapshots
    {"one.reel", "123..126", Says::Warns, ""},    // the missing one
    {"one.reel", "104..104", Says::Warns, ""},    // empty
    {"one.reel", "s4:1..s4:9", Says::Warns, ""},  // no such segment
    {"one.reel", "110..104", Says::Refuses, ""},  // reversed
    {"one.reel", "50..10", Says::Refuses, ""},    // and outside
    {"one.reel", "2000..1000", Says::Refuses, ""},
    {"one.reel", "9:10..9:00", Says::Refuses, ""},
    {"one.reel", "50%..10%", Says::Refuses, ""},
    {"one.reel", "0:00.5..0:00.1", Says::Refuses, ""},
    {"one.reel", "104", Says::Misused, ""},
    {"one.reel", "a..b", Says::Misused, ""},
    {"one.reel", "abc..", Says::Misused, ""},
    {"one.reel", "..1:99", Says::Misused, ""},
    {"one.reel", "s0:x..", Says::Misused, ""},
    {"one.reel", "10%..x%", Says::Misused, ""},
    {"again.reel", "100..1000", Says::Remarks, "0,100 1,138 38"},
    {"again.reel", "110..120", Says::Remarks, "0,110 0,118 5"},
    {"again.reel", "s1:110..s1:120", Says::Nothing, "1,110 1,118 5"},
    {"again.reel", "s0:136..s1:104", Says::Nothing, "0,136 1,102 4"},
    {"again.reel", "s0:200..s1:104", Says::Remarks, "1,100 1,102 2"},
    {"again.reel", "s0:130..s0:200", Says::Remarks, "0,130 0,138 5"},
    {"again.reel", "s1:50..s1:104", Says::Remarks, "1,100 1,102 2"},
    {"again.reel", "s0:136..s1:0", Says::Nothing, "0,136 0,138 2"},
    {"again.reel", "10..50", Says::Warns, ""},
    {"again.reel", "s0:140..s0:200", Says::Warns, ""},
    {"again.reel", "s1:0..s1:50", Says::Warns, ""},
    {"again.reel", "s1:104..s0:110", Says::Refuses, ""},
    {"rises.reel", "130..510", Says::Nothing, "0,130 1,508 10"},
    {"rises.reel", "130..300", Says::Remarks, "0,130 0,138 5"},
    {"rises.reel", "300..510", Says::Remarks, "1,500 1,508 5"},
    {"rises.reel", "200..300", Says::Warns, ""},  // between the maps
    {"rises.reel", "600..700", Says::Warns, ""},
};

const std::vector<Case> kPlaces{
    {"one.reel", "100", Says::Nothing, "100"},     {"one.reel", "103", Says::Nothing, "102"},
    {"one.reel", "138", Says::Nothing, "138"},     {"one.reel", "100%", Says::Nothing, "138"},
    {"one.reel", "0:00.76", Says::Nothing, "138"}, {"one.reel", "124", Says::Warns, "122"},
    {"one.reel", "99", Says::Warns, ""},           {"one.reel", "139", Says::Warns, ""},
    {"one.reel", "-5", Says::Warns, ""},           {"one.reel", "9:00", Says::Warns, ""},
    {"one.reel", "150%", Says::Warns, ""},         {"one.reel", "-1%", Says::Warns, ""},
    {"one.reel", "s3:100", Says::Warns, ""},       {"one.reel", "noon", Says::Misused, ""},
    {"again.reel", "110", Says::Remarks, "0,110"}, {"again.reel", "s1:110", Says::Nothing, "1,110"},
    {"again.reel", "s0:140", Says::Warns, ""},     {"rises.reel", "500", Says::Nothing, "1,500"},
    {"rises.reel", "300", Says::Warns, ""},        {"rises.reel", "s1:138", Says::Warns, ""},
};

}  // namespace

TEST_CASE("reading verbs give what is in a range, or nothing and a warning") {
    const Reels reels;
    for (const Case& wanted : kRanges) {
        const std::string reel = reels.folder / wanted.reel;
        INFO(wanted.reel << ' ' << wanted.place);
        const Ran cat = run_tickreel({"cat", reel, "--ticks=" + wanted.place, "--format", "csv"});
        CHECK(span_of(cat.out) == wanted.ticks);
        CHECK(cat.code == code_of(wanted.says));
        CHECK(lines(cat.err) == (wanted.says == Says::Nothing ? 0 : 1));
        const Ran list =
            run_tickreel({"list", reel, "events", "--ticks=" + wanted.place, "--format", "ndjson"});
        CHECK(list.code == cat.code);
        CHECK(lines(list.err) == lines(cat.err));
        if (wanted.ticks.empty()) CHECK(list.out.empty());
    }
}

TEST_CASE("outside of a segment it is said which ticks each has") {
    const Reels reels;
    const std::string reel = reels.folder / "again.reel";
    const std::string extent = "(ticks s0:100 to 138, s1:100 to 138, 0:00.00 to 0:01.54)";
    CHECK_THAT(run_tickreel({"at", reel, "s1:99"}).err,
               contains("'s1:99' is outside the recording " + extent));
    CHECK_THAT(run_tickreel({"cat", reel, "--ticks", "s1:130..s1:150"}).err,
               contains("reaches beyond the recording " + extent));
}

TEST_CASE("every verb says where the recording ends when a range reaches beyond it") {
    const Reels reels;
    const std::string reel = reels.folder / "one.reel";
    const auto verbs = [&](const std::string& range) {
        std::vector<std::vector<std::string>> all{
            {"cat", reel, "--ticks=" + range},
            {"list", reel, "events", "--ticks=" + range},
            {"query", reel, "Walker.x > 0", "--ticks=" + range},
            {"cut", reel, "--ticks=" + range, "-f", "-o", reels.folder / "part.reel"}};
        for (const char* name : {"part.csv", "part.ndjson", "part.mcap"})
            all.push_back({"export", reel, "--ticks=" + range, "-f", "-o", reels.folder / name});
        if (range.find(':') != std::string::npos)
            all.push_back({"cut", reel, "--time=" + range, "-f", "-o", reels.folder / "part.reel"});
        return all;
    };
    const std::string extent = "100 to 138, 0:00.00 to 0:00.76)";
    for (const std::string range :
         {"134..1000", "50..104", "0..1000", "0:00.70..9:00", "50%..200%"})
        for (const auto& words : verbs(range)) {
            const Ran ran = run_tickreel(words);
            INFO(words[0] << ' ' << range);
            CHECK(ran.code == 0);
            CHECK_THAT(ran.err, contains("tickreel " + words[0] + ": " + reel + ": '" + range +
                                         "' reaches beyond the recording (ticks " + extent + "\n"));
        }
    for (const std::string range : {"134..", "..104", "..", "134..139", "0%..100%", "0:00.5.."})
        for (const auto& words : verbs(range)) {
            const Ran ran = run_tickreel(words);
            INFO(words[0] << ' ' << range);
            CHECK(ran.code == 0);
            CHECK_THAT(ran.err, !contains("the recording (ticks"));
        }
    for (const std::string range : {"1000..2000", "..50", "9:00.."})
        for (const auto& words : verbs(range)) {
            const Ran ran = run_tickreel(words);
            INFO(words[0] << ' ' << range);
            const bool makes_file = words[0] == "cut" || words[0] == "export";
            CHECK(ran.code == (makes_file ? 1 : 0));
            CHECK(ran.out.find("Walker") == std::string::npos);
            CHECK_THAT(ran.err,
                       contains("tickreel " + words[0] + ": " + reel + ": has no snapshot in '" +
                                range + "' (the recording has ticks " + extent + "\n"));
        }
    // Where it would have ended is not known of what was cut off.
    SampleOptions open;
    open.finished = false;
    write_sample(reels.folder / "open.reel", open);
    const Ran ran = run_tickreel({"cat", reels.folder / "open.reel", "--ticks", "134..1000"});
    CHECK(ran.code == 3);
    CHECK(lines(ran.err) == 1);
    CHECK_THAT(ran.err, !contains("reaches beyond"));
}

TEST_CASE("where ticks restart, a bare one that several segments have is taken with a word") {
    const Reels reels;
    SampleOptions thrice;
    thrice.segments = 3;
    write_sample(reels.folder / "thrice.reel", thrice);
    const auto said = [&](const char* reel, std::vector<std::string> words) {
        words.insert(words.begin() + 1, reels.folder / reel);
        const Ran ran = run_tickreel(words);
        CHECK(ran.code == 0);
        const std::size_t at = ran.err.find(": takes tick");
        return at == std::string::npos ? std::string() : ran.err.substr(at + 2);
    };
    const std::string such = " such ticks too: write s1:TICK for those\n";
    CHECK(said("again.reel", {"at", "110"}) == "takes tick 110 of segment 0; segment 1 has" + such);
    CHECK(said("thrice.reel", {"at", "110"}) ==
          "takes tick 110 of segment 0; segments 1 and 2 have" + such);
    CHECK(said("again.reel", {"cat", "--ticks", "110..120"}) ==
          "takes ticks 110..120 of segment 0; segment 1 has" + such);
    CHECK(said("again.reel", {"cat", "--ticks", "..120"}) ==
          "takes ticks ..120 of segment 0; segment 1 has" + such);
    CHECK(said("again.reel", {"query", "Walker.x > 0", "--ticks", "110..120"})
              .starts_with("takes ticks 110..120 of segment 0; segment 1 has" + such));
    CHECK(said("again.reel", {"cut", "--ticks", "110..120", "-o", reels.folder / "x.reel"})
              .starts_with("takes ticks 110..120 of segment 0; segment 1 has" + such));
    CHECK(said("again.reel", {"mark", "--tick", "110", "--text", "x"}).starts_with("takes tick"));
    CHECK(said("again.reel", {"at", "s1:110"}).empty());
    CHECK(said("again.reel", {"at", "50%"}).empty());
    CHECK(said("again.reel", {"cat", "--ticks", "100..1000"}).empty());  // all of both
    CHECK(said("again.reel", {"cat", "--ticks", "110.."}).empty());
    CHECK(said("again.reel", {"cat", "--ticks", "s0:110..s0:120"}).empty());
    CHECK(said("again.reel", {"cat", "--ticks", "0:00..0:01"}).empty());
    CHECK(said("rises.reel", {"cat", "--ticks", "110..510"}).empty());
    CHECK(said("rises.reel", {"at", "110"}).empty());
}

TEST_CASE("verbs that make a file of a range make none of nothing") {
    const Reels reels;
    for (const Case& wanted : kRanges) {
        const std::string reel = reels.folder / wanted.reel;
        INFO(wanted.reel << ' ' << wanted.place);
        const std::string part = reels.folder / "part.reel";
        const Ran cut = run_tickreel({"cut", reel, "--ticks=" + wanted.place, "-o", part, "-f"});
        CHECK(cut.code == (wanted.ticks.empty() ? std::max(code_of(wanted.says), 1) : 0));
        CHECK(std::filesystem::exists(part) == (cut.code == 0));
        for (const char* name : {"part.csv", "part.ndjson", "part.mcap"}) {
            const std::string out = reels.folder / name;
            const Ran made = run_tickreel({"export", reel, "--ticks=" + wanted.place, "-o", out});
            CHECK(made.code == cut.code);
            CHECK(std::filesystem::exists(out) == (cut.code == 0));
            std::filesystem::remove(out);
        }
        if (cut.code != 0) {
            CHECK(lines(cut.err) == 1);
            continue;
        }
        const std::string all = run_tickreel({"cat", part, "--format", "csv"}).out;
        CHECK(
            ticks_of(all).size() ==
            ticks_of(run_tickreel({"cat", reel, "--ticks=" + wanted.place, "--format", "csv"}).out)
                .size());
        std::filesystem::remove(part);
    }
}

TEST_CASE("what is no range, place or step at all is wrong usage, in every verb and for any file") {
    const Reels reels;
    const std::string out = reels.folder / "out";
    // The last has no file: what is typed is wrong whatever there is to read.
    for (const std::string& reel : {reels.folder / "one.reel", reels.folder / "none.reel"}) {
        const std::vector<std::vector<std::string>> wrong{
            {"cat", reel, "--ticks", "abc.."},
            {"cat", reel, "--ticks", ""},
            {"cat", reel, "--every", "x"},
            {"list", reel, "events", "--ticks", "abc.."},
            {"query", reel, "Walker.x > 0", "--ticks", "abc.."},
            {"export", reel, "-o", out + ".csv", "--ticks", "abc.."},
            {"export", reel, "-o", out + ".parquet", "--ticks", "abc.."},
            {"export", reel, "-o", out + ".mcap", "--ticks", "abc.."},
            {"export", reel, "-o", out + ".ndjson", "--every", "5"},
            {"sql", reel, "SELECT 1", "--every", "x"},
            {"cut", reel, "-o", out + ".reel", "--ticks", "abc.."},
            {"cut", reel, "-o", out + ".reel", "--time", "zz"},
            {"cut", reel, "-o", out + ".reel", "--time", "0..1:99"},
            {"cut", reel, "-o", out + ".reel", "--markers", "first"},
            {"at", reel, "zz"},
            {"diff", reel, "zz", "104"},
            {"diff", reel, "104", "zz"},
            {"compare", reel, reel, "--from", "104,zz"},
            {"mark", reel, "--tick", "zz", "--text", "x"}};
        for (const auto& arguments : wrong) {
            const Ran ran = run_tickreel(arguments);
            INFO(arguments[0] << ' ' << arguments.back() << ' ' << ran.err);
            CHECK(ran.code == 2);
            CHECK(ran.out.empty());
            CHECK(lines(ran.err) == 1);
            CHECK_THAT(ran.err, contains("see 'tickreel " + arguments[0] + " --help'"));
        }
    }
    CHECK(reels.folder.names().size() == 3);
}

TEST_CASE("a place outside is no place: at and diff say so, mark refuses") {
    const Reels reels;
    for (const Case& wanted : kPlaces) {
        const std::string reel = reels.folder / wanted.reel;
        INFO(wanted.reel << ' ' << wanted.place);
        const Ran at = run_tickreel({"at", "--format", "csv", "--", reel, wanted.place});
        const auto ticks = ticks_of(at.out);
        CHECK((ticks.empty() ? "" : ticks.front()) == wanted.ticks);
        CHECK(at.code == code_of(wanted.says));
        CHECK(lines(at.err) == (wanted.says == Says::Nothing ? 0 : 1));
        const std::string inside = std::string(wanted.reel) == "one.reel" ? "104" : "s0:104";
        const Ran diff = run_tickreel({"diff", "--", reel, inside, wanted.place});
        CHECK(diff.code == at.code);
        CHECK(diff.out.empty() == wanted.ticks.empty());
        if (wanted.ticks.empty()) CHECK(lines(diff.err) == 1);

        const std::string copy = reels.folder / "copy.reel";
        std::filesystem::copy_file(reel, copy);
        const Ran mark = run_tickreel({"mark", copy, "--tick=" + wanted.place, "--text", "x"});
        CHECK(mark.code == (wanted.ticks.empty() ? std::max(code_of(wanted.says), 1) : 0));
        CHECK((read_file(copy) == read_file(reel)) == wanted.ticks.empty());
        std::filesystem::remove(copy);
    }
}

TEST_CASE("a recording is written as .reel and nothing else") {
    const Reels reels;
    const std::string reel = reels.folder / "one.reel";
    for (const char* name : {"x.demo", "x", "x.mcap", "x.reel.gz"}) {
        const std::string out = reels.folder / name;
        const std::vector<std::vector<std::string>> writers{
            {"cut", reel, "--ticks", "..", "-o", out},
            {"merge", reel, reel, "-o", out},
            {"optimize", reel, "-o", out},
            {"recover", reel, "-o", out},
            {"redact", reel, "-o", out},
            {"import", reel, "-o", out},
            {"record", "--listen", "127.0.0.1:0", "--server", "127.0.0.1:1", "-o", out}};
        for (const auto& arguments : writers) {
            const Ran ran = run_tickreel_for("30", arguments);
            INFO(arguments[0] << ' ' << name);
            CHECK(ran.code == 2);
            CHECK_THAT(ran.err, contains("a recording is named .reel"));
            CHECK_FALSE(std::filesystem::exists(out));
        }
    }
}
