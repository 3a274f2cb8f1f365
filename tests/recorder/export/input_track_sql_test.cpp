// The player's inputs on the map and in lanes are those of SQL's views of the same recording.
#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <random>
#include <sstream>

#include <fmt/format.h>

#include "tests/captures.h"
#include "tests/format/analysis/resent.h"
#include "tests/recorder/export/sql_runs.h"
#include "tickreel/analysis/recording_scan.h"
#include "tickreel/base/concat.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

// As the decoder makes them.
ItemType event_type_of(const char* name, std::initializer_list<const char*> fields) {
    ItemType type;
    type.name = name;
    type.use = TypeUse::Event;
    type.event_class = EventClass::Input;
    type.derived = true;
    for (const char* field : fields) {
        type.fields.emplace_back();
        type.fields.back().name = field;
        type.fields.back().nullable = std::string_view(field) == "ack_lag";
    }
    return type;
}

ItemType pressed_type() {
    ItemType type =
        event_type_of("Input", {"delay", "margin", "ack_lag", "status", "direction", "target_x",
                                "target_y", "jump", "fire", "hook", "player_flags", "wanted_weapon",
                                "next_weapon", "prev_weapon"});
    type.fields[3].kind = FieldKind::Enum;
    type.fields[3].values = {{0, "new"}, {1, "repeat"}, {2, "overdue"}};
    return type;
}

// Two maps; inputs that are repeated, and answers that say too late or never came.
std::string write_inputs(const std::string& path) {
    RecordingInfo info;
    info.game = "teeworlds";
    auto file = create_file(path, IfExists::Refuse);
    REQUIRE(file.ok());
    ReelWriter writer(std::move(*file), info);
    const ItemType pressed = pressed_type();
    const ItemType answered = event_type_of("InputTiming", {"delay", "margin", "time_left"});
    const TypeId input = writer.add_type(pressed);
    const TypeId timing = writer.add_type(answered);
    std::mt19937 random(7);
    const auto any = [&](int from, int to) {
        return Value(std::int64_t{std::uniform_int_distribution<int>(from, to)(random)});
    };
    const auto number = [](std::int64_t value) { return Value(value); };
    for (std::uint32_t segment = 0; segment < 2; ++segment) {
        writer.begin_segment({segment == 0 ? "one" : "two", "", ""});
        std::int64_t newest = 0;
        for (std::int64_t tick = 500; tick < 1500; tick += 2) {
            Frame frame;
            frame.segment = segment;
            frame.tick = tick;
            const auto press = [&](std::int64_t meant, std::int64_t status) {
                frame.events.push_back(
                    {input, make_row(pressed, {number(0), number(meant - tick), Value(),
                                               number(status), any(-1, 1), any(-400, 400),
                                               any(-400, 400), any(0, 1), any(0, 63), any(0, 1),
                                               number(0), number(0), number(0), number(0)})});
            };
            const auto answer = [&](std::int64_t meant, Value left) {
                frame.events.push_back(
                    {timing, make_row(answered, {number(0), number(meant - tick), left})});
            };
            if (newest != 0 && tick % 14 != 0) {
                const Value left = any(-2, 40);
                // Behind a map change, the ticks of the next map count.
                answer(newest, tick % 50 == 0 ? number(80000) : left);
            }
            newest = tick + 3;
            press(newest, 0);
            if (tick % 10 == 0) press(newest, 1);
            writer.add_frame(frame);
        }
    }
    REQUIRE(writer.finish().ok());
    return path;
}

const char* fate_name(InputFate fate) {
    switch (fate) {
        case InputFate::Late:
            return "late";
        case InputFate::Unanswered:
            return "unanswered";
        default:
            return "in time";
    }
}

std::unique_ptr<ReelReader> opened(const std::string& path) {
    auto source = open_file(path);
    REQUIRE(source.ok());
    auto reel = ReelReader::open(std::move(*source));
    REQUIRE(reel.ok());
    return std::move(*reel);
}

// As the player reads it.
ScanPointer scanned(const ReelReader& reel) {
    ScanPointer scan;
    WorkControl control;
    scan_recording(reel, control, [&](ScanPointer made) { scan = std::move(made); });
    REQUIRE(scan);
    return scan;
}

}  // namespace

