// What each request does to the PlayerState.
#include "player/state/player_state.h"

namespace tickreel {
namespace {

struct Applier {
    PlayerState& state;
    const ActionRegistry& actions;

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
    void operator()(const RemoveMarker& request) const { state.remove_marker(request.index); }
};

}  // namespace

void PlayerState::apply(const Request& request, const ActionRegistry& actions) {
    std::visit(Applier{*this, actions}, request);
}

}  // namespace tickreel
