#include <regex>
#include <set>
#include <sstream>
#include <utility>

#include "tests/catch.h"
#include "tests/recorder/commands/ndjson_rows.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/sample_reel.h"
#include "tickreel/base/concat.h"
#include "tickreel/reel/mark.h"

using namespace tickreel_test;

namespace {

// What verify tells of a copy of broken.reel.
Ran explain_copy(const Folder& folder, const std::string& verb) {
    std::vector<std::string> words{verb, folder / "broken.reel", "-o", folder / "copy.reel", "-f"};
    if (verb == "cut") words.insert(words.end(), {"--ticks", "..130"});
    CHECK(run_tickreel(words).code == 3);
    return run_tickreel({"verify", "--explain", folder / "copy.reel"});
}

// broken.reel: a.reel with a bit of its first chunk flipped.
void break_first_chunk(const Folder& folder) {
    std::string bytes = read_file(folder / "a.reel");
    const Ran list = run_tickreel({"list", folder / "a.reel", "chunks", "--format", "csv"});
    const std::size_t row = list.out.find('\n') + 1;
    const std::size_t offset = std::stoul(list.out.substr(row)) + 70;
    bytes[offset] = static_cast<char>(bytes[offset] ^ 1);
    write_file(folder / "broken.reel", bytes);
}

}  // namespace

TEST_CASE("recover of a recording that was never finished loses nothing") {
    const Folder folder;
    SampleOptions open;
    open.finished = false;
    write_sample(folder / "open.reel", open);
    const Ran ran = run_tickreel({"recover", folder / "open.reel", "-o", folder / "fixed.reel"});
    CHECK(ran.code == 0);
    CHECK(ran.err ==
          "Recovered 19 snapshots, 1 event, 2 markers, 1 attachment.\n"
          "Everything that is there was kept; the recording is not finished: what came after tick "
          "138, if anything, is not in it.\n");
    write_sample(folder / "whole.reel");
    CHECK(run_tickreel({"diff", folder / "fixed.reel", folder / "whole.reel"}).code == 0);
    CHECK_THAT(run_tickreel({"info", folder / "fixed.reel"}).out, contains("complete)"));
}

TEST_CASE("where no index lists the chunks, the places are named at which some may be lost") {
    const Folder folder;
    write_sample(folder / "a.reel");
    std::string bytes = read_file(folder / "a.reel");
    const Ran list = run_tickreel({"list", folder / "a.reel", "chunks", "--format", "csv"});
    std::istringstream rows(list.out);
    std::string row;
    std::string before_last;
    std::string last;
    while (std::getline(rows, row)) before_last = std::exchange(last, row);
    // The head of the last chunk is gone, and with it where the index says that others begin.
    bytes.erase(std::stoul(last), 60);
    write_file(folder / "broken.reel", bytes);
    std::istringstream columns(before_last);
    for (int i = 0; i < 7; ++i) std::getline(columns, row, ',');
    const std::string places = "ticks after " + row + " may ";

    const Ran cat = run_tickreel({"cat", folder / "broken.reel", "--format", "ndjson"});
    CHECK(cat.code == 3);
    const Ran ran = run_tickreel({"recover", folder / "broken.reel", "-o", folder / "fixed.reel"});
    CHECK(ran.code == 3);
    INFO(list.out << cat.err << ran.err);
    CHECK_THAT(cat.err, contains("broken.reel: " + places + "be missing: damaged at offset " +
                                 last.substr(0, last.find(',')) + " "));
    CHECK_THAT(ran.err, contains("Snapshots of " + places + "have been lost; damaged were:\n"));
}

TEST_CASE("recover says that a marker may be lost") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const std::size_t before = read_file(folder / "a.reel").size();
    REQUIRE(tickreel::add_marker(folder / "a.reel", {{0, 110}, "half", 0}).ok());
    std::string bytes = read_file(folder / "a.reel");
    const std::string sync = "\x93\x53\x52\xa7";
    std::size_t record = before;  // the marker; behind it are a copy of the header and the index
    bytes[record + 52] ^= 1;
    for (int i = 0; i < 2; ++i) record = bytes.find(sync, record + 1);
    REQUIRE(record != std::string::npos);
    bytes[record + 52] ^= 1;
    write_file(folder / "broken.reel", bytes);
    const Ran ran = run_tickreel({"recover", folder / "broken.reel", "-o", folder / "fixed.reel"});
    CHECK(ran.code == 3);
    CHECK_THAT(ran.err, contains("No snapshot was lost, but 1 change of markers may be"));
}

