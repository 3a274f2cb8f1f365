#include <algorithm>
#include <filesystem>

#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/sample_reel.h"

using namespace tickreel_test;

namespace {

const std::string kWalkerAt110 =
    R"({"tick":"110","time":"2026-08-22T18:03:11.320Z","type":"Walker","id":"3",)"
    R"("checksum":"mismatch","fields":{"x":1015,"tick":110,"mood":"angry","speed":null,)"
    R"("name":"Ann, \"the\" \u001b[1m","account":"18446744073709551615"}})";

std::size_t lines(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

TEST_CASE("at as text") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const Ran ran = run_tickreel({"at", folder / "a.reel", "110"});
    CHECK(ran.code == 0);
    CHECK(ran.err.empty());
    CHECK(ran.out ==
          "tick 110  0:00.20  2026-08-22T18:03:11.320Z\n"
          "wire checksum: mismatch: sent 0x0000002a, computed 0x0000002f; base tick 106; 61 bytes "
          "before compression in 2 parts; 3 items\n"
          "\n"
          "Walker: 1 item\n"
          "  id        x  tick  mood   speed  name                                 account\n"
          "   3  507.5 m   110  angry   null  \"Ann, \\\"the\\\" \\x1b[1m\"  18446744073709551615\n"
          "\n"
          "Chest: 1 item\n"
          "                id   open  content\n"
          "  9007199254740993  false  dead05\n"
          "\n"
          "unknown 77: 1 item, unknown type, shown as raw words\n"
          "  id  words\n"
          "   0  [7,-8,5]\n");
}

TEST_CASE("at as NDJSON has the agreed shape") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const Ran ran = run_tickreel({"at", folder / "a.reel", "110", "--format", "ndjson"});
    CHECK(ran.code == 0);
    CHECK(ran.out ==
          kWalkerAt110 + "\n" +
              R"({"tick":"110","time":"2026-08-22T18:03:11.320Z","type":"Chest",)"
              R"("id":"9007199254740993","checksum":"mismatch","fields":{"open":false,)"
              R"("content":"dead05"}})"
              "\n"
              R"({"tick":"110","time":"2026-08-22T18:03:11.320Z","type":"unknown 77","id":"0",)"
              R"("checksum":"mismatch","fields":{},"words":[7,-8,5]})"
              "\n");
}

TEST_CASE("at takes ticks, times and shares, and the snapshot at or before") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const std::string reel = folder / "a.reel";
    const auto tick = [&](const std::string& where) {
        const Ran ran = run_tickreel({"at", reel, where, "--types", "Chest", "--format", "csv"});
        REQUIRE(ran.code == 0);
        const std::size_t row = ran.out.find('\n') + 1;
        return ran.out.substr(row, ran.out.find(',', row) - row);
    };
    CHECK(tick("111") == "110");
    CHECK(tick("0:00.20") == "110");
    CHECK(tick("0.2s") == "110");
    CHECK(tick("0%") == "100");
    CHECK(tick("100%") == "138");
    CHECK(tick("125") == "122");  // 124 is missing
}

TEST_CASE("at outside the recording gives nothing and says so") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const Ran late = run_tickreel({"at", folder / "a.reel", "999999"});
    CHECK(late.code == 0);
    CHECK(late.out.empty());
    CHECK_THAT(late.err, contains("'999999' is outside the recording (ticks 100 to 138"));
    const Ran early = run_tickreel({"at", folder / "a.reel", "1", "-q"});
    CHECK(early.code == 0);
    CHECK(early.out.empty());
    CHECK(early.err.empty());
    const Ran wrong = run_tickreel({"at", folder / "a.reel", "noon"});
    CHECK(wrong.code == 2);
    CHECK(lines(wrong.err) == 1);
}

TEST_CASE("at a tick that is known to be missing says why") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const Ran ran = run_tickreel({"at", folder / "a.reel", "125"});
    CHECK(ran.code == 0);
    CHECK_THAT(ran.err, contains("tick 125 is missing (base 7 was never seen); taking 122"));
    CHECK(run_tickreel({"at", folder / "a.reel", "123"}).err.empty());
}

TEST_CASE("at a tick whose snapshot was due and did not come says so, noted or not") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    auto file = tickreel::create_file(reel, tickreel::IfExists::Refuse);
    REQUIRE(file);
    tickreel::ReelWriter writer(std::move(*file), {});
    writer.begin_segment({"dm1", "", ""});
    for (tickreel::Tick tick = 100; tick <= 200; tick += 2) {
        if (tick > 140 && tick < 150) continue;
        tickreel::Frame frame;
        frame.tick = tick;
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish());
    CHECK_THAT(
        run_tickreel({"at", reel, "145"}).err,
        contains("tick 145 is missing (no snapshot arrived (lost, or never sent)); taking 140"));
    CHECK(run_tickreel({"at", reel, "151"}).err.empty());
}

