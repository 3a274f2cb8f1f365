// Recordings that have lost what defines their types: the words are there, their names are not.

#include <algorithm>

#include <nlohmann/json.hpp>

#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"

using namespace tickreel_test;

namespace {

// The records that define the types are behind the file's header.
std::string without_types(bool finished) {
    std::string bytes = read_file(TICKREEL_SOURCE_DIR "/demos/arena_8_players.reel");
    if (finished) {
        bytes.erase(400, 1);
    } else {
        bytes.resize(100000);
        bytes[400] ^= 1;
        bytes[13800] ^= 1;
    }
    return bytes;
}

std::uint64_t number(const Ran& ran, const char* name) {
    return nlohmann::json::parse(ran.out.substr(0, ran.out.find('\n')))[name].get<std::uint64_t>();
}

std::uint64_t count(const std::string& file, const std::string& what) {
    return number(run_tickreel({"sql", file, "--format", "ndjson", "--big-numbers",
                                "SELECT " + what + " AS n"}),
                  "n");
}

}  // namespace

TEST_CASE("a recording without its types is read, and no name in it is called removed") {
    const Folder folder;
    const std::string damaged = folder / "a.reel";
    write_file(damaged, without_types(GENERATE(true, false)));
    const std::string saved = folder / "saved.reel";
    CHECK(run_tickreel({"recover", damaged, "-o", saved}).code == 3);
    for (const std::string& file : {damaged, saved}) {
        INFO(file);
        const int incomplete = file == damaged ? 3 : 0;
        CHECK(run_tickreel({"info", file}).code == incomplete);
        const Ran verified = run_tickreel({"verify", file, "--format", "ndjson"});
        CHECK(verified.code == incomplete);
        const Ran redacted = run_tickreel({"redact", file, "-o", folder / "r.reel"});
        CHECK(redacted.code == 1);
        CHECK_THAT(redacted.err, contains("types is lost") && contains("nothing was written"));
        CHECK(run_tickreel({"export", file, "-o", folder / "e.demo"}).code == 1);
        CHECK(folder.names() == std::vector<std::string>{"a.reel", "saved.reel"});
        // Everything is somewhere, under names that say so.
        const Ran items = run_tickreel({"cat", file, "--format", "ndjson"});
        CHECK(items.code == incomplete);
        const auto lines =
            static_cast<std::uint64_t>(std::count(items.out.begin(), items.out.end(), '\n'));
        CHECK(lines > 10000);
        CHECK(count(file, "(SELECT count(*) FROM items)") == lines);
        CHECK(count(file,
                    "(SELECT sum(n) FROM (SELECT type, count(*) AS n FROM items "
                    "GROUP BY type))") == lines);
        CHECK(count(file, "(SELECT count(*) FROM snapshots)") == number(verified, "snapshots"));
        const Ran events = run_tickreel({"list", file, "events", "--format", "ndjson"});
        CHECK(events.code == incomplete);
        const auto listed =
            static_cast<std::uint64_t>(std::count(events.out.begin(), events.out.end(), '\n'));
        CHECK(listed > 10);
        CHECK(count(file, "(SELECT sum(events) FROM snapshots)") == listed);
    }
}
