// `info` for people: aligned facts, then the types and the events.

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "recorder/commands/output/facts.h"
#include "recorder/commands/output/table.h"
#include "recorder/commands/output/text_format.h"
#include "recorder/games/game.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/text.h"
#include "tickreel/model/named_later.h"
#include "tickreel/reel/union_property.h"
#include "tickreel/reel/unreadable_ticks.h"

namespace tickreel {

namespace {

std::string many(std::uint64_t number) {
    return grouped(static_cast<std::int64_t>(number));
}

std::string map_text(const Segment& segment, bool embedded) {
    std::string text = segment.map.empty() ? "unknown" : printable(segment.map);
    if (!segment.map_crc.empty()) text += "  crc32 " + printable(segment.map_crc);
    if (!segment.map_sha256.empty()) text += "  sha256 " + printable(segment.map_sha256);
    return text + (embedded ? "  (embedded)" : "");
}

std::string span_text(const SegmentSpan& span) {
    if (span.last < span.first) return "none: all snapshots are missing";
    return fmt::format("{}..{}", grouped(span.first), grouped(span.last));
}

// A client's dummy is another player of it.
std::string others_text(std::uint64_t others) {
    return others == 0 ? "" : fmt::format(" and {} in turn", plural(others, "other"));
}

std::string where_and_when(const ReelReader& reel, const Facts& facts) {
    std::string out;
    const auto& spans = reel.timeline().segments();
    for (std::size_t i = 0; i < reel.segments().size(); ++i) {
        const std::string number = reel.segments().size() > 1 ? fmt::format("s{} ", i) : "";
        out += line_of("map", number + map_text(reel.segments()[i], facts.map_embedded[i]));
        if (i < spans.size()) out += line_of("ticks", number + span_text(spans[i]));
    }
    return out;
}

// ": why"; where there are several reasons "; 250: why; 20: another reason; 4: other reasons", by
// ticks.
std::string reasons_text(const std::vector<Gap>& gaps) {
    constexpr std::size_t kMostNamed = 2;
    std::map<std::string_view, std::uint64_t> ticks;
    for (const Gap& gap : gaps) ticks[gap.why()] += static_cast<std::uint64_t>(gap.to - gap.from);
    if (ticks.size() == 1) return concat(": ", printable(ticks.begin()->first));
    std::vector<std::pair<std::string_view, std::uint64_t>> most(ticks.begin(), ticks.end());
    std::stable_sort(most.begin(), most.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    std::string text;
    std::uint64_t others = 0;
    for (std::size_t i = 0; i < most.size(); ++i)
        if (i < kMostNamed)
            text += concat("; ", many(most[i].second), ": ", printable(most[i].first));
        else
            others += most[i].second;
    return others == 0 ? text : concat(text, "; ", many(others), ": other reasons");
}

std::string snapshot_text(const ReelReader& reel, const Facts& facts) {
    std::uint64_t unreadable = 0;
    for (const Gap& lost : unreadable_ticks(reel))
        unreadable += static_cast<std::uint64_t>(lost.to - lost.from);
    std::string text = many(facts.counts.snapshots);
    // From the first to the last. Where some cannot be read, those of the whole time are not known.
    if (facts.seconds > 0 && unreadable == 0)
        text += fmt::format(", {:.1f}/s",
                            static_cast<double>(facts.counts.snapshots - 1) / facts.seconds);
    const std::size_t gaps = facts.counts.gaps.size();
    if (gaps != 0)
        text += fmt::format(", {} ({} ticks missing{})", plural(gaps, "gap"),
                            many(facts.lost_ticks), reasons_text(facts.counts.gaps));
    if (unreadable != 0) text += fmt::format(", {} ticks unreadable", many(unreadable));
    return gaps == 0 && unreadable == 0 ? text + ", no gaps" : text;
}

std::string compression_text(const ReelReader& reel, const Facts& facts) {
    const auto raw = static_cast<double>(facts.raw_bytes);
    const auto stored = static_cast<double>(facts.chunk_bytes);
    std::string text = fmt::format(
        "{}, {}, {} of snapshots in {} ({})", facts.codecs, plural(reel.chunks().size(), "chunk"),
        human_bytes(facts.raw_bytes), human_bytes(facts.chunk_bytes), percent(stored, raw));
    if (facts.seconds > 0)
        text +=
            fmt::format(", {}/s", human_bytes(static_cast<std::uint64_t>(stored / facts.seconds)));
    return text;
}

std::string integrity_text(const ReelReader& reel, const Facts& facts) {
    const std::uint64_t chunks = facts.chunks_ok + facts.chunks_bad;
    std::string text = fmt::format("chunk checksums {}/{} ok{}", facts.chunks_ok, chunks,
                                   facts.checked ? "" : " (from the index; --deep reads them all)");
    text +=
        fmt::format("; wire checksums {} ok, {} mismatch, {} absent", many(facts.counts.wire_ok),
                    many(facts.counts.wire_mismatch), many(facts.counts.wire_absent));
    if (facts.parts)
        text += fmt::format("; view checksums {} ok, {} mismatch", many(facts.parts->ok),
                            many(facts.parts->mismatch));
    // Nothing was decoded for them: that is what 'verify' is for.
    if (facts.counts.snapshots != 0) text += " (as stored; verify recomputes them)";
    if (facts.counts.wire_mismatch != 0) text += "  (see 'tickreel verify --explain')";
    for (const Damage& damage : reel.damage())
        text += fmt::format("\n{:<13}damaged: {}", "", printable(damage.what));
    return text;
}

std::string type_rows(const ReelReader& reel, const Facts& facts) {
    std::size_t unknown = 0;
    std::size_t unnamed = 0;
    Table table({{"type"}, {"items", true}, {"per snapshot", true}, {"fields", true}, {"origin"}});
    for (std::size_t id = 0; id < reel.schema().size(); ++id) {
        const ItemType& type = reel.schema()[static_cast<TypeId>(id)];
        const auto items = facts.counts.items.find(static_cast<TypeId>(id));
        if (type.use != TypeUse::Item || items == facts.counts.items.end()) continue;
        if (!type.known) ++(is_named_later(reel.info().properties, type.name) ? unnamed : unknown);
        const double share =
            static_cast<double>(items->second) /
            static_cast<double>(std::max<std::uint64_t>(facts.counts.snapshots, 1));
        table.add({text_cell(type.name), Cell{many(items->second), "", ""},
                   Cell{fmt::format("{:.1f}", share), "", ""},
                   type.known ? number_cell(static_cast<std::int64_t>(type.fields.size()))
                              : text_cell("kept raw"),
                   text_cell(type.origin)});
    }
    if (table.empty()) return "";
    return "types:\n" + table.text(0, "  ") +
           unknown_types_text(reel.info().game, unknown, unnamed);
}

std::string event_row(const ReelReader& reel, const Facts& facts) {
    std::string text;
    for (const auto& [id, count] : facts.counts.events)
        if (reel.schema().contains(id))
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ",
                                printable(reel.schema()[id].name), many(count));
    if (!reel.markers().empty())
        text += fmt::format("{}marker {}", text.empty() ? "" : ", ", reel.markers().size());
    return text.empty() ? "none" : text;
}

}  // namespace

std::string line_of(std::string_view key, std::string_view value) {
    return fmt::format("{:<13}{}\n", fmt::format("{}: ", key), value);
}

std::string unknown_types_text(std::string_view game, std::size_t unknown, std::size_t unnamed) {
    std::string text;
    const Game* known = find_game(game);
    const bool untold = known != nullptr && known->read_types == nullptr;
    if (unknown > 0)
        text += fmt::format("  {}; {}\n", plural(unknown, "unknown item type"),
                            untold ? "this build does not know their fields"
                                   : "'import --schema FILE' of the capture gives them names and "
                                     "fields");
    if (unnamed > 0)
        text += fmt::format(
            "  {} kept raw, as sent: the server named the number with a later snapshot\n",
            plural(unnamed, "item type"));
    return text;
}

std::string properties_text(const RecordingInfo& info) {
    std::string text;
    for (const auto& [key, value] : info.properties)
        if (key != "writer" && key != "protocol" && key != kNamedLater && key != kPlayersInTurn)
            text += line_of(printable(key), printable(value));
    return text;
}

std::string facts_text(const ReelReader& reel, const Facts& facts) {
    std::string out = line_of(
        "file", fmt::format("{} ({}, {})", printable(facts.file), human_bytes(reel.file_bytes()),
                            reel.finished() ? "complete" : "not finished"));
    if (!facts.writer.empty()) out += line_of("writer", printable(facts.writer));
    out += line_of("protocol", facts.protocol == facts.game
                                   ? printable(facts.game)
                                   : printable(facts.game + ", " + facts.protocol));
    if (!facts.player.empty())
        out += line_of("player", printable(facts.player) + others_text(facts.player_others));
    out += where_and_when(reel, facts);
    out += line_of("snapshots", snapshot_text(reel, facts));
    out += line_of("duration", fmt::format("{} at {} ticks/s", human_duration(facts.seconds),
                                           shortest(reel.info().ticks_per_second)));
    out += line_of("start", facts.start.empty() ? "unknown" : facts.start);
    out += line_of("compression", compression_text(reel, facts));
    out += line_of("keyframes", fmt::format("{}, index {}", facts.groups,
                                            reel.finished() ? "stored" : "rebuilt"));
    out += line_of("integrity", integrity_text(reel, facts));
    out += connection_text(reel, facts);
    if (!reel.attachments().empty())
        out += line_of("attachments", fmt::format("{}", reel.attachments().size()));
    out += properties_text(reel.info());
    out += type_rows(reel, facts);
    return out + line_of("events", event_row(reel, facts));
}

}  // namespace tickreel
