#include "recorder/commands/union_notes.h"

#include "recorder/commands/output/text_format.h"
#include "tickreel/analysis/query_run.h"
#include "tickreel/base/concat.h"
#include "tickreel/reel/union_property.h"

namespace tickreel {

bool is_union(const ReelReader& reel) {
    return reel.info().properties.contains(std::string(kUnionOf));
}

bool is_of_one_client(const ItemType& type) {
    return type.use == TypeUse::Event && type.event_class == EventClass::Input;
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

}  // namespace tickreel
