#pragma once
// The match file that a shown recording is a view of: what the union has and the view was not sent
// (ghosts), and which views were sent an item. Always at exactly the tick of a snapshot; what a
// view was sent before is no answer. Const methods may be called from several threads.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tickreel/reel/match_reader.h"

namespace tickreel {

// Apart: the view has no part of this segment, in a file that has the match once for each way in
// which the server numbers players; who is who in it cannot be told from here.
enum class Sight : std::uint8_t { Sent, NotSent, NoSnapshot, Apart };

struct ViewSight {
    std::string view{};
    Sight sight = Sight::NoSnapshot;
    bool operator==(const ViewSight&) const = default;
};

class MatchViews {
public:
    // `recording`: one that import_file() made of the match file `source`, with this schema.
    static Result<std::shared_ptr<const MatchViews>> open(const std::string& source,
                                                          const std::string& recording,
                                                          const Schema& schema);

    const MatchReader& match() const { return *match_; }
    bool is_union() const { return !view_; }
    // The server numbers the players otherwise for some views: those are other segments.
    bool is_numbered_apart() const;
    // As connection_number() counts: views from 1, the union behind them.
    unsigned number() const {
        return 1 + view_.value_or(static_cast<std::uint32_t>(match_->views().size()));
    }
    // The same tick in another view of the same file; nothing: it has none there.
    std::optional<Moment> moment_in(const MatchViews& other, Moment moment) const;
    const std::string& name() const { return name_; }  // as SQL's "viewer", or "union"
    // The types of the recording, and behind them those that only the union has.
    const Schema& schema() const { return schema_; }

    // What a picture of ghosts needs, for a frame of the recording: of items with a place those
    // that the union has and the view was not sent; all others. Empty: a frame of the union, or one
    // that the match file lacks.
    Result<std::optional<Frame>> ghosts(const Frame& shown) const;
    // By number, for an item of schema() at a moment of the recording.
    Result<std::vector<ViewSight>> who_saw(ItemKey key, Moment moment) const;
    // The same of each of several items; what each view was sent is read once.
    Result<std::vector<std::vector<ViewSight>>> who_saw_each(const std::vector<ItemKey>& keys,
                                                             Moment moment) const;

private:
    MatchViews(std::unique_ptr<MatchReader> match, std::optional<std::uint32_t> view,
               const Schema& schema);
    std::optional<Moment> in_world(Moment moment) const;

    std::unique_ptr<MatchReader> match_;
    std::optional<std::uint32_t> view_;  // none: the union
    std::string name_;
    Schema schema_;
    std::vector<TypeId> ids_;   // of schema(), by those of the union
    std::vector<bool> placed_;  // by the ids of schema()
};

// The ghosts of the frames that pictures mix: each is read once.
class GhostFrames {
public:
    // nullptr: there are none, or error() says why they are not known. Valid until two other frames
    // were asked for.
    const Frame* of(const MatchViews& views, const Frame* shown);
    const std::string& error() const { return error_; }  // of the last answer; "" when all is well
    void clear() { kept_.clear(); }

private:
    struct Kept {
        Snapshot from{};
        std::optional<Frame> ghosts{};
        std::string error{};
        std::uint64_t used = 0;
    };
    std::map<Moment, Kept> kept_;
    std::uint64_t round_ = 0;
    std::string error_;
};

// "sent to a, b; not sent to c; no snapshot at this tick: d; not known, ...: e"
std::string tell_sights(const std::vector<ViewSight>& sights);

}  // namespace tickreel
