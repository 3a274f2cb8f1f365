// The list of boxes that open over the panes.
#include "player/panels/export_dialog.h"
#include "player/panels/keys_box.h"
#include "player/panels/marker_dialog.h"
#include "player/panels/marker_home_dialog.h"
#include "player/panels/open_dialog.h"
#include "player/panels/overlays.h"
#include "player/panels/palette_dialog.h"

namespace tickreel {

std::vector<std::unique_ptr<Panel>> make_boxes() {
    std::vector<std::unique_ptr<Panel>> boxes;
    boxes.push_back(std::make_unique<GoToBox>());
    boxes.push_back(std::make_unique<OpenBox>());
    boxes.push_back(std::make_unique<PaletteBox>());
    boxes.push_back(std::make_unique<MarkerBox>());
    boxes.push_back(std::make_unique<MarkerHomeDialog>());
    boxes.push_back(std::make_unique<KeysBox>());
    boxes.push_back(std::make_unique<ExportBox>());
    boxes.push_back(std::make_unique<HelpOverlay>());
    return boxes;
}

}  // namespace tickreel
