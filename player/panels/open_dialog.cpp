#include "player/panels/open_dialog.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "player/panels/time_text.h"
#include "player/panels/widgets.h"
#include "player/state/recording_session.h"

namespace tickreel {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t kMaxEntries = 5000;
constexpr float kPlaces = 190;  // width of the left column

}  // namespace

OpenDialog::Listing OpenDialog::list_folder(const std::string& folder, bool every_file) {
    Listing listing;
    listing.folder = folder;
    std::error_code error;
    fs::directory_iterator at(folder, fs::directory_options::skip_permission_denied, error);
    if (error) listing.error = "cannot read this folder: " + error.message();
    for (; !error && at != fs::directory_iterator() && listing.entries.size() < kMaxEntries;
         at.increment(error)) {
        const std::string name = at->path().filename().string();
        std::error_code ignored;
        const bool is_folder = at->is_directory(ignored);
        const bool wanted = is_folder || every_file || is_openable(name);
        if (name.empty() || name[0] == '.' || !wanted) continue;
        // Of what is no file, a pipe or a link to nothing, it is unknown.
        const std::uint64_t bytes = at->is_regular_file(ignored) ? at->file_size(ignored) : 0;
        listing.entries.push_back({name, is_folder, bytes});
    }
    std::sort(listing.entries.begin(), listing.entries.end(), [](const Entry& a, const Entry& b) {
        return a.folder != b.folder ? a.folder : a.name < b.name;
    });
    return listing;
}

void OpenDialog::show_folder(const std::string& folder) {
    folder_ = fs::path(folder).lexically_normal().string();
    typed_ = folder_;
    reading_.start([folder = folder_, every = every_file_](WorkControl&, const auto& publish) {
        publish(list_folder(folder, every));
    });
}

void OpenDialog::choose(const PanelContext& context, const std::string& path) {
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) {
        filter_.clear();
        show_folder(path);
        return;
    }
    context.enqueue(ShowDialog{Dialog::None});
    context.enqueue(OpenPath{path});
}

void OpenDialog::draw(const PanelContext& context) {
    if (!context.view.shows(Dialog::Open)) {
        open_ = false;
        return;
    }
    if (std::optional<Listing> fresh = reading_.take()) listing_ = std::move(*fresh);
    const Look& look = context.look;
    begin_dialog(look, "open", 780, 500);
    heading(look, "OPEN A RECORDING", "Esc closes");
    if (!open_) {
        open_ = true;
        std::error_code ignored;
        const fs::path beside = fs::absolute(context.session.source_path(), ignored).parent_path();
        show_folder(context.session.ready() ? beside.string()
                    : folder_.empty()       ? fs::current_path(ignored).string()
                                            : folder_);
        ImGui::SetKeyboardFocusHere();
    }
    ImGui::SetNextItemWidth(-1);
    if (text_box(context, "##path", "a file or a folder", typed_,
                 ImGuiInputTextFlags_EnterReturnsTrue))
        choose(context, typed_);
    probe(context, "open.path");
    ImGui::BeginChild("places", {look.px(kPlaces), 0}, false);
    draw_places(context);
    ImGui::EndChild();
    ImGui::SameLine(0, look.px(12));
    ImGui::BeginChild("right", {0, 0}, false);
    ImGui::SetNextItemWidth(-look.px(110));
    text_box(context, "##filter", "Filter", filter_);
    probe(context, "open.filter");
    ImGui::SameLine();
    if (ImGui::Checkbox("every file", &every_file_)) show_folder(folder_);
    draw_entries(context);
    ImGui::EndChild();
    end_dialog();
}

void OpenDialog::draw_places(const PanelContext& context) {
    const Look& look = context.look;
    text(look.strong, ink::kSoft, "PLACES");
    const char* home = std::getenv("HOME");
    std::string chosen;
    if (home != nullptr && ImGui::Selectable("Home")) chosen = home;
    if (ImGui::Selectable("Where the player was started")) {
        std::error_code ignored;
        chosen = fs::current_path(ignored).string();
    }
    if (ImGui::Selectable("Whole disk")) chosen = "/";
    ImGui::Dummy({0, look.px(8)});
    const auto paths = context.session.recents().paths();
    text(look.strong, ink::kSoft, paths.empty() ? "" : "RECENT");
    for (std::size_t i = 0; i < paths.size(); ++i) {
        ImGui::PushID(static_cast<int>(i));
        const ImVec2 at = ImGui::GetCursorScreenPos();
        if (ImGui::Selectable("##recent")) chosen = paths[i];
        tooltip(context.shown(paths[i]).c_str());
        const std::string name = context.shown(fs::path(paths[i]).filename().string());
        ImGui::GetWindowDrawList()->AddText(at, ink::kLink, name.c_str());
        ImGui::PopID();
    }
    if (!chosen.empty()) choose(context, chosen);
}

void OpenDialog::draw_entry(const PanelContext& context, const Entry& entry, std::string& chosen) {
    ImGui::PushID(entry.name.c_str());
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::Selectable("##entry")) chosen = (fs::path(folder_) / entry.name).string();
    probe(context, ("open." + entry.name).c_str());
    const std::string label = context.shown(entry.name) + (entry.folder ? "/" : "");
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

void OpenDialog::draw_entries(const PanelContext& context) {
    std::string chosen;
    ImGui::BeginChild("entries", {0, 0}, false);
    if (ImGui::Selectable("..")) chosen = fs::path(folder_).parent_path().string();
    if (listing_.folder != folder_) {
        paragraph(ink::kDim, "Reading ...");
    } else {
        if (!listing_.error.empty()) paragraph(context, ink::kBad, listing_.error);
        std::size_t files = 0;
        for (const Entry& entry : listing_.entries) {
            files += entry.folder ? 0 : 1;
            if (filter_.empty() || matches_filter(entry.name, filter_))
                draw_entry(context, entry, chosen);
        }
        if (files == 0 && listing_.error.empty()) {
            paragraph(
                ink::kDim,
                "No recording here: .reel, .demo, .pcap, .pcapng, .faucap, .nsr or .teehistorian.");
        }
    }
    ImGui::EndChild();
    if (!chosen.empty()) choose(context, chosen);
}

}  // namespace tickreel
