// Completion while a query is typed, and examples that have hits.
#include "tickreel/analysis/query_help.h"

#include "tests/catch.h"
#include "tests/format/analysis/sample_match.h"
#include "tickreel/analysis/query_run.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

std::unique_ptr<ReelReader> reel() {
    Result<std::unique_ptr<ReelReader>> opened = ReelReader::open(memory_source(sample_match()));
    REQUIRE(opened.ok());
    return std::move(*opened);
}

std::vector<std::string> offered(std::string_view text) {
    const auto reader = reel();
    std::vector<std::string> names;
    for (const QueryCandidate& one : complete_query(reader->schema(), text, text.size()).candidates)
        names.push_back(one.text);
    return names;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("a query is completed by types, fields, values and functions") {
    CHECK(offered("Char") == Names{"Character"});
    CHECK(offered("client_") == Names{"ClientInfo", "client_id"});
    CHECK(offered("Character.") == Names{"x", "y", "weapon", "health", "id", "name"});
    CHECK(offered("Kill and Character.we") == Names{"weapon"});
    CHECK(offered("Character.weapon == ").at(0) == "hammer");
    CHECK(offered("Character.weapon == g") == Names{"gun"});
    CHECK(offered("chan") == Names{"changed("});
    CHECK(offered("ki").at(0) == "kill");
    CHECK(offered("heal") == Names{"health"});
    CHECK(offered("ClientInfo.name == \"Char").empty());
    CHECK(offered("Nothing.").empty());
    CHECK(offered("").size() == kMaxCandidates);
    const auto reader = reel();
    CHECK(complete_query(reader->schema(), "Kill and Cha", 12).from == 9);
    CHECK(complete_query(reader->schema(), "Character.x", 4).candidates.at(0).text == "Character");
    CHECK(complete_query(reader->schema(), "Kill", 400).from == 0);
}

TEST_CASE("the examples of a recording hold in it") {
    const auto reader = reel();
    for (const Tick tick : {kFirstTick, kKillTick, kChatTick}) {
        const auto frame = reader->at({0, tick});
        REQUIRE(frame.ok());
        const auto examples = query_examples(reader->schema(), *frame);
        CHECK(examples.size() >= 3);
        for (const std::string& text : examples) {
            std::uint64_t snapshots = 0;
            const auto totals = find_hits(
                *reader, reader->everything(), text, [](const Problem&) {},
                [&](const QueryHit& hit) {
                    snapshots += hit.snapshots;
                    return true;
                });
            INFO(text);
            REQUIRE(totals.ok());
            CHECK(snapshots > 0);
        }
    }
}
