// Recreates the messages for checksum results.
#include <utility>

#include "recorder/games/firefall/annotation.h"
#include "recorder/games/firefall/event_mapper.h"
#include "recorder/games/firefall/snapshot_messages.h"
#include "tickreel/model/row.h"

namespace tickreel::firefall {

void SnapshotMessages::add_checksum(std::uint64_t id, std::uint32_t sum) {
    ByteWriter body;
    body.u32(sum);
    add({id, message_id::kChecksum, body.data()}, true);
}

// The receiver sees neither the losses nor the original order.
void SnapshotMessages::write_annotations(const Frame& frame) {
    for (const Event& event : frame.events) {
        const auto kind = annotation_kind(schema_[event.type].name);
        if (!kind || event.row.size() > kMaxAnnotationWords) continue;
        out_.push_back(
            {.payload = write_annotation({.kind = *kind, .row = event.row}), .annotation = true});
    }
}

void SnapshotMessages::write_verdicts(const Frame& frame) {
    const bool to_file = for_ == For::File;
    const bool counted = to_file && frame.wire.checksum != WireChecksum::Absent;
    std::uint32_t left = counted ? frame.wire.computed : 0;
    for (const Verdict& one : std::exchange(verdicts_, {})) {
        const bool differed = differing_.contains(one.id);
        if (!to_file) {
            if (one.check == ViewCheck::Ok) add_checksum(one.id, one.sum);
        } else if (one.check == ViewCheck::Ok && one.heard != one.check && left > 0 && !differed) {
            add_checksum(one.id, one.sum);
            --left;
        } else if (one.heard != one.check || differed) {
            const Annotation annotation{
                .kind = Annotation::Kind::Verdict, .view = one.id, .check = one.check};
            out_.push_back({.payload = write_annotation(annotation), .annotation = true});
        }
    }
    // The other views with checksums in this frame are unknown; any that agrees will do.
    write_any_checks(frame.snapshot, left);
}

void SnapshotMessages::write_any_checks(const Snapshot& snapshot, std::uint32_t count) {
    for (const Item item : snapshot) {
        if (count == 0) return;
        const ViewShape* about = shapes_.find(schema_[item.key.type]);
        const auto view = about != nullptr ? View::from_row(*about, item.row) : std::nullopt;
        if (!view || view->check() != ViewCheck::Ok || view->is_stale()) continue;
        const std::uint64_t id = item.key.entity << 8 | about->layout->typecode;
        for (const std::uint32_t sum = view->checksum(); count > 0; --count) add_checksum(id, sum);
    }
}

// Places the server's checksums that differed where our state `held` was the one compared with:
// before the frame's changes, or after them. If it was a state in between, only an annotation
// remains.
void SnapshotMessages::write_differing(const Frame& frame, const Snapshot& held, bool behind) {
    for (const Event& event : frame.events) {
        const ItemType& type = schema_[event.type];
        if (type.name != kChecksumEvent) continue;
        const auto value = [&](std::string_view name) {
            const auto field = find_field(type, name);
            return field ? read_field(type, event.row, *field) : Value();
        };
        const auto number = [&](std::string_view name) {
            return static_cast<std::uint32_t>(as_number(value(name)).value_or(0));
        };
        const Value name = value("View");
        const auto* text = std::get_if<std::string>(&name);
        const ViewLayout* layout = text != nullptr ? find_view(*text) : nullptr;
        const Value entity = value("Entity");
        const auto* of = std::get_if<std::uint64_t>(&entity);
        if (layout == nullptr || of == nullptr) continue;
        const std::uint64_t id = *of << 8 | layout->typecode;
        const auto view = view_in(held, *layout, *of);
        const bool compared = view && view->checksum() == number("Computed");
        if (compared && (!behind || !differing_.contains(id))) add_checksum(id, number("Expected"));
        if (compared || behind) differing_.insert(id);
        if (behind && view)
            verdicts_.push_back({id, view->check(), ViewCheck::Mismatch, view->checksum()});
    }
}

std::optional<View> SnapshotMessages::view_in(const Snapshot& snapshot, const ViewLayout& layout,
                                              EntityId entity) {
    const auto type = schema_.find(layout.name);
    const auto row = type ? snapshot.find({*type, entity}) : std::nullopt;
    const ViewShape* about = row ? shapes_.find(schema_[*type]) : nullptr;
    return about != nullptr ? View::from_row(*about, *row) : std::nullopt;
}

}  // namespace tickreel::firefall
