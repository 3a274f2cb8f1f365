#include "player/app/layout.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "player/panels/widgets.h"
#include "player/state/analysis.h"
#include "player/state/playback.h"
#include "player/state/recording_session.h"
#include "tickreel/base/concat.h"

namespace tickreel {
namespace {

constexpr float kBorder = 5;
constexpr float kTop = 46;
constexpr float kTransport = 71;  // plus the space around it

constexpr ImGuiWindowFlags kPaneFlags =
    ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
    ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
    ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoScrollbar |
    ImGuiWindowFlags_NoScrollWithMouse;

// In unscaled pixels: below these a side or a pane is left out rather than the map crushed.
constexpr float kLeastMap = 320;
constexpr float kLeastSide = 200;
constexpr float kLeastPanes = 240;  // height of two panes, one above the other
constexpr float kLeastPane = 130;   // height of one
constexpr float kLeastPlots = 70;
// A smaller window has only the picture, as in theatre mode.
constexpr float kLeastWide = 520;
constexpr float kLeastTall = 300;

template <class Draw>
void pane(const char* name, const Box& box, ImGuiWindowFlags more, Draw draw) {
    ImGui::SetNextWindowPos({box.x0, box.y0});
    ImGui::SetNextWindowSize({std::max(box.width(), 1.0F), std::max(box.height(), 1.0F)});
    if (ImGui::Begin(name, nullptr, kPaneFlags | more)) draw();
    ImGui::End();
}

// Everything drawn into the window so far.
void fade_window(double opacity) {
    for (ImDrawVert& vertex : ImGui::GetWindowDrawList()->VtxBuffer) {
        const auto alpha = static_cast<double>(vertex.col >> IM_COL32_A_SHIFT & 0xffU) * opacity;
        vertex.col = (vertex.col & ~IM_COL32_A_MASK) | static_cast<ImU32>(alpha)
                                                           << IM_COL32_A_SHIFT;
    }
}

}  // namespace

Layout::Layout() : dialogs_(make_dialogs()) {
    for (const PanelEntry& entry : panel_list()) panels_[entry.id] = entry.make();
}

void Layout::draw(const PanelContext& context, float width, float height) {
    const Look& look = context.look;
    const bool tiny = width < look.px(kLeastWide) || height < look.px(kLeastTall);
    if (context.session.ready() && (context.view.theatre || tiny)) {
        draw_theatre(context, width, height);
        for (const std::unique_ptr<Panel>& dialog : dialogs_) dialog->draw(context);
        return;
    }
    fading_ = false;
    const float top = look.px(kTop);
    const float gap = look.px(kBorder);
    const float banner = draw_trouble(context, width) + draw_import(context, width);
    const float bars = look.px(kTransport) + timeline_.height(context);
    const float room = height - top - banner - bars - look.px(kLeastPanes) - gap;
    const bool plots = context.session.ready() && !context.analysis.plots().empty() &&
                       room >= look.px(kLeastPlots);
    const float chart = plots ? std::min(look.px(context.view.panes.plots), room) + gap : 0.0F;
    const float bottom = height - bars - chart;
    const Box middle = {0, top + 1 + banner, width, bottom - 1};
    pane("top", {0, 0, width, top}, 0, [&] { top_bar_.draw(context); });
    pane("bottom", {0, bottom, width, height}, 0, [&] {
        timeline_.draw(context);
        if (plots) draw_plots(context, chart);
        ImGui::Dummy({0, look.px(2)});
        transport_.draw(context);
    });
    if (context.session.ready()) {
        draw_panes(context, middle);
        draw_scoreboard(context, middle);
    } else {
        pane(
            "welcome", {0, middle.y0 + gap - 4, width, middle.y1}, 0,
            [&] { welcome_.draw(context); });
    }
    for (const std::unique_ptr<Panel>& dialog : dialogs_) dialog->draw(context);
}

// The list of players, over everything between the bars: there may be 128 of them.
void Layout::draw_scoreboard(const PanelContext& context, const Box& middle) {
    if (!context.view.scoreboard) return;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
    const Box box = scoreboard_.box(context, middle);
    ImGui::SetNextWindowPos({box.x0, box.y0});
    ImGui::SetNextWindowSize({std::max(box.width(), 1.0F), std::max(box.height(), 1.0F)});
    // Panes are created behind the windows that are there; this one lies above them.
    constexpr ImGuiWindowFlags kAbove =
        (kPaneFlags & ~ImGuiWindowFlags_NoBringToFrontOnFocus) | ImGuiWindowFlags_NoBackground;
    if (ImGui::Begin("scoreboard window", nullptr, kAbove)) scoreboard_.draw(context);
    ImGui::End();
    ImGui::PopStyleVar();
}

// Only the picture; timeline and transport appear while the pointer moves or is over them, and fade
// away.
void Layout::draw_theatre(const PanelContext& context, float width, float height) {
    constexpr double kBarStays = 2.5;  // seconds
    constexpr double kBarFades = 0.5;
    const Look& look = context.look;
    const ImGuiIO& io = ImGui::GetIO();
    const float bar = height - look.px(kTransport) - timeline_.height(context);
    const bool over_bar = io.MousePos.y >= bar;
    if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0 || over_bar) pointer_moved_ = ImGui::GetTime();
    const double left = pointer_moved_ + kBarStays + kBarFades - ImGui::GetTime();
    const double opacity = std::clamp(left / kBarFades, 0.0, 1.0);
    const bool shown = opacity > 0;
    fading_ = shown && !over_bar;  // it stays under a pointer that rests: nothing is to be drawn
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
    pane("map", {0, 0, width, height}, ImGuiWindowFlags_NoBackground, [&] { map_.draw(context); });
    ImGui::PopStyleVar();
    if (shown) {
        pane(
            "bottom", {0, bar, width, height}, 0,
            [&] {
                timeline_.draw(context);
                ImGui::Dummy({0, look.px(2)});
                transport_.draw(context);
                fade_window(opacity);
            });
    }
    draw_scoreboard(context, {0, 0, width, bar});
}

