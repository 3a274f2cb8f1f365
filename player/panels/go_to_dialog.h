#pragma once
// Asks for a place (G).

#include <string>

#include "player/panels/panel.h"

namespace tickreel {

class GoToDialog final : public Panel {
public:
    void draw(const PanelContext& context) override;

private:
    std::string place_;
    bool open_ = false;
};

}  // namespace tickreel