TEST_CASE("recover of a damaged recording saves the rest, says what went and gives 3") {
    const Folder folder;
    write_sample(folder / "a.reel");
    break_first_chunk(folder);

    const Ran ran = run_tickreel({"recover", folder / "broken.reel", "-o", folder / "fixed.reel"});
    CHECK(ran.code == 3);
    CHECK_THAT(ran.err, contains("Recovery was lossy:\n"));
    CHECK_THAT(ran.err, contains("bytes at offset"));
    CHECK_THAT(ran.err, contains("(ticks 100.."));
    // The same stretch in every line and of every command.
    const auto stretch = [](const std::string& said, const char* behind) {
        const std::size_t end = said.find(behind);
        REQUIRE(end < said.size());
        const std::size_t begin = said.rfind("ticks ", end);
        return said.substr(begin, end - begin);
    };
    const std::string told =
        stretch(run_tickreel({"verify", folder / "broken.reel"}).err, " are missing");
    CHECK(stretch(ran.err, " cannot be read") == told);
    CHECK(stretch(ran.err, ")\n") == told);
    // The copy does not say that what could not be read never arrived.
    for (const std::string verb : {"recover", "cut", "optimize", "redact"}) {
        INFO(verb);
        const Ran explained = explain_copy(folder, verb);
        CHECK_THAT(explained.out, contains("gap: ticks 100..111: recorded, but unreadable: "));
        CHECK_THAT(explained.out, !contains("no snapshot arrived"));
        CHECK_THAT(explained.out, contains("base 7 was never seen"));
    }
    CHECK(run_tickreel({"verify", folder / "fixed.reel"}).code == 0);
    const Ran same =
        run_tickreel({"diff", folder / "fixed.reel", folder / "a.reel", "--common-ticks"});
    CHECK(same.code == 0);
}

TEST_CASE("every verb names the first and the last tick that a damaged recording lacks") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const auto ticks_of = [](const std::string& path) {
        std::set<int> ticks;
        for (const auto& row : ndjson_rows(run_tickreel({"cat", path, "--format", "ndjson"}).out))
            ticks.insert(std::stoi(row["tick"].get<std::string>()));
        return ticks;
    };
    const std::set<int> all = ticks_of(folder / "a.reel");
    const auto chunks =
        ndjson_rows(run_tickreel({"list", folder / "a.reel", "chunks", "--format", "ndjson"}).out);
    const std::string broken = folder / "broken.reel";
    const std::string out = folder / "out";
    REQUIRE(chunks.size() > 4);
    for (const std::size_t chunk : {std::size_t{0}, std::size_t{3}, chunks.size() - 1}) {
        std::string bytes = read_file(folder / "a.reel");
        bytes[chunks[chunk]["offset"].get<std::size_t>() + 70] ^= 1;
        write_file(broken, bytes);
        std::set<int> lost = all;
        for (const int tick : ticks_of(broken)) lost.erase(tick);
        REQUIRE_FALSE(lost.empty());
        const std::string named = tickreel::concat("ticks ", *lost.begin(), "..", *lost.rbegin());
        for (std::vector<std::string> verb : std::vector<std::vector<std::string>>{
                 {"info"},
                 {"verify"},
                 {"cat"},
                 {"du"},
                 {"doctor"},
                 {"list", "events"},
                 {"query", "Walker.x > 0"},
                 {"diff", broken},
                 {"compare", folder / "a.reel"},
                 {"sql", "SELECT count(*) FROM walker"},
                 {"tail", "--from-start"},
                 {"export", "-f", "-o", out + ".csv"},
                 {"export", "-f", "-o", out + ".ndjson"},
                 {"cut", "--ticks", "..", "-f", "-o", out + ".reel"},
                 {"recover", "-f", "-o", out + ".reel"},
                 {"optimize", "-f", "-o", out + ".reel"},
                 {"redact", "--key", "K", "-f", "-o", out + ".reel"}}) {
            verb.insert(verb.begin() + 1, broken);
            const Ran ran = run_tickreel(verb);
            if (verb[0] == "sql" && ran.code == 1) continue;  // without DuckDB
            INFO(verb[0] << ": " << ran.err);
            CHECK(ran.code == 3);
            CHECK_THAT(ran.err, contains(named));
            const std::regex range(R"(ticks (\d+)\.\.(\d+))");
            for (std::sregex_iterator at(ran.err.begin(), ran.err.end(), range), end; at != end;
                 ++at) {
                CHECK(lost.contains(std::stoi((*at)[1])));
                CHECK(lost.contains(std::stoi((*at)[2])));
            }
        }
        CHECK_THAT(run_tickreel({"verify", "--explain", broken}).out,
                   contains("unreadable: " + named + "\n"));
        const auto found =
            ndjson_rows(run_tickreel({"verify", "--format", "ndjson", broken}).out).front();
        CHECK(std::stoi(found["unreadable"][0][1].get<std::string>()) <= *all.rbegin() + 1);
    }
}

