#include "tickreel/reel/mark.h"

#include <algorithm>

#include "format/reel/open_reel.h"
#include "format/reel/record_output.h"

namespace tickreel {

namespace {

// Every edit adds an index to the chain that opening follows; beyond this, all are merged.
constexpr std::size_t kMaxIndexLinks = 64;
constexpr int kIndexLevel = 19;

// The file being edited, locked against other editors.
struct LockedRecording {
    std::unique_ptr<ByteSink> lock{};
    std::unique_ptr<ByteSource> source{};
    std::unique_ptr<IndexLoader> gather{};
};

Result<LockedRecording> open_marked(const std::string& path) {
    LockedRecording marked;
    // Open the source first: its error for a missing file is clearer.
    Result<std::unique_ptr<ByteSource>> source = open_file(path);
    if (!source) return source.error();
    Result<std::unique_ptr<ByteSink>> lock = append_to_file(path);
    if (!lock) return lock.error();
    Result<std::unique_ptr<IndexLoader>> gather = open_reel(**source);
    if (!gather) return gather.error();
    const IndexLoader& known = **gather;
    if (!known.catalog().record_types.contains(layout::kEnd) || known.last_index().length == 0)
        return fail(
            "was never finished, or is still being written: 'tickreel recover' it first, or, while "
            "it is "
            "recorded, use 'tickreel ctl SOCKET mark'");
    if (!known.damage().empty())
        return fail("is damaged at offset ", known.damage().front().offset,
                    "; 'tickreel recover' it first");
    marked.lock = std::move(*lock);
    marked.source = std::move(*source);
    marked.gather = std::move(*gather);
    return marked;
}

Result<void> check(const Catalog& catalog, const Marker& marker) {
    std::size_t segments = catalog.segments.size();
    if (!catalog.chunks.empty())
        segments = std::max<std::size_t>(segments, catalog.chunks.back().segment + std::size_t{1});
    if (marker.moment.segment >= segments)
        return fail("has no segment ", marker.moment.segment, " to mark");
    if (marker.moment.tick < -layout::kMaxTick || marker.moment.tick > layout::kMaxTick)
        return fail("tick ", marker.moment.tick, " is out of the range of a reel");
    if (marker.text.size() > kMaxMarkerText)
        return fail("the text has ", marker.text.size(), " bytes, a marker holds ", kMaxMarkerText);
    return {};
}

// Buffers everything for a single write, so that a crash leaves all of it or a cut tail.
class OneWrite final : public ByteSink {
public:
    explicit OneWrite(ByteSink& to) : to_(to) {}
    Result<void> write(ByteView bytes) override {
        bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
        return {};
    }
    Result<void> sync() override { return {}; }
    Result<void> close() override {
        if (Result<void> written = to_.write(bytes_); !written) return written;
        return to_.sync();
    }

private:
    ByteSink& to_;
    Bytes bytes_;
};

// The index after an edit: a checkpoint that depends on the previous index, or a new footer.
FileSpan write_index(const IndexLoader& gather, std::uint32_t number, const MarkerEntry& entry,
                     RecordOutput& out) {
    // A newer writer's footer may hold data that cannot be copied; a long chain is merely slow.
    const bool long_chain =
        gather.index_links() >= kMaxIndexLinks && gather.header().minor <= layout::kMinor;
    if (long_chain || gather.index_is_behind()) {
        Catalog whole = gather.catalog();
        whole.markers[number] = entry;
        whole.record_types.insert(layout::kDefine);
        return out.write_packed(layout::kFooter, write_index_record(whole, {}, {}, out.at()),
                                kIndexLevel);
    }
    Catalog news;
    news.info = gather.catalog().info;
    news.info.properties.clear();
    news.record_types = gather.catalog().record_types;
    news.record_types.insert(layout::kDefine);
    ByteWriter index;
    index.bytes(write_index_record(news, {}, {gather.last_index(), {}}, out.at()));
    write_markers({{number, entry}}, index);
    return out.write_packed(layout::kCheckpoint, index.data(), kIndexLevel);
}

// The marker, a copy of the file header, the index and the end record.
void write_records(const IndexLoader& gather, std::uint32_t number, const MarkerEntry& entry,
                   RecordOutput& out) {
    ByteWriter marker;
    write_markers({{number, entry}}, marker);
    out.write_packed(layout::kDefine, marker.data(), kIndexLevel);
    RecordHeader info;
    info.type = layout::kInfo;
    const Bytes about =
        write_info_record(write_file_header(gather.header()), gather.catalog().info);
    info.raw_length = static_cast<std::uint32_t>(about.size());
    out.write(info, about);
    const FileSpan index = write_index(gather, number, entry, out);
    RecordHeader end;
    end.type = layout::kEnd;
    end.raw_length = layout::kEndPayload;
    out.write(end, write_end_record(index));
}

Result<void> append(const std::string& path, const LockedRecording& marked, std::uint32_t number,
                    const MarkerEntry& entry) {
    const IndexLoader& gather = *marked.gather;
    // Remove the rest of an edit that was cut off, or of the end record.
    if (gather.tail())
        if (Result<void> cut = shorten_file(path, gather.end()); !cut) return cut;
    RecordOutput out(std::make_unique<OneWrite>(*marked.lock), gather.seed(), gather.end(),
                     gather.next_sequence());
    write_records(gather, number, entry, out);
    out.close();
    if (out.status()) return marked.lock->close();
    // Disk full: restore the file; if even that fails, only a cut tail remains.
    static_cast<void>(shorten_file(path, gather.end()));
    return out.status();
}

Result<void> change_marker(const std::string& path, std::uint32_t number, const Marker* marker) {
    const Result<LockedRecording> marked = open_marked(path);
    if (!marked) return marked.error();
    const Catalog& catalog = marked->gather->catalog();
    const auto known = catalog.markers.find(number);
    if (known == catalog.markers.end() || known->second.deleted)
        return fail("has no marker number ", number);
    MarkerEntry entry = known->second;
    entry.deleted = marker == nullptr;
    if (marker != nullptr) {
        if (Result<void> good = check(catalog, *marker); !good) return good;
        entry.marker = *marker;
    }
    return append(path, *marked, number, entry);
}

}  // namespace

Result<std::uint32_t> add_marker(const std::string& path, const Marker& marker) {
    const Result<LockedRecording> marked = open_marked(path);
    if (!marked) return marked.error();
    const Catalog& catalog = marked->gather->catalog();
    if (const Result<void> good = check(catalog, marker); !good) return good.error();
    const std::uint32_t number = end_of(catalog).markers;
    if (number >= layout::kMaxListed) return fail("holds no more than ", number, " markers");
    if (const Result<void> done = append(path, *marked, number, {marker, false}); !done)
        return done.error();
    return number;
}

Result<void> edit_marker(const std::string& path, std::uint32_t number, const Marker& marker) {
    return change_marker(path, number, &marker);
}

Result<void> delete_marker(const std::string& path, std::uint32_t number) {
    return change_marker(path, number, nullptr);
}

}  // namespace tickreel
