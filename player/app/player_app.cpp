#include "player/app/player_app.h"

#include <chrono>
#include <cmath>
#include <thread>

#include "player/app/memory.h"
#include "player/draw/rasteriser.h"

namespace tickreel {
namespace {

constexpr int kMostTries = 12;  // to draw a frame with all glyphs: each try may double the atlas

}  // namespace

PlayerApp::PlayerApp(const PlayerAppOptions& options)
    : options_(options),
      font_(textures_, options.fonts),
      ui_(textures_, options.scale > 0 ? options.scale : 1, options.fonts),
      actions_(default_actions()),
      state_(Recents(options.recents_file)),
      session_store_(options.settings_file, options.session_file) {
    for (const Command& command : session_store_.restore(actions_)) enqueue(command);
    if (!session_store_.game_folder().empty())
        options_.art.data.push_back(session_store_.game_folder());
    textures_.set_waits(false);
}

PlayerApp::~PlayerApp() {
    session_store_.save(state_.parts(), actions_);
}

void PlayerApp::open_last() {
    const std::string last = session_store_.last_recording();
    if (!last.empty()) open(last);
}

// Assigns the pressed chord to the action; Esc keeps the old one.
bool PlayerApp::capture_key(const KeyChord& chord) {
    const std::string action = state_.view().dialog.capturing_key_for;
    enqueue(CaptureKey{});
    if (chord.key == Key::Escape) return true;
    const Action* before = actions_.find(chord);
    const std::string loser = before != nullptr && before->id != action ? before->title : "";
    if (actions_.set_keys(action, {key_text(chord)}).ok()) {
        enqueue(Say{key_text(chord) + " set" +
                    (loser.empty() ? "" : ", taken from \"" + loser + "\"")});
    }
    return true;
}

void PlayerApp::open(const std::string& path, const std::string& place, const std::string& view) {
    enqueue(OpenPath{path, place, view});
}

void PlayerApp::set_screen_scale(float scale) {
    if (options_.scale <= 0) ui_.set_scale(scale);
}

bool PlayerApp::key(const KeyChord& chord) {
    if (!state_.view().dialog.capturing_key_for.empty()) return capture_key(chord);
    const Action* action = actions_.find(chord);
    if (action == nullptr) return false;
    if (ui_.menu_open()) {
        next_frame_.close_menus = action->id == "window.escape";
        return false;
    }
    const ViewSettings& view = state_.view();
    const bool boxed = view.any_dialog();
    const bool escapes = action->id == "window.escape";
    // A chord with Ctrl is no text, but may be an editing key of the text box.
    const bool palette = action->id == "window.palette";
    if (ui_.wants_text() && !(escapes && boxed) && !palette) return false;
    // The question where markers go names it as an answer.
    const bool keeps = view.shows(Dialog::MarkerHome) && action->id == "file.keep_import";
    if (boxed && action->group != "Window" && action->id != "seek.go_to" &&
        action->id != "file.open" && !keeps)
        return false;
    if (action->needs_recording && !state_.session().ready()) return false;
    enqueue(RunAction{action->id});
    return true;
}

void PlayerApp::enqueue(Command command) {
    commands_.push_back(std::move(command));
    if (!drawing_) apply_commands();
}

void PlayerApp::apply_commands() {
    for (const Command& command : std::exchange(commands_, {})) {
        last_changes_ = state_.apply(command, actions_);
        for (const AppTask& task : last_changes_.tasks) do_task(task);
    }
}

void PlayerApp::update_art() {
    if (std::optional<std::shared_ptr<Art>> art = loading_art_.take()) art_ = std::move(*art);
    const std::uint32_t segment = state_.moment().segment;
    if (art_generation_ == state_.session().generation() && art_segment_ == segment)
        return read_new_messages();
    art_generation_ = state_.session().generation();
    art_segment_ = segment;
    art_.reset();
    if (!state_.session().ready()) {
        loading_art_.cancel();
        return;
    }
    art_length_ = state_.session().reader().timeline().length();
    state_.set_map_finder(map_finder(state_.session().reader().info().game, options_.art));
    loading_art_.start([reader = state_.session().shared_reader(), segment, options = options_.art](
                           WorkControl& control, const auto& publish) {
        std::shared_ptr<Art> art = load_art(*reader, segment, options, ignore_problems);
        publish(art);
        if (art != nullptr)
            art->read_messages(*reader, reader->timeline().last(), ignore_problems,
                               [&control] { return control.stopped(); });
        publish(std::move(art));  // the last to hold it is never this thread
    });
}

// Of a recording that has grown, an import that is shown from its beginning on for one.
void PlayerApp::read_new_messages() {
    const RecordingSession& session = state_.session();
    if (art_ == nullptr || !session.ready() || loading_art_.running() || session.scanning() ||
        session.reader().timeline().length() == art_length_)
        return;
    art_length_ = session.reader().timeline().length();
    loading_art_.start([art = art_, reader = session.shared_reader()](WorkControl& control,
                                                                      const auto& publish) mutable {
        art->read_messages(*reader, reader->timeline().last(), ignore_problems,
                           [&control] { return control.stopped(); });
        publish(std::move(art));  // the last to hold it is never this thread
    });
}

bool PlayerApp::busy() const {
    const RecordingSession& session = state_.session();
    return session.loading() || session.scanning() || loading_art_.running() ||
           thumbnails_.busy() || state_.beside().loading() || coarse_ || layout_.moves() ||
           picture_wanted_ || state_.playback().playing() || state_.analysis().running() ||
           session.exporting() || session.recovering() || session.keeping() ||
           session.rereading() || saving_.running() || state_.markers().writing();
}

// After reading the recording, which fragments memory.
void PlayerApp::tidy_memory() {
    const bool reading =
        state_.session().scanning() || loading_art_.running() || state_.analysis().running();
    if (was_reading_ && !reading)
        tidying_.start([](WorkControl&, const auto&) { release_free_memory(); });
    was_reading_ = reading;
}

void PlayerApp::draw_frame(float width, float height, PlayerState::Seconds elapsed) {
    probes_.clear();
    ui_.begin_frame(width, height, elapsed.count());
    const PlayerParts& parts = state_.parts();
    const PanelContext context{parts.session,  parts.playback, parts.frames,    parts.roster,
                               parts.match,    parts.beside,   parts.selection, parts.view,
                               parts.timeline, parts.markers,  parts.analysis,  parts.notices,
                               actions_,       ui_.look(),     textures_,       font_,
                               ui_.texts(),    commands_,      art_.get(),      &probes_,
                               &thumbnails_,   next_frame_,    &options_.art,   loading_art()};
    textures_.take_coarse();
    layout_.draw(context, width, height);
    coarse_ = textures_.take_coarse() > 0;
    ui_.end_frame(panels_, state_.view().theme);
}

void PlayerApp::frame(float width, float height, PlayerState::Seconds elapsed) {
    const auto start = std::chrono::steady_clock::now();
    state_.poll();
    state_.advance(elapsed);
    for (const Command& command : session_store_.watch(state_.parts(), actions_, elapsed.count()))
        enqueue(command);
    update_art();
    tidy_memory();
    drawing_ = true;
    thumbnails_.update(state_.session(), state_.moment().segment, textures_, font_, art_.get(),
                       state_.selection().followed(), ui_.look().scale);
    textures_.begin_frame();
    draw_frame(width, height, elapsed);
    for (int again = 0; again < kMostTries && ui_.incomplete(); ++again)
        draw_frame(width, height, PlayerState::Seconds(0));
    shows_scene_ = state_.session().ready();
    for (const std::string& package : ui_.take_missing_packages()) {
        enqueue(Say{"Boxes with numbers are characters that no font here has: Debian's package " +
                    package + " has them"});
    }
    take_picture(static_cast<int>(width), static_cast<int>(height));
    next_frame_ = {};
    drawing_ = false;
    apply_commands();
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    frame_ms_ = took.count();
}

Image PlayerApp::picture(int width, int height) const {
    const ImVec4 back = ImGui::ColorConvertU32ToFloat4(back_color());
    const auto byte = [](float share) {
        return static_cast<std::uint8_t>(std::lround(share * 255.0F));
    };
    Image image(width, height, {byte(back.x), byte(back.y), byte(back.z), 255});
    rasterise(scene(), textures_, image, 2);
    rasterise(panels_, textures_, image, 2);
    return image;
}

}  // namespace tickreel
