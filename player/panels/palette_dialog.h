#pragma once
// The command palette: type a few letters, Enter runs the first match, up and down select.

#include <string>

#include "player/panels/panel.h"
#include "player/state/actions.h"

namespace tickreel {

class PaletteDialog final : public Panel {
public:
    void draw(const PanelContext& context) override;

private:
    void draw_list(const PanelContext& context, const std::vector<const Action*>& found);
    static void run(const PanelContext& context, const Action& action);

    std::string letters_;
    std::size_t chosen_ = 0;
    bool open_ = false;
};

}  // namespace tickreel
