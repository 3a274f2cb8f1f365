#include <cstdio>
#include <filesystem>
#include <fstream>

#include "recorder/games/teeworlds/map_finder.h"
#include "recorder/games/teeworlds/map_names.h"
#include "recorder/games/teeworlds/map_tracker.h"
#include "tests/catch.h"
#include "tickreel/base/crc32.h"
#include "tickreel/base/sha256.h"

using namespace tickreel;
using namespace tickreel::teeworlds;

namespace {

namespace fs = std::filesystem;

Bytes some_map(std::size_t size) {
    Bytes map(size);
    for (std::size_t i = 0; i < size; ++i) map[i] = static_cast<Byte>(i * 31 + i / 256);
    return map;
}

Bytes map_change(const std::string& name, const Bytes& map) {
    Packer body;
    body.add_string(name);
    body.add_int(static_cast<std::int32_t>(crc32_ieee(map)));
    body.add_int(static_cast<std::int32_t>(map.size()));
    return body.take();
}

Bytes map_details(const std::string& name, const Bytes& map) {
    Packer body;
    body.add_string(name);
    body.add_raw(sha256(map));
    body.add_int(static_cast<std::int32_t>(crc32_ieee(map)));
    body.add_int(static_cast<std::int32_t>(map.size()));
    body.add_string("https://example.org/map");
    return body.take();
}

Bytes map_data(const Bytes& map, int index, std::size_t chunk) {
    const std::size_t begin = static_cast<std::size_t>(index) * chunk;
    const std::size_t size = std::min(chunk, map.size() - begin);
    Packer body;
    body.add_int(begin + size == map.size() ? 1 : 0);
    body.add_int(static_cast<std::int32_t>(crc32_ieee(map)));
    body.add_int(index);
    body.add_int(static_cast<std::int32_t>(size));
    body.add_raw(ByteView(map).subspan(begin, size));
    return body.take();
}

// A folder that is deleted at the end of the test.
class TemporaryFolder {
public:
    TemporaryFolder() {
        path_ = fs::temp_directory_path() /
                ("tickreel-map-test-" + std::to_string(reinterpret_cast<std::uintptr_t>(this)));
        fs::create_directories(path_);
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    std::string path() const { return path_.string(); }
    std::string write(const std::string& name, const Bytes& bytes) const {
        const fs::path path = path_ / name;
        fs::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()),
                   static_cast<std::streamsize>(bytes.size()));
        return path.string();
    }

private:
    fs::path path_;
};

Segment segment_of(const std::string& name, const Bytes& map) {
    return {name, hex(sha256(map)), crc_text(crc32_ieee(map))};
}

}  // namespace

TEST_CASE("MAP_DETAILS adds its hash to the MAP_CHANGE that follows") {
    const Bytes map = some_map(100);
    MapTracker tracker;
    CHECK_FALSE(tracker.known());
    tracker.map_details(map_details("arena", map));
    REQUIRE(tracker.map_change(Protocol::V06, map_change("arena", map)));
    CHECK(tracker.segment() == segment_of("arena", map));
    // The next map has no details.
    const Bytes other = some_map(50);
    REQUIRE(tracker.map_change(Protocol::V06, map_change("other", other)));
    CHECK(tracker.segment().map == "other");
    CHECK(tracker.segment().map_sha256.empty());
}

TEST_CASE("a map sent in the connection is put together and checked") {
    const Bytes map = some_map(2500);
    MapTracker tracker;
    REQUIRE(tracker.map_change(Protocol::V06, map_change("arena", map)));
    tracker.map_data(Protocol::V06, map_data(map, 0, 895));
    tracker.map_data(Protocol::V06, map_data(map, 0, 895));  // requested twice
    CHECK_FALSE(tracker.take_file());
    tracker.map_data(Protocol::V06, map_data(map, 2, 895));  // out of order
    tracker.map_data(Protocol::V06, map_data(map, 1, 895));
    tracker.map_data(Protocol::V06, map_data(map, 2, 895));
    const auto file = tracker.take_file();
    REQUIRE(file);
    CHECK(file->name == "maps/arena.map");
    CHECK(file->media == "application/x-teeworlds-map");
    CHECK(file->bytes == map);
    CHECK_FALSE(tracker.take_file());  // only once
}

