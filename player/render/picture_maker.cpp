#include "player/render/picture_maker.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <thread>
#include <utility>

#include "player/draw/font_chain.h"
#include "player/draw/hud.h"
#include "player/draw/rasteriser.h"
#include "player/games/art.h"
#include "player/state/match_legend.h"
#include "tickreel/analysis/extent.h"
#include "tickreel/analysis/item_checksums.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/did_you_mean.h"
#include "tickreel/base/parse_number.h"
#include "tickreel/base/text.h"
#include "tickreel/model/names.h"

namespace tickreel {

namespace {

std::vector<std::string> fonts_for(const RenderOptions& options) {
    return options.font == "builtin" ? std::vector<std::string>{} : system_font_files();
}

SceneOptions scene_options(const RenderOptions& options, int height) {
    SceneOptions scene;
    scene.names = options.names;
    scene.ids = options.ids;
    scene.hitboxes = options.hitboxes;
    scene.entities = options.entities;
    scene.trails = options.trails;
    scene.hud = options.hud || options.game_hud;
    scene.ui_scale = std::clamp(static_cast<float>(height) / 720, 0.6F, 4.0F);
    return scene;
}

// Any game: the items that have a position, but no things that the game's art draws.
std::vector<NamedItem> placed_items(const SceneInput& input, const Snapshot& snapshot) {
    const Schema& schema = input.schema;
    std::vector<NamedItem> found;
    for (const Item item : snapshot) {
        if (!schema.contains(item.key.type)) continue;
        const ItemType& type = schema[item.key.type];
        if (find_role(type, Role::PositionX) && (input.art == nullptr || !input.art->knows(type)))
            found.push_back({item.key, item_name(schema, snapshot, item.key)});
    }
    return found;
}

// A server's notes have places and no players.
std::vector<NamedItem> followable(const SceneInput& input, const Frame& frame) {
    if (input.art == nullptr) return placed_items(input, frame.snapshot);
    std::vector<NamedItem> players = input.art->players(input.schema, frame);
    return players.empty() ? placed_items(input, frame.snapshot) : players;
}

}  // namespace

PictureMaker::PictureMaker(const ReelReader& reel, const MatchViews* match,
                           const RenderOptions& options, Moment until, ProblemSink problems)
    : reel_(reel),
      match_(match),
      options_(options),
      until_(until),
      problems_(std::move(problems)),
      font_(textures_, fonts_for(options)),
      follow_name_(options.follow) {}

PictureMaker::~PictureMaker() = default;

Art* PictureMaker::art_of(std::uint32_t segment) {
    const auto found = arts_.find(segment);
    if (found != arts_.end()) return found->second.get();
    ArtOptions options;
    options.installed = options_.art != "builtin";
    options.map_file = options_.map;
    options.data = options_.data;
    bool told = false;
    std::unique_ptr<Art> art = load_art(reel_, segment, options, [&](const Problem& problem) {
        told = true;
        problems_(problem);
    });
    if (art != nullptr) {
        if (!art->has_map() && !told) {
            const bool named = segment < reel_.segments().size();
            problems_({concat("the map ", named ? clean_text(reel_.segments()[segment].map) : "",
                              " is neither in the recording nor installed: drawn without it; "
                              "--map FILE names it")});
        }
        // Whoever renders reports what cannot be read, in one line.
        art->read_messages(reel_, until_, ignore_problems, [] { return false; });
    }
    return arts_.emplace(segment, std::move(art)).first->second.get();
}

std::optional<ItemKey> PictureMaker::followed(const SceneInput& input, const Frame& frame) const {
    const std::vector<NamedItem> all = followable(input, frame);
    // Who is followed is that one, also dead or out of sight while somebody else has the name.
    if (follows_ && followed_at_) {
        const bool there = std::any_of(all.begin(), all.end(),
                                       [&](const NamedItem& one) { return one.key == *follows_; });
        return there ? follows_ : std::nullopt;
    }
    const std::vector<ItemKey> found = find_all_named(all, follow_name_);
    // Of several with that name the one that was followed before.
    if (follows_ && std::find(found.begin(), found.end(), *follows_) != found.end())
        return follows_;
    return found.empty() ? std::nullopt : std::optional(found.front());
}

// Whoever left may have another one in the same slot; so may whoever is behind a gap.
bool PictureMaker::was_there_since(Moment then, const Frame& frame) const {
    if (then.segment != frame.segment) return false;
    const auto most = static_cast<Tick>(reel_.timeline().ticks_per_second() / 2);
    bool there = true;
    Tick last = then.tick;
    const Result<void> read = reel_.scan(
        {then, {frame.segment, frame.tick + 1}}, ignore_problems, [&](const Frame& between) {
            there = between.tick - std::exchange(last, between.tick) <= most &&
                    !entity_name(reel_.schema(), between.snapshot, follows_->entity).empty();
            return there;
        });
    return read && there && last == frame.tick;
}

// A player who takes another name is the same one; that, and that one is gone, is said.
void PictureMaker::keep_following(const Frame& frame) {
    if (!follows_ || names_by_message(reel_.schema())) return;
    const std::string name =
        clean_text(entity_name(reel_.schema(), frame.snapshot, follows_->entity));
    const auto at_tick = [&] {
        return concat(" from tick ", moment_text(reel_.timeline(), frame.moment()), " on");
    };
    const bool same = parse_number<EntityId>(follow_name_) == follows_->entity ||
                      ascii_lower(name) == ascii_lower(clean_text(follow_name_));
    if (!name.empty() && (same || (followed_at_ && was_there_since(*followed_at_, frame)))) {
        if (!same) {
            problems_({concat(clean_text(follow_name_), " is called ", name, at_tick(),
                              " and followed further")});
            follow_name_ = name;
        }
        followed_at_ = frame.moment();
        return;
    }
    if (!followed_at_) return;  // never had a name
    if (!std::exchange(loss_reported_, true))
        problems_({concat(clean_text(follow_name_), " is gone", at_tick())});
    follows_.reset();
    followed_at_.reset();
    follow_name_ = options_.follow;
}

// Said once: a film has many pictures.
void PictureMaker::tell_namesakes(const SceneInput& input, ItemKey key) {
    if (namesakes_reported_) return;
    std::set<EntityId> others;
    for (const ItemKey other : find_all_named(followable(input, *input.reached()), follow_name_))
        if (other.entity != key.entity) others.insert(other.entity);
    if (others.empty()) return;
    namesakes_reported_ = true;
    constexpr std::size_t kMostNumbers = 8;
    const std::string numbers =
        first_of(others, kMostNumbers, [](EntityId other) { return other; });
    problems_({concat(others.size() + 1, " are called ", clean_text(follow_name_), ": number ",
                      key.entity, " is followed; the others are ", numbers,
                      "; --follow takes a number")});
}

void PictureMaker::tell_not_there_yet(const Frame& frame) {
    if (std::exchange(loss_reported_, true)) return;
    problems_(
        {concat(clean_text(follow_name_), " is not on the next map yet at tick ",
                moment_text(reel_.timeline(), frame.moment()), ": the pictures show all of it")});
}

// A place in tiles, say, or of another map.
void PictureMaker::tell_if_empty(const Camera& camera, const Box& world, bool map) {
    if (empty_reported_ || !intersection(camera.visible(), world).empty()) return;
    empty_reported_ = true;
    problems_({concat("the picture is empty: --center ", camera.centre.x, ",", camera.centre.y,
                      " is outside of ", map ? "the map" : "all places in this tick",
                      ", which reaches from ", std::floor(world.x0), ",", std::floor(world.y0),
                      " to ", std::ceil(world.x1), ",", std::ceil(world.y1))});
}

std::string PictureMaker::inputs_note() const {
    if (!options_.inputs || drew_inputs_) return {};
    if (match_ != nullptr && match_->is_union())
        return "--inputs draws nothing: the union has no inputs; --view NAME|N shows a view";
    if (!feed_ || feed_->inputs().empty())
        return "--inputs draws nothing: no keys and aim of Teeworlds are recorded here";
    if (options_.follow.empty())
        return "--inputs draws nothing: nobody is followed, and the recording is no player's; "
               "--follow NAME|N chooses one";
    return concat("--inputs draws nothing: no keys and aim of ", clean_text(options_.follow),
                  " are recorded here");
}

// Of a film, says where it could begin.
Error PictureMaker::nobody_to_follow(const SceneInput& input, double position) const {
    const Timeline& timeline = reel_.timeline();
    const Moment here = timeline.moment(static_cast<std::int64_t>(std::floor(position)));
    std::optional<Moment> there;
    // Whoever renders reports what cannot be read.
    if (here < until_) {
        static_cast<void>(reel_.scan(
            {here, until_}, ignore_problems,
            [&](const Frame& frame) {
                if (followed(input, frame)) there = frame.moment();
                return !there;
            }));
    }
    if (there) {
        return fail("no character of ", options_.follow, " at tick ", moment_text(timeline, here),
                    "; first there at tick ", moment_text(timeline, *there));
    }
    const std::vector<NamedItem> all = followable(input, *input.reached());
    std::vector<std::string_view> names;
    for (const NamedItem& one : all)
        if (!one.name.empty()) names.push_back(one.name);
    return fail("no character of ", options_.follow, " at tick ", moment_text(timeline, here),
                did_you_mean(options_.follow, names), "; tickreel at FILE TICK lists who is there");
}

Result<Camera> PictureMaker::camera_for(const SceneInput& input, double position,
                                        const Image& target) {
    Camera camera;
    camera.viewport = {0, 0, static_cast<float>(target.width), static_cast<float>(target.height)};
    const bool map = input.art != nullptr && input.art->has_map();
    Box world = map ? input.art->world() : positions_box(input.schema, input.frame->snapshot);
    if (world.empty()) world = grown(world, 500);
    camera.fit(world);
    const auto zoom = static_cast<float>(options_.zoom);
    Camera whole = camera;
    whole.scale = std::clamp(whole.scale * zoom, kMinScale, kMaxScale);
    if (options_.centre || !options_.follow.empty()) {
        camera.scale =
            input.art != nullptr ? input.art->game_scale(camera.viewport) : camera.scale * 3;
    }
    camera.scale = std::clamp(camera.scale * zoom, kMinScale, kMaxScale);
    if (options_.centre) {
        camera.centre = *options_.centre;
        tell_if_empty(camera, world, map);
    }
    if (!options_.follow.empty()) {
        const std::optional<ItemKey> key = followed(input, *input.reached());
        const auto place = key ? item_position(input, *key) : std::nullopt;
        if (!place && shown_.camera) {
            if (camera_segment_ == input.reached()->segment)
                return *shown_.camera;  // dead for a moment: keep the camera there
            tell_not_there_yet(*input.reached());
            return *(shown_.camera = whole);  // that place is one of another map
        }
        if (!key) return nobody_to_follow(input, position);
        tell_namesakes(input, *key);
        const Frame& frame = *input.reached();
        if (!followed_at_ && !entity_name(input.schema, frame.snapshot, key->entity).empty())
            followed_at_ = frame.moment();
        follows_ = key;
        if (std::exchange(loss_reported_, false))
            problems_({concat(clean_text(follow_name_), " is there from tick ",
                              moment_text(reel_.timeline(), frame.moment()), " on, as number ",
                              key->entity, ", and followed")});
        camera.centre = place.value_or(camera.centre);
    }
    camera_segment_ = input.reached()->segment;
    shown_.camera = camera;
    return camera;
}

void PictureMaker::add_ghosts(SceneInput& input) {
    if (match_ == nullptr) return;
    std::string trouble;
    if (options_.ghosts) {
        input.ghosts.schema = &match_->schema();
        input.ghosts.frame = ghosts_.of(*match_, input.frame);
        trouble = ghosts_.error();
        if (input.between_frames()) input.ghosts.previous = ghosts_.of(*match_, input.previous);
        if (trouble.empty()) trouble = ghosts_.error();
    }
    if (!trouble.empty()) problems_({concat("ghosts are missing: ", trouble)});
    input.legend = match_legend(*match_, options_.ghosts, trouble);
}

// Said once for each reason: a film has many pictures.
void PictureMaker::add_fog(SceneInput& input) {
    if (match_ == nullptr || match_->is_union() || !options_.fog) return;
    SceneInput now = input;
    if (now.art != nullptr && options_.raw) now.art->evolve(now);
    input.fog = sent_area(now);
    input.legend.push_back(fog_legend(input.fog->known(), input.fog->words));
    if (!input.fog->known()) problems_({input.legend.back()});
}

void PictureMaker::draw_nothing(const std::string& why, Image& target) {
    SceneInput input{reel_.schema(), textures_, font_};
    input.options = scene_options(options_, target.height);
    input.options.backdrop = input.options.grid = false;
    input.camera.viewport = {0, 0, static_cast<float>(target.width),
                             static_cast<float>(target.height)};
    input.legend = match_legend(*match_, false, "");
    input.legend.push_back(why);
    rasterise(build_scene(input).list, textures_, target);
}

Result<void> PictureMaker::draw(const Playhead& head, double position, Image& target,
                                const Shown* as) {
    SceneInput input{reel_.schema(), textures_, font_};
    const bool moving = !options_.raw && head.share() > 0;
    input.frame = moving ? head.following() : &head.frame();
    input.previous = moving ? &head.frame() : nullptr;
    input.k = moving ? static_cast<float>(head.share()) : 1;
    input.recent = head.recent();
    input.ticks_per_second = reel_.timeline().ticks_per_second();
    shown_.seconds = position / input.ticks_per_second;
    input.options = scene_options(options_, target.height);
    input.missing.ticks = head.ticks_into_hole();
    if (options_.gap_sign && head.hole() != nullptr) input.missing.kind = head.hole()->kind;
    input.art = art_of(head.frame().segment);
    add_ghosts(input);
    if (input.art != nullptr && !options_.raw) input.art->evolve(input);
    add_fog(input);
    keep_following(*input.reached());
    Result<Camera> camera =
        as != nullptr && as->camera ? *as->camera : camera_for(input, position, target);
    if (!camera) return camera.error();
    input.camera = *camera;
    if (!options_.follow.empty()) {
        if (const auto key = followed(input, *input.reached())) input.selected = *key;
        input.followed = input.selected;
    }
    if (options_.inputs || input.options.hud) {
        if (!feed_) feed_.emplace(reel_, head.frame().moment(), until_);
        if (input.options.hud) input.feed = feed_->at(position);
        // Also while the one who is followed is dead; never of another one.
        const auto whose = input.followed ? input.followed : follows_;
        if (options_.follow.empty() || whose)
            input.pressed = pressed_input(feed_->inputs(), input.schema, *input.reached(), whose,
                                          static_cast<std::int64_t>(std::floor(position)),
                                          head.readable_since());
        drew_inputs_ = drew_inputs_ || input.pressed;
        input.hud_room = camera->viewport;
        input.hud_room.y1 -= options_.hud ? kStripHeight * input.options.ui_scale : 0;
    }
    Scene scene = build_scene(input);
    if (options_.hud) {
        const Frame& shown = head.frame();
        const Hole* hole = head.hole();
        HudFacts facts;
        facts.time = Timeline::format_time(as != nullptr ? as->seconds : shown_.seconds);
        const Moment now = reel_.timeline().moment(static_cast<std::int64_t>(std::floor(position)));
        facts.tick = moment_text(reel_.timeline(), now);
        facts.integrity = hole != nullptr ? hole->kind : integrity_of(shown.wire);
        facts.wire = shown.wire;
        facts.item_checksums = has_item_checksums(reel_.schema());
        if (shown.segment < reel_.segments().size())
            facts.map = clean_text(reel_.segments()[shown.segment].map);
        draw_hud(scene.list, font_, camera->viewport, facts, input.options.ui_scale);
    }
    const auto threads = static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, 8U));
    rasterise(scene.list, textures_, target, threads);
    return {};
}

}  // namespace tickreel
