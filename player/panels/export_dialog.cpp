#include "player/panels/export_dialog.h"

#include <fmt/format.h>

#include "player/panels/film_view.h"
#include "player/panels/time_text.h"
#include "player/panels/widgets.h"
#include "player/state/exit_codes.h"
#include "player/state/playback.h"
#include "player/state/recording_session.h"

namespace tickreel {
namespace {

std::string place_text(const PanelContext& context, std::int64_t position) {
    const Moment moment = context.session.reader().timeline().moment(position);
    return fmt::format("s{}:{}", moment.segment, moment.tick);
}

std::string selection_text(const PanelContext& context) {
    const Loop& loop = context.playback.loop();
    if (!loop.in && !loop.out) return {};
    // The end is excluded: up to the last tick would lack the last snapshot.
    const bool to_end = !loop.out || *loop.out >= context.playback.length();
    return (loop.in ? place_text(context, *loop.in) : std::string()) + ".." +
           (to_end ? std::string() : place_text(context, *loop.out));
}

void draw_command(const PanelContext& context, const std::string& command) {
    ImGui::PushFont(context.look.mono);
    paragraph(ink::kSoft, context.shown(command));
    ImGui::PopFont();
}

// The words run on the recording that is shown, which of an import is a temporary one.
std::string typed_text(const ExportPlan& plan, const std::vector<std::string>& words) {
    std::string text;
    for (const std::vector<std::string>& command : typed_words(plan, words))
        text += (text.empty() ? "tickreel " : " && tickreel ") + command_text(command);
    return text;
}

}  // namespace

void ExportDialog::begin(const PanelContext& context) {
    const std::size_t format = plan_.format;
    plan_ = context.session.export_plan();
    plan_.format = format;
    plan_.range = selection_text(context);
    selection_ = !plan_.range.empty();
    plan_.output = export_output(plan_);
}

void ExportDialog::draw(const PanelContext& context) {
    if (!context.view.shows(Dialog::Export) || !context.session.ready()) {
        open_ = false;
        return;
    }
    if (!open_) {
        open_ = true;
        begin(context);
    }
    begin_dialog(context.look, "export", 620, 320);
    heading(context.look, "EXPORT", "Esc closes");
    draw_choices(context);
    draw_run(context);
    end_dialog();
}

void ExportDialog::draw_choices(const PanelContext& context) {
    const Look& look = context.look;
    const auto formats = export_formats();
    for (std::size_t i = 0; i < formats.size(); ++i) {
        if (i > 0) ImGui::SameLine(0, look.px(3));
        if (chip(look, formats[i].title, ink::kAccent, plan_.format == i)) {
            plan_.format = i;
            plan_.output = export_output(plan_);
        }
        probe(context, fmt::format("export.{}", formats[i].title).c_str());
    }
    text(ink::kDim, formats[plan_.format].about);
    ImGui::Dummy({0, look.px(6)});
    const std::string selection = selection_text(context);
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

void ExportDialog::draw_run(const PanelContext& context) {
    const Look& look = context.look;
    std::vector<std::string> words = export_words(plan_);
    if (words.front() == "render") {
        const FilmView film = film_view(context);
        words.insert(words.end(), film.words.begin(), film.words.end());
        if (!film.differs.empty())
            paragraph(ink::kWarn,
                      fmt::format("Differs in the film: {}", fmt::join(film.differs, ", ")));
    }
    ImGui::Dummy({0, look.px(6)});
    const std::string typed = typed_text(plan_, words);
    draw_command(context, typed);
    ImGui::Dummy({0, look.px(6)});
    if (!context.session.exporting()) {
        if (ImGui::Button("Export", {look.px(110), 0})) context.enqueue(StartExport{words, typed});
        probe(context, "export.run");
        ImGui::SameLine();
        if (ImGui::Button("Copy the command")) context.enqueue(CopyText{typed});
        probe(context, "export.copy");
    }
    draw_result(context, words);
}

// Of the command that ran, which is named where another one is chosen by now.
void ExportDialog::draw_result(const PanelContext& context,
                               const std::vector<std::string>& chosen) {
    const std::optional<ProgramResult>& last = context.session.last_export();
    const bool running = context.session.exporting();
    if (!running && !last) return;
    ImGui::BeginChild("said", {0, 0}, false);
    if (context.session.exported_words() != chosen)
        draw_command(context, context.session.exported_as_typed());
    if (running) {
        text(ink::kSoft, "Running ...");
        ImGui::SameLine();
        if (ImGui::SmallButton("Cancel")) context.enqueue(CancelExport{});
        probe(context, "export.cancel");
    } else {
        if (last->code == 0)
            paragraph(ink::kGood, "Done.");
        else if (last->code == kDataLost)
            paragraph(ink::kWarn, "Done, but data is lost or damaged.");
        else
            paragraph(ink::kBad, fmt::format("It ended with code {}.", last->code));
        paragraph(context, ink::kSoft, last->output);
    }
    ImGui::EndChild();
}

}  // namespace tickreel
