// What commands read before and after they write ends at a signal, too: `redact` learns the names
// and looks for them in what it wrote, `optimize` compares that with the original.

#include <csignal>

#include "recorder/commands/copy_reel.h"
#include "recorder/commands/verbs/reel_compare.h"
#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/sample_reel.h"

using namespace tickreel;
using tickreel_test::contains;

TEST_CASE("a signal ends what is read before and after a copy") {
    const tickreel_test::Folder folder;
    tickreel_test::write_sample(folder / "a.reel");
    const auto reel = ReelReader::open(*open_file(folder / "a.reel"));
    REQUIRE(reel.ok());
    const StopSignals stop;
    int frames = 0;
    const auto scan = [&] {
        return scan_until(
            stop, **reel, [&](const Frame&) { return ++frames > 0; });
    };
    const auto compare = [&] {
        return compare_reels(**reel, **reel, {.stopped = [&] { return stop.arrived(); }});
    };
    CHECK(scan().ok());
    const int all = frames;
    CHECK(compare().ok());
    ::raise(SIGTERM);
    const auto scanned = scan();
    REQUIRE_FALSE(scanned.ok());
    CHECK(scanned.error().message == "interrupted; no output written");
    CHECK(frames == all);
    const auto compared = compare();
    REQUIRE_FALSE(compared.ok());
    CHECK(compared.error().message == "interrupted; no output written");
}
