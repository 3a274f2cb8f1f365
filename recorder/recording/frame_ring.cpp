#include "recorder/recording/frame_ring.h"

#include <algorithm>
#include <utility>

#include <unistd.h>

#include "recorder/recording/kept_parts.h"
#include "recorder/recording/whole_path.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/shared_sink.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

namespace {

constexpr std::size_t kDigits = 8;           // of a part's number: names sort by it
constexpr std::chrono::seconds kTryDisk{2};  // again, while memory has what the disk did not take

// The ring forgets a part at a time: an eighth of itself. Of a short ring it is more, because each
// part names all types, 5 kB of the 20 kB of 8 s of a Teeworlds match.
std::chrono::nanoseconds part_of(std::chrono::nanoseconds keep) {
    return std::max<std::chrono::nanoseconds>(
        keep / 8, std::min<std::chrono::nanoseconds>(keep / 3, std::chrono::seconds(20)));
}

}  // namespace

struct FrameRing::Part {
    std::chrono::nanoseconds begin{};
    std::chrono::nanoseconds end{};
    std::string name{};                    // of its file in the folder, if there is a folder
    std::string path{};                    // "" = in memory:
    std::unique_ptr<Bytes> bytes{};        // the writer writes into them
    std::unique_ptr<ReelWriter> writer{};  // nullptr: a part of before, that memory has no more
    std::optional<Moment> last{};          // of its frames
    std::uint64_t frames = 0;              // that came
    std::uint64_t lost = 0;                // of these, as far as a replay has said so
};

FrameRing::FrameRing(std::chrono::nanoseconds keep, const ReelOptions& reel,
                     const std::vector<std::string>& folders, std::string game,
                     double ticks_per_second)
    : keep_(keep),
      reel_(reel),
      folders_(folders),
      game_(std::move(game)),
      ticks_per_second_(ticks_per_second) {
    if (!folders_.any()) reel_.sync = SyncMode::None;  // there is no disk under it
}

FrameRing::~FrameRing() {
    while (!parts_.empty()) forget_first();
    forget_clips();
}

// Where no file can be made, memory does. Also as long as it has others: parts on the disk have no
// hole between them, so that the next recorder knows from the last of them what is there.
std::unique_ptr<ByteSink> FrameRing::sink_for(Part& part) {
    if (folders_.any()) {
        std::string number = std::to_string(next_part_++);
        number.insert(0, kDigits - std::min(kDigits, number.size()), '0');
        part.name = number + ".reel";
        if (!any_in_memory())
            if (auto file = folders_.create(part.name, now_)) {
                part.path = file->path;
                return std::move(file->sink);
            }
        tried_disk_ = now_;
    }
    part.bytes = std::make_unique<Bytes>();
    return std::make_unique<SharedSink>(*part.bytes);
}

bool FrameRing::any_in_memory() const {
    return std::any_of(
        parts_.begin(), parts_.end(),
        [](const Part& part) { return part.path.empty() && !part.name.empty(); });
}

bool FrameRing::outlives_kill() const {
    if (!parts_.empty() && parts_.back().writer && !parts_.back().writer->status()) return false;
    return !any_in_memory();
}

// What memory took when the disk was full. Whether the disk has all of it now.
bool FrameRing::move_to_disk() {
    tried_disk_ = now_;
    for (Part& part : parts_) {
        if (!part.path.empty()) continue;
        part.writer->flush();
        part.path = folders_.write(part.name, *part.bytes, reel_.sync != SyncMode::None);
        if (part.path.empty()) return false;
        part.writer.reset();
        part.bytes.reset();
    }
    return true;
}

void FrameRing::forget_first() {
    const Part& first = parts_.front();
    if (!first.path.empty()) ::unlink(first.path.c_str());
    forgotten_ += first.frames - first.lost;
    if (first.last) last_forgotten_ = first.last;
    parts_.pop_front();
}

void FrameRing::flush() {
    if (folders_.any() && !parts_.empty()) parts_.back().writer->flush();
}

TypeId FrameRing::add_type(const ItemType& type) {
    const std::size_t before = schema_.size();
    const TypeId id = schema_.add(type);
    if (schema_.size() > before && !parts_.empty()) parts_.back().writer->add_type(type);
    return id;
}

void FrameRing::set_property(std::string_view key, std::string_view value) {
    properties_[std::string(key)] = value;
}

void FrameRing::begin_segment(const Segment& segment) {
    segments_.push_back(segment);
    if (!parts_.empty()) parts_.back().writer->begin_segment(segment);
}

