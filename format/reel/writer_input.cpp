#include "format/reel/writer_input.h"

#include "tickreel/base/concat.h"
#include "tickreel/reel/codec.h"
#include "tickreel/reel/layout.h"

namespace tickreel {

namespace {

// A frame is never split: one that exceeds a reader's limits cannot be stored.
Result<void> check_size(const Frame& frame) {
    constexpr std::uint64_t kMaxFrameWords = layout::kMaxChunkWords / 4;
    std::uint64_t words = snapshot_words(frame.snapshot);
    for (const Event& event : frame.events) words += event_words(event);
    if (frame.snapshot.size() > kMaxItems || frame.snapshot.word_count() > kMaxWords)
        return fail("tick ", frame.tick, ": a snapshot of ", frame.snapshot.size(), " items and ",
                    frame.snapshot.word_count(), " words is more than a reel holds (", kMaxItems,
                    " and ", kMaxWords, ")");
    if (words > kMaxFrameWords)
        return fail("tick ", frame.tick, ": ", frame.events.size(),
                    " events are more than a frame of a reel holds");
    return {};
}

}  // namespace

WriterInput::WriterInput(const RecordingInfo& info, double chunk_seconds, ChunkBuilder::Keep keep)
    : new_properties(info.properties),
      counter(info.ticks_per_second),
      open(info.ticks_per_second, chunk_seconds, keep) {
    catalog.info = info;
}

TypeId WriterInput::add_type(const ItemType& type) {
    const std::size_t before = schema.size();
    if (before >= layout::kMaxTypes && !schema.find(type.name)) {
        refuse(fail("type ", type.name, " is one more than a reel holds"));
        return 0;
    }
    const TypeId id = schema.add(type);
    if (schema.size() != before) catalog.types[id] = type;
    return id;
}

void WriterInput::set_property(std::string_view key, std::string_view value) {
    std::string& known = catalog.info.properties[std::string(key)];
    if (known == value && !known.empty()) return;
    known = value;
    new_properties[std::string(key)] = value;
}

void WriterInput::begin_segment(const Segment& segment) {
    if (!working()) return;
    close_chunk();
    const auto number = static_cast<std::uint32_t>(catalog.segments.size());
    if (number >= layout::kMaxSegments)
        refuse(fail("segment ", number, " is one more than a reel holds"));
    else
        catalog.segments[number] = segment;
}

void WriterInput::add_attachment(const Attachment& attachment) {
    if (!working()) return;
    if (catalog.attachments.size() >= layout::kMaxListed)
        refuse(fail("attachment ", attachment.name, " is one more than a reel holds"));
    else if (attachment.bytes.size() > layout::kMaxAttachment)
        refuse(fail("attachment ", attachment.name, " has ", attachment.bytes.size(),
                    " bytes, a reel holds at most ", layout::kMaxAttachment));
    else
        write_attachment(attachment);
}

void WriterInput::add_marker(const Marker& marker) {
    if (!working()) return;
    const auto number = static_cast<std::uint32_t>(catalog.markers.size());
    if (number < layout::kMaxListed) catalog.markers[number] = {marker, false};
}

void WriterInput::add_gap(const Gap& gap) {
    if (!working()) return;
    counter.add(gap);
    const auto number = static_cast<std::uint32_t>(catalog.gaps.size());
    if (number < layout::kMaxListed) catalog.gaps[number] = gap;
}

void WriterInput::add_frame(const Frame& frame) {
    if (!working()) return;
    if (catalog.segments.empty()) begin_segment({});
    if (Result<void> good = check(frame); !good)
        refuse(good.error());
    else
        add(frame);
}

Result<void> WriterInput::check(const Frame& frame) const {
    const auto segments = static_cast<std::uint32_t>(catalog.segments.size());
    if (frame.segment + 1 != segments)
        return fail("tick ", frame.tick, " is of segment ", frame.segment, ", but segment ",
                    segments - 1, " is being written");
    if (any_frame && last.segment == frame.segment && frame.tick <= last.tick)
        return fail("tick ", frame.tick, " does not follow tick ", last.tick, " in segment ",
                    frame.segment);
    if (frame.tick < -layout::kMaxTick || frame.tick > layout::kMaxTick)
        return fail("tick ", frame.tick, " is out of the range of a reel");
    return check_size(frame);
}

void WriterInput::add(const Frame& frame) {
    if (open.ends_before(frame)) close_chunk();
    counter.add(frame, schema);
    open.add(frame);
    times_back.add(frame);
    any_frame = true;
    last = frame.moment();
    if (open.full() || open.over()) close_chunk();
}

}  // namespace tickreel
