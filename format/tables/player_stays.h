#pragma once
// Who was called what from when to when, of several recordings.

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "tickreel/model/players.h"
#include "tickreel/model/roster.h"
#include "tickreel/model/row.h"
#include "tickreel/tables/frame_cursor.h"

namespace tickreel {

struct PlayerName {
    std::string name{};
    std::string clan{};
    bool player = true;  // or something else with a name
    bool operator==(const PlayerName&) const = default;
};

// Ticks [from, to).
struct PlayerStay {
    std::size_t file = 0;
    std::uint32_t segment = 0;
    ItemKey key{};
    PlayerName named{};
    Tick from = 0, to = 0;
    std::chrono::nanoseconds from_time{}, to_time{};
};

// Names are those of items with a name; where events alone tell them (RosterHistory) a name lasts
// as long as the score board lists its bearer, or without one until the bearer leaves. Within
// bounds (of what wants names at some ticks) stays begin and end there, and what speaks of somebody
// shortly after they left or before they came is provided for.
class PlayerStays {
public:
    PlayerStays(std::span<const ReelFile> files, const TickBounds& bounds,
                const ProblemSink& problems)
        : files_(files),
          frames_(files, names_around(files, bounds), problems,
                  FrameFilter{bears_names, false, {}, !any_names_by_message(files)}) {}
    // All of them, also of what has a name and is no player, by file, segment and beginning. Once.
    Result<std::vector<PlayerStay>> gather();

private:
    struct NameType {
        RowReader reader;
        std::size_t name = 0;
        std::optional<std::size_t> clan{};
        PlayerName read(Row row, const PlayerRule& rule) const;
    };
    // What bears names in a recording: items, or those of a score board that events name.
    struct NameTypes {
        PlayerRule rule;
        std::map<TypeId, NameType> items{};
        std::vector<TypeId> boards{};
    };
    using Stays = std::map<ItemKey, PlayerStay>;
    static bool any_names_by_message(std::span<const ReelFile> files);
    static TickBounds names_around(std::span<const ReelFile> files, TickBounds bounds);
    static bool bears_names(const Schema& schema, TypeId type);
    void take(const Frame& frame);
    bool hear(const Frame& frame);  // whether that is other than at the frame before
    bool goes_on(const Item& item, Stays& now);
    void seen(const Frame& frame, ItemKey key, PlayerName named, Stays& now);
    void close_file();
    const NameTypes& name_types();

    std::span<const ReelFile> files_;
    FrameCursor frames_;
    std::map<std::size_t, NameTypes> types_;  // by file
    RosterHistory roster_;                    // of this segment
    Roster heard_;                            // with who leaves at this tick
    bool settled_ = true;                     // nobody left: it is roster_'s latest
    Stays open_;                              // their ends are not known yet
    std::vector<PlayerStay> stays_;
    struct Last {
        std::size_t file = 0;
        Moment moment{};
        std::chrono::nanoseconds time{};
        Snapshot snapshot{};
    };
    std::optional<Last> last_{};  // frame, of the same file and segment
};

using KnownStays = std::shared_ptr<const std::vector<PlayerStay>>;

// The stays of a whole recording.
class StayCache {
public:
    Result<KnownStays> get(const ReelFile& file, const ProblemSink& problems);
    bool filled() const;

private:
    mutable std::mutex mutex_;
    KnownStays stays_;
};

// Of one recording, within the bounds or (when they are known anyway) beyond them. Their `file` is
// 0.
Result<KnownStays> stays_of(const ReelFile& file, TickBounds bounds, const ProblemSink& problems);

}  // namespace tickreel
