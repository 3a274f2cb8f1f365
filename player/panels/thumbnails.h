#pragma once
// Thumbnails of moments, for the pointer on the timeline: of the followed player as the game shows
// the world, else of the whole map. The frame draws the map once; the moment
// is read and its players are drawn over the map in the background, one picture at a time and
// always the one requested last. A few dozen are cached.

#include <map>
#include <memory>
#include <optional>

#include "player/draw/camera.h"
#include "player/draw/image.h"
#include "player/draw/scene.h"
#include "player/state/recording_session.h"
#include "tickreel/base/background.h"

namespace tickreel {

class Thumbnails {
public:
    static constexpr int kWidth = 240;  // pixels, times the scale
    static constexpr int kHeight = 150;

    // Once a frame, of the segment under the playhead: takes in what is finished, starts what is
    // wanted.
    void update(const RecordingSession& session, std::uint32_t segment, TextureStore& textures,
                Font& font, Art* art, std::optional<ItemKey> followed, float scale);
    // The picture nearest to that position, when one is as near as `slack`; until then the frame
    // has nothing. Asks for the exact one.
    std::optional<TextureId> at(std::int64_t position, std::int64_t slack);
    bool busy() const { return making_.running(); }

private:
    struct Ground {  // what all pictures of a segment have in common
        std::uint32_t segment = 0;
        Image map{};  // empty without one
        Camera camera{};
    };
    struct FinishedThumbnail {
        std::int64_t position = 0;
        Image picture{};
    };
    class Workshop;

    void draw_ground(const RecordingSession& session, std::uint32_t segment, TextureStore& textures,
                     Font& font, Art* art);
    void forget(const RecordingSession& session);
    void keep(FinishedThumbnail made, TextureStore& textures);
    void start(const RecordingSession& session);

    std::uint64_t generation_ = 0;
    const Art* art_ = nullptr;
    float scale_ = 1;
    std::optional<ItemKey> followed_;
    std::shared_ptr<const Ground> ground_;
    std::shared_ptr<Workshop> workshop_;
    std::map<std::int64_t, TextureId> kept_;  // by position
    std::vector<TextureId> free_;             // of pictures that were forgotten
    std::optional<std::int64_t> wanted_;
    std::int64_t asked_ = -1;  // what the last job was for
    Background<FinishedThumbnail> making_;
};

}  // namespace tickreel
