// Damaged match files: frames are lost, never wrong, and what is lost of a view is a gap.
#include <algorithm>

#include "tests/catch.h"
#include "tests/format/reel/match_file.h"
#include "tests/format/reel/match_stage.h"
#include "tests/format/reel/small_match.h"
#include "tickreel/reel/unreadable_ticks.h"

using namespace tickreel;
using namespace tickreel_test;

TEST_CASE("a damaged match file loses frames and never makes wrong ones") {
    const std::vector<Bytes> files = make_view_files(3);
    const auto reels = open_all(files);
    const Bytes joined = merge_files(files);
    const auto check = [&](const Bytes& bytes) {
        const auto match = MatchReader::open(memory_source(bytes));
        if (!match) return;
        for (std::uint32_t view = 0; view < (*match)->views().size(); ++view) {
            const auto copy = open_bytes(cut_view_file(**match, view));
            REQUIRE(count_right_frames(*copy, all_frames(*reels[view])) >= 0);
        }
    };
    for (std::size_t size = 0; size < joined.size(); size += 1 + joined.size() / 97) {
        INFO("cut to " << size);
        check(Bytes(joined.begin(), joined.begin() + static_cast<std::ptrdiff_t>(size)));
    }
    for (std::size_t at = 0; at < joined.size(); at += 1 + joined.size() / 211) {
        INFO("flipped at " << at);
        Bytes bytes = joined;
        bytes[at] ^= 0x10;
        check(bytes);
    }
    // A definition that is lost may be the one that says who lacks what.
    for (std::size_t at = 64; at < joined.size(); at += 1 + joined.size() / 211) {
        INFO("without byte " << at);
        Bytes bytes = joined;
        bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(at));
        check(bytes);
    }
}

TEST_CASE("what a damaged match file has lost of a view before its last snapshot is a gap") {
    const std::vector<Bytes> files{visit(0, 3000, "m", 1), visit(700, 2400, "m", 1)};
    const auto reels = open_all(files);
    const Bytes joined = merge_files(files);
    int named = 0;
    for (std::size_t at = 64; at < joined.size(); at += 1 + joined.size() / 41) {
        INFO("zeros at " << at);
        Bytes bytes = joined;
        const std::size_t end = std::min(at + 1000, bytes.size());
        std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                  bytes.begin() + static_cast<std::ptrdiff_t>(end), Byte{0});
        const auto match = MatchReader::open(memory_source(bytes));
        if (!match) continue;
        for (std::uint32_t view = 0; view < (*match)->views().size(); ++view) {
            const auto copy = open_bytes(cut_view_file(**match, view));
            const std::vector<Frame> left = all_frames(*copy);
            const auto counts = copy->statistics();
            REQUIRE(counts.ok());
            for (const Frame& frame : all_frames(*reels[view])) {
                if (find_frame(left, frame.moment()) != nullptr) continue;
                if (left.empty() || left.back().segment != frame.segment ||
                    left.back().tick < frame.tick)
                    continue;
                INFO("view " << view << ", tick " << frame.tick);
                REQUIRE(std::any_of(counts->gaps.begin(), counts->gaps.end(), [&](const Gap& gap) {
                    return gap.segment == frame.segment && gap.from <= frame.tick &&
                           frame.tick < gap.to && gap.reason.starts_with(kUnreadableGap);
                }));
                ++named;
            }
        }
    }
    CHECK(named > 100);
}
