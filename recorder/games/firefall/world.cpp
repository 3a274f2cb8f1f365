#include "recorder/games/firefall/world.h"

#include <algorithm>
#include <utility>

#include "recorder/games/firefall/message.h"
#include "tickreel/base/concat.h"

namespace tickreel::firefall {

namespace {

constexpr std::size_t kMaxEvents = 65536;  // between two take_changes()
constexpr std::size_t kMaxHistories = 2 * World::kMaxViews;

constexpr std::string_view kPrivate = "Character_SetSteamUserId";

bool fits(const ViewLayout& layout, ByteView body) {
    const ViewShape shape(layout);
    return View(shape).set_keyframe(body).ok();
}

}  // namespace

void World::enter_zone(const ProtocolLayout* protocol) {
    for (const auto& [id, view] : views_) changes_.views.insert(id);
    views_.clear();
    histories_.clear();
    movers_.clear();
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
    histories_.clear();
    shapes_.clear();
    protocol_ = &protocol;
    for (const auto& [id, body] : kept) {
        View view(shape(static_cast<std::uint8_t>(id)));
        if (!view.set_keyframe(body)) continue;
        moved_by_view(id, view);
        views_.insert_or_assign(id, std::move(view));
    }
}

void World::set_clock(std::chrono::nanoseconds time, std::uint64_t lost) {
    time_ = time;
    lost_ = lost;
}

ViewHistory* World::history(std::uint64_t id) {
    if (const auto found = histories_.find(id); found != histories_.end()) return &found->second;
    return histories_.size() < kMaxHistories ? &histories_[id] : nullptr;
}

const View* World::find(std::uint64_t id) const {
    const auto found = views_.find(id);
    return found == views_.end() ? nullptr : &found->second;
}

std::string World::view_name(std::uint8_t typecode) const {
    const ViewLayout* layout = protocol_ == nullptr ? nullptr : protocol_->find(typecode);
    return layout == nullptr ? concat("View_", typecode) : layout->name;
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
            const std::optional<std::uint64_t> id = references_.find(routed.reference);
            if (!id) {
                ++counters_.unresolved;
                if (message.message == message_id::kUpdate)
                    references_.wait(routed.reference,
                                     {time_, Bytes(message.body.begin(), message.body.end())});
                else if (message.message >= message_id::kFirstEvent)
                    references_.note_event(routed.reference, time_);
                continue;
            }
            message.id = *id;
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
            assign(reference, message.id);
            return {};
        }
        default:
            if (!take_pose(message)) add_event(message, false);
            return {};
    }
}

void World::assign(std::uint16_t reference, std::uint64_t id) {
    const bool again = references_.find(reference) == id;
    References::Early early = references_.assign(reference, id);
    if (!again && early.updates.empty() && !early.event) return;
    ViewHistory* own = history(id);
    if (own == nullptr) return;
    for (RecentUpdate& update : early.updates) own->update(std::move(update));
    if (early.event) own->pose(*early.event);
    if (again) own->assigned_again(time_);
}

// A keyframe must be consumed exactly, so one that fits only one protocol identifies it.
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
    const View* before = find(message.id);
    // A repeated keyframe changes nothing; its check result stays valid.
    if (before != nullptr && before->body() == view.body()) view.set_check(before->check());
    if (ViewHistory* own = history(message.id)) {
        if (before != nullptr) look_back(message.id, *own, view, before);
        own->keyframe(time_, before);
    }
    moved_by_view(message.id, view);
    views_.insert_or_assign(message.id, std::move(view));
    changes_.views.insert(message.id);
    return {};
}

// Once a state arrives that the server had checksummed earlier, the difference is explained.
void World::look_back(std::uint64_t id, ViewHistory& own, const View& now, const View* before) {
    if (roster_ || !own.has_unexplained()) return;
    for (LaterFinding& finding : own.later(now, before, time_))
        changes_.later.push_back({id, std::move(finding)});
}

Result<void> World::take_update(const GssMessage& message) {
    const auto found = views_.find(message.id);
    const bool known = found != views_.end();
    ViewHistory* own = history(message.id);
    if (own != nullptr)
        own->update({time_, Bytes(message.body.begin(), message.body.end()), known});
    if (!known) {
        ++counters_.early;
        return {};
    }
    View& view = found->second;
    if (const Result<void> applied = view.update(message.body); !applied) {
        ++counters_.bad_updates;
        return applied;
    }
    ++(view.is_stale() ? counters_.raw_updates : counters_.updates);
    if (own != nullptr) look_back(message.id, *own, view, nullptr);
    moved_by_view(message.id, view);
    changes_.views.insert(message.id);
    return {};
}

Result<void> World::take_checksum(const GssMessage& message) {
    ByteReader in(message.body);
    const std::uint32_t expected = in.u32();
    if (in.failed() || in.left() > 0)
        return malformed(fail("a checksum of ", message.body.size(), " bytes"));
    const auto found = views_.find(message.id);
    if (found == views_.end()) {
        ++counters_.early;
        return {};
    }
    if (found->second.is_stale()) {
        ++counters_.checksums_absent;
        return {};
    }
    const CheckOutcome outcome = check(message.id, found->second, expected);
    // Those that differ are in the annotations, whatever they are compared with here.
    if (outcome.agrees() || !roster_) changes_.checks.push_back(outcome);
    return {};
}

