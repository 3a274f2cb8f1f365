#include "player/games/teeworlds/teeworlds_art.h"

#include <mutex>

#include "player/games/teeworlds/items.h"
#include "player/games/teeworlds/map_camera.h"
#include "player/games/teeworlds/map_painter.h"
#include "player/games/teeworlds/message_history.h"
#include "player/games/teeworlds/plain_map_painter.h"
#include "player/games/teeworlds/sent_area.h"
#include "player/games/teeworlds/stage.h"
#include "player/games/teeworlds/switches.h"
#include "player/games/teeworlds/used_skins.h"
#include "tickreel/base/file.h"
#include "tickreel/games/teeworlds/character_evolver.h"
#include "tickreel/reel/evolution.h"

namespace tickreel::teeworlds_art {

namespace {

constexpr std::string_view kDrawn[] = {
    "Character", "Projectile", "DDNetProjectile", "DDRaceProjectile",
    "Laser",     "DDNetLaser", "Pickup",          "DDNetPickup",
    "Flag",      "Explosion",  "Spawn",           "HammerHit",
    "Death",     "DamageInd",  "Damage"};
// Have a position but are not drawn: sounds, cameras, duplicates of players.
constexpr std::string_view kUnseen[] = {"SoundWorld",    "SoundGlobal",   "MapSoundWorld",
                                        "SpectatorInfo", "CharacterCore", "SpecChar",
                                        "PlayerInput",   "DDNetCharacter"};

// The built-in look needs neither pictures nor the layers that use them.
void forget_pictures(MapFile& map) {
    for (MapImage& image : map.images) image.pixels = Image();
    for (MapGroup& group : map.groups) {
        for (MapLayer& layer : group.layers) {
            layer.quads.reset();
            if (layer.tiles && layer.tiles->kind == TileKind::Design) layer.tiles.reset();
        }
    }
}

class TeeworldsArt final : public Art {
public:
    TeeworldsArt(std::optional<MapFile> map, std::unique_ptr<Evolver> evolver,
                 const GameFiles& files, const MapPainter::ReadEmbedded& embedded,
                 const ProblemSink& problems)
        : map_(std::move(map)),
          evolver_(std::move(evolver)),
          sprites_(files),
          history_(std::make_shared<MessageHistory>()) {
        if (map_) {
            zones_ = zone_tunings(map_->settings);
            interior_ = map_->interior();
            plain_ = std::make_unique<PlainMapPainter>(*map_);
            if (files.any())
                pictures_ = std::make_unique<MapPainter>(*map_, files, embedded, problems);
            else
                forget_pictures(*map_);
        }
    }

    void set_protocol(std::string protocol) { protocol_ = std::move(protocol); }
    SentArea sent_area(const SceneInput& input) const override {
        return teeworlds_art::sent_area(input, protocol_, *history());
    }

    void prepare(const std::set<std::string>& skins, const ProblemSink& problems) {
        sprites_.prepare(skins, problems);
    }

    Box world() const override { return interior_; }
    bool has_map() const override { return map_.has_value(); }
    Evolver* evolver() override { return evolver_.get(); }

    float game_scale(const Box& viewport) const override {
        return viewport.width() / game_view(viewport).x;
    }

    float longest_step() const override { return 300; }  // no player is that fast

    bool knows(const ItemType& type) const override {
        const auto listed = [&](std::span<const std::string_view> names) {
            return std::find(names.begin(), names.end(), type.name) != names.end();
        };
        return listed(kDrawn) || listed(kUnseen);
    }

    void read_messages(const ReelReader& reel, Moment until, const ProblemSink& problems,
                       const std::function<bool()>& stopped) override {
        read_message_history(
            reel, until, problems, stopped,
            [this](MessageHistoryPointer known) {
                const std::lock_guard lock(history_mutex_);
                history_ = std::move(known);
            });
    }

    void draw_behind(const SceneInput& input, Scene& scene) override {
        world_ = read_world(input, map_ ? &*map_ : nullptr, *history());
        if (pictures_ && !input.options.entities)
            pictures_->draw_behind(input, envelope_time(input), scene.list);
        else if (plain_)
            plain_->draw(input, scene.list);
        if (input.frame != nullptr) draw_small_things(make_stage(input, scene));
    }

    void draw_front(const SceneInput& input, Scene& scene) override {
        const Stage stage = make_stage(input, scene);
        draw_hooks(stage);
        draw_tees(stage);
        if (pictures_ && !input.options.entities)
            pictures_->draw_front(input, envelope_time(input), scene.list);
        if (input.frame != nullptr && input.options.effects) draw_effects(stage);
        if (input.frame != nullptr) {
            draw_emotes(stage);
            draw_chat(stage);
        }
        draw_name_plates(stage);
    }

    void draw_things(const SceneInput& input, Scene& scene) override {
        const World kept =
            std::exchange(world_, read_world(input, map_ ? &*map_ : nullptr, *history()));
        const Stage stage = make_stage(input, scene);
        draw_small_things(stage);
        draw_hooks(stage);
        draw_tees(stage);
        world_ = kept;
    }

    void draw_hud(const SceneInput& input, Scene& scene) override {
        teeworlds_art::draw_hud(make_stage(input, scene), read_match_state(input, *history()));
    }

