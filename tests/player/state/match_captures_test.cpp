// The same of a real match: S3, four clients of one server (teeworlds-server 0.7.5, ctf).
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <set>
#include <tuple>

#include "player/games/art.h"
#include "player/state/match_views.h"
#include "tests/captures.h"
#include "tests/catch.h"
#include "tests/player/state/match_sights.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tickreel/base/concat.h"

using namespace tickreel;
using namespace tickreel_test;
namespace fs = std::filesystem;

namespace {

// The match file of the capture, once for all tests.
const std::string& real_match() {
    static const Folder folder;
    static std::string match;
    if (!match.empty()) return match;
    const fs::path capture = captures() / "S3" / "traffic.pcap";
    if (!fs::exists(capture)) {
        std::cout << "skipped: no real captures at " << captures().string()
                  << " (set TICKREEL_SHARED)" << std::endl;
        std::exit(77);
    }
    REQUIRE(run_tickreel({"import", capture.string(), "-q", "-o", folder / "one.reel"}).code == 0);
    std::vector<std::string> merge{"merge", "--views", "-o", folder / "match.reel"};
    for (const std::string& name : folder.names()) merge.push_back(folder / name);
    REQUIRE(merge.size() == 8);
    REQUIRE(run_tickreel(merge).code == 0);
    return match = folder / "match.reel";
}

// How far inside of a convex shape it is; negative: outside.
float depth_in(const std::vector<Vec2>& shape, Vec2 place) {
    float depth = 1e9F;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const Vec2 a = shape[i];
        const Vec2 along = normalised(shape[(i + 1) % shape.size()] - a);
        const Vec2 off = place - a;
        depth = std::min(depth, along.x * off.y - along.y * off.x);
    }
    return depth;
}

}  // namespace

TEST_CASE("what the player says of who was sent whom in a real match is what SQL says") {
    const Folder cuts;
    const Compared compared = compare_sights(real_match(), cuts / "", 20);
    std::cout << compared.frames << " snapshots, " << compared.ghosts << " ghosts, "
              << compared.sights << " sights compared\n";
    CHECK(compared.frames > 1500);
    CHECK(compared.ghosts > 5000);
}

TEST_CASE("the union of a real match has at each tick what the recordings of its views have") {
    const Folder cuts;
    for (const char* view : {"all", "union"})
        REQUIRE(run_tickreel(
                    {"cut", real_match(), "-q", "--view", view, "-o", cuts / concat(view, ".reel")})
                    .code == 0);
    using Place = std::tuple<std::uint32_t, Tick, std::string, EntityId>;
    const auto places = [&](const std::string& name, std::set<Place>& into) {
        const auto reel = *ReelReader::open(*open_file(cuts / name));
        const auto visit = [&](const Frame& frame) {
            for (const Item item : frame.snapshot)
                into.insert({frame.segment, frame.tick, reel->schema()[item.key.type].name,
                             item.key.entity});
            return true;
        };
        REQUIRE(reel->scan(reel->everything(), ignore_problems, visit).ok());
    };
    std::set<Place> joined;
    std::set<Place> seen;
    places("union.reel", joined);
    for (int number = 1; number <= 4; ++number) places(concat("all-", number, ".reel"), seen);
    std::cout << joined.size() << " items in the union, " << seen.size() << " in its views\n";
    CHECK(seen.size() > 100'000);
    CHECK(joined == seen);
}

TEST_CASE("a real server sends whom the fog does not cover, and nobody else") {
    const Folder cuts;
    REQUIRE(run_tickreel({"cut", real_match(), "-q", "--view", "all", "-o", cuts / "match.reel"})
                .code == 0);
    std::size_t sent = 0;
    std::size_t hidden = 0;
    std::size_t unknown = 0;
    for (int number = 1; number <= 4; ++number) {
        const std::string path = cuts / concat("match-", number, ".reel");
        const auto reel = *ReelReader::open(*open_file(path));
        const auto views = *MatchViews::open(real_match(), path, reel->schema());
        ArtOptions options;
        options.installed = false;
        const auto art = load_art(*reel, 0, options, ignore_problems);
        TextureStore textures;
        Font font(textures);
        std::size_t count = 0;
        const auto visit = [&](const Frame& frame) {
            if (++count % 10 != 0) return true;
            INFO(path << " tick " << frame.tick);
            GhostFrames ghosts;
            SceneInput input{reel->schema(), textures, font};
            input.frame = &frame;
            input.ghosts = {&views->schema(), ghosts.of(*views, &frame), nullptr};
            REQUIRE(input.ghosts.frame != nullptr);
            input.art = art.get();
            art->evolve(input);
            const SentArea area = sent_area(input);
            if (!area.known()) {
                ++unknown;
                CHECK_THAT(area.words, Catch::StartsWith("where "));
                return true;
            }
            const TypeId type = *reel->schema().find("Character");
            const auto check = [&](const SceneInput& of, bool is_sent) {
                const Snapshot& all = of.frame->snapshot;
                for (std::size_t i = all.lower_bound({type, 0});
                     i < all.size() && all[i].key.type == type; ++i) {
                    const auto sights = views->who_saw(all[i].key, frame.moment());
                    REQUIRE(sights.ok());
                    CHECK(std::any_of(sights->begin(), sights->end(), [](const ViewSight& one) {
                        return one.sight == Sight::Sent;
                    }));
                    const float depth = depth_in(area.shape, *item_position(of, all[i].key));
                    INFO("Character " << all[i].key.entity << " is " << depth << " inside");
                    CHECK((is_sent ? depth > -12 : depth < 12));
                    ++(is_sent ? sent : hidden);
                }
            };
            check(input, true);
            SceneInput pale{views->schema(), textures, font};
            pale.frame = input.ghosts.frame;
            check(pale, false);
            return true;
        };
        REQUIRE(reel->scan(reel->everything(), ignore_problems, visit).ok());
    }
    std::cout << sent << " in sight, " << hidden << " in the fog, " << unknown
              << " snapshots without a known area\n";
    CHECK(sent > 5000);
    CHECK(hidden > 1000);
    CHECK(unknown < 200);
}
