// Markers on finished files: appended, never lost, and earlier bytes never change.
#include "tickreel/reel/mark.h"

#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "tests/catch.h"
#include "tests/format/generate.h"
#include "tests/format/reel/small_match.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

// A recording on disk with two markers; deleted with the test.
class MatchFile {
public:
    MatchFile()
        : path_((std::filesystem::temp_directory_path() /
                 ("tickreel_mark_test_" + std::to_string(::getpid()) + ".reel"))
                    .string()) {
        write(make_small_match(true).file);
    }
    MatchFile(const MatchFile&) = delete;
    MatchFile& operator=(const MatchFile&) = delete;
    ~MatchFile() { std::filesystem::remove(path_); }

    const std::string& path() const { return path_; }
    Bytes bytes() const { return *read_whole_file(path_); }
    std::unique_ptr<ReelReader> open() const { return open_bytes(bytes()); }
    void write(ByteView bytes) const {
        std::ofstream out(path_, std::ios::binary);
        out.write(reinterpret_cast<const char*>(bytes.data()),
                  static_cast<std::streamsize>(bytes.size()));
    }

private:
    std::string path_;
};

std::vector<std::string> texts(const ReelReader& reel) {
    std::vector<std::string> texts;
    for (const Marker& marker : reel.markers()) texts.push_back(marker.text);
    return texts;
}

Marker marker_at(Tick tick, std::string text) {
    return {{0, tick}, std::move(text), 0x123456};
}

}  // namespace

TEST_CASE("markers are added, changed and deleted behind a file that stays as it is") {
    const MatchFile file;
    const Bytes before = file.bytes();
    const auto original = open_bytes(before);
    auto live = ReelReader::open(*open_file(file.path()));
    REQUIRE(live.ok());
    const std::size_t own = original->markers().size();

    const Result<std::uint32_t> number = add_marker(file.path(), marker_at(1, "first"));
    REQUIRE(number.ok());
    CHECK(*number == own);
    CHECK(file.bytes().size() - before.size() < 700);
    auto reel = file.open();
    REQUIRE(reel->markers().size() == own + 1);
    CHECK(reel->marker_numbers().size() == own + 1);
    CHECK(reel->finished());
    CHECK(reel->damage().empty());
    CHECK(*reel->statistics() == *original->statistics());

    REQUIRE(edit_marker(file.path(), *number, marker_at(3, "moved")).ok());
    REQUIRE(add_marker(file.path(), marker_at(2, "second")).ok());
    reel = file.open();
    CHECK(texts(*reel).size() == own + 2);
    CHECK(std::count(reel->markers().begin(), reel->markers().end(), marker_at(3, "moved")) == 1);
    CHECK(std::count(reel->markers().begin(), reel->markers().end(), marker_at(1, "first")) == 0);

    REQUIRE(delete_marker(file.path(), *number).ok());
    CHECK_FALSE(delete_marker(file.path(), *number).ok());
    CHECK_FALSE(edit_marker(file.path(), 1000, marker_at(1, "")).ok());
    CHECK(texts(*file.open()).size() == own + 1);

    const Bytes after = file.bytes();
    CHECK(std::equal(before.begin(), before.end(), after.begin()));
    CHECK(*file.open()->check_records(ignore_problems) > 10);
    REQUIRE((*live)->refresh().ok());
    CHECK(texts(**live) == texts(*file.open()));
    CHECK((*live)->finished());
}

TEST_CASE("hundreds of changes stay quick to open: a new footer gathers them") {
    const MatchFile file;
    const std::size_t own = file.open()->markers().size();
    for (Tick tick = 0; tick < 150; ++tick)
        REQUIRE(add_marker(file.path(), marker_at(tick, "n" + std::to_string(tick))).ok());
    const auto reel = file.open();
    CHECK(reel->markers().size() == own + 150);
    CHECK(reel->finished());
    CHECK(reel->damage().empty());
    const SmallMatch match = make_small_match(true);
    CHECK(count_right_frames(*reel, match.frames) == static_cast<int>(match.frames.size()));
    CHECK(reel->statistics()->snapshots == match.frames.size());
}

TEST_CASE("a change cut anywhere loses itself only, and the next one goes on") {
    const MatchFile file;
    const std::size_t whole = file.bytes().size();
    const std::size_t own = file.open()->markers().size();
    REQUIRE(add_marker(file.path(), marker_at(1, "cut")).ok());
    const Bytes changed = file.bytes();
    for (std::size_t size = whole; size < changed.size(); ++size) {
        INFO("cut to " << size);
        file.write(ByteView(changed).first(size));
        const auto cut = file.open();
        REQUIRE(cut->chunks().size() == open_bytes(changed)->chunks().size());
        REQUIRE(cut->markers().size() >= own);
        for (const Damage& damage : cut->damage())
            REQUIRE((damage.what == kAfterEnd || damage.what == "file ends inside a record"));
        if (size == whole + 1) REQUIRE(cut->damage().back().what == kAfterEnd);
        if (size % 16 != 0) continue;
        REQUIRE(add_marker(file.path(), marker_at(2, "next")).ok());
        const auto next = file.open();
        REQUIRE(next->finished());
        REQUIRE(next->damage().empty());
        REQUIRE(texts(*next).size() == cut->markers().size() + 1);
        REQUIRE(next->check_records([](const Problem& problem) { FAIL(problem.message); }).ok());
    }
}

TEST_CASE("a flipped bit in a change never touches what was there before") {
    const MatchFile file;
    const std::size_t whole = file.bytes().size();
    const auto own = texts(*file.open());
    REQUIRE(add_marker(file.path(), marker_at(1, "flip")).ok());
    const Bytes changed = file.bytes();
    for (std::size_t at = whole; at < changed.size(); ++at) {
        Bytes flipped = changed;
        flipped[at] ^= 4;
        const auto reel = open_bytes(flipped);
        INFO("flip at " << at);
        REQUIRE(reel->chunks().size() == open_bytes(changed)->chunks().size());
        auto seen = texts(*reel);
        std::erase(seen, "flip");
        REQUIRE(seen == own);
    }
}

TEST_CASE("what cannot be marked is refused and left alone") {
    const MatchFile file;
    const Bytes good = file.bytes();
    const auto refused = [&](const std::string& why) {
        const Bytes before = file.bytes();
        const auto added = add_marker(file.path(), marker_at(1, "no"));
        REQUIRE_FALSE(added.ok());
        CHECK_THAT(added.error().message, tickreel_test::contains(why));
        CHECK(file.bytes() == before);
    };
    SECTION("never finished") {
        file.write(make_small_match(false).file);
        refused("never finished");
    }
    SECTION("cut in the middle") {
        file.write(ByteView(good).first(good.size() / 2));
        refused("never finished");
    }
    SECTION("the header is gone") {
        Bytes bad = good;
        bad[9] ^= 1;
        file.write(bad);
        refused("is damaged at offset 0");
    }
    SECTION("somebody else writes") {
        const auto other = append_to_file(file.path());
        REQUIRE(other.ok());
        refused("another program is writing to it");
    }
    SECTION("places and texts") {
        CHECK_THAT(add_marker(file.path(), {{99, 1}, "", 0}).error().message,
                   tickreel_test::contains("segment 99"));
        CHECK_FALSE(add_marker(file.path(), {{0, 1}, std::string(5000, 'x'), 0}).ok());
        CHECK_FALSE(add_marker(file.path(), {{0, INT64_MAX}, "", 0}).ok());
        CHECK(file.bytes() == good);
    }
    SECTION("no file") {
        CHECK_FALSE(add_marker(file.path() + "x", marker_at(1, "")).ok());
    }
}
