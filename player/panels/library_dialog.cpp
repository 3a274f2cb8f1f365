#include "player/panels/library_dialog.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include <fmt/format.h>

#include "player/draw/png.h"
#include "player/panels/imgui_versions.h"
#include "player/panels/widgets.h"
#include "player/state/recording_session.h"
#include "tickreel/analysis/export_plan.h"

namespace tickreel {
namespace {

namespace fs = std::filesystem;

struct LibraryKind {
    const char* title;
    const char* event;  // nullptr: not events
};
constexpr std::array<LibraryKind, 7> kKinds{{{"Recordings", nullptr},
                                             {"Kills", "kill"},
                                             {"Flags", "flag"},
                                             {"Races", "race"},
                                             {"Votes", "vote"},
                                             {"Markers", nullptr},
                                             {"Query", nullptr}}};
constexpr std::size_t kMarkers = kKinds.size() - 2;
constexpr std::size_t kQuery = kKinds.size() - 1;
constexpr float kPictureWidth = 78, kPictureHeight = 44;
constexpr int kDamaged = 3;  // exit code of `tickreel library`

std::string trouble(int code) {
    if (code < 0) return "The program tickreel could not be started.";
    if (code == kDamaged)
        return "Damaged recordings are among them; the answer may lack something.";
    return fmt::format("It ended with code {}.", code);
}

}  // namespace

void LibraryDialog::begin(const PanelContext& context) {
    std::error_code ignored;
    if (context.session.ready())
        question_.folder =
            fs::absolute(context.session.source_path(), ignored).parent_path().string();
    else if (question_.folder.empty())
        question_.folder = fs::current_path(ignored).string();
    ImGui::SetKeyboardFocusHere();
}

void LibraryDialog::draw(const PanelContext& context) {
    if (std::optional<LibraryAnswer> fresh = searching_.take()) answer_ = std::move(fresh);
    if (!context.view.shows(Dialog::Library)) {
        open_ = false;
        shown_.clear();
        return;
    }
    begin_dialog(context.look, "library", 860, 540);
    heading(context.look, "LIBRARY", "Esc closes");
    if (!open_) {
        open_ = true;
        begin(context);
    }
    draw_question(context);
    draw_answer(context);
    end_dialog();
}

void LibraryDialog::search() {
    asked_ = question_;
    asked_.event = kKinds[kind_].event != nullptr ? kKinds[kind_].event : "";
    asked_.marker = kind_ == kMarkers ? marker_ : "";
    asked_.query = kind_ == kQuery ? query_ : "";
    answer_.reset();
    pictures_.forget();
    shown_.clear();
    searching_.start(asked_);
}

bool LibraryDialog::lacks_text() const {
    return (kind_ == kMarkers && marker_.empty()) || (kind_ == kQuery && query_.empty());
}

void LibraryDialog::draw_question(const PanelContext& context) {
    const Look& look = context.look;
    bool asked = false;
    const auto box = [&](const char* id, const char* hint, std::string& value, float width) {
        ImGui::SetNextItemWidth(width);
        asked |= text_box(context, id, hint, value, ImGuiInputTextFlags_EnterReturnsTrue);
        probe(context, (std::string("library.") + (id + 2)).c_str());
    };
    box("##folder", "a folder of recordings", question_.folder, -1);
    for (std::size_t i = 0; i < kKinds.size(); ++i) {
        if (i > 0) ImGui::SameLine(0, look.px(3));
        if (chip(look, kKinds[i].title, ink::kAccent, kind_ == i)) {
            kind_ = i;
            asked = !lacks_text();
        }
        probe(context, (std::string("library.") + kKinds[i].title).c_str());
    }
    box("##player", "player: Ada, *da*", question_.player, look.px(190));
    ImGui::SameLine();
    box("##map", "map: dm1, ctf*", question_.map, look.px(150));
    ImGui::SameLine();
    box("##since", "since: 2026-11-01", question_.since, look.px(150));
    if (kind_ == kMarkers) {
        ImGui::SameLine();
        box("##marker", "text of the marker", marker_, look.px(190));
    }
    if (kind_ == kQuery)
        box("##query", "Character.health <= 2, speed > 20 within 3s of kill", query_, -look.px(90));
    ImGui::SameLine();
    const bool incomplete = question_.folder.empty() || lacks_text();
    ImGui::BeginDisabled(incomplete);
    asked |= ImGui::Button("Search");
    ImGui::EndDisabled();
    probe(context, "library.search");
    if (asked && !incomplete) search();
}

void LibraryDialog::draw_answer(const PanelContext& context) {
    if (searching_.running()) {
        text(ink::kSoft, "Reading the folder ...");
        return;
    }
    if (!answer_) {
        paragraph(ink::kDim,
                  "Recordings of the folder and below. What was read of them is kept in "
                  ".tickreel-library.sqlite there, a file that may be deleted at any time; "
                  "nothing is written before you search.");
        return;
    }
    ImGui::PushFont(context.look.mono);
    paragraph(ink::kDim, "tickreel " + context.shown(command_text(library_words(asked_))));
    ImGui::PopFont();
    const bool good = answer_->code == 0;
    std::string count = fmt::format("{} found", answer_->hits.size() + answer_->left_out);
    if (answer_->left_out > 0)
        count += fmt::format("; the first {} are shown, ask for less", answer_->hits.size());
    text(ink::kSoft, count);
    if (!good) {
        paragraph(ink::kBad, trouble(answer_->code));
        paragraph(context, ink::kSoft, beginning(answer_->said, 400));
    }
    draw_hits(context);
}

// Room is kept while it is being made.
void LibraryDialog::draw_picture(const PanelContext& context, const std::string& path, ImVec2 at) {
    const Look& look = context.look;
    ImDrawList* const list = ImGui::GetWindowDrawList();
    const ImVec2 to{at.x + look.px(kPictureWidth), at.y + look.px(kPictureHeight)};
    list->AddRectFilled(at, to, ink::kBack, look.px(3));
    const Bytes* const png = pictures_.find(path);
    if (png == nullptr || png->empty()) return;
    auto texture = shown_.find(path);
    if (texture == shown_.end()) {
        Result<Image> image = read_png(*png);
        if (!image) return;
        texture = shown_.try_emplace(path, context.textures, *std::move(image)).first;
    }
    list->AddImage(imgui_texture(texture->second.id()), at, to);
}

void LibraryDialog::draw_hits(const PanelContext& context) {
    const Look& look = context.look;
    std::vector<std::string> seen;
    // Pictures are of recordings; events and markers have a line each.
    const bool pictures = asked_.event.empty() && asked_.marker.empty() && asked_.query.empty();
    const float left = pictures ? kPictureWidth + 10 : 0;
    const float height = pictures ? look.px(kPictureHeight) : 0;
    const LibraryHit* chosen = nullptr;
    ImGui::BeginChild("hits", {0, 0}, false);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(answer_->hits.size()));
    while (clipper.Step()) {
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const LibraryHit& hit = answer_->hits[static_cast<std::size_t>(i)];
            ImGui::PushID(i);
            const ImVec2 at = ImGui::GetCursorScreenPos();
            if (ImGui::Selectable("##hit", false, 0, {0, height})) chosen = &hit;
            tooltip(context.shown(hit.problem.empty() ? hit.path : hit.path + "\n" + hit.problem)
                        .c_str());
            probe(context, fmt::format("library.{}", i).c_str());
            if (pictures) {
                draw_picture(context, hit.path, at);
                seen.push_back(hit.path);
                if (shown_.contains(hit.path))
                    probe(context, fmt::format("library.picture.{}", i).c_str());
            }
            ImDrawList* const list = ImGui::GetWindowDrawList();
            const auto column = [&](float x, float width, ImU32 color, const std::string& words) {
                const std::string line = shortened(context, words, look.px(width));
                const float middle = (height - ImGui::GetTextLineHeight()) / 2;
                list->AddText({at.x + look.px(left + x), at.y + std::max(middle, 0.0F)}, color,
                              line.c_str());
            };
            column(0, 120, ink::kDim, hit.when);
            column(130, 130, ink::kSoft, hit.map);
            column(270, 290 - left, hit.problem.empty() ? ink::kText : ink::kBad,
                   hit.problem.empty() ? hit.what : hit.problem);
            column(570 - left, 250, ink::kLink, fs::path(hit.path).filename().string());
            ImGui::PopID();
        }
    }
    ImGui::EndChild();
    std::erase_if(shown_, [&seen](const auto& picture) {
        return std::find(seen.begin(), seen.end(), picture.first) == seen.end();
    });
    pictures_.want(asked_.folder, seen);
    if (chosen == nullptr) return;
    context.enqueue(ShowDialog{Dialog::None});
    context.enqueue(OpenPath{chosen->path, chosen->place});
}

}  // namespace tickreel
