#pragma once
// The map view at the playhead. Builds the scene (player/draw) in a separate draw list, which the
// app draws before ImGui; this class handles the camera, picking and the overlays on the map. Wheel
// zooms at the cursor, drag pans, click selects, double click follows.

#include "player/draw/scene.h"
#include "player/panels/panel.h"

namespace tickreel {

class MatchViews;

class MapPanel final : public Panel {
public:
    void draw(const PanelContext& context) override;
    const DrawList& scene() const { return scene_.list; }
    double build_milliseconds() const { return build_ms_; }

private:
    struct InterpolatedFrames {  // which frames the picture mixes
        const Frame* frame = nullptr;
        const Frame* previous = nullptr;
        float k = 1;
        std::span<const Frame> recent{};
    };
    static InterpolatedFrames shown(const PanelContext& context);
    // Kills and chat of the last seconds.
    void read_feed(const PanelContext& context);
    SceneInput scene_input(const PanelContext& context, const Camera& camera) const;
    static SceneOptions scene_options(const PanelContext& context);
    static void add_fog(const PanelContext& context, const MatchViews& match, SceneInput& input);
    // The second view of a match file, in the right half of the map.
    SceneInput beside_input(const PanelContext& context, const Camera& camera) const;
    void draw_beside(const PanelContext& context, Camera camera, const Box& half);
    void fit_world(const PanelContext& context, Camera& camera);
    Camera place_camera(const PanelContext& context, const Box& viewport);
    void handle_mouse(const PanelContext& context, Camera camera);
    void draw_facts(const PanelContext& context, const Box& viewport) const;
    static void draw_mismatch(const PanelContext& context, const Box& viewport, const Frame& frame);
    void draw_switches(const PanelContext& context, const Box& viewport);
    // Where it says that snapshots are missing; empty: none are.
    static Box trouble_box(const PanelContext& context, const Box& viewport);
    void draw_trouble(const PanelContext& context, const Box& viewport) const;
    static void draw_trouble_buttons(const PanelContext& context, bool recoverable);
    void draw_notice(const PanelContext& context, const Box& viewport) const;

    Scene scene_;
    Scene beside_;  // if it is shown: drawn with scene_
    Box beside_box_{};
    std::vector<FeedLine> feed_;
    Box world_;  // everything seen so far, where there is no map
    std::uint64_t generation_ = 0;
    std::optional<std::uint32_t> followed_in_;  // the segment in which that one was seen last
    float switches_width_ = 380;                // as measured in the last frame
    bool was_fit_ = true;
    bool dragged_ = false;
    std::optional<ItemKey> hovered_;
    double build_ms_ = 0;
};

}  // namespace tickreel
