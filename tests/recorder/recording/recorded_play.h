#pragma once
// Matches played through `tickreel record`, and what is asked of the files that it made.

#include <string>
#include <vector>

#include "recorder/net/udp_socket.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/recording/background_recorder.h"
#include "tests/recorder/recording/synthetic_match.h"

namespace tickreel_test {

inline const tickreel::Endpoint kLoopback = tickreel::v4_endpoint({127, 0, 0, 1}, 0);

// Plays a match through the recorder; returns how many datagrams did not arrive unchanged.
int play_through(const tickreel::UdpSocket& server, const BackgroundRecorder& recorder,
                 int snapshots, bool two_maps = false, const tickreel::Endpoint& from = {});

// A recorder of 300 snapshots that is killed.
void play_and_kill(const tickreel::UdpSocket& server, const std::vector<std::string>& options,
                   const std::string& log);

// A match that goes on while recorders come and go.
class LongMatch {
public:
    LongMatch(const tickreel::UdpSocket& server, const tickreel::Endpoint& at);
    // Snapshots 2 ticks apart, each the difference to the one before.
    void play(int from, int to);
    void leave() { match_.close("bye"); }
    int failures = 0;

private:
    Relay relay_;
    MatchScript match_;
};

// "snapshots" and the like of `verify` and `info`, -1 when there is no file.
long number_of(const std::string& file, const std::string& verb, const std::string& key);

// Without what the flight recorder keeps.
std::vector<std::string> visible(const Folder& folder);

}  // namespace tickreel_test
