#include "player/panels/integrity_panel.h"

#include <fmt/format.h>

#include "player/panels/time_text.h"
#include "player/panels/widgets.h"

namespace tickreel {

void IntegrityPanel::draw(const PanelContext& context) {
    const Frame* frame = context.state.frames().current();
    heading(context.look, "INTEGRITY",
            frame != nullptr ? "tick " + tick_text(context.state, frame->moment()) : std::string());
    if (!context.state.ready()) {
        return;
    }
    if (!ImGui::BeginChild("integrity", {0, 0}, false)) {
        ImGui::EndChild();
        return;
    }
    if (frame != nullptr) {
        draw_snapshot(context, *frame);
    } else {
        paragraph(ink::kBad, "No snapshot can be shown here: " + context.state.frames().error());
    }
    draw_totals(context);
    draw_file(context);
    ImGui::EndChild();
}

void IntegrityPanel::draw_checksum(const PanelContext& context, const WireInfo& wire) {
    const Look& look = context.look;
    switch (wire.checksum) {
        case WireChecksum::Ok:
            pill(look, "wire checksum matches", ink::kGood);
            fact(look, "sum", fmt::format("0x{:08x}", wire.computed));
            break;
        case WireChecksum::Mismatch:
            pill(look, "wire checksum does not match", ink::kBad);
            fact(look, "expected", fmt::format("0x{:08x}", wire.expected));
            fact(look, "computed", fmt::format("0x{:08x}", wire.computed), ink::kBad);
            fact(look, "off by",
                 fmt::format("{}", static_cast<std::int32_t>(wire.computed - wire.expected)));
            break;
        case WireChecksum::Absent:
            pill(look, "no wire checksum", ink::kSoft);
            ImGui::PushFont(look.small);
            paragraph(ink::kDim, "The source of this snapshot carries none.");
            ImGui::PopFont();
            break;
    }
}

void IntegrityPanel::draw_snapshot(const PanelContext& context, const Frame& frame) {
    const Look& look = context.look;
    draw_checksum(context, frame.wire);
    const WireInfo& wire = frame.wire;
    if (wire.bytes > 0 || wire.parts > 0) {
        fact(look, "base",
             wire.base_tick == kNoTick
                 ? std::string("none, sent in full")
                 : fmt::format("tick {} ({} before)", wire.base_tick, frame.tick - wire.base_tick));
        fact(look, "on the wire",
             fmt::format("{} B in {} part{}", wire.bytes, wire.parts, wire.parts == 1 ? "" : "s"));
    }
    const Frame* before = context.state.frames().previous();
    if (before != nullptr && before->segment == frame.segment) {
        const double ms =
            std::chrono::duration<double, std::milli>(frame.time - before->time).count();
        fact(look, "since last", fmt::format("{} ticks, {:.1f} ms", frame.tick - before->tick, ms));
    }
    fact(look, "arrived",
         frame.time.count() > 0 ? wall_clock_text(frame.time).substr(11) : std::string("unknown"));
    if (wire.checksum != WireChecksum::Absent) {
        ImGui::PushFont(look.small);
        paragraph(ink::kDim,
                  "A matching sum is no proof: errors can cancel out, and keys and types are not "
                  "covered.");
        ImGui::PopFont();
    }
    ImGui::Dummy({0, look.px(3)});
}

void IntegrityPanel::draw_totals(const PanelContext& context) {
    const Look& look = context.look;
    const RecordingScan& scan = context.state.scan();
    const Statistics& totals = scan.totals;
    heading(look, "RECORDING",
            scan.complete ? ""
                          : fmt::format("reading {:.0f} %", context.state.scan_progress() * 100.0));
    fact(look, "snapshots", grouped(totals.snapshots));
    fact(look, "match", grouped(totals.wire_ok), totals.wire_ok > 0 ? ink::kGood : ink::kText);
    ImGui::SameLine(0, look.px(14));
    text(ink::kDim, "mismatch");
    ImGui::SameLine(0, look.px(6));
    text(totals.wire_mismatch > 0 ? ink::kBad : ink::kText, grouped(totals.wire_mismatch));
    if (totals.wire_absent > 0) {
        fact(look, "without sum", grouped(totals.wire_absent));
    }
    std::uint64_t ticks = 0;
    for (const Hole& hole : scan.holes) {
        ticks += static_cast<std::uint64_t>(std::max<std::int64_t>(hole.to - hole.from, 0));
    }
    fact(look, "gaps",
         scan.holes.empty()
             ? std::string("none")
             : fmt::format("{}, {} ticks", grouped(scan.holes.size()), grouped(ticks)),
         scan.holes.empty() ? ink::kText : ink::kWarn);
    if (totals.wire_mismatch > 0 || !scan.holes.empty()) {
        if (ImGui::SmallButton("Previous problem")) {
            context.ask(RunAction{"seek.previous_problem"});
        }
        ImGui::SameLine();
        if (ImGui::SmallButton("Next problem")) {
            context.ask(RunAction{"seek.next_problem"});
        }
        probe(context, "integrity.next");
        action_tooltip(context, "seek.next_problem");
    }
    ImGui::Dummy({0, look.px(3)});
}

void IntegrityPanel::draw_file(const PanelContext& context) {
    const Look& look = context.look;
    const ReelReader& reader = context.state.reader();
    const RecordingScan& scan = context.state.scan();
    heading(look, "FILE", bytes_text(reader.file_bytes()));
    const bool whole = scan.complete && scan.problems.empty();
    fact(look, "chunks", fmt::format("{}{}", reader.chunks().size(), whole ? ", all intact" : ""));
    fact(look, "closed", reader.finished() ? "properly" : "no: growing, or cut short",
         reader.finished() ? ink::kText : ink::kWarn);
    for (const std::string& problem : scan.problems) {
        paragraph(ink::kBad, clean_text(problem));
    }
}

}  // namespace tickreel
