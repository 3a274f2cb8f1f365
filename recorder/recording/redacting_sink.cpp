#include "recorder/recording/redacting_sink.h"

#include "tickreel/base/concat.h"
#include "tickreel/model/named_later.h"
#include "tickreel/reel/statistics.h"
#include "tickreel/reel/union_property.h"
#include "tickreel/reel/unreadable_ticks.h"

namespace tickreel {

namespace {

// When the recording began, in the words of a .demo or a .teehistorian.
bool tells_time(std::string_view key) {
    return key == "demo_timestamp" || key == "start_time";
}

bool is_of(std::string_view text, std::string_view letters) {
    return text.find_first_not_of(letters) == std::string_view::npos;
}

// What the games write into the header of a .demo. Anything else may stand there too.
bool is_usual_in_demo(std::string_view key, std::string_view value) {
    if (key == "demo_type") return value == "client" || value == "server";
    if (key == "demo_net_version")  // "0.6 626fce9a778df4d4"
        return value.size() == 20 && is_of(value.substr(0, 4), "0123456789. ") &&
               is_of(value.substr(4), "0123456789abcdef");
    return key == "demo_time_zone" || is_of(value, "0123456789-_");
}

// Of a whole snapshot.
bool has_wire_checksum(const Game* game) {
    return game != nullptr && game->wire_checksum != nullptr;
}

}  // namespace

std::string_view redacted_what(const Game* game) {
    return has_wire_checksum(game)
               ? "names, clans and texts; bytes emptied; wire checksums recomputed"
               : "names, clans and texts; bytes emptied; wire checksums left out";
}

bool is_technical_property(std::string_view key) {
    return key == kRedactedProperty || key == "protocol" || key == "writer" || key == kLongSteps ||
           key == kUnionOf || key == kNamedLater || key.starts_with("demo_");
}

std::optional<std::string> redacted_property(std::string_view key, std::string_view value,
                                             const Redaction& redaction) {
    if (redaction.drops().time && tells_time(key)) return std::nullopt;
    if (key.starts_with("demo_") && !is_usual_in_demo(key, value))
        return redaction.clean_title(value);
    if (is_technical_property(key)) return std::string(value);
    if (redaction.drops().server) return std::nullopt;
    return redaction.clean(value);
}

// A player's name may be in the path of the file that could not be written, in letters that file
// systems take.
std::string redacted_reason(std::string_view reason, const Redaction& redaction) {
    const std::string_view prefix = kUnreadableGap;
    if (reason.starts_with(prefix))
        return concat(prefix, redacted_reason(reason.substr(prefix.size()), redaction));
    const bool has_path = reason.find('/') != reason.npos || reason.find(".reel") != reason.npos;
    return has_path ? std::string(kRedactedText) : redaction.clean_title(reason);
}

void RedactingSink::set_property(std::string_view key, std::string_view value) {
    if (const auto left = redacted_property(key, value, redaction_))
        next().set_property(key, *left);
}

void RedactingSink::begin_segment(const Segment& segment) {
    Segment made = segment;
    made.map = redaction_.clean_title(segment.map);
    if (made.map != segment.map) made.map_sha256 = made.map_crc = "";  // they tell the name
    next().begin_segment(made);
}

void RedactingSink::add_attachment(const Attachment& attachment) {
    if (redaction_.contains_original(attachment.bytes) ||
        redaction_.clean_title(attachment.name) != attachment.name)
        ++dropped_;
    else
        next().add_attachment(attachment);
}

void RedactingSink::add_marker(const Marker& marker) {
    Marker made = marker;
    made.text = redaction_.clean(marker.text);  // what names nobody stays
    next().add_marker(made);
}

void RedactingSink::add_gap(const Gap& gap) {
    Gap made = gap;
    made.reason = redacted_reason(gap.reason, redaction_);
    next().add_gap(made);
}

void RedactingSink::add_frame(const Frame& frame) {
    Frame made = redaction_.apply(frame);
    forget_parts(made);
    if (!has_wire_checksum(game_) || !(made.snapshot == frame.snapshot)) sum_again(made);
    next().add_frame(made);
}

// The checksums of parts are of what they were.
void RedactingSink::forget_parts(Frame& frame) {
    dropped_checksums_ += std::erase_if(
        frame.events,
        [this](const Event& event) { return is_about_checksums(game_, schema_[event.type]); });
}

// A mismatch stays one, by as much as it was.
void RedactingSink::sum_again(Frame& frame) const {
    WireInfo& wire = frame.wire;
    if (wire.checksum == WireChecksum::Absent) return;
    std::optional<std::uint32_t> sum;
    if (has_wire_checksum(game_)) sum = game_->wire_checksum(schema_, frame.snapshot);
    if (!sum) {
        wire.checksum = WireChecksum::Absent;
        wire.expected = wire.computed = 0;
        return;
    }
    wire.expected += *sum - wire.computed;
    wire.computed = *sum;
}

TypeId LiveRedaction::add_type(const ItemType& type) {
    const std::size_t before = schema_.size();
    schema_.add(type);
    if (schema_.size() > before) redaction_.follow_schema();
    return sink_.add_type(type);
}

// Any other one may hold a name that is not known yet.
void LiveRedaction::set_property(std::string_view key, std::string_view value) {
    if (is_technical_property(key) || key == "game_type" || key == "server_name" ||
        key == "server_version")
        sink_.set_property(key, value);
}

void LiveRedaction::add_frame(const Frame& frame) {
    redaction_.learn(frame);
    redaction_.name_all();
    sink_.add_frame(frame);
}

}  // namespace tickreel
