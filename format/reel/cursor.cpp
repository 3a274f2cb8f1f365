#include "format/reel/cursor.h"

#include <algorithm>

#include "format/reel/reader_core.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

const ReaderCore& ReelCursor::core_of(const ReelReader& reader) {
    return *reader.core_;
}

const Frame* ReelCursor::frame() const {
    return chunk_ ? &chunk_->frames[at_] : nullptr;
}

Result<const Frame*> ReelCursor::seek(Moment moment) {
    const ReaderCore& core = *reader_->core_;
    chunk_.reset();
    const Result<std::size_t> index = core.chunk_for(moment);
    if (!index) return index.error();
    ChunkFault fault;
    chunk_ = core.store.get(*index, fault);
    if (!chunk_) return core.broken(fault);
    const auto after =
        std::upper_bound(chunk_->frames.begin(), chunk_->frames.end(), moment,
                         [](Moment m, const Frame& frame) { return m < frame.moment(); });
    index_ = *index;
    at_ = after == chunk_->frames.begin()
              ? 0
              : static_cast<std::size_t>(after - chunk_->frames.begin()) - 1;
    return frame();
}

Result<const Frame*> ReelCursor::next() {
    const ReaderCore& core = *reader_->core_;
    if (chunk_ && at_ + 1 < chunk_->frames.size()) {
        ++at_;
        return frame();
    }
    for (std::size_t i = chunk_ ? index_ + 1 : 0; i < core.chunks().size();) {
        ChunkFault fault;
        if (std::shared_ptr<const DecodedChunk> chunk = core.store.get(i, fault)) {
            chunk_ = std::move(chunk);
            index_ = i;
            at_ = 0;
            return frame();
        }
        static_cast<void>(core.broken(fault));
        i = core.store.group_end(i);
    }
    return nullptr;
}

Result<const Frame*> ReelCursor::previous() {
    const ReaderCore& core = *reader_->core_;
    if (chunk_ && at_ > 0) {
        --at_;
        return frame();
    }
    for (std::size_t i = chunk_ ? index_ : core.chunks().size(); i > 0; --i) {
        ChunkFault fault;
        if (std::shared_ptr<const DecodedChunk> chunk =
                core.store.get(i - 1, fault, ChunkStore::LeadIn::Keep)) {
            chunk_ = std::move(chunk);
            index_ = i - 1;
            at_ = chunk_->frames.size() - 1;
            return frame();
        }
        static_cast<void>(core.broken(fault));
    }
    return nullptr;
}

}  // namespace tickreel
