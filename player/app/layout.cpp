#include "player/app/layout.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "player/panels/widgets.h"
#include "player/state/analysis.h"
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

// The chosen sizes, reduced if there is less room: a plot below takes some.
PaneSizes fitting(const PaneSizes& chosen, float tall) {
    PaneSizes sizes = chosen;
    sizes.left_split = std::min(sizes.left_split, tall * 0.56F);
    sizes.right_split = std::min(sizes.right_split, tall * 0.45F);
    return sizes;
}

template <class Draw>
void pane(const char* name, const Box& box, ImGuiWindowFlags more, Draw draw) {
    ImGui::SetNextWindowPos({box.x0, box.y0});
    ImGui::SetNextWindowSize({std::max(box.width(), 1.0F), std::max(box.height(), 1.0F)});
    if (ImGui::Begin(name, nullptr, kPaneFlags | more)) draw();
    ImGui::End();
}

}  // namespace

Layout::Layout() : dialogs_(make_dialogs()) {
    for (const PanelEntry& entry : panel_list()) panels_[entry.id] = entry.make();
}

void Layout::draw(const PanelContext& context, float width, float height) {
    const Look& look = context.look;
    if (context.session.ready() && context.view.theatre) {
        draw_theatre(context, width, height);
        for (const std::unique_ptr<Panel>& dialog : dialogs_) dialog->draw(context);
        return;
    }
    const float top = look.px(kTop);
    const float gap = look.px(kBorder);
    const bool plots = context.session.ready() && !context.analysis.plots().empty();
    const float chart = plots ? look.px(context.view.panes.plots) + gap : 0.0F;
    const float bottom = height - look.px(kTransport) - timeline_.height(context) - chart;
    const float banner = draw_trouble(context, width) + draw_import(context, width);
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
        draw_borders(context, middle);
    } else {
        pane(
            "welcome", {0, middle.y0 + gap - 4, width, middle.y1}, 0,
            [&] { welcome_.draw(context); });
    }
    for (const std::unique_ptr<Panel>& dialog : dialogs_) dialog->draw(context);
}

// Only the picture; timeline and transport appear while the pointer moves or is over them.
void Layout::draw_theatre(const PanelContext& context, float width, float height) {
    constexpr double kBarStays = 2.5;  // seconds
    const Look& look = context.look;
    const ImGuiIO& io = ImGui::GetIO();
    const float bar = height - look.px(kTransport) - timeline_.height(context);
    if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0) pointer_moved_ = ImGui::GetTime();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
    pane("map", {0, 0, width, height}, ImGuiWindowFlags_NoBackground, [&] {
        map_.draw(context);
        scoreboard_.draw(context);
    });
    ImGui::PopStyleVar();
    if (ImGui::GetTime() - pointer_moved_ < kBarStays || io.MousePos.y >= bar) {
        pane(
            "bottom", {0, bar, width, height}, 0,
            [&] {
                timeline_.draw(context);
                ImGui::Dummy({0, look.px(2)});
                transport_.draw(context);
            });
    }
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
            text(ink::kSoft,
                 fmt::format("Importing {:.0f} %", context.session.import_progress() * 100));
            return;
        }
        const std::filesystem::path kept(context.session.kept_path());
        text(ink::kSoft, "Imported into a temporary recording.");
        ImGui::SameLine();
        const std::string label = "Keep as " + context.shown(kept.filename().string());
        if (ImGui::SmallButton(label.c_str())) context.enqueue(RunAction{"file.keep_import"});
        probe(context, "import.keep");
        tooltip(context.shown(kept.string()).c_str());
    });
    return height;
}

void Layout::draw_pane(const PanelContext& context, Pane which, const Box& box) {
    const std::string& wanted = context.view.tabs[static_cast<std::size_t>(which)];
    std::vector<TabName> tabs;
    Panel* shown = nullptr;
    for (const PanelEntry& entry : panel_list()) {
        if (entry.pane != which) continue;
        tabs.push_back({entry.id, entry.title});
        if (shown == nullptr || wanted == entry.id) shown = panels_[entry.id].get();
    }
    const std::string name = concat("pane ", static_cast<int>(which));
    pane(name.c_str(), box, 0, [&] {
        tab_strip(context, which, tabs);
        shown->draw(context);
    });
}

void Layout::draw_panes(const PanelContext& context, const Box& middle) {
    const Look& look = context.look;
    const PaneSizes sizes = fitting(context.view.panes, middle.height() / look.scale);
    const float gap = look.px(kBorder);
    const float left = look.px(sizes.left);
    const float right = middle.x1 - look.px(sizes.right);
    const float left_split = middle.y1 - look.px(sizes.left_split);
    const float right_split = middle.y0 + look.px(sizes.right_split);
    draw_pane(context, Pane::LeftTop, {0, middle.y0, left, left_split});
    draw_pane(context, Pane::LeftBottom, {0, left_split + gap, left, middle.y1});
    draw_pane(context, Pane::RightTop, {right, middle.y0, middle.x1, right_split});
    draw_pane(context, Pane::RightBottom, {right, right_split + gap, middle.x1, middle.y1});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
    const Box map = {left + gap, middle.y0, right - gap, middle.y1};
    pane("map", map, ImGuiWindowFlags_NoBackground, [&] {
        map_.draw(context);
        scoreboard_.draw(context);
    });
    ImGui::PopStyleVar();
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
    if (sizes != context.view.panes) context.enqueue(SetPanes{sizes});
    ImGui::SetCursorScreenPos({at.x, at.y + gap});
    ImGui::BeginChild("plots", {wide, height - gap - ImGui::GetStyle().ItemSpacing.y});
    plots_.draw(context);
    ImGui::EndChild();
}

void Layout::draw_borders(const PanelContext& context, const Box& middle) {
    const Look& look = context.look;
    const float gap = look.px(kBorder);
    const float room = middle.width() / look.scale;
    const float tall = middle.height() / look.scale;
    const PaneSizes shown = fitting(context.view.panes, tall);
    PaneSizes sizes = shown;
    const float left = look.px(sizes.left);
    const float right = middle.x1 - look.px(sizes.right);
    const float left_split = middle.y1 - look.px(sizes.left_split);
    const float right_split = middle.y0 + look.px(sizes.right_split);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
    const auto border = [&](const char* id, const Box& box, bool vertical, float& value, float low,
                            float high, float sign) {
        pane(id, box, ImGuiWindowFlags_NoBackground,
             [&] { splitter(id, box, vertical, value, low, high, sign); });
        probe(context, id);
    };
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1, 1));
    border("left border", {left, middle.y0, left + gap, middle.y1}, true, sizes.left, 180,
           room - sizes.right - 240, 1 / look.scale);
    border("right border", {right - gap, middle.y0, right, middle.y1}, true, sizes.right, 220,
           room - sizes.left - 240, -1 / look.scale);
    border("left split", {0, left_split, left, left_split + gap}, false, sizes.left_split, 90,
           tall - 120, -1 / look.scale);
    border("right split", {right, right_split, middle.x1, right_split + gap}, false,
           sizes.right_split, 90, tall - 120, 1 / look.scale);
    ImGui::PopStyleVar(2);
    if (sizes != shown) context.enqueue(SetPanes{sizes});
}

}  // namespace tickreel