TEST_CASE("the inputs that the player shows are those of SQL, tick for tick") {
    const Folder folder;
    const std::string path = write_inputs(folder / "pressed.reel");
    const std::unique_ptr<ReelReader> reel = opened(path);
    const ScanPointer scan = scanned(*reel);
    const InputList* inputs = scan->inputs.find({});
    REQUIRE(inputs != nullptr);
    std::string shown = "intended,direction,jump,fire_held,hook,aim,delivery\n";
    std::size_t late = 0;
    for (std::size_t i = 0; i < inputs->size(); ++i) {
        const TrackedInput one = (*inputs)[i];
        const HeldInput held = *scan->inputs.held({}, one.position);
        CHECK(held == one.held);
        late += one.fate == InputFate::Late ? 1 : 0;
        shown += fmt::format("{},{},{},{},{},{:.0f},{}\n", one.position, held.direction,
                             held.jump ? 1 : 0, held.fire, held.hook ? 1 : 0,
                             static_cast<double>(held.aim) * 180 / 3.14159265358979,
                             fate_name(one.fate));
    }
    CHECK(late > 10);
    const Timeline& timeline = reel->timeline();
    const auto second = timeline.position({1, timeline.segments()[1].first});
    CHECK(shown ==
          answer(path,
                 fmt::format("SELECT i.intended_tick - 500 + segment * {} AS intended, direction, "
                             "jump, fire_held, hook, round(aim)::INT AS aim, CASE WHEN delivery IN "
                             "('borderline', 'map change') THEN 'in time' ELSE delivery END AS "
                             "delivery FROM inputs i "
                             "JOIN input_delivery d USING (segment, tick, file) WHERE i.status = "
                             "'new' AND (segment = 1 OR i.intended_tick < 1499) ORDER BY segment, "
                             "i.intended_tick",
                             second)));
    CHECK(answer(path,
                 "SELECT count(*) > 3 AS a, count(time_left_ms) AS b FROM "
                 "input_delivery WHERE delivery = 'map change'") == "a,b\ntrue,0\n");
}

TEST_CASE("a field of an input means the same in the table and in the view") {
    const Folder folder;
    const std::string path = write_inputs(folder / "pressed.reel");
    const std::string fields = "direction, target_x, target_y, jump, fire, hook, player_flags";
    const std::string in_table =
        answer(path, "SELECT tick, " + fields + " FROM input ORDER BY ALL");
    CHECK(in_table == answer(path, "SELECT tick, " + fields + " FROM inputs ORDER BY ALL"));
    CHECK(in_table.find(",63,") != std::string::npos);
}

// The button as the counter has it, one press or release after the other.
TEST_CASE("clicks are all presses, also those between two inputs") {
    const Folder folder;
    const std::string path = write_inputs(folder / "pressed.reel");
    const std::string rows = answer(path,
                                    "SELECT segment, fire FROM input WHERE status = 'new' ORDER BY "
                                    "segment, tick + margin");
    std::istringstream lines(rows.substr(rows.find('\n') + 1));
    std::map<int, int> clicks;
    std::optional<std::pair<int, int>> before;
    int segment = 0;
    int fire = 0;
    for (char comma = 0; lines >> segment >> comma >> fire; before = {segment, fire}) {
        if (!before || before->first != segment) continue;
        for (int counter = before->second; counter != fire;) {
            counter = (counter + 1) % 64;
            clicks[segment] += counter % 2;
        }
    }
    CHECK(clicks[1] > 1000);
    CHECK(answer(path, "SELECT segment, clicks FROM input_statistics ORDER BY segment") ==
          fmt::format("segment,clicks\n0,{}\n1,{}\n", clicks[0], clicks[1]));
}

