// The C interface against the C++ reader behind it: the same frames, rows and values; errors with
// text; refresh.

#include "tests/format/c/c_reel.h"

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "tests/catch.h"
#include "tests/format/reel/small_match.h"
#include "tickreel/model/row.h"
#include "tickreel/reel/reel_reader.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

const std::string kDemo = TICKREEL_SOURCE_DIR "/demos/arena_8_players.reel";

std::unique_ptr<ReelReader> read_with_cpp(const std::string& path) {
    auto source = open_file(path);
    REQUIRE(source.ok());
    auto reader = ReelReader::open(*std::move(source));
    REQUIRE(reader.ok());
    return *std::move(reader);
}

bool same_row(const tickreel_row& row, TypeId type, EntityId entity, Row words) {
    return row.type == type && row.entity == entity &&
           std::equal(words.begin(), words.end(), row.words, row.words + row.word_count);
}

void check_frame(const tickreel_frame* frame, const Frame& expected) {
    const tickreel_frame_facts facts = tickreel_frame_get(frame);
    REQUIRE(facts.moment.segment == expected.segment);
    REQUIRE(facts.moment.tick == expected.tick);
    REQUIRE(facts.time_ns == expected.time.count());
    REQUIRE(facts.items == expected.snapshot.size());
    REQUIRE(facts.events == expected.events.size());
    REQUIRE(facts.checksum_sent == expected.wire.expected);
    tickreel_row row{};
    bool same = true;
    for (std::size_t i = 0; i < facts.items; ++i) {
        const Item item = expected.snapshot[i];
        same = same && tickreel_frame_item(frame, i, &row, nullptr) == TICKREEL_OK &&
               same_row(row, item.key.type, item.key.entity, item.row);
        same = same &&
               tickreel_frame_find(frame, row.type, row.entity, &row, nullptr) == TICKREEL_OK &&
               same_row(row, item.key.type, item.key.entity, item.row);
    }
    for (std::size_t i = 0; i < facts.events; ++i)
        same = same && tickreel_frame_event(frame, i, &row, nullptr) == TICKREEL_OK &&
               same_row(row, expected.events[i].type, 0, expected.events[i].row);
    REQUIRE(same);
}

bool same_value(const CReel& reel, const tickreel_row& row, std::uint32_t field,
                const ItemType& type) {
    char text[300];
    tickreel_value value{};
    if (tickreel_read(reel, &row, field, &value, text, sizeof text, nullptr) != TICKREEL_OK)
        return false;
    const Value expected = read_field(type, {row.words, row.word_count}, field);
    if (const auto* number = std::get_if<std::int64_t>(&expected))
        return value.i64 == *number &&
               (type.fields[field].kind != FieldKind::Enum ||
                text == std::string(enum_name(type.fields[field], *number)));
    if (const auto* wide = std::get_if<std::uint64_t>(&expected)) return value.u64 == *wide;
    if (const auto* real = std::get_if<double>(&expected)) return value.f64 == *real;
    if (const auto* flag = std::get_if<bool>(&expected)) return (value.i64 != 0) == *flag;
    if (const auto* said = std::get_if<std::string>(&expected))
        return value.size == said->size() && text == *said;
    return value.kind == TICKREEL_NULL && std::holds_alternative<std::monostate>(expected);
}

}  // namespace

TEST_CASE("a cursor gives every frame, and at() the same ones") {
    const CReel reel(kDemo);
    const auto reader = read_with_cpp(kDemo);
    tickreel_cursor* cursor = nullptr;
    REQUIRE(tickreel_frames(reel, nullptr, &cursor, nullptr) == TICKREEL_OK);
    const tickreel_frame* frame = nullptr;
    std::size_t number = 0;
    const auto scanned =
        reader->scan(reader->everything(), ignore_problems, [&](const Frame& expected) {
            REQUIRE(tickreel_next(cursor, &frame, nullptr, nullptr) == TICKREEL_OK);
            check_frame(frame, expected);
            if (number++ % 100 == 0) {
                tickreel_frame* there = nullptr;
                REQUIRE(tickreel_at(reel, {expected.segment, expected.tick}, &there, nullptr) ==
                        TICKREEL_OK);
                check_frame(there, expected);
                tickreel_frame_close(there);
            }
            return true;
        });
    REQUIRE(scanned.ok());
    CHECK(number > 500);
    CHECK(tickreel_next(cursor, &frame, nullptr, nullptr) == TICKREEL_END);
    CHECK(tickreel_next(cursor, &frame, nullptr, nullptr) == TICKREEL_END);
    CHECK(frame == nullptr);
    tickreel_cursor_close(cursor);
}

