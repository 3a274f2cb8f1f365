// Where the last minutes of a flight recorder are on disk.

#include "recorder/recording/part_folders.h"

#include <filesystem>

#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"

using namespace tickreel;
using std::chrono::seconds;
using tickreel_test::Folder;

TEST_CASE("what a folder could not write goes to the next one, until there is room again",
          "[recording]") {
    const Folder usual;
    const Folder fallback;
    PartFolders folders({usual / ".", fallback / "."});
    const auto next_in = [&](const std::string& name, seconds now) {
        const auto part = folders.create(name, now);
        REQUIRE(part);
        CHECK(part->path == folders.newest() + "/" + name);
        return folders.newest_in();
    };
    CHECK(next_in("1", seconds(1)) == usual / ".");
    folders.note_failure(folders.newest() + "/1", "no space left", seconds(2));
    CHECK(folders.problem() == "no space left");
    CHECK(next_in("2", seconds(2)) == fallback / ".");
    CHECK(next_in("3", seconds(31)) == fallback / ".");
    CHECK(next_in("4", seconds(32)) == usual / ".");
    CHECK(usual.names().size() == 1);  // nothing stays of looking for room
    CHECK(folders.all().size() == 2);
    folders.note_failure(folders.newest() + "/4", "no space left", seconds(33));
    folders.note_failure(folders.all()[1] + "/3", "no space left either", seconds(33));
    CHECK_FALSE(folders.create("5", seconds(34)));
}
