#pragma once
// The file dialog: folders, a filter, shortcuts and recent recordings. Reads folders in the
// background: a slow disk does not block the frame.

#include <string>
#include <vector>

#include "player/panels/panel.h"
#include "tickreel/base/background.h"

namespace tickreel {

class OpenDialog final : public Panel {
public:
    void draw(const PanelContext& context) override;

private:
    struct Entry {
        std::string name{};
        bool folder = false;
        std::uint64_t bytes = 0;
    };
    struct Listing {
        std::string folder{};
        std::string error{};
        std::vector<Entry> entries{};
    };
    static Listing list_folder(const std::string& folder, bool every_file);
    void show_folder(const std::string& folder);
    void draw_places(const PanelContext& context);
    void draw_entries(const PanelContext& context);
    void draw_entry(const PanelContext& context, const Entry& entry, std::string& chosen);
    void choose(const PanelContext& context, const std::string& path);

    std::string folder_;
    std::string typed_;
    std::string filter_;
    bool every_file_ = false;
    bool open_ = false;
    Listing listing_;
    Background<Listing> reading_;
};

}  // namespace tickreel