TEST_CASE("events that a recording has none of are no rows and no mistake, as in tables") {
    const CReel reel(TICKREEL_SOURCE_DIR "/demos/outpost_firefall.reel");
    tickreel_cursor* cursor = nullptr;
    REQUIRE(tickreel_rows(reel, "Vote", nullptr, &cursor, nullptr) == TICKREEL_OK);
    const tickreel_frame* frame = nullptr;
    tickreel_row row{};
    CHECK(tickreel_next(cursor, &frame, &row, nullptr) == TICKREEL_END);
    tickreel_cursor_close(cursor);
    CHECK(tickreel_rows(reel, "no such thing", nullptr, &cursor, nullptr) == TICKREEL_ARGUMENT);
    CHECK(cursor == nullptr);
}

TEST_CASE("items that are called like a class of events are found") {
    const CReel reel(kDemo);  // has items Flag, and no event about flags
    tickreel_cursor* cursor = nullptr;
    REQUIRE(tickreel_rows(reel, "flag", nullptr, &cursor, nullptr) == TICKREEL_OK);
    const tickreel_frame* frame = nullptr;
    CHECK(tickreel_next(cursor, &frame, nullptr, nullptr) == TICKREEL_OK);
    tickreel_cursor_close(cursor);
}

TEST_CASE("rows of one type over a range, with their values") {
    const CReel reel(kDemo);
    const auto reader = read_with_cpp(kDemo);
    tickreel_range range{};
    REQUIRE(tickreel_locate_range(reel, "10%..30%", &range, nullptr) == TICKREEL_OK);
    for (const char* name : {"Character", "kill", "PlayerInfo", "ClientInfo"}) {
        std::uint32_t type = 0;
        REQUIRE(tickreel_find_type(reel, name, &type, nullptr) == TICKREEL_OK);
        const ItemType& meaning = reader->schema()[static_cast<TypeId>(type)];
        tickreel_cursor* cursor = nullptr;
        REQUIRE(tickreel_rows(reel, name, &range, &cursor, nullptr) == TICKREEL_OK);
        const tickreel_frame* frame = nullptr;
        tickreel_row row{};
        std::size_t count = 0;
        std::size_t wrong = 0;
        while (tickreel_next(cursor, &frame, &row, nullptr) == TICKREEL_OK) {
            wrong += row.type == type ? 0U : 1U;
            for (std::uint32_t field = 0; field < meaning.fields.size(); ++field)
                wrong += same_value(reel, row, field, meaning) ? 0U : 1U;
            ++count;
        }
        CHECK(wrong == 0);
        tickreel_cursor_close(cursor);
        std::size_t expected = 0;
        const MomentRange moments{{range.from.segment, range.from.tick},
                                  {range.to.segment, range.to.tick}};
        static_cast<void>(reader->scan(moments, ignore_problems, [&](const Frame& scanned) {
            for (const Item item : scanned.snapshot) expected += item.key.type == type ? 1U : 0U;
            for (const Event& event : scanned.events) expected += event.type == type ? 1U : 0U;
            return true;
        }));
        CHECK(count == expected);
        CHECK(count > 0);
    }
}

TEST_CASE("timeline and totals") {
    const CReel reel(kDemo);
    const auto reader = read_with_cpp(kDemo);
    REQUIRE(tickreel_segment_count(reel) == reader->timeline().segments().size());
    tickreel_segment segment{};
    REQUIRE(tickreel_segment_at(reel, 0, &segment, nullptr) == TICKREEL_OK);
    CHECK(segment.first_tick == reader->timeline().first().tick);
    CHECK(segment.last_tick == reader->timeline().last().tick);
    CHECK(segment.map == reader->segments()[0].map);
    tickreel_moment middle{};
    REQUIRE(tickreel_locate(reel, "50%", &middle, nullptr) == TICKREEL_OK);
    CHECK(middle.tick == reader->timeline().locate("50%")->tick);
    CHECK(tickreel_seconds(reel, middle) ==
          reader->timeline().seconds({middle.segment, middle.tick}));
    tickreel_totals totals{};
    REQUIRE(tickreel_verify(reel, &totals, nullptr) == TICKREEL_OK);
    const auto counts = reader->statistics();
    REQUIRE(counts.ok());
    CHECK(totals.snapshots == counts->snapshots);
    CHECK(totals.wire_ok == counts->wire_ok);
    CHECK(totals.gaps == counts->gaps.size());
    CHECK(totals.damages == 0);
    CHECK(totals.unreadable_ticks == 0);
}

