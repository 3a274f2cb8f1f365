// Any bytes as a recording through the C interface: rejected with a message, or every call on it
// succeeds or fails cleanly, and both ways to its rows agree on their number.
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tickreel/tickreel.h"

namespace {

constexpr std::uint64_t kMostRows = 20'000;

void require(bool right) {
    if (!right) std::abort();
}

std::uint64_t pull(ArrowArrayStream& stream, bool& failed) {
    std::uint64_t rows = 0;
    for (;;) {
        ArrowArray batch{};
        failed = stream.get_next(&stream, &batch) != 0;
        if (failed) require(std::strlen(stream.get_last_error(&stream)) != 0);
        if (failed || batch.release == nullptr || rows > kMostRows) {
            if (!failed && batch.release != nullptr) batch.release(&batch);
            stream.release(&stream);
            return rows;
        }
        rows += static_cast<std::uint64_t>(batch.length);
        batch.release(&batch);
    }
}

void read_rows(const tickreel_reel* reel, const std::string& type, std::size_t fields) {
    tickreel_cursor* cursor = nullptr;
    require(tickreel_rows(reel, type.c_str(), nullptr, &cursor, nullptr) == TICKREEL_OK);
    const tickreel_frame* frame = nullptr;
    tickreel_row row{};
    std::uint64_t rows = 0;
    while (rows <= kMostRows && tickreel_next(cursor, &frame, &row, nullptr) == TICKREEL_OK) {
        for (std::uint32_t field = 0; field < fields && rows < 50; ++field) {
            char text[16];
            tickreel_value value{};
            require(tickreel_read(reel, &row, field, &value, text, sizeof text, nullptr) ==
                    TICKREEL_OK);
        }
        ++rows;
    }
    tickreel_cursor_close(cursor);
}

// The hook gets what a cursor gets.
void watch(const tickreel_reel* reel) {
    tickreel_cursor* cursor = nullptr;
    require(tickreel_frames(reel, nullptr, &cursor, nullptr) == TICKREEL_OK);
    const auto compare = [](void* context, const tickreel_news* news) {
        const tickreel_frame* expected = nullptr;
        const tickreel_status next =
            tickreel_next(static_cast<tickreel_cursor*>(context), &expected, nullptr, nullptr);
        require(next == TICKREEL_OK && news->lost_ticks >= -1);
        const tickreel_frame_facts mine = tickreel_frame_get(news->frame);
        const tickreel_frame_facts theirs = tickreel_frame_get(expected);
        require(mine.moment.segment == theirs.moment.segment &&
                mine.moment.tick == theirs.moment.tick && mine.items == theirs.items);
        return 0;
    };
    const tickreel_moment start{0, INT64_MIN};
    tickreel_watch* watch = nullptr;
    require(tickreel_watch_open(reel, &start, compare, cursor, &watch, nullptr) == TICKREEL_OK);
    if (tickreel_finished(reel) != 0) static_cast<void>(tickreel_watch_poll(watch, nullptr));
    tickreel_watch_close(watch);
    tickreel_cursor_close(cursor);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    tickreel_reel* reel = nullptr;
    tickreel_error error{};
    if (tickreel_open_memory(data, size, nullptr, &reel, &error) != TICKREEL_OK) {
        require(std::strlen(error.text) != 0);
        return 0;
    }
    char* json = nullptr;
    if (tickreel_info_json(reel, &json, &error) == TICKREEL_OK) {
        require(nlohmann::json::accept(json));
        tickreel_free(json);
    }
    if (tickreel_schema_json(reel, &json, &error) == TICKREEL_OK) {
        const auto schema = nlohmann::json::parse(json);
        tickreel_free(json);
        for (const auto& type : schema["types"])
            if (type["name"].get<std::string>().find('\0') == std::string::npos)
                read_rows(reel, type["name"], type["fields"].size());
        for (const auto& table : schema["tables"]) {
            const std::string name = table["name"];
            tickreel_table_options options{};
            options.table = name.c_str();
            options.batch_rows = 100;
            options.batch_bytes = 1U << 20;
            ArrowArrayStream stream{};
            if (tickreel_table(reel, &options, &stream, &error) != TICKREEL_OK) continue;
            bool failed = false;
            pull(stream, failed);
        }
    }
    watch(reel);
    tickreel_moment middle{};
    tickreel_frame* frame = nullptr;
    if (tickreel_locate(reel, "50%", &middle, &error) == TICKREEL_OK &&
        tickreel_at(reel, middle, &frame, &error) == TICKREEL_OK)
        tickreel_frame_close(frame);
    tickreel_totals totals{};
    static_cast<void>(tickreel_verify(reel, &totals, &error));
    tickreel_close(reel);
    return 0;
}
