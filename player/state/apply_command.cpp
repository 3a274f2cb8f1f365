// What each command does to the parts, and what of them is different afterwards.
#include "player/state/navigation.h"
#include "player/state/playback_notices.h"
#include "player/state/player_state.h"
#include "tickreel/base/concat.h"

namespace tickreel {
namespace {

struct Applier {
    PlayerParts& parts;
    const ActionRegistry& actions;
    std::vector<AppTask>& tasks;

    ViewSettings& view() const { return parts.view; }
    Playback& playback() const { return parts.playback; }
    void say(std::string text) const { parts.notices.say(std::move(text)); }

    void operator()(const RunAction& c) const {
        const Action* action = actions.find(c.id);
        if (action != nullptr && (parts.session.ready() || !action->needs_recording))
            std::visit(*this, action->command.value());
    }

    void operator()(const Jump& c) const { jump(parts, c.position); }
    void operator()(const JumpShare& c) const {
        jump(parts, static_cast<std::int64_t>(c.share * static_cast<double>(playback().length())));
    }
    void operator()(const GoTo& c) const { go_to(parts, c.place); }
    void operator()(const Step& c) const { step(parts, c.unit, c.by); }
    void operator()(const UndoJump&) const { playback().back(); }
    void operator()(const RedoJump&) const { playback().forward(); }
    void operator()(const Move& c) const { playback().move(c.position); }
    void operator()(const BeginScrub&) const { playback().begin_scrub(); }
    void operator()(const EndScrub&) const { playback().end_scrub(); }
    void operator()(const TogglePlay&) const { playback().toggle_play(); }
    void operator()(const ReversePlay&) const {
        playback().reverse();
        say(speed_notice(playback()));
    }
    void operator()(const SetSpeed& c) const { playback().set_speed(c.speed); }
    void operator()(const ChangeSpeed& c) const {
        playback().change_speed(c.by);
        say(speed_notice(playback()));
    }
    void operator()(const ChangeSkip& c) const {
        playback().change_skip(c.by);
        say(skip_notice(playback()));
    }
    void operator()(const SetLoop& c) const { playback().set_loop(c.in, c.out); }
    void operator()(const SetLoopEnd& c) const {
        if (c.end == LoopEnd::In)
            c.here ? playback().set_in() : playback().clear_in();
        else
            c.here ? playback().set_out() : playback().clear_out();
        say(loop_notice(playback()));
    }
    void operator()(const ToggleLoop&) const {
        playback().toggle_repeat();
        say(playback().loop().repeat ? "Loop on" : "Loop off");
    }

    void operator()(const SelectItem& c) const { parts.selection.select(c.key); }
    void operator()(const FollowItem& c) const { follow(parts, c.key); }
    void operator()(const FollowNext& c) const { follow_neighbour(parts, c.by); }
    void operator()(const FollowNumber& c) const { follow_number(parts, c.index); }
    void operator()(const PinHere& c) const {
        const Frame* frame = parts.frames.current();
        if (c.toggle && parts.selection.pinned()) {
            parts.selection.unpin();
            say("Comparison ended");
            return;
        }
        if (frame != nullptr) {
            parts.selection.pin(*frame);
            say(concat("Tick ", frame->tick, " pinned as A: move on to compare"));
        }
        view().show_tab(Pane::RightTop, "diff");
    }