TEST_CASE("what is refused sets its outputs to nothing, whichever argument is missing") {
    const CReel reel(kDemo);
    char byte = 0;
    auto* const wild = reinterpret_cast<tickreel_reel*>(&byte);
    tickreel_reel* opened = wild;
    CHECK(tickreel_open(nullptr, nullptr, &opened, nullptr) == TICKREEL_ARGUMENT);
    CHECK(opened == nullptr);
    opened = wild;
    CHECK(tickreel_open_memory(nullptr, 1, nullptr, &opened, nullptr) == TICKREEL_ARGUMENT);
    CHECK(opened == nullptr);
    char* text = &byte;
    CHECK(tickreel_info_json(nullptr, &text, nullptr) == TICKREEL_ARGUMENT);
    CHECK(text == nullptr);
    text = &byte;
    CHECK(tickreel_missing(nullptr, nullptr, &text, nullptr) == TICKREEL_ARGUMENT);
    CHECK(text == nullptr);
    int grown = 7;
    CHECK(tickreel_refresh(nullptr, &grown, nullptr) == TICKREEL_ARGUMENT);
    CHECK(grown == 0);
    auto* cursor = reinterpret_cast<tickreel_cursor*>(&byte);
    CHECK(tickreel_rows(reel, nullptr, nullptr, &cursor, nullptr) == TICKREEL_ARGUMENT);
    CHECK(cursor == nullptr);
    tickreel_moment moment{7, 7};
    CHECK(tickreel_locate(reel, nullptr, &moment, nullptr) == TICKREEL_ARGUMENT);
    CHECK(moment.tick == 0);
    std::uint32_t type = 7;
    CHECK(tickreel_find_type(reel, nullptr, &type, nullptr) == TICKREEL_ARGUMENT);
    CHECK(type == 0);
}

TEST_CASE("errors have a code and one line of text") {
    const CReel reel(kDemo);
    tickreel_error error{};
    tickreel_reel* other = nullptr;
    CHECK(tickreel_open("no/such/file.reel", nullptr, &other, &error) == TICKREEL_FILE);
    CHECK(error.status == TICKREEL_FILE);
    CHECK_THAT(error.text, contains("no/such/file.reel"));
    CHECK(other == nullptr);
    CHECK(tickreel_open_memory("not a reel", 10, nullptr, &other, &error) == TICKREEL_FILE);
    CHECK(tickreel_open(nullptr, nullptr, &other, &error) == TICKREEL_ARGUMENT);
    std::uint32_t number = 0;
    CHECK(tickreel_find_type(reel, "Charcter", &number, &error) == TICKREEL_ARGUMENT);
    CHECK_THAT(error.text, contains("did you mean 'Character'?"));
    tickreel_moment moment{};
    CHECK(tickreel_locate(reel, "999999999", &moment, &error) == TICKREEL_NOWHERE);
    CHECK(tickreel_locate(reel, "nonsense", &moment, &error) == TICKREEL_ARGUMENT);
    tickreel_frame* frame = nullptr;
    CHECK(tickreel_at(reel, {7, 1}, &frame, &error) == TICKREEL_NOWHERE);
    tickreel_segment segment{};
    CHECK(tickreel_segment_at(reel, 99, &segment, &error) == TICKREEL_NOWHERE);
    tickreel_row row{};
    CHECK(tickreel_frame_item(nullptr, 0, &row, &error) == TICKREEL_ARGUMENT);
    tickreel_value value{};
    row.type = 60000;
    CHECK(tickreel_read(reel, &row, 0, &value, nullptr, 0, &error) == TICKREEL_ARGUMENT);
    row = {0, 0, nullptr, 3};  // made by hand
    CHECK(tickreel_read(reel, &row, 0, &value, nullptr, 0, &error) == TICKREEL_ARGUMENT);
    CHECK_THAT(error.text, contains("words"));
    row.word_count = 0;
    CHECK(tickreel_read(reel, &row, 0, &value, nullptr, 0, &error) == TICKREEL_OK);
    CHECK(value.kind == TICKREEL_NULL);
    char text[] = "before";
    CHECK(tickreel_read(nullptr, &row, 0, &value, text, sizeof text, &error) == TICKREEL_ARGUMENT);
    CHECK(text == std::string());
    const tickreel_range backwards{{0, 500}, {0, 100}};
    tickreel_cursor* cursor = nullptr;
    CHECK(tickreel_frames(reel, &backwards, &cursor, &error) == TICKREEL_ARGUMENT);
    CHECK(std::string(error.text).find('\n') == std::string::npos);
}

