#include "recorder/commands/verbs/info_match.h"

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "recorder/commands/known_damage.h"
#include "recorder/commands/output/facts.h"
#include "recorder/commands/output/out.h"
#include "recorder/commands/output/output_file.h"
#include "recorder/commands/output/text_format.h"
#include "recorder/commands/union_notes.h"
#include "recorder/commands/view_choice.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/text.h"
#include "tickreel/model/named_later.h"
#include "tickreel/reel/union_property.h"

namespace tickreel {

namespace {

using Json = nlohmann::ordered_json;

// A map as it was played, over all views.
struct Span {
    std::string map{};
    Tick first = 0;
    Tick last = 0;
    std::uint64_t snapshots = 0;  // ticks at which a view has one
};

using SnapshotCounts = std::map<std::uint32_t, std::uint64_t>;  // by segment

// Of a damaged file the chunks tell what was recorded, not what can be read.
SnapshotCounts readable_in(const ReelReader& whole) {
    SnapshotCounts counts;
    (void)whole.scan(whole.everything(), ignore_problems, [&](const Frame& frame) {
        ++counts[frame.segment];
        return true;
    });
    return counts;
}

// `readable`: of a damaged file.
std::vector<Span> spans_of(const MatchReader& match,
                           const std::optional<SnapshotCounts>& readable) {
    std::map<std::uint32_t, Span> spans;
    for (const ChunkInfo& chunk : match.chunks()) {
        const auto [at, fresh] = spans.try_emplace(chunk.segment);
        if (fresh) at->second.first = chunk.first_tick;
        at->second.last = chunk.last_tick;
        at->second.snapshots += chunk.snapshots;
    }
    for (auto& [segment, span] : spans)
        if (readable) span.snapshots = readable->contains(segment) ? readable->at(segment) : 0;
    for (std::uint32_t view = 0; view < match.views().size(); ++view) {
        const std::vector<Segment>& segments = match.views()[view].segments;
        for (std::uint32_t own = 0; own < segments.size(); ++own)
            if (const auto world = match.in_world(view, {own, 0}))
                if (const auto at = spans.find(world->segment); at != spans.end())
                    at->second.map = segments[own].map;
    }
    std::vector<Span> in_order;
    for (auto& [segment, span] : spans) in_order.push_back(std::move(span));
    return in_order;
}

// The item types of all views that are kept raw.
struct RawTypes {
    std::vector<std::string> unknown{};
    std::vector<std::string> named_later{};
};

RawTypes raw_types_of(const MatchReader& match) {
    RawTypes raw;
    for (const ItemType& type : match.world_schema().types()) {
        if (type.use != TypeUse::Item || type.known) continue;
        const bool later = std::any_of(
            match.views().begin(), match.views().end(),
            [&](const MatchView& view) { return is_named_later(view.info.properties, type.name); });
        (later ? raw.named_later : raw.unknown).push_back(type.name);
    }
    return raw;
}

std::string raw_types_text(std::string_view game, const RawTypes& raw) {
    std::string names;
    for (const auto* some : {&raw.unknown, &raw.named_later})
        for (const std::string& name : *some)
            names += (names.empty() ? "kept raw:    " : ", ") + printable(name);
    if (names.empty()) return "";
    return names + '\n' + unknown_types_text(game, raw.unknown.size(), raw.named_later.size());
}

Json views_json(const MatchReader& match) {
    Json views = Json::array();
    const std::vector<ViewName> names = name_views(match);
    for (std::size_t i = 0; i < match.views().size(); ++i) {
        const MatchView& view = match.views()[i];
        views.push_back({{"number", i + 1},
                         {"name", view.name},
                         {"player", names[i].player.empty() ? Json() : Json(names[i].player)},
                         {"start", rfc3339(view.info.start)},
                         {"segments", view.segments.size()},
                         {"markers", view.markers.size()}});
    }
    return views;
}

// What `info` says of any recording, here of what all views saw, and of the file; then the views.
// Checksums are those of all views.
std::string match_ndjson(const ReelReader& whole, const Facts& facts, const MatchReader& match,
                         const ViewChecksums& checksums,
                         const std::optional<SnapshotCounts>& readable) {
    Json json = Json::parse(facts_ndjson(whole, facts));
    const std::uint64_t bad = count_bad_chunks(match.chunks(), match.damage());
    json["bytes"] = match.file_bytes();
    json["gaps"] = gaps_beside_damage(match, facts.counts.gaps).size();
    json["complete"] = match.finished() && match.damage().empty();
    json["chunks"] = match.chunks().size();
    json["compression"] = codec_names(match.chunks());
    json["wire_checksum"] = {
        {"ok", checksums.ok}, {"mismatch", checksums.mismatch}, {"absent", checksums.absent}};
    json["file_checksum"] = {{"ok", match.chunks().size() - std::min(match.chunks().size(), bad)},
                             {"bad", bad}};
    json["game"] = match.info().game;
    json["file_bytes"] = match.file_bytes();
    json["segments"] = Json::array();
    for (const Span& span : spans_of(match, readable))
        json["segments"].push_back({{"map", span.map},
                                    {"tick_first", std::to_string(span.first)},
                                    {"tick_last", std::to_string(span.last)},
                                    {"snapshots", span.snapshots}});
    json["types_unknown"] = raw_types_of(match).unknown;
    json["numbered_apart"] = numbered_apart(match.info());
    json["views"] = views_json(match);
    return printable_json(json.dump(-1, ' ', false, Json::error_handler_t::replace)) + '\n';
}

std::string views_text(const std::string& path, const MatchReader& match,
                       const std::optional<SnapshotCounts>& readable) {
    std::string text =
        fmt::format("file:        {}\ngame:        {}\nsize:        {}\n", printable(path),
                    printable(match.info().game), human_bytes(match.file_bytes()));
    for (const Span& span : spans_of(match, readable))
        text += fmt::format("map:         {}, ticks {}..{} ({}), {} of any view\n",
                            printable(span.map), span.first, span.last,
                            human_duration(static_cast<double>(span.last - span.first) /
                                           match.info().ticks_per_second),
                            plural(span.snapshots, "snapshot"));
    RecordingInfo common = match.info();
    common.properties.erase(std::string(kNumberedApart));  // that is a note below
    text += properties_text(common);
    text += raw_types_text(match.info().game, raw_types_of(match));
    text += fmt::format(
        "views:       {} of one match; 'tickreel cut {} --view 1 -o {}' takes one out, --view "
        "union what any of them saw; 'tickreel verify' counts their snapshots, checksums and "
        "gaps\n",
        match.views().size(), printable(path), printable(numbered_path(path, "1")));
    const std::vector<ViewName> names = name_views(match);
    for (std::size_t i = 0; i < match.views().size(); ++i) {
        const MatchView& view = match.views()[i];
        text += fmt::format("  {:>3}  {:<20}  {:<16}  {}  {}, {}\n", i + 1, printable(view.name),
                            printable(names[i].player), rfc3339(view.info.start),
                            plural(view.segments.size(), "segment"),
                            plural(view.markers.size(), "marker"));
    }
    if (const std::string note = numbered_apart_note(match); !note.empty())
        text += fmt::format("numbering:   {}\n", note);
    return text;
}

}  // namespace

int show_match(const CommandLine& line, const std::string& path) {
    const auto choice = choose_view(line, path, "union");
    if (!choice) return kExitFailed;
    std::uint64_t problems = 0;
    const auto checked = choice->match->check_records([&](const Problem&) { ++problems; });
    if (!checked) return line.failed(path, checked.error().message);
    const bool ndjson = line.common().format == TableFormat::Ndjson;
    const bool damaged = !choice->match->damage().empty();
    OpenedView whole;
    if (ndjson || damaged) {
        whole = open_choice(line, path, *choice);
        if (!whole.reel) return kExitFailed;
        problems += whole.problems;
    }
    const auto readable = damaged ? std::optional(readable_in(*whole.reel)) : std::nullopt;
    Out out;
    if (ndjson) {
        const auto facts = gather_facts(*whole.reel, path, false);
        if (!facts) return line.failed(path, facts.error().message, kVerifyHint);
        out.write(match_ndjson(*whole.reel, *facts, *choice->match, whole.checksums, readable));
    } else {
        out.write(views_text(path, *choice->match, readable));
    }
    if (const auto written = out.finish(); !written)
        return line.failed("", written.error().message);
    return report_match_damage(line, path, *choice->match, problems);
}

}  // namespace tickreel
