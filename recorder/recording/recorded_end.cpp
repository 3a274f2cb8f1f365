#include "recorder/recording/recorded_end.h"

#include <algorithm>

#include "recorder/recording/kept_parts.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

namespace {

// The shortest of the last chunks: some of them may be missing, or end early.
Tick step_at_end(const ReelReader& reel) {
    constexpr std::size_t kChunks = 4;
    const auto chunks = reel.chunks().last(std::min(kChunks, reel.chunks().size()));
    const auto same = [&](const ChunkInfo& one) { return one.segment == chunks.back().segment; };
    const ChunkInfo& chunk = *std::find_if(chunks.begin(), chunks.end(), same);
    Tick step = 0;
    Tick before = kNoTick;
    const auto look = [&](const Frame& frame) {
        const Tick next = before == kNoTick ? 0 : frame.tick - before;
        if (next > 0 && (step == 0 || next < step)) step = next;
        before = frame.tick;
        return true;
    };
    const MomentRange range{{chunk.segment, chunk.first_tick}, reel.everything().to};
    return reel.scan(range, ignore_problems, look) ? step : 0;
}

// Parts that nobody can read are said to be lost by who makes a clip of the others.
std::optional<RecordedEnd> end_of_kept(const std::vector<std::string>& parts) {
    std::vector<LeftFile> files;
    for (const std::string& path : parts) files.push_back({path, {}});
    bool unreadable = false;
    return recorded_end(files, unreadable);
}

}  // namespace

std::optional<RecordedEnd> recorded_end(std::span<const LeftFile> files, bool& unreadable) {
    for (std::size_t left = files.size(); left > 0; --left) {
        const LeftFile& one = files[left - 1];
        if (one.end) return one.end;
        // They are gone where their recorder ended well: what was in no clip, nobody has.
        if (const auto parts = kept_parts(one.path)) {
            if (auto end = end_of_kept(*parts)) return end;
            continue;
        }
        Result<std::unique_ptr<ByteSource>> file = open_file(one.path);
        if (!file) {
            unreadable = true;
            continue;
        }
        const auto reel = ReelReader::open(*std::move(file));
        if (!reel || (*reel)->chunks().empty()) continue;  // killed before its first chunk
        const Result<Frame> last = (*reel)->at((*reel)->timeline().last());
        if (!last) {
            unreadable = true;
            continue;
        }
        const Moment moment = last->moment();
        return RecordedEnd{(*reel)->info().game, moment, last->time, step_at_end(**reel),
                           (*reel)->segments()[moment.segment]};
    }
    return std::nullopt;
}

void WrittenFrames::add_frame(const Frame& frame) {
    ++frames_;
    if (frame.tick == end_.last.tick && frame.time == end_.time) up_to_end_ = frames_;
    if (frame.time <= end_.time) up_to_time_ = frames_;
}

}  // namespace tickreel
