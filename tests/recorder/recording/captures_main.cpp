// Imports real captures if they are on this machine (a folder next to the repository, or
// TICKREEL_SHARED) and compares the results with known facts. Not a Catch2 program: without the
// captures it is skipped as a whole.

#include <array>
#include <cstdio>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/captures.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tickreel/base/file.h"

namespace {

using nlohmann::json;
using tickreel::Bytes;
using tickreel::read_whole_file;
using tickreel::Result;
using tickreel_test::captures;

struct Expected {
    const char* name;
    std::map<int, int> snapshots;  // connection -> snapshots inside the connection
    // The server's own demo says which snapshots it made. S4a's relay lost 296, 282 and 285 of
    // those that were sent to clients (2, 4, 6) in 277, 263 and 258 gaps, and nobody any other.
    // Where nothing says whether one was sent it counts as lost in such company.
    std::map<int, std::pair<int, int>> gaps{};  // connection -> at least, at most
    bool one_match = false;                     // of which nobody lost anything
    // What the independent program counted in the connections of `snapshots`: messages that the
    // server sent again, packets of it that ask for that, and likewise of the clients.
    std::array<int, 4> resends{};
};

// Counted by an independent program, minus the snapshots that arrived after the client had left.
const Expected kExpected[] = {
    {"S1", {{1, 2936}, {2, 2935}}, {{1, {0, 0}}, {2, {0, 0}}}},
    {"S4a",
     {{1, 4603}, {2, 4239}, {4, 4177}, {6, 4042}},
     {{1, {0, 0}},
      {2, {277, 310}},
      {3, {0, 0}},
      {4, {263, 312}},
      {5, {0, 0}},
      {6, {258, 300}},
      {7, {0, 0}}},
     false,
     {23, 4, 25, 2}},
    {"S7",
     {{1, 4689}, {2, 4611}, {3, 4609}},
     {{1, {0, 0}}, {2, {0, 0}}, {3, {0, 0}}},
     true,
     {1, 0, 2, 0}},
    {"S3",
     {{1, 9156}, {2, 8275}, {3, 7880}, {4, 8622}},
     {{1, {0, 0}}, {2, {0, 0}}, {3, {0, 0}}, {4, {0, 0}}},
     true,
     {2, 0, 0, 0}},
    {"S5",
     {{2, 4944}, {3, 1557}, {4, 2567}, {5, 1596}},
     {{1, {0, 0}}, {2, {0, 0}}, {3, {0, 0}}, {4, {0, 0}}, {5, {0, 0}}},
     false,
     {9, 0, 0, 0}},
};

// Of one file, in the order of Expected::resends; `seen`: those that had passed before.
struct FoundResends {
    std::array<int, 4> counts{};
    int server_seen = 0;
    int client_seen = 0;
};

FoundResends resends_of(const std::string& file) {
    FoundResends found;
    std::istringstream lines(
        tickreel_test::run_tickreel(
            {"list", file, "events", "--types", "ServerResend,ClientResend", "--format", "ndjson"})
            .out);
    for (std::string line; std::getline(lines, line);) {
        const json row = json::parse(line);
        const bool server = row["event"] == "ServerResend";
        const json& fields = row["fields"];
        found.counts[server ? 0 : 2] += fields["resent"].get<int>();
        found.counts[server ? 1 : 3] += fields["asks"].get<bool>() ? 1 : 0;
        (server ? found.server_seen : found.client_seen) += fields["seen_before"].get<int>();
    }
    return found;
}

int check(const Expected& expected, const std::filesystem::path& file) {
    const tickreel_test::Folder folder;
    const auto ran = tickreel_test::run_tickreel(
        {"import", file.string(), "-o", folder / "m.reel", "--format", "ndjson"});
    int wrong = ran.code == 0 ? 0 : 1;
    std::map<int, int> found;
    std::map<int, int> gaps;
    std::array<int, 4> resends{};
    std::vector<std::string> merge{"merge", "--views", "-o", folder / "views.reel"};
    std::istringstream lines(ran.out);
    for (std::string line; std::getline(lines, line);) {
        const json row = json::parse(line);
        const json& wire = row["wire_checksum"];
        merge.push_back(row["file"]);
        found[row["connection"]] = row["snapshots"];
        gaps[row["connection"]] = row["gaps"];
        std::printf("%s connection %d: %d snapshots, %d ok, %d mismatch, %d absent, %d gaps\n",
                    expected.name, row["connection"].get<int>(), row["snapshots"].get<int>(),
                    wire["ok"].get<int>(), wire["mismatch"].get<int>(), wire["absent"].get<int>(),
                    row["gaps"].get<int>());
        if (wire["mismatch"] != 0) ++wrong;
        // Every snapshot of these matches had a checksum.
        if (expected.snapshots.count(row["connection"]) > 0 && wire["ok"] != row["snapshots"])
            ++wrong;
        // Each leg of S4a is recorded at its sender's end for one direction: nothing is lost
        // before.
        const FoundResends again = resends_of(row["file"]);
        const bool of_client = expected.snapshots.count(row["connection"]) > 0;
        for (std::size_t i = 0; i < resends.size() && of_client; ++i) resends[i] += again.counts[i];
        if (of_client ? again.client_seen != again.counts[2] : again.server_seen != again.counts[0])
            ++wrong;
        const auto verified = tickreel_test::run_tickreel({"verify", "--strict", row["file"]});
        if (verified.code != 0) ++wrong;
    }
    if (resends != expected.resends) {
        std::printf("%s: sent again and asked for: %d %d %d %d\n", expected.name, resends[0],
                    resends[1], resends[2], resends[3]);
        ++wrong;
    }
    // What the player pressed says nothing of what the server sent.
    std::istringstream bare(
        tickreel_test::run_tickreel({"import", file.string(), "--no-inputs", "-o",
                                     folder / "bare.reel", "--format", "ndjson"})
            .out);
    for (std::string line; std::getline(bare, line);) {
        const json row = json::parse(line);
        if (row["gaps"] == gaps[row["connection"]]) continue;
        std::printf("%s connection %d: %d gaps with --no-inputs\n", expected.name,
                    row["connection"].get<int>(), row["gaps"].get<int>());
        ++wrong;
    }
    if (expected.one_match) {
        const std::string joined = folder / "joined.reel";
        const bool made =
            tickreel_test::run_tickreel(merge).code == 0 &&
            tickreel_test::run_tickreel({"cut", merge[3], "--view", "union", "-o", joined}).code ==
                0;
        const auto sound = tickreel_test::run_tickreel({"verify", joined, "--format", "ndjson"});
        if (!made || sound.code != 0 || !json::parse(sound.out)["gaps"].empty()) {
            std::printf("%s: nobody lost anything, so the union has no gap\n", expected.name);
            ++wrong;
        }
    }
    for (const auto& [connection, range] : expected.gaps)
        if (gaps[connection] < range.first || gaps[connection] > range.second) {
            std::printf("%s connection %d: expected %d to %d gaps\n", expected.name, connection,
                        range.first, range.second);
            ++wrong;
        }
    for (const auto& [connection, snapshots] : expected.snapshots)
        if (found[connection] != snapshots) {
            std::printf("%s connection %d: expected %d snapshots\n", expected.name, connection,
                        snapshots);
            ++wrong;
        }
    return wrong;
}

// The gaps of a recording: "0:3756..4011" of its first segment.
std::vector<std::string> gaps_of(const std::string& file) {
    const json all =
        json::parse(tickreel_test::run_tickreel({"verify", file, "--format", "ndjson"}).out);
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < all["gaps"].size(); ++i) {
        const json& gap = all["gaps"][i];
        const int segment = all["gap_segments"][i];
        texts.push_back(std::to_string(segment) + ":" + gap[0].get<std::string>() + ".." +
                        gap[1].get<std::string>());
    }
    return texts;
}

