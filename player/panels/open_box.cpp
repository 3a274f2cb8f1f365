#include <algorithm>
#include <filesystem>

#include "player/panels/overlays.h"
#include "player/panels/time_text.h"
#include "player/panels/widgets.h"

namespace tickreel {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t kMaxEntries = 5000;

}  // namespace

void OpenBox::read_folder() {
    entries_.clear();
    error_.clear();
    std::error_code error;
    fs::directory_iterator at(folder_, fs::directory_options::skip_permission_denied, error);
    if (error) {
        error_ = "cannot read this folder: " + error.message();
    }
    for (; !error && at != fs::directory_iterator() && entries_.size() < kMaxEntries;
         at.increment(error)) {
        const std::string name = at->path().filename().string();
        std::error_code ignored;
        const bool folder = at->is_directory(ignored);
        if (name.empty() || name[0] == '.' || (!folder && at->path().extension() != ".reel")) {
            continue;
        }
        const auto bytes = folder ? 0 : at->file_size(ignored);
        entries_.push_back({name, folder, static_cast<std::uint64_t>(bytes)});
    }
    std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
        return a.folder != b.folder ? a.folder : a.name < b.name;
    });
}

void OpenBox::choose(const PanelContext& context, const std::string& path) {
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) {
        folder_ = fs::path(path).lexically_normal().string();
        typed_ = folder_;
        read_folder();
        return;
    }
    context.change_view([](ViewSettings& view) { view.open_box = false; });
    context.ask(OpenPath{path});
}

void OpenBox::draw(const PanelContext& context) {
    if (!context.state.view().open_box) {
        open_ = false;
        return;
    }
    const Look& look = context.look;
    begin_box(look, "open", 640, 460);
    heading(look, "OPEN A RECORDING", "Esc closes");
    if (!open_) {
        open_ = true;
        if (folder_.empty()) {
            std::error_code ignored;
            folder_ = fs::current_path(ignored).string();
        }
        typed_ = folder_;
        read_folder();
        ImGui::SetKeyboardFocusHere();
    }
    ImGui::SetNextItemWidth(-1);
    if (text_box("##path", "a file or a folder", typed_, ImGuiInputTextFlags_EnterReturnsTrue)) {
        choose(context, typed_);
    }
    probe(context, "open.path");
    draw_entries(context);
    end_box();
}

void OpenBox::draw_entries(const PanelContext& context) {
    std::string chosen;
    ImGui::BeginChild("entries", {0, 0}, false);
    if (!error_.empty()) {
        paragraph(ink::kBad, error_);
    }
    if (ImGui::Selectable("..")) {
        chosen = fs::path(folder_).parent_path().string();
    }
    for (const Entry& entry : entries_) {
        ImGui::PushID(entry.name.c_str());
        const ImVec2 at = ImGui::GetCursorScreenPos();
        if (ImGui::Selectable("##entry")) {
            chosen = (fs::path(folder_) / entry.name).string();
        }
        const std::string label = clean_text(entry.name) + (entry.folder ? "/" : "");
        ImDrawList* list = ImGui::GetWindowDrawList();
        list->AddText(at, entry.folder ? ink::kSoft : ink::kText, label.c_str());
        if (!entry.folder) {
            const std::string bytes = bytes_text(entry.bytes);
            const float width = ImGui::CalcTextSize(bytes.c_str()).x;
            const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
            list->AddText({right - width, at.y}, ink::kDim, bytes.c_str());
        }
        ImGui::PopID();
    }
    if (entries_.empty() && error_.empty()) {
        paragraph(ink::kDim,
                  "No .reel file here. `tickreel import` makes one from a .demo or .pcap.");
    }
    ImGui::EndChild();
    if (!chosen.empty()) {
        choose(context, chosen);
    }
}

}  // namespace tickreel
