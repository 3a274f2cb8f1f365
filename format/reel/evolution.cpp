#include "tickreel/reel/evolution.h"

namespace tickreel {

namespace {

constexpr std::uint64_t kMaxMap = 256U << 20;

}  // namespace

Result<std::optional<Bytes>> attached_map(const ReelReader& reel, const Segment& segment) {
    const std::string name = "maps/" + segment.map + ".map";
    for (std::size_t i = 0; i < reel.attachments().size(); ++i) {
        if (reel.attachments()[i].name != name || reel.attachments()[i].bytes > kMaxMap) {
            continue;
        }
        Result<Bytes> bytes = reel.attachment(i);
        if (!bytes) {
            return fail("attachment ", name, ": ", bytes.error().message);
        }
        return std::optional<Bytes>(std::move(*bytes));
    }
    return std::optional<Bytes>();
}

Evolution::Evolution(const ReelReader& reel, EvolverMakers makers, FindMap find_map)
    : reel_(&reel), makers_(makers), find_map_(std::move(find_map)) {}

Evolution::Entry Evolution::make(std::uint32_t segment) const {
    if (segment >= reel_->segments().size()) {
        return {};
    }
    for (const EvolverMaker& maker : makers_) {
        if (maker.game != reel_->info().game || !reel_->schema().find(maker.type)) {
            continue;
        }
        const Segment& wanted = reel_->segments()[segment];
        Result<std::optional<Bytes>> map = attached_map(*reel_, wanted);
        if (!map) {
            return {nullptr, map.error().message};
        }
        if (!*map && find_map_) {
            *map = find_map_(wanted);
        }
        if (!*map) {
            return {nullptr, "the map " + wanted.map + " is not there"};
        }
        Result<std::unique_ptr<Evolver>> made = maker.make(reel_->schema(), **map);
        return made ? Entry{std::move(*made), {}} : Entry{nullptr, made.error().message};
    }
    return {};
}

Evolution::Entry& Evolution::entry(std::uint32_t segment) {
    const auto known = entries_.find(segment);
    return known != entries_.end() ? known->second
                                   : entries_.emplace(segment, make(segment)).first->second;
}

Evolver* Evolution::of_segment(std::uint32_t segment) {
    return entry(segment).evolver.get();
}

const std::string& Evolution::why(std::uint32_t segment) {
    return entry(segment).why;
}

Row Evolution::evolve(const Frame& frame, ItemKey key, Row row) {
    Evolver* evolver = of_segment(frame.segment);
    return evolver != nullptr && evolver->evolves(key.type) ? evolver->evolve(key, row, frame.tick)
                                                            : Row();
}

}  // namespace tickreel
