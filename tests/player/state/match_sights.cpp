#include "tests/player/state/match_sights.h"

#include <filesystem>
#include <set>
#include <sstream>

#include "player/state/imported_file.h"
#include "player/state/match_views.h"
#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tickreel/base/concat.h"
#include "tickreel/model/names.h"

namespace tickreel_test {

using namespace tickreel;

namespace {

std::unique_ptr<ReelReader> open_cut(const std::string& path) {
    auto reel = ReelReader::open(*open_file(path));
    REQUIRE(reel.ok());
    return *std::move(reel);
}

// "Walker 2", of items with a place.
std::set<std::string> placed(const Schema& schema, const Snapshot& snapshot) {
    std::set<std::string> names;
    for (const Item item : snapshot)
        if (find_role(schema[item.key.type], Role::PositionX))
            names.insert(concat(schema[item.key.type].name, ' ', item.key.entity));
    return names;
}

// "viewer,tick,type,id"; of files with one segment. Empty: there is no DuckDB.
std::set<std::string> visible_rows(const std::string& match) {
    const Ran ran = run_tickreel(
        {"sql", match, "SELECT viewer, tick, type, id FROM visible", "--format", "csv"});
    std::set<std::string> rows;
    std::istringstream lines(ran.out);
    for (std::string line; std::getline(lines, line);) rows.insert(line);
    return rows;
}

bool is_character(const ItemType& type) {
    return shares_names(type) && find_role(type, Role::PositionX);
}

void compare_with_sql(const MatchViews& views, const std::vector<ItemKey>& keys, Moment moment,
                      const std::set<std::string>& visible, Compared& compared) {
    const auto sights = views.who_saw_each(keys, moment);
    REQUIRE(sights.ok());
    REQUIRE(sights->size() == keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i)
        for (const ViewSight& one : (*sights)[i]) {
            INFO(one.view << " at tick " << moment.tick);
            const std::string row = concat(one.view, ',', moment.tick, ',',
                                           views.schema()[keys[i].type].name, ',', keys[i].entity);
            CHECK((one.sight == Sight::Sent) == visible.contains(row));
            ++compared.sights;
        }
}

}  // namespace

std::vector<std::string> cut_views(const std::string& match, const std::string& folder) {
    const auto out = std::filesystem::path(folder) / std::filesystem::path(match).filename();
    REQUIRE(run_tickreel({"cut", match, "-q", "--view", "all", "-o", out.string()}).code == 0);
    std::vector<std::string> cuts = recordings_in(folder);
    REQUIRE(cuts.back().ends_with("-union.reel"));
    return cuts;
}

Compared compare_sights(const std::string& match, const std::vector<std::string>& cuts,
                        std::size_t step) {
    const auto all = open_cut(cuts.back());
    const std::set<std::string> visible = visible_rows(match);
    Compared compared;
    for (const std::string& cut : cuts) {
        const auto reel = open_cut(cut);
        const auto views = MatchViews::open(match, cut, reel->schema());
        REQUIRE(views.ok());
        REQUIRE((*views)->is_union() == (cut == cuts.back()));
        GhostFrames ghosts;
        std::size_t count = 0;
        const auto visit = [&](const Frame& frame) {
            if (count++ % step != 0) return true;
            INFO(cut << " tick " << frame.tick);
            const auto seen = placed(reel->schema(), frame.snapshot);
            std::vector<ItemKey> asked;
            const Frame* pale = ghosts.of(**views, &frame);
            CHECK(ghosts.error() == "");
            REQUIRE((pale != nullptr) == (cut != cuts.back()));
            if (pale != nullptr) {
                const auto at = all->at(
                    (*views)
                        ->match()
                        .in_world(static_cast<std::uint32_t>(&cut - cuts.data()), frame.moment())
                        .value());
                REQUIRE((at.ok() && at->tick == frame.tick));
                const auto world = placed(all->schema(), at->snapshot);
                const auto drawn = placed((*views)->schema(), pale->snapshot);
                std::set<std::string> wanted;
                for (const std::string& item : world)
                    if (!seen.contains(item)) wanted.insert(item);
                CHECK(drawn == wanted);
                compared.ghosts += drawn.size();
                for (const Item item : pale->snapshot)
                    if (!visible.empty() && is_character((*views)->schema()[item.key.type]))
                        asked.push_back(item.key);
            }
            for (const Item item : frame.snapshot)
                if (!visible.empty() && is_character(reel->schema()[item.key.type]))
                    asked.push_back(item.key);
            compare_with_sql(**views, asked, frame.moment(), visible, compared);
            ++compared.frames;
            return true;
        };
        REQUIRE(reel->scan(reel->everything(), ignore_problems, visit).ok());
    }
    return compared;
}

}  // namespace tickreel_test
