#include "player/games/teeworlds/teeworlds_art.h"

#include <charconv>

#include "format/base/file.h"
#include "player/games/teeworlds/items.h"
#include "player/games/teeworlds/map_camera.h"
#include "player/games/teeworlds/map_painter.h"
#include "player/games/teeworlds/plain_map_painter.h"
#include "player/games/teeworlds/stage.h"

namespace tickreel {

namespace {

constexpr std::string_view kDrawn[] = {
    "Character", "Projectile", "DDNetProjectile", "DDRaceProjectile",
    "Laser",     "DDNetLaser", "Pickup",          "DDNetPickup",
    "Flag",      "Explosion",  "Spawn",           "HammerHit",
    "Death",     "DamageInd",  "Damage"};
// Have a place but nothing to see: sounds, cameras, the same player once more.
constexpr std::string_view kUnseen[] = {"SoundWorld",    "SoundGlobal",   "MapSoundWorld",
                                        "SpectatorInfo", "CharacterCore", "SpecChar",
                                        "PlayerInput",   "DDNetCharacter"};

class TeeworldsArt final : public Art {
public:
    TeeworldsArt(std::optional<MapFile> map, const GameFiles& files, const ProblemSink& problems)
        : map_(std::move(map)), sprites_(files) {
        if (map_) {
            plain_ = std::make_unique<PlainMapPainter>(*map_);
            if (files.any()) {
                pictures_ = std::make_unique<MapPainter>(*map_, files, problems);
            }
        }
    }

    Box world() const override { return map_ ? map_->world() : Box{}; }
    bool has_map() const override { return map_.has_value(); }

    float game_scale(const Box& viewport) const override {
        return viewport.width() / game_view(viewport).x;
    }

    bool knows(const ItemType& type) const override {
        const auto listed = [&](std::span<const std::string_view> names) {
            return std::find(names.begin(), names.end(), type.name) != names.end();
        };
        return listed(kDrawn) || listed(kUnseen);
    }

    void draw_behind(const SceneInput& input, Scene& scene) override {
        world_ = read_world(input, map_ ? &*map_ : nullptr);
        if (pictures_ && !input.options.entities) {
            pictures_->draw_behind(input, envelope_time(input), scene.list);
        } else if (plain_) {
            plain_->draw(input, scene.list);
        }
        if (input.frame == nullptr) {
            return;
        }
        const Stage stage = make_stage(input, scene);
        draw_projectiles(stage);
        draw_pickups(stage);
        draw_lasers(stage);
        draw_flags(stage);
    }

    void draw_front(const SceneInput& input, Scene& scene) override {
        const Stage stage = make_stage(input, scene);
        draw_hooks(stage);
        draw_tees(stage);
        if (pictures_ && !input.options.entities) {
            pictures_->draw_front(input, envelope_time(input), scene.list);
        }
        if (input.frame != nullptr && input.options.effects) {
            draw_effects(stage);
        }
        draw_plates(stage);
    }

    std::optional<ItemKey> find_player(const Schema& schema, const Snapshot& snapshot,
                                       std::string_view who) const override {
        const Items characters(schema, "Character");
        const Items clients(schema, "ClientInfo");
        std::optional<ItemKey> found;
        clients.each(snapshot, [&](EntityId entity, Row row) {
            if (!found && clients.text(row, "name") == who && characters.find(snapshot, entity)) {
                found = characters.key(entity);
            }
        });
        EntityId number = 0;
        const auto parsed = std::from_chars(who.data(), who.data() + who.size(), number);
        const bool whole = parsed.ec == std::errc() && parsed.ptr == who.data() + who.size();
        if (!found && whole && characters.find(snapshot, number)) {
            found = characters.key(number);
        }
        return found;
    }

private:
    Stage make_stage(const SceneInput& input, Scene& scene) {
        return {input, scene, world_, map_ ? &*map_ : nullptr, sprites_};
    }

    double envelope_time(const SceneInput& input) const {
        constexpr double kMilliseconds = 1000;
        return (world_.tick - world_.round_start) * kMilliseconds /
               std::max(input.ticks_per_second, 1.0);
    }

    std::optional<MapFile> map_;
    Sprites sprites_;
    std::unique_ptr<PlainMapPainter> plain_;
    std::unique_ptr<MapPainter> pictures_;
    World world_;
};

// The map bytes from where they are first found: the option, the recording, the installed game.
std::optional<Bytes> find_map(const ReelReader& reel, std::uint32_t segment,
                              const ArtOptions& options, const GameFiles& installed,
                              const ProblemSink& problems) {
    constexpr std::uint64_t kMaxMap = 256U << 20;
    if (!options.map_file.empty()) {
        Result<Bytes> bytes = read_whole_file(options.map_file, kMaxMap);
        if (bytes) {
            return std::move(*bytes);
        }
        problems({options.map_file + ": " + bytes.error().message});
        return {};
    }
    if (segment >= reel.segments().size()) {
        return {};
    }
    const Segment& wanted = reel.segments()[segment];
    const std::string name = "maps/" + wanted.map + ".map";
    for (std::size_t i = 0; i < reel.attachments().size(); ++i) {
        if (reel.attachments()[i].name != name || reel.attachments()[i].bytes > kMaxMap) {
            continue;
        }
        Result<Bytes> bytes = reel.attachment(i);
        if (bytes) {
            return std::move(*bytes);
        }
        problems({"attachment " + name + ": " + bytes.error().message});
    }
    return installed.map(wanted, problems);
}

}  // namespace

std::unique_ptr<Art> make_teeworlds_art(std::optional<MapFile> map, const GameFiles& files,
                                        const ProblemSink& problems) {
    return std::make_unique<TeeworldsArt>(std::move(map), files, problems);
}

std::unique_ptr<Art> load_teeworlds_art(const ReelReader& reel, std::uint32_t segment,
                                        const ArtOptions& options, const ProblemSink& problems) {
    const GameFiles installed(options.data);
    std::optional<MapFile> map;
    if (const auto bytes = find_map(reel, segment, options, installed, problems)) {
        Result<MapFile> read = read_map(*bytes, problems);
        if (read) {
            map = std::move(*read);
        } else {
            problems({"the map cannot be drawn: " + read.error().message});
        }
    }
    return make_teeworlds_art(std::move(map), options.installed ? installed : GameFiles::none(),
                              problems);
}

}  // namespace tickreel
