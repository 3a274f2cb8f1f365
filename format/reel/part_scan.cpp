#include "tickreel/reel/part_scan.h"

#include <algorithm>

#include "format/reel/reader_core.h"

namespace tickreel {

namespace {

SnapshotSize size_of(const Snapshot& snapshot) {
    return {static_cast<std::uint32_t>(snapshot.size()),
            static_cast<std::uint32_t>(snapshot.word_count())};
}

Snapshot wanted_of(const Snapshot& snapshot, const PartFilter& filter) {
    SnapshotBuilder wanted;
    for (const TypeId type : filter.types)
        for (std::size_t i = snapshot.lower_bound({type, 0}); i < snapshot.size(); ++i) {
            const Item item = snapshot[i];
            if (item.key.type != type) break;
            wanted.set(item.key, item.row);
        }
    return wanted.build();
}

class PartScanner {
public:
    PartScanner(const ReaderCore& core, MomentRange range, const PartFilter& filter)
        : core_(core),
          filter_(filter),
          from_(range.from),
          to_(range.to),
          in_a_row_(filter.changing != nullptr && *filter.changing ? kChanging : 0) {}

    // Whether it is worth unpacking values right away.
    bool changing() const { return in_a_row_ >= kChanging; }
    Result<void> scan(const ProblemSink& problems, const std::function<bool(PartFrame)>& visit) {
        const auto& chunks = core_.chunks();
        if (chunks.empty()) return {};
        std::size_t i = core_.store.group_start(core_.chunk_at(from_).value_or(0));
        while (i < chunks.size() && Moment{chunks[i].segment, chunks[i].first_tick} < to_) {
            if (chunks[i].starts_group && group_ != i) begin_group(i);
            ChunkFault fault;
            auto part = plain_ ? read_plain(i, fault) : read_whole(i, fault);
            if (!part && fault.reason.empty()) {  // more of the group must be unpacked
                if (catch_up(i)) continue;
                i = core_.store.group_start(i);
                begin_group(i);
                least_ = columns::kAllParts;
                continue;
            }
            if (!part) {
                problems({core_.broken(fault).message});
                i = core_.store.group_end(i);
                begin_group(i);
                continue;
            }
            in_a_row_ = part->needed_all ? std::min(in_a_row_ + 1, kChanging) : 0;
            if (!hand_out(*part, visit)) return {};
            state_ = std::move(part->after);
            ++i;
            if (plain_ && (state_.parts & columns::kValuePart) != 0) values_ = {i, state_.prefix};
        }
        return {};
    }

private:
    // After so many chunks in a row that needed values the next one does, most likely.
    static constexpr int kChanging = 2;

    // The values of a group, up to a chunk.
    struct Values {
        std::size_t to = 0;
        std::shared_ptr<const Bytes> prefix{};
    };
    // Unpacks the values that the chunks before this one did not need. False: there are none such,
    // or not to be had.
    bool catch_up(std::size_t index) {
        if ((state_.parts & columns::kValuePart) != 0 || !state_.prefix) return false;
        for (; values_.to < index; ++values_.to) {
            values_.prefix = core_.store.unpack_values(values_.to, values_.prefix.get());
            if (!values_.prefix) return false;
        }
        state_.prefix = columns::join_prefixes(*state_.prefix, *values_.prefix);
        state_.parts |= columns::kValuePart;
        return true;
    }
    // A chunk of one zstd frame goes on from all parts of the chunk before it.
    bool goes_on_from_all(std::size_t start) const {
        const auto& chunks = core_.chunks();
        const std::size_t end = core_.store.group_end(start);
        for (std::size_t i = start + 1; i < end; ++i)
            if (chunks[i].raw_bytes < columns::kSplitFrom) return true;
        return false;
    }

    // Only the column codec can be read in part, starting from such a chunk.
    void begin_group(std::size_t start) {
        group_ = start;
        Snapshot shown = std::move(state_.shown);
        state_ = {};
        state_.shown = std::move(shown);
        whole_state_ = {};
        const auto& chunks = core_.chunks();
        if (start >= chunks.size()) return;
        values_ = {start, nullptr};
        least_ = goes_on_from_all(start) ? columns::kAllParts : 0;
        const auto at = [&](std::size_t i) {
            return chunks.begin() + static_cast<std::ptrdiff_t>(i);
        };
        plain_ =
            std::all_of(at(start), at(core_.store.group_end(start)),
                        [](const ChunkInfo& chunk) { return layout::is_columns(chunk.codec); });
    }

