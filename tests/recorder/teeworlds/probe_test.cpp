// Which datagrams are Teeworlds'.
#include "recorder/games/teeworlds/probe.h"

#include "tests/catch.h"
#include "tests/recorder/teeworlds/decoder_stage.h"

using namespace tickreel;
using namespace tickreel::teeworlds;
using tickreel_test::MatchScript;
using tickreel_test::play;

TEST_CASE("probe: Teeworlds in the right direction, nothing else") {
    std::vector<std::pair<Datagram, Bytes>> kept;
    MatchScript match([&](const Datagram& datagram) {
        kept.emplace_back(datagram, Bytes(datagram.bytes.begin(), datagram.bytes.end()));
    });
    match.change_map("arena");
    match.enter_game();
    play(match, 100, 20);
    const auto datagrams = [&](bool reversed, std::size_t from) {
        std::vector<Datagram> all;
        for (std::size_t i = from; i < kept.size(); ++i) {
            Datagram datagram{kept[i].first.direction, kept[i].first.time, kept[i].second};
            if (reversed)
                datagram.direction = datagram.direction == Direction::ToServer
                                         ? Direction::ToClient
                                         : Direction::ToServer;
            all.push_back(datagram);
        }
        return all;
    };
    CHECK(probe(datagrams(false, 0)) == 100);
    CHECK(probe(datagrams(true, 0)) == 0);
    CHECK(probe(datagrams(false, 10)) > 50);  // starting in the middle
    CHECK(probe({}) == 0);
    const Bytes dns{0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 3, 'w', 'w', 'w', 0, 0, 1, 0, 1};
    const std::vector<Datagram> other{{Direction::ToServer, {}, dns},
                                      {Direction::ToClient, {}, dns}};
    CHECK(probe(other) == 0);
}
