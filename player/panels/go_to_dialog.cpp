#include "player/panels/go_to_dialog.h"

#include "player/panels/widgets.h"
#include "player/state/recording_session.h"

namespace tickreel {

void GoToDialog::draw(const PanelContext& context) {
    const bool wanted = context.view.shows(Dialog::GoTo) && context.session.ready();
    if (!wanted) {
        open_ = false;
        return;
    }
    const Look& look = context.look;
    begin_dialog(look, "go to", 420, 0);
    heading(look, "GO TO");
    if (!open_) {
        place_.clear();
        ImGui::SetKeyboardFocusHere();
        open_ = true;
    }
    ImGui::SetNextItemWidth(-1);
    const bool entered =
        text_box(context, "##place", "tick or time", place_, ImGuiInputTextFlags_EnterReturnsTrue);
    probe(context, "go_to.place");
    ImGui::PushFont(look.small);
    paragraph(ink::kDim,
              "123456 a tick, 1:02.34 a time, 50% a share, +250 or -250 ticks from here, "
              "s1:1042 a tick of map 1, m3 the third marker");
    ImGui::PopFont();
    end_dialog();
    if (entered) {
        context.enqueue(ShowDialog{Dialog::None});
        if (!place_.empty()) context.enqueue(GoTo{place_});
    }
}

}  // namespace tickreel
