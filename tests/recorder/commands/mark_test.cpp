#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/sample_reel.h"

using namespace tickreel_test;

namespace {

std::string markers(const std::string& reel) {
    return run_tickreel({"list", reel, "markers", "--format", "csv"}).out;
}

}  // namespace

TEST_CASE("mark writes markers into the recording itself") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const std::string a = folder / "a.reel";
    const std::string before = read_file(a);
    const Ran ran = run_tickreel({"mark", a, "--tick", "120", "--text", "double, kill"});
    CHECK(ran.code == 0);
    CHECK(ran.out.empty());
    CHECK(ran.err == "Marked tick 120 (0:00.40): double, kill\n");
    CHECK(run_tickreel({"mark", a, "--tick", "0:00.60", "--text", "late", "--color", "#00FF7f"})
              .code == 0);
    CHECK_THAT(markers(a), contains("120,0:00.40,#ffcc33,\"double, kill\""));
    CHECK_THAT(markers(a), contains("130,0:00.60,#00ff7f,late"));
    CHECK(read_file(a).starts_with(before));
    CHECK(run_tickreel({"verify", a}).code == 0);
    CHECK_THAT(run_tickreel({"info", a}).out, contains("complete)"));
}

TEST_CASE("of several maps the list of markers says which one a tick is of, to programs too") {
    const Folder folder;
    SampleOptions options;
    options.segments = 2;
    write_sample(folder / "a.reel", options);
    REQUIRE(run_tickreel({"mark", folder / "a.reel", "--tick", "s1:120", "--text", "here"}).code ==
            0);
    CHECK_THAT(markers(folder / "a.reel"), contains("number,tick,at,color,text,segment\n") &&
                                               contains("120,0:01.18,#ffcc33,here,1\n"));
    const std::string text = run_tickreel({"list", folder / "a.reel", "markers"}).out;
    CHECK_THAT(text, contains(" s1:120 ") && !contains("segment"));
}

TEST_CASE("mark says of a damaged recording what is missing, and marks it all the same") {
    const Folder folder;
    const std::string a = folder / "a.reel";
    write_sample(a);
    std::string bytes = read_file(a);
    bytes[last_chunk(a) + 60] ^= 1;
    write_file(a, bytes);
    const Ran ran = run_tickreel({"mark", a, "--tick", "120", "--text", "here"});
    CHECK(ran.code == 3);
    CHECK_THAT(ran.err, contains("Marked tick 120") && contains("are missing: damaged at offset"));
    CHECK_THAT(markers(a), contains(",here"));
}

TEST_CASE("mark changes and deletes markers by number or text") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const std::string a = folder / "a.reel";
    CHECK(
        run_tickreel({"mark", a, "--edit", "start", "--text", "begin", "--color", "ff0000"}).code ==
        0);
    CHECK_THAT(markers(a), contains("104,0:00.08,#ff0000,begin"));
    CHECK(run_tickreel({"mark", a, "--edit", "1", "--tick", "108"}).code == 0);
    CHECK_THAT(markers(a), contains("108,0:00.16,#ff0000,begin"));
    CHECK(run_tickreel({"mark", a, "--delete", "end"}).code == 0);
    CHECK_THAT(markers(a), !contains("end"));
    const Ran twice = run_tickreel({"mark", a, "--delete", "end"});
    CHECK(twice.code == 1);
    CHECK_THAT(twice.err, contains("has no marker 'end'; 'tickreel list FILE markers'"));
    CHECK(run_tickreel({"cut", a, "--markers", "begin..", "-o", folder / "b.reel"}).code == 0);
    // Of two with the same text neither is taken.
    REQUIRE(run_tickreel({"mark", a, "--tick", "130", "--text", "begin"}).code == 0);
    const std::string before = markers(a);
    const Ran which = run_tickreel({"mark", a, "--delete", "begin"});
    CHECK(which.code == 1);
    CHECK_THAT(which.err, contains("has 2 markers 'begin', number 1 and 2; give the number"));
    CHECK(markers(a) == before);
    CHECK(run_tickreel({"mark", a, "--delete", "2"}).code == 0);
    CHECK_THAT(markers(a), contains("108,0:00.16,#ff0000,begin"));
    // Nor of two where one has the number and the other the same as its text.
    REQUIRE(run_tickreel({"mark", a, "--tick", "132", "--text", "odd"}).code == 0);
    REQUIRE(run_tickreel({"mark", a, "--tick", "134", "--text", "2"}).code == 0);
    const std::string three = markers(a);
    const Ran odd = run_tickreel({"mark", a, "--delete", "2"});
    CHECK(odd.code == 1);
    CHECK_THAT(odd.err, contains("has a marker number 2 and a marker '2', number 3; give "));
    CHECK(markers(a) == three);
    CHECK(run_tickreel({"mark", a, "--edit", "odd", "--text", "odder"}).code == 0);
    CHECK(run_tickreel({"mark", a, "--edit", "3", "--text", "3"}).code == 0);
    CHECK(run_tickreel({"mark", a, "--delete", "3"}).code == 0);  // both say the same one
    CHECK_THAT(markers(a), contains("132,0:00.64,#ffcc33,odder"));
}

TEST_CASE("mark says what is wrong and leaves the file alone") {
    const Folder folder;
    SampleOptions open;
    open.finished = false;
    write_sample(folder / "open.reel", open);
    const std::string before = read_file(folder / "open.reel");
    const Ran ran = run_tickreel({"mark", folder / "open.reel", "--tick", "50%", "--text", "x"});
    CHECK(ran.code == 1);
    CHECK_THAT(ran.err,
               contains("was never finished, or is still being written: 'tickreel recover' it"));
    CHECK(read_file(folder / "open.reel") == before);

    write_sample(folder / "a.reel");
    const std::string a = folder / "a.reel";
    const std::string whole = read_file(a);
    CHECK(run_tickreel({"mark", a, "--tick", "120"}).code == 2);
    CHECK(run_tickreel({"mark", a, "--text", "x"}).code == 2);
    CHECK(run_tickreel({"mark", a, "--edit", "1"}).code == 2);
    CHECK(run_tickreel({"mark", a, "--delete", "1", "--text", "x"}).code == 2);
    CHECK(run_tickreel({"mark", a, "--edit", "1", "--delete", "1"}).code == 2);
    CHECK(run_tickreel({"mark", a, "--tick", "120", "--text", "x", "--color", "red"}).code == 2);
    CHECK(run_tickreel({"mark", a, "--tick", "noon", "--text", "x"}).code == 2);
    CHECK(run_tickreel({"mark", folder / "none.reel", "--tick", "1", "--text", "x"}).code == 1);
    CHECK(run_tickreel({"mark", "-", "--tick", "1", "--text", "x"}).code == 2);
    CHECK(read_file(a) == whole);
}
