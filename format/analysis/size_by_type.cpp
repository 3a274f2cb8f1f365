#include "tickreel/analysis/size_by_type.h"

#include <algorithm>
#include <deque>
#include <set>

#include "tickreel/base/parse_number.h"
#include "tickreel/model/type_table.h"
#include "tickreel/reel/codec.h"

namespace tickreel {
namespace {

constexpr int kLevel = 3;  // shares hardly depend on it

// A number as snapshots are sent: sign and 6 bits in the first byte, 7 in each further one.
unsigned packed_bytes(std::uint32_t word) {
    const std::uint32_t magnitude = (word >> 31U) != 0 ? ~word : word;
    unsigned bytes = 1;
    for (std::uint32_t left = magnitude >> 6U; left != 0; left >>= 7U) ++bytes;
    return bytes;
}

// How a type is named in a snapshot: by its number or, where its origin is none, by one that the
// server gave it, from 32767 down; then the number of words goes with each item.
struct SentType {
    std::uint32_t number = 0x7fff;
    unsigned size_bytes = 1;

    static SentType of(const ItemType& type) {
        const auto number = parse_number<std::uint16_t>(type.origin);
        return number ? SentType{*number, 0} : SentType{};
    }
    unsigned item_head(ItemKey key) const {
        return packed_bytes(number) + packed_bytes(static_cast<std::uint32_t>(key.entity)) +
               size_bytes;
    }
    unsigned removal(ItemKey key) const {
        return packed_bytes(number << 16U | static_cast<std::uint32_t>(key.entity & 0xffffU));
    }
};

unsigned packed_row(Row row, const std::optional<Row>& base) {
    unsigned bytes = 0;
    const bool differences = base && base->size() == row.size();
    for (std::size_t i = 0; i < row.size(); ++i)
        bytes += packed_bytes(static_cast<std::uint32_t>(row[i]) -
                              static_cast<std::uint32_t>(differences ? (*base)[i] : 0));
    return bytes;
}

bool same_row(Row a, Row b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

// The snapshots that may still be the base of a delta. Where the recording names no bases, as that
// of a demo, the snapshot before stands for them.
class Bases {
public:
    const Snapshot& of(const Frame& frame) {
        static const Snapshot kNone;
        if (frame.segment != segment_) kept_.clear();
        segment_ = frame.segment;
        const Tick base = frame.wire.base_tick;
        any_base_ = any_base_ || base != kNoTick;
        if (kept_.empty() || (any_base_ && base == kNoTick)) return kNone;
        if (!any_base_) return kept_.back().second;
        while (kept_.size() > 1 && kept_[1].first <= base) kept_.pop_front();
        return kept_.front().second;
    }
    void keep(const Frame& frame) {
        kept_.emplace_back(frame.tick, frame.snapshot);
        if (kept_.size() > (any_base_ ? kMost : 1)) kept_.pop_front();
    }

private:
    static constexpr std::size_t kMost = 256;  // servers keep 3 s
    std::uint32_t segment_ = 0;
    bool any_base_ = false;
    std::deque<std::pair<Tick, Snapshot>> kept_;
};

class WireShares {
public:
    WireShares(const Schema& schema, RecordingSize& size) : types_(schema), size_(size) {}

    void add(const Frame& frame) {
        const Snapshot& base = bases_.of(frame);
        packed_.clear();
        for (const Item item : frame.snapshot) {
            TypeSize& type = size_.types[item.key.type];
            ++type.rows;
            const auto before = base.find(item.key);
            if (before && same_row(*before, item.row)) continue;
            ++type.changes;
            if (types_[item.key.type].derived) continue;  // nobody sent it
            packed_[item.key.type] +=
                sent(item.key).item_head(item.key) + packed_row(item.row, before);
        }
        for (const Item item : base)
            if (!types_[item.key.type].derived && !frame.snapshot.find(item.key))
                packed_[item.key.type] += sent(item.key).removal(item.key);
        divide(frame.wire);
        bases_.keep(frame);
    }

private:
    const SentType& sent(ItemKey key) {
        const auto [known, fresh] = sent_.try_emplace(key.type);
        if (fresh) known->second = SentType::of(types_[key.type]);
        return known->second;
    }

    void divide(const WireInfo& wire) {
        size_.wire_bytes += wire.bytes;
        size_.parts += wire.parts;
        double all = 0;
        for (const auto& [type, bytes] : packed_) all += bytes;
        if (all == 0) size_.unchanged_bytes += wire.bytes;
        for (const auto& [type, bytes] : packed_)
            size_.types[type].wire_bytes += wire.bytes * (bytes / all);
    }

    TypeTable types_;  // a damaged or foreign file may lack some
    RecordingSize& size_;
    Bases bases_;
    std::map<TypeId, SentType> sent_;
    std::map<TypeId, double> packed_;  // of the snapshot at hand
};

Snapshot items_of(const Snapshot& all, TypeId type) {
    SnapshotBuilder items;
    for (std::size_t i = all.lower_bound({type, 0}); i < all.size() && all[i].key.type == type; ++i)
        items.set(all[i].key, all[i].row);
    return items.build();
}

class FileShares {
public:
    FileShares(const ReelReader& reel, RecordingSize& size) : reel_(reel), size_(size) {}

    Result<void> add(const Frame& frame) {
        const auto chunks = reel_.chunks();
        while (chunk_ < chunks.size() && !holds(chunks[chunk_], frame)) {
            if (auto done = end_chunk(); !done) return done;
            ++chunk_;
        }
        frames_.push_back(frame);
        return {};
    }
    // What is left of the file's bytes, besides attachments, belongs to no chunk that could be
    // read.
    Result<void> finish() {
        auto done = end_chunk();
        size_.rest_bytes = reel_.file_bytes() - chunk_bytes_;
        for (const AttachmentInfo& attachment : reel_.attachments()) {
            size_.attachment_bytes += attachment.stored_bytes;
            size_.rest_bytes -= attachment.stored_bytes;
        }
        return done;
    }

private:
    static bool holds(const ChunkInfo& chunk, const Frame& frame) {
        return chunk.segment == frame.segment && frame.tick <= chunk.last_tick;
    }

    // The frames with no content but their ticks, to which that of a type is added.
    std::vector<Frame> bare() const {
        std::vector<Frame> frames(frames_.size());
        for (std::size_t i = 0; i < frames.size(); ++i) {
            frames[i].segment = frames_[i].segment;
            frames[i].tick = frames_[i].tick;
        }
        return frames;
    }

    std::vector<Frame> only(TypeId type) const {
        std::vector<Frame> frames = bare();
        const bool event = size_.types[type].event;
        for (std::size_t i = 0; i < frames.size(); ++i) {
            if (event) {
                for (const Event& one : frames_[i].events)
                    if (one.type == type) frames[i].events.push_back(one);
            } else if (i > 0 && frames_[i].snapshot.same_storage(frames_[i - 1].snapshot)) {
                frames[i].snapshot = frames[i - 1].snapshot;
            } else {
                frames[i].snapshot = items_of(frames_[i].snapshot, type);
            }
        }
        return frames;
    }

    Result<double> encoded(const std::vector<Frame>& frames, GroupState& state) {
        Result<EncodedChunk> chunk = default_codec().encode(frames, state, kLevel, compressor_);
        if (!chunk) return chunk.error();
        state = std::move(chunk->after);
        return static_cast<double>(chunk->bytes.size());
    }

    std::set<TypeId> types_here() const {
        std::set<TypeId> types;
        for (const auto& [type, state] : states_)
            if (!state.last.empty()) types.insert(type);
        for (const Frame& frame : frames_) {
            for (const Event& event : frame.events) types.insert(event.type);
            for (const Item item : frame.snapshot) types.insert(types.end(), item.key.type);
        }
        return types;
    }

    Result<void> end_chunk() {
        if (frames_.empty()) return {};
        const ChunkInfo& chunk = reel_.chunks()[chunk_];
        if (chunk.starts_group) states_.clear();
        GroupState none;
        const auto empty = encoded(bare(), none);
        if (!empty) return empty.error();
        std::vector<Frame> facts = bare();
        for (std::size_t i = 0; i < facts.size(); ++i) {
            facts[i].time = frames_[i].time;
            facts[i].wire = frames_[i].wire;
        }
        GroupState no_state;
        const auto of_frames = encoded(facts, no_state);
        if (!of_frames) return of_frames.error();
        std::map<TypeId, double> shares;
        double all = *of_frames;
        for (const TypeId type : types_here()) {
            const auto bytes = encoded(only(type), states_[type]);
            if (!bytes) return bytes.error();
            all += shares[type] = std::max(*bytes - *empty, 0.0);
        }
        const double scale = chunk.stored_bytes / all;
        for (const auto& [type, bytes] : shares) size_.types[type].file_bytes += bytes * scale;
        size_.frame_bytes += *of_frames * scale;
        chunk_bytes_ += chunk.stored_bytes;
        frames_.clear();
        return {};
    }

    const ReelReader& reel_;
    RecordingSize& size_;
    Compressor compressor_;
    std::size_t chunk_ = 0;
    std::uint64_t chunk_bytes_ = 0;
    std::vector<Frame> frames_;  // of that chunk
    std::map<TypeId, GroupState> states_;
};

}  // namespace

Result<RecordingSize> measure_size(const ReelReader& reel, const ProblemSink& problems,
                                   const std::function<void(Moment)>& visit) {
    RecordingSize size;
    WireShares wire(reel.schema(), size);
    FileShares file(reel, size);
    Result<void> done;
    const auto take = [&](const Frame& frame) {
        ++size.snapshots;
        for (const Event& event : frame.events) {
            TypeSize& type = size.types[event.type];
            type.event = true;
            ++type.rows;
            ++type.changes;
        }
        wire.add(frame);
        done = file.add(frame);
        visit(frame.moment());
        return done.ok();
    };
    if (auto read = reel.scan(reel.everything(), problems, take); !read) return read.error();
    if (done) done = file.finish();
    if (!done) return done.error();
    return size;
}

}  // namespace tickreel
