// Snapshots, iteration over them, and their values.

#include <mutex>
#include <optional>

#include "format/c/handles.h"
#include "format/c/plans.h"
#include "tickreel/model/find_name.h"
#include "tickreel/model/row.h"
#include "tickreel/tables/frame_cursor.h"

// Iterates over frames or, for a type, over the rows in each frame.
struct tickreel_cursor {
    tickreel_cursor(const tickreel::c::SharedReelPointer& shared, tickreel::MomentRange range)
        : reel(shared),
          file{{shared->path, shared->reader.get(), range}},
          frames(file, {}, tickreel::ignore_problems) {}

    tickreel::c::ReelUse reel;
    std::vector<tickreel::ReelFile> file;
    tickreel::FrameCursor frames;
    tickreel_frame now{};
    std::optional<tickreel::TypeId> type{};
    bool events = false;
    bool in_frame = false;
    std::size_t index = 0;  // of the next item or event
};

namespace tickreel::c {

namespace {

tickreel_row row_of(TypeId type, EntityId entity, Row row) {
    return {type, entity, row.data(), row.size()};
}

// The next row of the type in the frame.
bool next_row(tickreel_cursor& cursor, tickreel_row& row) {
    const Frame& frame = cursor.now.frame;
    if (cursor.events) {
        while (cursor.index < frame.events.size()) {
            const Event& event = frame.events[cursor.index++];
            if (event.type != *cursor.type) continue;
            row = row_of(event.type, 0, event.row);
            return true;
        }
        return false;
    }
    if (cursor.index >= frame.snapshot.size()) return false;
    const Item item = frame.snapshot[cursor.index++];
    if (item.key.type != *cursor.type) return false;
    row = row_of(item.key.type, item.key.entity, item.row);
    return true;
}

Outcome advance(tickreel_cursor& cursor, tickreel_row& row) {
    for (;;) {
        if (cursor.in_frame && cursor.type && next_row(cursor, row)) return {};
        cursor.in_frame = false;
        const Result<bool> more = cursor.frames.next();
        if (!more) return refuse(more.error().message, TICKREEL_FILE);
        if (!*more) {
            cursor.now.frame = {};
            return {TICKREEL_END, ""};
        }
        cursor.now.frame = cursor.frames.frame();
        cursor.in_frame = true;
        if (!cursor.type) return {};
        const Snapshot& items = cursor.now.frame.snapshot;
        cursor.index = cursor.events ? 0 : items.lower_bound({*cursor.type, 0});
    }
}

Outcome open_cursor(const tickreel_reel* reel, const char* type, const tickreel_range* range,
                    tickreel_cursor** cursor) {
    const std::shared_lock lock(reel->shared->mutex);
    const ReelReader& reader = *reel->shared->reader;
    const auto moments = range_of(reader, range);
    if (!moments) return refuse(moments.error().message);
    const auto found =
        type == nullptr ? Result<TypeId>(TypeId{0}) : find_type_named(reader.schema(), type);
    const bool none = !found && (is_absent_class(reader.schema(), type) ||
                                 !absent_here(*reel->shared, type).empty());
    if (!found && !none) return refuse("the recording " + found.error().message);
    auto made = std::make_unique<tickreel_cursor>(
        reel->shared, none ? MomentRange{moments->from, moments->from} : *moments);
    if (type != nullptr && !none) {
        made->type = *found;
        made->events = reader.schema()[*found].use == TypeUse::Event;
    }
    *cursor = made.release();
    return {};
}

struct ValueWriter {
    tickreel_value& value;
    char* text;
    std::size_t room;

