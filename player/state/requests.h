#pragma once
// What a panel may ask for. Panels draw a constant PlayerState and collect requests; the app
// applies them after all panels are drawn, so a panel never sees a half-changed state.

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "player/state/timeline_view.h"
#include "player/state/view_settings.h"
#include "tickreel/analysis/series.h"
#include "tickreel/model/item.h"

namespace tickreel {

struct RunAction {
    std::string id{};  // of the ActionRegistry
};
struct Jump {  // remembered: can be undone
    std::int64_t position = 0;
};
struct Move {  // of a drag: not remembered
    std::int64_t position = 0;
};
struct BeginScrub {};
struct EndScrub {};
struct SetSpeed {
    double speed = 1.0;
};
struct SetLoop {
    std::int64_t in = 0;
    std::int64_t out = 0;
};
struct SelectItem {
    std::optional<ItemKey> key{};
};
struct FollowItem {
    std::optional<ItemKey> key{};
};
struct GoTo {  // as typed: tick, time, percent, +250, m3
    std::string place{};
};
struct SetView {  // the whole settings, changed in one place
    ViewSettings settings{};
};
struct SetMapView {
    MapView map{};
};
struct SetTimelineView {
    TimelineView view{};
};
struct OpenPath {
    std::string path{};
};
struct ShowTab {
    Pane pane = Pane::LeftTop;
    std::string id{};
};
struct SetPanes {
    PaneSizes sizes{};
};
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
struct Recover {};   // a copy of what can be read, which is then opened
struct CaptureKey {  // the next key that is pressed is for this action; "" stops waiting
    std::string action{};
};
struct ResetKeys {};
struct StartExport {
    std::vector<std::string> words{};  // behind "tickreel"
};
struct CancelExport {};
struct AddMarker {
    Marker marker{};
};
struct EditMarker {
    std::size_t index = 0;  // of PlayerState::markers()
    Marker marker{};
};
struct SelectMarker {
    std::optional<std::size_t> index{};
};
struct RemoveMarker {
    std::size_t index = 0;
};

using Request =
    std::variant<RunAction, Jump, Move, BeginScrub, EndScrub, SetSpeed, SetLoop, SelectItem,
                 FollowItem, GoTo, SetView, SetMapView, SetTimelineView, OpenPath, ShowTab,
                 SetPanes, AskQuery, CancelQuery, BlameField, PlotField, UnplotField, ClearPlots,
                 CheckFile, Recover, CaptureKey, ResetKeys, StartExport, CancelExport, AddMarker,
                 EditMarker, SelectMarker, RemoveMarker>;
using Requests = std::vector<Request>;

}  // namespace tickreel