namespace {

// Both ways to the server's rate and to the delays, snapshot by snapshot: the player's lanes and
// SQL's connection.
void check_lanes(const std::string& path) {
    const std::unique_ptr<ReelReader> reel = opened(path);
    const ScanPointer scan = scanned(*reel);
    constexpr std::array<const char*, kSendRateCount> kNames{"init", "full", "recover"};
    std::string lane = "segment,tick,rate\n";
    const auto ignore = [](const Problem&) {};
    REQUIRE(reel->scan(reel->everything(), ignore, [&](const Frame& frame) {
        if (frame.wire.parts == 0) return true;
        const auto* stretch = scan->rates.find(reel->timeline().position(frame.moment()));
        REQUIRE(stretch != nullptr);
        lane += fmt::format("{},{},{}\n", frame.segment, frame.tick,
                            kNames[static_cast<std::size_t>(stretch->rate)]);
        return true;
    }));
    INFO(path);
    CHECK(lane == answer(path, "SELECT segment, tick, rate FROM connection ORDER BY 1, 2"));
    std::string delays = "segment,tick,base_age,ack_lag,late_us\n";
    for (std::size_t i = 0; i < scan->delays.size(); ++i) {
        const DelayTrack::Entry entry = scan->delays[i];
        const Moment moment = reel->timeline().moment(entry.position);
        delays += fmt::format("{},{}", moment.segment, moment.tick);
        for (const auto& value : entry.values)
            delays += value ? fmt::format(",{}", *value) : std::string(",");
        delays += '\n';
    }
    CHECK(delays == answer(path,
                           "SELECT segment, tick, base_age, ack_lag, round(1000 * late_ms)::BIGINT "
                           "AS late_us FROM connection ORDER BY 1, 2"));
    std::string resends = "segment,tick,resent,resent_seen,resend_requests,client_resent\n";
    for (std::size_t i = 0; i < scan->delays.size(); ++i) {
        const std::int64_t position = scan->delays[i].position;
        const auto [server, client] = scan->resends.between(position, position + 1);
        const Moment moment = reel->timeline().moment(position);
        if (server.messages + client.messages + client.requests > 0)
            resends +=
                fmt::format("{},{},{},{},{},{}\n", moment.segment, moment.tick, server.messages,
                            server.seen_before, client.requests, client.messages);
    }
    CHECK(resends == answer(path,
                            "SELECT segment, tick, coalesce(resent, 0) AS resent, "
                            "coalesce(resent_seen, 0) AS resent_seen, coalesce(resend_requests, 0) "
                            "AS resend_requests, coalesce(client_resent, 0) AS client_resent FROM "
                            "connection WHERE resent > 0 OR resend_requests > 0 OR client_resent > "
                            "0 ORDER BY 1, 2"));
}

}  // namespace

// The ticks of a server that waits for its client, sends all, and loses it for a while.
TEST_CASE("connection has the server's rate, the age of its bases and what came back") {
    const Folder folder;
    const std::string path = folder / "slow.reel";
    RecordingInfo info;
    info.game = "teeworlds";
    auto file = create_file(path, IfExists::Refuse);
    REQUIRE(file.ok());
    ReelWriter writer(std::move(*file), info);
    const ItemType pressed = pressed_type();
    const TypeId input = writer.add_type(pressed);
    writer.begin_segment({"one", "", ""});
    struct Sent {
        Tick tick, base;
        int late_ms, acked;  // the tick that an input 5 ms later acknowledges; 0: none comes
    };
    const Sent sent[] = {{100, kNoTick, 0, 0},   {110, kNoTick, 0, 100}, {112, 100, 7, 110},
                         {114, 110, 0, 0},       {116, 110, 0, 112},     {300, kNoTick, 0, 0},
                         {350, kNoTick, 0, 300}, {352, 300, 0, 350}};
    for (const Sent& one : sent) {
        Frame frame;
        frame.tick = one.tick;
        frame.time = std::chrono::milliseconds(20 * (one.tick - 100) + one.late_ms);
        frame.wire.base_tick = one.base;
        frame.wire.bytes = one.base == 110 ? 0 : 40;  // nothing has changed: an empty delta
        frame.wire.parts = 1;
        const auto number = [](std::int64_t value) { return Value(value); };
        if (one.acked != 0)
            frame.events.push_back(
                {input, make_row(pressed,
                                 {number(5000), number(3), number(one.tick - one.acked), number(0),
                                  number(0), number(1), number(0), number(0), number(0), number(0),
                                  number(0), number(0), number(0), number(0)})});
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish().ok());
    CHECK(answer(path,
                 "SELECT tick, rate, step, late_ms, base_age, ack_lag, round_trip_ms, parts "
                 "FROM connection ORDER BY tick") ==
          "tick,rate,step,late_ms,base_age,ack_lag,round_trip_ms,parts\n"
          "100,init,,,,,205.0,1\n"
          "110,init,10,0.0,,,52.0,1\n"
          "112,full,2,7.0,12,12,78.0,1\n"
          "114,full,2,-7.0,4,4,,1\n"
          "116,full,2,0.0,6,6,,1\n"
          "300,recover,184,0.0,,188,1005.0,1\n"
          "350,recover,50,0.0,,238,45.0,1\n"
          "352,full,2,0.0,52,52,,1\n");
    CHECK(answer(path, "SELECT count(*) AS n FROM reactions") == "n\n0\n");
    check_lanes(path);
}

