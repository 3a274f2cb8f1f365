#include "player/panels/export_dialog.h"

#include <fmt/format.h>

#include "player/panels/time_text.h"
#include "player/panels/widgets.h"

namespace tickreel {
namespace {

std::string place_text(const PlayerState& state, std::int64_t position) {
    const Moment moment = state.reader().timeline().moment(position);
    return fmt::format("s{}:{}", moment.segment, moment.tick);
}

std::string selection_text(const PlayerState& state) {
    const Loop& loop = state.playback().loop();
    if (!loop.in && !loop.out) {
        return {};
    }
    return place_text(state, loop.in.value_or(0)) + ".." +
           place_text(state, loop.out.value_or(state.playback().length()));
}

}  // namespace

void ExportBox::begin(const PanelContext& context) {
    plan_.recording = context.state.path();
    plan_.range = selection_text(context.state);
    selection_ = !plan_.range.empty();
    plan_.output = export_output(plan_);
}

void ExportBox::draw(const PanelContext& context) {
    if (!context.state.view().shows(Dialog::Export) || !context.state.ready()) {
        open_ = false;
        return;
    }
    if (!open_) {
        open_ = true;
        begin(context);
    }
    begin_box(context.look, "export", 620, 320);
    heading(context.look, "EXPORT", "Esc closes");
    draw_choices(context);
    draw_run(context);
    end_box();
}

void ExportBox::draw_choices(const PanelContext& context) {
    const Look& look = context.look;
    const auto formats = export_formats();
    for (std::size_t i = 0; i < formats.size(); ++i) {
        if (i > 0) {
            ImGui::SameLine(0, look.px(3));
        }
        if (chip(look, formats[i].title, ink::kAccent, plan_.format == i)) {
            plan_.format = i;
            plan_.output = export_output(plan_);
        }
        probe(context, fmt::format("export.{}", formats[i].title).c_str());
    }
    text(ink::kDim, formats[plan_.format].about);
    ImGui::Dummy({0, look.px(6)});
    const std::string selection = selection_text(context.state);
    ImGui::BeginDisabled(selection.empty());
    if (ImGui::Checkbox("only between in and out", &selection_)) {
        plan_.range = selection_ ? selection : std::string();
        plan_.output = export_output(plan_);
    }
    ImGui::EndDisabled();
    probe(context, "export.selection");
    ImGui::SameLine();
    text(ink::kDim, selection.empty() ? "I and O set them" : selection);
    ImGui::SetNextItemWidth(-1);
    text_box(context, "##output", "file to write", plan_.output);
    probe(context, "export.output");
}

void ExportBox::draw_run(const PanelContext& context) {
    const Look& look = context.look;
    const PlayerState& state = context.state;
    const std::vector<std::string> words = export_words(plan_);
    ImGui::Dummy({0, look.px(6)});
    ImGui::PushFont(look.mono);
    paragraph(ink::kSoft, "tickreel " + context.shown(command_text(words)));
    ImGui::PopFont();
    ImGui::Dummy({0, look.px(6)});
    if (state.exporting()) {
        text(ink::kSoft, "Running ...");
        ImGui::SameLine();
        if (ImGui::SmallButton("Cancel")) {
            context.ask(CancelExport{});
        }
        probe(context, "export.cancel");
        return;
    }
    if (ImGui::Button("Export", {look.px(110), 0})) {
        context.ask(StartExport{words});
    }
    probe(context, "export.run");
    ImGui::SameLine();
    if (ImGui::Button("Copy the command")) {
        context.ask(CopyText{"tickreel " + command_text(words)});
    }
    const std::optional<ProgramResult>& last = state.last_export();
    if (last) {
        ImGui::BeginChild("said", {0, 0}, false);
        const bool good = last->code == 0;
        paragraph(good ? ink::kGood : ink::kBad,
                  good ? std::string("Done.") : fmt::format("It ended with code {}.", last->code));
        paragraph(context, ink::kSoft, last->output);
        ImGui::EndChild();
    }
}

}  // namespace tickreel
