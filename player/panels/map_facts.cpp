// What lies over the map: which map, who is followed, a wrong checksum, switches, the last command.
#include <cmath>

#include <fmt/format.h>

#include "player/draw/art.h"
#include "player/panels/imgui_versions.h"
#include "player/panels/map_panel.h"
#include "player/panels/time_text.h"
#include "player/panels/widgets.h"
#include "player/state/beside_view.h"
#include "player/state/frame_window.h"
#include "player/state/notices.h"
#include "player/state/playback.h"
#include "player/state/recording_session.h"
#include "player/state/selection.h"
#include "tickreel/analysis/item_checksums.h"

namespace tickreel {
namespace {

void plate(const Look& look, const Box& viewport, ImFont* font, ImVec2 at, ImU32 color,
           const std::string& line, float align) {
    const float room = viewport.width() - look.px(36);  // longer lines are wrapped
    const ImVec2 size = font->CalcTextSizeA(size_of(font), 1e6F, room, line.c_str());
    const float x = std::round(at.x - align * (size.x + look.px(16)));
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled({x, at.y}, {x + size.x + look.px(16), at.y + size.y + look.px(8)},
                        ink::kPlate, look.px(5));
    list->AddText(font, size_of(font), {x + look.px(8), at.y + look.px(4)}, color, line.c_str(),
                  nullptr, room);
}

// Why the picture is plainer than the game's; "" when it is not.
std::string missing_art(const PanelContext& context) {
    const Moment here = context.session.moment_at(context.playback.position());
    const auto segments = context.session.reader().segments();
    const bool has_map_name = here.segment < segments.size() && !segments[here.segment].map.empty();
    if (context.art == nullptr || !has_map_name) return {};
    const std::vector<std::string>& problems = context.art->problems();
    if (problems.empty()) {
        return context.art->has_map() ? ""
                                      : "this map is not on this machine: drawn without it, "
                                        "players where they were last sent";
    }
    return context.shown(problems.front()) +
           (problems.size() > 1 ? fmt::format("   and {} more", problems.size() - 1) : "");
}

// Which map it is, and the how-many-th; "" if it has no name.
std::string map_line(const PanelContext& context) {
    const Moment here = context.session.moment_at(context.playback.position());
    const auto segments = context.session.reader().segments();
    if (here.segment >= segments.size() || segments[here.segment].map.empty()) return {};
    const std::string map = context.shown(segments[here.segment].map);
    return segments.size() > 1
               ? map + fmt::format("   map {} of {}", here.segment + 1, segments.size())
               : map;
}

}  // namespace

void MapPanel::draw_switches(const PanelContext& context, const Box& viewport) {
    struct Switch {
        const char* label;
        const char* action;
        bool ViewSettings::*setting;
        bool of_match = false;  // shown with match files only
    };
    static constexpr Switch kSwitches[] = {
        {"smooth", "view.interpolate", &ViewSettings::interpolate},
        {"names", "view.names", &ViewSettings::names},
        {"hud", "view.hud", &ViewSettings::hud},
        {"inputs", "view.inputs", &ViewSettings::inputs},
        {"ids", "view.ids", &ViewSettings::ids},
        {"hitboxes", "view.hitboxes", &ViewSettings::hitboxes},
        {"trails", "view.trails", &ViewSettings::trails},
        {"ghosts", "view.ghosts", &ViewSettings::ghosts, true},
        {"fog", "view.fog", &ViewSettings::fog, true},
        {"beside", "view.beside", &ViewSettings::beside, true},
    };
    const Look& look = context.look;
    const float width = switches_width_;
    const float height = look.px(24);
    const std::string map = map_line(context);
    const float name = look.strong->CalcTextSizeA(size_of(look.strong), 1e6F, 0, map.c_str()).x;
    if (viewport.width() < width + name + look.px(46)) return;
    const ImVec2 at = {viewport.x1 - width - look.px(10), viewport.y0 + look.px(10)};
    ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + width, at.y + height}, ink::kPlate,
                                              look.px(5));
    ImGui::SetCursorScreenPos({at.x + look.px(4), at.y + look.px(3)});
    for (const Switch& entry : kSwitches) {
        if (entry.of_match && context.session.match() == nullptr) continue;
        const bool on = context.view.*(entry.setting);
        if (chip(look, entry.label, ink::kAccent, on)) context.enqueue(RunAction{entry.action});
        action_tooltip(context, entry.action);
        ImGui::SameLine(0, look.px(3));
    }
    if (chip(look, "fit", ink::kAccent, context.view.map.fit))
        context.enqueue(RunAction{"camera.fit"});
    action_tooltip(context, "camera.fit");
    switches_width_ = ImGui::GetItemRectMax().x - at.x + look.px(4);
}

void MapPanel::draw_facts(const PanelContext& context, const Box& viewport) const {
    const Look& look = context.look;
    float y = viewport.y0 + look.px(10);
    if (const std::string map = map_line(context); !map.empty()) {
        plate(look, viewport, look.strong, {viewport.x0 + look.px(10), y}, ink::kText, map, 0);
        y += look.px(30);
    }
    if (context.loading_art) {
        plate(look, viewport, look.small, {viewport.x0 + look.px(10), y}, ink::kSoft,
              "The map is being loaded ...", 0);
        if (context.probes != nullptr) (*context.probes)["map.loading"] = viewport;
        y += look.px(26);
    }
    if (const std::string missing = missing_art(context); !missing.empty()) {
        plate(look, viewport, look.small, {viewport.x0 + look.px(10), y}, ink::kWarn, missing, 0);
        if (context.probes != nullptr) (*context.probes)["map.missing"] = viewport;
        y += look.px(26);
    }
    if (context.beside.current() != nullptr)
        draw_mismatch(context, beside_box_, *context.beside.current());
    const Frame* frame = context.frames.current();
    if (frame == nullptr) return;
    if (context.selection.followed()) {
        const std::string who =
            context.shown(item_title(context.session.reader().schema(), frame->snapshot,
                                     *context.selection.followed(), &context.roster));
        const bool there = frame->snapshot.find(*context.selection.followed()).has_value();
        plate(look, viewport, look.small, {viewport.x0 + look.px(10), y}, ink::kAccent,
              "following " + who + (there ? "" : " (not here)") + "   Esc frees", 0);
    }
    draw_mismatch(context, viewport, *frame);
}

void MapPanel::draw_mismatch(const PanelContext& context, const Box& viewport, const Frame& frame) {
    if (frame.wire.checksum != WireChecksum::Mismatch) return;
    const Look& look = context.look;
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRect({viewport.x0 + 1, viewport.y0 + 1}, {viewport.x1 - 1, viewport.y1 - 1}, ink::kBad,
                  0, 0, look.px(2));
    plate(look, viewport, look.strong, {viewport.centre().x, viewport.y0 + look.px(44)}, ink::kBad,
          has_item_checksums(context.session.reader().schema())
              ? "an item of this snapshot does not match its checksum"
              : "the wire checksum of this snapshot does not match",
          0.5F);
}

void MapPanel::draw_notice(const PanelContext& context, const Box& viewport) const {
    if (!context.notices.shows()) return;
    plate(context.look, viewport, context.look.strong,
          {viewport.centre().x, viewport.y1 - context.look.px(44)}, ink::kText,
          context.shown(context.notices.text()), 0.5F);
}

}  // namespace tickreel
