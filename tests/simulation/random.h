#pragma once
// Random numbers that are the same with every compiler and library (splitmix64). Each part of a
// simulation has a stream of its own, so that leaving out one fault does not change the others.

#include <cstdint>
#include <span>
#include <string_view>

namespace tickreel::sim {

constexpr std::uint64_t mixed(std::uint64_t value) {
    value = (value ^ value >> 30U) * 0xbf58476d1ce4e5b9;
    value = (value ^ value >> 27U) * 0x94d049bb133111eb;
    return value ^ value >> 31U;
}

// One multiplication a word: snapshots of Firefall have many.
constexpr std::uint64_t hash_of_words(std::uint64_t hash, std::span<const std::int32_t> words) {
    for (const std::int32_t word : words)
        hash = (hash ^ static_cast<std::uint32_t>(word)) * 0x9e3779b97f4a7c15;
    return mixed(hash);
}

class Random {
public:
    Random(std::uint64_t seed, std::string_view stream) : state_(mixed(seed + 0x9e3779b97f4a7c15)) {
        for (const char c : stream) state_ = mixed(state_ ^ static_cast<unsigned char>(c));
    }
    std::uint64_t next() { return mixed(state_ += 0x9e3779b97f4a7c15); }
    std::uint64_t below(std::uint64_t end) { return next() % end; }
    std::int64_t between(std::int64_t least, std::int64_t most) {
        return least +
               static_cast<std::int64_t>(below(static_cast<std::uint64_t>(most - least) + 1));
    }
    bool chance(unsigned per_thousand) { return below(1000) < per_thousand; }

private:
    std::uint64_t state_;
};

// What happened, in one number: two runs of a seed must agree.
class Digest {
public:
    void add(std::uint64_t value) { state_ = mixed(state_ ^ value) + 0x9e3779b97f4a7c15; }
    std::uint64_t value() const { return state_; }

private:
    std::uint64_t state_ = 0;
};

}  // namespace tickreel::sim