// S5 without what its server sent before its first change of the map and before it was killed.
int check_ends(const std::filesystem::path& file) {
    const Result<Bytes> whole = read_whole_file(file.string());
    if (!whole) return 1;
    constexpr std::size_t kFileHeader = 24;
    constexpr std::size_t kHeader = 16;
    constexpr std::size_t kPort = kHeader + 34;  // of Ethernet and IPv4 without options
    constexpr unsigned kServer = 8303;
    constexpr std::pair<double, double> kLost[] = {{1795230953.53, 1795230958.68935},
                                                   {1795231096.01, 1795231098.98}};
    const auto u32 = [&](std::size_t at) {
        std::uint64_t value = 0;
        for (std::size_t i = 4; i-- > 0;) value = value << 8 | (*whole)[at + i];
        return value;
    };
    std::string left(whole->begin(), whole->begin() + std::ptrdiff_t{kFileHeader});
    for (std::size_t at = kFileHeader; at + kPort + 2 <= whole->size();) {
        const std::size_t end = at + kHeader + u32(at + 8);
        const double time = static_cast<double>(u32(at)) + static_cast<double>(u32(at + 4)) / 1e6;
        const unsigned port = (*whole)[at + kPort] * 256U + (*whole)[at + kPort + 1];
        bool lost = false;
        for (const auto& [from, to] : kLost)
            lost = lost || (port == kServer && time >= from && time <= to);
        if (!lost)
            left.append(whole->begin() + static_cast<std::ptrdiff_t>(at),
                        whole->begin() + static_cast<std::ptrdiff_t>(end));
        at = end;
    }
    const tickreel_test::Folder folder;
    tickreel_test::write_file(folder / "ends.pcap", left);
    const auto ran =
        tickreel_test::run_tickreel({"import", folder / "ends.pcap", "-o", folder / "e.reel"});
    // 4014 came for two of them, what followed 2014 for one, and cannot be decoded.
    const std::vector<std::vector<std::string>> expected{{"0:3756..4011"},
                                                         {"0:3756..4013", "2:1866..2013"},
                                                         {"0:3756..4015"},
                                                         {"0:3756..4015"},
                                                         {"1:1866..2039"}};
    int wrong = ran.code == 3 ? 0 : 1;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const auto gaps = gaps_of(folder / ("e-" + std::to_string(i + 1) + ".reel"));
        if (gaps == expected[i]) continue;
        ++wrong;
        std::printf("S5 without the ends, connection %zu:", i + 1);
        for (const std::string& gap : gaps) std::printf(" %s", gap.c_str());
        std::printf("\n");
    }
    return wrong;
}

}  // namespace

int main() {
    int wrong = 0;
    int checked = 0;
    for (const Expected& expected : kExpected) {
        const auto file = captures() / expected.name / "traffic.pcap";
        if (!std::filesystem::exists(file)) continue;
        ++checked;
        wrong += check(expected, file);
        if (std::string_view(expected.name) == "S5") wrong += check_ends(file);
    }
    if (checked == 0) {
        std::printf("skipped: no captures in ../shared/captures (or $TICKREEL_SHARED/captures)\n");
        return 77;
    }
    std::printf("%d captures, %d wrong\n", checked, wrong);
    return wrong == 0 ? 0 : 1;
}
