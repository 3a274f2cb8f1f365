#include "player/app/session_store.h"

#include <filesystem>

#include "tickreel/base/concat.h"

namespace tickreel {
namespace {

constexpr double kSaveEvery = 3.0;  // seconds

// Reads and parses one file; on failure reports the reason and never writes that file.
template <class T, class Parse>
void load(std::string& file, T& into, std::string& problem, Parse parse) {
    const Result<std::optional<std::string>> text = read_settings_file(file);
    if (text && !*text) return;
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

Commands SessionStore::restore(ActionRegistry& actions) {
    for (const auto& [action, keys] : settings_.keys) {
        const Result<void> set = actions.set_keys(action, keys);
        if (!set) problem_ = settings_file_ + ": " + set.error().message;
    }
    Commands commands = {SetTheme{settings_.theme}, RestoreView{session_.view}};
    if (!problem_.empty()) commands.emplace_back(Say{problem_ + "; it is left as it is"});
    return commands;
}

std::string SessionStore::last_recording() const {
    std::error_code ignored;
    return std::filesystem::is_regular_file(session_.last, ignored) ? session_.last : std::string();
}

// Unless a place was given: then the playhead is not at the start. Nobody came back to a file that
// was replaced while it was open.
Commands SessionStore::return_to_place(const PlayerParts& parts) const {
    if (parts.session.replaced()) return {};
    const LastPosition* left = session_.find(whole_path(parts.session.source_path()));
    if (left == nullptr || parts.playback.position() != 0) return {};
    Commands commands;
    commands.reserve(3);  // without it, gcc 12 warns about code of its library
    commands.emplace_back(SetMapView{left->map});
    const Timeline& timeline = parts.session.reader().timeline();
    const Result<Moment> moment = timeline.parse(left->place);
    if (moment && timeline.position(*moment) != 0) {
        commands.emplace_back(Jump{timeline.position(*moment)});
        commands.emplace_back(Say{"Back where you left it: Home goes to the start"});
    }
    return commands;
}

Commands SessionStore::watch(const PlayerParts& parts, const ActionRegistry& actions,
                             double seconds) {
    Commands commands;
    if (generation_ != parts.session.generation()) {
        generation_ = parts.session.generation();
        if (parts.session.ready() && !session_file_.empty()) commands = return_to_place(parts);
    }
    since_save_ += seconds;
    if (since_save_ >= kSaveEvery) {
        since_save_ = 0;
        save(parts, actions);
    }
    return commands;
}

void SessionStore::save(const PlayerParts& parts, const ActionRegistry& actions) {
    Settings settings = settings_;
    settings.theme = parts.view.theme;
    settings.keys = actions.changed_keys();
    if (settings != settings_ && !settings_file_.empty()) {
        settings_ = settings;
        // A failed save only means that the settings are not remembered.
        (void)write_settings_file(settings_file_, settings_text(settings_)).ok();
    }
    Session session = session_;
    session.view = static_cast<const SessionView&>(parts.view);
    if (parts.session.ready()) {
        session.last = whole_path(parts.session.source_path());
        const Moment here = parts.moment();
        session.remember({session.last, concat("s", here.segment, ":", here.tick), parts.view.map});
    }
    if (session != session_ && !session_file_.empty()) {
        session_ = session;
        (void)write_settings_file(session_file_, session_text(session_)).ok();
    }
}

}  // namespace tickreel
