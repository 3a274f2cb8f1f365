// Questions that run beside the frame.
#include "player/state/analysis.h"

#include "tests/catch.h"
#include "tests/format/analysis/sample_match.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

std::shared_ptr<const ReelReader> sample_reel() {
    Result<std::unique_ptr<ReelReader>> opened = ReelReader::open(memory_source(sample_match()));
    REQUIRE(opened.ok());
    return std::move(*opened);
}

FieldRef field_of(const ReelReader& reader, const char* type, EntityId entity, const char* name) {
    const auto id = reader.schema().find(type);
    REQUIRE(id);
    const auto index = find_field(reader.schema()[*id], name);
    REQUIRE(index);
    return {{*id, entity}, *index};
}

}  // namespace

TEST_CASE("an analysis runs beside the frame and forgets everything with its recording") {
    const auto reader = sample_reel();
    Analysis analysis;
    analysis.ask("Kill");  // nothing is open
    CHECK_FALSE(analysis.running());
    analysis.set_reader(reader);
    analysis.ask("Character.x == 1100");
    const FieldRef x = field_of(*reader, "Character", 0, "x");
    analysis.blame(x);
    CHECK(analysis.plot(x));
    CHECK(analysis.plot(field_of(*reader, "Character", 1, "health")));
    while (analysis.running()) analysis.poll();
    CHECK(analysis.query().hits.size() == 1);
    REQUIRE(analysis.blame_series());
    CHECK(analysis.blame_series()->complete);
    REQUIRE(analysis.plot_series(x));
    CHECK(analysis.plot_series(x)->complete);
    analysis.unplot(x);
    CHECK_FALSE(analysis.is_plotted(x));
    for (EntityId id = 0; id < 20; ++id) analysis.plot({{0, id}, 0});
    CHECK(analysis.plots().size() == kMaxPlots);
    analysis.ask("Character");
    analysis.cancel_query();
    CHECK_FALSE(analysis.asking());
    analysis.set_reader(nullptr);
    CHECK(analysis.plots().empty());
    CHECK_FALSE(analysis.blamed());
    CHECK(analysis.query().text.empty());
}
