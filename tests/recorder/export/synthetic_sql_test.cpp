// A game with meaningless names (synthetic_game.h): SQL finds players, kills, chat and positions.

#include "tests/catch.h"
#include "tests/format/analysis/synthetic_game.h"
#include "tests/recorder/commands/run_tickreel.h"

using namespace tickreel;
using namespace tickreel_test;

TEST_CASE("views over a made-up game come from its classes and roles") {
    const Folder folder;
    const Bytes bytes = synthetic_recording();
    const std::string path = folder / "a.reel";
    tickreel_test::write_file(path, std::string(bytes.begin(), bytes.end()));
    const auto answer = [&](const std::string& query) {
        const Ran ran = run_tickreel({"sql", path, query, "--format", "csv"});
        CHECK(ran.err.empty());
        return ran.out;
    };
    CHECK(answer("SELECT tick, killer, killer_name, victim, victim_name, weapon FROM kills") ==
          "tick,killer,killer_name,victim,victim_name,weapon\n120,4,Ada,9,Bob,hook\n");
    CHECK(answer("SELECT tick, client_id, name, message FROM chat_lines") ==
          "tick,client_id,name,message\n110,4,Ada,hello\n");
    CHECK(answer("SELECT id, name, x, y FROM positions WHERE tick = 110 ORDER BY id") ==
          "id,name,x,y\n4,Ada,205.0,20.0\n9,Bob,455.0,20.0\n");
    CHECK(answer("SELECT id, name, clan, from_tick, to_tick FROM players ORDER BY id") ==
          "id,name,clan,from_tick,to_tick\n4,Ada,Engine,100,199\n9,Bob,,100,140\n");
}
