#pragma once
// The work of `verify`: checks every record's checksum, decodes every chunk, and recomputes the
// protocol's checksum of every snapshot.

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "recorder/games/game.h"
#include "tickreel/reel/recording_outline.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

// A snapshot whose wire checksum differs from the one that the server sent.
struct WireMismatch {
    Moment moment{};
    WireInfo wire{};                     // computed: recomputed now
    std::vector<std::string> reasons{};  // with VerifyOptions::explain
};

// A mismatching checksum over a part of a snapshot, as stored in the recording.
struct PartMismatch {
    Moment moment{};
    std::string text{};
    std::vector<Word> row{};  // of its event
    bool explained = false;   // by a later event, in the text
};

struct Verification {
    std::uint64_t records = 0;  // sound ones
    std::uint64_t chunks = 0;
    std::uint64_t chunks_bad = 0;
    std::uint64_t snapshots = 0;  // decoded
    std::uint64_t deltas_failed = 0;
    std::uint64_t wire_ok = 0;
    std::uint64_t wire_by_base = 0;  // of these: nothing was sent, the base is proven
    std::uint64_t wire_mismatch = 0;
    std::uint64_t wire_absent = 0;
    bool recomputed = false;  // the game has a checksum over whole snapshots
    std::uint64_t stored_results_differing =
        0;  // stored checksum or result differs from recomputed
    Moment first_stored_difference{};
    std::string time_order{};       // what the footer says of it, where that is untrue
    std::vector<Gap> gaps{};        // never reached the file
    std::vector<Gap> unreadable{};  // in the file, but unreadable
    std::vector<Damage> damage{};
    std::vector<std::string> problems{};
    std::vector<WireMismatch> mismatches{};  // the first kMaxMismatches
    // Of games with checksums over parts of snapshots.
    std::uint64_t parts_ok = 0;
    std::uint64_t parts_mismatch = 0;
    std::uint64_t parts_recomputed = 0;  // of the confirmed parts, once a second
    bool has_parts = false;
    std::uint64_t part_mismatches = 0;
    std::vector<PartMismatch> parts{};  // the first kMaxMismatches

    bool damaged() const {
        return chunks_bad != 0 || deltas_failed != 0 || stored_results_differing != 0 ||
               !time_order.empty() || !damage.empty() || !problems.empty();
    }
};

inline constexpr std::size_t kMaxMismatches = 1000;  // kept with details

struct VerifyOptions {
    bool explain = false;  // search for the cause of each mismatch
};

// Of frames as they come: what they and their checksums tell.
class Verifier {
public:
    // All must outlive it. `gaps`: as ReelReader has them; only explanations ask for them.
    Verifier(const RecordingInfo& info, const Schema& schema, std::span<const Gap> gaps,
             const VerifyOptions& options);
    Verifier(Verifier&&) noexcept;
    Verifier& operator=(Verifier&&) noexcept;
    ~Verifier();

    void add(const Frame& frame);
    Verification& result();
    std::uint64_t most_time_back() const;  // see time_order.h

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

// Of a copy that is no file: `outline` is what it would be, finished and sound.
Verification verify_copy(Verifier& verifier, const RecordingOutline& outline);
Result<Verification> verify_reel(const ReelReader& reel, const VerifyOptions& options,
                                 const std::function<void(double share)>& progress);

}  // namespace tickreel
