#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/sample_reel.h"

using namespace tickreel_test;

TEST_CASE("diff of two ticks, field by field") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const std::string reel = folder / "a.reel";
    const Ran text = run_tickreel({"diff", reel, "104", "106"});
    CHECK(text.code == 0);
    CHECK(text.out ==
          "change   type                      id  field    before  after\n"
          "changed  Walker                     3  x        503 m   504.5 m\n"
          "changed  Walker                     3  tick     104     106\n"
          "changed  Walker                     3  mood     calm    angry\n"
          "changed  Walker                     3  speed    0.1     null\n"
          "changed  Chest       9007199254740993  content  dead02  dead03\n"
          "removed  unknown 77                 0\n");
    const Ran json = run_tickreel({"diff", reel, "106", "108", "--format", "ndjson"});
    CHECK(json.code == 0);
    CHECK_THAT(json.out, contains(R"({"change":"changed","type":"Walker","id":"3","field":"speed",)"
                                  R"("before":null,"after":0.1})"));
    CHECK_THAT(json.out, contains(R"({"change":"added","type":"unknown 77","id":"0","field":null,)"
                                  R"("before":null,"after":null})"));
    const Ran raw = run_tickreel({"diff", reel, "100", "102", "--format", "csv"});
    CHECK_THAT(raw.out, contains("changed,unknown 77,0,words,\"[7,-8,0]\",\"[7,-8,1]\"\n"));
    CHECK(run_tickreel({"diff", reel, "104", "105"}).out == "nothing changed\n");
}

TEST_CASE("value-identical recordings: exit 0 however they are packed") {
    const Folder folder;
    write_sample(folder / "a.reel");
    SampleOptions other;
    other.chunk_seconds = 2;
    other.group_seconds = 10;
    write_sample(folder / "b.reel", other);
    const Ran ran = run_tickreel({"diff", folder / "a.reel", folder / "b.reel"});
    CHECK(ran.code == 0);
    CHECK(ran.out == "identical: 19 snapshots compared\n");
}

TEST_CASE("the first difference is named, exit 1") {
    const Folder folder;
    write_sample(folder / "a.reel");
    SampleOptions changed;
    changed.changed_frame = 7;
    write_sample(folder / "changed.reel", changed);
    const Ran ran = run_tickreel({"diff", folder / "a.reel", folder / "changed.reel"});
    CHECK(ran.code == 1);
    CHECK(ran.out == "different: tick 114: Walker 3: x is 510.5 m and 511 m\n");
    CHECK(ran.err.empty());

    SampleOptions longer;
    longer.frames = 22;
    write_sample(folder / "longer.reel", longer);
    CHECK(run_tickreel({"diff", folder / "a.reel", folder / "longer.reel"}).out ==
          "different: tick 140 is only in the second\n");
    CHECK(run_tickreel({"diff", folder / "longer.reel", folder / "a.reel"}).out ==
          "different: tick 140 is only in the first\n");
    const Ran json =
        run_tickreel({"diff", folder / "longer.reel", folder / "a.reel", "--format", "ndjson"});
    CHECK(json.code == 1);
    CHECK_THAT(json.out, contains("\"identical\":false"));
}

TEST_CASE("--common-ticks compares what both have") {
    const Folder folder;
    SampleOptions late;
    late.frames = 30;
    write_sample(folder / "a.reel", late);
    write_sample(folder / "b.reel");
    const Ran ran = run_tickreel({"diff", folder / "a.reel", folder / "b.reel", "--common-ticks"});
    CHECK(ran.code == 0);
    CHECK(
        ran.out ==
        "identical: 19 snapshots compared; 10 ticks are only in the first, 0 only in the second\n");
    SampleOptions apart;
    apart.first = 5000;
    write_sample(folder / "c.reel", apart);
    const Ran none = run_tickreel({"diff", folder / "a.reel", folder / "c.reel", "--common-ticks"});
    CHECK(none.code == 1);
    CHECK(none.out == "different: no tick is in both\n");
    SampleOptions changed;
    changed.changed_frame = 3;
    write_sample(folder / "d.reel", changed);
    CHECK(run_tickreel({"diff", folder / "a.reel", folder / "d.reel", "--common-ticks"}).code == 1);
}

TEST_CASE("diff refuses what makes no sense with 2") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const std::string reel = folder / "a.reel";
    CHECK(run_tickreel({"diff", reel}).code == 2);
    CHECK(run_tickreel({"diff", reel, "1", "2", "3"}).code == 2);
    CHECK(run_tickreel({"diff", reel, "1", "2", "--common-ticks"}).code == 2);
    CHECK(run_tickreel({"diff", reel, reel, "--format", "csv"}).code == 2);
    CHECK(run_tickreel({"diff", reel, folder / "none.reel"}).code == 1);
}
