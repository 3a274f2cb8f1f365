#include <algorithm>
#include <chrono>
#include <functional>

#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/sample_reel.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/file.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel_test;
using tickreel::concat;

namespace {

// A recording of a match whose server answers inputs, without the snapshots of some ticks: while
// those are missing it answers nothing.
void write_answered(const std::string& path, const std::function<bool(tickreel::Tick)>& came,
                    bool with_map = false) {
    using namespace tickreel;
    auto sink = create_file(path, IfExists::Replace);
    REQUIRE(sink.ok());
    ReelWriter writer(std::move(*sink), {"sample", 50.0, std::chrono::seconds(1'700'000'000), {}});
    ItemType place;
    place.name = "Place";
    place.fields = {{"x", FieldKind::Int32}};
    ItemType answer;
    answer.name = "Answer";
    answer.use = TypeUse::Event;
    answer.event_class = EventClass::Input;
    answer.derived = true;
    answer.fields = {{"ahead", FieldKind::Int32}, {"left", FieldKind::Int32}};
    answer.fields[0].unit = "tick";
    answer.fields[1].unit = "ms";
    const TypeId places = writer.add_type(place);
    const TypeId answers = writer.add_type(answer);
    if (with_map) writer.add_attachment({"maps/dm1.map", "application/x-map", {1, 2, 3}});
    if (with_map) writer.add_attachment({"maps/dm2.map", "application/x-map", {4}});
    writer.begin_segment({"dm1", "", ""});
    for (Tick tick = 1000; tick < 4000; tick += 2) {
        if (!came(tick)) continue;
        Frame frame;
        frame.tick = tick;
        frame.time = std::chrono::seconds(1'700'000'000) + std::chrono::milliseconds(20 * tick);
        SnapshotBuilder items;
        items.set({places, 1}, make_row(place, {Value(std::int64_t{tick * 7})}));
        frame.snapshot = items.build();
        if (tick % 3 == 0) frame.events = {{answers, {3, 50}, false}};
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish().ok());
}

}  // namespace

TEST_CASE("a snapshot that another view has is a gap of one that was there and has it not") {
    const Folder folder;
    const auto late = [](tickreel::Tick tick) { return tick % 200 == 150; };
    write_answered(
        folder / "whole.reel", [&](tickreel::Tick tick) { return !late(tick); });
    write_answered(folder / "lossy.reel", [&](tickreel::Tick tick) {
        return tick >= 1200 && tick < 3800 && !late(tick) && tick % 200 != 100;
    });
    const std::string match = folder / "match.reel", out = folder / "cut.reel";
    REQUIRE(run_tickreel(
                {"merge", "--views", folder / "whole.reel", folder / "lossy.reel", "-o", match})
                .code == 0);
    std::string lost;
    for (int tick = 1300; tick < 3800; tick += 200)
        lost += concat(lost.empty() ? "" : ",", "[\"", tick, "\",\"", tick + 2, "\"]");
    const std::string none = "\"gaps\":[]", all = concat("\"gaps\":[", lost, "]");
    const auto verify = [](std::vector<std::string> file) {
        file.insert(file.begin(), "verify");
        file.insert(file.end(), {"--format", "ndjson"});
        return run_tickreel(file).out;
    };
    CHECK_THAT(verify({folder / "lossy.reel"}), contains(none));
    CHECK_THAT(verify({match, "--view", "lossy"}), contains(all));
    CHECK_THAT(verify({match, "--view", "whole"}), contains(none));
    CHECK_THAT(verify({match, "--view", "union"}), contains(none));
    CHECK_THAT(run_tickreel({"verify", match, "--view", "lossy", "--explain"}).out,
               contains("1300") && contains("another view has this tick's snapshot"));
    CHECK_THAT(run_tickreel({"doctor", match, "--format", "csv"}).out,
               contains("lossy,gap,1300") && !contains("whole,gap"));
    // What is taken out is the recording that went in, which knows of no other.
    REQUIRE(run_tickreel({"cut", match, "--view", "lossy", "-o", out}).code == 0);
    CHECK_THAT(verify({out}), contains(none));
    CHECK(run_tickreel({"diff", out, folder / "lossy.reel"}).code == 0);
    REQUIRE(run_tickreel({"cut", match, "--view", "lossy", "--all-gaps", "-f", "-o", out}).code ==
            0);
    CHECK_THAT(verify({out}), contains(all));
    CHECK(run_tickreel({"cut", match, "--ticks", "1..2", "--all-gaps", "-f", "-o", out}).code == 2);
    const Ran rows = run_tickreel(
        {"sql", match, "--view", "lossy", "--format", "csv", "SELECT count(*) AS n FROM gaps"});
    if (rows.code != 1)  // no DuckDB
        CHECK(rows.out == "n\n13\n");
}

namespace {

// A DDNet server's: it names the type with number 32766 in the snapshot of a tick; before, its item
// is raw.
void write_named(const std::string& path, tickreel::Tick named_at) {
    using namespace tickreel;
    auto sink = create_file(path, IfExists::Replace);
    REQUIRE(sink.ok());
    ReelWriter writer(std::move(*sink),
                      {"teeworlds", 50.0, std::chrono::seconds(1'700'000'000), {}});
    const auto add = [&](const char* name, const char* origin, std::vector<Field> fields) {
        ItemType type;
        type.name = name;
        type.origin = origin;
        type.fields = std::move(fields);
        type.known = !type.fields.empty();
        return writer.add_type(type);
    };
    const Field number{"a", FieldKind::Int32};
    const TypeId raw = add("type_32766", "32766", {});
    const TypeId naming =
        add("ExtendedType", "0",
            {number, {"b", FieldKind::Int32}, {"c", FieldKind::Int32}, {"d", FieldKind::Int32}});
    const TypeId thing = add("Thing", "uuid 00000001-0000-0002-0000-000300000004", {number});
    writer.begin_segment({"dm1", "", ""});
    for (Tick tick = 1000; tick < 1200; tick += 2) {
        Frame frame;
        frame.tick = tick;
        frame.time = std::chrono::seconds(1'700'000'000) + std::chrono::milliseconds(20 * tick);
        SnapshotBuilder items;
        if (tick >= named_at) items.set({naming, 32766}, std::vector<Word>{1, 2, 3, 4});
        items.set({tick >= named_at ? thing : raw, 8}, std::vector<Word>{static_cast<Word>(tick)});
        frame.snapshot = items.build();
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish().ok());
}

}  // namespace

TEST_CASE("an item that one view got before the name of its type is in the union once") {
    const Folder folder;
    write_named(folder / "early.reel", 1000);
    write_named(folder / "late.reel", 1050);
    const std::string match = folder / "match.reel", demo = folder / "union.demo";
    REQUIRE(
        run_tickreel({"merge", "--views", folder / "early.reel", folder / "late.reel", "-o", match})
            .code == 0);
    const auto items = [&](const char* view) {
        const Ran ran = run_tickreel({"cat", match, "--view", view, "--format", "csv"});
        CHECK(ran.code == 0);
        return std::pair(std::count(ran.out.begin(), ran.out.end(), '\n'),
                         ran.out.find("type_32766") != std::string::npos);
    };
    CHECK(items("late").second);
    CHECK(items("union") == items("early"));
    const Ran made = run_tickreel({"export", match, "--view", "union", "-o", demo});
    INFO(made.err);
    CHECK(made.code == 0);
    const Ran missing = run_tickreel({"sql", match, "--format", "csv",
                                      "SELECT (SELECT count(*) FROM missing) AS missing, (SELECT "
                                      "count(*) FROM conflicts) AS conflicts"});
    if (missing.err.find("DuckDB") == std::string::npos)
        CHECK(missing.out == "missing,conflicts\n25,0\n");
}

// Who had the map was not sent it, and has it in no recording.
TEST_CASE("who answers about a view has the map that another one's recording holds") {
    const Folder folder;
    const auto all = [](tickreel::Tick) { return true; };
    write_answered(folder / "sent.reel", all, true);
    write_answered(folder / "had.reel", all);
    const std::string match = folder / "match.reel", out = folder / "cut.reel";
    REQUIRE(
        run_tickreel({"merge", "--views", folder / "sent.reel", folder / "had.reel", "-o", match})
            .code == 0);
    const auto attachments = [&](std::vector<std::string> cut) {
        cut.insert(cut.begin(), {"cut", match, "--view", "had", "-o", out, "-f"});
        REQUIRE(run_tickreel(cut).code == 0);
        return run_tickreel({"list", out, "attachments", "--format", "csv"}).out;
    };
    CHECK_THAT(attachments({}), !contains("maps/"));  // the recording that went in
    const std::string told = attachments({"--all-gaps"});
    CHECK_THAT(told, contains("maps/dm1.map") && !contains("dm2"));
}
