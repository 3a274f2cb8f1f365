// The Arrow streams compared with the row cursors of SQL: every value of every table, read by a
// small independent reader of Arrow's layout.

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>

#include <nlohmann/json.hpp>

#include "recorder/games/game.h"
#include "tests/catch.h"
#include "tests/format/c/c_reel.h"
#include "tickreel/base/file.h"
#include "tickreel/games/evolvers.h"
#include "tickreel/reel/reel_writer.h"
#include "tickreel/tables/row_cursor.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

const std::string kDemos = TICKREEL_SOURCE_DIR "/demos/";

class Stream {
public:
    Stream() = default;
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    ~Stream() {
        if (stream_.release != nullptr) stream_.release(&stream_);
    }
    ArrowArrayStream* get() { return &stream_; }

    ArrowSchema schema() {
        ArrowSchema schema{};
        REQUIRE(stream_.get_schema(&stream_, &schema) == 0);
        return schema;
    }
    // released: the end
    ArrowArray next() {
        ArrowArray array{};
        REQUIRE(stream_.get_next(&stream_, &array) == 0);
        return array;
    }

private:
    ArrowArrayStream stream_{};
};

template <class T>
T element(const ArrowArray& array, int buffer, std::int64_t row) {
    T value{};
    std::memcpy(
        &value,
        static_cast<const char*>(array.buffers[buffer]) + static_cast<std::size_t>(row) * sizeof(T),
        sizeof value);
    return value;
}

bool bit(const void* bits, std::int64_t row) {
    return ((static_cast<const std::uint8_t*>(bits)[row / 8] >> (row % 8)) & 1) != 0;
}

// As RowCursor::value() gives it.
Value value_of(std::string_view format, const ArrowArray& array, std::int64_t row) {
    if (array.buffers[0] != nullptr && !bit(array.buffers[0], row)) return {};
    if (format == "b") return bit(array.buffers[1], row);
    if (format == "i") return std::int64_t{element<std::int32_t>(array, 1, row)};
    if (format == "I") return std::int64_t{element<std::uint32_t>(array, 1, row)};
    if (format == "l" || format == "tsu:UTC") return element<std::int64_t>(array, 1, row);
    if (format == "L") return element<std::uint64_t>(array, 1, row);
    if (format == "f") return double{element<float>(array, 1, row)};
    if (format == "g") return element<double>(array, 1, row);
    const auto from = static_cast<std::size_t>(element<std::int32_t>(array, 1, row));
    const auto to = static_cast<std::size_t>(element<std::int32_t>(array, 1, row + 1));
    if (format == "+l") {
        const auto* words = static_cast<const Word*>(array.children[0]->buffers[1]);
        Bytes bytes((to - from) * sizeof(Word));
        std::memcpy(bytes.data(), words + from, bytes.size());
        return bytes;
    }
    const auto* bytes = static_cast<const char*>(array.buffers[2]);
    if (format == "z") return Bytes(bytes + from, bytes + to);
    return std::string(bytes + from, to - from);
}

// Numbers of different widths may be equal.
bool equal(const Value& a, const Value& b) {
    const auto x = as_number(a);
    const auto y = as_number(b);
    if (x && y) return static_cast<float>(*x) == static_cast<float>(*y);
    return a == b;
}

struct Opened {
    std::unique_ptr<ReelReader> reader{};
    std::vector<TablePlan> plans{};
    std::vector<ReelFile> files{};

    explicit Opened(const std::string& path, const char* range = "0%..") {
        auto source = open_file(path);
        REQUIRE(source.ok());
        auto opened = ReelReader::open(*std::move(source));
        REQUIRE(opened.ok());
        reader = *std::move(opened);
        const NamedSchema named{path, &reader->schema(), false, reader->info().game, evolvers()};
        auto planned = plan_tables({&named, 1});
        REQUIRE(planned.ok());
        plans = *std::move(planned);
        const auto part = parse_range(reader->timeline(), range);
        REQUIRE(part.ok());
        files = {{path, reader.get(), *part, evolvers()}};
    }
};

void check_table(const CReel& reel, const Opened& opened, const TablePlan& plan) {
    INFO(plan.name);
    const MomentRange part = opened.files[0].range;
    const tickreel_range range{{part.from.segment, part.from.tick},
                               {part.to.segment, part.to.tick}};
    tickreel_table_options options{};
    options.range = &range;
    options.struct_size = sizeof options;
    options.table = plan.name.c_str();
    options.batch_rows = 999;
    Stream stream;
    REQUIRE(tickreel_table(reel, &options, stream.get(), nullptr) == TICKREEL_OK);
    ArrowSchema schema = stream.schema();
    REQUIRE(std::string(schema.format) == "+s");
    REQUIRE(schema.n_children == static_cast<std::int64_t>(plan.columns.size()));
    const auto rows = open_rows(plan, opened.files, {}, ignore_problems);
    std::uint64_t count = 0;
    for (;;) {
        ArrowArray batch = stream.next();
        if (batch.release == nullptr) break;
        REQUIRE(batch.length <= 999);
        for (std::int64_t row = 0; row < batch.length; ++row, ++count) {
            if (!*rows->next()) FAIL("too many rows");
            for (std::size_t i = 0; i < plan.columns.size(); ++i) {
                const Value found = value_of(schema.children[i]->format, *batch.children[i], row);
                if (equal(found, rows->value(i))) continue;
                FAIL("row " << count << ", column " << plan.columns[i].name);
            }
        }
        batch.release(&batch);
    }
    CHECK(!*rows->next());
    schema.release(&schema);
}

}  // namespace

