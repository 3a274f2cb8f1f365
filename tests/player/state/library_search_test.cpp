// The player asks the same questions as `tickreel library`, and shows its answers.
#include "player/state/library_search.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <thread>

#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"

using namespace tickreel;
using namespace tickreel_test;
namespace fs = std::filesystem;

namespace {

LibraryAnswer answer_to(const LibraryQuestion& question) {
    LibrarySearch search;
    search.start(question);
    std::optional<LibraryAnswer> answer;
    while (!(answer = search.take()) && search.running())
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    REQUIRE(answer);
    return *std::move(answer);
}

std::size_t lines_of(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

void copy_samples(const Folder& folder) {
    for (const char* name : {"arena_8_players.reel", "outpost_firefall.reel"})
        fs::copy_file(fs::path(TICKREEL_SOURCE_DIR) / "demos" / name, folder / name);
}

}  // namespace

TEST_CASE("recordings, events and markers of a folder are those that the program lists") {
    const Folder folder;
    copy_samples(folder);
    const std::string arena = folder / "arena_8_players.reel";
    REQUIRE(run_tickreel({"mark", arena, "--tick", "500", "--text", "look: \"here\""}).code == 0);
    const std::string root = fs::path(arena).parent_path().string();

    const LibraryAnswer all = answer_to({root});
    CHECK(all.code == 0);
    REQUIRE(all.hits.size() == 2);
    CHECK(all.hits[0].path == arena);
    CHECK(all.hits[0].place == "");
    CHECK(all.hits[0].map == "tickreel_arena");
    CHECK_THAT(all.hits[0].what, contains("8 players"));
    CHECK(all.hits[0].problem == "");

    const LibraryAnswer kills = answer_to({.folder = root, .event = "kill"});
    const auto listed = run_tickreel({"library", root, "--event", "kill", "--format", "ndjson"});
    CHECK(kills.hits.size() == lines_of(listed.out));
    REQUIRE_FALSE(kills.hits.empty());
    CHECK(kills.hits[0].path == arena);
    CHECK(kills.hits[0].place != "");
    CHECK_THAT(kills.hits[0].what, contains(" > "));

    const LibraryAnswer markers = answer_to({.folder = root, .marker = "here"});
    REQUIRE(markers.hits.size() == 1);
    CHECK(markers.hits[0].place == "500");
    CHECK(markers.hits[0].what == "look: \"here\"");
    CHECK(answer_to({.folder = root, .player = "nobody by that name"}).hits.empty());
}

TEST_CASE(
    "what cannot be read is a hit with its problem, and a folder that is not there an error") {
    const Folder folder;
    copy_samples(folder);
    const std::string broken = folder / "broken.reel";
    std::ofstream(broken) << "no recording";
    const LibraryAnswer all = answer_to({fs::path(broken).parent_path().string()});
    CHECK(all.code == 3);
    REQUIRE(all.hits.size() == 3);
    CHECK(all.hits[1].path == broken);
    CHECK(all.hits[1].problem != "");

    const LibraryAnswer nowhere = answer_to({folder / "nowhere"});
    CHECK(nowhere.code == 1);
    CHECK(nowhere.hits.empty());
    CHECK_THAT(nowhere.said, contains("nowhere"));
}
