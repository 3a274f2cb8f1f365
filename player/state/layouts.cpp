// The presets: which panels each kind of work needs.
#include "player/state/view_settings.h"

namespace tickreel {

PaneLayout preset_layout(Preset preset) {
    PaneLayout layout;
    switch (preset) {
        case Preset::Watch:  // the picture and the timeline
            layout.sides = {false, false};
            break;
        case Preset::Inspect:  // what a snapshot holds
            layout.sides = {false, true};
            break;
        case Preset::Analyse:  // questions about the whole recording
            layout.tabs = {"events", "query", "blame", "inspector"};
            break;
        case Preset::Film:  // places to cut at
            layout.sides = {true, false};
            layout.tabs[0] = "markers";
            layout.hidden = {"integrity", "query"};
            break;
    }
    return layout;
}

}  // namespace tickreel
