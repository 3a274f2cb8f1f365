#include "tests/recorder/recording/recorded_play.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include "tests/catch.h"

namespace tickreel_test {

namespace {

bool pass(Relay& relay, const tickreel::Datagram& datagram) {
    return datagram.direction == tickreel::Direction::ToServer ? relay.to_server(datagram.bytes)
                                                               : relay.to_client(datagram.bytes);
}

// In whatever recordings there are below the folder.
long snapshots_below(const std::filesystem::path& folder) {
    long snapshots = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        if (entry.path().extension() == ".reel")
            snapshots += std::max(number_of(entry.path(), "info", "snapshots"), 0L);
    return snapshots;
}

}  // namespace

int play_through(const tickreel::UdpSocket& server, const BackgroundRecorder& recorder,
                 int snapshots, bool two_maps, const tickreel::Endpoint& from) {
    Relay relay(server, recorder.address(), from);
    int failures = 0;
    play_match(
        [&](const tickreel::Datagram& datagram) { failures += pass(relay, datagram) ? 0 : 1; },
        snapshots, two_maps);
    return failures;
}

void play_and_kill(const tickreel::UdpSocket& server, const std::vector<std::string>& options,
                   const std::string& log) {
    BackgroundRecorder killed(server, options, log);
    CHECK(play_through(server, killed, 300) == 0);
    // What is held back goes to disk as soon as the game falls silent.
    const auto folder = std::filesystem::path(log).parent_path();
    for (int i = 0; i < 600 && snapshots_below(folder) < 300; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    CHECK(killed.stop(SIGKILL) == 128 + SIGKILL);
}

LongMatch::LongMatch(const tickreel::UdpSocket& server, const tickreel::Endpoint& at)
    : relay_(server, at), match_([this](const tickreel::Datagram& datagram) {
          failures += pass(relay_, datagram) ? 0 : 1;
      }) {
    match_.change_map("arena");
    match_.enter_game();
}

void LongMatch::play(int from, int to) {
    for (int tick = from; tick < to; tick += 2) match_.snapshot(tick, small_world(tick));
}

long number_of(const std::string& file, const std::string& verb, const std::string& key) {
    const Ran ran = run_tickreel({verb, file, "--format", "ndjson"});
    const std::string with = "\"" + key + "\":";
    const std::size_t at = ran.out.find(with);
    if (at == std::string::npos) return -1;
    std::string value = ran.out.substr(at + with.size(), 20);
    value.erase(0, value.find_first_of("0123456789-"));
    return std::stol(value);
}

std::vector<std::string> visible(const Folder& folder) {
    std::vector<std::string> names = folder.names();
    std::erase_if(names, [](const std::string& name) { return name.starts_with('.'); });
    return names;
}

}  // namespace tickreel_test