// A line below the top bar if something is wrong with the open file; returns its height.
float Layout::draw_trouble(const PanelContext& context, float width) {
    if (!context.session.ready() ||
        (context.session.file_trouble().empty() && context.session.open_error().empty()))
        return 0;
    const Look& look = context.look;
    const float top = look.px(kTop);
    const float height = look.px(30);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, paint(0x3a1d22));
    pane("trouble", {0, top, width, top + height}, 0, [&] {
        ImGui::SetCursorPosY(look.px(7));
        text(ink::kBad, context.shown(context.session.file_trouble().empty()
                                          ? context.session.open_error()
                                          : context.session.file_trouble()));
    });
    ImGui::PopStyleColor();
    if (context.probes != nullptr) (*context.probes)["trouble"] = {0, top, width, top + height};
    return height;
}

// What is open was imported into a temporary file: a line that says so and offers to keep it.
float Layout::draw_import(const PanelContext& context, float width) {
    const bool trouble =
        !context.session.file_trouble().empty() || !context.session.open_error().empty();
    if (!context.session.ready() || trouble ||
        !(context.session.importing() || context.session.imported()))
        return 0;
    const Look& look = context.look;
    const float top = look.px(kTop);
    const float height = look.px(34);
    pane("import", {0, top, width, top + height}, 0, [&] {
        ImGui::SetCursorPosY(look.px(7));
        if (context.session.importing()) {
            const std::string& place = context.session.awaited_place();
            const bool waits = !place.empty() && context.playback.position() == 0;
            text(ink::kSoft,
                 fmt::format(
                     "Importing {:.0f} %{}{}", context.session.import_progress() * 100,
                     context.session.live() ? "; shown as it grows" : "",
                     waits ? "; goes to " + context.shown(place) + " once that is imported" : ""));
            return;
        }
        const std::filesystem::path kept(context.session.kept_path());
        // A small button would cut the underscores of the name off.
        ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                            ImVec2(ImGui::GetStyle().FramePadding.x, look.px(2)));
        ImGui::SetCursorPosY(look.px(5));
        ImGui::AlignTextToFramePadding();
        text(ink::kSoft, "Imported into a temporary recording.");
        ImGui::SameLine();
        const std::string label = "Keep as " + context.shown(kept.filename().string());
        if (ImGui::Button(label.c_str())) context.enqueue(RunAction{"file.keep_import"});
        ImGui::PopStyleVar();
        probe(context, "import.keep");
        tooltip(context.shown(kept.string()).c_str());
        if (const std::string& lost = context.session.import_lost(); !lost.empty()) {
            ImGui::SameLine(0, look.px(14));
            text(ink::kWarn,
                 fitted(context.shown("Not complete: " + lost), ImGui::GetContentRegionAvail().x));
            probe(context, "import.lost");
            tooltip(context.shown(lost).c_str());
        }
    });
    return height;
}

