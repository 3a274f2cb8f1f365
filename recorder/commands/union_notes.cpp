#include "recorder/commands/union_notes.h"

#include <sstream>

#include "recorder/commands/output/text_format.h"
#include "recorder/games/game.h"
#include "tickreel/analysis/query_run.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/parse_number.h"
#include "tickreel/reel/union_property.h"

namespace tickreel {

bool is_union(const ReelReader& reel) {
    return reel.info().properties.contains(std::string(kUnionOf));
}

bool is_of_one_client(const ItemType& type) {
    if (type.use != TypeUse::Event) return false;
    // What the recorder noted of a connection (the server's resends) is of that connection only.
    return type.event_class == EventClass::Input ||
           (type.derived && type.event_class == EventClass::Transport);
}

std::vector<TypeId> types_of_one_client(const Schema& schema) {
    std::vector<TypeId> types;
    for (std::size_t i = 0; i < schema.size(); ++i)
        if (is_of_one_client(schema[static_cast<TypeId>(i)]))
            types.push_back(static_cast<TypeId>(i));
    return types;
}

void warn_of_union(const CommandLine& line, const std::string& path, const ReelReader& reel,
                   const std::vector<TypeId>& asked) {
    if (!is_union(reel)) return;
    std::string names;
    for (const TypeId id : asked)
        if (is_of_one_client(reel.schema()[id]))
            names += concat(names.empty() ? "" : ", ", reel.schema()[id].name);
    if (names.empty()) return;
    line.warn(path,
              concat("is a union of views: of ", printable(names),
                     " it lacks rows, or does not tell whose they are; the match file has them, "
                     "with --view 1, 2 ..."));
}

void warn_of_union(const CommandLine& line, const std::string& path, const ReelReader& reel,
                   std::string_view query) {
    warn_of_union(line, path, reel, types_of_query(query, reel.schema()));
}

std::vector<std::uint64_t> numbered_apart(const RecordingInfo& info) {
    std::vector<std::uint64_t> views;
    const auto found = info.properties.find(std::string(kNumberedApart));
    if (found == info.properties.end()) return views;
    std::istringstream numbers(found->second);
    for (std::string number; std::getline(numbers >> std::ws, number, ',');)
        if (const auto view = parse_number<std::uint64_t>(number)) views.push_back(*view);
    return views;
}

std::string numbered_apart_note(const RecordingInfo& info, const std::vector<std::string>& names) {
    std::string views;
    const std::vector<std::uint64_t> apart = numbered_apart(info);
    if (apart.empty()) return {};
    for (const std::uint64_t view : apart) {
        const bool known = view > 0 && view <= names.size();
        views += concat(views.empty() ? "" : ", ", view,
                        known ? concat(" (", names[view - 1], ")") : std::string());
    }
    const std::string which = concat(apart.size() == 1 ? "view " : "views ", printable(views));
    const Game* game = find_game(info.game);
    if (game != nullptr && game->ticks_of_arrival)
        return concat("ticks are counted from each client's own beginning, those of ", which,
                      " are other ones: the union has the match once for each; use one view "
                      "(--view 1, 2 ...)");
    return concat("the server numbers the players otherwise for ", which,
                  ": the union has the match once for each way of numbering; use one view "
                  "(--view 1, 2 ...), or record clients that are numbered alike, like those of "
                  "DDNet");
}

std::string numbered_apart_note(const MatchReader& match) {
    std::vector<std::string> names;
    for (const MatchView& view : match.views()) names.push_back(view.name);
    return numbered_apart_note(match.info(), names);
}

void warn_numbered_apart(const CommandLine& line, const std::string& path,
                         const std::string& note) {
    if (!note.empty()) line.warn(path, note);
}

}  // namespace tickreel
