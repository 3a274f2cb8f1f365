// A game whose names have no meaning (synthetic_game.h): redact removes personal data by roles
// alone.

#include "tests/format/analysis/synthetic_game.h"

#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

std::string synthetic_file(const Folder& folder) {
    const Bytes bytes = synthetic_recording();
    const std::string path = folder / "a.reel";
    tickreel_test::write_file(path, std::string(bytes.begin(), bytes.end()));
    return path;
}

}  // namespace

TEST_CASE("redact leaves nobody of a made-up game, but its maps and skins") {
    const Folder folder;
    const std::string out = folder / "b.reel";
    REQUIRE(run_tickreel({"redact", synthetic_file(folder), "-q", "-o", out}).code == 0);
    const std::string all = run_tickreel({"cat", out, "--format", "ndjson"}).out +
                            run_tickreel({"list", out, "events", "--format", "ndjson"}).out;
    for (const char* gone : {"Ada", "Bob", "Engine", "hello", "a private word"})
        CHECK_THAT(all, !contains(gone));
    CHECK_THAT(all, contains("\"oou\":\"player 1\""));
    CHECK_THAT(all, contains("\"iiy\":\"clan 1\""));
    CHECK_THAT(all, contains("\"ggn\":\"plain\""));
    CHECK_THAT(all, contains("\"jjw\":\"mmh\""));
}
