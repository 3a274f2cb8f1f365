#include "format/tables/required_columns.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "format/tables/thrift_walk.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/file.h"
#include "tickreel/reel/compress.h"

namespace tickreel {

namespace {

// Numbers of parquet.thrift.
constexpr std::int64_t kRequired = 0;
constexpr std::int64_t kUncompressed = 0;
constexpr std::int64_t kZstd = 6;
constexpr std::int64_t kDataPage = 0;
constexpr int kZstdLevel = 3;  // as DuckDB
constexpr std::string_view kMark = "PAR1";
constexpr std::size_t kTail = 8;  // the metadata's length, the mark
constexpr std::int64_t kLargestPage = 1 << 30;

bool is_path(std::span<const int> path, std::initializer_list<int> wanted) {
    return std::equal(path.begin(), path.end(), wanted.begin(), wanted.end());
}

struct ColumnPart {  // of a column in a row group
    std::size_t leaf = 0;
    std::int64_t codec = 0;
    std::int64_t start = 0;  // of its first page in the file
    std::int64_t data = 0;   // of its first data page
    std::optional<std::int64_t> dictionary{};
    std::int64_t bytes = 0;      // of its pages in the file
    std::int64_t raw_bytes = 0;  // uncompressed
    std::int64_t nulls = 0;
};

struct Leaf {
    std::size_t element = 0;  // in the schema
    std::string name{};
    bool required = false;
};

// What is where.
class Layout final : public ThriftVisitor {
public:
    explicit Layout(const std::set<std::string>& required) : required_(required) {}

    std::int64_t number(std::span<const int> path, std::int64_t value) override {
        if (is_path(path, {2, 1})) plain_ = true;
        if (is_path(path, {2, 5}) && elements_ > 1) open_ += value;
        if (is_path(path, {4, 1, 2}) && !leaves.empty()) {
            parts.emplace_back();
            parts.back().leaf = (parts.size() - 1) % leaves.size();
        }
        if (parts.empty()) return value;
        ColumnPart& part = parts.back();
        if (is_path(path, {4, 1, 3, 4})) part.codec = value;
        if (is_path(path, {4, 1, 3, 6})) part.raw_bytes = value;
        if (is_path(path, {4, 1, 3, 7})) part.bytes = value;
        if (is_path(path, {4, 1, 3, 9})) part.start = part.data = value;
        if (is_path(path, {4, 1, 3, 11})) part.dictionary = part.start = value;
        if (is_path(path, {4, 1, 3, 12, 3})) part.nulls = value;
        return value;
    }
    void text(std::span<const int> path, ByteView value) override {
        if (!is_path(path, {2, 4})) return;
        const bool plain = std::exchange(plain_, false);
        if (elements_++ == 0) return;  // the root
        const bool inner = open_ > 0;
        if (inner) --open_;
        if (!plain) return;
        const std::string name(value.begin(), value.end());
        leaves.push_back({elements_ - 1, name, !inner && required_.contains(name)});
    }

    std::vector<Leaf> leaves{};
    std::vector<ColumnPart> parts{};

private:
    const std::set<std::string>& required_;
    std::size_t elements_ = 0;
    bool plain_ = false;     // the element whose name comes next has values, no children
    std::int64_t open_ = 0;  // elements still to come that are inside of others
};

// The metadata of the new file.
class NewMetadata final : public ThriftVisitor {
public:
    NewMetadata(const std::vector<Leaf>& leaves, const std::vector<ColumnPart>& parts)
        : leaves_(leaves), parts_(parts) {}

    std::int64_t number(std::span<const int> path, std::int64_t value) override {
        if (is_path(path, {2, 3}))  // comes before its element's name
            return std::any_of(
                       leaves_.begin(), leaves_.end(),
                       [&](const Leaf& leaf) { return leaf.required && leaf.element == elements_; })
                       ? kRequired
                       : value;
        if (is_path(path, {4, 1, 2})) ++seen_;
        if (seen_ == 0) return value;
        const ColumnPart& part = parts_[seen_ - 1];
        if (is_path(path, {4, 1, 3, 6})) return part.raw_bytes;
        if (is_path(path, {4, 1, 3, 7})) return part.bytes;
        if (is_path(path, {4, 1, 3, 9})) return part.data;
        if (is_path(path, {4, 1, 3, 11})) return part.dictionary.value_or(value);
        const bool offset = is_path(path, {4, 5});
        if (!offset && !is_path(path, {4, 2}) && !is_path(path, {4, 6})) return value;
        if (seen_ < leaves_.size()) return value;  // they come behind the group's columns
        const auto group = std::span(parts_).subspan(seen_ - leaves_.size(), leaves_.size());
        if (offset) return group.front().start;
        std::int64_t sum = 0;
        for (const ColumnPart& one : group) sum += path[1] == 2 ? one.raw_bytes : one.bytes;
        return sum;
    }
    void text(std::span<const int> path, ByteView) override {
        if (is_path(path, {2, 4})) ++elements_;
    }

private:
    const std::vector<Leaf>& leaves_;
    const std::vector<ColumnPart>& parts_;
    std::size_t elements_ = 0;
    std::size_t seen_ = 0;
};

class PageHead final : public ThriftVisitor {
public:
    std::int64_t number(std::span<const int> path, std::int64_t value) override {
        if (is_path(path, {1})) type = value;
        if (is_path(path, {2}))
            return std::exchange(raw_bytes, value), new_raw_bytes.value_or(value);
        if (is_path(path, {3})) return std::exchange(bytes, value), new_bytes.value_or(value);
        return value;
    }
    void text(std::span<const int>, ByteView) override {}

