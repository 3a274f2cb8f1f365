#pragma once
// The player without a window: keys and mouse in, two draw lists out (the map's scene and the
// panels above it). The window, the tests and the screenshot use this same frame.

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "player/app/layout.h"
#include "player/app/session_store.h"
#include "player/app/theme.h"
#include "player/app/ui_context.h"
#include "player/games/art.h"
#include "player/panels/thumbnails.h"
#include "player/state/player_state.h"

namespace tickreel {

struct PlayerAppOptions {
    float scale = 0;                   // pixels per point; 0: from the screen
    std::string recents_file{};        // "": remembers nothing
    std::string settings_file{};       // likewise
    std::string session_file{};        // likewise
    std::string pictures{};            // the folder for S; "": the recording's folder
    std::vector<std::string> fonts{};  // for names on the map; empty: the built-in pixel font
    ArtOptions art{};
};

class PlayerApp {
public:
    explicit PlayerApp(const PlayerAppOptions& options);
    ~PlayerApp();

    void open(const std::string& path, const std::string& place = "", const std::string& view = "");
    // Runs the action of that key, unless a text box or an open dialog has the keyboard. True if an
    // action ran.
    bool key(const KeyChord& chord);
    UiContext& ui() { return ui_; }
    // Executed immediately between frames, else after the frame. See last_changes() for its effect.
    void enqueue(Command command);
    const Changes& last_changes() const { return last_changes_; }  // of the last command
    bool quits() const { return quits_; }
    // Reopens the last recording, if it still exists.
    void open_last();
    // The window moved to another screen. No effect if the options set a scale.
    void set_screen_scale(float scale);

    // One frame: takes background results, draws, applies commands, advances by `elapsed`.
    void frame(float width, float height, PlayerState::Seconds elapsed);
    bool busy() const;  // background work will change the picture

    // Of the last frame. The scene first, the panels above it.
    const DrawList& scene() const { return shows_scene_ ? layout_.map().scene() : nothing_; }
    const DrawList& panels() const { return panels_; }
    const TextureStore& textures() const { return textures_; }
    Image picture(int width, int height) const;  // both, rendered on the CPU

    const PlayerState& state() const { return state_; }
    // New text for the clipboard, returned once.
    std::optional<std::string> take_copied() { return std::exchange(copied_, std::nullopt); }
    ImU32 back_color() const { return themed(ink::kBack, state_.view().theme); }
    const ActionRegistry& actions() const { return actions_; }
    const Probes& probes() const { return probes_; }
    bool loading_art() const { return art_ == nullptr && loading_art_.running(); }
    // Duration of the last frame: everything without rasterising, and the scene alone.
    double frame_milliseconds() const { return frame_ms_; }
    double scene_milliseconds() const { return layout_.map().build_milliseconds(); }

private:
    void draw_frame(float width, float height, PlayerState::Seconds elapsed);
    void update_art();
    void read_new_messages();
    void tidy_memory();
    void apply_commands();
    void do_task(const AppTask& task);
    void take_picture(int width, int height);
    void save_picture(Image image);
    bool capture_key(const KeyChord& chord);

    PlayerAppOptions options_;
    TextureStore textures_;
    Font font_;
    UiContext ui_;
    ActionRegistry actions_;
    PlayerState state_;
    SessionStore session_store_;
    Commands commands_;
    Changes last_changes_;
    bool drawing_ = false;  // commands wait
    bool quits_ = false;
    OneFrame next_frame_;  // one-time options of the next frame
    std::optional<PictureKind> picture_wanted_;
    std::optional<std::string> copied_;
    Background<std::string> saving_;  // what to say of the picture
    Layout layout_;
    Probes probes_;
    DrawList nothing_;
    bool shows_scene_ = false;
    DrawList panels_;
    double frame_ms_ = 0;
    bool coarse_ = false;  // pictures of the map are still being loaded

    // Art of the segment under the playhead.
    std::shared_ptr<Art> art_;
    std::uint64_t art_generation_ = 0;
    std::uint32_t art_segment_ = 0;
    std::int64_t art_length_ = 0;  // of the recording whose messages it has read
    Background<std::shared_ptr<Art>> loading_art_;
    Background<bool> tidying_;  // hands nothing over
    bool was_reading_ = false;
    Thumbnails thumbnails_;
};

}  // namespace tickreel
