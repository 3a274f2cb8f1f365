#pragma once
// What a view of a damaged or unfinished match file lacks, or the union of its views: only what was
// there to lose, in the view's own segments.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tickreel/model/forwarding_sink.h"
#include "tickreel/reel/match_reader.h"

namespace tickreel {

// Which places a copy has.
struct CopiedPlaces {
    std::map<std::uint32_t, Tick> first{};  // by segment, of those with a frame
    std::optional<Moment> last{};
    std::vector<Gap> unreadable{};  // so named by the copy
};

// Takes them down on their way.
class NotedPlaces final : public ForwardingSink {
public:
    using ForwardingSink::ForwardingSink;

    void add_gap(const Gap& gap) override;
    void add_frame(const Frame& frame) override;
    const CopiedPlaces& places() const { return places_; }

private:
    CopiedPlaces places_{};
};

// Ask after the whole view has been read, which finds the damage; nothing is read later.
class ViewLosses {
public:
    ViewLosses() = default;  // nothing is lost
    // `view`: none of the union.
    ViewLosses(const MatchReader& match, std::optional<std::uint32_t> view,
               const CopiedPlaces& places);

    // One line as that of missing_summary(); "": nothing is known to be missing of the range,
    // without one of all.
    std::string text(std::optional<MomentRange> range = {}) const;

    // The file is damaged, and so what was noted while it was read may be of other views alone.
    bool explains_problems() const { return damaged_; }

private:
    std::string place(Moment moment) const;
    Tick last_lost(const Gap& gap) const;

    struct Stretch {
        Gap gap{};
        std::string why{};  // where the file is damaged
    };
    std::string of_{};  // the view's name
    bool several_segments_ = false;
    bool damaged_ = false;
    std::vector<Stretch> lost_{};         // in time order
    std::map<Moment, Tick> last_lost_{};  // by the end of a stretch: the last tick of the file
    std::string elsewhere_{};             // damage of which nobody knows what it cost
    std::string end_{};  // what of an unfinished file is said behind the last frame
    std::optional<Moment> last_{};
};

}  // namespace tickreel
