// Parquet's row groups follow the recording: readers skip what a condition on `tick`
// excludes.

#include <set>
#include <sstream>

#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tickreel/reel/reel_reader.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

struct RowGroup {
    Tick first = 0;
    Tick last = 0;
    std::uint64_t rows = 0;
};

// As reported by DuckDB's reader.
std::vector<RowGroup> row_groups(const std::string& reel, const std::string& parquet) {
    const Ran ran = run_tickreel(
        {"sql", reel,
         "SELECT stats_min_value, stats_max_value, row_group_num_rows FROM parquet_metadata('" +
             parquet + "') WHERE path_in_schema = 'tick' ORDER BY row_group_id",
         "--format", "csv"});
    REQUIRE(ran.code == 0);
    std::vector<RowGroup> groups;
    std::istringstream lines(ran.out);
    std::string head;
    std::getline(lines, head);
    char comma = 0;
    for (RowGroup one; lines >> one.first >> comma >> one.last >> comma >> one.rows;)
        groups.push_back(one);
    return groups;
}

std::set<Tick> chunk_starts(const std::string& path) {
    auto source = open_file(path);
    REQUIRE(source);
    const auto reel = ReelReader::open(std::move(*source));
    REQUIRE(reel);
    std::set<Tick> starts;
    for (const ChunkInfo& chunk : (*reel)->chunks()) starts.insert(chunk.first_tick);
    return starts;
}

// In order, without a tick in two of them. Returns how many start with a chunk.
std::size_t check_groups(const std::vector<RowGroup>& groups, const std::set<Tick>& starts) {
    std::size_t at_chunks = 0;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        CHECK(groups[i].first <= groups[i].last);
        if (i != 0) CHECK(groups[i].first > groups[i - 1].last);
        at_chunks += starts.count(groups[i].first);
    }
    return at_chunks;
}

// Frames two ticks apart, all with the same number of items.
void write_walkers(const std::string& path, int frames, EntityId items) {
    auto file = create_file(path, IfExists::Replace);
    REQUIRE(file);
    RecordingInfo info;
    info.game = "sample";
    ReelWriter writer(std::move(*file), info, ReelOptions{});
    writer.begin_segment({"dm1", "", ""});
    const TypeId type = writer.add_type({.name = "Walker", .fields = {{"x", FieldKind::Int32}}});
    for (int i = 0; i < frames; ++i) {
        SnapshotBuilder builder;
        const Word x[] = {i};
        for (EntityId item = 0; item < items; ++item) builder.set({type, item}, x);
        Frame frame;
        frame.tick = 2 * i;
        frame.time = std::chrono::milliseconds(40 * i);
        frame.snapshot = builder.build();
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish());
}

}  // namespace

TEST_CASE("row groups begin where chunks do, groups first, and no tick is in two of them") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    // 5000 rows per chunk: three or six come close to the usual size, five make a group.
    write_walkers(reel, 3000, 100);
    const std::set<Tick> starts = chunk_starts(reel);
    REQUIRE(starts.size() > 20);
    const std::string one = folder / "one.parquet";
    REQUIRE(run_tickreel({"export", reel, "-o", one, "--types", "Walker"}).code == 0);
    const auto groups = row_groups(reel, one);
    REQUIRE(groups.size() > 10);
    CHECK(check_groups(groups, starts) == groups.size());
}

TEST_CASE("in a real match too, however its snapshots differ, for all types or some") {
    const Folder folder;
    const std::string reel = std::string(TICKREEL_SOURCE_DIR) + "/demos/arena_8_players.reel";
    const std::set<Tick> starts = chunk_starts(reel);
    const std::string path = folder / "a.parquet";
    REQUIRE(run_tickreel({"export", reel, "-o", path}).code == 0);
    const auto all = row_groups(reel, path);
    REQUIRE(all.size() > 2);
    check_groups(all, starts);  // its chunks differ by more than row groups can adapt to

    const std::string some = folder / "some.parquet";
    REQUIRE(
        run_tickreel({"export", reel, "-o", some, "--types", "Character,Pickup,ClientInfo"}).code ==
        0);
    const auto three = row_groups(reel, some);
    std::uint64_t rows = 0;
    for (const RowGroup& group : three) rows += group.rows;
    check_groups(three, starts);
    const Ran counted = run_tickreel(
        {"sql", reel, "SELECT count(*) AS n, count(DISTINCT type) AS t FROM '" + some + "'",
         "--format", "csv"});
    CHECK(counted.out == "n,t\n" + std::to_string(rows) + ",3\n");
    CHECK(rows < 60000);
}
