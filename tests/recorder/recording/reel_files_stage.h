#pragma once
// What the tests of a connection's files have in common: a connection whose files are in memory.

#include <memory>
#include <string>
#include <vector>

#include "recorder/recording/connection.h"
#include "recorder/recording/reel_files.h"
#include "tests/catch.h"
#include "tests/recorder/recording/toy_game.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel_test {

using namespace tickreel;

// A connection whose files are in-memory disks.
struct Desk {
    explicit Desk(const RecordingOptions& options = {})
        : connection(&toy::game(), options, maker(), sink()) {}

    FileMaker maker() {
        return [this](const FileNameFields& wish) -> Result<NewFile> {
            disks.push_back(std::make_shared<toy::Disk>());
            disks.back()->limit = limit;
            return NewFile{"part" + std::to_string(wish.part), toy::sink_on(disks.back())};
        };
    }
    ProblemSink sink() {
        return [this](const Problem& problem) { problems.push_back(problem.message); };
    }
    void feed(const Bytes& bytes) { connection.feed(toy::from_server(bytes)); }
    std::unique_ptr<ReelReader> open(std::size_t disk) const {
        auto reader = ReelReader::open(memory_source(disks.at(disk)->bytes));
        REQUIRE(reader.ok());
        return *std::move(reader);
    }

    std::vector<std::shared_ptr<toy::Disk>> disks;
    std::vector<std::string> problems;
    std::size_t limit = ~std::size_t{0};
    Connection connection;
};

// Plays a snapshot every 2 ticks, and tries a full disk again after 2 s.
struct PlayedDesk : Desk {
    PlayedDesk() : Desk(options()) {}
    static RecordingOptions options() {
        RecordingOptions options;
        options.reel.chunk_seconds = 0.2;
        options.retry = std::chrono::seconds(2);
        return options;
    }
    void play(Tick to) {
        for (; tick < to; tick += 2) feed(toy::frame(tick, static_cast<Word>(tick * 7919)));
    }
    Tick tick = 0;
};

inline ReelFiles on_one_disk(const std::shared_ptr<toy::Disk>& disk) {
    return ReelFiles(
        toy::game(), {},
        [disk](const FileNameFields&) -> Result<NewFile> {
            return NewFile{"one", toy::sink_on(disk)};
        },
        ignore_problems);
}

}  // namespace tickreel_test