    void copy(std::string_view bytes, bool ends_with_zero) const {
        value.size = bytes.size();
        if (room == 0) return;
        const std::size_t size = bytes.copy(text, ends_with_zero ? room - 1 : room);
        if (ends_with_zero) text[size] = '\0';
    }
    void operator()(std::monostate) const {}
    void operator()(bool flag) const {
        value.kind = TICKREEL_BOOL;
        value.i64 = flag ? 1 : 0;
    }
    void operator()(std::int64_t number) const {
        value.kind = TICKREEL_I64;
        value.i64 = number;
    }
    void operator()(std::uint64_t number) const {
        value.kind = TICKREEL_U64;
        value.u64 = number;
    }
    void operator()(double number) const {
        value.kind = TICKREEL_F64;
        value.f64 = number;
    }
    void operator()(const std::string& found) const {
        value.kind = TICKREEL_TEXT;
        copy(found, true);
    }
    void operator()(const Bytes& found) const {
        value.kind = TICKREEL_BYTES;
        copy({reinterpret_cast<const char*>(found.data()), found.size()}, false);
    }
};

Outcome read_value(const Schema& schema, const tickreel_row& row, std::uint32_t number,
                   const ValueWriter& out) {
    if (row.type >= schema.size()) return refuse("the recording has no such type");
    const ItemType& type = schema[static_cast<TypeId>(row.type)];
    if (number >= type.fields.size()) return refuse("'" + type.name + "' has no such field");
    const Field& field = type.fields[number];
    std::visit(out, read_field(type, {row.words, row.word_count}, number));
    if (field.kind == FieldKind::Enum && out.value.kind == TICKREEL_I64) {
        out.value.kind = TICKREEL_ENUM;
        out.copy(enum_name(field, out.value.i64), true);
    }
    return {};
}

}  // namespace

}  // namespace tickreel::c

using namespace tickreel;
using namespace tickreel::c;

