#include "player/draw/points.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <span>

#include <fmt/format.h>

#include "player/draw/art.h"
#include "player/draw/map_inks.h"
#include "tickreel/model/names.h"
#include "tickreel/model/row.h"

namespace tickreel {

namespace {

constexpr float kPointRadius = 5;  // pixels
constexpr float kLabelSize = 15;
constexpr double kTrailSeconds = 1;

// Omits labels that would cover an earlier one.
class LabelPlaces {
public:
    bool take(Vec2 at, float width, float height) {
        constexpr float kCell = 12;
        const auto cell = [](float v) { return static_cast<int>(std::floor(v / kCell)); };
        std::vector<std::pair<int, int>> wanted;
        for (int x = cell(at.x); x <= cell(at.x + width); ++x) {
            for (int y = cell(at.y); y <= cell(at.y + height); ++y) {
                if (taken_.contains({x, y})) return false;
                wanted.emplace_back(x, y);
            }
        }
        taken_.insert(wanted.begin(), wanted.end());
        return true;
    }

private:
    std::set<std::pair<int, int>> taken_;
};

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

// Draws nothing if the item is unhurt or its health is unknown.
void draw_health(Scene& scene, const std::optional<double>& percent, Vec2 at, float ui) {
    if (!percent || *percent >= 100) return;
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
    if (input.options.names)
        label = clean_text(item_name(input.schema, input.frame->snapshot, key));
    if (input.options.ids)
        label += fmt::format("{}{} {}", label.empty() ? "" : "  ", type.name, key.entity);
    return label;
}

// Easy to distinguish on a dark background, as far as possible also with red-green blindness.
constexpr std::array<std::uint32_t, 10> kSides{0xffa726, 0x4fc3f7, 0x9ccc65, 0xff80ab, 0xffab91,
                                               0xe6ee9c, 0x69f0ae, 0xef5350, 0xffee58, 0xba68c8};
constexpr std::uint32_t kNoSide = 0xb0bec5;

// The colour of the `rank`-th type drawn as points. Types with hit points are coloured by side,
// with variations between types of one side. Static things are duller.
Color point_color(const ItemType& type, const PlaceFields& fields, Row row, std::size_t rank) {
    if (!fields.health || !fields.team) {
        constexpr double kGolden = 0.6180339887;
        const double turns = 0.1 + kGolden * static_cast<double>(rank);
        return hsl(static_cast<float>(turns - std::floor(turns)), fields.is_thing() ? 0.38F : 0.62F,
                   0.62F);
    }
    const auto team = scaled_number(type, row, fields.team);
    if (!team || std::abs(*team) > 1e6) return rgb(kNoSide);
    const auto side = static_cast<std::size_t>(std::abs(std::llround(*team))) + 5 * rank;
    return rgb(kSides[side % kSides.size()]);
}

// Static things are diamonds, moving or turning ones are round.
void draw_symbol(DrawList& list, Vec2 at, float radius, bool thing, Color color) {
    if (!thing) {
        list.circle(at, radius, color);
        return;
    }
    const float reach = radius * 1.15F;
    list.polygon(
        {{at.x, at.y - reach}, {at.x + reach, at.y}, {at.x, at.y + reach}, {at.x - reach, at.y}},
        color);
}

struct Label {
    Vec2 corner{};
    std::string text{};
    bool chosen = false;  // of what is looked at: another's beside its ring would be taken for it
};

void draw_point(const SceneInput& input, Scene& scene, const Item& item, const ItemType& type,
                const PlaceFields& fields, std::size_t rank, std::vector<Label>& labels) {
    const std::optional<Vec2> world = item_position(input, item.key);
    if (!world) return;
    const float ui = input.options.ui_scale;
    const float radius = kPointRadius * ui;
    const Vec2 at = input.camera.to_screen(*world);
    if (!grown(input.camera.viewport, 2 * radius).contains(at)) return;
    const Color color = point_color(type, fields, item.row, rank);
    if (input.options.trails) draw_trail(input, scene, item.key, color);
    const std::string label = label_of(input, item.key, type);
    const Color dark{0, 0, 0, 150};
    draw_symbol(scene.list, at, radius + 1.5F, fields.is_thing(), dark);
    draw_heading(input, scene, type, fields, item.row, at, color);
    draw_symbol(scene.list, at, radius, fields.is_thing(), color);
    draw_health(scene, scaled_number(type, item.row, fields.health), at, ui);
    scene.picks.push_back(
        {item.key, *world, radius / input.camera.scale,
         label.empty() ? fmt::format("{} {}", type.name, item.key.entity) : label});
    if (!label.empty())
        labels.push_back({{at.x + radius + 4, at.y - kLabelSize * ui / 2},
                          label,
                          input.selected == item.key || input.followed == item.key ||
                              input.hovered == item.key});
}

// Above all points: of overlapping labels only the first, and that of what is chosen before all.
void draw_labels(const SceneInput& input, Scene& scene, std::vector<Label>& labels) {
    std::stable_partition(labels.begin(), labels.end(),
                          [](const Label& label) { return label.chosen; });
    LabelPlaces places;
    const float size = kLabelSize * input.options.ui_scale;
    for (const Label& label : labels)
        if (places.take(label.corner, input.font.width(label.text, size), size))
            input.font.draw_edged(scene.list, label.corner, size, map_ink::kLabel, label.text);
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
    if (!field) return {};
    const std::optional<double> number = as_number(read_field(type, row, *field));
    if (!number || !std::isfinite(*number)) return {};
    return *number * type.fields[*field].scale;
}

std::optional<Vec2> position_of(const ItemType& type, const PlaceFields& fields, Row row) {
    const auto x = scaled_number(type, row, fields.x);
    const auto y = scaled_number(type, row, fields.y);
    if (!x || !y) return {};
    return Vec2{static_cast<float>(*x), static_cast<float>(*y)};
}

void draw_trail(const SceneInput& input, Scene& scene, ItemKey key, Color color) {
    if (!input.schema.contains(key.type)) return;
    const ItemType& type = input.schema[key.type];
    const PlaceFields fields(type);
    std::optional<Vec2> last;
    const Tick oldest = input.frame->tick - std::llround(kTrailSeconds * input.ticks_per_second);
    const auto first = std::find_if(input.recent.begin(), input.recent.end(),
                                    [oldest](const Frame& frame) { return frame.tick >= oldest; });
    const auto count = static_cast<float>(input.recent.end() - first);
    float step = 0;
    for (const Frame& frame : std::span(first, input.recent.end())) {
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
    std::vector<Label> labels;
    std::size_t rank = 0;
    const Snapshot& snapshot = input.frame->snapshot;
    for (TypeId id = 0; id < input.schema.size(); ++id) {
        const ItemType& type = input.schema[id];
        const PlaceFields fields(type);
        if (!fields.placed() || (input.art != nullptr && input.art->knows(type))) continue;
        for (std::size_t i = snapshot.lower_bound({id, 0});
             i < snapshot.size() && snapshot[i].key.type == id; ++i)
            draw_point(input, scene, snapshot[i], type, fields, rank, labels);
        ++rank;
    }
    draw_labels(input, scene, labels);
}

}  // namespace tickreel
