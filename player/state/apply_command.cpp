// What each command does to the PlayerState, and what of it is different afterwards.
#include "player/state/player_state.h"
#include "player/state/say.h"

namespace tickreel {
namespace {

struct Applier {
    PlayerState& state;
    const ActionRegistry& actions;
    std::vector<AppTask>& tasks;

    ViewSettings& view() const { return state.view(); }
    Playback& playback() const { return state.playback(); }

    void operator()(const RunAction& c) const {
        const Action* action = actions.find(c.id);
        if (action != nullptr && (state.ready() || !action->needs_recording)) {
            std::visit(*this, action->command);
        }
    }

    void operator()(const Jump& c) const { state.jump(c.position); }
    void operator()(const JumpShare& c) const { state.jump_share(c.share); }
    void operator()(const GoTo& c) const { state.go_to(c.place); }
    void operator()(const Step& c) const { state.step(c.unit, c.by); }
    void operator()(const UndoJump&) const { playback().back(); }
    void operator()(const RedoJump&) const { playback().forward(); }
    void operator()(const Move& c) const { playback().move(c.position); }
    void operator()(const BeginScrub&) const { playback().begin_scrub(); }
    void operator()(const EndScrub&) const { playback().end_scrub(); }
    void operator()(const TogglePlay&) const { playback().toggle_play(); }
    void operator()(const ReversePlay&) const {
        playback().reverse();
        state.notify(speed_said(playback()));
    }
    void operator()(const SetSpeed& c) const { playback().set_speed(c.speed); }
    void operator()(const ChangeSpeed& c) const {
        playback().change_speed(c.by);
        state.notify(speed_said(playback()));
    }
    void operator()(const ChangeSkip& c) const {
        playback().change_skip(c.by);
        state.notify(skip_said(playback()));
    }
    void operator()(const SetLoop& c) const { playback().set_loop(c.in, c.out); }
    void operator()(const SetLoopEnd& c) const {
        if (c.end == LoopEnd::In) {
            c.here ? playback().set_in() : playback().clear_in();
        } else {
            c.here ? playback().set_out() : playback().clear_out();
        }
        state.notify(loop_said(playback()));
    }
    void operator()(const ToggleLoop&) const {
        playback().toggle_repeat();
        state.notify(playback().loop().repeat ? "Loop on" : "Loop off");
    }

    void operator()(const SelectItem& c) const { state.select(c.key); }
    void operator()(const FollowItem& c) const { state.follow(c.key); }
    void operator()(const FollowNext& c) const { state.follow_neighbour(c.by); }
    void operator()(const FollowNumber& c) const { state.follow_number(c.index); }
    void operator()(const PinHere& c) const {
        if (c.toggle && state.pinned()) {
            state.unpin();
            state.notify("Comparison ended");
        } else {
            state.pin();
            view().show_tab(Pane::RightTop, "diff");
        }
    }

    void operator()(const Toggle& c) const {
        bool& on = view().*c.field;
        on = !on;
        if (*c.name != 0) {
            state.notify(std::string(c.name) + (on ? " on" : " off"));
        }
    }
    void operator()(const SetMapView& c) const { view().map = c.map; }
    void operator()(const ZoomMap& c) const {
        view().map.fit = false;
        view().map.scale *= c.factor;
    }
    void operator()(const FitMap&) const {
        state.follow(std::nullopt);
        view().map.fit = true;
    }
    void operator()(const SetTimelineView& c) const { state.set_timeline_view(c.view); }
    void operator()(const ShowLane& c) const {
        view().lanes[static_cast<std::size_t>(c.kind)] = c.shown;
    }
    void operator()(const ShowTab& c) const { view().show_tab(c.pane, c.id); }
    void operator()(const SetPanes& c) const { view().panes = c.sizes; }
    void operator()(const SetTheme& c) const { view().theme = c.theme; }
    void operator()(const NextTheme&) const {
        view().theme = view().theme == Theme::Dark ? Theme::Light : Theme::Dark;
    }
    void operator()(const NextTimeDisplay&) const {
        view().time = static_cast<TimeDisplay>((static_cast<int>(view().time) + 1) % 3);
    }
    void operator()(const ShowDialog& c) const { view().dialog = {c.dialog, {}, {}}; }
    void operator()(const ToggleDialog& c) const {
        view().dialog = {view().shows(c.dialog) ? Dialog::None : c.dialog, {}, {}};
    }
    void operator()(const CaptureKey& c) const { view().dialog.capturing_key_for = c.action; }
    void operator()(const Escape&) const { state.escape(); }

    void operator()(const OpenPath& c) const { state.open(c.path, c.place); }
    void operator()(const OpenNeighbour& c) const { state.open_neighbour(c.by); }
    void operator()(const CloseRecording&) const { state.close(); }
    void operator()(const StartExport& c) const { state.start_export(c.words); }
    void operator()(const CancelExport&) const { state.cancel_export(); }
    void operator()(const Recover&) const { state.recover(); }

