#pragma once
// The evolvers of a recording, created when a segment is first requested. A segment without its map
// has none; why() returns the reason.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "tickreel/model/evolver.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

// Whether a map file has the checksum that the segment says; true where it says none.
bool is_version_played(ByteView map, const Segment& segment);

// The attached map file of the segment, by its checksum where that is known; an error if it cannot
// be read.
Result<std::optional<Bytes>> attached_map(const ReelReader& reel, const Segment& segment);

class Evolution {
public:
    // Finds maps that the recording does not contain.
    using FindMap = std::function<std::optional<Bytes>(const Segment&)>;

    // The reel must outlive it. Not thread-safe: use one per thread.
    Evolution(const ReelReader& reel, EvolverMakers makers, FindMap find_map = {});

    // nullptr if nothing is evolved in this segment; why() returns the reason, "" if the game
    // evolves nothing.
    Evolver* of_segment(std::uint32_t segment);
    const std::string& why(std::uint32_t segment);
    // The row, which a snapshot of that moment has, evolved to it; empty if it cannot be computed.
    Row evolve(Moment moment, ItemKey key, Row row);
    // The same, or the row as it was sent.
    Row shown(Moment moment, ItemKey key, Row row);
    // why() of the first segment of which something was to be evolved and cannot be; "": of none.
    std::string why_not() const;

private:
    struct Entry {
        std::unique_ptr<Evolver> evolver{};
        std::string why{};
    };
    Entry& entry(std::uint32_t segment);
    Entry make(std::uint32_t segment) const;

    const ReelReader* reel_;
    const EvolverMaker* maker_ = nullptr;
    std::optional<TypeId> type_{};  // that evolves
    FindMap find_map_;
    std::map<std::uint32_t, Entry> entries_;
};

// A recording whose evolving types have extra fields at the end: "now_x" for "x". Rows that cannot
// be evolved end before them, so they read as null. Ids and other fields are unchanged.
class EvolvedFields {
public:
    EvolvedFields(const ReelReader& reel, EvolverMakers makers, Evolution::FindMap find_map = {});

    const Schema& schema() const { return schema_; }
    Frame extended(const Frame& frame);

private:
    struct Added {
        TypeId type = 0;
        std::size_t words = 0;            // of a row without the extra fields
        std::vector<std::size_t> from{};  // indices of the words that they copy
    };
    void add(const EvolverMaker& maker, ItemType& type);

    Schema schema_;
    std::vector<Added> added_;
    Evolution evolution_;
};

}  // namespace tickreel
