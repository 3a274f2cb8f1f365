#pragma once
// One name for each type in the world of a match file. A view that got an item before the server
// named its type has it raw, as a type of its own; another has it by name. Both are one item: it
// goes by its name, from the beginning of the segment in which any view has learned that name.

#include <map>
#include <set>
#include <span>
#include <vector>

#include "format/reel/reader_core.h"
#include "tickreel/model/type_naming.h"
#include "tickreel/reel/match_reader.h"

namespace tickreel {

class WorldNames {
public:
    WorldNames(const Schema& world, std::span<const MatchView> views)
        : world_(world), views_(views) {}

    // From all items of the file that name types. What cannot be read is a problem of who reads
    // everything.
    void learn(const ReaderCore& core, const TypeNaming& naming);
    // The items by their names; where the world has both, the named one stays.
    void apply(Frame& world, std::span<std::optional<Frame>> views) const;

private:
    // By segment of the world: raw types and the named ones that they are.
    using Names = std::map<std::uint32_t, std::vector<std::pair<TypeId, TypeId>>>;
    // Of two names for a number, or numbers for a name, only the first counts.
    void learn(std::uint32_t of_world, const NamedType& named);
    static void note(const Schema& schema, std::uint32_t segment, const NamedType& named,
                     Names& into);
    static void apply(const Names& names, std::uint32_t segment, Snapshot& snapshot);

    const Schema& world_;
    std::span<const MatchView> views_;
    std::set<std::pair<std::uint32_t, std::string>> taken_{};  // origins, by segment
    Names of_world_{};
    std::vector<Names> of_views_{};
};

}  // namespace tickreel
