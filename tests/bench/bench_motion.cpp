// Accuracy and cost of dead reckoning. One line per recording and segment.
// usage: bench_motion [--exact] MAPS FILE.reel...   MAPS: folders with maps, joined by ':'
// --exact: fails unless there are refreshes by age, all equal the server's but for a few of tees
// that another one or a hit touched, and no tee jumps.
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/format/games/refreshes.h"
#include "tickreel/base/file.h"
#include "tickreel/games/teeworlds/character_evolver.h"
#include "tickreel/games/teeworlds/game_map.h"
#include "tickreel/reel/evolution.h"
#include "tickreel/reel/reel_reader.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

std::optional<Bytes> find_map(const ReelReader& reel, const Segment& segment,
                              const std::string& folders) {
    Result<std::optional<Bytes>> attached = attached_map(reel, segment);
    if (attached && *attached) return std::move(*attached);
    for (std::size_t from = 0; from <= folders.size();) {
        const std::size_t end = std::min(folders.find(':', from), folders.size());
        const std::string path = folders.substr(from, end - from) + "/" + segment.map + ".map";
        Result<Bytes> bytes = read_whole_file(path, 256U << 20);
        if (bytes) return std::move(*bytes);
        from = end + 1;
    }
    return {};
}

double share(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 100 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

// Where tees are shown: evolved to their snapshot's tick.
Result<void> see_steps(const ReelReader& reel, std::uint32_t segment, TypeId type, ByteView map,
                       Jumps& jumps) {
    const auto evolver = teeworlds::read_character_evolver(reel.schema(), map);
    if (!evolver) return evolver.error();
    const auto layout = teeworlds::CharacterLayout::of(reel.schema()[type]);
    return reel.scan({{segment, 0}, {segment + 1, 0}}, ignore_problems, [&](const Frame& frame) {
        for (const Item item : frame.snapshot) {
            if (item.key.type != type) continue;
            const Row now = (*evolver)->evolve(item.key, item.row, frame.tick);
            if (now.empty()) continue;
            const auto words = layout->core_words(now);
            jumps.see(item.key.entity, {frame.tick, words[0], words[1]});
        }
        return true;
    });
}

bool measure(const std::string& file, const std::string& maps, bool exact) {
    Result<std::unique_ptr<ByteSource>> source = open_file(file);
    Result<std::unique_ptr<ReelReader>> opened =
        source ? ReelReader::open(std::move(*source))
               : Result<std::unique_ptr<ReelReader>>(source.error());
    if (!opened) {
        std::fprintf(stderr, "%s: %s\n", file.c_str(), opened.error().message.c_str());
        return false;
    }
    const ReelReader& reel = **opened;
    const auto type = reel.schema().find("Character");
    if (!type) {
        std::fprintf(stderr, "%s: no characters\n", file.c_str());
        return false;
    }
    bool good = true;
    for (std::uint32_t i = 0; i < reel.segments().size(); ++i) {
        const std::optional<Bytes> map = find_map(reel, reel.segments()[i], maps);
        const Result<teeworlds::TileMap> tiles =
            map ? teeworlds::read_game_tiles(*map) : Result<teeworlds::TileMap>(fail("no map"));
        if (!tiles) {
            std::printf("%s segment %u: %s: %s\n", file.c_str(), i, reel.segments()[i].map.c_str(),
                        tiles.error().message.c_str());
            continue;
        }
        Tally tally;
        Jumps jumps;
        Refreshes refreshes(reel.schema(), *type, *tiles, teeworlds::line_rule_of(reel.schema()));
        const auto start = std::chrono::steady_clock::now();
        const Result<void> scanned =
            reel.scan({{i, 0}, {i + 1, 0}}, ignore_problems, [&](const Frame& frame) {
                refreshes.take(frame, tally);
                return true;
            });
        const double seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        const Result<void> stepped =
            scanned ? see_steps(reel, i, *type, *map, jumps) : Result<void>(scanned);
        if (!stepped) {
            std::fprintf(stderr, "%s: %s\n", file.c_str(), stepped.error().message.c_str());
            return false;
        }
        good = good && tally.timed_equal > 10 * tally.timed_touched &&
               tally.timed_equal + tally.timed_touched == tally.timed && jumps.count == 0;
        if (tally.older == 0) {
            std::printf(
                "%s segment %u (%s): %llu rows, none older than its snapshot: this server "
                "does not reckon\n",
                std::filesystem::path(file).filename().c_str(), i, reel.segments()[i].map.c_str(),
                static_cast<unsigned long long>(tally.rows));
            continue;
        }
        std::printf(
            "%s segment %u (%s): %llu rows, %.1f %% older than their snapshot; %llu refreshes "
            "by age, %.2f %% equal, %llu touched; %llu earlier, %.2f %% differ, %llu may hide "
            "another; %llu "
            "jumps; "
            "%.2f s\n",
            std::filesystem::path(file).filename().c_str(), i, reel.segments()[i].map.c_str(),
            static_cast<unsigned long long>(tally.rows), share(tally.older, tally.rows),
            static_cast<unsigned long long>(tally.timed), share(tally.timed_equal, tally.timed),
            static_cast<unsigned long long>(tally.timed_touched),
            static_cast<unsigned long long>(tally.early), share(tally.early_differ, tally.early),
            static_cast<unsigned long long>(tally.early_equal_hidden),
            static_cast<unsigned long long>(jumps.count), seconds);
        for (const Refresh& wrong : tally.wrong) {
            std::printf("  %s %s\n", wrong.timed ? "by age, not equal:" : "earlier, equal:",
                        wrong.text().c_str());
        }
        if (jumps.count > 0) std::printf("  the first jump: %s\n", jumps.first.c_str());
    }
    return good || !exact;
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<std::string> words(argv + 1, argv + argc);
    const bool exact = !words.empty() && words[0] == "--exact";
    if (exact) words.erase(words.begin());
    if (words.size() < 2) {
        std::fprintf(stderr, "usage: bench_motion [--exact] MAPS FILE.reel...\n");
        return 2;
    }
    bool all = true;
    for (std::size_t i = 1; i < words.size(); ++i) all = measure(words[i], words[0], exact) && all;
    return all ? 0 : 1;
}