void Layout::Room::drop(Side side) {
    for (std::size_t i = 0; i < kPanes; ++i)
        if (side_of(static_cast<Pane>(i)) == side) tabs[i].clear();
}

void Layout::Room::drop_all_but(Pane kept) {
    for (std::size_t i = 0; i < kPanes; ++i)
        if (side_of(static_cast<Pane>(i)) == side_of(kept) && static_cast<Pane>(i) != kept &&
            shows(kept))
            tabs[i].clear();
}

// What was wanted last stays where there is no room for everything.
Layout::Room Layout::divide(const PanelContext& context, const Box& middle) {
    const ViewSettings& view = context.view;
    Room room;
    room.sizes = view.panes;
    for (const PanelEntry& entry : panel_list()) {
        const Pane home = view.home_of(entry.id, entry.pane);
        if (!view.hidden.contains(entry.id) && view.shows(side_of(home)))
            room.tabs[static_cast<std::size_t>(home)].push_back({entry.id, entry.title});
    }
    const float wide = middle.width() / context.look.scale;
    const float tall = middle.height() / context.look.scale;
    PaneSizes& sizes = room.sizes;
    const Side other = side_of(view.asked) == Side::Left ? Side::Right : Side::Left;
    std::optional<Side> collapsed;
    const auto need = [&](Side side, float size) { return room.shows(side) ? size : 0.0F; };
    if (room.shows(other) &&
        wide - need(Side::Left, sizes.left) - need(Side::Right, sizes.right) < kLeastMap) {
        room.drop(other);
        collapsed = other;
    }
    for (const Side side : {Side::Left, Side::Right}) {
        float& size = side == Side::Left ? sizes.left : sizes.right;
        const float rest =
            wide - kBorder - kLeastMap - (side == Side::Right ? need(Side::Left, sizes.left) : 0);
        size = std::min(size, std::max(rest, kLeastSide));
        if (room.shows(side) && (rest < kLeastSide || tall < kLeastPane)) {
            room.drop(side);
            collapsed = side;
        }
    }
    if (collapsed != view.collapsed) context.enqueue(CollapseSide{collapsed});
    if (tall < kLeastPanes) {
        const bool left = side_of(view.asked) == Side::Left;
        room.drop_all_but(left ? view.asked : Pane::LeftTop);
        room.drop_all_but(left ? Pane::RightTop : view.asked);
    }
    sizes.left_split = std::min(sizes.left_split, tall * 0.56F);
    sizes.right_split = std::min(sizes.right_split, tall * 0.45F);
    return room;
}

void Layout::draw_pane(const PanelContext& context, const Room& room, Pane which, const Box& box) {
    const std::vector<TabName>& tabs = room.tabs[static_cast<std::size_t>(which)];
    if (tabs.empty()) return;
    const std::string& wanted = context.view.tabs[static_cast<std::size_t>(which)];
    const auto found = std::find_if(tabs.begin(), tabs.end(),
                                    [&](const TabName& tab) { return wanted == tab.id; });
    const TabName& shown = found != tabs.end() ? *found : tabs.front();
    if (found == tabs.end() && context.view.asked == which)
        context.enqueue(ShowTab{which, shown.id});
    const std::string name = "pane " + std::to_string(static_cast<int>(which));
    pane(name.c_str(), box, 0, [&] {
        tab_strip(context, which, tabs, shown.id);
        panels_[shown.id]->draw(context);
    });
}

// One pane above the other, or the only one alone.
void Layout::draw_column(const PanelContext& context, const Room& room, Side side, const Box& box) {
    const bool left = side == Side::Left;
    const Pane upper = left ? Pane::LeftTop : Pane::RightTop;
    const Pane lower = left ? Pane::LeftBottom : Pane::RightBottom;
    if (!room.shows(upper) || !room.shows(lower)) {
        draw_pane(context, room, room.shows(upper) ? upper : lower, box);
        return;
    }
    const Look& look = context.look;
    const float split =
        left ? box.y1 - look.px(room.sizes.left_split) : box.y0 + look.px(room.sizes.right_split);
    draw_pane(context, room, upper, {box.x0, box.y0, box.x1, split});
    draw_pane(context, room, lower, {box.x0, split + look.px(kBorder), box.x1, box.y1});
}

