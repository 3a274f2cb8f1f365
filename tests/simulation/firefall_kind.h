#pragma once
// Firefall in the simulator: the server and client of demos/firefall, and what recordings of them
// must hold. The server sends no snapshots: a recorder makes them every 50 ms of what has arrived.
// They are those of a decoder that is told at once what the proxy sends on; and whatever is in
// them is something that the server told.

#include <map>
#include <memory>
#include <unordered_set>

#include "recorder/games/game.h"
#include "tests/simulation/players.h"
#include "tickreel/model/row.h"

namespace tickreel::sim {

class FirefallWitness {
public:
    // `detect_game`: the recorder has to find out what is played, and begins with what it has kept.
    FirefallWitness(Truth& truth, bool detect_game);
    ~FirefallWitness();

    // The proxy sends it on. `now`: by the recorder's monotonic clock; `when`: by ours.
    void passed(unsigned recorder, const Endpoint& way, const Datagram& datagram, Nanos when);
    // The recorder is asked to stop: it records what its decoders hold back.
    void stopped();
    // What the server's world is from now on.
    void tell(const Schema& schema, const Snapshot& snapshot);
    // The first item that the server never told, of those that it could have; "" if there is none.
    // `as_a_whole`: else each field may be of another tick.
    std::string untold(const Schema& schema, const Snapshot& snapshot, bool as_a_whole);

private:
    class Decoding;
    struct Reader;  // of a type's rows
    void tell_fields(const ItemType& type, const Item& item);
    std::string untold_field(const ItemType& type, const Item& item);
    const RowReader& reader_of(const ItemType& type);

    Truth& truth_;
    bool detect_game_;
    std::map<std::pair<unsigned, Endpoint>, std::shared_ptr<Decoding>> decodings_{};
    std::unordered_set<std::uint64_t> told_{};         // hashes of items
    std::unordered_set<std::uint64_t> told_fields_{};  // ... and of the values of their fields
    std::map<std::string, std::unique_ptr<Reader>, std::less<>>
        readers_;  // {} would need to know Reader here
};

// `generation`: it is the server's so manieth start.
std::unique_ptr<GameServer> start_firefall(Schedule& schedule, SimNetwork& network,
                                           FirefallWitness& witness, unsigned generation);
std::unique_ptr<GameClient> firefall_client(const ToServer& send);

}  // namespace tickreel::sim
