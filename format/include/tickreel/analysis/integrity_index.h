#pragma once
// The checksum status and position of each snapshot of a recording: four bytes per snapshot. A copy
// shares all full blocks, and a query over hours reads blocks, not single snapshots.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace tickreel {

// The status of a tick, from best to worst. Match, Absent and Mismatch: the wire checksum of the
// snapshot in effect there. Gap: a snapshot was due but never reached the file. Unreadable: the
// file contained it, but that part is damaged.
enum class Integrity : std::uint8_t { None, Match, Absent, Gap, Unreadable, Mismatch };
inline constexpr std::size_t kIntegrities = 6;
std::string_view integrity_name(Integrity integrity);  // "match"
// "the wire checksum does not match": for display.
std::string_view integrity_text(Integrity integrity);

using IntegrityCounts = std::array<std::uint64_t, kIntegrities>;  // indexed by Integrity

class IntegrityIndex {
public:
    // Positions must increase; `integrity` is Match, Absent or Mismatch.
    void push_back(std::int64_t position, Integrity integrity);
    std::size_t size() const { return size_; }
    bool contains(std::int64_t position) const;
    // The worst status of the snapshots within [from, to). If there are none but a later one
    // exists, the status of the snapshot before.
    Integrity worst(std::int64_t from, std::int64_t to) const;
    // The number of snapshots of each status within [from, to).
    IntegrityCounts count(std::int64_t from, std::int64_t to) const;
    // The nearest mismatch after / before a position.
    std::optional<std::int64_t> next_mismatch(std::int64_t after) const;
    std::optional<std::int64_t> previous_mismatch(std::int64_t before) const;

private:
    static constexpr std::size_t kBlock = 4096;
    struct Block {
        std::int64_t first = 0;
        Integrity worst = Integrity::None;
        IntegrityCounts counts{};
        std::vector<std::uint32_t> snapshots{};  // offset from `first` and two status bits

        std::int64_t position(std::size_t index) const { return first + (snapshots[index] >> 2U); }
        Integrity integrity(std::size_t index) const;
        std::size_t lower_bound(std::int64_t wanted) const;
    };

    std::size_t blocks() const { return full_.size() + (open_.snapshots.empty() ? 0 : 1); }
    const Block& block(std::size_t index) const {
        return index < full_.size() ? *full_[index] : open_;
    }
    // The last block that begins at or before a position; 0 if none does.
    std::size_t block_at(std::int64_t position) const;

    std::vector<std::shared_ptr<const Block>> full_;
    Block open_;
    std::size_t size_ = 0;
};

}  // namespace tickreel
