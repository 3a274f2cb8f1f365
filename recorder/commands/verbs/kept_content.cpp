#include "recorder/commands/verbs/kept_content.h"

#include <vector>

#include "recorder/commands/output/text_format.h"
#include "tickreel/base/concat.h"

namespace tickreel {

namespace {

std::string joined(const auto& parts, std::string_view between) {
    std::string text;
    for (const std::string& part : parts) text += (text.empty() ? "" : std::string(between)) + part;
    return text;
}

std::string counted(std::uint64_t count, std::string_view what) {
    return concat(count, " ", what, count == 1 ? "" : "s");
}

}  // namespace

KeptContent::KeptContent(const Schema& schema, const RecordingInfo& info,
                         const RedactionDrops& drops, FrameSink& into)
    : ForwardingSink(into), types_(schema) {
    const Game* const game = find_game(info.game);
    clocks_ = !drops.time && has_wall_clock(game, schema);
    dated_ids_ = drops.time && game != nullptr && game->dated_ids;
    if (info.start.count() != 0) start_ = rfc3339(info.start);
    for (const auto& [key, value] : info.properties) properties_.insert(key);
}

void KeptContent::set_property(std::string_view key, std::string_view value) {
    properties_.emplace(key);
    next().set_property(key, value);
}

void KeptContent::begin_segment(const Segment& segment) {
    if (!segment.map.empty()) maps_.insert(printable(segment.map));
    next().begin_segment(segment);
}

void KeptContent::add_attachment(const Attachment& attachment) {
    attachments_.insert(printable(attachment.name));
    next().add_attachment(attachment);
}

void KeptContent::add_marker(const Marker& marker) {
    ++markers_;
    next().add_marker(marker);
}

void KeptContent::add_skins(TypeId id, Row row) {
    const RowReader& reader = types_.reader(id);
    for (std::size_t i = 0; reader.type().known && i < reader.type().fields.size(); ++i) {
        if (!reader.type().fields[i].roles.has(Role::Skin)) continue;
        const std::string skin = as_text(reader.read(row, i));
        if (!skin.empty()) skins_.insert(printable(skin));
    }
}

// --drop server leaves the events without their texts.
bool KeptContent::has_text(TypeId id, Row row) {
    const RowReader& reader = types_.reader(id);
    const auto text = find_role(reader.type(), Role::Text);
    return text && !as_text(reader.read(row, *text)).empty();
}

void KeptContent::add_frame(const Frame& frame) {
    for (const Item item : frame.snapshot) add_skins(item.key.type, item.row);
    for (const Event& event : frame.events) {
        add_skins(event.type, event.row);
        if (is_server_text(types_[event.type]))
            server_texts_ += has_text(event.type, event.row) ? 1 : 0;
        else if (is_chat(types_[event.type]))
            ++chat_;
        else if (types_[event.type].event_class == EventClass::Input)
            ++inputs_;
    }
    next().add_frame(frame);
}

std::string KeptContent::text() const {
    std::vector<std::string> parts;
    if (!maps_.empty()) parts.push_back(concat("names of maps (", joined(maps_, ", "), ")"));
    if (!attachments_.empty())
        parts.push_back(concat("attachments (", joined(attachments_, ", "),
                               "; texts in compressed parts of them were not searched)"));
    if (!skins_.empty()) parts.push_back(concat("names of skins (", joined(skins_, ", "), ")"));
    if (!start_.empty())
        parts.push_back(concat("the time of day (it starts at ", start_,
                               clocks_ ? "; fields of the game tell it, too)" : ")"));
    else if (clocks_)
        parts.emplace_back("the time of day (in fields of the game)");
    if (dated_ids_)
        parts.emplace_back("ids, which tell to some minutes when the server made something");
    if (!properties_.empty())
        parts.push_back(concat("about server and program: ", joined(properties_, ", ")));
    if (server_texts_ != 0)
        parts.push_back(concat("when the server said something (",
                               counted(server_texts_, "message"), " without their words)"));
    if (chat_ != 0)
        parts.push_back(concat("when who spoke to whom (", counted(chat_, "chat message"),
                               " without their words)"));
    if (inputs_ != 0)
        parts.push_back(counted(inputs_, "input") + " and requests of the recorded client");
    if (markers_ != 0) parts.push_back(counted(markers_, "marker"));
    parts.emplace_back(
        "all numbers (positions, scores, countries, colours, latencies, ids, ticks, event times)");
    return joined(parts, "; ");
}

std::string KeptContent::droppable() const {
    std::vector<std::string> parts;
    if (!skins_.empty()) parts.emplace_back("skin");
    if (properties_.contains("server_name") || server_texts_ != 0) parts.emplace_back("server");
    if (!start_.empty() || clocks_) parts.emplace_back("time");
    if (inputs_ != 0) parts.emplace_back("inputs");
    if (chat_ != 0) parts.emplace_back("chat");
    return joined(parts, ",");
}

}  // namespace tickreel