    std::vector<NamedItem> players(const Schema& schema, const Frame& frame) const override {
        const Items characters(schema, "Character");
        const Items clients(schema, schema.find("ClientInfo") ? "ClientInfo" : "De_ClientInfo");
        const MessageHistoryPointer roster = history();
        std::vector<NamedItem> found;
        characters.each(frame.snapshot, [&](EntityId entity, Row) {
            const auto client = clients.find(frame.snapshot, entity);
            const RosterEntry* known = roster->roster.find(entity, frame.moment());
            found.push_back({characters.key(entity), client
                                                         ? clean_text(clients.text(*client, "name"))
                                                     : known ? clean_text(known->name)
                                                             : std::string()});
        });
        return found;
    }

private:
    static void draw_small_things(const Stage& stage) {
        const Switches switches(stage);
        draw_projectiles(stage, switches);
        draw_pickups(stage, switches);
        draw_lasers(stage, switches);
        draw_flags(stage);
    }

    Stage make_stage(const SceneInput& input, Scene& scene) {
        return {input, scene, world_, map_ ? &*map_ : nullptr, sprites_, zones_};
    }

    MessageHistoryPointer history() const {
        const std::lock_guard lock(history_mutex_);
        return history_;
    }

    double envelope_time(const SceneInput& input) const {
        constexpr double kMilliseconds = 1000;
        return (world_.tick - world_.round_start) * kMilliseconds /
               std::max(input.ticks_per_second, 1.0);
    }

    std::string protocol_;
    std::optional<MapFile> map_;
    std::unique_ptr<Evolver> evolver_;
    std::map<int, Tuning> zones_;
    Box interior_;
    Sprites sprites_;
    mutable std::mutex history_mutex_;  // messages are read on another thread
    MessageHistoryPointer history_;
    std::unique_ptr<PlainMapPainter> plain_;
    std::unique_ptr<MapPainter> pictures_;
    World world_;
};

std::optional<Bytes> map_of_options(const ArtOptions& options, const ProblemSink& problems) {
    constexpr std::uint64_t kMaxMap = 256U << 20;
    Result<Bytes> bytes = read_whole_file(options.map_file, kMaxMap);
    if (bytes) return std::move(*bytes);
    problems({options.map_file + ": " + bytes.error().message});
    return {};
}

// The map's content from the first source: the option, the recording, the installed game.
std::optional<Bytes> find_map(const ReelReader& reel, std::uint32_t segment,
                              const ArtOptions& options, const GameFiles& installed,
                              const ProblemSink& problems) {
    if (!options.map_file.empty()) return map_of_options(options, problems);
    if (segment >= reel.segments().size()) return {};
    const Segment& wanted = reel.segments()[segment];
    Result<std::optional<Bytes>> attached = attached_map(reel, wanted);
    if (!attached)
        problems({attached.error().message});
    else if (*attached)
        return std::move(*attached);
    return installed.map(wanted, problems);
}

std::unique_ptr<Evolver> make_evolver(const Schema& schema, ByteView map) {
    auto made = teeworlds::read_character_evolver(schema, map);
    return made ? std::move(*made) : nullptr;
}

}  // namespace

std::unique_ptr<Art> make_teeworlds_art(std::optional<MapFile> map, const GameFiles& files,
                                        const ProblemSink& problems) {
    return std::make_unique<TeeworldsArt>(std::move(map), nullptr, files,
                                          MapPainter::ReadEmbedded(), problems);
}

std::optional<Bytes> find_teeworlds_map(const Segment& segment, const ArtOptions& options,
                                        const ProblemSink& problems) {
    return options.map_file.empty() ? GameFiles(options.data).map(segment, problems)
                                    : map_of_options(options, problems);
}

std::unique_ptr<Art> load_teeworlds_art(const ReelReader& reel, std::uint32_t segment,
                                        const ArtOptions& options, const ProblemSink& problems) {
    const GameFiles installed(options.data);
    std::optional<MapFile> map;
    auto bytes = find_map(reel, segment, options, installed, problems);
    MapPainter::ReadEmbedded embedded;
    // Players collide with the map's walls even if it is not drawn.
    std::unique_ptr<Evolver> evolver = bytes ? make_evolver(reel.schema(), *bytes) : nullptr;
    if (bytes && options.map) {
        const auto kept = std::make_shared<const Bytes>(std::move(*bytes));
        Result<MapFile> read = read_map(*kept, problems, MapPictures::Leave);
        if (read) {
            map = std::move(*read);
            embedded = [kept](std::size_t index) { return read_map_image(*kept, index); };
        } else {
            problems({"the map cannot be drawn: " + read.error().message});
        }
    }
    auto art = std::make_unique<TeeworldsArt>(std::move(map), std::move(evolver),
                                              options.installed ? installed : GameFiles::none(),
                                              embedded, problems);
    const auto protocol = reel.info().properties.find("protocol");
    if (protocol != reel.info().properties.end()) art->set_protocol(protocol->second);
    if (options.installed) art->prepare(used_skins(reel, segment), problems);
    return art;
}

}  // namespace tickreel::teeworlds_art