    void operator()(const Toggle& c) const {
        bool& on = view().*c.field;
        on = !on;
        if (*c.name != 0) say(std::string(c.name) + (on ? " on" : " off"));
    }
    void operator()(const ToggleOfMatch& c) const {
        if (parts.session.match() == nullptr) {
            const std::string& why = parts.session.match_trouble();
            say(concat(c.name, ": ",
                       why.empty() ? "for match files; this is one client's recording" : why));
            return;
        }
        (*this)(Toggle{c.field, ""});
        const bool on = view().*c.field;
        say(concat(c.name, on ? " on" : " off",
                   on && c.field != &ViewSettings::beside && parts.session.match()->is_union()
                       ? ": none in the union, Ctrl+Tab shows a view"
                       : ""));
    }
    void operator()(const NextBeside&) const {
        if (!view().beside) return (*this)(ToggleOfMatch{&ViewSettings::beside, "Side by side"});
        if (parts.session.match() == nullptr) return;
        view().beside_step = (view().beside_step + 1) %
                             static_cast<unsigned>(parts.session.match()->match().views().size());
    }
    void operator()(const SetMapView& c) const { view().map = c.map; }
    void operator()(const ZoomMap& c) const {
        view().map.fit = false;
        view().map.scale *= c.factor;
    }
    void operator()(const FitMap&) const {
        follow(parts, std::nullopt);
        view().map.fit = true;
    }
    void operator()(const SetTimelineView& c) const {
        parts.timeline.look_at(c.view, playback().playhead());
    }
    void operator()(const ZoomTimeline& c) const {
        TimelineView part = parts.timeline;
        const double playhead = playback().playhead();
        part.zoom(part.contains(playhead) ? playhead : (part.from() + part.to()) / 2, c.factor);
        parts.timeline.look_at(part, playhead);
    }
    void operator()(const ShowWholeTimeline&) const {
        parts.timeline.show_all();
        parts.timeline.set_follows(true);
    }
    void operator()(const FollowPlayhead&) const {
        parts.timeline.show(playback().playhead());
        parts.timeline.set_follows(true);
    }
    void operator()(const ShowLane& c) const {
        view().lanes[static_cast<std::size_t>(c.kind)] = c.shown;
    }
    void operator()(const ShowTab& c) const { view().show_tab(c.pane, c.id); }
    void operator()(const SetPanes& c) const {
        if (c.begins) remember_layout();
        view().panes = c.sizes;
    }
    void operator()(const HidePanel& c) const {
        if (c.id.empty() && !view().shows(side_of(view().asked))) {
            say("No panel is shown there");
            return;
        }
        remember_layout();
        view().hidden.insert(c.id.empty() ? asked_panel() : c.id);
    }
    void operator()(const MovePanel& c) const {
        remember_layout();
        const std::string id = c.id.empty() ? asked_panel() : c.id;
        const auto next = (static_cast<std::size_t>(view().asked) + 1) % kPanes;
        const Pane pane = c.pane.value_or(static_cast<Pane>(next));
        view().homes[id] = pane;
        view().show_tab(pane, id);
    }
    void operator()(const ToggleSide& c) const {
        remember_layout();
        const bool waits = view().collapsed == c.side;  // it is wanted, but had no room
        const bool now = waits || !view().shows(c.side);
        view().sides[static_cast<std::size_t>(c.side)] = now;
        if (now) view().asked = c.side == Side::Left ? Pane::LeftTop : Pane::RightTop;
    }
    void operator()(const CollapseSide& c) const { view().collapsed = c.side; }
    void operator()(const UsePreset& c) const { use_layout(preset_layout(c.preset)); }
    void operator()(const ResetLayout&) const { use_layout({}); }
    void operator()(const UndoLayout&) const {
        if (parts.layouts.empty()) {
            say("No change of the layout to undo");
            return;
        }
        static_cast<PaneLayout&>(view()) = std::move(parts.layouts.back());
        parts.layouts.pop_back();
    }
    void operator()(const RestoreView& c) const { static_cast<SessionView&>(view()) = c.view; }
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
    void operator()(const Escape&) const { escape(); }

    void operator()(const OpenPath& c) const {
        if (may_leave("open the file")) parts.session.open(c.path, c.place, c.view);
    }
    void operator()(const OpenNeighbour& c) const {
        if (!may_leave("go on")) return;
        const Moment here = parts.session.moment_at(playback().position());
        parts.session.open_neighbour(c.by, here, parts.notices);
    }
    void operator()(const CloseRecording&) const {
        if (may_leave("close it")) parts.session.close();
    }
    void operator()(const StartExport& c) const { parts.session.start_export(c.words, c.typed); }
    void operator()(const CancelExport&) const { parts.session.cancel_export(); }
    void operator()(const Recover&) const {  // opens the copy
        if (may_leave("recover it")) parts.session.recover(parts.notices);
    }

