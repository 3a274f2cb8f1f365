// What `record` shows on a terminal, and what `ctl clients` answers, about the same clients.

#include "recorder/commands/record_talk.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include <nlohmann/json.hpp>
#include <unistd.h>

#include "recorder/commands/control.h"
#include "recorder/commands/output/say.h"
#include "recorder/recording/order_answers.h"
#include "tests/catch.h"

namespace tickreel {

namespace {

RecorderTotals of_clients(std::uint64_t count) {
    RecorderTotals totals;
    totals.connections = count;
    for (std::uint64_t i = 1; i <= count; ++i) {
        totals.snapshots += 10 * i;
        totals.clients.push_back(
            {i, i == 2 ? "\x1b[31mred" : "Aster", "arena", 10 * i, 9 * i, i, 0, 1000 * i});
    }
    return totals;
}

// The asker's folder is another one.
std::string here(const std::string& name) {
    return (std::filesystem::current_path() / name).string();
}

std::size_t lines_of(const std::string& text) {
    return 1 + static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

TEST_CASE("the table of a running recorder") {
    const std::string all = recording_table(of_clients(3), 3);
    CHECK(lines_of(all) == 5);
    CHECK(all.find("3 connections, 60 snapshots") != std::string::npos);
    CHECK(all.find("     3  Aster") != std::string::npos);
    CHECK(all.find('\x1b') == std::string::npos);  // a name commands no terminal

    // One line fewer than clients: the last one says how many are left out.
    const std::string some = recording_table(of_clients(4), 3);
    CHECK(lines_of(some) == 5);
    CHECK(some.find("\nand 2 more") != std::string::npos);
    CHECK(some.find("     3  Aster") == std::string::npos);

    CHECK(lines_of(recording_table(of_clients(4), 0)) == 1);
    CHECK(lines_of(recording_table({}, 9)) == 1);
}

TEST_CASE("what does not fit into a minute is counted, and the next minute is told again") {
    using namespace std::chrono_literals;
    ProblemLimit limit;
    const ProblemLimit::TimePoint begin{100h};
    for (int month = 0; month < 3; ++month) {
        const auto now = begin + month * 30 * 24h;
        for (std::uint64_t i = 0; i < ProblemLimit::kPerMinute; ++i) CHECK(limit.may_tell(now));
        CHECK_FALSE(limit.may_tell(now + 1s));
        CHECK_FALSE(limit.may_tell(now + 59s));
        CHECK(limit.untold(now + 59s) == 0);
        CHECK(limit.untold(now + 60s) == 2);
        CHECK(limit.untold(now + 61s) == 0);
    }
}

TEST_CASE("a player who left gets no marker, but what was kept of him can be saved") {
    StatusBoard board;
    board.change([](SessionStatus& status) { status.recorded.left = {3}; });
    ControlRequests requests;
    requests.keeps_clips = true;
    std::vector<std::string> orders;
    const Control control(
        board, requests, [](ClientId, const std::string&) { return std::vector<MarkerOutcome>{}; },
        [&](ClientId client) {
            orders.push_back("save" + std::to_string(client));
            return std::vector<SaveOutcome>{{client, {{"a.reel"}, "", ""}}};
        },
        [&](ClientId client) {
            orders.push_back("split" + std::to_string(client));
            return std::vector<SplitOutcome>{{client, "a.reel", ""}};
        });
    CHECK(control.answer("mark client=3 text=here").find("no client 3") != std::string::npos);
    CHECK(control.answer("save client=4").find("no client 4") != std::string::npos);
    CHECK(control.answer("save client=3").find("true") != std::string::npos);
    CHECK(control.answer("split client=3").find("nothing to split") != std::string::npos);
    requests.keeps_clips = false;
    CHECK(control.answer("split client=3").find("true") != std::string::npos);
    CHECK(orders == std::vector<std::string>{"save3", "split3"});
}

TEST_CASE("a disk that stands still is told, and no reason to end a program that forwards") {
    using namespace std::chrono_literals;
    const Clock::TimePoint now{100h};
    SessionStatus status;
    status.wire_alive = now;
    status.recorder_alive = now - 2min;
    const auto ask = [&](const std::string& path) {
        return answer_http(status, now, "GET " + path + " HTTP/1.1\r\n\r\n");
    };
    status.recorder = ThreadSign::Waits;
    status.recorder_stalled = 120;
    CHECK(ask("/live").find("200 OK") != std::string::npos);
    CHECK(ask("/ready").find("503") != std::string::npos);
    CHECK(ask("/ready").find("nothing has been recorded for 120 s") != std::string::npos);
    const std::string head = answer_http(status, now, "HEAD /ready HTTP/1.1\r\n\r\n");
    CHECK(ask("/ready").starts_with(head));
    CHECK(head.ends_with("\r\n\r\n"));
    CHECK(nlohmann::json::parse(status_ndjson(status))["recorder_stalled_s"] == 120);
    status.recorder = ThreadSign::Hangs;
    CHECK(ask("/live").find("503") != std::string::npos);
    status.recorder = ThreadSign::Works;
    status.wire_alive = now - 11s;
    CHECK(ask("/live").find("503") != std::string::npos);
}

TEST_CASE("what cannot be written is in the status, the metrics and /ready") {
    using namespace std::chrono_literals;
    const Clock::TimePoint now{100h};
    SessionStatus status;
    status.wire_alive = status.recorder_alive = now;
    const auto ask = [&](const std::string& path) {
        return answer_http(status, now, "GET " + path + " HTTP/1.1\r\n\r\n");
    };
    const auto json = [&] { return nlohmann::json::parse(status_ndjson(status)); };
    const auto has = [](const std::string& text, std::string_view part) {
        return text.find(part) != std::string::npos;
    };
    CHECK(has(ask("/ready"), "200 OK"));
    CHECK(json()["failing"].empty());
    CHECK(has(metrics_text(status), "\ntickreel_recordings_failing 0\n"));
    CHECK(has(metrics_text(status), "\ntickreel_folder_writable 1\n"));

    status.recorded = of_clients(3);
    status.recorded.unwritten = 70;
    status.recorded.failing = {{2, {"2-1.reel", "No space left on device", 90000s, 40}},
                               {3, {"3-1.reel", "No space left on device", 90002s, 30}}};
    CHECK(has(ask("/live"), "200 OK"));
    CHECK(has(ask("/ready"), "503"));
    CHECK(
        has(ask("/ready"),
            "\r\n\r\nrecordings cannot be written: 2 since 1970-01-02T01:00:00.000Z, 70 snapshots "
            "lost; 2-1.reel: No space left on device\n"));
    CHECK(json()["failing"][1]["file"] == here("3-1.reel"));
    CHECK(json()["failing"][1]["since"] == "1970-01-02T01:00:02.000Z");
    CHECK(json()["failing"][1]["snapshots_lost"] == "30");
    CHECK(json()["snapshots_unwritten"] == "70");
    CHECK(has(metrics_text(status), "\ntickreel_recordings_failing 2\n"));
    CHECK(has(metrics_text(status), "\ntickreel_recordings_failing_since_seconds 90000\n"));
    CHECK(has(metrics_text(status), "\ntickreel_unwritten_snapshots_total 70\n"));
    CHECK(has(recording_table(status.recorded, 0), "2 cannot be written"));

    // Nobody plays: nothing is lost, and nothing could be begun.
    status.recorded = {};
    status.recorded.folder.error = "no space left in reels";
    CHECK(has(ask("/ready"), "recordings cannot begin: no space left in reels"));
    CHECK(has(ask("/live"), "200 OK"));
    CHECK(has(metrics_text(status), "\ntickreel_folder_writable 0\n"));
    status.recorded.folder.error.clear();
    CHECK(has(ask("/ready"), "200 OK"));
}

TEST_CASE("the answer to a marker says where it is") {
    const auto last = [](const std::string& lines) {
        const std::size_t at = lines.rfind('\n', lines.size() - 2);
        return nlohmann::json::parse(lines.substr(at == std::string::npos ? 0 : at + 1));
    };
    const MarkerOutcome there{1, {{0, 102}, "1.reel", ""}};
    const MarkerOutcome waits{2, {{0, 104}, "", "no space left"}};
    const MarkerOutcome none{3, {{0, kNoTick}, "", "no snapshot has come yet"}};
    const std::string lines = markers_ndjson(MarkerAnswers::Outcomes{there, waits, none});
    CHECK(lines.find("{\"client\":\"1\",\"segment\":0,\"tick\":\"102\",\"file\":\"" +
                     here("1.reel") + "\"") == 0);
    CHECK(lines.find("\"waits\":\"no space left\"") != std::string::npos);
    CHECK(last(lines)["ok"] == true);
    CHECK(last(markers_ndjson(MarkerAnswers::Outcomes{none}))["error"] ==
          "no marker was set: no snapshot has come yet");
    CHECK(last(markers_ndjson(MarkerAnswers::Outcomes{}))["ok"] == false);
    CHECK(last(markers_ndjson(std::nullopt))["ok"] == true);
    CHECK(markers_ndjson(std::nullopt).find("{\"waits\":\"the recorder is behind;") == 0);
}

TEST_CASE("the answer to the order to save says in which files the clip is") {
    const SaveOutcome there{1, {{"1.reel", "2.reel"}, "", ""}};
    const SaveOutcome waits{2, {{}, "no space left", ""}};
    const SaveOutcome none{3, {{}, "", "no snapshot has come yet"}};
    CHECK(clips_ndjson(SaveAnswers::Outcomes{there, waits, none}) ==
          "{\"client\":\"1\",\"file\":\"" + here("1.reel") +
              "\",\"waits\":\"\"}\n{\"client\":\"1\",\"file\":\"" + here("2.reel") +
              "\",\"waits\":\"\"}\n"
              "{\"client\":\"2\",\"file\":\"\",\"waits\":\"no space left\"}\n{\"ok\":true}\n");
    CHECK(clips_ndjson(SaveAnswers::Outcomes{none}) ==
          "{\"ok\":false,\"error\":\"no clip was saved: no snapshot has come yet\"}\n");
    CHECK(clips_ndjson(SaveAnswers::Outcomes{}) ==
          "{\"ok\":false,\"error\":\"nobody is recorded; no clip was saved\"}\n");
    CHECK(clips_ndjson(std::nullopt).find("{\"waits\":\"the recorder is behind;") == 0);
}

TEST_CASE("the answer to a split says which files end, or why there is none") {
    CHECK(
        split_ndjson(SplitAnswers::Outcomes{{1, "1.reel", ""}, {2, "", ""}}) ==
        "{\"client\":\"1\",\"file\":\"" + here("1.reel") +
            "\",\"waits\":\"the next snapshot begins another "
            "file\"}\n"
            "{\"client\":\"2\",\"file\":\"\",\"waits\":\"the next snapshot begins another file\"}\n"
            "{\"ok\":true}\n");
    CHECK(split_ndjson(SplitAnswers::Outcomes{}) ==
          "{\"ok\":false,\"error\":\"nobody is recorded; there is nothing to split\"}\n");
    CHECK(split_ndjson(SplitAnswers::Outcomes{{1, "1.reel", "no space left in reels"}}) ==
          "{\"ok\":false,\"error\":\"no other file can begin, and the running ones go on: no space "
          "left in reels\"}\n");
    CHECK(split_ndjson(std::nullopt).find("{\"waits\":\"the recorder is behind;") == 0);
}

TEST_CASE("a client's answer holds what is recorded of it") {
    SessionStatus status;
    status.clients.resize(2);
    status.clients[0].id = 3;
    status.clients[1].id = 9;  // nothing recorded yet
    status.recorded = of_clients(3);
    const std::string lines = clients_ndjson(status);
    const auto third = nlohmann::json::parse(lines.substr(0, lines.find('\n')));
    CHECK(third["player"] == "Aster");
    CHECK(third["map"] == "arena");
    CHECK(third["snapshots"] == "30");
    CHECK(third["wire_ok"] == "27");
    CHECK(third["wire_mismatch"] == "3");
    CHECK(third["bytes"] == "3000");
    const auto ninth = nlohmann::json::parse(lines.substr(lines.find('\n') + 1));
    CHECK(ninth["player"] == "");
    CHECK(ninth["snapshots"] == "0");
    // A terminal that shows the line obeys none of the name.
    status.recorded.clients.back().player = "\xc2\x9b\x7f\xe2\x80\xae";
    CHECK_THAT(clients_ndjson(status),
               tickreel_test::contains("\"player\":\"\\u009b\\u007f\\u202e\""));
}

}  // namespace tickreel

TEST_CASE("a reader that does not read holds up nothing, and is told what it missed") {
    std::array<int, 2> pipe{};
    REQUIRE(::pipe(pipe.data()) == 0);
    const int before = ::dup(STDERR_FILENO);
    REQUIRE(::dup2(pipe[1], STDERR_FILENO) >= 0);
    never_wait_to_say();
    const std::string line(999, 'x');
    ::alarm(60);  // a program that waits does not end
    for (int i = 0; i < 200; ++i) say("{}\n", line);
    for (int i = 0; i < 200; ++i) draw_words(line);
    ::alarm(0);
    std::string got(1U << 20, ' ');
    const auto read = [&] {
        const ssize_t size = ::read(pipe[0], got.data(), got.size());
        return got.substr(0, size < 0 ? 0 : static_cast<std::size_t>(size));
    };
    const std::string first = read();
    say("and on\n");
    const std::string second = read();
    ::dup2(before, STDERR_FILENO);
    for (const int fd : {before, pipe[0], pipe[1]}) ::close(fd);
    const auto lines = static_cast<std::size_t>(std::count(first.begin(), first.end(), '\n'));
    CHECK(lines > 40);
    CHECK(lines < 200);
    CHECK(second == "tickreel: " + std::to_string(200 - lines) +
                        " messages are missing here, there was no room for them\nand on\n");
}

TEST_CASE("the page for Prometheus has each client that plays, by number", "[record]") {
    SessionStatus status;
    CHECK(metrics_text(status).find("tickreel_client_") == std::string::npos);
    status.clients.resize(2);
    status.clients[1].id = 7;
    status.clients[1].silent = 0.5;
    status.clients[1].to_server = {3, 120};
    status.clients[1].to_client = {5, 900};
    status.recorded.resends[0].messages = 9;
    status.recorded.clients.resize(1);
    status.recorded.clients[0].client = 7;
    status.recorded.clients[0].resends[0].messages = 4;
    status.recorded.clients[0].resends[1].messages = 2;
    const std::string page = metrics_text(status);
    for (const char* line :
         {"\ntickreel_client_datagrams_total{client=\"7\",direction=\"to_server\"} 3\n",
          "\ntickreel_client_datagrams_total{client=\"7\",direction=\"to_client\"} 5\n",
          "\ntickreel_client_bytes_total{client=\"7\",direction=\"to_client\"} 900\n",
          "\ntickreel_client_silent_seconds{client=\"7\"} 0.5\n",
          "\ntickreel_resent_messages_total{direction=\"to_client\"} 9\n",
          "\ntickreel_client_resent_messages_total{client=\"7\",direction=\"to_client\"} 4\n",
          "\ntickreel_client_resent_messages_total{client=\"7\",direction=\"to_server\"} 2\n"}) {
        INFO(line);
        CHECK(page.find(line) != std::string::npos);
    }
}