CheckOutcome World::check(std::uint64_t id, View& view, std::uint32_t expected) {
    CheckOutcome outcome{.id = id, .expected = expected, .computed = view.checksum()};
    ViewHistory* own = history(id);
    ViewCheck verdict = ViewCheck::Ok;
    if (outcome.computed == expected) {
        ++counters_.checksums_ok;
    } else {
        ++counters_.checksums_bad;
        ViewHistory::Finding finding;
        if (own != nullptr && !roster_) finding = own->find(view, expected, lost_);
        outcome.reason = finding.reason;
        outcome.lost = finding.lost;
        if (finding.agreed) outcome.agreed = time_ - *finding.agreed;
        if (finding.state) {
            view = *std::move(finding.state);
            view.set_check(ViewCheck::None);
            look_back(id, *own, view, nullptr);
            outcome.repaired = true;
            ++counters_.repaired;
            changes_.views.insert(id);
            moved_by_view(id, view);
        } else {
            verdict = ViewCheck::Mismatch;
            if (own != nullptr) own->unexplained(expected, time_);
        }
    }
    if (own != nullptr && verdict == ViewCheck::Ok) own->agreed(time_, lost_);
    if (view.check() != verdict) changes_.views.insert(id);
    view.set_check(verdict);
    return outcome;
}

ViewSums World::confirmed() const {
    ViewSums sums;
    for (const auto& [id, view] : views_) {
        if (!view.is_confirmed()) continue;
        ++sums.views;
        sums.sum += view.checksum();
    }
    return sums;
}

void World::remove(std::uint64_t id) {
    ++counters_.removes;
    histories_.erase(id);
    const auto found = views_.find(id);
    if (found == views_.end()) return;
    if (found->second.shape().layout->is_movement()) {
        movers_.erase(id >> 8);
        changes_.movers.insert(id >> 8);
    }
    views_.erase(found);
    changes_.views.insert(id);
}

void World::moved_by_view(std::uint64_t id, const View& view) {
    if (!view.shape().layout->is_movement()) return;
    const std::optional<ByteView> data = view.field(0);
    const PoseOf of =
        view.shape().layout->name.starts_with("Vehicle_") ? PoseOf::Vehicle : PoseOf::Character;
    const std::optional<Pose> pose = data ? read_movement_data(*data, of) : std::nullopt;
    if (!pose) return;
    movers_.place(id >> 8, *pose);
    changes_.movers.insert(id >> 8);
}

// True if the message is a pose, whether or not it was used.
bool World::take_pose(const GssMessage& message) {
    const MessageLayout* layout =
        protocol_ == nullptr ? nullptr
                             : protocol_->find_message(message.typecode(), message.message, false);
    if (layout == nullptr) return false;
    std::optional<Pose> pose;
    if (layout->name == "Character_CurrentPoseUpdate")
        pose = read_current_pose(message.body, PoseOf::Character);
    else if (layout->name == "Vehicle_CurrentPoseUpdate")
        pose = read_current_pose(message.body, PoseOf::Vehicle);
    else if (layout->name == "Character_ConfirmedPoseUpdate")
        pose = read_confirmed_pose(message.body);
    else
        return false;
    ++(pose ? counters_.poses : counters_.bad_poses);
    // Without a full position it is the speed of the client's character: nothing to draw.
    const bool own = layout->name == "Character_ConfirmedPoseUpdate";
    // Removed entities stay removed: poses may arrive after the remove.
    const bool there = own || find(message.id) != nullptr;
    if (const auto moved = histories_.find(message.id); moved != histories_.end())
        moved->second.pose(time_);
    if (pose && there && (!own || pose->position) && movers_.move(message.entity(), *pose))
        changes_.movers.insert(message.entity());
    return pose.has_value();
}

void World::take_annotation(ByteView payload) {
    const std::optional<Annotation> annotation = read_annotation(payload);
    if (!annotation) return;
    roster_ = true;
    if (annotation->kind == Annotation::Kind::Verdict) {
        const auto found = views_.find(annotation->view);
        if (found == views_.end()) return;
        found->second.set_check(annotation->check);
        changes_.views.insert(annotation->view);
    } else if (annotation->kind != Annotation::Kind::Begin &&
               changes_.annotations.size() < kMaxEvents) {
        changes_.annotations.push_back(*annotation);
    }
}

void World::take_command(ByteView payload) {
    const std::optional<GssMessage> message = read_gss(payload);
    if (!message) {
        ++counters_.malformed;
        return;
    }
    // Which command it is, and so whether it is private, depends on the protocol.
    if (protocol_ == nullptr) {
        ++counters_.client_early;
        return;
    }
    const MessageLayout* layout =
        protocol_->find_message(message->typecode(), message->message, true);
    if (layout != nullptr && layout->name == kPrivate) {
        ++counters_.client_private;
        return;
    }
    const bool sample = layout != nullptr && is_sample(layout->name);
    if (sample && !samples_wanted_) return;
    counters_.samples += sample ? 1 : 0;
    add_event(*message, true);
}

void World::add_event(const GssMessage& message, bool from_client) {
    ++counters_.events;
    if (changes_.events.size() >= kMaxEvents) return;
    changes_.events.push_back({message.id, message.message,
                               Bytes(message.body.begin(), message.body.end()), from_client,
                               time_});
}

}  // namespace tickreel::firefall
