#pragma once
// What a seed stands for: how many players, how long, and which faults happen.

#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tickreel::sim {

enum class Fault : unsigned {
    Loss,           // datagrams get lost ...
    Duplicates,     // ... come twice ...
    Reorder,        // ... overtake each other ...
    Corruption,     // ... with wrong bits
    Junk,           // from strangers, and from others in a client's name
    Stalls,         // the recorder's threads get no processor
    Overload,       // the queue is small
    ClockSteps,     // somebody sets the wall clock
    ClockDrift,     // the monotonic clock is fast or slow
    ShortWrites,    // and interrupted ones
    DiskFull,       // for some time
    DiskErrors,     // now and then
    Descriptors,    // run out for some time
    Removal,        // a recording is deleted while it is written
    Kill,           // SIGKILL at some system call, and another recorder
    PowerCut,       // nothing is left but what was synced, and parts of the rest
    Stop,           // SIGTERM, and another recorder
    ServerRestart,  // with or without a farewell
    Crashes,        // clients vanish and come back
    Orders,         // mark, split, save
    Interleaving,  // the recorder's threads in any order, and one while another is in a system call
    LyingSync,     // fsync says yes and does nothing: a power cut shows it
    NoMemory,      // an allocation fails, which ends the program on the spot
    Moves,         // players vanish and come again from another address
    MapChange,     // of the server, with the players on it
    Count
};
inline constexpr std::size_t kFaults = static_cast<std::size_t>(Fault::Count);
inline constexpr std::array<std::string_view, kFaults> kFaultNames{
    "loss",         "duplicates",  "reorder",     "corruption",  "junk",
    "stalls",       "overload",    "clock-steps", "clock-drift", "short-writes",
    "disk-full",    "disk-errors", "descriptors", "removal",     "kill",
    "power-cut",    "stop",        "server",      "crashes",     "orders",
    "interleaving", "lying-sync",  "no-memory",   "moves",       "map-change"};

enum class Kind : unsigned { Teeworlds06, Teeworlds07, Firefall, Count };  // what is played
inline constexpr std::array<std::string_view, static_cast<std::size_t>(Kind::Count)> kKindNames{
    "0.6", "0.7", "firefall"};

struct Plan {
    std::uint64_t seed = 0;
    Kind kind = Kind::Teeworlds06;
    int clients = 1;
    int seconds = 10;
    bool state = false;        // record --state
    bool sync = false;         // record --sync chunk
    bool detect_game = false;  // --protocol auto
    bool clips = false;        // --keep-last
    std::bitset<kFaults> faults{};

    bool may_be_killed() const { return has(Fault::Kill) || has(Fault::NoMemory); }
    bool has(Fault fault) const { return faults[static_cast<std::size_t>(fault)]; }
};

Plan plan_of(std::uint64_t seed);
std::optional<Kind> kind_named(std::string_view name);
std::string_view name_of(Kind kind);
std::optional<Fault> fault_named(std::string_view name);
std::string describe(const Plan& plan);

}  // namespace tickreel::sim
