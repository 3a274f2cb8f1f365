#pragma once
// A small autonomous world of protocol 19551: characters that walk in circles, shoot, die and
// respawn, a driving vehicle, turrets (one comes and goes), an outpost, and the client's character.
// Produces 20 frames per second; the same steps give the same frames.

#include <map>
#include <vector>

#include "recorder/games/firefall/entity_item.h"
#include "tickreel/model/frame.h"
#include "tickreel/model/schema.h"

namespace tickreel::firefall_match {

inline constexpr std::uint16_t kProtocol = 19551;
inline constexpr std::uint64_t kClientPlayer = 0x1122334455667788;  // PlayerId of controllers
inline constexpr std::chrono::milliseconds kStep{50};
// What the client sends: message numbers.
inline constexpr std::uint8_t kLogin = 17;
inline constexpr std::uint8_t kKeyframeRequest = 20;

class Stage {
public:
    explicit Stage(int characters = 8);

    const Schema& schema() const { return schema_; }
    const Frame& frame() const { return frame_; }
    // The next tick; `time` is its start.
    const Frame& step(std::chrono::nanoseconds time);
    // Nothing moves any more: the last frame is repeated.
    void freeze() { frozen_ = true; }

private:
    struct Actor {
        std::uint64_t entity = 0;
        firefall::PoseOf of = firefall::PoseOf::Character;
        firefall::Mover mover{};
        double radius = 10;
        double speed = 4;  // m/s
        int health = 100;  // percent
        Tick wakes = 0;    // when it respawns
    };

    firefall::View& view(std::uint64_t entity, std::string_view name);
    const firefall::ViewShape& shape(std::string_view name);
    void add_character(int number);
    void add_vehicle();
    void add_things();
    void add_client();
    void come_and_go(Tick tick);
    void put_place(const Actor& actor, firefall::View& movement) const;
    void walk(Actor& actor, double seconds) const;
    void live(Actor& actor, Tick tick);
    void die(Actor& actor, Tick tick);
    void say(Tick tick);
    void event(std::uint64_t entity, std::string_view view, std::string_view message,
               ByteView body);
    TypeId type_id(const ItemType& type);
    Snapshot snapshot();

    const firefall::ProtocolLayout& protocol_;
    Schema schema_{};
    std::map<std::string, firefall::ViewShape, std::less<>> shapes_{};
    std::map<std::string, TypeId, std::less<>> types_{};  // in schema_
    struct Shown {
        firefall::View view;
        bool touched = true;  // since its row was built
        ItemKey key{};
        std::vector<Word> row{};
    };
    std::map<std::pair<std::string, std::uint64_t>, Shown> views_{};
    firefall::EntityItems looks_{};
    std::vector<Actor> actors_{};
    std::uint64_t client_ = 0;
    Frame frame_{};
    std::vector<Event> events_{};
    std::uint16_t short_time_ = 0;
    bool frozen_ = false;
};

}  // namespace tickreel::firefall_match
