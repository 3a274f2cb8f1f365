#pragma once
// All commands of the player, as values: keys, mouse, menus, the palette and scripts enqueue a
// Command, and only PlayerState::apply() executes it and reports what changed. Panels draw constant
// parts of the state; their commands are applied after all panels are drawn, so that no panel sees
// a half-changed state. View commands set one field each, so that several in one frame all take
// effect.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "player/state/timeline_view.h"
#include "player/state/view_settings.h"
#include "tickreel/analysis/series.h"
#include "tickreel/model/item.h"

namespace tickreel {

struct RunAction {
    std::string id{};  // of the ActionRegistry: the command of that row
};

// The playhead. A jump is remembered and can be undone.
struct Jump {
    std::int64_t position = 0;
};
struct JumpShare {
    double share = 0;  // 0..1 of the recording
};
struct GoTo {  // as typed: tick, time, percent, +250, m3
    std::string place{};
};
enum class Unit { Snapshot, OneTick, Skip, Second, Event, Problem, Hit, FieldChange };
struct Step {  // to the next or previous one
    Unit unit = Unit::Snapshot;
    int by = 1;
};
struct UndoJump {};
struct RedoJump {};
struct Move {  // of a drag: not remembered
    std::int64_t position = 0;
};
struct BeginScrub {};
struct EndScrub {};
struct TogglePlay {};
struct ReversePlay {};
struct SetSpeed {
    double speed = 1.0;
};
struct ChangeSpeed {
    int by = 0;  // steps of the ladder; 0: normal speed, forward
};
struct ChangeSkip {
    int by = 1;
};
struct SetLoop {
    std::int64_t in = 0;
    std::int64_t out = 0;
};
enum class LoopEnd { In, Out };
struct SetLoopEnd {
    LoopEnd end = LoopEnd::In;
    bool here = true;  // false: none
};
struct ToggleLoop {};

// What is selected, followed, compared with.
struct SelectItem {
    std::optional<ItemKey> key{};
};
struct FollowItem {
    std::optional<ItemKey> key{};
};
struct FollowNext {
    int by = 1;
};
struct FollowNumber {
    std::size_t index = 0;
};
struct PinHere {
    bool toggle = false;  // true: compares no more when a frame is pinned
};

// One field of the view each.
struct Toggle {
    bool ViewSettings::*field = nullptr;
    const char* name = "";  // "Names": said with on or off; "" says nothing
};
struct ToggleOfMatch {  // the same of a switch that only match files have
    bool ViewSettings::*field = nullptr;
    const char* name = "";
};
struct NextBeside {};  // another view in the right half
struct SetMapView {
    MapView map{};
};
struct ZoomMap {
    float factor = 1;
};
struct FitMap {};
struct SetTimelineView {
    TimelineView view{};
};
struct ZoomTimeline {   // around the playhead, or the middle when it is out of view
    double factor = 1;  // > 1 shows less
};
struct ShowWholeTimeline {};
struct FollowPlayhead {};  // the timeline shows the playhead again and follows it
struct ShowLane {
    EventLane kind = EventLane::Other;
    bool shown = true;
};
struct ShowTab {
    Pane pane = Pane::LeftTop;
    std::string id{};
};
struct SetPanes {
    PaneSizes sizes{};
    bool begins = true;  // false: one more step of the same drag, undone with it
};
struct HidePanel {  // "": the panel that somebody wanted last
    std::string id{};
};
struct MovePanel {
    std::string id{};            // "": the panel that somebody wanted last
    std::optional<Pane> pane{};  // nothing: the next one
};
struct ToggleSide {
    Side side = Side::Left;
};
struct CollapseSide {  // the layout found no room for it
    std::optional<Side> side{};
};
struct UsePreset {
    Preset preset = Preset::Watch;
};
struct ResetLayout {};
struct UndoLayout {};
struct RestoreView {  // of the last session
    SessionView view{};
};
struct SetTheme {
    Theme theme = Theme::Dark;
};
struct NextTheme {};
struct NextTimeDisplay {};
struct ShowDialog {
    Dialog dialog = Dialog::None;  // None closes the one that is open
};
struct ToggleDialog {
    Dialog dialog = Dialog::None;
};
struct CaptureKey {  // the next key that is pressed is for this action; "" stops waiting
    std::string action{};
};
struct Escape {};  // closes a dialog, leaves full screen, frees the camera: one of them

// Files.
struct OpenPath {
    std::string path{};
    std::string place{};  // as typed after "@"
    std::string view{};   // of a match file, as find_view() takes it; "": the first
};
struct OpenNeighbour {
    int by = 1;
};
struct CloseRecording {};
struct KeepImport {};  // as a .reel beside what was imported
struct StartExport {
    std::vector<std::string> words{};  // behind "tickreel"
    std::string typed{};               // what a person types for it, with "tickreel"
};
struct CancelExport {};
struct Recover {};  // a copy of what can be read, which is then opened

// Markers.
enum class MarkerHome { Unasked, File, Beside, Session };
struct DecideMarkers {  // where the markers of this recording go
    MarkerHome home = MarkerHome::Session;
};
struct AddMarker {
    Marker marker{};
};
struct MarkHere {};
struct EditMarker {
    std::size_t index = 0;  // of MarkerList::all()
    Marker marker{};
};
struct EditMarkerHere {};
struct SelectMarker {
    std::optional<std::size_t> index{};
};
struct RemoveMarker {
    std::optional<std::size_t> index{};  // nothing: the selected one, else the one at the playhead
};

// Questions about the whole recording.
struct AskQuery {
    std::string text{};
};
struct CancelQuery {};
struct BlameField {
    std::optional<FieldRef> field{};
};
struct PlotField {
    FieldRef field{};
};
struct UnplotField {
    FieldRef field{};
};
struct ClearPlots {};
struct CheckFile {};

struct Say {  // a notice
    std::string text{};
};

// What only the app around the state can do: apply() hands them on in Changes::tasks.
enum class PictureKind { Whole, MapOnly };
struct SavePicture {
    PictureKind kind = PictureKind::Whole;
};
struct CopyText {
    std::string text{};
};
struct CopyLink {};
enum class TextBox { None, ItemFilter, Query };
struct FocusOn {  // that text box takes the keyboard; its tab is shown
    TextBox box = TextBox::None;
};
struct ResetKeys {};
struct Quit {};

using AnyCommand =
    std::variant<RunAction, Jump, JumpShare, GoTo, Step, UndoJump, RedoJump, Move, BeginScrub,
                 EndScrub, TogglePlay, ReversePlay, SetSpeed, ChangeSpeed, ChangeSkip, SetLoop,
                 SetLoopEnd, ToggleLoop, SelectItem, FollowItem, FollowNext, FollowNumber, PinHere,
                 Toggle, ToggleOfMatch, NextBeside, SetMapView, ZoomMap, FitMap, SetTimelineView,
                 ZoomTimeline, ShowWholeTimeline, FollowPlayhead, ShowLane, ShowTab, SetPanes,
                 HidePanel, MovePanel, ToggleSide, CollapseSide, UsePreset, ResetLayout, UndoLayout,
                 RestoreView, SetTheme, NextTheme, NextTimeDisplay, ShowDialog, ToggleDialog,
                 CaptureKey, Escape, OpenPath, OpenNeighbour, CloseRecording, KeepImport,
                 StartExport, CancelExport, Recover, DecideMarkers, AddMarker, MarkHere, EditMarker,
                 EditMarkerHere, SelectMarker, RemoveMarker, AskQuery, CancelQuery, BlameField,
                 PlotField, UnplotField, ClearPlots, CheckFile, Say, SavePicture, CopyText,
                 CopyLink, FocusOn, ResetKeys, Quit>;

// The place of One in the list; beyond its end if it is none of them.
template <class One, class List>
inline constexpr std::size_t kPlaceIn = 0;
template <class One, class... All>
inline constexpr std::size_t kPlaceIn<One, std::variant<All...>> = [] {
    std::size_t place = 0;
    (void)(... || (std::is_same_v<One, All> || (++place, false)));
    return place;
}();

// One of these, to be stored and applied. Its own class, because code that moves or destroys a
// variant of this length is large: it exists once, not in every panel.
class Command {
public:
    Command() : Command(RunAction{}) {}
    template <class One>
    requires(kPlaceIn<One, AnyCommand> < std::variant_size_v<AnyCommand>)
        Command(One one)  // implicit: commands are written as values
        : value_(taken(kPlaceIn<One, AnyCommand>, &one)) {}

    const AnyCommand& value() const { return *value_; }

private:
    // Moves from `from`, which is of the type at that place.
    static std::shared_ptr<const AnyCommand> taken(std::size_t place, void* from);

    std::shared_ptr<const AnyCommand> value_;
};
using Commands = std::vector<Command>;

using AppTask = std::variant<SavePicture, CopyText, FocusOn, ResetKeys, Quit>;

// The parts of the state that a command can change.
enum class Part : std::uint8_t {
    Recording,
    Playback,
    Selection,
    View,
    Timeline,
    Markers,
    Questions,
    Jobs,
    Notice
};

struct Changes {
    std::uint16_t parts = 0;  // bit set of Part
    std::vector<AppTask> tasks{};

    bool has(Part part) const { return (parts >> static_cast<unsigned>(part) & 1U) != 0; }
    void add(Part part) { parts |= static_cast<std::uint16_t>(1U << static_cast<unsigned>(part)); }
    bool nothing() const { return parts == 0 && tasks.empty(); }
};

}  // namespace tickreel
