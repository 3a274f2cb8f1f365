#include "player/panels/film_view.h"

#include <algorithm>

#include <fmt/format.h>

#include "player/draw/art.h"
#include "player/games/art.h"
#include "player/state/frame_window.h"
#include "player/state/recording_session.h"
#include "player/state/selection.h"
#include "tickreel/model/names.h"

namespace tickreel {
namespace {

// Who is followed, as --follow finds them: by a name that nobody else has, or by number. "": it
// finds somebody else.
std::string follow_word(const PanelContext& context, ItemKey key) {
    const Frame* frame = context.frames.current();
    if (frame == nullptr) return {};
    const Schema& schema = context.session.reader().schema();
    std::string name = item_name(schema, frame->snapshot, key);
    if (context.art == nullptr) return name;
    const auto told = context.roster.find(key.entity);
    if (name.empty() && told != context.roster.end()) name = told->second.name;
    const auto players = context.art->players(schema, *frame);
    const auto named = find_all_named(players, name);
    const bool others = std::any_of(named.begin(), named.end(),
                                    [&](const ItemKey& one) { return one.entity != key.entity; });
    if (!name.empty() && !named.empty() && named.front() == key && !others) return name;
    const std::string number = std::to_string(key.entity);
    return find_named(players, number) == key ? number : std::string();
}

void add_camera(const PanelContext& context, FilmView& film) {
    const MapView& map = context.view.map;
    const auto& followed = context.selection.followed();
    if (map.fit && !followed) return;  // as render does it
    const std::string who = followed ? follow_word(context, *followed) : std::string();
    // Names and places may begin with a dash.
    film.words.push_back(who.empty() ? fmt::format("--center={:.0f},{:.0f}", map.x, map.y)
                                     : "--follow=" + who);
    if (followed && who.empty()) film.differs.emplace_back("the camera stays where it is");
    if (context.art == nullptr || context.probes == nullptr || context.probes->count("map") == 0) {
        film.differs.emplace_back("zoom");
        return;
    }
    Box viewport = context.probes->at("map");
    if (context.view.beside && context.session.match() != nullptr)
        viewport.x1 = viewport.centre().x;
    const float zoom = map.scale / context.art->game_scale(viewport);
    const std::string text = fmt::format("{:.3g}", std::clamp(zoom, 0.01F, 100.0F));
    if (text != "1") film.words.insert(film.words.end(), {"--zoom", text});
}

// Where the player looks for pictures and maps.
void add_sources(const ArtOptions& art, FilmView& film) {
    if (!art.installed) film.words.insert(film.words.end(), {"--art", "builtin"});
    if (!art.map_file.empty()) film.words.push_back("--map=" + art.map_file);
    for (const std::string& folder : art.data) film.words.push_back("--data=" + folder);
}

}  // namespace

FilmView film_view(const PanelContext& context) {
    const ViewSettings& view = context.view;
    FilmView film;
    add_camera(context, film);
    if (context.art_options != nullptr) add_sources(*context.art_options, film);
    const std::pair<bool, const char*> flags[] = {
        {view.hud, "--game-hud"},      {view.inputs && !view.hud, "--inputs"},
        {!view.names, "--no-names"},   {view.ids, "--ids"},
        {view.hitboxes, "--hitboxes"}, {view.trails, "--trails"},
        {view.entities, "--entities"}, {!view.interpolate, "--raw"}};
    for (const auto& [wanted, flag] : flags)
        if (wanted) film.words.emplace_back(flag);
    if (view.hud && !view.inputs) film.differs.emplace_back("keys and aim are shown");
    // They need the match file; the command reads the view that was taken out of it.
    if (context.session.match() != nullptr && (view.ghosts || view.fog || view.beside))
        film.differs.emplace_back("no ghosts, fog or second view");
    return film;
}

}  // namespace tickreel
