// The same of a real match: S3, four clients of one server (teeworlds-server 0.7.5, ctf).
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "tests/captures.h"
#include "tests/catch.h"
#include "tests/player/state/match_sights.h"
#include "tests/recorder/commands/run_tickreel.h"

using namespace tickreel_test;
namespace fs = std::filesystem;

TEST_CASE("what the player says of who was sent whom in a real match is what SQL says") {
    const fs::path capture = captures() / "S3" / "traffic.pcap";
    if (!fs::exists(capture)) {
        std::cout << "skipped: no real captures at " << captures().string()
                  << " (set TICKREEL_SHARED)" << std::endl;
        std::exit(77);
    }
    const Folder folder;
    REQUIRE(run_tickreel({"import", capture.string(), "-q", "-o", folder / "one.reel"}).code == 0);
    std::vector<std::string> merge{"merge", "--views", "-o", folder / "match.reel"};
    for (const std::string& name : folder.names()) merge.push_back(folder / name);
    REQUIRE(merge.size() == 8);
    REQUIRE(run_tickreel(merge).code == 0);
    const Folder cuts;
    const Compared compared = compare_sights(folder / "match.reel", cuts / "", 20);
    std::cout << compared.frames << " snapshots, " << compared.ghosts << " ghosts, "
              << compared.sights << " sights compared\n";
    CHECK(compared.frames > 1500);
    CHECK(compared.ghosts > 5000);
}
