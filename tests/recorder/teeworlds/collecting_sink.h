#pragma once
// Keeps everything from a decoder or importer, and checks the order that FrameSink requires.

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "tickreel/model/frame_sink.h"
#include "tickreel/model/row.h"

namespace tickreel_test {

class CollectingSink : public tickreel::FrameSink {
public:
    tickreel::TypeId add_type(const tickreel::ItemType& type) override { return schema.add(type); }
    void set_property(std::string_view key, std::string_view value) override {
        properties[std::string(key)] = value;
    }
    void begin_segment(const tickreel::Segment& segment) override { segments.push_back(segment); }
    void add_attachment(const tickreel::Attachment& attachment) override {
        attachments.push_back(attachment);
    }
    void add_marker(const tickreel::Marker& marker) override { markers.push_back(marker); }
    void add_gap(const tickreel::Gap& gap) override {
        if (gap.segment >= segments.size() || gap.from >= gap.to)
            throw std::logic_error("a gap outside of a segment, or empty");
        gaps.push_back(gap);
    }
    void add_frame(const tickreel::Frame& frame) override {
        if (frame.segment + 1 != segments.size())
            throw std::logic_error("a frame outside of the last segment");
        if (!frames.empty() && frames.back().segment == frame.segment &&
            frames.back().tick >= frame.tick)
            throw std::logic_error("ticks do not rise");
        for (const tickreel::Item item : frame.snapshot)
            if (!schema.contains(item.key.type)) throw std::logic_error("an item without a type");
        for (const tickreel::Event& event : frame.events)
            if (!schema.contains(event.type)) throw std::logic_error("an event without a type");
        frames.push_back(frame);
    }
    tickreel::Result<void> finish() override { return {}; }

    // Items and events by type name: comparable between two recordings.
    using NamedItem = std::tuple<std::string, tickreel::EntityId, std::vector<tickreel::Word>>;
    std::vector<NamedItem> named_items(std::size_t frame) const {
        std::vector<NamedItem> items;
        for (const tickreel::Item item : frames[frame].snapshot)
            items.emplace_back(schema[item.key.type].name, item.key.entity,
                               std::vector<tickreel::Word>(item.row.begin(), item.row.end()));
        std::sort(items.begin(), items.end());
        return items;
    }
    using NamedEvent = std::tuple<std::string, std::vector<tickreel::Word>, bool>;
    std::vector<NamedEvent> named_events(std::size_t frame) const {
        std::vector<NamedEvent> events;
        for (const tickreel::Event& event : frames[frame].events)
            events.emplace_back(schema[event.type].name, event.row, event.before_snapshot);
        return events;
    }

    std::size_t count_items(std::size_t frame, std::string_view type) const {
        const auto id = schema.find(type);
        std::size_t count = 0;
        for (const tickreel::Item item : frames[frame].snapshot) count += id == item.key.type;
        return count;
    }
    std::size_t count_events(std::string_view type) const {
        const auto id = schema.find(type);
        std::size_t count = 0;
        for (const tickreel::Frame& frame : frames)
            for (const tickreel::Event& event : frame.events) count += id == event.type;
        return count;
    }
    tickreel::Value field(std::string_view type, tickreel::Row row, std::string_view name) const {
        const tickreel::ItemType& found = schema[*schema.find(type)];
        return tickreel::read_field(found, row, *tickreel::find_field(found, name));
    }

    tickreel::Schema schema{};
    std::map<std::string, std::string> properties{};
    std::vector<tickreel::Segment> segments{};
    std::vector<tickreel::Attachment> attachments{};
    std::vector<tickreel::Marker> markers{};
    std::vector<tickreel::Gap> gaps{};
    std::vector<tickreel::Frame> frames{};
};

}  // namespace tickreel_test
