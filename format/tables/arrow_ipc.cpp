#include "format/tables/arrow_ipc.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <span>
#include <string_view>
#include <utility>

namespace tickreel {

namespace {

// A FlatBuffer (https://flatbuffers.dev/internals), written front to back: a table comes before
// what it points to, because offsets count forwards from where they are.
class FlatWriter {
public:
    struct Slot {  // a field of a table; of 0 bytes: left out
        std::size_t bytes = 0;
        std::uint64_t value = 0;
    };
    using Places = std::vector<std::size_t>;
    static constexpr Slot kPointer{4, 0};  // to be filled by what it points to
    static constexpr Slot kAbsent{0, 0};

    FlatWriter() { put(4, 0); }  // the pointer to the first table

    // Where its fields are; `from`: the pointer to it.
    Places table(std::size_t from, std::initializer_list<Slot> slots) {
        Places at;
        std::size_t end = 4;  // behind the distance to the list of places
        for (const Slot& slot : slots) {
            const std::size_t unit = std::max<std::size_t>(slot.bytes, 1);
            end = (end + unit - 1) / unit * unit;
            at.push_back(end);
            end += slot.bytes;
        }
        align(2);
        const std::size_t list = out_.size();
        put(2, 4 + 2 * slots.size());
        put(2, end);
        std::size_t i = 0;
        for (const Slot& slot : slots) {
            put(2, slot.bytes == 0 ? 0 : at[i]);
            ++i;
        }
        align(8);
        const std::size_t start = out_.size();
        point(from);
        put(4, start - list);
        i = 0;
        for (const Slot& slot : slots) {
            at[i] += start;
            out_.resize(at[i++]);
            put(slot.bytes, slot.value);
        }
        return at;
    }
    void text(std::size_t from, std::string_view text) {
        align(4);
        point(from);
        put(4, text.size());
        out_.insert(out_.end(), text.begin(), text.end());
        out_.push_back(0);
    }
    // The pointers to be filled.
    Places list(std::size_t from, std::size_t count) {
        align(4);
        point(from);
        put(4, count);
        Places at;
        for (std::size_t i = 0; i < count; ++i) {
            at.push_back(out_.size());
            put(4, 0);
        }
        return at;
    }
    using Pair = std::array<std::int64_t, 2>;
    void pairs(std::size_t from, std::span<const Pair> pairs) {
        align(4);
        if (out_.size() % 8 == 0) put(4, 0);  // what comes behind the count is of 8 bytes
        point(from);
        put(4, pairs.size());
        for (const Pair& pair : pairs)
            for (const std::int64_t number : pair) put(8, static_cast<std::uint64_t>(number));
    }
    Bytes take() {
        align(8);
        return std::move(out_);
    }

private:
    void align(std::size_t to) { out_.resize((out_.size() + to - 1) / to * to); }
    void put(std::size_t bytes, std::uint64_t value) {
        for (std::size_t i = 0; i < bytes; ++i) out_.push_back(static_cast<Byte>(value >> (8 * i)));
    }
    void point(std::size_t from) {
        const std::size_t distance = out_.size() - from;
        for (std::size_t i = 0; i < 4; ++i) out_[from + i] = static_cast<Byte>(distance >> (8 * i));
    }

