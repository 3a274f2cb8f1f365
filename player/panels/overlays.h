#pragma once
// What lies over the panes: the keys (?), the box that asks for a place (G), the box that asks for
// a file (Ctrl+O), and what a player without a recording says.

#include <string>
#include <vector>

#include "player/panels/panel.h"

namespace tickreel {

class HelpOverlay final : public Panel {
public:
    void draw(const PanelContext& context) override;
};

class GoToBox final : public Panel {
public:
    void draw(const PanelContext& context) override;

private:
    std::string place_;
    bool open_ = false;
};

class OpenBox final : public Panel {
public:
    void draw(const PanelContext& context) override;

private:
    struct Entry {
        std::string name{};
        bool folder = false;
        std::uint64_t bytes = 0;
    };
    void read_folder();
    void draw_entries(const PanelContext& context);
    void choose(const PanelContext& context, const std::string& path);

    std::string folder_;
    std::string typed_;
    std::string error_;
    std::vector<Entry> entries_;
    bool open_ = false;
};

class WelcomePanel final : public Panel {
public:
    void draw(const PanelContext& context) override;
};

}  // namespace tickreel
