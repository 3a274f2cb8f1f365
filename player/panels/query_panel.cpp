#include "player/panels/query_panel.h"

#include <algorithm>

#include <fmt/format.h>

#include "player/panels/imgui_versions.h"
#include "player/panels/time_text.h"
#include "player/panels/widgets.h"
#include "player/state/analysis.h"
#include "player/state/frame_window.h"
#include "player/state/playback.h"
#include "player/state/recording_session.h"
#include "tickreel/analysis/query_help.h"

namespace tickreel {
namespace {

constexpr std::size_t kMaxHistory = 20;
constexpr std::size_t kShownCandidates = 8;

}  // namespace

void QueryPanel::draw(const PanelContext& context) {
    const QueryResult& query = context.analysis.query();
    pane_note(context.look, query.hits.empty() ? ""
                                               : grouped(query.hits.size()) +
                                                     (query.hits.size() == 1 ? " hit" : " hits"));
    if (generation_ != context.session.generation()) {
        generation_ = context.session.generation();
        text_ = query.text;
        examples_.clear();
        from_whole_scan_ = false;
    }
    if (asked_ && query.text == text_ && (query.complete || !query.error.empty())) {
        focus_ = !query.error.empty();  // what is wrong is put right without a click
        asked_ = false;
    }
    draw_box(context);
    draw_state(context);
    if (query.text.empty() || !query.error.empty())
        draw_help(context);
    else
        draw_hits(context);
}

void QueryPanel::draw_box(const PanelContext& context) {
    ImGui::SetNextItemWidth(-1);
    const bool entered = text_box(context, "##query", "Character.health <= 2 and ...", text_,
                                  ImGuiInputTextFlags_EnterReturnsTrue);
    if (context.once.focus == TextBox::Query || focus_) ImGui::SetKeyboardFocusHere(-1);
    focus_ = false;
    if (entered) submit(context, text_);
    probe(context, "query.text");
    if (!text_.empty() && text_ != context.analysis.query().text) draw_candidates(context);
}

void QueryPanel::submit(const PanelContext& context, const std::string& text) {
    text_ = text;
    asked_ = !text.empty();
    context.enqueue(AskQuery{text});
    if (!text.empty()) {
        std::erase(history_, text);
        history_.insert(history_.begin(), text);
        history_.resize(std::min(history_.size(), kMaxHistory));
    }
}

// A row of what could come next; a click puts it in.
void QueryPanel::draw_candidates(const PanelContext& context) {
    const QueryCompletion completion =
        complete_query(context.analysis.query_schema(), text_, text_.size());
    ImGui::PushFont(context.look.small);
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
    for (std::size_t i = 0; i < completion.candidates.size() && i < kShownCandidates; ++i) {
        const std::string& name = completion.candidates[i].text;
        const std::string label = context.label(name);
        const float wide = ImGui::CalcTextSize(label.c_str()).x + context.look.px(12);
        if (i > 0 && ImGui::GetItemRectMax().x + wide < right) ImGui::SameLine();
        ImGui::PushID(static_cast<int>(i));
        if (ImGui::SmallButton(label.c_str())) {
            text_.replace(completion.from, std::string::npos, name);
            focus_ = true;
        }
        if (i == 0) probe(context, "query.first_candidate");
        ImGui::PopID();
    }
    ImGui::PopFont();
}

void QueryPanel::draw_state(const PanelContext& context) const {
    const Analysis& analysis = context.analysis;
    const QueryResult& query = analysis.query();
    if (!query.error.empty()) {
        paragraph(context, ink::kBad, query.error);
        return;
    }
    if (query.text.empty()) return;
    if (analysis.asking()) {
        const float share = static_cast<float>(analysis.ask_progress());
        const float room = ImGui::GetContentRegionAvail().x - context.look.px(74);
        ImGui::ProgressBar(share, {std::max(room, 20.0F), context.look.px(18)});
        ImGui::SameLine();
        if (ImGui::SmallButton("Cancel")) context.enqueue(CancelQuery{});
        probe(context, "query.cancel");
        return;
    }
    const std::string what = fmt::format("{} of {} snapshots{}", grouped(query.snapshots),
                                         grouped(query.read), query.complete ? "" : ", cancelled");
    ImGui::PushFont(context.look.small);
    text(query.complete ? ink::kSoft : ink::kWarn, what);
    if (query.left_out > 0)
        text(ink::kWarn, fmt::format("{} more stretches are not listed", grouped(query.left_out)));
    if (query.too_many > 0) paragraph(ink::kWarn, too_many_text(query.too_many));
    if (!query.problem.empty()) paragraph(context, ink::kBad, query.problem);
    for (const std::string& note : query.notes) paragraph(context, ink::kWarn, note);
    ImGui::PopFont();
}

void QueryPanel::draw_hits(const PanelContext& context) {
    const QueryResult& query = context.analysis.query();
    if (!ImGui::BeginChild("hits", {0, 0}, false)) {
        ImGui::EndChild();
        return;
    }
    if (query.hits.empty() && query.complete)
        paragraph(ink::kDim, "It never holds in this recording.");
    const std::int64_t here = context.playback.position();
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(query.hits.size()),
                  ImGui::GetTextLineHeight() + ImGui::GetStyle().ItemSpacing.y);
    while (clipper.Step()) {
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const QueryHit& hit = query.hits[static_cast<std::size_t>(i)];
            ImGui::PushID(i);
            draw_hit(context, hit, here >= hit.from && here <= hit.to);
            if (i == 0) probe(context, "query.first_hit");
            ImGui::PopID();
        }
    }
    clipper.End();
    ImGui::EndChild();
}

