// tickreel query on real captures: its counts equal SQL's. Skipped without them.
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "tests/captures.h"
#include "tests/catch.h"
#include "tests/recorder/commands/query_counts.h"
#include "tests/recorder/commands/run_tickreel.h"

using namespace tickreel_test;

namespace {

void check_capture(const std::string& capture, const std::vector<std::string>& options) {
    const Folder folder;
    const std::string reel = folder / "capture.reel";
    std::vector<std::string> import{"import", (captures() / capture).string(), "-o", reel};
    import.insert(import.end(), options.begin(), options.end());
    const Ran ran = run_tickreel(import);
    INFO(ran.err);
    REQUIRE(std::filesystem::exists(reel));
    check_same_counts(reel, about_tees());
    check_kills_of_everyone(reel);
}

}  // namespace

// First: without captures the tests below are meaningless.
TEST_CASE("the captures are there") {
    if (!std::filesystem::exists(captures() / "Multeasymap.demo") || !have_sql()) {
        std::cout << "skipped: no real captures at " << captures().string()
                  << " (set TICKREEL_SHARED), or no SQL in this build" << std::endl;
        std::exit(77);
    }
    SUCCEED();
}

TEST_CASE("query and SQL count alike in a demo of 62 players") {
    check_capture("Multeasymap.demo", {});
}

TEST_CASE("query and SQL count alike in a captured match") {
    check_capture("S3/traffic.pcap", {"--connection", "1"});
}
