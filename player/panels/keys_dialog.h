#pragma once
// Lists every action with its keys; a click on one waits for its new key.

#include <string>

#include "player/panels/panel.h"
#include "player/state/actions.h"

namespace tickreel {

class KeysDialog final : public Panel {
public:
    void draw(const PanelContext& context) override;

private:
    static void draw_row(const PanelContext& context, const Action& action);

    std::string filter_;
    bool open_ = false;
};

}  // namespace tickreel
