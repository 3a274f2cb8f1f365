#include "recorder/recording/frame_ring.h"

#include <algorithm>
#include <utility>

#include <stdlib.h>
#include <unistd.h>

#include "tickreel/base/concat.h"
#include "tickreel/base/shared_sink.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

namespace {

constexpr std::size_t kDigits = 8;  // of a part's number: names sort by it
constexpr int kParts = 8;           // the ring forgets this share of itself at a time

}  // namespace

struct FrameRing::Part {
    std::chrono::nanoseconds begin{};
    std::chrono::nanoseconds end{};
    std::string path{};              // "" = in memory:
    std::unique_ptr<Bytes> bytes{};  // the writer writes into them
    std::unique_ptr<ReelWriter> writer{};
};

FrameRing::FrameRing(std::chrono::nanoseconds keep, const ReelOptions& reel, std::string folder,
                     std::string game, double ticks_per_second)
    : keep_(keep), reel_(reel), game_(std::move(game)), ticks_per_second_(ticks_per_second) {
    if (folder.empty()) {
        reel_.sync = SyncMode::None;  // there is no disk under it
        return;
    }
    folder_ = std::move(folder) + "/XXXXXX";
    if (::mkdtemp(folder_.data()) == nullptr) folder_.clear();
}

FrameRing::~FrameRing() {
    while (!parts_.empty()) forget_first();
    if (!folder_.empty()) ::rmdir(folder_.c_str());
}

// Where no file can be made, memory does.
std::unique_ptr<ByteSink> FrameRing::sink_for(Part& part, bool in_memory) {
    if (!folder_.empty() && !in_memory) {
        std::string number = std::to_string(next_part_++);
        number.insert(0, kDigits - std::min(kDigits, number.size()), '0');
        part.path = concat(folder_, "/", number, ".reel");
        if (auto file = create_file(part.path, IfExists::Refuse)) return *std::move(file);
        part.path.clear();
    }
    part.bytes = std::make_unique<Bytes>();
    return std::make_unique<SharedSink>(*part.bytes);
}

void FrameRing::forget_first() {
    if (!parts_.front().path.empty()) ::unlink(parts_.front().path.c_str());
    parts_.pop_front();
}

void FrameRing::flush() {
    if (!folder_.empty() && !parts_.empty()) parts_.back().writer->flush();
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
    for (Attachment& known : attachments_) {
        if (known.name != attachment.name) continue;
        known = attachment;
        return;
    }
    attachments_.push_back(attachment);
}

void FrameRing::add_marker(const Marker& marker) {
    markers_.push_back({now_, marker});
}

void FrameRing::add_gap(const Gap& gap) {
    gaps_.push_back({now_, gap});
}

void FrameRing::start_part(std::chrono::nanoseconds time, bool in_memory) {
    if (!parts_.empty()) parts_.back().writer->flush();
    Part part{time, time};
    RecordingInfo info;
    info.start = time;
    info.game = game_;
    info.ticks_per_second = ticks_per_second_;
    for (const auto& [key, value] : properties_) info.properties[key] = value;
    part.writer = std::make_unique<ReelWriter>(sink_for(part, in_memory), info, reel_);
    for (const ItemType& type : schema_.types()) part.writer->add_type(type);
    for (const Segment& segment : segments_) part.writer->begin_segment(segment);
    parts_.push_back(std::move(part));
}

void FrameRing::forget_before(std::chrono::nanoseconds time) {
    while (!parts_.empty() && parts_.front().end < time) forget_first();
    while (!gaps_.empty() && gaps_.front().time < time) gaps_.pop_front();
    while (!markers_.empty() && markers_.front().time < time) markers_.pop_front();
}

void FrameRing::add_frame(const Frame& frame) {
    now_ = frame.time;
    if (parts_.empty() || now_ - parts_.back().begin >= keep_ / kParts) start_part(now_);
    parts_.back().end = now_;
    parts_.back().writer->add_frame(frame);
    // A full disk: the next part tries it again.
    if (!parts_.back().path.empty() && !parts_.back().writer->status()) start_part(now_, true);
    forget_before(now_ - keep_);
}

std::chrono::nanoseconds FrameRing::begin() const {
    return parts_.empty() ? now_ : parts_.front().begin;
}

Result<FrameRing::Place> FrameRing::replay(FrameSink& into, Place after) {
    for (const ItemType& type : schema_.types()) into.add_type(type);
    for (const auto& [key, value] : properties_) into.set_property(key, value);
    for (; after.segments < segments_.size(); ++after.segments)
        into.begin_segment(segments_[after.segments]);
    for (const Attachment& attachment : attachments_) into.add_attachment(attachment);
    for (const auto& held : markers_)
        if (held.time > after.time) into.add_marker(held.what);
    for (const auto& held : gaps_)
        if (held.time > after.time) into.add_gap(held.what);
    for (Part& part : parts_) {
        if (part.end <= after.time) continue;
        part.writer->flush();
        auto source = part.path.empty() ? Result(memory_source(*part.bytes)) : open_file(part.path);
        if (!source) return source.error();
        const auto reel = ReelReader::open(*std::move(source));
        if (!reel && !part.writer->status()) continue;  // nothing of it could be written
        if (!reel) return reel.error();
        const auto done =
            (*reel)->scan((*reel)->everything(), ignore_problems, [&](const Frame& frame) {
                if (frame.time > after.time) into.add_frame(frame);
                return true;
            });
        if (!done) return done.error();
    }
    after.time = now_;
    return after;
}

}  // namespace tickreel