TEST_CASE("cat prints a half-open range, one line an item") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const Ran ran = run_tickreel({"cat", folder / "a.reel", "--ticks", "108..112", "--types",
                                  "Walker,Chest", "--format", "ndjson"});
    CHECK(ran.code == 0);
    CHECK(lines(ran.out) == 4);
    CHECK_THAT(ran.out, contains(kWalkerAt110 + "\n"));
    CHECK_THAT(ran.out, !contains("\"tick\":\"112\""));

    const Ran all = run_tickreel({"cat", folder / "a.reel", "--format", "ndjson"});
    CHECK(lines(all.out) == 19 + 19 + 14);
}

TEST_CASE("cat as text") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const Ran ran = run_tickreel({"cat", folder / "a.reel", "--ticks", "108..112", "--fields",
                                  "x,mood,open", "--types", "Walker,Chest"});
    CHECK(ran.out ==
          "      108    0:00.16  Walker                3  ok       x=506 m mood=calm\n"
          "      108    0:00.16  Chest              9007199254740993  ok       open=false\n"
          "      110    0:00.20  Walker                3  mismatch x=507.5 m mood=angry\n"
          "      110    0:00.20  Chest              9007199254740993  mismatch open=false\n");
}

TEST_CASE("cat as CSV: a union of the fields, and a column called tick is told from the tick") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const Ran ran =
        run_tickreel({"cat", folder / "a.reel", "--ticks", "108..110", "--format", "csv"});
    CHECK(ran.code == 0);
    CHECK(ran.out ==
          "tick,time,type,id,checksum,x,field_tick,mood,speed,name,account,open,content,words\n"
          "108,2026-08-22T18:03:11.280Z,Walker,3,ok,1012,108,calm,0.1,\"Ann, \"\"the\"\" "
          "\\x1b[1m\",18446744073709551615,,,\n"
          "108,2026-08-22T18:03:11.280Z,Chest,9007199254740993,ok,,,,,,,false,dead04,\n"
          "108,2026-08-22T18:03:11.280Z,unknown 77,0,ok,,,,,,,,,\"[7,-8,4]\"\n");
}

TEST_CASE("enums are names, --raw and --big-numbers write numbers, everywhere") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const std::string reel = folder / "a.reel";
    const auto said = [&](std::vector<std::string> arguments) {
        const Ran ran = run_tickreel(arguments);
        CHECK(ran.code == 0);
        return arguments[0] == "export" ? read_file(arguments[3]) : ran.out;
    };
    for (const char* format : {"ndjson", "csv"}) {
        INFO(format);
        const std::string out = folder / (std::string("x.") + format);
        const std::vector<std::vector<std::string>> readers{
            {"cat", reel, "--types", "Walker", "--ticks", "110..112", "--format", format},
            {"at", reel, "110", "--types", "Walker", "--format", format},
            {"export", reel, "-o", out, "--types", "Walker", "--ticks", "110..112", "-f"}};
        for (std::vector<std::string> reader : readers) {
            CHECK_THAT(said(reader), contains("angry"));
            CHECK_THAT(said(reader), contains("18446744073709551615"));
            reader.insert(reader.end(), {"--raw", "--big-numbers"});
            const std::string raw = said(reader);
            CHECK_THAT(raw, !contains("angry"));
            if (std::string(format) == "csv") continue;
            CHECK_THAT(raw, contains("{\"tick\":110,"));
            CHECK_THAT(raw, contains("\"id\":3,"));
            CHECK_THAT(raw, contains("\"mood\":1,"));
            CHECK_THAT(raw, contains("\"account\":18446744073709551615}"));
        }
    }
    CHECK_THAT(said({"list", reel, "events", "--format", "ndjson", "--big-numbers"}),
               contains("{\"tick\":108,"));
    // An event with an enum, a difference in one, a question about one; .mcap names them in its
    // schema.
    const std::string arena =
        (std::filesystem::path(TICKREEL_SOURCE_DIR) / "demos" / "arena_8_players.reel").string();
    const std::vector<std::vector<std::string>> others{
        {"list", arena, "events", "--types", "kill", "--format", "ndjson"},
        {"list", arena, "events", "--types", "kill", "--format", "csv"},
        {"list", arena, "events", "--types", "kill"},
        {"tail", arena, "--from-start", "--types", "kill"},
        {"diff", arena, "0%", "100%", "--format", "ndjson"},
        {"diff", arena, "0%", "100%"},
        {"at", arena, "100%", "--types", "Character"}};
    for (const auto& reader : others) {
        INFO(reader[0] << " " << reader.back());
        CHECK_THAT(said(reader), contains("weapon") && (contains("grenade") || contains("gun") ||
                                                        contains("hammer")));
    }
    for (const std::size_t which : {2U, 5U, 6U}) {
        std::vector<std::string> reader = others[which];
        reader.push_back("--raw");
        INFO(reader[0]);
        CHECK_THAT(said(reader), contains("weapon") && !contains("gun") && !contains("hammer") &&
                                     !contains("grenade"));
    }
    CHECK_THAT(said({"cat", reel, "--types", "Walker", "--ticks", "110..112", "--raw"}),
               contains("mood=1"));
    for (const std::size_t which : {0U, 3U, 4U}) {
        std::vector<std::string> reader = others[which];
        reader.insert(reader.end(), {"--raw", "--big-numbers"});
        INFO(reader[0]);
        CHECK_THAT(said(reader), contains("weapon") && !contains("\"gun\"") &&
                                     !contains("\"hammer\"") && !contains("\"grenade\"") &&
                                     !contains("\"tick\":\"") && !contains("\"id\":\""));
    }
    CHECK(run_tickreel({"diff", arena, arena, "--raw"}).code == 2);
    const auto hits = [&](const std::string& expression) {
        return run_tickreel({"query", arena, expression, "--format", "csv"}).out;
    };
    CHECK(hits("Character.weapon == grenade") == hits("Character.weapon == 3"));
    CHECK(hits("Character.weapon == grenade").size() > 100);
    CHECK(run_tickreel({"export", reel, "-o", folder / "x.mcap", "--raw"}).code == 2);
}

