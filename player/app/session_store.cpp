#include "player/app/session_store.h"

#include <filesystem>

namespace tickreel {
namespace {

constexpr double kSaveEvery = 3.0;  // seconds

// Reads and parses one file; on failure reports the reason and never writes that file.
template <class T, class Parse>
void load(std::string& file, T& into, std::string& problem, Parse parse) {
    const Result<std::optional<std::string>> text = read_settings_file(file);
    if (text && !*text) {
        return;
    }
    Result<T> parsed = text ? parse(**text) : Result<T>(text.error());
    if (parsed) {
        into = std::move(*parsed);
        return;
    }
    problem = text ? file + ": " + parsed.error().message : parsed.error().message;
    file.clear();
}

std::string whole_path(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::absolute(path, ignored).lexically_normal().string();
}

}  // namespace

SessionStore::SessionStore(std::string settings_file, std::string session_file)
    : settings_file_(std::move(settings_file)), session_file_(std::move(session_file)) {
    load(settings_file_, settings_, problem_, parse_settings);
    load(session_file_, session_, problem_, parse_session);
}

void SessionStore::apply(PlayerState& state, ActionRegistry& actions) {
    state.view().theme = settings_.theme;
    for (const auto& [action, keys] : settings_.keys) {
        const Result<void> set = actions.set_keys(action, keys);
        if (!set) {
            problem_ = settings_file_ + ": " + set.error().message;
        }
    }
    static_cast<KeptView&>(state.view()) = session_.view;
    if (!problem_.empty()) {
        state.notify(problem_ + "; it is left as it is");
    }
}

std::string SessionStore::last_recording() const {
    std::error_code ignored;
    return std::filesystem::is_regular_file(session_.last, ignored) ? session_.last : std::string();
}

// Unless a place was given: then the playhead is not at the start.
void SessionStore::return_to_place(PlayerState& state) {
    const LeftPlace* left = session_.find(whole_path(state.source_path()));
    if (left == nullptr || state.playback().position() != 0) {
        return;
    }
    state.view().map = left->map;
    const Result<Moment> moment = state.reader().timeline().parse(left->place);
    if (moment && state.reader().timeline().position(*moment) != 0) {
        state.jump(state.reader().timeline().position(*moment));
        state.notify("Back where you left it: Home goes to the start");
    }
}

void SessionStore::watch(PlayerState& state, const ActionRegistry& actions,
                         PlayerState::Seconds elapsed) {
    if (generation_ != state.generation()) {
        generation_ = state.generation();
        if (state.ready() && !session_file_.empty()) {
            return_to_place(state);
        }
    }
    since_save_ += elapsed.count();
    if (since_save_ >= kSaveEvery) {
        since_save_ = 0;
        save(state, actions);
    }
}

void SessionStore::save(const PlayerState& state, const ActionRegistry& actions) {
    Settings settings = settings_;
    settings.theme = state.view().theme;
    settings.keys = actions.changed_keys();
    if (settings != settings_ && !settings_file_.empty()) {
        settings_ = settings;
        // A failed save only means that the settings are not remembered.
        (void)write_settings_file(settings_file_, settings_text(settings_)).ok();
    }
    Session session = session_;
    session.view = static_cast<const KeptView&>(state.view());
    if (state.ready()) {
        session.last = whole_path(state.source_path());
        const Moment here = state.moment();
        session.remember({session.last,
                          "s" + std::to_string(here.segment) + ":" + std::to_string(here.tick),
                          state.view().map});
    }
    if (session != session_ && !session_file_.empty()) {
        session_ = session;
        (void)write_settings_file(session_file_, session_text(session_)).ok();
    }
}

}  // namespace tickreel