    void operator()(const KeepImport&) const { state.keep_import(); }
    void operator()(const DecideMarkers& c) const { state.decide_markers(c.home); }
    void operator()(const AddMarker& c) const { state.add_marker(c.marker); }
    void operator()(const MarkHere&) const {
        state.add_marker({state.moment(), "Marker " + std::to_string(state.markers().size() + 1)});
    }
    void operator()(const EditMarker& c) const { state.edit_marker(c.index, c.marker); }
    void operator()(const EditMarkerHere&) const {
        if (const auto index = marker_here()) {
            view().dialog = {Dialog::Marker, index, {}};
        }
    }
    void operator()(const SelectMarker& c) const { state.select_marker(c.index); }
    void operator()(const RemoveMarker& c) const {
        if (const auto index = c.index ? c.index : marker_here()) {
            state.remove_marker(*index);
        }
    }

    void operator()(const AskQuery& c) const { state.analysis().ask(c.text); }
    void operator()(const CancelQuery&) const { state.analysis().cancel_query(); }
    void operator()(const BlameField& c) const { state.blame(c.field); }
    void operator()(const PlotField& c) const { state.plot(c.field); }
    void operator()(const UnplotField& c) const { state.analysis().unplot(c.field); }
    void operator()(const ClearPlots&) const { state.analysis().clear_plots(); }
    void operator()(const CheckFile&) const { state.analysis().check_file(); }

    void operator()(const SavePicture& c) const { tasks.emplace_back(c); }
    void operator()(const CopyText& c) const { tasks.emplace_back(c); }
    void operator()(const CopyLink&) const {
        state.notify("Copied " + state.deep_link());
        tasks.emplace_back(CopyText{state.deep_link()});
    }
    void operator()(const FocusOn& c) const {
        if (c.box == TextBox::ItemFilter) {
            view().show_tab(Pane::RightTop, "items");
        } else if (c.box == TextBox::Query) {
            view().show_tab(Pane::LeftBottom, "query");
        }
        tasks.emplace_back(c);
    }
    void operator()(const ResetKeys& c) const { tasks.emplace_back(c); }
    void operator()(const Quit& c) const { tasks.emplace_back(c); }

    std::optional<std::size_t> marker_here() const {
        const auto index = state.marker_here();
        if (!index) {
            state.notify("No marker is selected or at this tick");
        }
        return index;
    }
};

// What a command may change, as it was before.
class Before {
public:
    explicit Before(const PlayerState& state)
        : view_(state.view()),
          playback_(state.playback()),
          timeline_(state.timeline_view()),
          selected_(state.selected()),
          followed_(state.followed()),
          pinned_(pinned(state)),
          recording_(recording(state)),
          markers_(state.markers_revision()),
          questions_(state.analysis().revision()),
          jobs_(jobs(state)),
          notices_(state.notices()) {}

    Changes until(const PlayerState& now) const {
        Changes changes;
        const auto note = [&changes](Part part, bool same) {
            if (!same) {
                changes.add(part);
            }
        };
        note(Part::View, view_ == now.view());
        note(Part::Playback, playback_ == now.playback());
        note(Part::Timeline, timeline_ == now.timeline_view());
        note(Part::Selection,
             selected_ == now.selected() && followed_ == now.followed() && pinned_ == pinned(now));
        note(Part::Recording, recording_ == recording(now));
        note(Part::Markers, markers_ == now.markers_revision());
        note(Part::Questions, questions_ == now.analysis().revision());
        note(Part::Jobs, jobs_ == jobs(now));
        note(Part::Notice, notices_ == now.notices());
        return changes;
    }

private:
    static std::optional<Moment> pinned(const PlayerState& state) {
        return state.pinned() ? std::optional(state.pinned()->moment()) : std::nullopt;
    }
    static std::pair<std::uint64_t, bool> recording(const PlayerState& state) {
        return {state.generation(), state.loading()};
    }
    static std::pair<bool, bool> jobs(const PlayerState& state) {
        return {state.exporting(), state.recovering() || state.keeping()};
    }

    ViewSettings view_;
    Playback playback_;
    TimelineView timeline_;
    std::optional<ItemKey> selected_;
    std::optional<ItemKey> followed_;
    std::optional<Moment> pinned_;
    std::pair<std::uint64_t, bool> recording_;
    std::uint64_t markers_;
    std::uint64_t questions_;
    std::pair<bool, bool> jobs_;
    std::uint64_t notices_;
};

}  // namespace

Changes PlayerState::apply(const Command& command, const ActionRegistry& actions) {
    const Before before(*this);
    std::vector<AppTask> tasks;
    std::visit(Applier{*this, actions, tasks}, command);
    Changes changes = before.until(*this);
    changes.tasks = std::move(tasks);
    return changes;
}

}  // namespace tickreel