// The rule is there twice, because the player has no SQL.
TEST_CASE("connection has what was sent again up to the next snapshot, or nothing of it") {
    const Folder folder;
    RecordingInfo info;
    info.game = "teeworlds";
    for (const bool any : {true, false}) {
        const std::string path = folder / (any ? "resent.reel" : "none.reel");
        auto file = create_file(path, IfExists::Refuse);
        REQUIRE(file.ok());
        ReelWriter writer(std::move(*file), info);
        std::optional<Resent> r;
        if (any) r.emplace([&](const ItemType& type) { return writer.add_type(type); });
        writer.begin_segment({"one", "", ""});
        for (const Tick tick : {100, 102, 104}) {
            Frame frame;
            frame.tick = tick;
            frame.wire.parts = 1;
            if (any && tick == 100) frame.events = {r->server(2, 0), r->server(1, 1)};
            if (any && tick == 104) frame.events = {r->client(4, 3), r->client(0, 0, 1)};
            writer.add_frame(frame);
        }
        REQUIRE(writer.finish().ok());
        CHECK(
            answer(path,
                   "SELECT tick, resent, resent_seen, resend_requests, client_resent FROM "
                   "connection ORDER BY tick") ==
            std::string("tick,resent,resent_seen,resend_requests,client_resent\n") +
                (any ? "100,3,1,0,0\n102,0,0,0,0\n104,0,0,1,4\n" : "100,,,,\n102,,,,\n104,,,,\n"));
        check_lanes(path);
    }
    CHECK(
        answer(folder / "resent.reel", "SELECT tick, resent, asks FROM client_resend ORDER BY 2") ==
        "tick,resent,asks\n104,0,true\n104,4,false\n");
}

TEST_CASE("the player's lanes of the server's rate and of delays are SQL's connection") {
    const Folder folder;
    auto file = create_file(folder / "rates.reel", IfExists::Refuse);
    REQUIRE(file.ok());
    RecordingInfo info;
    info.game = "teeworlds";
    ReelWriter writer(std::move(*file), info);
    for (std::uint32_t segment = 0; segment < 3; ++segment) {
        writer.begin_segment({concat("map", segment), "", ""});
        // The second map begins with what the first has last: in full. From a .demo: no parts.
        // The third one begins at no tenth tick, when init sends nothing.
        const Tick first = segment == 2 ? 98 : 100;
        for (const Tick tick : {first, Tick{110}, Tick{112}, Tick{114}, Tick{116}, Tick{300},
                                Tick{350}, Tick{352}, Tick{400}}) {
            Frame frame;
            frame.segment = segment;
            frame.tick = tick;
            frame.wire.base_tick = tick < 112 || tick % 50 == 0 ? kNoTick : tick - 2;
            frame.wire.parts = tick == 114 ? 0 : 1;
            frame.wire.bytes = 40;
            writer.add_frame(frame);
        }
    }
    REQUIRE(writer.finish().ok());
    CHECK(answer(folder / "rates.reel",
                 "SELECT rate, count(*) AS n FROM connection GROUP BY rate ORDER BY rate") ==
          "rate,n\nfull,9\ninit,4\nrecover,11\n");
    check_lanes(folder / "rates.reel");
    check_lanes(std::string(TICKREEL_SOURCE_DIR) + "/demos/arena_8_players.reel");

    const std::string capture = (captures() / "S5" / "traffic.pcap").string();
    if (!std::filesystem::exists(capture)) {
        WARN("skipped: " << capture << " is not there");
        return;
    }
    REQUIRE(run_tickreel({"import", capture, "-o", folder / "s5.reel"}).code == 0);
    for (const char* number : {"1", "2", "3", "4", "5"})
        check_lanes(folder / concat("s5-", number, ".reel"));
}