    void operator()(const KeepImport&) const {
        // The recording that is kept and opened has those that wait, too; they wait until then.
        parts.session.keep_import(parts.markers.unstored(), parts.notices);
        if (parts.session.keeping() && view().shows(Dialog::MarkerHome)) view().dialog = {};
    }
    void operator()(const DecideMarkers& c) const {
        parts.markers.decide(c.home, parts.notices);
        if (view().shows(Dialog::MarkerHome)) view().dialog = {};
    }
    void operator()(const AddMarker& c) const {
        if (parts.session.shows_beginning()) {
            say("Markers can be set when all is imported: try again then");
        } else if (parts.session.ready()) {
            parts.markers.add(c.marker, parts.notices);
            ask_for_home();
        }
    }
    void operator()(const MarkHere&) const {
        (*this)(AddMarker{{parts.moment(), parts.markers.new_name()}});
    }
    void operator()(const EditMarker& c) const {
        parts.markers.edit(c.index, c.marker, parts.notices);
        ask_for_home();
    }
    void operator()(const EditMarkerHere&) const {
        if (const auto index = marker_here()) view().dialog = {Dialog::Marker, index, {}};
    }
    void operator()(const SelectMarker& c) const { parts.markers.select(c.index); }
    void operator()(const RemoveMarker& c) const {
        if (const auto index = c.index ? c.index : marker_here()) {
            parts.markers.remove(*index, parts.notices);
            ask_for_home();
        }
    }

    void operator()(const AskQuery& c) const { parts.analysis.ask(c.text); }
    void operator()(const CancelQuery&) const { parts.analysis.cancel_query(); }
    void operator()(const BlameField& c) const {
        parts.analysis.blame(c.field);
        if (c.field) view().show_tab(Pane::RightTop, "blame");
    }
    void operator()(const PlotField& c) const {
        if (!parts.session.ready()) return;
        if (!is_plottable(parts.session.reader().schema(), c.field))
            say("Text cannot be plotted");
        else if (!parts.analysis.plot(c.field))
            say(concat(kMaxPlots, " fields at once are enough: take one away first"));
    }
    void operator()(const UnplotField& c) const { parts.analysis.unplot(c.field); }
    void operator()(const ClearPlots&) const { parts.analysis.clear_plots(); }
    void operator()(const CheckFile&) const { parts.analysis.check_file(); }

    void operator()(const Say& c) const { say(c.text); }
    void operator()(const SavePicture& c) const { tasks.emplace_back(c); }
    void operator()(const CopyText& c) const { tasks.emplace_back(c); }
    void operator()(const CopyLink&) const {
        const RecordingSession& session = parts.session;
        const std::string link = session.link_to(parts.moment());
        // It has no place for the others.
        const bool other = session.ready() && session.marked_path() != session.source_path();
        const char* const first = session.match() != nullptr ? "; it opens the first view"
                                                             : "; it opens the first connection";
        say(concat("Copied ", link, other ? first : ""));
        tasks.emplace_back(CopyText{link});
    }
    void operator()(const FocusOn& c) const {
        if (c.box == TextBox::ItemFilter)
            view().show_tab(Pane::RightTop, "items");
        else if (c.box == TextBox::Query)
            view().show_tab(Pane::LeftBottom, "query");
        tasks.emplace_back(c);
    }
    void operator()(const ResetKeys& c) const { tasks.emplace_back(c); }
    void operator()(const Quit& c) const {
        if (may_leave("quit") && parts.session.may_end(parts.notices)) tasks.emplace_back(c);
    }

