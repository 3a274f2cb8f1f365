#pragma once
// The dialogs above the panes: the keys (?), the "go to" dialog (G), the file dialog (Ctrl+O), and
// the welcome page of a player without a recording.

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
