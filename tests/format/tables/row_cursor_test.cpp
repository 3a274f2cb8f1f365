#include "tickreel/tables/row_cursor.h"

#include "format/tables/item_rows.h"
#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/sample_reel.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

// A sample on disk, opened as one table.
struct Opened {
    Folder folder{};
    std::unique_ptr<ReelReader> reel{};
    std::vector<TablePlan> plans{};
    std::vector<ReelFile> files{};

    explicit Opened(const SampleOptions& options = {}) {
        write_sample(folder / "a.reel", options);
        auto source = open_file(folder / "a.reel");
        REQUIRE(source.ok());
        auto opened = ReelReader::open(*std::move(source));
        REQUIRE(opened.ok());
        reel = *std::move(opened);
        const NamedSchema named{"a.reel", &reel->schema()};
        auto planned = plan_tables({&named, 1});
        REQUIRE(planned.ok());
        plans = *std::move(planned);
        files = {{"a.reel", reel.get(), reel->everything()}};
    }

    const TablePlan& plan(const std::string& name) const {
        for (const TablePlan& known : plans)
            if (known.name == name) return known;
        FAIL("no table " << name);
        return plans.front();
    }

    // The ticks of all rows.
    std::vector<Tick> ticks(const std::string& name, TickBounds bounds = {}) const {
        const auto rows = open_rows(plan(name), files, bounds, ignore_problems);
        std::vector<Tick> ticks;
        while (*rows->next()) ticks.push_back(std::get<std::int64_t>(rows->value(0)));
        // Stays at the end.
        CHECK(!*rows->next());
        CHECK(!*rows->next());
        return ticks;
    }
};

}  // namespace

TEST_CASE("every table ends, stays ended, and has as many rows as it says") {
    SampleOptions two;
    two.segments = 2;
    for (const SampleOptions& options : {SampleOptions{}, two}) {
        const Opened opened(options);
        for (const TablePlan& plan : opened.plans) {
            // The sample contains no player names, and the files tell of gaps only when read.
            if (plan.kind == TableKind::Players || plan.kind == TableKind::Gaps) continue;
            INFO(plan.name);
            const auto count = count_rows(plan, opened.files);
            REQUIRE(count.has_value());
            CHECK(opened.ticks(plan.name).size() == *count);
        }
    }
}

TEST_CASE("gaps has what is missing behind the last snapshot, and of the others what is in range") {
    SampleOptions options;
    options.segments = 2;
    options.gap_after = 500;
    Opened opened(options);
    const auto gaps = [&] {
        const auto rows = open_rows(opened.plan("gaps"), opened.files, {}, ignore_problems);
        const auto& columns = opened.plan("gaps").columns;
        std::vector<std::int64_t> found;
        while (*rows->next())
            for (std::size_t i = 0; i < columns.size(); ++i)
                if (columns[i].name == "from_tick" || columns[i].name == "to_tick")
                    found.push_back(std::get<std::int64_t>(rows->value(i)));
        return found;
    };
    CHECK(gaps() == std::vector<std::int64_t>{124, 126, 140, 640, 124, 126, 140, 640});
    opened.files[0].range = {{0, 130}, {1, 200}};
    CHECK(gaps() == std::vector<std::int64_t>{140, 640, 124, 126, 140, 200});
}

TEST_CASE("bounds take the ticks between them, in every segment") {
    SampleOptions two;
    two.segments = 2;
    const Opened opened(two);
    CHECK(opened.ticks("walker", {103, 107}) == std::vector<Tick>{104, 106, 104, 106});
    CHECK(opened.ticks("snapshots", {138, 999}) == std::vector<Tick>{138, 138});
    CHECK(opened.ticks("chat", {0, 99}).empty());
}

TEST_CASE("batches are full, also where the frames in memory end; with every row once") {
    SampleOptions two;
    two.segments = 2;
    const Opened opened(two);
    for (const char* name : {"walker", "chest", "items"}) {
        INFO(name);
        ItemRows rows(opened.plan(name), opened.files, {}, ignore_problems);
        std::vector<Tick> ticks;
        std::size_t before = 3;
        while (true) {
            const auto batch = rows.batch(3);
            REQUIRE(batch.ok());
            if (batch->empty()) break;
            CHECK(before == 3);
            before = batch->size();
            CHECK(rows.file().path == "a.reel");
            for (const ItemRow& row : *batch)
                ticks.push_back(std::get<std::int64_t>(rows.value(row, 0)));
        }
        CHECK(ticks == opened.ticks(name));
    }
}
