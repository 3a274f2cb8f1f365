#pragma once
// What lies over the panes: the keys (?), the box that asks for a place (G), the box that asks for
// a file (Ctrl+O), and what a player without a recording says.

#include <memory>
#include <string>
#include <vector>

#include "player/panels/panel.h"

namespace tickreel {

// All of them, in the order in which they are drawn; each shows itself when its setting is on.
std::vector<std::unique_ptr<Panel>> make_boxes();

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

class WelcomePanel final : public Panel {
public:
    void draw(const PanelContext& context) override;
};

}  // namespace tickreel
