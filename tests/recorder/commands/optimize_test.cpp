#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/sample_reel.h"

using namespace tickreel_test;

TEST_CASE("optimize packs the same recording smaller, also in place") {
    const Folder folder;
    SampleOptions many;
    many.frames = 500;
    write_sample(folder / "a.reel", many);
    const std::string packed = folder / "packed.reel";
    const Ran ran = run_tickreel({"optimize", folder / "a.reel", "-o", packed});
    CHECK(ran.code == 0);
    CHECK(std::filesystem::file_size(packed) < std::filesystem::file_size(folder / "a.reel") / 2);
    CHECK(run_tickreel({"diff", folder / "a.reel", packed}).code == 0);

    std::filesystem::copy_file(folder / "a.reel", folder / "b.reel");
    CHECK(run_tickreel({"optimize", folder / "b.reel", "-o", folder / "b.reel"}).code == 1);
    CHECK(run_tickreel({"optimize", folder / "b.reel", "-o", folder / "b.reel", "--force"}).code ==
          0);
    CHECK(run_tickreel({"diff", folder / "b.reel", packed}).code == 0);
    CHECK(folder.names() == std::vector<std::string>{"a.reel", "b.reel", "packed.reel"});
}

TEST_CASE("optimize of a damaged recording says what is missing and does not replace it") {
    const Folder folder;
    write_sample(folder / "a.reel");
    std::string bytes = read_file(folder / "a.reel");
    bytes.resize(bytes.size() * 2 / 3);
    write_file(folder / "broken.reel", bytes);
    const Ran ran =
        run_tickreel({"optimize", folder / "broken.reel", "-o", folder / "broken.reel", "-f"});
    CHECK(ran.code == 1);
    CHECK_THAT(ran.err, contains("is damaged and is not replaced; 'tickreel recover' it first"));
    CHECK(folder.names() == std::vector<std::string>{"a.reel", "broken.reel"});
    CHECK(read_file(folder / "broken.reel") == bytes);
    CHECK(run_tickreel({"optimize", folder / "broken.reel", "-o", folder / "out.reel"}).code == 3);
}