    std::optional<DecodedPart> read_plain(std::size_t index, ChunkFault& fault) {
        const columns::PartSet likely = changing() ? columns::kMaskPart | columns::kValuePart : 0;
        return core_.store.decode_part_after(index, state_, filter_, least_ | likely, fault);
    }

    std::optional<DecodedPart> read_whole(std::size_t index, ChunkFault& fault) {
        const ChunkFrames chunk = core_.store.decode_after(index, whole_state_, fault);
        if (!chunk) return std::nullopt;
        whole_state_ = chunk->after;
        DecodedPart part;
        part.frames = chunk->frames;
        part.after.shown = state_.shown;
        Snapshot last;
        bool known = false;
        for (Frame& frame : part.frames) {
            part.sizes.push_back(size_of(frame.snapshot));
            if (filter_.words) continue;
            if (!known || !frame.snapshot.same_storage(last)) {
                last = frame.snapshot;
                known = true;
                Snapshot now = wanted_of(last, filter_);
                if (now != part.after.shown) part.after.shown = std::move(now);
            }
            frame.snapshot = part.after.shown;
        }
        if (filter_.words) put_columns(part);
        return part;
    }

    // Of whole snapshots.
    void put_columns(DecodedPart& part) const {
        auto columns = std::make_shared<ItemColumns>();
        columns->words.resize(filter_.words->size());
        const TypeId type = filter_.types.front();
        for (std::size_t i = 0; i < part.frames.size(); ++i) {
            const Snapshot& items = part.frames[i].snapshot;
            const bool same = i > 0 && items.same_storage(part.frames[i - 1].snapshot);
            for (std::size_t at = same ? items.size() : items.lower_bound({type, 0});
                 at < items.size() && items[at].key.type == type; ++at)
                put_row(*columns, items[at]);
            if (!same)
                columns->first.push_back(static_cast<std::uint32_t>(columns->entities.size()));
            part.blocks.push_back(static_cast<std::uint32_t>(columns->first.size() - 2));
        }
        for (Frame& frame : part.frames) {
            frame.snapshot = {};
            frame.wire = {};
            frame.events.clear();
        }
        part.columns = std::move(columns);
    }
    void put_row(ItemColumns& columns, const Item& item) const {
        columns.entities.push_back(item.key.entity);
        columns.lengths.push_back(static_cast<std::uint32_t>(item.row.size()));
        for (std::size_t word = 0; word < columns.words.size(); ++word) {
            const std::size_t slot = (*filter_.words)[word];
            columns.words[word].push_back(slot < item.row.size() ? item.row[slot] : 0);
        }
    }

    bool hand_out(DecodedPart& part, const std::function<bool(PartFrame)>& visit) {
        for (std::size_t i = 0; i < part.frames.size(); ++i) {
            Frame& frame = part.frames[i];
            const Moment moment = frame.moment();
            if (moment < from_) continue;
            if (moment >= to_) return false;
            from_ = {moment.segment, moment.tick + 1};  // a group may be read again
            const SnapshotSize size = part.sizes.empty() ? SnapshotSize() : part.sizes[i];
            const std::size_t block = part.columns ? part.blocks[i] : 0;
            if (!visit({frame, size, part.columns, block})) return false;
        }
        return true;
    }

    const ReaderCore& core_;
    const PartFilter& filter_;
    Moment from_;
    Moment to_;
    PartState state_{};
    GroupState whole_state_{};
    bool plain_ = true;
    std::optional<std::size_t> group_{};  // its first chunk
    columns::PartSet least_ = 0;          // to be unpacked of the group's chunks
    int in_a_row_;                        // chunks that needed values
    Values values_{};
};

}  // namespace

Result<void> scan_parts(const ReelReader& reel, MomentRange range, const PartFilter& filter,
                        const ProblemSink& problems, const std::function<bool(PartFrame)>& visit) {
    return scan_parts(core_of(reel), range, filter, problems, visit);
}

Result<void> scan_parts(const ReaderCore& core, MomentRange range, const PartFilter& filter,
                        const ProblemSink& problems, const std::function<bool(PartFrame)>& visit) {
    PartScanner scanner(core, range, filter);
    auto done = scanner.scan(problems, visit);
    if (filter.changing != nullptr) *filter.changing = scanner.changing();
    return done;
}

}  // namespace tickreel
