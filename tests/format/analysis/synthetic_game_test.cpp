// All analyses of a recording work for a game whose names have no meaning.
#include "tests/format/analysis/synthetic_game.h"

#include "tests/catch.h"
#include "tickreel/analysis/describe.h"
#include "tickreel/analysis/inspect.h"
#include "tickreel/analysis/recording_scan.h"
#include "tickreel/analysis/scoreboard.h"
#include "tickreel/base/file.h"
#include "tickreel/model/names.h"
#include "tickreel/reel/reel_reader.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

std::shared_ptr<ReelReader> opened() {
    auto reader = ReelReader::open(memory_source(synthetic_recording()));
    REQUIRE(reader.ok());
    return *std::move(reader);
}

}  // namespace

TEST_CASE("a made-up game has lanes, chat, a kill feed, and who comes and goes") {
    const auto reader = opened();
    WorkControl control;
    ScanPointer scan;
    scan_recording(*reader, control, [&scan](ScanPointer now) { scan = std::move(now); });
    REQUIRE(scan);
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < scan->events.size(); ++i) {
        const EventEntry event = scan->events[i];
        lines.push_back(std::string(event_lane_name(event.kind)) + ": " +
                        event_title(reader->schema(), event) + ", " + std::string(event.text));
    }
    CHECK(lines == std::vector<std::string>{
                       "map: map, mmh", "chat: hhg, Ada: hello", "kill: ffk, Ada killed Bob (hook)",
                       "flag: flag, Bob has the vun flag", "join: left, Bob",
                       "flag: flag, vun flag is -1",
                       "join: yyl, Ada: yyl, jjw \"mmh\", rre \"a private word\""});
}

TEST_CASE("a made-up game has names, a score board and places") {
    const auto reader = opened();
    const Schema& schema = reader->schema();
    const Result<Frame> frame = reader->at({0, 130});
    REQUIRE(frame.ok());
    const TypeId body = *schema.find("qxv");
    CHECK(item_title(schema, frame->snapshot, {body, kAda}) == "qxv 4 (Ada)");
    const auto board = make_scoreboard(schema, frame->snapshot);
    REQUIRE(board.size() == 2);
    CHECK(board[0].name == "Bob");
    CHECK(board[0].score == 5);
    CHECK(board[1].name == "Ada");
    CHECK(board[1].clan == "Engine");
    CHECK(board[1].latency == 33);
    CHECK(board[1].health == 10);
    CHECK(board[1].team_number == 1);
    CHECK(board[1].body == ItemKey{body, kAda});
    CHECK(find_role(schema[body], Role::PositionX) == 0);
    CHECK(find_role(schema[body], Role::PositionY) == 1);
    const auto groups = list_items(schema, frame->snapshot, nullptr, "ada");
    CHECK(groups.size() == 2);
}
