#include "player/draw/points.h"

#include <set>

#include <fmt/format.h>

#include "format/model/row.h"
#include "player/draw/art.h"

namespace tickreel {

namespace {

constexpr float kPointRadius = 5;  // pixels
constexpr float kLabelSize = 15;

// Labels that would cover an earlier one are left out.
class LabelPlaces {
public:
    bool take(Vec2 at, float width, float height) {
        constexpr float kCell = 12;
        const auto cell = [](float v) { return static_cast<int>(std::floor(v / kCell)); };
        std::vector<std::pair<int, int>> wanted;
        for (int x = cell(at.x); x <= cell(at.x + width); ++x) {
            for (int y = cell(at.y); y <= cell(at.y + height); ++y) {
                if (taken_.contains({x, y})) {
                    return false;
                }
                wanted.emplace_back(x, y);
            }
        }
        taken_.insert(wanted.begin(), wanted.end());
        return true;
    }

private:
    std::set<std::pair<int, int>> taken_;
};

// 1, 2 or 5 times a power of ten, at least `least`.
double round_step(double least) {
    double step = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
        if (step * factor >= least) {
            return step * factor;
        }
    }
    return step * 10;
}

void draw_heading(const SceneInput& input, Scene& scene, const ItemType& type,
                  const PlaceFields& fields, Row row, Vec2 at, Color color) {
    const float ui = input.options.ui_scale;
    if (const auto angle = scaled_number(type, row, fields.angle)) {
        const bool degrees = type.fields[*fields.angle].unit == "deg";
        const double radians = degrees ? *angle * 3.14159265358979 / 180 : *angle;
        const Vec2 d = direction(static_cast<float>(std::remainder(radians, 6.28318530717959)));
        scene.list.line(at, at + d * (kPointRadius * 2.6F * ui), 2 * ui, color);
        return;
    }
    const auto vx = scaled_number(type, row, fields.velocity_x);
    const auto vy = scaled_number(type, row, fields.velocity_y);
    if (vx && vy && (*vx != 0 || *vy != 0)) {
        const Vec2 d = normalised({static_cast<float>(*vx), static_cast<float>(*vy)});
        scene.list.line(at, at + d * (kPointRadius * 2.6F * ui), 1.5F * ui, faded(color, 0.7F));
    }
}

// Nothing for one that is unhurt or whose health is unknown.
void draw_health(Scene& scene, const std::optional<double>& percent, Vec2 at, float ui) {
    if (!percent || *percent >= 100) {
        return;
    }
    const auto share = static_cast<float>(std::max(*percent, 0.0) / 100);
    const float half = kPointRadius * 1.6F * ui;
    const float top = at.y + kPointRadius * 1.6F * ui;
    const float bottom = top + 3 * ui;
    scene.list.rect({at.x - half, top, at.x + half, bottom}, rgb(0x000000, 170));
    scene.list.rect({at.x - half, top, at.x - half + 2 * half * share, bottom},
                    share > 0.4F ? rgb(0x63d471) : rgb(0xe5534b));
}

std::string label_of(const SceneInput& input, ItemKey key, const ItemType& type) {
    std::string label;
    if (input.options.names) {
        label = clean_text(item_name(input.schema, input.frame->snapshot, key));
    }
    if (input.options.ids) {
        label += fmt::format("{}{} {}", label.empty() ? "" : "  ", type.name, key.entity);
    }
    return label;
}

void draw_point(const SceneInput& input, Scene& scene, const Item& item, const ItemType& type,
                const PlaceFields& fields, LabelPlaces& places) {
    const std::optional<Vec2> world = item_position(input, item.key);
    if (!world) {
        return;
    }
    const float ui = input.options.ui_scale;
    const float radius = kPointRadius * ui;
    const Vec2 at = input.camera.to_screen(*world);
    if (!grown(input.camera.viewport, 2 * radius).contains(at)) {
        return;
    }
    // What has hit points is on somebody's side.
    const auto team = fields.health ? scaled_number(type, item.row, fields.team) : std::nullopt;
    const Color color = distinct_color(team ? fmt::format("{} {}", type.name, *team) : type.name);
    if (input.options.trails) {
        draw_trail(input, scene, item.key, color);
    }
    const std::string label = label_of(input, item.key, type);
    const Color dark{0, 0, 0, 150};
    scene.list.circle(at, radius + 1.5F, dark);
    draw_heading(input, scene, type, fields, item.row, at, color);
    scene.list.circle(at, radius, color);
    draw_health(scene, scaled_number(type, item.row, fields.health), at, ui);
    scene.picks.push_back(
        {item.key, *world, radius / input.camera.scale,
         label.empty() ? fmt::format("{} {}", type.name, item.key.entity) : label});
    const float size = kLabelSize * ui;
    const float width = label.empty() ? 0 : input.font.width(label, size);
    const Vec2 corner{at.x + radius + 4, at.y - size / 2};
    if (!label.empty() && places.take(corner, width, size)) {
        input.font.draw_edged(scene.list, corner, size, rgb(0xe8ecf2), label);
    }
}

}  // namespace

