#include "player/draw/scene.h"

#include "player/draw/art.h"
#include "player/draw/ghosts.h"
#include "player/draw/points.h"

namespace tickreel {

namespace {

constexpr Color kSelected = rgb(0xffd34d);
constexpr Color kHovered = rgb(0xffffff, 170);

const Pick* find_pick(const Scene& scene, const std::optional<ItemKey>& key) {
    for (const Pick& pick : scene.picks)
        if (key && pick.key == *key) return &pick;
    return nullptr;
}

void draw_mark(const SceneInput& input, Scene& scene, const std::optional<ItemKey>& key,
               Color color) {
    const Pick* pick = find_pick(scene, key);
    if (pick == nullptr) return;
    const float ui = input.options.ui_scale;
    const Vec2 at = input.camera.to_screen(pick->position);
    const float radius = std::max(pick->radius * input.camera.scale, 5 * ui) + 5 * ui;
    scene.list.ring(at, radius, 4 * ui, rgb(0x000000, 110));
    scene.list.ring(at, radius, 2 * ui, color);
}

}  // namespace

Scene build_scene(const SceneInput& input) {
    Scene scene;
    build_scene(input, scene);
    return scene;
}

void build_scene(const SceneInput& input, Scene& scene) {
    scene.list.clear(input.camera.viewport);
    scene.picks.clear();
    if (input.options.backdrop) draw_backdrop(scene.list, input.camera.viewport);
    const bool has_map = input.art != nullptr && input.art->has_map();
    if (input.options.grid && !has_map) draw_grid(input, scene);
    if (input.art != nullptr) input.art->draw_behind(input, scene);
    if (input.frame != nullptr) draw_points(input, scene);
    if (input.art != nullptr) input.art->draw_front(input, scene);
    draw_fog(input, scene.list);
    if (input.ghosts.frame != nullptr) draw_ghosts(input, scene);
    draw_mark(input, scene, input.hovered, kHovered);
    draw_mark(input, scene, input.selected, kSelected);
    draw_legend(input, scene.list);
    draw_missing(input, scene.list);
    if (input.frame != nullptr) draw_pressed(input, scene.list);
    if (!input.options.hud || input.frame == nullptr) return;
    draw_feed(input, scene.list);
    if (input.art != nullptr) input.art->draw_hud(input, scene);
}

std::optional<Pick> pick_item(const Scene& scene, Vec2 world, float slack) {
    const Pick* best = nullptr;
    float best_share = 1;  // of the reach: 0: at the centre
    for (const Pick& pick : scene.picks) {
        const float reach = pick.radius + slack;
        const float share = reach > 0 ? length(world - pick.position) / reach : 1;
        if (pick.ghost && best != nullptr && !best->ghost) continue;
        if (share < 1 && share <= best_share) {
            best = &pick;
            best_share = share;
        }
    }
    return best != nullptr ? std::optional(*best) : std::nullopt;
}

Box positions_box(const Schema& schema, const Snapshot& snapshot) {
    Box box;
    bool first = true;
    for (TypeId id = 0; id < schema.size(); ++id) {
        const PlaceFields fields(schema[id]);
        if (!fields.placed()) continue;
        for (std::size_t i = snapshot.lower_bound({id, 0});
             i < snapshot.size() && snapshot[i].key.type == id; ++i) {
            const auto p = position_of(schema[id], fields, snapshot[i].row);
            if (p && first) {
                box = {p->x, p->y, p->x, p->y};
                first = false;
            } else if (p) {
                box = {std::min(box.x0, p->x), std::min(box.y0, p->y), std::max(box.x1, p->x),
                       std::max(box.y1, p->y)};
            }
        }
    }
    return box;
}

Vec2 place_between(const SceneInput& input, Vec2 previous, Vec2 next) {
    const bool jumped = input.art != nullptr && length(next - previous) > input.art->longest_step();
    return jumped ? next : mix(previous, next, input.k);
}

std::optional<Vec2> item_position(const SceneInput& input, ItemKey key) {
    if (input.frame == nullptr || !input.schema.contains(key.type)) return {};
    const ItemType& type = input.schema[key.type];
    const PlaceFields fields(type);
    const auto place = [&](const Frame& frame) -> std::optional<Vec2> {
        const auto row = frame.snapshot.find(key);
        return row ? position_of(type, fields, *row) : std::nullopt;
    };
    const std::optional<Vec2> reached = place(*input.reached());
    const std::optional<Vec2> next = input.between_frames() ? place(*input.frame) : std::nullopt;
    return reached && next ? place_between(input, *reached, *next) : reached;
}

}  // namespace tickreel