TEST_CASE("a table of items says that events are left out") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const std::string reel = folder / "a.reel";
    const Ran csv = run_tickreel({"export", reel, "-o", folder / "x.csv"});
    CHECK(csv.code == 0);
    CHECK_THAT(csv.err, contains("events are left out (the recording has 1)"));
    CHECK(run_tickreel({"export", reel, "-o", folder / "y.csv", "--types", "Walker"}).err.empty());
    CHECK(run_tickreel({"export", reel, "-o", folder / "z.ndjson"}).err.empty());
}

TEST_CASE("cat names the segment only when there are several") {
    const Folder folder;
    SampleOptions options;
    options.segments = 2;
    write_sample(folder / "a.reel", options);
    const Ran ran = run_tickreel({"cat", folder / "a.reel", "--ticks", "s1:100..s1:102", "--types",
                                  "Chest", "--format", "ndjson"});
    CHECK(ran.code == 0);
    CHECK(lines(ran.out) == 1);
    CHECK_THAT(ran.out, contains("\"segment\":1,\"fields\""));
}

TEST_CASE("a wrong type or field is named") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const Ran type = run_tickreel({"cat", folder / "a.reel", "--types", "Walkr"});
    CHECK(type.code == 1);
    CHECK(type.out.empty());
    CHECK_THAT(type.err, contains("has no type 'Walkr'; did you mean 'Walker'? 'tickreel"));
    CHECK(run_tickreel({"cat", folder / "a.reel", "--types", "WALKER", "--fields", "X"}).out ==
          run_tickreel({"cat", folder / "a.reel", "--types", "Walker", "--fields", "x"}).out);
    const Ran field = run_tickreel({"cat", folder / "a.reel", "--fields", "z"});
    CHECK(field.code == 1);
    CHECK_THAT(field.err, contains("field 'z'"));
}

TEST_CASE("a reader that goes away is no error") {
    const Folder folder;
    SampleOptions many;
    many.frames = 5000;
    write_sample(folder / "a.reel", many);
    const Ran ran = run_shell("set -o pipefail; tickreel cat '" + (folder / "a.reel") +
                              "' --format ndjson | head -1");
    CHECK(lines(ran.out) == 1);
    CHECK(ran.err.empty());
    // With SIGPIPE ignored, the write itself fails; the command still succeeds.
    const Ran ignored = run_shell("trap '' PIPE; set -o pipefail; tickreel cat '" +
                                  (folder / "a.reel") + "' --format ndjson | head -1");
    CHECK(ignored.code == 0);
    CHECK(ignored.err.empty());
}

TEST_CASE("a full disk under standard output is an error") {
    const Folder folder;
    write_sample(folder / "a.reel");
    for (const char* verb : {"cat", "info", "verify"}) {
        const Ran ran = run_shell(std::string("tickreel ") + verb + " '" + (folder / "a.reel") +
                                  "' > /dev/full");
        CHECK(ran.code == 1);
        CHECK_THAT(ran.err, contains("cannot write the output: No space left"));
    }
    // Also what is printed in passing, by libraries, and of several files.
    const std::string both = "'" + (folder / "a.reel") + "' '" + (folder / "b.reel") + "'";
    write_sample(folder / "b.reel");
    for (const std::string& command :
         {std::string("--help"), std::string("--version"), std::string("cat --help"),
          std::string("version"), std::string("manual"), "info " + both, "verify " + both,
          "query " + both + " chat"}) {
        INFO(command);
        const Ran ran = run_shell("tickreel " + command + " > /dev/full");
        CHECK(ran.code == 1);
        CHECK_THAT(ran.err, contains("cannot write the output"));
    }
    CHECK(run_shell("tickreel --help | true").code == 0);
}
