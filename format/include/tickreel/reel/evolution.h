#pragma once
// The evolvers of a recording, made for a segment when it is first asked for: a segment without its
// map has none, and there is a reason in words.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "tickreel/model/evolver.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

// The file that a recording attached as the map of the segment; an error when it cannot be read.
Result<std::optional<Bytes>> attached_map(const ReelReader& reel, const Segment& segment);

class Evolution {
public:
    // Where to look for maps that the recording has not attached.
    using FindMap = std::function<std::optional<Bytes>(const Segment&)>;

    // The reel must outlive it. Not thread-safe: one for each thread.
    Evolution(const ReelReader& reel, EvolverMakers makers, FindMap find_map = {});

    // nullptr when nothing is evolved in this segment: why() says the reason, "" where the game
    // evolves nothing.
    Evolver* of_segment(std::uint32_t segment);
    const std::string& why(std::uint32_t segment);
    // The row at the frame's tick; empty when it cannot be known.
    Row evolve(const Frame& frame, ItemKey key, Row row);

private:
    struct Entry {
        std::unique_ptr<Evolver> evolver{};
        std::string why{};
    };
    Entry& entry(std::uint32_t segment);
    Entry make(std::uint32_t segment) const;

    const ReelReader* reel_;
    EvolverMakers makers_;
    FindMap find_map_;
    std::map<std::uint32_t, Entry> entries_;
};

// A recording whose evolving types have fields more, at the end: "now_x" beside "x". Rows that
// cannot be evolved end before them, so they read as null. Ids and the other fields are the same.
class EvolvedFields {
public:
    EvolvedFields(const ReelReader& reel, EvolverMakers makers, Evolution::FindMap find_map = {});

    const Schema& schema() const { return schema_; }
    Frame extended(const Frame& frame);

private:
    struct Added {
        TypeId type = 0;
        std::size_t words = 0;            // of a row without them
        std::vector<std::size_t> from{};  // the words that they are
    };
    void add(const EvolverMaker& maker, ItemType& type);

    Schema schema_;
    std::vector<Added> added_;
    Evolution evolution_;
};

}  // namespace tickreel