void FrameRing::add_attachment(const Attachment& attachment) {
    const auto segment = static_cast<std::uint32_t>(std::max<std::size_t>(segments_.size(), 1) - 1);
    for (Attached& known : attachments_) {
        if (!same_map(known.segment, segment) || known.what.name != attachment.name) continue;
        known.what = attachment;
        return;
    }
    attachments_.push_back({segment, attachment});
}

bool FrameRing::same_map(std::uint32_t one, std::uint32_t other) const {
    return one == other || (one < segments_.size() && other < segments_.size() &&
                            segments_[one] == segments_[other]);
}

// At once on the disk: whoever set it is told that it will be in the clip.
void FrameRing::add_marker(const Marker& marker) {
    if (parts_.empty()) {
        early_markers_.push_back(marker);
        return;
    }
    parts_.back().writer->add_marker(marker);
    flush();
}

void FrameRing::add_gap(const Gap& gap) {
    if (parts_.empty())
        early_gaps_.push_back(gap);
    else
        parts_.back().writer->add_gap(gap);
}

void FrameRing::start_part(std::chrono::nanoseconds time) {
    if (!parts_.empty() && parts_.back().writer) parts_.back().writer->flush();
    Part part{time, time};
    RecordingInfo info;
    info.start = time;
    info.game = game_;
    info.ticks_per_second = ticks_per_second_;
    for (const auto& [key, value] : properties_) info.properties[key] = value;
    part.writer = std::make_unique<ReelWriter>(sink_for(part), info, reel_);
    for (const ItemType& type : schema_.types()) part.writer->add_type(type);
    for (const Segment& segment : segments_) part.writer->begin_segment(segment);
    for (const Gap& gap : std::exchange(early_gaps_, {})) part.writer->add_gap(gap);
    for (const Marker& marker : std::exchange(early_markers_, {})) part.writer->add_marker(marker);
    parts_.push_back(std::move(part));
}

void FrameRing::note_clip(const std::string& path) {
    for (const std::string& folder : folders_.all()) tickreel::note_clip(folder, whole_path(path));
}

void FrameRing::forget_clips() {
    for (const std::string& folder : folders_.all()) tickreel::forget_clips(folder);
}

void FrameRing::forget_before(std::chrono::nanoseconds time) {
    while (!parts_.empty() && parts_.front().end < time) forget_first();
}

void FrameRing::forget_through(Moment moment) {
    while (!parts_.empty() && parts_.front().last && *parts_.front().last <= moment) forget_first();
}

void FrameRing::add_frame(const Frame& frame) {
    now_ = frame.time;
    if (!outlives_kill() && now_ - tried_disk_ >= kTryDisk) move_to_disk();
    if (parts_.empty() || parts_.back().writer == nullptr ||
        now_ - parts_.back().begin >= part_of(keep_))
        start_part(now_);
    Part& part = parts_.back();
    part.end = now_;
    part.writer->add_frame(frame);
    const bool failed = !part.path.empty() && !part.writer->status();
    const bool lost = failed && part.writer->frames_written() <= part.frames;
    if (!lost) {
        part.last = frame.moment();
        ++part.frames;
    }
    // A full disk: another one takes it, or memory, and the disk gets it when there is room.
    if (failed) {
        folders_.note_failure(part.path, part.writer->status().error().message, now_);
        start_part(now_);
    }
    if (lost) add_frame(frame);
    forget_before(now_ - keep_);
}

FrameRing::Replay FrameRing::replay(FrameSink& into, const PartReplay::Place& after) {
    Replay done;
    const auto attach = [&](std::uint32_t segment) {
        for (const Attached& one : attachments_)
            if (same_map(one.segment, segment)) into.add_attachment(one.what);
    };
    PartReplay replay(into, after, attach);
    for (const ItemType& type : schema_.types()) replay.add_type(type);
    for (const auto& [key, value] : properties_) replay.set_property(key, value);
    const auto problem = [&](const Problem& what) {
        if (done.problem.empty()) done.problem = what.message;
    };
    for (Part& part : parts_) {
        if (after.last && part.last < after.last) continue;
        if (part.writer) part.writer->flush();
        auto source = part.path.empty() ? Result(memory_source(*part.bytes)) : open_file(part.path);
        const auto reel = source ? ReelReader::open(*std::move(source)) : source.error();
        const std::uint64_t read = reel ? replay.add(**reel, problem) : 0;
        if (!reel) problem({concat(part.path, ": ", reel.error().message)});
        const std::uint64_t lost = part.frames - std::min(read, part.frames);
        done.lost += lost - std::min(part.lost, lost);
        part.lost = std::max(part.lost, lost);
        if (!part.writer || read >= part.frames) continue;
        if (const auto status = part.writer->status(); !status)
            done.problem = status.error().message;
    }
    done.place = replay.place();
    done.frames = replay.frames();
    return done;
}

}  // namespace tickreel