TEST_CASE("every table of the demos, value by value") {
    const std::pair<const char*, const char*> demos[] = {{"arena_8_players.reel", "0%.."},
                                                         {"outpost_firefall.reel", "40%..50%"}};
    for (const auto& [demo, range] : demos) {
        const CReel reel(kDemos + demo);
        const Opened opened(kDemos + demo, range);
        for (const TablePlan& plan : opened.plans)
            if (plan.kind != TableKind::AllItems) check_table(reel, opened, plan);
    }
}

TEST_CASE("columns by name, a range, and arrays that outlive their stream") {
    const CReel reel(kDemos + "arena_8_players.reel");
    const char* columns[] = {"X", "weapon", "tick"};
    tickreel_range range{};
    REQUIRE(tickreel_locate_range(reel, "40%..45%", &range, nullptr) == TICKREEL_OK);
    tickreel_table_options options{sizeof options, "Character", columns, 3, &range, 0, 0};
    ArrowArray batch{};
    ArrowArray moved{};
    {
        Stream stream;
        REQUIRE(tickreel_table(reel, &options, stream.get(), nullptr) == TICKREEL_OK);
        ArrowSchema schema = stream.schema();
        REQUIRE(schema.n_children == 3);
        CHECK(std::string(schema.children[0]->name) == "x");
        CHECK(std::string(schema.children[1]->format) == "u");
        CHECK((schema.children[2]->flags & ARROW_FLAG_NULLABLE) == 0);
        schema.release(&schema);
        batch = stream.next();
    }
    REQUIRE(batch.release != nullptr);
    moved = *batch.children[2];
    batch.children[2]->release = nullptr;
    batch.release(&batch);
    REQUIRE(moved.length > 100);
    for (std::int64_t row = 0; row < moved.length; ++row) {
        const auto tick = element<std::int64_t>(moved, 1, row);
        REQUIRE(tick >= range.from.tick);
        REQUIRE(tick < range.to.tick);
    }
    moved.release(&moved);
}

TEST_CASE("unknown tables and columns, and limits") {
    const CReel reel(kDemos + "arena_8_players.reel");
    tickreel_error error{};
    Stream stream;
    tickreel_table_options options{};
    options.table = "charcter";
    CHECK(tickreel_table(reel, &options, stream.get(), &error) == TICKREEL_ARGUMENT);
    CHECK_THAT(error.text, contains("did you mean 'character'?"));
    const char* columns[] = {"wepon"};
    options = {sizeof options, "character", columns, 1, nullptr, 0, 0};
    CHECK(tickreel_table(reel, &options, stream.get(), &error) == TICKREEL_ARGUMENT);
    CHECK_THAT(error.text, contains("did you mean 'weapon'?"));
    const char* texts[] = {"checksum"};
    options = {sizeof options, "character", texts, 1, nullptr, 0, 100};
    REQUIRE(tickreel_table(reel, &options, stream.get(), &error) == TICKREEL_OK);
    ArrowArray batch{};
    CHECK(stream.get()->get_next(stream.get(), &batch) == ENOMEM);
    CHECK_THAT(stream.get()->get_last_error(stream.get()), contains("checksum"));
    CHECK(batch.release == nullptr);
}

TEST_CASE("a query's hits") {
    const CReel reel(kDemos + "arena_8_players.reel");
    tickreel_error error{};
    {
        Stream stream;
        CHECK(tickreel_query(reel, "Character.health <=", nullptr, 0, stream.get(), &error) ==
              TICKREEL_ARGUMENT);
        CHECK(tickreel_query(reel, "Character.x > 0", nullptr, 2, stream.get(), &error) ==
              TICKREEL_LIMIT);
    }
    Stream stream;
    REQUIRE(tickreel_query(reel, "kill", nullptr, 0, stream.get(), &error) == TICKREEL_OK);
    ArrowArray batch = stream.next();
    REQUIRE(batch.release != nullptr);
    tickreel_cursor* kills = nullptr;
    REQUIRE(tickreel_rows(reel, "kill", nullptr, &kills, nullptr) == TICKREEL_OK);
    const tickreel_frame* frame = nullptr;
    tickreel_row row{};
    std::int64_t count = 0;
    for (; tickreel_next(kills, &frame, &row, nullptr) == TICKREEL_OK; ++count)
        CHECK(element<std::int64_t>(*batch.children[1], 1, count) ==
              tickreel_frame_get(frame).moment.tick);
    CHECK(batch.length == count);
    tickreel_cursor_close(kills);
    batch.release(&batch);
}

