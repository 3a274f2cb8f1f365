#include "recorder/recording/live_tails.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace tickreel {

namespace {

// Keyframes that often: a reader decodes from the last one on for every frame.
constexpr double kTailGroupSeconds = 1;

}  // namespace

void LiveTails::add(std::uint64_t client, std::unique_ptr<ByteSink> reader) {
    const std::lock_guard lock(mutex_);
    waiting_.emplace(client, std::move(reader));
}

std::vector<std::unique_ptr<ByteSink>> LiveTails::take(std::uint64_t client) {
    std::vector<std::unique_ptr<ByteSink>> taken;
    const std::lock_guard lock(mutex_);
    const auto [begin, end] = waiting_.equal_range(client);
    std::transform(begin, end, std::back_inserter(taken),
                   [](auto& one) { return std::move(one.second); });
    waiting_.erase(begin, end);
    return taken;
}

TailSink::~TailSink() {
    for (const auto& reader : readers_) (void)reader->finish();
    (void)tails_.take(client_);  // who came after the last frame
}

TypeId TailSink::add_type(const ItemType& type) {
    for (const auto& reader : readers_) reader->add_type(type);
    schema_.add(type);
    return next().add_type(type);
}

void TailSink::set_property(std::string_view key, std::string_view value) {
    for (const auto& reader : readers_) reader->set_property(key, value);
    properties_[std::string(key)] = value;
    next().set_property(key, value);
}

void TailSink::begin_segment(const Segment& segment) {
    for (const auto& reader : readers_) reader->begin_segment(segment);
    segments_.push_back(segment);
    next().begin_segment(segment);
}

void TailSink::add_marker(const Marker& marker) {
    for (const auto& reader : readers_) reader->add_marker(marker);
    next().add_marker(marker);
}

void TailSink::add_gap(const Gap& gap) {
    for (const auto& reader : readers_) reader->add_gap(gap);
    next().add_gap(gap);
}

void TailSink::start_new(const Frame& first) {
    for (std::unique_ptr<ByteSink>& sink : tails_.take(client_)) {
        RecordingInfo info;
        info.start = first.time;
        info.game = game_.id;
        info.ticks_per_second = game_.ticks_per_second;
        for (const auto& [key, value] : properties_) info.properties[key] = value;
        ReelOptions options;
        options.group_seconds = kTailGroupSeconds;
        options.level = 1;
        auto reader = std::make_unique<ReelWriter>(std::move(sink), info, options);
        for (const ItemType& type : schema_.types()) reader->add_type(type);
        for (const Segment& segment : segments_) reader->begin_segment(segment);
        readers_.push_back(std::move(reader));
    }
}

void TailSink::add_frame(const Frame& frame) {
    start_new(frame);
    for (const auto& reader : readers_) {
        reader->add_frame(frame);
        reader->flush();
    }
    std::erase_if(readers_, [](const auto& reader) { return !reader->status(); });
    next().add_frame(frame);
}

}  // namespace tickreel
