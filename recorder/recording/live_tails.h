#pragma once
// `tickreel tail SOCKET`: what is recorded of a client, for programs that read along, without the
// delay of the file's chunks. Each reader gets a recording of its own over its connection: it
// begins with the next frame and has a chunk for every frame. Nobody waits for a reader, see
// socket_sink(): one that is too slow sees that its recording is not finished.

#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "recorder/games/game.h"
#include "tickreel/model/forwarding_sink.h"
#include "tickreel/reel/reel_writer.h"

namespace tickreel {

// The readers that wait for the next frame of their client. Thread-safe.
class LiveTails {
public:
    void add(std::uint64_t client, std::unique_ptr<ByteSink> reader);
    std::vector<std::unique_ptr<ByteSink>> take(std::uint64_t client);

private:
    std::mutex mutex_{};
    std::multimap<std::uint64_t, std::unique_ptr<ByteSink>> waiting_{};
};

// On the way of a client's frames to its files, behind all that leaves out or changes anything.
class TailSink final : public ForwardingSink {
public:
    // `tails` must outlive it.
    TailSink(const Game& game, LiveTails& tails, std::uint64_t client, FrameSink& next)
        : ForwardingSink(next), game_(game), tails_(tails), client_(client) {}
    ~TailSink() override;  // ends the readers' recordings

    TypeId add_type(const ItemType& type) override;
    void set_property(std::string_view key, std::string_view value) override;
    void begin_segment(const Segment& segment) override;
    void add_marker(const Marker& marker) override;
    void add_gap(const Gap& gap) override;
    void add_frame(const Frame& frame) override;

private:
    void start_new(const Frame& first);

    const Game& game_;
    LiveTails& tails_;
    std::uint64_t client_;
    // What a recording that begins later has to be told first.
    Schema schema_{};
    std::map<std::string, std::string> properties_{};
    std::vector<Segment> segments_{};
    std::vector<std::unique_ptr<ReelWriter>> readers_{};
};

}  // namespace tickreel
