#include "player/panels/map_panel.h"

#include <chrono>
#include <cmath>

#include "player/draw/art.h"
#include "player/panels/widgets.h"
#include "player/state/beside_view.h"
#include "player/state/frame_window.h"
#include "player/state/glide.h"
#include "player/state/match_legend.h"
#include "player/state/match_sight.h"
#include "player/state/playback.h"
#include "player/state/recording_session.h"
#include "player/state/selection.h"

namespace tickreel {
namespace {

Box united(const Box& a, const Box& b) {
    if (a.empty() || b.empty()) return a.empty() ? b : a;
    return {std::min(a.x0, b.x0), std::min(a.y0, b.y0), std::max(a.x1, b.x1), std::max(a.y1, b.y1)};
}

// A finish that a server tells by chat is listed as a race, and is chat in the game.
bool is_said(const Schema& schema, const EventEntry& event) {
    if (event.kind != EventLane::Race) return event.kind == EventLane::Chat;
    return event.derived.empty() && schema.contains(event.type) &&
           event_lane(schema[event.type]) == EventLane::Chat;
}

std::string pick_title(const PanelContext& context, const Pick& pick, bool beside) {
    const Frame* ghosts = beside ? context.beside.ghosts() : context.match.ghosts();
    const Frame* sent = beside ? context.beside.current() : context.frames.current();
    const Frame* frame = pick.ghost && ghosts != nullptr ? ghosts : sent;
    const MatchViews* match = context.session.match();  // knows more types
    const Schema& schema = match != nullptr ? match->schema() : context.session.reader().schema();
    return item_title(schema, frame != nullptr ? frame->snapshot : Snapshot(), pick.key,
                      &context.roster);
}

// What lies under the pointer; `right`: in the half beside.
void tell_picked(const PanelContext& context, const Pick& pick, bool right) {
    ImGui::BeginTooltip();
    text(ink::kText, context.shown(pick_title(context, pick, right)));
    if (pick.ghost)
        text(ink::kLink, context.shown(not_sent_to(right ? *context.beside.match()
                                                         : *context.session.match())));
    ImGui::EndTooltip();
}

}  // namespace

MapPanel::InterpolatedFrames MapPanel::shown(const PanelContext& context) {
    const FrameWindow& frames = context.frames;
    const auto share =
        glide_share(context.session.reader().timeline(), frames.current(), frames.next(),
                    context.playback.playhead(), context.session.scan().holes);
    if (context.view.interpolate && share)
        return {frames.next(), frames.current(), static_cast<float>(*share), frames.with_current()};
    return {frames.current(), frames.previous(), 1.0F, frames.recent()};
}

SceneOptions MapPanel::scene_options(const PanelContext& context) {
    const ViewSettings& view = context.view;
    SceneOptions options;
    options.names = view.names && !context.once.plain_map;
    options.ids = view.ids && !context.once.plain_map;
    options.hitboxes = view.hitboxes && !context.once.plain_map;
    options.trails = view.trails;
    options.entities = view.entities;
    options.ui_scale = context.look.scale;
    options.hud = view.hud && !context.once.plain_map;
    return options;
}

SceneInput MapPanel::scene_input(const PanelContext& context, const Camera& camera) const {
    const ViewSettings& view = context.view;
    const InterpolatedFrames show = shown(context);
    SceneInput input{context.session.reader().schema(), context.textures, context.font};
    input.frame = show.frame;
    input.previous = show.previous;
    input.k = show.k;
    input.recent = show.recent;
    input.ticks_per_second = context.playback.ticks_per_second();
    // draw_trouble() says it.
    input.missing.ticks =
        ticks_into_hole(context.session.reader().timeline(), context.frames.current(),
                        context.playback.playhead(), context.session.scan().holes);
    input.camera = camera;
    input.options = scene_options(context);
    input.selected = context.selection.selected();
    input.followed = context.selection.followed();
    input.feed = feed_;
    if (view.inputs && !context.once.plain_map && input.frame != nullptr)
        input.pressed = pressed_input(
            context.session.scan().inputs, input.schema, *input.reached(), input.followed,
            context.playback.position(),
            readable_since(context.session.scan().holes, context.playback.position()));
    input.hud_room = camera.viewport;
    input.hud_room.y0 += context.look.px(76);  // below what lies over the map
    input.hud_room.y1 -= context.look.px(44);
    // Chat and keys stay in sight above the box that says what is missing.
    if (const Box box = trouble_box(context, camera.viewport); !box.empty())
        input.hud_room.y1 = std::min(input.hud_room.y1, box.y0);
    const MatchViews* match = context.session.match();
    if (match != nullptr) {
        const bool mixed = show.frame == context.frames.next();
        input.ghosts = {&match->schema(),
                        mixed ? context.match.next_ghosts() : context.match.ghosts(),
                        mixed ? context.match.ghosts() : nullptr};
        if (!context.once.plain_map || view.ghosts || view.fog || view.beside)
            input.legend = match_legend(*match, view.ghosts, context.match.trouble());
    }
    input.hovered = hovered_;
    input.art = context.art;
    if (context.art != nullptr) context.art->evolve(input);
    if (match != nullptr) add_fog(context, *match, input);
    return input;
}

void MapPanel::read_feed(const PanelContext& context) {
    feed_.clear();
    const EventList& events = context.session.scan().events;
    const double now = context.playback.playhead();
    const double rate = context.playback.ticks_per_second();
    const auto from = static_cast<std::int64_t>(std::floor(now - kFeedSeconds * rate));
    for (std::size_t i = events.lower_bound(from); i < events.size(); ++i) {
        const EventEntry event = events[i];
        const double age = (now - static_cast<double>(event.position)) / rate;
        if (age < 0) break;
        const bool said = is_said(context.session.reader().schema(), event);
        if (said || event.kind == EventLane::Kill)
            feed_.push_back({said, clean_text(event.text), age});
    }
}

void MapPanel::fit_world(const PanelContext& context, Camera& camera) {
    const bool map = context.art != nullptr && context.art->has_map();
    Box world = map ? context.art->world() : Box{};
    const Frame* frame = context.frames.current();
    if (world.empty() && frame != nullptr) {
        world_ = united(world_, positions_box(context.session.reader().schema(), frame->snapshot));
        world = world_.empty() ? grown(world_, 500) : world_;  // a single thing has no size
    }
    if (!world.empty())
        camera.fit(world, map ? 0.04F : 0.14F);  // without one things lie on the rim
}

Camera MapPanel::place_camera(const PanelContext& context, const Box& viewport) {
    MapView view = context.view.map;
    Camera camera;
    camera.viewport = viewport;
    camera.centre = {view.x, view.y};
    camera.scale = std::clamp(view.scale, kMinScale, kMaxScale);
    if (generation_ != context.session.generation()) {
        generation_ = context.session.generation();
        world_ = {};
        followed_in_.reset();
    }
    if (view.fit)
        fit_world(context, camera);
    else if (was_fit_ && context.selection.followed() && context.art != nullptr)
        camera.scale = context.art->game_scale(viewport);
    if (context.selection.followed()) {
        const auto at = item_position(scene_input(context, camera), *context.selection.followed());
        const Frame* frame = context.frames.current();
        if (!at && frame != nullptr && followed_in_ != frame->segment) {
            fit_world(context, camera);  // not here yet: the place is one of another map
            return camera;               // the zoom is that of before when there
        }
        if (at && frame != nullptr) followed_in_ = frame->segment;
        camera.centre = at.value_or(camera.centre);
    }
    was_fit_ = view.fit;
    view.x = camera.centre.x;
    view.y = camera.centre.y;
    view.scale = camera.scale;
    if (view != context.view.map) context.enqueue(SetMapView{view});
    return camera;
}

void MapPanel::draw(const PanelContext& context) {
    const ImVec2 at = ImGui::GetWindowPos();
    const ImVec2 size = ImGui::GetWindowSize();
    const Box viewport = {std::round(at.x), std::round(at.y), std::round(at.x + size.x),
                          std::round(at.y + size.y)};
    const auto start = std::chrono::steady_clock::now();
    if (context.view.hud) read_feed(context);
    Box half = viewport;
    beside_box_ = {};
    if (context.beside.shown()) half.x1 = std::round(viewport.centre().x);
    const Camera camera = place_camera(context, half);
    build_scene(scene_input(context, camera), scene_);
    if (context.beside.shown())
        draw_beside(context, camera, {half.x1, viewport.y0, viewport.x1, viewport.y1});
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    build_ms_ = took.count();
    if (!context.view.theatre) draw_switches(context, viewport);
    draw_trouble(context, half);
    ImGui::SetCursorScreenPos(at);
    ImGui::InvisibleButton("map", {std::max(size.x, 1.0F), std::max(size.y, 1.0F)},
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonMiddle);
    probe(context, "map");
    handle_mouse(context, camera);
    draw_facts(context, half);
    draw_notice(context, viewport);
}

void MapPanel::handle_mouse(const PanelContext& context, Camera camera) {
    const ImGuiIO& io = ImGui::GetIO();
    const bool over = ImGui::IsItemHovered();
    const Vec2 mouse = {io.MousePos.x, io.MousePos.y};
    const bool right = beside_box_.contains(mouse);
    if (right) camera.viewport = beside_box_;
    const float slack = context.look.px(6) / camera.scale;
    const auto pick =
        over ? pick_item(right ? beside_ : scene_, camera.to_world(mouse), slack) : std::nullopt;
    hovered_ = pick ? std::optional(pick->key) : std::nullopt;
    const auto moved = [&context](const Camera& to) {
        context.enqueue(SetMapView{{false, to.centre.x, to.centre.y, to.scale}});
    };
    if (over && io.MouseWheel != 0.0F && io.KeyAlt) {
        context.enqueue(RunAction{io.MouseWheel > 0 ? "playback.next" : "playback.previous"});
    } else if (over && io.MouseWheel != 0.0F) {
        camera.zoom_at(mouse, std::pow(1.2F, io.MouseWheel));
        moved(camera);
    }
    if (ImGui::IsItemActivated()) dragged_ = false;
    if (ImGui::IsItemActive() &&
        (dragged_ || ImGui::IsMouseDragging(0, 4) || ImGui::IsMouseDragging(2, 4))) {
        if (!dragged_ && context.selection.followed()) context.enqueue(FollowItem{});
        dragged_ = true;
        camera.pan({io.MouseDelta.x, io.MouseDelta.y});
        moved(camera);
    }
    const Frame* sent = context.frames.current();  // nobody follows whom the view does not have
    const bool there = pick && !pick->ghost && (!right || (sent && sent->snapshot.find(pick->key)));
    if (over && ImGui::IsMouseDoubleClicked(0) && there)
        context.enqueue(FollowItem{hovered_});
    else if (ImGui::IsItemDeactivated() && !dragged_ && over)
        context.enqueue(SelectItem{hovered_});
    if (pick && !dragged_) tell_picked(context, *pick, right);
}

}  // namespace tickreel