    void remember_layout() const {
        if (parts.layouts.size() >= kMaxLayoutSteps) parts.layouts.erase(parts.layouts.begin());
        parts.layouts.push_back(view());
    }
    void use_layout(PaneLayout layout) const {
        remember_layout();
        static_cast<PaneLayout&>(view()) = std::move(layout);
    }
    const std::string& asked_panel() const {
        return view().tabs[static_cast<std::size_t>(view().asked)];
    }

    std::optional<std::size_t> marker_here() const {
        std::optional<std::size_t> index;
        if (parts.session.ready()) {
            index = parts.markers.selected_or_at(parts.session.reader().timeline(),
                                                 playback().position());
        }
        if (!index) say("No marker is selected or at this tick");
        return index;
    }

    // Whether this recording may go. With markers that would be lost it may not: asks about them;
    // `then` is what the person has to do again.
    bool may_leave(std::string_view then) const {
        if (parts.markers.settle(parts.notices)) parts.session.reread_own_change();
        if (!parts.markers.unsaved()) return true;
        parts.markers.ask_again();
        ask_for_home();
        say(concat("Not saved yet: say where markers go, then ", then));
        return false;
    }

    // Nothing is written into a recording before somebody said so.
    void ask_for_home() const {
        if (parts.markers.asks()) view().dialog = {Dialog::MarkerHome, {}, {}};
    }

    void escape() const {
        if (view().shows(Dialog::MarkerHome)) {
            parts.markers.drop_changes();
            view().dialog = {};
            say("Nothing was written");
        } else if (view().any_dialog()) {
            view().dialog = {};
        } else if (view().theatre) {
            view().theatre = false;
        } else if (view().scoreboard) {
            view().scoreboard = false;
        } else if (view().fullscreen) {
            view().fullscreen = false;
        } else if (parts.selection.followed()) {
            parts.selection.follow(std::nullopt);
            say("Free camera");
        } else {
            parts.selection.select(std::nullopt);
        }
    }
};

// What a command may change, as it was before.
class Before {
public:
    explicit Before(const PlayerParts& parts)
        : view_(parts.view),
          playback_(parts.playback),
          timeline_(parts.timeline),
          selected_(parts.selection.selected()),
          followed_(parts.selection.followed()),
          pinned_(pinned(parts)),
          recording_(recording(parts)),
          markers_(parts.markers.revision()),
          questions_(parts.analysis.revision()),
          jobs_(jobs(parts)),
          notices_(parts.notices.count()) {}

    Changes until(const PlayerParts& now) const {
        Changes changes;
        const auto note = [&changes](Part part, bool same) {
            if (!same) changes.add(part);
        };
        note(Part::View, view_ == now.view);
        note(Part::Playback, playback_ == now.playback);
        note(Part::Timeline, timeline_ == now.timeline);
        note(Part::Selection, selected_ == now.selection.selected() &&
                                  followed_ == now.selection.followed() && pinned_ == pinned(now));
        note(Part::Recording, recording_ == recording(now));
        note(Part::Markers, markers_ == now.markers.revision());
        note(Part::Questions, questions_ == now.analysis.revision());
        note(Part::Jobs, jobs_ == jobs(now));
        note(Part::Notice, notices_ == now.notices.count());
        return changes;
    }

private:
    static std::optional<Moment> pinned(const PlayerParts& parts) {
        const std::optional<Frame>& frame = parts.selection.pinned();
        return frame ? std::optional(frame->moment()) : std::nullopt;
    }
    static std::pair<std::uint64_t, bool> recording(const PlayerParts& parts) {
        return {parts.session.generation(), parts.session.loading()};
    }
    static std::pair<bool, bool> jobs(const PlayerParts& parts) {
        return {parts.session.exporting(), parts.session.recovering() || parts.session.keeping()};
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
    const Before before(parts_);
    std::vector<AppTask> tasks;
    std::visit(Applier{parts_, actions, tasks}, command.value());
    follow_session({});  // it may be closed now
    Changes changes = before.until(parts_);
    changes.tasks = std::move(tasks);
    return changes;
}

}  // namespace tickreel
