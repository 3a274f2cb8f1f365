// The same of real matches: S3, four clients of one server (teeworlds-server 0.7.5, ctf); for the
// fog also S5, DDNet's clients of DDNet's server.
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <set>
#include <thread>
#include <tuple>

#include "player/games/art.h"
#include "player/state/connections.h"
#include "player/state/match_views.h"
#include "tests/captures.h"
#include "tests/catch.h"
#include "tests/player/state/match_sights.h"
#include "tests/player/state/opened.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tickreel/base/concat.h"

using namespace tickreel;
using namespace tickreel_test;
namespace fs = std::filesystem;

namespace {

// The match file of a capture's recordings of one protocol.
void make_match(const std::string& capture_name, const std::string& protocol, std::size_t views,
                const Folder& folder) {
    const fs::path capture = captures() / capture_name / "traffic.pcap";
    if (!fs::exists(capture)) {
        std::cout << "skipped: no real captures at " << captures().string()
                  << " (set TICKREEL_SHARED)" << std::endl;
        std::exit(77);
    }
    REQUIRE(run_tickreel({"import", capture.string(), "-q", "-o", folder / "one.reel"}).code == 0);
    std::vector<std::string> merge{"merge", "--views", "-o", folder / "match.reel"};
    for (const std::string& name : folder.names()) {
        const auto reel = *ReelReader::open(*open_file(folder / name));
        if (reel->info().properties.at("protocol").rfind(protocol, 0) == 0)
            merge.push_back(folder / name);
    }
    REQUIRE(merge.size() == 4 + views);
    REQUIRE(run_tickreel(merge).code == 0);
}

// That of S3, once for all tests.
const std::string& real_match() {
    static const Folder folder;
    static std::string match;
    if (!match.empty()) return match;
    make_match("S3", "0.7", 4, folder);
    return match = folder / "match.reel";
}

// Its views and their union: cutting them takes as long as a test of them.
const std::vector<std::string>& real_cuts() {
    static const Folder folder;
    static const std::vector<std::string> cuts = cut_views(real_match(), folder / "");
    return cuts;
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
    const Compared compared = compare_sights(real_match(), real_cuts(), 20);
    std::cout << compared.frames << " snapshots, " << compared.ghosts << " ghosts, "
              << compared.sights << " sights compared\n";
    CHECK(compared.frames > 1500);
    CHECK(compared.ghosts > 5000);
}

TEST_CASE("the union of a real match has at each tick what the recordings of its views have") {
    const Folder folder;
    const std::string both = folder / "union.reel";
    REQUIRE(run_tickreel({"cut", real_match(), "-q", "--view", "union", "-o", both}).code == 0);
    using Place = std::tuple<std::uint32_t, Tick, std::string, EntityId>;
    const auto places = [&](const std::string& path, std::set<Place>& into) {
        const auto reel = *ReelReader::open(*open_file(path));
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
    places(both, joined);
    REQUIRE(real_cuts().size() == 5);
    for (std::size_t view = 0; view < 4; ++view) places(real_cuts()[view], seen);
    std::cout << joined.size() << " items in the union, " << seen.size() << " in its views\n";
    CHECK(seen.size() > 100'000);
    CHECK(joined == seen);
}

namespace {

struct FogCounts {
    std::size_t sent = 0, hidden = 0;                // characters
    std::size_t sent_things = 0, hidden_things = 0;  // pickups
    std::size_t by_hook = 0;
    std::size_t unknown = 0;  // snapshots without a known area
};

// DDNet sends who is outside if the line to his hook's end reaches in, or somebody's hook holds
// him.
bool has_line_in(const Schema& schema, const Snapshot& items, const Item& tee, Vec2 place,
                 const std::vector<Vec2>& shape) {
    const ItemType& type = schema[tee.key.type];
    const auto word = [&](const Item& item, const char* name) {
        return item.row[*find_field(type, name)];
    };
    const Vec2 hook{static_cast<float>(word(tee, "hook_x")),
                    static_cast<float>(word(tee, "hook_y"))};
    for (int step = 0; step <= 200; ++step)
        if (depth_in(shape, place + (hook - place) * (static_cast<float>(step) / 200)) > -12)
            return true;
    for (const Item other : items)
        if (other.key.type == tee.key.type &&
            word(other, "hooked_player") == static_cast<std::int32_t>(tee.key.entity))
            return true;
    return false;
}

// Of every tenth snapshot of each view: who and what was sent lies within the fog's border, and
// what only others were sent outside.
FogCounts check_fog(const std::string& match, const std::vector<std::string>& cuts) {
    REQUIRE(cuts.size() == 5);
    FogCounts counts;
    for (std::size_t view = 0; view < 4; ++view) {
        const std::string& path = cuts[view];
        const auto reel = *ReelReader::open(*open_file(path));
        const auto views = *MatchViews::open(match, path, reel->schema());
        ArtOptions options;
        options.installed = false;
        std::map<std::uint32_t, std::unique_ptr<Art>> arts;
        TextureStore textures;
        Font font(textures);
        std::size_t count = 0;
        const auto visit = [&](const Frame& frame) {
            if (++count % 10 != 0) return true;
            INFO(path << " tick " << frame.tick << " of segment " << frame.segment);
            std::unique_ptr<Art>& art = arts[frame.segment];
            if (!art) {
                art = load_art(*reel, frame.segment, options, ignore_problems);
                art->read_messages(*reel, reel->timeline().last(), ignore_problems,
                                   [] { return false; });
            }
            GhostFrames ghosts;
            SceneInput input{reel->schema(), textures, font};
            input.frame = &frame;
            input.ghosts = {&views->schema(), ghosts.of(*views, &frame), nullptr};
            REQUIRE(input.ghosts.frame != nullptr);
            input.art = art.get();
            art->evolve(input);
            const SentArea area = sent_area(input);
            if (!area.known()) {
                ++counts.unknown;
                INFO(area.words);
                const bool said =
                    area.words.starts_with("where ") ||
                    area.words.ends_with("not asked before this tick of the recording") ||
                    area.words.ends_with("half a second ago");
                CHECK(said);
                return true;
            }
            const auto check = [&](const SceneInput& of, const char* name, bool is_sent,
                                   const std::vector<Vec2>& shape, std::size_t& checked) {
                const auto type = of.schema.find(name);
                if (!type) return;
                const Snapshot& all = of.frame->snapshot;
                const std::size_t first = all.lower_bound({*type, 0});
                std::vector<ItemKey> keys;
                for (std::size_t i = first; i < all.size() && all[i].key.type == *type; ++i)
                    keys.push_back(all[i].key);
                const auto sights = views->who_saw_each(keys, frame.moment());
                REQUIRE(sights.ok());
                REQUIRE(sights->size() == keys.size());
                for (std::size_t i = first; i < first + keys.size(); ++i) {
                    const std::vector<ViewSight>& saw = (*sights)[i - first];
                    CHECK(std::any_of(saw.begin(), saw.end(), [](const ViewSight& one) {
                        return one.sight == Sight::Sent;
                    }));
                    const Vec2 place = *item_position(of, all[i].key);
                    const float depth = depth_in(shape, place);
                    if (is_sent && depth < -12 && !area.inner.empty() && &shape == &area.shape &&
                        has_line_in(of.schema, all, all[i], place, shape)) {
                        ++counts.by_hook;
                        continue;
                    }
                    INFO(name << " " << all[i].key.entity << " is " << depth << " inside");
                    CHECK((is_sent ? depth > -12 : depth < 12));
                    ++checked;
                }
            };
            const std::vector<Vec2>& things = area.inner.empty() ? area.shape : area.inner;
            SceneInput pale{views->schema(), textures, font};
            pale.frame = input.ghosts.frame;
            check(input, "Character", true, area.shape, counts.sent);
            check(pale, "Character", false, area.shape, counts.hidden);
            check(input, "Pickup", true, things, counts.sent_things);
            check(pale, "Pickup", false, things, counts.hidden_things);
            return true;
        };
        REQUIRE(reel->scan(reel->everything(), ignore_problems, visit).ok());
    }
    std::cout << counts.sent << " players and " << counts.sent_things << " pickups in sight, "
              << counts.by_hook << " players sent for their hook, " << counts.hidden << " and "
              << counts.hidden_things << " in the fog, " << counts.unknown
              << " snapshots without a known area\n";
    return counts;
}

}  // namespace

TEST_CASE("a real server sends whom the fog does not cover, and nobody else") {
    const FogCounts counts = check_fog(real_match(), real_cuts());
    CHECK(counts.sent > 5000);
    CHECK(counts.hidden > 1000);
    CHECK(counts.unknown < 200);
}

TEST_CASE("DDNet's server sends what the client asked for, and the fog is the rest") {
    const Folder folder;
    const Folder cuts;
    make_match("S5", "ddnet 0.6", 4, folder);
    const std::string match = folder / "match.reel";
    const FogCounts counts = check_fog(match, cut_views(match, cuts / ""));
    CHECK(counts.sent > 1000);
    CHECK(counts.hidden > 10);
    CHECK(counts.sent_things > 5000);
    CHECK(counts.hidden_things > 100);
    CHECK(counts.unknown < 200);
}

// S5: five clients of DDNet's server, over changes of the map, at each of which ticks begin anew.
TEST_CASE("the connections of a capture begin with the first, and follow one another in time") {
    const fs::path capture = captures() / "S5" / "traffic.pcap";
    if (!fs::exists(capture)) return;  // said by the others
    PlayerState state;
    act(state, OpenPath{capture.string()});
    const auto settle = [&] {
        for (int i = 0; i < 600000 && (state.session().loading() || !state.session().ready());
             ++i) {
            state.poll();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        REQUIRE(state.session().open_error() == "");
        state.advance(PlayerState::Seconds(0));
        REQUIRE(state.frames().current() != nullptr);
    };
    settle();
    const std::size_t count = captured_connections(capture.string(), state.session().path()).size();
    REQUIRE(count == 5);
    CHECK(connection_number(capture.string(), state.session().path()).value_or(0) == 1);
    act(state, GoTo{"70%"});
    state.advance(PlayerState::Seconds(0));
    for (std::size_t i = 0; i < count; ++i) {
        const Frame before = *state.frames().current();
        const std::string map = state.session().reader().segments()[before.segment].map;
        act(state, OpenNeighbour{1});
        settle();
        const Frame& now = *state.frames().current();
        const ReelReader& reader = state.session().reader();
        const SegmentSpan& span = reader.timeline().segments()[now.segment];
        INFO(state.session().path() << " s" << now.segment << ':' << now.tick);
        if (std::chrono::abs(now.time - before.time) < std::chrono::seconds(1))
            CHECK(reader.segments()[now.segment].map == map);
        else  // not there then: as near as it gets
            CHECK(now.tick == (now.time > before.time ? span.first : span.last));
    }
}
