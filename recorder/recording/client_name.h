#pragma once
// Who is recorded: the name of the client's own player, as its snapshots tell it, or else as the
// client introduced itself.

#include <chrono>
#include <string>
#include <vector>

#include "recorder/games/game.h"
#include "recorder/recording/recording_sink.h"
#include "tickreel/model/forwarding_sink.h"
#include "tickreel/model/match_start.h"

namespace tickreel {

class ClientName {
public:
    explicit ClientName(const Game& game) : game_(game) {}

    void note_type(const Schema& schema, TypeId id);
    // At each frame until it is known, then once a second: players rename themselves.
    void look(const Schema& schema, const Frame& frame);
    const std::string& name() const { return name_; }  // "": not yet

private:
    const Game& game_;
    std::vector<TypeField> own_flags_{};  // of the game, as far as their types have come
    std::string name_{};
    std::chrono::nanoseconds looked_{};  // time of the frame
};

// Passes everything on, and tells who plays.
class WhoPlaysSink final : public ForwardingSink {
public:
    WhoPlaysSink(const Game& game, FrameSink& next) : ForwardingSink(next), name_(game) {}

    TypeId add_type(const ItemType& type) override;
    void begin_segment(const Segment& segment) override;
    void add_frame(const Frame& frame) override;
    WhoPlays who() const { return {name_.name(), map_}; }

private:
    Schema schema_{};
    ClientName name_;
    std::string map_{};
};

}  // namespace tickreel