    std::int64_t type = 0;
    std::int64_t raw_bytes = 0;
    std::int64_t bytes = 0;
    std::optional<std::int64_t> new_raw_bytes{};
    std::optional<std::int64_t> new_bytes{};
};

class Requirement {
public:
    Requirement(const ByteSource& from, ByteSink& to) : from_(from), to_(to) {}

    Result<void> rewrite(const std::set<std::string>& required) {
        const auto metadata = read_metadata();
        if (!metadata) return metadata.error();
        Layout layout(required);
        ByteReader first(*metadata);
        ByteWriter unused;
        if (auto done = copy_thrift_struct(first, unused, layout); !done) return done;
        if (auto done = put(as_bytes(kMark)); !done) return done;
        for (ColumnPart& part : layout.parts)
            if (auto done = copy_part(part, layout.leaves[part.leaf]); !done) return done;
        NewMetadata changed(layout.leaves, layout.parts);
        ByteReader second(*metadata);
        ByteWriter out;
        if (auto done = copy_thrift_struct(second, out, changed); !done) return done;
        out.u32(static_cast<std::uint32_t>(out.size()));
        out.bytes(as_bytes(kMark));
        return put(out.data());
    }

private:
    Result<Bytes> read_metadata() const {
        const auto size = from_.size();
        if (!size) return size.error();
        if (*size < kMark.size() + kTail) return fail("no Parquet file");
        const auto tail = from_.read(*size - kTail, kTail);
        if (!tail) return tail.error();
        const std::uint32_t length = ByteReader(*tail).u32();
        if (length > *size - kMark.size() - kTail) return fail("no Parquet file");
        return from_.read(*size - kTail - length, length);
    }

    Result<void> put(ByteView bytes) {
        written_ += static_cast<std::int64_t>(bytes.size());
        return to_.write(bytes);
    }

    Result<void> copy_part(ColumnPart& part, const Leaf& leaf) {
        if (part.start < 0 || part.bytes < 0 || part.bytes > kLargestPage)
            return fail("metadata that cannot be right");
        const auto pages = from_.read(static_cast<std::uint64_t>(part.start),
                                      static_cast<std::size_t>(part.bytes));
        if (!pages) return pages.error();
        const std::int64_t moved = written_ - part.start;
        part.start += moved;
        part.data += moved;
        if (part.dictionary) *part.dictionary += moved;
        if (!leaf.required) return put(*pages);
        if (part.nulls != 0) return fail("column '", leaf.name, "' has ", part.nulls, " nulls");
        if (part.codec != kUncompressed && part.codec != kZstd)
            return fail("column '", leaf.name, "' has a compression of number ", part.codec);
        return copy_pages(part, *pages);
    }

    Result<void> copy_pages(ColumnPart& part, ByteView pages) {
        ByteReader in(pages);
        const std::int64_t begin = written_;
        part.raw_bytes = 0;
        while (in.left() != 0) {
            PageHead head;
            ByteReader ahead = in;
            ByteWriter same;
            if (auto done = copy_thrift_struct(ahead, same, head); !done) return done;
            if (head.bytes < 0 || head.raw_bytes < 0 || head.raw_bytes > kLargestPage)
                return fail("a page that cannot be right");
            const ByteView body = ahead.bytes(static_cast<std::size_t>(head.bytes));
            if (ahead.failed()) return fail("a page that ends too early");
            Bytes shorter(body.begin(), body.end());
            if (head.type == kDataPage) {
                auto without = without_levels(body, head, part.codec);
                if (!without) return without.error();
                shorter = *std::move(without);
            }
            ByteWriter out;
            static_cast<void>(copy_thrift_struct(in, out, head));
            static_cast<void>(in.bytes(body.size()));
            part.raw_bytes +=
                static_cast<std::int64_t>(out.size()) + head.new_raw_bytes.value_or(head.raw_bytes);
            out.bytes(shorter);
            if (auto done = put(out.data()); !done) return done;
        }
        part.bytes = written_ - begin;
        return {};
    }

    // In a page's values the levels come first: their length in 4 bytes, then they.
    Result<Bytes> without_levels(ByteView body, PageHead& head, std::int64_t codec) {
        Bytes raw(body.begin(), body.end());
        if (codec == kZstd) {
            auto opened = decompressor_.decompress(body, static_cast<std::size_t>(head.raw_bytes));
            if (!opened) return opened.error();
            raw = *std::move(opened);
        }
        ByteReader in(raw);
        const std::uint32_t levels = in.u32();
        static_cast<void>(in.bytes(levels));
        if (in.failed()) return fail("a page without levels");
        const ByteView values = ByteView(raw).subspan(in.position());
        head.new_raw_bytes = static_cast<std::int64_t>(values.size());
        Bytes stored(values.begin(), values.end());
        if (codec == kZstd) {
            auto packed = compressor_.compress(values, kZstdLevel);
            if (!packed) return packed.error();
            stored = *std::move(packed);
        }
        head.new_bytes = static_cast<std::int64_t>(stored.size());
        return stored;
    }

    const ByteSource& from_;
    ByteSink& to_;
    std::int64_t written_ = 0;
    Compressor compressor_{};
    Decompressor decompressor_{};
};

}  // namespace

Result<void> require_columns(const std::string& from, const std::string& to,
                             const std::set<std::string>& required) {
    const auto source = open_file(from);
    if (!source) return source.error();
    const auto sink = create_file(to, IfExists::Replace);
    if (!sink) return sink.error();
    if (const auto done = Requirement(**source, **sink).rewrite(required); !done)
        return fail(to, ": ", done.error().message);
    return (*sink)->close();
}

}  // namespace tickreel
