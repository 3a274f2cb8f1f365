#include "player/panels/integrity_panel.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "player/panels/integrity_strip.h"
#include "player/panels/time_text.h"
#include "player/panels/widgets.h"
#include "player/state/analysis.h"
#include "player/state/frame_window.h"
#include "player/state/playback.h"
#include "player/state/recording_session.h"
#include "tickreel/analysis/holes.h"
#include "tickreel/analysis/item_checksums.h"
#include "tickreel/analysis/mismatch.h"
#include "tickreel/base/text.h"
#include "tickreel/model/wire_proof.h"

namespace tickreel {

namespace {

// In the words of the map's message: the whole stretch, and what is damaged.
std::string hole_text(const PanelContext& context, const Hole& hole) {
    const Timeline& timeline = context.session.reader().timeline();
    const std::string ticks =
        fmt::format("ticks {} to {}", tick_text(context.session, timeline.moment(hole.from)),
                    tick_text(context.session, timeline.moment(hole.last)));
    if (hole.kind == Integrity::Unreadable) return ticks + " cannot be read: " + hole.reason;
    return ticks + ": " + (hole.reason.empty() ? "no snapshot was recorded" : hole.reason);
}

// Whether it ends where this snapshot is: there may be two, on both sides of a change of the map.
bool is_before(const Hole& hole, std::int64_t snapshot) {
    return hole.to == snapshot || (hole.from < snapshot && hole.to > snapshot);
}

// `gap`: what a gap is called here.
void draw_hole(const PanelContext& context, const Hole& hole, const char* gap) {
    const bool lost = hole.kind == Integrity::Unreadable;
    fact(context.look, lost ? "unreadable" : gap,
         fmt::format("{}{}{}", plural(static_cast<std::uint64_t>(hole.ticks), "tick"),
                     hole.reason.empty() ? "" : ": ", context.shown(hole.reason)),
         integrity_color(hole.kind));
}

}  // namespace

void IntegrityPanel::draw(const PanelContext& context) {
    const Frame* frame = context.frames.current();
    pane_note(context.look, frame != nullptr ? "tick " + tick_text(context.session, frame->moment())
                                             : std::string());
    if (!context.session.ready()) return;
    if (!ImGui::BeginChild("integrity", {0, 0}, false)) {
        ImGui::EndChild();
        return;
    }
    draw_file_line(context);
    const Hole* hole = context.session.scan().hole_at(context.playback.position());
    const bool gap = hole != nullptr && hole->kind == Integrity::Gap;
    if (hole != nullptr || frame == nullptr) {
        const ImU32 ink = integrity_color(gap ? Integrity::Gap : Integrity::Unreadable);
        pill(context.look, gap ? "gap" : "unreadable: the file is damaged", ink);
        paragraph(context, ink,
                  hole != nullptr ? hole_text(context, *hole) : context.frames.error());
    }
    if (frame != nullptr && (hole == nullptr || gap)) draw_snapshot(context, *frame);
    draw_totals(context);
    draw_file(context);
    ImGui::EndChild();
}

// The gist of what lies below, where nobody has to scroll for it; a click goes there.
void IntegrityPanel::draw_file_line(const PanelContext& context) {
    const RecordingScan& scan = context.session.scan();
    const auto& check = context.analysis.file_check();
    const std::size_t problems = scan.problems.size() + (check ? check->problems.size() : 0) +
                                 (context.session.file_trouble().empty() ? 0U : 1U);
    const std::size_t chunks = context.session.reader().chunks().size();
    std::string line = fmt::format("file: {} chunk{}", grouped(chunks), chunks == 1 ? "" : "s");
    ImU32 color = ink::kGood;
    if (problems > 0) {
        line += fmt::format(", {} problem{}", problems, problems == 1 ? "" : "s");
        color = ink::kBad;
    } else if (!context.session.reader().finished()) {
        line += ", not closed";
        color = ink::kWarn;
    } else if (!scan.complete) {
        line += ", reading";
        color = ink::kSoft;
    } else if (!scan.missing.empty()) {
        line += ", damaged";
        color = ink::kBad;
    } else if (!context.session.import_lost().empty()) {
        line += " of an import that is not complete";
        color = ink::kWarn;
    } else {
        line += ", all intact";
    }
    pill(context.look, line, color);
    probe(context, "integrity.file");
    to_file_ = to_file_ || ImGui::IsItemClicked();
    tooltip("A click goes to the rest");
}

void IntegrityPanel::draw_checksum(const PanelContext& context, const WireInfo& wire) {
    const Look& look = context.look;
    switch (wire.checksum) {
        case WireChecksum::Ok:
            pill(look,
                 is_proven_by_base(wire) ? "wire checksum of its base matches"
                                         : "wire checksum matches",
                 ink::kGood);
            fact(look, "expected", fmt::format("0x{:08x}", wire.expected));
            fact(look, "computed", fmt::format("0x{:08x}", wire.computed), ink::kGood);
            break;
        case WireChecksum::Mismatch:
            pill(look, "wire checksum does not match", ink::kBad);
            fact(look, "expected", fmt::format("0x{:08x}", wire.expected));
            fact(look, "computed", fmt::format("0x{:08x}", wire.computed), ink::kBad);
            fact(look, "off by",
                 fmt::format("{}", static_cast<std::int32_t>(wire.computed - wire.expected)));
            draw_reasons(context);
            break;
        case WireChecksum::Absent:
            pill(look, "no wire checksum", ink::kSoft);
            ImGui::PushFont(look.small);
            paragraph(ink::kDim, "The source of this snapshot carries none.");
            ImGui::PopFont();
            break;
    }
}

void IntegrityPanel::draw_item_checksums(const PanelContext& context, const WireInfo& wire) {
    const Look& look = context.look;
    if (wire.checksum == WireChecksum::Absent) {
        pill(look, "no item was checked", ink::kSoft);
        return;
    }
    const bool ok = wire.checksum == WireChecksum::Ok;
    pill(look, ok ? "all item checksums match" : "an item checksum does not match",
         ok ? ink::kGood : ink::kBad);
    fact(look, "items checked", std::to_string(wire.expected));
    fact(look, "of them ok", std::to_string(wire.computed), ok ? ink::kGood : ink::kBad);
    if (!ok) draw_reasons(context);
}

void IntegrityPanel::draw_reasons(const PanelContext& context) {
    const Frame& frame = *context.frames.current();
    if (!explained_.same_storage(frame.snapshot) || reasons_.empty()) {
        const RecordingScan& scan = context.session.scan();
        const std::int64_t base =
            context.session.reader().timeline().position({frame.segment, frame.wire.base_tick});
        const bool known =
            !scan.complete || frame.wire.base_tick == kNoTick || scan.integrity.contains(base);
        const Frame* before = context.frames.before();
        const bool behind_hole = std::any_of(
            scan.holes.begin(), scan.holes.end(),
            [&](const Hole& hole) { return is_before(hole, context.frames.current_position()); });
        reasons_ = explain_mismatch({context.session.reader().schema(), frame,
                                     before != nullptr ? &before->snapshot : nullptr, known,
                                     behind_hole, &context.roster});
        explained_ = frame.snapshot;
    }
    ImGui::PushFont(context.look.small);
    for (const std::string& reason : reasons_) paragraph(ink::kWarn, "- " + context.shown(reason));
    ImGui::PopFont();
}

void IntegrityPanel::draw_snapshot(const PanelContext& context, const Frame& frame) {
    const Look& look = context.look;
    const WireInfo& wire = frame.wire;
    const bool by_item = has_item_checksums(context.session.reader().schema());
    by_item ? draw_item_checksums(context, wire) : draw_checksum(context, wire);
    if (wire.bytes > 0 || wire.parts > 0) {
        fact(look, "base",
             wire.base_tick == kNoTick
                 ? std::string("none, sent in full")
                 : fmt::format("tick {} ({} before)", wire.base_tick, frame.tick - wire.base_tick));
        fact(look, "payload",
             fmt::format("{} B in {} part{}, before compression", wire.bytes, wire.parts,
                         wire.parts == 1 ? "" : "s"));
    }
    const Frame* before = context.frames.before();
    if (before != nullptr) {
        const double ms =
            std::chrono::duration<double, std::milli>(frame.time - before->time).count();
        fact(look, "since last",
             fmt::format("{} tick{}, {:.1f} ms", frame.tick - before->tick,
                         frame.tick - before->tick == 1 ? "" : "s", ms));
    }
    for (const Hole& hole : context.session.scan().holes)
        if (is_before(hole, context.frames.current_position()))
            draw_hole(context, hole, "gap before");
    if (context.frames.current_position() == context.playback.length())
        for (const Hole& hole :
             holes_behind(context.session.scan().holes, context.playback.length()))
            draw_hole(context, hole, "gap behind");
    fact(look, "arrived",
         frame.time.count() > 0 ? wall_clock_text(frame.time).substr(11) : std::string("unknown"));
    if (wire.checksum != WireChecksum::Absent) {
        ImGui::PushFont(look.small);
        paragraph(
            ink::kDim,
            by_item ? "A checksum covers its item, and only when the sender sends one: the "
                      "field Checksum of each item holds its last result."
                    : "A matching checksum is no proof: errors can cancel out, and keys and types "
                      "are not covered.");
        ImGui::PopFont();
    }
    ImGui::Dummy({0, look.px(3)});
}

void IntegrityPanel::draw_totals(const PanelContext& context) {
    const Look& look = context.look;
    const RecordingScan& scan = context.session.scan();
    const Statistics& totals = scan.totals;
    heading(look, "RECORDING",
            scan.complete
                ? ""
                : fmt::format("reading {:.0f} %", context.session.scan_progress() * 100.0));
    fact(look, "snapshots", grouped(totals.snapshots));
    total(context, Integrity::Match, totals.wire_ok, "");
    total(context, Integrity::Mismatch, totals.wire_mismatch, "");
    total(context, Integrity::Absent, totals.wire_absent, "");
    bool problems = totals.wire_mismatch > 0;
    for (const Integrity kind : {Integrity::Gap, Integrity::Unreadable}) {
        const auto holes = std::count_if(scan.holes.begin(), scan.holes.end(),
                                         [kind](const Hole& hole) { return hole.kind == kind; });
        const auto ticks = static_cast<std::uint64_t>(scan.hole_ticks(kind));
        total(context, kind, static_cast<std::uint64_t>(holes),
              holes > 0 ? fmt::format(", {} ticks", grouped(ticks)) : "");
        problems = problems || holes > 0;
    }
    if (problems) {
        if (ImGui::SmallButton("Previous problem"))
            context.enqueue(RunAction{"seek.previous_problem"});
        ImGui::SameLine();
        if (ImGui::SmallButton("Next problem")) context.enqueue(RunAction{"seek.next_problem"});
        probe(context, "integrity.next");
        action_tooltip(context, "seek.next_problem");
    }
    ImGui::Dummy({0, look.px(3)});
}

// A line of the totals, with the shape that the timeline has for it.
void IntegrityPanel::total(const PanelContext& context, Integrity kind, std::uint64_t count,
                           const std::string& more) {
    integrity_sample(context.look, kind);
    fact(context.look, std::string(integrity_name(kind)).c_str(), grouped(count) + more,
         count > 0 ? integrity_color(kind) : ink::kDim);
    probe(context, fmt::format("integrity.{}", integrity_name(kind)).c_str());
}

void IntegrityPanel::draw_chunk(const PanelContext& context) {
    const ReelReader& reader = context.session.reader();
    // Of the snapshot that is shown: a tick between two may lie behind the last of a chunk.
    const Frame* frame = context.frames.current();
    const Moment here =
        frame != nullptr ? frame->moment() : context.session.moment_at(context.playback.position());
    const auto chunks = reader.chunks();
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        const ChunkInfo& chunk = chunks[i];
        if (chunk.segment != here.segment || here.tick < chunk.first_tick ||
            here.tick > chunk.last_tick)
            continue;
        fact(context.look, "this chunk",
             fmt::format("{} of {}, at byte {}", i + 1, chunks.size(), grouped(chunk.offset)));
        fact(context.look, "",
             fmt::format("{} snapshots, {}", chunk.snapshots, bytes_text(chunk.stored_bytes)));
        tooltip(("Unpacked " + bytes_text(chunk.raw_bytes)).c_str());
        return;
    }
    fact(context.look, "this chunk", "none holds this tick", ink::kWarn);
}