void QueryPanel::draw_hit(const PanelContext& context, const QueryHit& hit, bool current) {
    const Look& look = context.look;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::Selectable("##hit", current, 0, {0, ImGui::GetTextLineHeight()})) {
        context.enqueue(Jump{hit.from});
        if (hit.item) context.enqueue(SelectItem{hit.item});
    }
    if (ImGui::IsItemHovered()) {
        const Timeline& timeline = context.session.reader().timeline();
        ImGui::SetTooltip("tick %s to %s, %u snapshots",
                          tick_text(context.session, timeline.moment(hit.from)).c_str(),
                          tick_text(context.session, timeline.moment(hit.to)).c_str(),
                          hit.snapshots);
    }
    const double rate = context.playback.ticks_per_second();
    const std::string time = Timeline::format_time(static_cast<double>(hit.from) / rate);
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddText(look.small, size_of(look.small), {at.x, at.y + look.px(1)}, ink::kDim,
                  time.c_str());
    const std::string label = context.label(hit.label);
    list->AddText({at.x + look.px(66), at.y}, current ? ink::kAccent : ink::kText, label.c_str());
    const std::string length =
        hit.snapshots > 1 ? fmt::format("{:.1f} s", static_cast<double>(hit.to - hit.from) / rate)
                          : std::string();
    const float wide = look.small->CalcTextSizeA(size_of(look.small), 1e6F, 0, length.c_str()).x;
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
    list->AddText(look.small, size_of(look.small), {right - wide, at.y + look.px(1)}, ink::kDim,
                  length.c_str());
}

// True of the frame that is shown, or of an event that the scan has met.
void QueryPanel::find_examples(const PanelContext& context) {
    const Frame* frame = context.frames.current();
    const RecordingScan& scan = context.session.scan();
    if (frame == nullptr || (!examples_.empty() && from_whole_scan_ == scan.complete)) return;
    from_whole_scan_ = scan.complete;
    const Schema& schema = context.session.reader().schema();
    examples_ = query_examples(schema, *frame, &context.roster);
    for (std::size_t i = 0; i < scan.events.size(); ++i) {
        const EventEntry event = scan.events[i];
        if (event.kind == EventLane::Kill && event.derived.empty() && schema.contains(event.type)) {
            const std::string& name = schema[event.type].name;
            if (std::find(examples_.begin(), examples_.end(), name) == examples_.end() &&
                name.find(' ') == std::string::npos)
                examples_.push_back(name);
            break;
        }
    }
}

void QueryPanel::draw_list(const PanelContext& context, const char* title,
                           const std::vector<std::string>& texts) {
    if (texts.empty()) return;
    text(ink::kDim, title);
    ImGui::PushID(title);
    ImGui::PushFont(context.look.mono);
    for (std::size_t i = 0; i < texts.size(); ++i) {
        ImGui::PushID(static_cast<int>(i));
        if (ImGui::Selectable(context.label(texts[i]).c_str())) {
            submit(context, std::string(texts[i]));
            ImGui::PopID();
            break;  // the list is another one now
        }
        if (i == 0) probe(context, title);
        ImGui::PopID();
    }
    ImGui::PopFont();
    ImGui::PopID();
}

void QueryPanel::draw_help(const PanelContext& context) {
    find_examples(context);
    ImGui::PushFont(context.look.small);
    paragraph(ink::kDim,
              "Finds where something holds. Enter searches, N and Shift+N go from hit "
              "to hit.");
    ImGui::Dummy({0, context.look.px(2)});
    draw_list(context, "Examples", examples_);
    draw_list(context, "History", history_);
    ImGui::PopFont();
}

}  // namespace tickreel