    Bytes out_{};
};

// Numbers of Schema.fbs and Message.fbs.
constexpr std::uint64_t kVersion5 = 4;
constexpr std::uint64_t kSchemaHeader = 1;
constexpr std::uint64_t kBatchHeader = 3;
constexpr std::uint64_t kMicroseconds = 2;
enum : std::uint8_t {
    kTypeInt = 2,
    kTypeFloat = 3,
    kTypeBinary = 4,
    kTypeUtf8 = 5,
    kTypeBool = 6,
    kTypeTimestamp = 10,
    kTypeList = 12,
};

std::uint64_t type_number(SqlType type) {
    switch (type) {
        case SqlType::Boolean:
            return kTypeBool;
        case SqlType::Float:
        case SqlType::Double:
            return kTypeFloat;
        case SqlType::Varchar:
            return kTypeUtf8;
        case SqlType::Blob:
            return kTypeBinary;
        case SqlType::Timestamp:
            return kTypeTimestamp;
        case SqlType::Integers:
            return kTypeList;
        default:
            return kTypeInt;
    }
}

void put_type(FlatWriter& out, std::size_t from, SqlType type) {
    const std::uint64_t bits = arrow_width(type) * 8;
    switch (type_number(type)) {
        case kTypeInt: {
            const bool sign = type == SqlType::Integer || type == SqlType::BigInt;
            out.table(from, {{4, bits}, {1, sign ? 1U : 0U}});
            return;
        }
        case kTypeFloat:  // precision: half, single, double
            out.table(from, {{2, bits == 32 ? 1U : 2U}});
            return;
        case kTypeTimestamp: {
            const auto at = out.table(from, {{2, kMicroseconds}, FlatWriter::kPointer});
            out.text(at[1], "UTC");
            return;
        }
        default:
            out.table(from, {});
    }
}

void put_fields(FlatWriter& out, std::size_t from, const std::vector<ArrowField>& fields) {
    const auto places = out.list(from, fields.size());
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const ArrowField& field = fields[i];
        constexpr auto kPointer = FlatWriter::kPointer;
        const auto at = out.table(places[i], {kPointer,                       // name
                                              {1, field.nullable ? 1U : 0U},  //
                                              {1, type_number(field.type)},   //
                                              kPointer,                       // the type
                                              FlatWriter::kAbsent,            // a dictionary
                                              kPointer,                       // children
                                              kPointer});                     // metadata
        out.text(at[0], field.name);
        put_type(out, at[3], field.type);
        put_fields(out, at[5],
                   field.type == SqlType::Integers
                       ? std::vector<ArrowField>{{"item", SqlType::Integer, false, {}}}
                       : std::vector<ArrowField>());
        const auto pairs = out.list(at[6], field.metadata.size());
        for (std::size_t k = 0; k < pairs.size(); ++k) {
            const auto texts = out.table(pairs[k], {kPointer, kPointer});
            out.text(texts[0], field.metadata[k].first);
            out.text(texts[1], field.metadata[k].second);
        }
    }
}

// With the marks around a message's metadata.
Bytes arrow_message(Bytes metadata, ByteView body) {
    ByteWriter out;
    out.u32(0xffffffff);
    out.u32(static_cast<std::uint32_t>(metadata.size()));
    out.bytes(metadata);
    out.bytes(body);
    return out.take();
}

// The buffers of a record batch, as they come.
struct BatchBody {
    std::vector<FlatWriter::Pair> nodes{};    // rows, nulls
    std::vector<FlatWriter::Pair> buffers{};  // where, how long
    Bytes bytes{};

    void add(const void* data, std::size_t size) {
        if (data == nullptr) size = 0;
        buffers.push_back(
            {static_cast<std::int64_t>(bytes.size()), static_cast<std::int64_t>(size)});
        const auto* const first = static_cast<const Byte*>(data);
        if (size != 0) bytes.insert(bytes.end(), first, first + size);
        bytes.resize((bytes.size() + 7) / 8 * 8);
    }
    void add(const ArrowArray& array, SqlType type) {
        const auto rows = static_cast<std::size_t>(array.length);
        nodes.push_back({array.length, array.null_count});
        add(array.buffers[0], (rows + 7) / 8);
        if (type == SqlType::Boolean) return add(array.buffers[1], (rows + 7) / 8);
        if (arrow_width(type) != 0) return add(array.buffers[1], rows * arrow_width(type));
        const auto* const ends = static_cast<const std::int32_t*>(array.buffers[1]);
        add(ends, (rows + 1) * sizeof(std::int32_t));
        if (type == SqlType::Integers) return add(*array.children[0], SqlType::Integer);
        add(array.buffers[2], static_cast<std::size_t>(ends[rows]));
    }
};

}  // namespace

Bytes arrow_schema_message(const std::vector<ArrowField>& fields) {
    FlatWriter out;
    const auto message =
        out.table(0, {{2, kVersion5}, {1, kSchemaHeader}, FlatWriter::kPointer, {8, 0}});
    const auto schema = out.table(message[2], {{2, 0}, FlatWriter::kPointer});  // little-endian
    put_fields(out, schema[1], fields);
    return arrow_message(out.take(), {});
}

Bytes arrow_batch_message(const std::vector<ArrowField>& fields, std::vector<ArrowColumn> columns,
                          std::size_t rows) {
    BatchBody body;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        ArrowArray array{};
        std::move(columns[i]).move_into(rows, array);
        body.add(array, fields[i].type);
        array.release(&array);
    }
    FlatWriter out;
    const auto message = out.table(
        0, {{2, kVersion5}, {1, kBatchHeader}, FlatWriter::kPointer, {8, body.bytes.size()}});
    const auto batch =
        out.table(message[2], {{8, rows}, FlatWriter::kPointer, FlatWriter::kPointer});
    out.pairs(batch[1], body.nodes);
    out.pairs(batch[2], body.buffers);
    return arrow_message(out.take(), body.bytes);
}

Bytes arrow_end_message() {
    return arrow_message({}, {});
}

}  // namespace tickreel
