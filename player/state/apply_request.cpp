// What each request does to the PlayerState.
#include "player/state/player_state.h"

namespace tickreel {
namespace {

struct Applier {
    PlayerState& state;
    ActionRegistry& actions;

    void operator()(const RunAction& request) const { actions.run(request.id, state); }
    void operator()(const Jump& request) const { state.jump(request.position); }
    void operator()(const Move& request) const { state.playback().move(request.position); }
    void operator()(const BeginScrub&) const { state.playback().begin_scrub(); }
    void operator()(const EndScrub&) const { state.playback().end_scrub(); }
    void operator()(const SetSpeed& request) const { state.playback().set_speed(request.speed); }
    void operator()(const SetLoop& request) const {
        state.playback().set_loop(request.in, request.out);
    }
    void operator()(const SelectItem& request) const { state.select(request.key); }
    void operator()(const FollowItem& request) const { state.follow(request.key); }
    void operator()(const GoTo& request) const { state.go_to(request.place); }
    void operator()(const SetView& request) const { state.view() = request.settings; }
    void operator()(const SetMapView& request) const { state.view().map = request.map; }
    void operator()(const SetTimelineView& request) const { state.timeline_view() = request.view; }
    void operator()(const OpenPath& request) const { state.open(request.path); }
    void operator()(const ShowTab& request) const {
        state.view().show_tab(request.pane, request.id);
    }
    void operator()(const SetPanes& request) const { state.view().panes = request.sizes; }
    void operator()(const AskQuery& request) const { state.analysis().ask(request.text); }
    void operator()(const CancelQuery&) const { state.analysis().cancel_query(); }
    void operator()(const BlameField& request) const { state.blame(request.field); }
    void operator()(const PlotField& request) const { state.plot(request.field); }
    void operator()(const UnplotField& request) const { state.analysis().unplot(request.field); }
    void operator()(const CheckFile&) const { state.analysis().check_file(); }
    void operator()(const Recover&) const { state.recover(); }
    void operator()(const ClearPlots&) const { state.analysis().clear_plots(); }
    void operator()(const CaptureKey& request) const {
        state.view().capturing_key_for = request.action;
    }
    void operator()(const StartExport& request) const { state.start_export(request.words); }
    void operator()(const CancelExport&) const { state.cancel_export(); }
    void operator()(const ResetKeys&) const { actions.reset_keys(); }
    void operator()(const AddMarker& request) const { state.add_marker(request.marker); }
    void operator()(const EditMarker& request) const {
        state.edit_marker(request.index, request.marker);
    }
    void operator()(const SelectMarker& request) const { state.select_marker(request.index); }
    void operator()(const RemoveMarker& request) const { state.remove_marker(request.index); }
};

}  // namespace

void PlayerState::apply(const Request& request, ActionRegistry& actions) {
    std::visit(Applier{*this, actions}, request);
}

}  // namespace tickreel
