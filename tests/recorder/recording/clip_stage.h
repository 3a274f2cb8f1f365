#pragma once
// What the tests of clips have in common: a match whose clips are in memory.

#include <chrono>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "recorder/recording/clip_files.h"
#include "tests/catch.h"
#include "tests/recorder/recording/toy_game.h"
#include "tickreel/model/row.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel_test {

using namespace tickreel;
using std::chrono::seconds;

// A match with one snapshot per second: item 1 holds the second, events are chat lines.
struct Match {
    explicit Match(ClipOptions clips, seconds retry = seconds(0), bool split_by_map = false)
        : files(toy::game(), with(std::move(clips), retry, split_by_map), maker(), sink()) {
        ItemType tank;
        tank.name = "Tank";
        tank.fields = {{.name = "x"}};
        item = files.add_type(tank);
        chat.name = "Sv_Chat";
        chat.use = TypeUse::Event;
        chat.fields = {{.name = "text", .kind = FieldKind::Text}};
        event = files.add_type(chat);
        files.begin_segment({"arena", "", ""});
    }
    static RecordingOptions with(ClipOptions clips, seconds retry, bool split_by_map) {
        RecordingOptions options;
        options.split_by_map = split_by_map;
        options.retry = retry;
        options.clips = std::move(clips);
        return options;
    }
    FileMaker maker() {
        return [this](const FileNameFields& wish) -> Result<NewFile> {
            if (before_file) before_file(wish.part);
            if (!folder.empty()) {
                const std::string path = folder + "/clip" + std::to_string(wish.part);
                return NewFile{path, *create_file(path, IfExists::Refuse)};
            }
            disks.push_back(std::make_shared<toy::Disk>());
            disks.back()->limit = limit;
            return NewFile{"clip" + std::to_string(wish.part), toy::sink_on(disks.back())};
        };
    }
    ProblemSink sink() {
        return [this](const Problem& problem) { problems.push_back(problem.message); };
    }
    void play(int from, int to, int chat_at = -1, const std::string& text = "") {
        for (int second = from; second < to; ++second) {
            Frame frame;
            frame.segment = segment;
            frame.tick = second * 50;
            frame.time = seconds(1000 + second);
            frame.wire.checksum = second == bad_at ? WireChecksum::Mismatch : WireChecksum::Ok;
            SnapshotBuilder builder;
            for (Word& word : row) word = static_cast<Word>(random());
            row[0] = second;
            builder.set({item, 1}, row);
            frame.snapshot = builder.build();
            if (second == chat_at) frame.events.push_back({event, make_row(chat, {text})});
            files.add_frame(frame);
        }
    }
    void next_map(const std::string& name) {
        files.begin_segment({name, "", ""});
        ++segment;
    }
    // First and last second of a clip; each frame must contain its second.
    std::pair<Tick, Tick> span(std::size_t disk) const {
        const auto reel = open(disk);
        CHECK(reel->finished());
        std::vector<Tick> ticks;
        REQUIRE(reel->scan(reel->everything(), ignore_problems,
                           [&](const Frame& frame) {
                               CHECK(frame.snapshot[0].row[0] * 50 == frame.tick);
                               if (!ticks.empty()) CHECK(frame.tick == ticks.back() + 50);
                               ticks.push_back(frame.tick);
                               return true;
                           })
                    .ok());
        REQUIRE(!ticks.empty());
        return {ticks.front() / 50, ticks.back() / 50};
    }

    std::unique_ptr<ReelReader> open(std::size_t disk) const {
        auto reel = ReelReader::open(memory_source(disks.at(disk)->bytes));
        REQUIRE(reel.ok());
        return *std::move(reel);
    }
    // Of each segment with snapshots in a file: its map, and the first and the last second.
    static std::string maps(const ReelReader& reel) {
        std::string text;
        std::uint32_t of = ~0U;
        Tick last = 0;
        REQUIRE(reel.scan(reel.everything(), ignore_problems,
                          [&](const Frame& frame) {
                              CHECK((frame.segment != of || frame.tick == last + 50));
                              if (frame.segment != of)
                                  text += (text.empty() ? "" : std::to_string(last / 50) + " ") +
                                          reel.segments()[frame.segment].map + " " +
                                          std::to_string(frame.tick / 50) + "..";
                              of = frame.segment;
                              last = frame.tick;
                              return true;
                          })
                    .ok());
        return text + std::to_string(last / 50);
    }

    std::vector<std::shared_ptr<toy::Disk>> disks;
    std::vector<std::string> problems;
    std::size_t limit = ~std::size_t{0};
    std::string folder;  // of its clips; "": in memory
    std::function<void(unsigned number)> before_file;
    int bad_at = -1;
    std::vector<Word> row{0};  // of the item: the second, and what makes it larger
    std::mt19937 random{1};
    std::uint32_t segment = 0;
    ItemType chat;
    TypeId item = 0;
    TypeId event = 0;
    ClipFiles files;
};

inline std::vector<std::string> texts(std::span<const Marker> markers) {
    std::vector<std::string> all;
    for (const Marker& marker : markers) all.push_back(marker.text);
    return all;
}

}  // namespace tickreel_test
