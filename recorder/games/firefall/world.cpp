#include "recorder/games/firefall/world.h"

#include <utility>

namespace tickreel::firefall {

namespace {

constexpr std::size_t kMaxEvents = 65536;  // between two looks

bool fits(const ViewLayout& layout, ByteView body) {
    const ViewShape shape(layout);
    return View(shape).set_keyframe(body).ok();
}

}  // namespace

void World::enter_zone(const ProtocolLayout* protocol) {
    for (const auto& [id, view] : views_) changes_.views.insert(id);
    views_.clear();
    references_.clear();
    shapes_.clear();
    unnamed_.clear();
    protocol_ = protocol;
}

void World::set_protocol(const ProtocolLayout& protocol) {
    std::vector<std::pair<std::uint64_t, Bytes>> kept;
    for (const auto& [id, view] : views_) {
        changes_.views.insert(id);
        if (!view.is_stale()) kept.emplace_back(id, view.body());
    }
    views_.clear();
    shapes_.clear();
    protocol_ = &protocol;
    for (const auto& [id, body] : kept) {
        View view(shape(static_cast<std::uint8_t>(id)));
        if (view.set_keyframe(body)) views_.insert_or_assign(id, std::move(view));
    }
}

const View* World::find(std::uint64_t id) const {
    const auto found = views_.find(id);
    return found == views_.end() ? nullptr : &found->second;
}

std::string World::view_name(std::uint8_t typecode) const {
    const ViewLayout* layout = protocol_ == nullptr ? nullptr : protocol_->find(typecode);
    return layout == nullptr ? "View_" + std::to_string(typecode) : layout->name;
}

const ViewShape& World::shape(std::uint8_t typecode) {
    if (const auto found = shapes_.find(typecode); found != shapes_.end()) return found->second;
    const ViewLayout* layout = protocol_ == nullptr ? nullptr : protocol_->find(typecode);
    if (layout == nullptr) {
        ViewLayout& made = unnamed_[typecode];
        made.name = view_name(typecode);
        made.typecode = typecode;
        made.known = false;
        layout = &made;
    }
    return shapes_.emplace(typecode, ViewShape(*layout)).first->second;
}

Error World::malformed(Error why) {
    ++counters_.malformed;
    return why;
}

Result<void> World::take(ByteView payload) {
    const std::optional<GssMessage> message = read_gss(payload);
    if (!message) return malformed(fail("a GSS message of ", payload.size(), " bytes has no head"));
    if (message->message == message_id::kRouted) return take_routed(message->body);
    return take_message(*message);
}

Result<void> World::take_routed(ByteView body) {
    const Result<std::vector<RoutedMessage>> messages = read_routed(body);
    if (!messages) return malformed(messages.error());
    Result<void> first;
    for (const RoutedMessage& routed : *messages) {
        ++counters_.routed;
        GssMessage message = routed.message;
        if (routed.reference != kNoReference) {
            const auto found = references_.find(routed.reference);
            if (found == references_.end()) {
                ++counters_.unresolved;
                continue;
            }
            message.id = found->second;
        }
        Result<void> taken = take_message(message);
        if (!taken && first) first = std::move(taken);
    }
    return first;
}

Result<void> World::take_message(const GssMessage& message) {
    switch (message.message) {
        case message_id::kUpdate:
            return take_update(message);
        case message_id::kChecksum:
            return take_checksum(message);
        case message_id::kKeyframe:
        case message_id::kControllerKeyframe:
            return take_keyframe(message);
        case message_id::kControllerRemove:
        case message_id::kRemove:
            remove(message.id);
            return {};
        case message_id::kAssignReference: {
            ByteReader in(message.body);
            const std::uint16_t reference = in.u16();
            if (in.failed() || in.left() > 0)
                return malformed(fail("a reference of ", message.body.size(), " bytes"));
            references_[reference] = message.id;
            return {};
        }
        default:
            add_event(message);
            return {};
    }
}

// A keyframe must be used up exactly, so one that fits one protocol only tells which it is.
void World::guess_protocol(const GssMessage& message) {
    const ProtocolLayout* only = nullptr;
    for (const ProtocolLayout& protocol : builtin_layouts().protocols()) {
        const ViewLayout* layout = protocol.find(message.typecode());
        if (layout == nullptr || !layout->known || layout->keyframe_id != message.message ||
            layout->fields.size() < 2 || !fits(*layout, message.body))
            continue;
        if (only != nullptr) return;
        only = &protocol;
    }
    if (only != nullptr) set_protocol(*only);
}

Result<void> World::take_keyframe(const GssMessage& message) {
    if (protocol_ == nullptr) guess_protocol(message);
    const ViewShape& about = shape(message.typecode());
    View view(about);
    if (about.layout->known && about.layout->keyframe_id != message.message) {
        ++counters_.bad_keyframes;
        return fail(about.layout->name, " came with the wrong kind of keyframe");
    }
    if (const Result<void> read = view.set_keyframe(message.body); !read) {
        ++counters_.bad_keyframes;
        return read;
    }
    if (views_.size() >= kMaxViews && views_.find(message.id) == views_.end()) {
        ++counters_.refused;
        return {};
    }
    ++(about.layout->known ? counters_.keyframes : counters_.raw_keyframes);
    views_.insert_or_assign(message.id, std::move(view));
    changes_.views.insert(message.id);
    return {};
}

Result<void> World::take_update(const GssMessage& message) {
    const auto found = views_.find(message.id);
    if (found == views_.end()) {
        ++counters_.early;
        return {};
    }
    View& view = found->second;
    if (const Result<void> applied = view.update(message.body); !applied) {
        ++counters_.bad_updates;
        return applied;
    }
    ++(view.is_stale() ? counters_.raw_updates : counters_.updates);
    changes_.views.insert(message.id);
    return {};
}

Result<void> World::take_checksum(const GssMessage& message) {
    ByteReader in(message.body);
    const std::uint32_t expected = in.u32();
    if (in.failed() || in.left() > 0)
        return malformed(fail("a checksum of ", message.body.size(), " bytes"));
    const View* view = find(message.id);
    if (view == nullptr) {
        ++counters_.early;
        return {};
    }
    if (view->is_stale()) {
        ++counters_.checksums_absent;
        return {};
    }
    const std::uint32_t computed = view->checksum();
    ++(computed == expected ? counters_.checksums_ok : counters_.checksums_bad);
    changes_.checks.push_back({message.id, expected, computed});
    return {};
}

void World::remove(std::uint64_t id) {
    ++counters_.removes;
    if (views_.erase(id) > 0) changes_.views.insert(id);
}

void World::add_event(const GssMessage& message) {
    ++counters_.events;
    if (changes_.events.size() >= kMaxEvents) return;
    changes_.events.push_back(
        {message.id, message.message, Bytes(message.body.begin(), message.body.end())});
}

}  // namespace tickreel::firefall
