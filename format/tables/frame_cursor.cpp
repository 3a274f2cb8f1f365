#include "tickreel/tables/frame_cursor.h"

#include <algorithm>

#include "format/tables/group_times.h"
#include "format/tables/shared_frames.h"
#include "tickreel/reel/part_scan.h"

namespace tickreel {

namespace {

constexpr std::size_t kBatchFrames = 4096;
constexpr std::size_t kBatchWords = 8U << 20;

}  // namespace

FrameCursor::FrameCursor(std::span<const ReelFile> files, TickBounds bounds, ProblemSink problems,
                         std::optional<FrameFilter> filter)
    : files_(files),
      bounds_(std::move(bounds)),
      problems_(std::move(problems)),
      filter_(std::move(filter)) {}
FrameCursor::FrameCursor(std::span<const ReelFile> file, SharedFrames& shared, std::size_t reader)
    : files_(file), shared_(&shared), reader_(reader) {}
FrameCursor::FrameCursor(FrameCursor&&) noexcept = default;
FrameCursor& FrameCursor::operator=(FrameCursor&&) noexcept = default;
FrameCursor::~FrameCursor() = default;

Result<bool> FrameCursor::next() {
    if (batch_ && ++at_ < batch_->size()) return true;
    at_ = 0;
    batch_.reset();  // before the next one is there: memory
    auto more = shared_ == nullptr ? take_batch() : shared_->next(reader_);
    if (!more) return more.error();
    batch_ = *std::move(more);
    return batch_ != nullptr;
}

// Whether the bounds want anything of the group.
bool FrameCursor::is_wanted(std::size_t first_chunk, std::size_t last_chunk) {
    const ReelReader& reel = *files_[file_].reel;
    const ChunkInfo& first = reel.chunks()[first_chunk];
    if (bounds_.places && !bounds_.places->contains({&reel, first.segment})) return false;
    if (first.first_tick > bounds_.to || reel.chunks()[last_chunk].last_tick < bounds_.from)
        return false;
    if (!bounds_.has_times()) return true;
    if (!times_)
        times_ = std::make_unique<const GroupTimes>(reel, bounds_.time_from, bounds_.time_to);
    return times_->touches(first_chunk);
}

// A group at a time: decoding starts at its first chunk whatever is wanted of it.
MomentRange FrameCursor::next_range(const ReelFile& file) {
    const auto chunks = file.reel->chunks();
    const ChunkInfo& first = chunks[chunk_];
    std::size_t last = chunk_;
    while (last + 1 < chunks.size() && !chunks[last + 1].starts_group &&
           chunks[last + 1].segment == first.segment)
        ++last;
    if (!is_wanted(chunk_, last)) {
        resumed_ = false;
        chunk_ = last + 1;
        return {};
    }
    MomentRange range{{first.segment, std::max(first.first_tick, bounds_.from)},
                      {first.segment, std::min(chunks[last].last_tick, bounds_.to)}};
    if (range.to.tick < std::numeric_limits<Tick>::max()) ++range.to.tick;
    range.from = std::max(range.from, file.range.from);
    range.to = std::min(range.to, file.range.to);
    if (resumed_) range.from = std::max(range.from, resume_);
    resumed_ = false;
    chunk_ = last + 1;
    return range;
}

// Then the next batch goes on behind its last frame.
bool FrameCursor::is_full(const std::vector<Frame>& frames, std::size_t words) {
    if (frames.size() < kBatchFrames && words < kBatchWords) return false;
    const Frame& last = frames.back();
    resumed_ = true;
    resume_ = {last.segment, last.tick + 1};
    // The group is not over: find it again.
    const auto chunks = files_[file_].reel->chunks();
    while (chunk_ > 0) {
        --chunk_;
        const ChunkInfo& chunk = chunks[chunk_];
        if (chunk.segment != last.segment || chunk.first_tick <= last.tick) break;
    }
    return true;
}

Result<void> FrameCursor::read(const ReelFile& file, MomentRange range, std::vector<Frame>& into) {
    if (filter_) return read_parts(file, range, into);
    std::size_t words = 0;
    return file.reel->scan(range, problems_, [&](const Frame& frame) {
        into.push_back(frame);
        words += frame.snapshot.word_count();
        return !is_full(into, words);
    });
}

Result<void> FrameCursor::read_parts(const ReelFile& file, MomentRange range,
                                     std::vector<Frame>& into) {
    if (wish_of_ != file_) {
        wish_of_ = file_;
        wished_types_.clear();
        const Schema& schema = file.reel->schema();
        // Events come with every frame: asked for as items they would cost what items do.
        for (std::size_t type = 0; filter_->items && type < schema.size(); ++type)
            if (schema[static_cast<TypeId>(type)].use == TypeUse::Item &&
                filter_->items(schema, static_cast<TypeId>(type)))
                wished_types_.push_back(static_cast<TypeId>(type));
        wished_words_.reset();
        if (filter_->words && !wished_types_.empty())
            wished_words_ = filter_->words(schema[wished_types_.front()]);
    }
    const PartFilter filter{wished_types_, filter_->sizes, &changing_, wished_words_,
                            filter_->bare};
    std::size_t words = 0;
    sizes_.clear();
    columns_.clear();
    return scan_parts(*file.reel, range, filter, problems_, [&](PartFrame part) {
        const Snapshot& items = part.frame.snapshot;
        if (into.empty() || !items.same_storage(into.back().snapshot)) words += items.word_count();
        into.push_back(std::move(part.frame));
        sizes_.push_back({part.size.items, part.size.words});
        if (filter_->words) {
            if (part.columns && (columns_.empty() || columns_.back().first != part.columns))
                words += part.columns->entities.size() * (part.columns->words.size() + 3);
            columns_.emplace_back(std::move(part.columns), part.block);
        }
        return !is_full(into, words);
    });
}

Result<FrameBatch> FrameCursor::take_batch() {
    auto batch = std::make_shared<std::vector<Frame>>();
    while (file_ < files_.size()) {
        const ReelFile& file = files_[file_];
        if (chunk_ >= file.reel->chunks().size()) {
            ++file_;
            chunk_ = 0;
            times_.reset();
            continue;
        }
        const MomentRange range = next_range(file);
        if (!(range.from < range.to)) continue;
        if (const auto done = read(file, range, *batch); !done)
            return fail(file.path, ": ", done.error().message);
        if (!batch->empty()) return FrameBatch(std::move(batch));
    }
    return FrameBatch();
}

}  // namespace tickreel
