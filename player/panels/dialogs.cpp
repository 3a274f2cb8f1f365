#include "player/panels/dialogs.h"

#include "player/panels/export_dialog.h"
#include "player/panels/go_to_dialog.h"
#include "player/panels/help_overlay.h"
#include "player/panels/keys_dialog.h"
#include "player/panels/library_dialog.h"
#include "player/panels/marker_dialog.h"
#include "player/panels/open_dialog.h"
#include "player/panels/palette_dialog.h"

namespace tickreel {

std::vector<std::unique_ptr<Panel>> make_dialogs() {
    std::vector<std::unique_ptr<Panel>> dialogs;
    dialogs.push_back(std::make_unique<GoToDialog>());
    dialogs.push_back(std::make_unique<OpenDialog>());
    dialogs.push_back(std::make_unique<LibraryDialog>());
    dialogs.push_back(std::make_unique<PaletteDialog>());
    dialogs.push_back(std::make_unique<MarkerDialog>());
    dialogs.push_back(std::make_unique<MarkerHomeDialog>());
    dialogs.push_back(std::make_unique<KeysDialog>());
    dialogs.push_back(std::make_unique<ExportDialog>());
    dialogs.push_back(std::make_unique<HelpOverlay>());
    return dialogs;
}

}  // namespace tickreel
