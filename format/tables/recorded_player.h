#pragma once
// Which player the recorded client is: the one whose item says that it is the local one.

#include <map>
#include <optional>

#include "tickreel/base/problem.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

class RecordedPlayer {
public:
    // Both must outlive it.
    RecordedPlayer(const ReelReader& reel, const ProblemSink& problems);
    // Read when first asked for: of the segment's first frames, as a rule.
    std::optional<EntityId> in(std::uint32_t segment);

private:
    std::optional<EntityId> find(std::uint32_t segment) const;

    const ReelReader& reel_;
    const ProblemSink& problems_;
    std::map<TypeId, std::size_t> flags_;  // fields that say so
    std::map<std::uint32_t, std::optional<EntityId>> found_;
};

}  // namespace tickreel
