#pragma once
// Renders the picture of one moment: camera, scene, rasteriser.

#include <map>
#include <memory>

#include "player/draw/art.h"
#include "player/draw/scene.h"
#include "player/render/feed_reader.h"
#include "player/render/playhead.h"
#include "player/render/render_options.h"
#include "player/state/match_views.h"

namespace tickreel {

class PictureMaker {
public:
    // `until`: the last moment to be drawn. `match`: that the recording is a view of, or nullptr.
    PictureMaker(const ReelReader& reel, const MatchViews* match, const RenderOptions& options,
                 Moment until, ProblemSink problems);
    ~PictureMaker();

    // What another picture of the same size and match shows, for one beside it.
    struct Shown {
        std::optional<Camera> camera{};
        double seconds = 0;  // since the start of its recording, which may be another one's
    };
    // `position`: ticks on the timeline, with a fraction. `as`: nothing: as the options say.
    Result<void> draw(const Playhead& head, double position, Image& target, const Shown* as = {});
    // Only which view it is and why nothing of it is shown. Of a view of a match file.
    void draw_nothing(const std::string& why, Image& target);
    const Shown& shown() const { return shown_; }  // the last picture
    // Why no picture has the inputs that the options ask for; "": one has, or they do not.
    std::string inputs_note() const;

private:
    Art* art_of(std::uint32_t segment);
    Result<Camera> camera_for(const SceneInput& input, double position, const Image& target);
    std::optional<ItemKey> followed(const SceneInput& input, const Frame& frame) const;
    void keep_following(const Frame& frame);
    bool was_there_since(Moment then, const Frame& frame) const;
    void tell_namesakes(const SceneInput& input, ItemKey key);
    void tell_not_there_yet(const Frame& frame);
    void tell_if_empty(const Camera& camera, const Box& world, bool map);
    Error nobody_to_follow(const SceneInput& input, double position) const;
    void add_ghosts(SceneInput& input);
    void add_fog(SceneInput& input);

    const ReelReader& reel_;
    const MatchViews* match_;
    const RenderOptions& options_;
    Moment until_;
    ProblemSink problems_;
    TextureStore textures_;
    Font font_;
    std::map<std::uint32_t, std::unique_ptr<Art>> arts_;
    GhostFrames ghosts_;
    std::optional<FeedReader> feed_;  // from the first picture on
    Shown shown_;
    std::optional<ItemKey> follows_{};
    std::string follow_name_;  // as the options say, or what that player is called since
    std::optional<Moment> followed_at_{};  // of the last picture in which that player had a name
    std::optional<std::uint32_t> camera_segment_{};  // that its place is one of
    bool loss_reported_ = false;
    bool namesakes_reported_ = false;
    bool empty_reported_ = false;
    bool drew_inputs_ = false;
};

}  // namespace tickreel
