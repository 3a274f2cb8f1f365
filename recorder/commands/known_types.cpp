#include "recorder/commands/known_types.h"

#include "recorder/commands/output/text_format.h"
#include "recorder/games/game.h"
#include "tickreel/base/concat.h"
#include "tickreel/model/find_name.h"

namespace tickreel {

std::vector<ItemType> absent_types(const ReelReader& reel, std::string_view name,
                                   std::optional<TypeUse> preferred) {
    const Game* const game = find_game(reel.info().game);
    if (game == nullptr) return {};
    return absent_types(reel.schema(), known_types(*game), name, preferred);
}

std::string no_such_type(std::string_view name, TypeUse use) {
    return concat("has no ", use == TypeUse::Item ? "item '" : "event '", printable(name), "'");
}

Error unknown_type(const ReelReader& reel, std::string_view name,
                   std::optional<TypeUse> preferred) {
    Schema schema = reel.schema();
    if (const Game* const game = find_game(reel.info().game))
        for (const ItemType& type : known_types(*game).types.types()) schema.add(type);
    const auto found = find_typed(schema, name, preferred);
    return found ? Error{no_such_type(name, schema[*found].use)} : found.error();
}

std::vector<Schema> wider_schemas(const ReelReader& reel) {
    const Game* const game = find_game(reel.info().game);
    if (game == nullptr) return {};
    return wider_schemas(reel.schema(), known_types(*game));
}

Result<Selection> select_types(const CommandLine& line, const std::string& path,
                               const ReelReader& reel, TypeUse use,
                               const std::vector<std::string>& types,
                               const std::vector<std::string>& fields) {
    auto selection = select_types(reel.schema(), use, types, fields);
    if (selection) return selection;  // only then it matters which of them the recording lacks
    Schema schema = reel.schema();
    std::vector<std::string> names;
    std::vector<std::string> notes;
    for (const std::string& name : types) {
        const std::vector<ItemType> absent = absent_types(reel, name, use);
        for (const ItemType& type : absent) {
            schema.add(type);
            names.push_back(type.name);
        }
        if (!absent.empty())
            notes.push_back(no_such_type(name, absent.front().use));
        else if (types_named(schema, name, use).empty())
            return unknown_type(reel, name, use);
        else
            names.push_back(name);
    }
    if (notes.empty()) return selection;
    selection = select_types(schema, use, names, fields);
    if (!selection) return selection;
    selection->types.resize(reel.schema().size());  // what it lacks has no columns either
    for (const std::string& note : notes) line.warn(path, note);
    return selection;
}

}  // namespace tickreel