void IntegrityPanel::draw_file(const PanelContext& context) {
    const Look& look = context.look;
    const ReelReader& reader = context.session.reader();
    const RecordingScan& scan = context.session.scan();
    if (std::exchange(to_file_, false)) ImGui::SetScrollHereY(0);
    heading(look, "FILE", bytes_text(reader.file_bytes()));
    const bool damaged = !scan.missing.empty() && !context.session.live();
    const bool whole = scan.complete && scan.problems.empty();
    fact(look, "chunks", fmt::format("{}{}", reader.chunks().size(), whole ? ", all intact" : ""),
         whole || !scan.complete ? ink::kText : ink::kBad);
    draw_chunk(context);
    fact(look, "closed", reader.finished() ? "properly" : "no: growing, or cut short",
         reader.finished() ? ink::kText : ink::kWarn);
    if (!context.session.file_trouble().empty())
        paragraph(context, ink::kBad, context.session.file_trouble());
    if (!context.session.import_lost().empty())
        paragraph(context, ink::kWarn, "the import: " + context.session.import_lost());
    for (const std::string& problem : scan.problems) paragraph(context, ink::kBad, problem);
    if (damaged && scan.problems.empty()) paragraph(context, ink::kBad, scan.missing);
    if (scan.complete && (damaged || !scan.problems.empty())) {
        paragraph(
            ink::kSoft,
            fmt::format(
                "{} snapshots can be read. Recover saves them as {}",
                grouped(scan.totals.snapshots),
                context.shown(
                    std::filesystem::path(context.session.recovered_path()).filename().string())));
        ImGui::BeginDisabled(context.session.recovering());
        if (ImGui::SmallButton(context.session.recovering() ? "Recovering ..." : "Recover"))
            context.enqueue(Recover{});
        ImGui::EndDisabled();
        probe(context, "integrity.recover");
    }
    draw_check(context);
}

void IntegrityPanel::draw_check(const PanelContext& context) {
    const Analysis& analysis = context.analysis;
    if (analysis.checking()) {
        text(ink::kSoft, "Checking every record ...");
        return;
    }
    if (const auto& check = analysis.file_check()) {
        fact(context.look, "records",
             fmt::format("{} sound, {} problems", grouped(check->records), check->problems.size()),
             check->problems.empty() ? ink::kGood : ink::kBad);
        for (const std::string& problem : check->problems) paragraph(context, ink::kBad, problem);
        return;
    }
    if (ImGui::SmallButton("Check every record")) context.enqueue(CheckFile{});
    probe(context, "integrity.check");
    tooltip("Reads the whole file against its own checksums, in the background");
}

}  // namespace tickreel