// As somebody would count it who goes through the rows.
TEST_CASE("reactions go from the sight of somebody else to the next press of fire") {
    const std::string match = TICKREEL_SOURCE_DIR "/demos/arena_8_views.reel";
    const auto rows = [&](const char* query) {
        const Ran ran = run_tickreel({"sql", match, "--view", "Birch", query, "--format", "csv"});
        REQUIRE(ran.code == 0);
        std::istringstream lines(ran.out.substr(ran.out.find('\n') + 1));
        std::vector<std::array<long long, 3>> read;
        char comma = 0;
        for (std::array<long long, 3> row{}; lines >> row[0] >> comma >> row[1] >> comma >> row[2];)
            read.push_back(row);
        return read;
    };
    const auto pressed = rows(
        "SELECT epoch_us(time) + delay, tick + margin, fire FROM input WHERE status = 'new' "
        "ORDER BY 2");
    std::map<long long, std::size_t> presses;  // when they came
    for (std::size_t i = 1; i < pressed.size(); ++i)
        for (long long counter = pressed[i - 1][2]; counter != pressed[i][2];) {
            counter = (counter + 1) % 64;
            if (counter % 2 == 1) presses.emplace(pressed[i][0], i);
        }
    const long long begun = rows("SELECT min(tick), 0, 0 FROM snapshots").at(0)[0];
    std::map<long long, long long> last;
    std::vector<std::array<long long, 3>> wanted;
    for (const auto& [tick, id, time] :
         rows("SELECT tick, id, epoch_us(time) FROM character WHERE name <> 'Birch' ORDER BY 1")) {
        const auto before = last.find(id);
        const bool fresh = before == last.end() || tick - before->second > 50;
        last[id] = tick;
        const auto press = presses.lower_bound(time);
        if (!fresh || tick - begun <= 50 || press == presses.end() || press->first > time + 2000000)
            continue;
        wanted.push_back({tick, id, press->first - time});
    }
    std::sort(wanted.begin(), wanted.end());
    CHECK(wanted.size() > 5);
    CHECK(rows("SELECT tick, seen, (1000 * reaction_ms)::BIGINT FROM reactions ORDER BY 1, 2") ==
          wanted);
    // A part of it says nothing that the whole does not: who is there at its beginning was before.
    const Folder folder;
    const std::string view = folder / "view.reel", part = folder / "part.reel";
    REQUIRE(run_tickreel({"cut", match, "--view", "Birch", "-o", view}).code == 0);
    REQUIRE(run_tickreel({"cut", view, "--ticks", "300..", "-o", part}).code == 0);
    const auto reactions = [](const std::string& file) {
        return answer(file, "SELECT tick, seen FROM reactions ORDER BY ALL");
    };
    const std::string whole = reactions(view);
    std::istringstream few(reactions(part));
    std::size_t count = 0;
    for (std::string line; std::getline(few, line); ++count) CHECK_THAT(whole, contains(line));
    CHECK(count > 3);
    // Nor does one that lacks two seconds: of them nobody knows who was in sight, nor who pressed.
    const std::string gap = folder / "gap.reel", late = folder / "late.reel";
    REQUIRE(run_tickreel({"cut", view, "--ticks", "..300", "-o", part, "-f"}).code == 0);
    REQUIRE(run_tickreel({"cut", view, "--ticks", "400..", "-o", late}).code == 0);
    REQUIRE(run_tickreel({"merge", part, late, "-o", gap}).code == 0);
    const std::string both = reactions(gap);
    CHECK(std::count(both.begin(), both.end(), '\n') > 4);
    std::istringstream with_gap(both);
    for (std::string line; std::getline(with_gap, line);) CHECK_THAT(whole, contains(line));
    CHECK(answer(gap,
                 "SELECT count(*) AS n FROM reactions WHERE tick >= 400 AND "
                 "tick - idle_ms / 20 < 399") == "n\n0\n");
}