TEST_CASE("what could not be read and the gap beside it stay two gaps") {
    const Folder folder;
    SampleOptions options;
    options.chunk_seconds = options.group_seconds = 0.15;
    write_sample(folder / "a.reel", options);
    // The chunk whose last snapshot is the one before the gap, 124 and 125.
    std::istringstream list(
        run_tickreel({"list", folder / "a.reel", "chunks", "--format", "csv"}).out);
    std::string row;
    while (std::getline(list, row) && row.find(",122,") == std::string::npos) {
    }
    REQUIRE_FALSE(row.empty());
    std::string bytes = read_file(folder / "a.reel");
    const std::size_t offset = std::stoul(row) + 70;
    bytes[offset] = static_cast<char>(bytes[offset] ^ 1);
    write_file(folder / "broken.reel", bytes);
    const std::string gap = "gap: ticks 124..125: base 7 was never seen";
    CHECK_THAT(run_tickreel({"verify", "--explain", folder / "broken.reel"}).out, contains(gap));
    for (const std::string verb : {"recover", "cut"}) {
        INFO(verb);
        const Ran explained = explain_copy(folder, verb);
        CHECK_THAT(explained.out, contains(gap));
        CHECK_THAT(explained.out, contains("..123: recorded, but unreadable: "));
    }
}

TEST_CASE("recover never overwrites without --force, and leaves no temporary file") {
    const Folder folder;
    write_sample(folder / "a.reel");
    write_file(folder / "mine.reel", "precious");
    const Ran refused = run_tickreel({"recover", folder / "a.reel", "-o", folder / "mine.reel"});
    CHECK(refused.code == 1);
    CHECK(read_file(folder / "mine.reel") == "precious");
    const Ran unwritable =
        run_tickreel({"recover", folder / "a.reel", "-o", folder / "no/such/folder/x.reel"});
    CHECK(unwritable.code == 1);
    CHECK(
        run_tickreel({"recover", folder / "a.reel", "-o", folder / "mine.reel", "--force"}).code ==
        0);
    CHECK(folder.names() == std::vector<std::string>{"a.reel", "mine.reel"});
    CHECK(run_tickreel({"verify", folder / "mine.reel"}).code == 0);
}

TEST_CASE("recover writes to a pipe") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const Ran ran = run_tickreel({"recover", folder / "a.reel", "-o", "-", "-q"});
    CHECK(ran.code == 0);
    CHECK(ran.err.empty());
    write_file(folder / "b.reel", ran.out);
    CHECK(run_tickreel({"diff", folder / "a.reel", folder / "b.reel"}).code == 0);
}

TEST_CASE("a copy without the first ticks says that its times are others") {
    const Folder folder;
    write_sample(folder / "a.reel");
    break_first_chunk(folder);
    for (const char* verb : {"recover", "optimize", "redact", "cut"}) {
        INFO(verb);
        std::vector<std::string> words{verb, folder / "broken.reel", "-o", folder / "copy.reel",
                                       "-f"};
        if (verb == std::string("cut")) words.insert(words.end(), {"--ticks", "100.."});
        const Ran ran = run_tickreel(words);
        CHECK(ran.code == 3);
        INFO(ran.err);
        const std::string says = "; its times are others: ";
        const std::size_t at = ran.err.find(says);
        REQUIRE(at != std::string::npos);
        std::istringstream said(ran.err.substr(at + says.size()));
        std::string before;
        std::string is;
        std::string after;
        said >> before >> is >> after;
        const auto tick = [&](const char* file, const std::string& time) {
            const std::string out = run_tickreel({"at", folder / file, time}).out;
            return out.substr(0, out.find("  "));
        };
        CHECK(tick("broken.reel", before) == tick("copy.reel", after));
        CHECK(tick("copy.reel", before) != tick("broken.reel", before));
    }
    CHECK_THAT(
        run_tickreel({"cut", folder / "a.reel", "--ticks", "110..", "-o", folder / "part.reel"})
            .err,
        !contains("times"));
}