void Layout::draw_panes(const PanelContext& context, const Box& middle) {
    const Look& look = context.look;
    const Room room = divide(context, middle);
    const float gap = look.px(kBorder);
    Box map = middle;
    if (room.shows(Side::Left)) {
        const float left = look.px(room.sizes.left);
        draw_column(context, room, Side::Left, {0, middle.y0, left, middle.y1});
        map.x0 = left + gap;
    }
    if (room.shows(Side::Right)) {
        const float right = middle.x1 - look.px(room.sizes.right);
        draw_column(context, room, Side::Right, {right, middle.y0, middle.x1, middle.y1});
        map.x1 = right - gap;
    }
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
    pane("map", map, ImGuiWindowFlags_NoBackground, [&] { map_.draw(context); });
    ImGui::PopStyleVar();
    draw_borders(context, room, middle);
}

// Below the timeline, on its scale; the border above drags.
void Layout::draw_plots(const PanelContext& context, float height) {
    const Look& look = context.look;
    const float gap = look.px(kBorder);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float wide = ImGui::GetContentRegionAvail().x;
    PaneSizes sizes = context.view.panes;
    splitter("plots border", {at.x, at.y, at.x + wide, at.y + gap}, false, sizes.plots, 70, 500,
             -1 / look.scale);
    resize(context, context.view.panes, sizes);
    ImGui::SetCursorScreenPos({at.x, at.y + gap});
    ImGui::BeginChild("plots", {wide, height - gap - ImGui::GetStyle().ItemSpacing.y});
    plots_.draw(context);
    ImGui::EndChild();
}

void Layout::draw_borders(const PanelContext& context, const Room& room, const Box& middle) {
    const Look& look = context.look;
    const float gap = look.px(kBorder);
    const float wide = middle.width() / look.scale;
    const float tall = middle.height() / look.scale;
    PaneSizes sizes = room.sizes;
    const float left = look.px(sizes.left);
    const float right = middle.x1 - look.px(sizes.right);
    const float left_split = middle.y1 - look.px(sizes.left_split);
    const float right_split = middle.y0 + look.px(sizes.right_split);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
    const auto border = [&](const char* id, const Box& box, bool vertical, float& value, float low,
                            float high, float sign) {
        pane(id, box, ImGuiWindowFlags_NoBackground,
             [&] { splitter(id, box, vertical, value, low, std::max(low, high), sign); });
        if (context.probes != nullptr) (*context.probes)[id] = box;
    };
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1, 1));
    const float beside_left = wide - kLeastMap - (room.shows(Side::Right) ? sizes.right : 0);
    const float beside_right = wide - kLeastMap - (room.shows(Side::Left) ? sizes.left : 0);
    if (room.shows(Side::Left))
        border("left border", {left, middle.y0, left + gap, middle.y1}, true, sizes.left, 180,
               beside_left, 1 / look.scale);
    if (room.shows(Side::Right))
        border("right border", {right - gap, middle.y0, right, middle.y1}, true, sizes.right, 220,
               beside_right, -1 / look.scale);
    if (room.shows(Pane::LeftTop) && room.shows(Pane::LeftBottom))
        border("left split", {0, left_split, left, left_split + gap}, false, sizes.left_split, 90,
               tall - 120, -1 / look.scale);
    if (room.shows(Pane::RightTop) && room.shows(Pane::RightBottom))
        border("right split", {right, right_split, middle.x1, right_split + gap}, false,
               sizes.right_split, 90, tall - 120, 1 / look.scale);
    ImGui::PopStyleVar(2);
    resize(context, room.sizes, sizes);
}

// All steps of one drag are undone at once.
void Layout::resize(const PanelContext& context, const PaneSizes& shown, const PaneSizes& now) {
    if (!ImGui::GetIO().MouseDown[0]) sizing_ = false;
    if (now == shown) return;
    context.enqueue(SetPanes{now, !sizing_});
    sizing_ = true;
}

}  // namespace tickreel