extern "C" {

tickreel_status tickreel_at(const tickreel_reel* reel, tickreel_moment moment,
                            tickreel_frame** frame, tickreel_error* error) {
    return guarded(
        error,
        [&]() -> Outcome {
            if (frame != nullptr) *frame = nullptr;
            if (reel == nullptr || frame == nullptr)
                return refuse("reel and frame must not be NULL");
            const std::shared_lock lock(reel->shared->mutex);
            const ReelReader& reader = *reel->shared->reader;
            if (!reader.timeline().contains(moment_of(moment)))
                return refuse("the moment lies outside the recording", TICKREEL_NOWHERE);
            Result<Frame> found = reader.at(moment_of(moment));
            if (!found) return refuse(found.error().message, TICKREEL_FILE);
            *frame = new tickreel_frame{*std::move(found)};
            return {};
        });
}

void tickreel_frame_close(tickreel_frame* frame) {
    delete frame;
}

tickreel_frame_facts tickreel_frame_get(const tickreel_frame* frame) {
    tickreel_frame_facts facts{};
    if (frame == nullptr) return facts;
    const Frame& found = frame->frame;
    facts.moment = moment_of(found.moment());
    facts.time_ns = found.time.count();
    facts.items = found.snapshot.size();
    facts.events = found.events.size();
    facts.base_tick = found.wire.base_tick;
    facts.checksum = static_cast<tickreel_checksum>(found.wire.checksum);
    facts.checksum_sent = found.wire.expected;
    facts.checksum_computed = found.wire.computed;
    facts.wire_bytes = found.wire.bytes;
    return facts;
}

tickreel_status tickreel_frame_item(const tickreel_frame* frame, size_t index, tickreel_row* row,
                                    tickreel_error* error) {
    return guarded(
        error,
        [&]() -> Outcome {
            if (row != nullptr) *row = {};
            if (frame == nullptr || row == nullptr) return refuse("frame and row must not be NULL");
            if (index >= frame->frame.snapshot.size())
                return refuse("the snapshot has no such item", TICKREEL_NOWHERE);
            const Item item = frame->frame.snapshot[index];
            *row = row_of(item.key.type, item.key.entity, item.row);
            return {};
        });
}

tickreel_status tickreel_frame_find(const tickreel_frame* frame, uint32_t type, uint64_t entity,
                                    tickreel_row* row, tickreel_error* error) {
    return guarded(
        error,
        [&]() -> Outcome {
            if (row != nullptr) *row = {};
            if (frame == nullptr || row == nullptr) return refuse("frame and row must not be NULL");
            const auto id = static_cast<TypeId>(type);
            const auto found =
                id == type ? frame->frame.snapshot.find({id, entity}) : std::optional<Row>();
            if (!found) return refuse("the snapshot has no such item", TICKREEL_NOWHERE);
            *row = row_of(id, entity, *found);
            return {};
        });
}

tickreel_status tickreel_frame_event(const tickreel_frame* frame, size_t index, tickreel_row* row,
                                     tickreel_error* error) {
    return guarded(
        error,
        [&]() -> Outcome {
            if (row != nullptr) *row = {};
            if (frame == nullptr || row == nullptr) return refuse("frame and row must not be NULL");
            if (index >= frame->frame.events.size())
                return refuse("the frame has no such event", TICKREEL_NOWHERE);
            const Event& event = frame->frame.events[index];
            *row = row_of(event.type, 0, event.row);
            return {};
        });
}

tickreel_status tickreel_frames(const tickreel_reel* reel, const tickreel_range* range,
                                tickreel_cursor** cursor, tickreel_error* error) {
    return guarded(
        error,
        [&]() -> Outcome {
            if (cursor != nullptr) *cursor = nullptr;
            if (reel == nullptr || cursor == nullptr)
                return refuse("reel and cursor must not be NULL");
            return open_cursor(reel, nullptr, range, cursor);
        });
}

tickreel_status tickreel_rows(const tickreel_reel* reel, const char* type,
                              const tickreel_range* range, tickreel_cursor** cursor,
                              tickreel_error* error) {
    return guarded(
        error,
        [&]() -> Outcome {
            if (cursor != nullptr) *cursor = nullptr;
            if (reel == nullptr || type == nullptr || cursor == nullptr)
                return refuse("reel, type and cursor must not be NULL");
            return open_cursor(reel, type, range, cursor);
        });
}

tickreel_status tickreel_next(tickreel_cursor* cursor, const tickreel_frame** frame,
                              tickreel_row* row, tickreel_error* error) {
    return guarded(
        error,
        [&]() -> Outcome {
            if (frame != nullptr) *frame = nullptr;
            if (row != nullptr) *row = {};
            if (cursor == nullptr || frame == nullptr)
                return refuse("cursor and frame must not be NULL");
            tickreel_row found{};
            Outcome outcome = advance(*cursor, found);
            if (row != nullptr) *row = found;
            if (outcome.status == TICKREEL_OK) *frame = &cursor->now;
            return outcome;
        });
}

void tickreel_cursor_close(tickreel_cursor* cursor) {
    delete cursor;
}

tickreel_status tickreel_find_type(const tickreel_reel* reel, const char* name, uint32_t* type,
                                   tickreel_error* error) {
    return guarded(
        error,
        [&]() -> Outcome {
            if (type != nullptr) *type = 0;
            if (reel == nullptr || name == nullptr || type == nullptr)
                return refuse("reel, name and type must not be NULL");
            const std::shared_lock lock(reel->shared->mutex);
            const auto found = find_type_named(reel->shared->reader->schema(), name);
            if (!found) return refuse("the recording " + found.error().message);
            *type = *found;
            return {};
        });
}

tickreel_status tickreel_find_field(const tickreel_reel* reel, uint32_t type, const char* name,
                                    uint32_t* field, tickreel_error* error) {
    return guarded(
        error,
        [&]() -> Outcome {
            if (field != nullptr) *field = 0;
            if (reel == nullptr || name == nullptr || field == nullptr)
                return refuse("reel, name and field must not be NULL");
            const std::shared_lock lock(reel->shared->mutex);
            const Schema& schema = reel->shared->reader->schema();
            if (type >= schema.size()) return refuse("the recording has no such type");
            const ItemType& found_type = schema[static_cast<TypeId>(type)];
            const auto found = find_field_named(found_type, name);
            if (!found) return refuse(found.error().message);
            *field = static_cast<std::uint32_t>(*found);
            return {};
        });
}

tickreel_status tickreel_read(const tickreel_reel* reel, const tickreel_row* row, uint32_t field,
                              tickreel_value* value, char* text, size_t room,
                              tickreel_error* error) {
    return guarded(
        error,
        [&]() -> Outcome {
            if (value != nullptr) *value = {};
            if (text != nullptr && room != 0) text[0] = '\0';
            if (reel == nullptr || row == nullptr || value == nullptr ||
                (text == nullptr && room != 0))
                return refuse("reel, row, value and text must not be NULL");
            if (row->words == nullptr && row->word_count != 0)
                return refuse("the row's words are NULL, and it says that it has some");
            const std::shared_lock lock(reel->shared->mutex);
            return read_value(reel->shared->reader->schema(), *row, field, {*value, text, room});
        });
}

}  // extern "C"
