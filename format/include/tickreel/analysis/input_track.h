#pragma once
// What players pressed, by the tick that each input was meant for: the keys and the aim in effect
// at a position, and inputs that came late or got lost. From events of class Input that have the
// fields direction, target_x, target_y, jump, fire and hook. Positions are those of Timeline.
// Memory: 8 bytes per input, shared by copies; at most kMaxInputs of them.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tickreel/model/frame.h"
#include "tickreel/model/row.h"

namespace tickreel {

inline constexpr std::size_t kMaxInputs = 4'000'000;

struct HeldInput {
    int direction = 0;  // -1: left, 1: right
    bool jump = false;
    bool fire = false;
    bool hook = false;
    float aim = 0;  // radians, clockwise from the right; to a 1/10000
    bool operator==(const HeldInput&) const = default;
};

// What became of an input. The server answers the first one for each tick; without an answer, it or
// the answer was lost. Unordered: after an input for a later tick.
enum class InputFate : std::uint8_t { Answered, Late, Unanswered, Unordered };

struct TrackedInput {
    std::int64_t position = 0;  // of the tick that it is meant for
    HeldInput held{};
    InputFate fate = InputFate::Answered;  // also if nothing is answered in this recording
};

// The inputs of one player, ascending.
class InputList {
public:
    std::size_t size() const { return full_.size() * kBlock + open_.size(); }
    TrackedInput operator[](std::size_t index) const;
    std::size_t lower_bound(std::int64_t position) const;  // the first at or after it

private:
    friend class InputTrack;
    struct Packed {
        std::uint32_t position = 0;
        std::int16_t aim = 0;
        std::uint8_t keys = 0;
        std::uint8_t fate = 0;
    };
    static constexpr std::size_t kBlock = 4096;  // over a minute: answers come earlier

    const Packed& packed(std::size_t index) const;
    bool insert(const Packed& input);  // not if there is one for its tick already
    void drop_from(std::int64_t position);
    Packed* find_recent(std::int64_t position);

    std::vector<std::shared_ptr<const std::vector<Packed>>> full_{};
    std::vector<Packed> open_{};
    bool answered_ = false;  // at all
};

class InputTrack {
public:
    // Empty: the recorded client, whoever that is at the moment (recorded_player).
    using Who = std::optional<EntityId>;

    // Frames in order; `position` of the frame.
    void add(const Frame& frame, const Schema& schema, std::int64_t position);

    bool empty() const { return size_ == 0; }
    bool left_out() const { return size_ >= kMaxInputs; }  // those beyond kMaxInputs
    const InputList* find(Who who) const;                  // nullptr: none of this player
    std::optional<Who> first() const;                      // whoever has any
    // Of the last input for this position or an earlier one of its segment, but none before
    // `since`: see readable_since().
    std::optional<HeldInput> held(Who who, std::int64_t position, std::int64_t since = 0) const;

private:
    // A type of inputs, or of a server's answers: where its fields are.
    struct Places {
        std::optional<FieldPlace> who, margin, status, left;
        std::optional<FieldPlace> direction, x, y, jump, fire, hook;
        bool input() const { return direction && x && y && jump && fire && hook; }
        bool answer() const { return margin && left; }
    };
    static Places places_of(const ItemType& type);
    void add_input(const Places& places, Row row, std::int64_t position);
    void add_answer(const Places& places, Row row, std::int64_t position);

    InputList recorded_{};                     // of the recorded client
    std::map<EntityId, InputList> clients_{};  // where everybody's are told
    std::map<TypeId, Places> types_{};
    std::vector<std::int64_t> starts_{};  // of segments
    std::optional<std::uint32_t> segment_{};
    std::size_t size_ = 0;
};

// Whether there is a type of inputs that says whose they are: a server's notes (.teehistorian),
// which have an input only where it differs from the last one.
bool has_inputs_of_all(const Schema& schema);

// The player whose client was recorded, by an item that says so ("local"); empty if none does.
std::optional<EntityId> recorded_player(const Schema& schema, const Snapshot& snapshot);

// What a picture shows of inputs: of the followed player if they are recorded, of the recorded
// client if nobody is followed.
struct PressedInput {
    HeldInput held{};
    std::string whose{};  // a name
    bool operator==(const PressedInput&) const = default;
};
// Empty: there are none. `frame`: the one whose tick has come; `position`: of the playhead;
// `since`: readable_since() of it.
std::optional<PressedInput> pressed_input(const InputTrack& track, const Schema& schema,
                                          const Frame& frame, std::optional<ItemKey> followed,
                                          std::int64_t position, std::int64_t since);
// The same player's for lanes, else the recorded client's, else the first one's.
struct LaneInputs {
    const InputList* list = nullptr;  // nullptr: none
    InputTrack::Who whose{};
};
LaneInputs lane_inputs(const InputTrack& track, std::optional<ItemKey> followed);
// Whose they are in that frame: a name, "player 3", "the recorded player".
std::string input_owner(const Schema& schema, const Snapshot& snapshot, InputTrack::Who whose);
// Whether they are those of somebody else than who is followed.
bool are_of_another(const Schema& schema, const Snapshot& snapshot, InputTrack::Who whose,
                    std::optional<ItemKey> followed);

}  // namespace tickreel
