// The stable NDJSON shape of `info`. Ticks are strings (64 bits), counts and sizes are numbers.

#include <nlohmann/json.hpp>

#include "recorder/commands/output/facts.h"
#include "recorder/commands/output/text_format.h"

namespace tickreel {

namespace {

using Json = nlohmann::ordered_json;

Json text_or_null(const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
}

Json tick_or_null(const Timeline& timeline, bool first) {
    if (timeline.empty()) return nullptr;
    return std::to_string(first ? timeline.first().tick : timeline.last().tick);
}

Json type_list(const ReelReader& reel, const Facts& facts) {
    Json types = Json::array();
    for (std::size_t id = 0; id < reel.schema().size(); ++id) {
        const ItemType& type = reel.schema()[static_cast<TypeId>(id)];
        if (type.use != TypeUse::Item) continue;
        const auto items = facts.counts.items.find(static_cast<TypeId>(id));
        types.push_back(
            {{"name", type.name},
             {"items", items == facts.counts.items.end() ? std::uint64_t{0} : items->second},
             {"fields", type.fields.size()}});
    }
    return types;
}

Json event_counts(const ReelReader& reel, const Facts& facts) {
    Json events = Json::object();
    for (const auto& [id, count] : facts.counts.events)
        if (reel.schema().contains(id)) events[reel.schema()[id].name] = count;
    return events;
}

// Only for recordings of several maps, where the ticks start again.
Json segment_list(const ReelReader& reel) {
    Json list = Json::array();
    const auto& spans = reel.timeline().segments();
    for (std::size_t i = 0; i < reel.segments().size(); ++i) {
        const Segment& segment = reel.segments()[i];
        Json entry{{"map", text_or_null(segment.map)},
                   {"map_crc", text_or_null(segment.map_crc)},
                   {"map_sha256", text_or_null(segment.map_sha256)}};
        if (i < spans.size()) {
            entry["tick_first"] = std::to_string(spans[i].first);
            entry["tick_last"] = std::to_string(spans[i].last);
        }
        list.push_back(std::move(entry));
    }
    return list;
}

}  // namespace

std::string facts_ndjson(const ReelReader& reel, const Facts& facts) {
    const Segment first = reel.segments().empty() ? Segment{} : reel.segments()[0];
    Json json = Json::object();
    json["file"] = facts.file;
    json["bytes"] = reel.file_bytes();
    json["complete"] = reel.finished();
    json["protocol"] = facts.protocol;
    json["map"] = text_or_null(first.map);
    json["map_crc"] = text_or_null(first.map_crc);
    json["map_sha256"] = text_or_null(first.map_sha256);
    json["tick_first"] = tick_or_null(reel.timeline(), true);
    json["tick_last"] = tick_or_null(reel.timeline(), false);
    json["tick_rate"] = reel.info().ticks_per_second;
    json["snapshots"] = facts.counts.snapshots;
    json["gaps"] = facts.counts.gaps.size();
    json["duration_s"] = facts.seconds;
    json["start"] = text_or_null(facts.start);
    json["chunks"] = reel.chunks().size();
    json["compression"] = facts.codecs;
    json["raw_bytes"] = facts.raw_bytes;
    json["wire_checksum"] = {{"ok", facts.counts.wire_ok},
                             {"mismatch", facts.counts.wire_mismatch},
                             {"absent", facts.counts.wire_absent}};
    if (facts.parts)
        json["view_checksum"] = {{"ok", facts.parts->ok}, {"mismatch", facts.parts->mismatch}};
    json["file_checksum"] = {{"ok", facts.chunks_ok}, {"bad", facts.chunks_bad}};
    json["types"] = type_list(reel, facts);
    json["events"] = event_counts(reel, facts);
    add_connection_json(json, reel, facts);
    if (!facts.player.empty()) json["player"] = facts.player;
    if (facts.player_others != 0) json["players_in_turn"] = facts.player_others + 1;
    if (reel.segments().size() > 1) json["segments"] = segment_list(reel);
    return printable_json(json.dump(-1, ' ', false, Json::error_handler_t::replace)) + '\n';
}

}  // namespace tickreel
