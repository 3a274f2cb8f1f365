#include "player/panels/thumbnails.h"

#include <algorithm>
#include <cmath>

#include "player/draw/rasteriser.h"
#include "player/games/art.h"
#include "player/state/playback.h"
#include "player/state/recording_session.h"

namespace tickreel {

namespace {

constexpr std::size_t kMostKept = 32;

}  // namespace

// Draws the moments; used by one job at a time, and by nobody else.
class Thumbnails::Workshop {
public:
    explicit Workshop(std::shared_ptr<const ReelReader> reader) : reader_(std::move(reader)) {}
    bool is_of(const std::shared_ptr<const ReelReader>& reader) const { return reader_ == reader; }

    std::optional<FinishedThumbnail> make(std::int64_t position, const Ground& ground,
                                          const std::optional<ItemKey>& followed) {
        const Result<Frame> frame = reader_->at(reader_->timeline().moment(position));
        if (!frame) return {};
        // Dead or gone: the whole map says more than the place where somebody was.
        const bool close = followed && frame->snapshot.find(*followed);
        const bool on_ground = !close && frame->segment == ground.segment && !ground.map.empty();
        SceneInput input{reader_->schema(), textures_, font_};
        input.frame = &*frame;
        input.ticks_per_second = reader_->timeline().ticks_per_second();
        input.art = art_of(frame->segment, !on_ground);
        input.camera = ground.camera;
        input.options.names = false;
        input.options.backdrop = !on_ground;
        input.options.grid = !on_ground;
        if (input.art != nullptr) input.art->evolve(input);
        Image picture = on_ground ? ground.map
                                  : Image(static_cast<int>(ground.camera.viewport.x1),
                                          static_cast<int>(ground.camera.viewport.y1));
        if (!on_ground) {
            const bool map = input.art != nullptr && input.art->has_map();
            const Box world =
                map ? input.art->world() : positions_box(input.schema, frame->snapshot);
            input.camera.fit(world.empty() ? grown(world, 500) : world);
        }
        if (close) look_at(*followed, input);
        rasterise(build_scene(input).list, textures_, picture);
        return FinishedThumbnail{position, std::move(picture)};
    }

private:
    static void look_at(ItemKey followed, SceneInput& input) {
        constexpr float kCloser = 3;  // than everything, for games without a scale of their own
        const std::optional<Vec2> place = item_position(input, followed);
        if (!place) return;
        input.camera.centre = *place;
        input.camera.scale = input.art != nullptr ? input.art->game_scale(input.camera.viewport)
                                                  : input.camera.scale * kCloser;
        input.selected = followed;
    }

    // The built-in look, with the map or for the players only.
    Art* art_of(std::uint32_t segment, bool with_map) {
        auto& art = arts_[{segment, with_map}];
        if (art == nullptr) {
            ArtOptions options;
            options.installed = false;
            options.map = with_map;
            art = load_art(*reader_, segment, options, ignore_problems);
        }
        return art.get();
    }

    std::shared_ptr<const ReelReader> reader_;
    TextureStore textures_;
    Font font_{textures_};
    std::map<std::pair<std::uint32_t, bool>, std::unique_ptr<Art>> arts_;
};

void Thumbnails::forget(const RecordingSession& session) {
    for (const auto& [position, texture] : kept_) free_.push_back(texture);
    kept_.clear();
    asked_ = -1;
    ground_.reset();
    if (generation_ != session.generation()) {
        generation_ = session.generation();
        making_.cancel();
        workshop_.reset();
    }
}

void Thumbnails::draw_ground(const RecordingSession& session, std::uint32_t segment,
                             TextureStore& textures, Font& font, Art* art) {
    auto ground = std::make_shared<Ground>();
    ground->segment = segment;
    ground->camera.viewport = {0, 0, std::round(kWidth * scale_), std::round(kHeight * scale_)};
    if (art != nullptr && art->has_map()) {
        ground->camera.fit(art->world(), 0.01F);
        SceneInput input{session.reader().schema(), textures, font};
        input.art = art;
        input.camera = ground->camera;
        ground->map = Image(static_cast<int>(ground->camera.viewport.x1),
                            static_cast<int>(ground->camera.viewport.y1));
        rasterise(build_scene(input).list, textures, ground->map);
    }
    ground_ = std::move(ground);
}

void Thumbnails::keep(FinishedThumbnail made, TextureStore& textures) {
    if (kept_.size() >= kMostKept) {  // the one farthest away goes
        const auto far = std::abs(kept_.begin()->first - made.position) >
                                 std::abs(kept_.rbegin()->first - made.position)
                             ? kept_.begin()
                             : std::prev(kept_.end());
        free_.push_back(far->second);
        kept_.erase(far);
    }
    if (free_.empty()) {
        kept_[made.position] = textures.add(std::move(made.picture));
        return;
    }
    textures.update(free_.back(), std::move(made.picture));
    kept_[made.position] = free_.back();
    free_.pop_back();
}

void Thumbnails::start(const RecordingSession& session) {
    // Of a recording that has grown, the reader before knows only the beginning.
    if (workshop_ == nullptr || !workshop_->is_of(session.shared_reader()))
        workshop_ = std::make_shared<Workshop>(session.shared_reader());
    asked_ = *wanted_;
    making_.start([workshop = workshop_, ground = ground_, position = *wanted_,
                   followed = followed_](WorkControl&, const auto& publish) {
        if (std::optional<FinishedThumbnail> made = workshop->make(position, *ground, followed))
            publish(std::move(*made));
    });
}

void Thumbnails::update(const RecordingSession& session, std::uint32_t segment,
                        TextureStore& textures, Font& font, Art* art,
                        std::optional<ItemKey> followed, float scale) {
    const bool other = generation_ != session.generation() || art_ != art || scale_ != scale ||
                       followed_ != followed ||
                       (ground_ != nullptr && session.ready() && ground_->segment != segment);
    if (other) {
        art_ = art;
        scale_ = scale;
        followed_ = followed;
        forget(session);
    }
    std::optional<FinishedThumbnail> made = making_.take();
    const bool fits = made && ground_ != nullptr && asked_ == made->position &&
                      made->picture.width == static_cast<int>(ground_->camera.viewport.x1);
    if (fits && !kept_.contains(made->position)) keep(std::move(*made), textures);
    if (wanted_ && session.ready() && !making_.running() && !kept_.contains(*wanted_) &&
        asked_ != *wanted_) {
        if (ground_ == nullptr) draw_ground(session, segment, textures, font, art);
        start(session);
    }
    wanted_.reset();
}

std::optional<TextureId> Thumbnails::at(std::int64_t position, std::int64_t slack) {
    wanted_ = position;
    const auto after = kept_.lower_bound(position);
    auto best = after;
    if (after != kept_.begin() &&
        (after == kept_.end() || position - std::prev(after)->first < after->first - position))
        best = std::prev(after);
    if (best == kept_.end() || std::abs(best->first - position) > slack) return {};
    return best->second;
}

}  // namespace tickreel
