#pragma once
// What the tests of `render` have in common: generated recordings in a folder, and the verb as
// somebody types it. Does not use the installed game.

#include <filesystem>
#include <functional>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <unistd.h>

#include "player/draw/png.h"
#include "player/render/render.h"
#include "tests/catch.h"
#include "tests/player/draw/teeworlds/map_writer.h"
#include "tests/player/draw/teeworlds/match.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/file.h"
#include "tickreel/reel/reel_writer.h"

namespace tickreel_test {

using namespace tickreel;

inline std::unique_ptr<ReelWriter> begin_arena(const std::string& path, const Match& match,
                                               bool with_map) {
    RecordingInfo info;
    info.game = "teeworlds";
    auto writer =
        std::make_unique<ReelWriter>(std::move(*create_file(path, IfExists::Replace)), info);
    for (const ItemType& type : match.schema.types()) writer->add_type(type);
    writer->begin_segment({"arena", "", ""});
    if (with_map)
        writer->add_attachment(
            {"maps/arena.map", "application/x-teeworlds-map", plain_map(arena_rows())});
    return writer;
}

// A folder for one test, with a recording of 2 s of the fictional match.
struct Place {
    std::filesystem::path folder;
    std::string reel;

    explicit Place(const std::string& name, bool with_map = true)
        : folder(std::filesystem::temp_directory_path() /
                 concat("tickreel-render-", ::getpid(), "-", name)) {
        std::filesystem::remove_all(folder);
        std::filesystem::create_directories(folder);
        reel = path("match.reel");
        Match match = arena_match();
        const auto begun = begin_arena(reel, match, with_map);
        ReelWriter& writer = *begun;
        for (int i = 0; i <= 50; ++i) {
            match.frame.tick = 1000 + 2 * i;
            match.player(0, 240 + 4 * i, 145, "nameless");
            match.frame.events.clear();
            if (i == 5) match.event("Sv_KillMsg", {0, 2, 3});
            if (i == 10) match.say(1, "hello");
            if (i == 30) match.event("Input", {1, 0, 0, 1, 100, 0});
            writer.add_frame(match.frame);
        }
        REQUIRE(writer.finish().ok());
    }
    ~Place() { std::filesystem::remove_all(folder); }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

    std::string path(const std::string& name) const { return (folder / name).string(); }
    Image picture(const std::string& name) const {
        const Result<Image> image = read_png_file(path(name));
        return image ? *image : Image();
    }
};

// 25 snapshots, a gap of ticks 1050..1097, and 2 more with one more player.
struct PlaceWithGap {
    Place place{"gap"};
    std::string reel = place.path("gap.reel");

    PlaceWithGap() {
        Match match = arena_match();
        const auto begun = begin_arena(reel, match, false);
        ReelWriter& writer = *begun;
        for (int i = 0; i <= 25; ++i) {
            const bool behind = i == 25;
            match.frame.tick = 1000 + 2 * i + (behind ? 10 : 0);
            match.frame.wire = {WireChecksum::Ok, 7, 7, match.frame.tick - 2, 50, 1};
            match.player(0, 240 + 4 * i, 145, "nameless");
            if (behind) match.player(9, 500, 250, "late");
            writer.add_frame(match.frame);
        }
        REQUIRE(writer.finish().ok());
    }
};

inline int render(std::vector<std::string> words) {
    words.insert(words.begin(), "render");
    words.insert(words.end(), {"--art", "builtin", "--font", "builtin"});
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    return render_main(static_cast<int>(arguments.size()), arguments.data());
}

// What it says when it ends with this code.
inline std::string said_with(int expected, const std::function<int()>& run) {
    std::ostringstream said;
    std::streambuf* const before = std::cerr.rdbuf(said.rdbuf());
    const int code = run();
    std::cerr.rdbuf(before);
    CHECK(code == expected);
    return said.str();
}

inline std::string said_by(const std::vector<std::string>& words, int expected) {
    return said_with(
        expected, [&] { return render(words); });
}

inline std::string refused(const std::vector<std::string>& words) {
    return said_by(words, 1);
}

}  // namespace tickreel_test
