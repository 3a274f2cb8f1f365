#pragma once
// A server records in its own .demo what it sends, once for each client: DDNet's sends a message to
// one client after the other, by rising number, and to clients that know fewer numbers than it has
// (16 up to DDNet 19, whoever is not DDNet's) with numbers of their own, in which each is 0
// himself. So of one kill there are as many messages as clients, and some name others. This finds
// which are copies and what the server means: snapshots tell who is there, and by their deaths, in
// order, who was killed. Where that is not certain, every message that differs is kept.

#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "recorder/games/teeworlds/message_codec.h"
#include "recorder/games/teeworlds/wire/wire_snapshot.h"

namespace tickreel::teeworlds {

class ServerCopies {
public:
    explicit ServerCopies(Protocol protocol) : protocol_(protocol) {}

    // The messages that the server sent between the snapshot of the last call and this one, without
    // the copies. `events` in the order of the file. An empty snapshot is none: the file ends.
    std::vector<Event> settle(std::vector<Event> events, const MessageEvents& messages,
                              const WireSnapshot& after);
    // A server's demo has also each client's snapshots, until a program exports it again: then it
    // has no copies.
    void note_system_message() { original_ = true; }
    std::uint64_t copies() const { return copies_; }
    // Of those that were kept: sent to nobody with the server's numbers, which they now have.
    std::uint64_t renumbered() const { return renumbered_; }

private:
    // What a snapshot of the server, who sees all, says.
    struct World {
        std::vector<int> players{};         // those that are sent to, ascending
        std::vector<int> deaths{};          // in order, if all of them are in the snapshot
        std::optional<int> game_version{};  // of DDNet's servers
        bool of_client = false;             // it is not the server's own
    };
    static World look(const WireSnapshot& snapshot);

    // The messages of one kind that follow each other and differ in nothing but who.
    struct Block {
        std::span<Event> events{};
        std::vector<std::size_t> who{};  // the words that are players' numbers
        int number(std::size_t event, std::size_t field = 0) const {
            return events[event].row[who[field]];
        }
    };
    using Means = std::vector<std::vector<int>>;  // of each message that was meant: the numbers
    std::optional<int> killer_in(const Block& run, std::span<const int> players, int victim) const;
    bool may_have_died(const Block& block, std::size_t event) const;
    void note_deaths(std::span<const Event> events, const MessageEvents& messages);
    std::optional<Means> kills_in(const Block& block, const World& world);
    std::optional<Means> sent_in(const Block& block, const World& world);
    std::optional<int> who_is(const Block& block, std::size_t from, std::size_t field,
                              std::span<const int> players, std::span<const int> among);
    bool may_be(int number, int who, int client) const;
    bool is_likely(int number, int who, int client) const;
    void learn(int number, int who, int client);
    void keep(const Block& block, const Means& means, std::vector<Event>& to);
    void keep_different(const Block& block, bool naming, std::vector<Event>& to);

    Protocol protocol_;  // 0.7 has one number for a player
    World before_{}, after_{};
    std::size_t death_ = 0;  // those before it have their messages
    bool own_zero_ = false;  // clients with numbers of their own are 0 themselves
    std::size_t kill_blocks_ = 0;
    bool original_ = false;
    bool all_deaths_named_ = false;        // by messages
    bool to_each_ = false;                 // this server records a message once for each client
    std::map<int, bool> other_numbers_{};  // clients of which it is known whether they have them
    std::set<std::pair<TypeId, std::vector<Word>>> kept_{};  // between these snapshots
    std::uint64_t copies_ = 0;
    std::uint64_t renumbered_ = 0;
};

}  // namespace tickreel::teeworlds