TEST_CASE("the schema as JSON has units, roles and tables") {
    const CReel reel(kDemos + "arena_8_players.reel");
    char* text = nullptr;
    REQUIRE(tickreel_schema_json(reel, &text, nullptr) == TICKREEL_OK);
    const auto schema = nlohmann::json::parse(text);
    tickreel_free(text);
    bool position = false;
    for (const auto& type : schema["types"])
        for (const auto& field : type["fields"])
            for (const auto& role : field["roles"]) position = position || role == "position.x";
    CHECK(position);
    const Opened opened(kDemos + "arena_8_players.reel");
    REQUIRE(schema["tables"].size() == opened.plans.size());
    for (std::size_t i = 0; i < opened.plans.size(); ++i)
        CHECK(schema["tables"][i]["columns"].size() == opened.plans[i].columns.size());
    REQUIRE(tickreel_info_json(reel, &text, nullptr) == TICKREEL_OK);
    const auto info = nlohmann::json::parse(text);
    tickreel_free(text);
    CHECK(info["snapshots"] == opened.reader->statistics()->snapshots);
    CHECK(info["finished"] == true);
}

TEST_CASE("types that the game has and the recording has not: no rows and no hits, their columns") {
    struct Absent {
        std::string file;
        const char* name;
        const char* query;
    };
    const std::vector<Absent> table{
        {"arena_8_players.reel", "ddnet_character", "DDNetCharacter.jumps > 1"},
        {"arena_8_players.reel", "GameInfoEx", "count(game_info_ex) > 0"},
        {"arena_8_players.reel", "Sv_VoteSet", "sv_vote_set or Sv_VoteStatus.yes > 1"},
        {"outpost_firefall.reel", "Vehicle_CombatView", "Vehicle_CombatView"},
        {"outpost_firefall.reel", "character_quick_chat", "Character_QuickChat within 2s of kill"},
    };
    for (const auto& [file, name, query] : table) {
        INFO(file << ' ' << name);
        const CReel reel(kDemos + file);
        tickreel_error error{};
        tickreel_cursor* cursor = nullptr;
        REQUIRE(tickreel_rows(reel, name, nullptr, &cursor, nullptr) == TICKREEL_OK);
        const tickreel_frame* frame = nullptr;
        tickreel_row row{};
        CHECK(tickreel_next(cursor, &frame, &row, nullptr) == TICKREEL_END);
        tickreel_cursor_close(cursor);
        tickreel_table_options options{};
        options.struct_size = sizeof options;
        options.table = name;
        Stream rows;
        REQUIRE(tickreel_table(reel, &options, rows.get(), &error) == TICKREEL_OK);
        ArrowSchema schema = rows.schema();
        CHECK(schema.n_children > 3);
        CHECK(std::string(schema.children[0]->name) == "tick");
        schema.release(&schema);
        CHECK(rows.next().release == nullptr);
        Stream hits;
        const auto asked = tickreel_query(reel, query, nullptr, 0, hits.get(), &error);
        INFO(error.text);
        REQUIRE(asked == TICKREEL_OK);
        ArrowArray batch = hits.next();
        CHECK((batch.release == nullptr || batch.length == 0));
        if (batch.release != nullptr) batch.release(&batch);
        const std::string wrong = std::string(name) + "zzz";
        CHECK(tickreel_rows(reel, wrong.c_str(), nullptr, &cursor, &error) == TICKREEL_ARGUMENT);
        options.table = wrong.c_str();
        Stream none;
        CHECK(tickreel_table(reel, &options, none.get(), &error) == TICKREEL_ARGUMENT);
        CHECK(tickreel_query(reel, wrong.c_str(), nullptr, 0, none.get(), &error) ==
              TICKREEL_ARGUMENT);
    }
}

TEST_CASE("the library, which has no game in it, knows the types of all of them") {
    const std::string path =
        (std::filesystem::temp_directory_path() / "tickreel_known_types.reel").string();
    for (const Game* game : all_games()) {
        {
            auto file = create_file(path, IfExists::Replace);
            REQUIRE(file.ok());
            RecordingInfo info;
            info.game = game->id;
            ReelWriter writer(*std::move(file), info);
            writer.begin_segment({});
            Frame frame;
            frame.tick = 1;
            writer.add_frame(frame);
            REQUIRE(writer.finish().ok());
        }
        const CReel reel(path);
        const Schema& types = known_types(*game).types;
        CHECK(types.size() > 80);
        for (const ItemType& type : types.types()) {
            INFO(type.name);
            tickreel_cursor* cursor = nullptr;
            CHECK(tickreel_rows(reel, type.name.c_str(), nullptr, &cursor, nullptr) == TICKREEL_OK);
            tickreel_cursor_close(cursor);
        }
    }
    std::filesystem::remove(path);
}
