#include "format/c/arrow_stream.h"

#include <cerrno>
#include <cstring>
#include <exception>
#include <new>

namespace tickreel::c {

namespace {

// Key-value pairs as ArrowSchema::metadata has them: counts and lengths as int32 of this machine.
std::string packed_metadata(const ArrowField& field) {
    if (field.metadata.empty()) return {};
    std::string out;
    const auto add_number = [&](std::size_t number) {
        const auto word = static_cast<std::int32_t>(number);
        char bytes[sizeof word];
        std::memcpy(bytes, &word, sizeof word);
        out.append(bytes, sizeof bytes);
    };
    add_number(field.metadata.size());
    for (const auto& [key, value] : field.metadata)
        for (const std::string* text : {&key, &value}) {
            add_number(text->size());
            out += *text;
        }
    return out;
}

// What an ArrowSchema owns.
struct HeldSchema {
    std::string name{};
    std::string metadata{};
    std::vector<std::unique_ptr<ArrowSchema>> owned{};
    std::vector<ArrowSchema*> children{};
};

void release_schema(ArrowSchema* schema) {
    for (std::int64_t i = 0; i < schema->n_children; ++i)
        if (schema->children[i]->release != nullptr)
            schema->children[i]->release(schema->children[i]);
    schema->release = nullptr;
    delete static_cast<HeldSchema*>(schema->private_data);
}

void fill_schema(ArrowSchema& schema, const char* format, const ArrowField& field,
                 const std::vector<ArrowField>& children) {
    auto held = std::make_unique<HeldSchema>();
    held->name = field.name;
    held->metadata = packed_metadata(field);
    for (const ArrowField& child : children) {
        const bool list = child.type == SqlType::Integers;
        held->owned.push_back(std::make_unique<ArrowSchema>());
        held->children.push_back(held->owned.back().get());
        fill_schema(*held->children.back(), arrow_format(child.type), child,
                    list ? std::vector<ArrowField>{{"item", SqlType::Integer, false, {}}}
                         : std::vector<ArrowField>());
    }
    schema = {};
    schema.format = format;
    schema.name = held->name.c_str();
    schema.metadata = held->metadata.empty() ? nullptr : held->metadata.c_str();
    schema.flags = field.nullable ? ARROW_FLAG_NULLABLE : 0;
    schema.n_children = static_cast<std::int64_t>(held->children.size());
    schema.children = held->children.empty() ? nullptr : held->children.data();
    schema.release = release_schema;
    schema.private_data = held.release();
}

// What the array of a batch owns: its columns.
struct HeldBatch {
    std::vector<std::unique_ptr<ArrowArray>> owned{};
    std::vector<ArrowArray*> children{};
    const void* no_nulls = nullptr;
};

void release_batch(ArrowArray* array) {
    for (std::int64_t i = 0; i < array->n_children; ++i)
        if (array->children[i]->release != nullptr) array->children[i]->release(array->children[i]);
    array->release = nullptr;
    delete static_cast<HeldBatch*>(array->private_data);
}

void fill_array(ArrowArray& array, RecordBatch batch) {
    auto held = std::make_unique<HeldBatch>();
    for (ArrowColumn& column : batch.columns) {
        held->owned.push_back(std::make_unique<ArrowArray>());
        held->children.push_back(held->owned.back().get());
        std::move(column).move_into(batch.rows, *held->children.back());
    }
    array = {};
    array.length = static_cast<std::int64_t>(batch.rows);
    array.n_buffers = 1;
    array.buffers = &held->no_nulls;
    array.n_children = static_cast<std::int64_t>(held->children.size());
    array.children = held->children.empty() ? nullptr : held->children.data();
    array.release = release_batch;
    array.private_data = held.release();
}

struct HeldStream {
    std::unique_ptr<BatchSource> source{};
    std::string error{};
};

template <class Body>
int guarded_call(ArrowArrayStream* stream, const Body& body) noexcept {
    auto& held = *static_cast<HeldStream*>(stream->private_data);
    try {
        return body(held);
    } catch (const std::bad_alloc&) {
        held.error.clear();  // what get_last_error() gives instead needs no memory
        return ENOMEM;
    } catch (const std::exception& problem) {
        held.error = problem.what();
        return EINVAL;
    }
}

int get_schema(ArrowArrayStream* stream, ArrowSchema* out) {
    return guarded_call(
        stream,
        [&](HeldStream& held) {
            fill_schema(*out, "+s", {"", SqlType::Integer, false, {}}, held.source->fields());
            return 0;
        });
}

int next_batch(HeldStream& held, ArrowArray& out) {
    out = {};
    auto batch = held.source->next();
    if (!batch) {
        held.error = batch.error().message;
        return EIO;
    }
    if (!*batch) return 0;  // a released array: the end
    for (std::size_t i = 0; i < (*batch)->columns.size(); ++i) {
        if (!(*batch)->columns[i].over_limit()) continue;
        held.error = "column '" + held.source->fields()[i].name +
                     "' needs more bytes in one batch than allowed; ask for fewer rows a batch";
        return ENOMEM;
    }
    fill_array(out, *std::move(*batch));
    return 0;
}

int get_next(ArrowArrayStream* stream, ArrowArray* out) {
    return guarded_call(
        stream, [&](HeldStream& held) { return next_batch(held, *out); });
}

const char* get_last_error(ArrowArrayStream* stream) {
    const auto& held = *static_cast<HeldStream*>(stream->private_data);
    return held.error.empty() ? "not enough memory" : held.error.c_str();
}

void release_stream(ArrowArrayStream* stream) {
    stream->release = nullptr;
    delete static_cast<HeldStream*>(stream->private_data);
}

}  // namespace

void open_stream(std::unique_ptr<BatchSource> source, ArrowArrayStream& stream) {
    auto held = std::make_unique<HeldStream>();
    held->source = std::move(source);
    stream = {get_schema, get_next, get_last_error, release_stream, held.release()};
}

}  // namespace tickreel::c
