#include "format/reel/chunk_store.h"

#include <algorithm>

#include "format/reel/record_input.h"

namespace tickreel {

namespace {

constexpr std::size_t kCacheChunks = 256;
constexpr std::size_t kCacheStates = 64;
// More than any group that Tickreel writes; a larger one is read chunk by chunk.
constexpr std::uint64_t kGroupRead = 8U << 20;

std::uint64_t memory_words(const DecodedChunk& chunk) {
    return chunk.words + chunk.frames.size() * (sizeof(Frame) / sizeof(Word));
}

}  // namespace

std::size_t ChunkStore::group_start(std::size_t index) const {
    while (index > 0 && !chunks_[index].starts_group) --index;
    return index;
}

std::size_t ChunkStore::group_end(std::size_t index) const {
    do ++index;
    while (index < chunks_.size() && !chunks_[index].starts_group);
    return index;
}

ChunkFrames ChunkStore::cached(std::size_t index) const {
    const std::scoped_lock lock(mutex_);
    const auto at = std::find_if(cache_.begin(), cache_.end(),
                                 [index](const Entry& entry) { return entry.index == index; });
    if (at == cache_.end()) return nullptr;
    cache_.splice(cache_.begin(), cache_, at);
    return at->frames;
}

void ChunkStore::keep(std::size_t index, const ChunkFrames& frames) const {
    const std::scoped_lock lock(mutex_);
    for (const Entry& entry : cache_)
        if (entry.index == index) return;
    cache_.push_front({index, frames});
    cached_words_ += memory_words(*frames);
    while (cache_.size() > 1 && (cached_words_ > cache_words_ || cache_.size() > kCacheChunks)) {
        cached_words_ -= memory_words(*cache_.back().frames);
        cache_.pop_back();
    }
}

std::pair<std::size_t, GroupState> ChunkStore::nearest(std::size_t index) const {
    const std::size_t start = group_start(index);
    for (std::size_t from = index; from > start; --from) {
        if (const ChunkFrames before = cached(from - 1)) return {from, before->after};
        const std::scoped_lock lock(mutex_);
        for (const State& state : states_)
            if (state.index == from - 1) return {from, state.after};
    }
    return {start, GroupState{}};
}

void ChunkStore::keep_state(std::size_t index, const GroupState& after) const {
    const std::scoped_lock lock(mutex_);
    // All cached states together use at most as much memory as the frames.
    if (snapshot_words(after.last) > cache_words_ / kCacheStates) return;
    states_.push_front({index, after});
    if (states_.size() > kCacheStates) states_.pop_back();
}

std::optional<RecordHeader> ChunkStore::check(std::size_t index, ByteView record,
                                              ChunkFault& fault) const {
    const ChunkInfo& info = chunks_[index];
    fault.chunk = index;
    const Result<RecordHeader> header = check_record(record, seed_);
    if (!header) {
        fault.reason = header.error().message;
        return std::nullopt;
    }
    if (header->type != layout::kChunk || header->has(layout::kStartsGroup) != info.starts_group ||
        header->segment != info.segment || header->first_tick != info.first_tick ||
        header->last_tick() != info.last_tick) {
        fault.reason = "it is not the one that the index says";
        return std::nullopt;
    }
    return *header;
}

std::unique_ptr<Decompressor> ChunkStore::borrow() const {
    {
        const std::scoped_lock lock(mutex_);
        if (!idle_.empty()) {
            auto decompressor = std::move(idle_.back());
            idle_.pop_back();
            return decompressor;
        }
    }
    return std::make_unique<Decompressor>();
}

void ChunkStore::give_back(std::unique_ptr<Decompressor> decompressor) const {
    const std::scoped_lock lock(mutex_);
    idle_.push_back(std::move(decompressor));
}

ChunkFrames ChunkStore::decode(std::size_t index, ByteView record, const GroupState& before,
                               DecodeScope scope, ChunkFault& fault) const {
    const auto header = check(index, record, fault);
    if (!header) return nullptr;
    std::unique_ptr<Decompressor> decompressor = borrow();
    const ByteView payload = record.subspan(layout::kRecordHeader, header->payload_length);
    const bool starts = header->has(layout::kStartsGroup);
    Result<DecodedChunk> chunk =
        decode_chunk(*header, payload, starts ? GroupState{} : before, *decompressor, scope);
    give_back(std::move(decompressor));
    if (!chunk) {
        fault.reason = chunk.error().message;
        return nullptr;
    }
    return std::make_shared<const DecodedChunk>(std::move(*chunk));
}

bool ChunkStore::read_payload(std::size_t index, ChunkFault& fault, const ReadPayload& read) const {
    fault.chunk = index;
    const Result<Bytes> record = source_.read(chunks_[index].offset, chunks_[index].stored_bytes);
    if (!record) {
        fault.reason = record.error().message;
        return false;
    }
    const auto header = check(index, *record, fault);
    if (!header) return false;
    std::unique_ptr<Decompressor> decompressor = borrow();
    const Result<void> done =
        read(*header, ByteView(*record).subspan(layout::kRecordHeader, header->payload_length),
             *decompressor);
    give_back(std::move(decompressor));
    if (!done) fault.reason = done.error().message;
    return done.ok();
}

std::optional<DecodedPart> ChunkStore::decode_part_after(std::size_t index, const PartState& before,
                                                         const PartFilter& filter,
                                                         columns::PartSet least,
                                                         ChunkFault& fault) const {
    std::optional<DecodedPart> part;
    const auto decode = [&](const RecordHeader& header, ByteView payload,
                            Decompressor& decompressor) -> Result<void> {
        auto made = decode_chunk_part(header, payload, before, filter, least, decompressor);
        if (!made) return made.error();
        part = *std::move(made);
        return {};
    };
    read_payload(index, fault, decode);
    return part;
}

std::shared_ptr<const Bytes> ChunkStore::unpack_values(std::size_t index,
                                                       const Bytes* before) const {
    std::shared_ptr<const Bytes> values;
    const auto unpack = [&](const RecordHeader& header, ByteView payload,
                            Decompressor& decompressor) -> Result<void> {
        auto made = unpack_chunk_values(header, payload, before, decompressor);
        if (!made) return made.error();
        values = *std::move(made);
        return {};
    };
    ChunkFault unused;
    read_payload(index, unused, unpack);
    return values;
}

ChunkFrames ChunkStore::decode_after(std::size_t index, const GroupState& before,
                                     ChunkFault& fault) const {
    fault.chunk = index;
    const Result<Bytes> bytes = source_.read(chunks_[index].offset, chunks_[index].stored_bytes);
    if (!bytes) {
        fault.reason = bytes.error().message;
        return nullptr;
    }
    return decode(index, *bytes, before, DecodeScope::Frames, fault);
}

Result<Bytes> ChunkStore::read_chunks(std::size_t first, std::size_t last) const {
    const std::uint64_t length =
        chunks_[last].offset + chunks_[last].stored_bytes - chunks_[first].offset;
    if (length > kGroupRead) return fail("more than is read at once");
    return source_.read(chunks_[first].offset, static_cast<std::size_t>(length));
}

ChunkFrames ChunkStore::get(std::size_t index, ChunkFault& fault, LeadIn lead_in) const {
    if (ChunkFrames frames = cached(index)) return frames;
    auto [from, state] = nearest(index);
    const std::uint64_t offset = chunks_[from].offset;
    // One contiguous read; if that fails, chunk by chunk, to find the damaged one.
    const Result<Bytes> group = read_chunks(from, index);
    ChunkFrames chunk;
    for (std::size_t i = from; i <= index; ++i) {
        const ChunkInfo& info = chunks_[i];
        const bool passing = i < index && lead_in == LeadIn::Skip;
        const DecodeScope scope = passing ? DecodeScope::EndOnly : DecodeScope::Frames;
        Result<Bytes> alone = Bytes{};
        if (!group) alone = source_.read(info.offset, info.stored_bytes);
        if (!alone) {
            fault = {i, alone.error().message};
            return nullptr;
        }
        const ByteView record =
            group ? ByteView(*group).subspan(static_cast<std::size_t>(info.offset - offset),
                                             info.stored_bytes)
                  : ByteView(*alone);
        chunk = decode(i, record, state, scope, fault);
        if (!chunk) return nullptr;
        state = chunk->after;
        if (passing)
            keep_state(i, state);
        else
            keep(i, chunk);
    }
    return chunk;
}

}  // namespace tickreel