TEST_CASE("a refresh takes in what a file grew by, and waits for nobody who reads") {
    const SmallMatch match = make_small_match(true);
    const auto path = std::filesystem::temp_directory_path() / "tickreel_c_refresh.reel";
    const auto write = [&](std::size_t from, std::size_t to) {
        std::ofstream file(path, from == 0 ? std::ios::binary : std::ios::binary | std::ios::app);
        file.write(reinterpret_cast<const char*>(match.file.data()) + from,
                   static_cast<std::streamsize>(to - from));
    };
    const auto count = [](const tickreel_reel* reel) {
        tickreel_cursor* cursor = nullptr;
        REQUIRE(tickreel_frames(reel, nullptr, &cursor, nullptr) == TICKREEL_OK);
        const tickreel_frame* frame = nullptr;
        std::size_t frames = 0;
        while (tickreel_next(cursor, &frame, nullptr, nullptr) == TICKREEL_OK) ++frames;
        tickreel_cursor_close(cursor);
        return frames;
    };
    write(0, match.file.size() / 2);
    const CReel reel(path.string());
    const std::size_t before = count(reel);
    write(match.file.size() / 2, match.file.size());
    tickreel_cursor* open = nullptr;
    REQUIRE(tickreel_frames(reel, nullptr, &open, nullptr) == TICKREEL_OK);
    int grown = 0;
    tickreel_error error{};
    CHECK(tickreel_refresh(reel, &grown, &error) == TICKREEL_BUSY);
    tickreel_cursor_close(open);
    REQUIRE(tickreel_refresh(reel, &grown, &error) == TICKREEL_OK);
    CHECK(grown == 1);
    CHECK(before < match.frames.size());
    CHECK(count(reel) == match.frames.size());
    REQUIRE(tickreel_refresh(reel, &grown, &error) == TICKREEL_OK);
    CHECK(grown == 0);
    std::filesystem::remove(path);
}

TEST_CASE("what outlives the recording's handle still works") {
    tickreel_cursor* cursor = nullptr;
    {
        const CReel reel(kDemo);
        REQUIRE(tickreel_frames(reel, nullptr, &cursor, nullptr) == TICKREEL_OK);
    }
    const tickreel_frame* frame = nullptr;
    CHECK(tickreel_next(cursor, &frame, nullptr, nullptr) == TICKREEL_OK);
    CHECK(tickreel_frame_get(frame).items > 0);
    tickreel_cursor_close(cursor);
}

TEST_CASE("a refresh that finds nothing new changes no answer about a cut file") {
    std::ifstream file(kDemo, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    const std::size_t half = bytes.size() / 2;
    tickreel_error error{};
    tickreel_reel* reel = nullptr;
    REQUIRE(tickreel_open_memory(bytes.data(), half, nullptr, &reel, &error) == TICKREEL_OK);
    tickreel_totals before{};
    REQUIRE(tickreel_verify(reel, &before, &error) == TICKREEL_OK);
    CHECK(before.unreadable_ticks > 0);
    CHECK(before.damages > 0);
    int grown = 1;
    REQUIRE(tickreel_refresh(reel, &grown, &error) == TICKREEL_OK);
    CHECK(grown == 0);
    const auto hook = [](void*, const tickreel_news*) { return 0; };
    tickreel_watch* watch = nullptr;
    REQUIRE(tickreel_watch_open(reel, nullptr, hook, nullptr, &watch, &error) == TICKREEL_OK);
    CHECK(tickreel_watch_poll(watch, &error) == TICKREEL_OK);
    tickreel_watch_close(watch);
    tickreel_totals after{};
    REQUIRE(tickreel_verify(reel, &after, &error) == TICKREEL_OK);
    CHECK(after.unreadable_ticks == before.unreadable_ticks);
    CHECK(after.damages == before.damages);
    tickreel_close(reel);
}

TEST_CASE("what a strict recording lacks is an error, and said by tickreel_missing") {
    std::ifstream file(kDemo, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(file), {}};
    REQUIRE(bytes.size() > 1000);
    bytes[bytes.size() / 2] ^= 0x55;
    tickreel_error error{};
    for (const int strict : {0, 1}) {
        tickreel_open_options options{};
        options.struct_size = sizeof options;
        options.strict = strict;
        tickreel_reel* reel = nullptr;
        REQUIRE(tickreel_open_memory(bytes.data(), bytes.size(), &options, &reel, &error) ==
                TICKREEL_OK);
        struct ArrowArrayStream stream {};
        const tickreel_status status =
            tickreel_query(reel, "Character.health <= 2", nullptr, 0, &stream, &error);
        CHECK(status == (strict != 0 ? TICKREEL_FILE : TICKREEL_OK));
        if (stream.release != nullptr) stream.release(&stream);
        char* text = nullptr;
        REQUIRE(tickreel_missing(reel, nullptr, &text, &error) == TICKREEL_OK);
        CHECK(std::string(text).find("are missing") != std::string::npos);
        tickreel_free(text);
        tickreel_close(reel);
    }
}
