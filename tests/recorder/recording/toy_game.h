#pragma once
// A minimal game for tests: a datagram contains its frame's number. Also sinks that keep or fail.

#include <condition_variable>
#include <memory>
#include <mutex>

#include "recorder/games/game.h"
#include "recorder/recording/reel_files.h"

namespace toy {

using namespace tickreel;

const Game& game();       // decodes immediately
const Game& slow_game();  // its decoder waits at the gate before every datagram

// A closed gate blocks all slow decoders.
class Gate {
public:
    void close();
    void open();
    void pass();

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool open_ = true;
};
Gate& gate();

Bytes frame(Tick tick, Word value);  // server to client
Bytes segment(char map);
Bytes goodbye();
Bytes ping();  // not recognisable as a game

inline Datagram from_server(const Bytes& bytes) {
    return {Direction::ToClient, std::chrono::seconds(1), bytes};
}

// Keeps the written bytes for the test; fails when more than `limit` is written.
struct Disk {
    Bytes bytes{};
    std::size_t limit = ~std::size_t{0};
    std::mutex mutex{};  // for tests that read while the recorder still writes

    Bytes so_far() {
        const std::lock_guard lock(mutex);
        return bytes;
    }
};
std::unique_ptr<ByteSink> sink_on(std::shared_ptr<Disk> disk);

}  // namespace toy