PlaceFields::PlaceFields(const ItemType& type)
    : x(find_role(type, Role::PositionX)),
      y(find_role(type, Role::PositionY)),
      angle(find_role(type, Role::Angle)),
      velocity_x(find_role(type, Role::VelocityX)),
      velocity_y(find_role(type, Role::VelocityY)),
      team(find_role(type, Role::Team)),
      health(find_role(type, Role::Health)) {
    if (health && type.fields[*health].unit != "%") health.reset();
}

std::optional<double> scaled_number(const ItemType& type, Row row,
                                    const std::optional<std::size_t>& field) {
    if (!field) {
        return {};
    }
    const std::optional<double> number = as_number(read_field(type, row, *field));
    if (!number || !std::isfinite(*number)) {
        return {};
    }
    return *number * type.fields[*field].scale;
}

std::optional<Vec2> position_of(const ItemType& type, const PlaceFields& fields, Row row) {
    const auto x = scaled_number(type, row, fields.x);
    const auto y = scaled_number(type, row, fields.y);
    if (!x || !y) {
        return {};
    }
    return Vec2{static_cast<float>(*x), static_cast<float>(*y)};
}

void draw_backdrop(DrawList& list, const Box& viewport) {
    list.rect_gradient(viewport, rgb(0x1d2430), rgb(0x12161d));
}

void draw_grid(const SceneInput& input, Scene& scene) {
    constexpr float kLeastPixels = 70;
    const Camera& camera = input.camera;
    const Box seen = camera.visible();
    const float ui = input.options.ui_scale;
    const double step = round_step(double{kLeastPixels * ui} / double{camera.scale});
    const auto line_color = [](double at) {
        return at == 0 ? rgb(0x9fb4d0, 90) : rgb(0x9fb4d0, 26);
    };
    const auto first = [step](float from) { return std::ceil(double{from} / step); };
    constexpr int kMostLines = 400;
    int lines = 0;
    const float size = 12 * ui;
    const Color ink = rgb(0x8b9bb4, 170);
    for (double n = first(seen.x0); n * step <= double{seen.x1} && lines++ < kMostLines; ++n) {
        const float x = std::round(camera.to_screen({static_cast<float>(n * step), 0}).x);
        scene.list.rect({x, camera.viewport.y0, x + 1, camera.viewport.y1}, line_color(n));
        input.font.draw(scene.list, {x + 4, camera.viewport.y0 + 3}, size, ink,
                        fmt::format("{:g}", n * step + 0.0));
    }
    for (double n = first(seen.y0); n * step <= double{seen.y1} && lines++ < kMostLines; ++n) {
        const float y = std::round(camera.to_screen({0, static_cast<float>(n * step)}).y);
        scene.list.rect({camera.viewport.x0, y, camera.viewport.x1, y + 1}, line_color(n));
        input.font.draw(scene.list, {camera.viewport.x0 + 4, y + 2}, size, ink,
                        fmt::format("{:g}", n * step + 0.0));
    }
}

void draw_trail(const SceneInput& input, Scene& scene, ItemKey key, Color color) {
    if (!input.schema.contains(key.type)) {
        return;
    }
    const ItemType& type = input.schema[key.type];
    const PlaceFields fields(type);
    std::optional<Vec2> last;
    const auto count = static_cast<float>(std::max<std::size_t>(input.recent.size(), 1));
    float step = 0;
    for (const Frame& frame : input.recent) {
        const auto row = frame.snapshot.find(key);
        const std::optional<Vec2> here = row ? position_of(type, fields, *row) : std::nullopt;
        if (here && last) {
            scene.list.line(input.camera.to_screen(*last), input.camera.to_screen(*here),
                            2 * input.options.ui_scale, faded(color, 0.7F * step / count),
                            faded(color, 0.7F * (step + 1) / count));
        }
        last = here;
        ++step;
    }
}

void draw_points(const SceneInput& input, Scene& scene) {
    LabelPlaces places;
    const Snapshot& snapshot = input.frame->snapshot;
    for (TypeId id = 0; id < input.schema.size(); ++id) {
        const ItemType& type = input.schema[id];
        const PlaceFields fields(type);
        if (!fields.placed() || (input.art != nullptr && input.art->knows(type))) {
            continue;
        }
        for (std::size_t i = snapshot.lower_bound({id, 0});
             i < snapshot.size() && snapshot[i].key.type == id; ++i) {
            draw_point(input, scene, snapshot[i], type, fields, places);
        }
    }
}

}  // namespace tickreel
