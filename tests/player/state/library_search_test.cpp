// The player asks the same questions as `tickreel library`, and shows its answers.
#include "player/state/library_search.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <thread>

#include "player/state/library_pictures.h"
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

// What becomes of these paths.
std::vector<Bytes> pictures_of(const std::string& root, const std::vector<std::string>& paths) {
    LibraryPictures pictures;
    std::vector<Bytes> found;
    for (const std::string& path : paths) {
        while (pictures.find(path) == nullptr) {
            pictures.want(root, paths);
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        found.push_back(*pictures.find(path));
    }
    return found;
}

// The width and the height in a PNG's header.
std::pair<int, int> png_size(const Bytes& png) {
    if (png.size() < 24 || png[1] != 'P' || png[2] != 'N' || png[3] != 'G') return {};
    return {png[18] * 256 + png[19], png[22] * 256 + png[23]};
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
    CHECK(all.hits[0].what == "8 players, 1:00.0");
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

    const LibraryAnswer held = answer_to({.folder = root, .query = "kill.weapon == grenade"});
    REQUIRE_FALSE(held.hits.empty());
    CHECK(held.hits[0].path == arena);
    CHECK(held.hits[0].place != "");
    CHECK(held.hits[0].map == "tickreel_arena");
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

TEST_CASE("pictures of recordings are drawn once, and then those in the catalog") {
    const Folder folder;
    copy_samples(folder);
    const std::string arena = folder / "arena_8_players.reel",
                      outpost = folder / "outpost_firefall.reel", broken = folder / "broken.reel";
    std::ofstream(broken) << "no recording";
    const std::string root = fs::path(arena).parent_path().string();
    // A search draws nothing: adding a recording to the catalog takes no longer than it did.
    CHECK(answer_to({root}).hits.size() == 3);

    const std::vector<std::string> paths{arena, outpost, broken};
    const std::vector<Bytes> drawn = pictures_of(root, paths);
    CHECK(png_size(drawn[0]) == std::pair(192, 108));
    CHECK(png_size(drawn[1]) == std::pair(192, 108));
    CHECK(drawn[0] != drawn[1]);
    CHECK(drawn[2].empty());

    // Nothing can be drawn any more.
    const char* const before = std::getenv("TMPDIR");
    const std::string kept = before == nullptr ? "" : before;
    ::setenv("TMPDIR", "/nowhere/at/all", 1);
    const std::vector<Bytes> again = pictures_of(root, paths);
    const std::string other = folder / "other.reel";
    fs::copy_file(outpost, other);
    const std::vector<Bytes> fresh = pictures_of(root, {other});
    before == nullptr ? ::unsetenv("TMPDIR") : ::setenv("TMPDIR", kept.c_str(), 1);
    CHECK(again == drawn);
    CHECK(fresh[0].empty());
    CHECK(pictures_of(root, {other})[0] == drawn[1]);

    // Another recording under a known name has another picture.
    fs::remove(arena);
    fs::copy_file(outpost, arena);
    CHECK(pictures_of(root, {arena})[0] == drawn[1]);
}

TEST_CASE("a line that is no picture of a recording is none") {
    CHECK(parse_picture_line(R"({"file":"a.reel","thumbnail":"8950"})")->png == Bytes{0x89, 0x50});
    CHECK(parse_picture_line(R"({"file":"a.reel","thumbnail":""})")->png.empty());
    for (const char* line :
         {"", "tickreel library: no", R"({"file":"a.reel"})", R"({"thumbnail":"89"})",
          R"({"file":"a.reel","thumbnail":"895"})", R"({"file":"a.reel","thumbnail":"8x"})",
          R"({"file":1,"thumbnail":"89"})", "[]"})
        CHECK_FALSE(parse_picture_line(line));
}