TEST_CASE("0.7 maps come as bytes alone, their hash in MAP_CHANGE") {
    const Bytes map = some_map(300);
    Packer change;
    change.add_raw(map_change("arena", map));
    change.add_int(8);
    change.add_int(1384);
    change.add_raw(sha256(map));
    MapTracker tracker;
    REQUIRE(tracker.map_change(Protocol::V07, change.data()));
    CHECK(tracker.segment() == segment_of("arena", map));
    tracker.map_data(Protocol::V07, ByteView(map).first(200));
    tracker.map_data(Protocol::V07, ByteView(map).subspan(200));
    REQUIRE(tracker.take_file());
}

TEST_CASE("a map that is not the announced one is thrown away") {
    const Bytes map = some_map(100);
    Bytes forged = map;
    forged[50] ^= 1;
    MapTracker tracker;
    tracker.map_details(map_details("arena", map));
    REQUIRE(tracker.map_change(Protocol::V06, map_change("arena", map)));
    Packer body;
    body.add_int(1);
    body.add_int(static_cast<std::int32_t>(crc32_ieee(map)));
    body.add_int(0);
    body.add_int(100);
    body.add_raw(forged);
    tracker.map_data(Protocol::V06, body.data());
    CHECK_FALSE(tracker.take_file());
}

TEST_CASE("broken and hostile map messages do nothing") {
    MapTracker tracker;
    CHECK_FALSE(tracker.map_change(Protocol::V06, {}));
    CHECK_FALSE(tracker.map_change(Protocol::V06, Bytes{0, 0, 0}));  // no name
    tracker.map_details(Bytes{'x', 0, 1});
    const Bytes map = some_map(10);
    Packer huge;
    huge.add_string("huge");
    huge.add_int(1);
    huge.add_int(INT32_MAX);
    REQUIRE(tracker.map_change(Protocol::V06, huge.data()));
    tracker.map_data(Protocol::V06, map_data(map, 0, 10));
    tracker.map_data(Protocol::V06, Bytes{1, 2});
    CHECK_FALSE(tracker.take_file());
}

TEST_CASE("maps are found where the games keep them, and only the right ones") {
    const TemporaryFolder folder;
    const Bytes map = some_map(400);
    const Segment segment = segment_of("arena", map);
    const std::vector<std::string> folders{folder.path() + "/none", folder.path()};
    CHECK(find_map_in(folders, segment).empty());

    folder.write("maps/arena.map", some_map(401));
    CHECK(find_map_in(folders, segment).empty());  // a different map of that name
    const std::string plain = folder.write("maps/arena.map", map);
    CHECK(find_map_in(folders, segment) == plain);
    const std::string by_crc =
        folder.write("downloadedmaps/arena_" + segment.map_crc + ".map", map);
    CHECK(find_map_in(folders, segment) == by_crc);
    const std::string by_sha =
        folder.write("downloadedmaps/arena_" + segment.map_sha256 + ".map", map);
    CHECK(find_map_in(folders, segment) == by_sha);

    CHECK(find_map_in(folders, {"arena", "", segment.map_crc}) == by_crc);
    CHECK(find_map_in(folders, {"arena", "", ""}).empty());  // nothing to identify it
    CHECK(find_map_in(folders, {"../maps/arena", segment.map_sha256, ""}).empty());
}

TEST_CASE("names of maps are names, not paths") {
    CHECK(is_safe_map_name("Sunny Side Up"));
    for (const std::string_view bad : {"", ".", "..", "a/b", "a\\b", "c:x", "a\nb"})
        CHECK_FALSE(is_safe_map_name(bad));
    CHECK_FALSE(is_safe_map_name(std::string(64, 'x')));
    CHECK(map_attachment_name("dm1") == "maps/dm1.map");
    CHECK(map_attachment_name("..") == "maps/unnamed.map");
    CHECK(map_attachment_name("a/../b") == "maps/a_.._b.map");
}
