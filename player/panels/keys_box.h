#pragma once
// Every action with its keys; a click waits for the next key and makes it the action's own.

#include <string>

#include "player/panels/panel.h"

namespace tickreel {

class KeysBox final : public Panel {
public:
    void draw(const PanelContext& context) override;

private:
    static void draw_row(const PanelContext& context, const Action& action);

    std::string filter_;
    bool open_ = false;
};

}  // namespace tickreel
