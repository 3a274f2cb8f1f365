// Match files: every view comes out as it went in, and nothing else reads one by mistake.
#include <algorithm>

#include "tests/catch.h"
#include "tests/format/reel/match_file.h"
#include "tests/format/reel/match_stage.h"
#include "tests/format/reel/small_match.h"

using namespace tickreel;
using namespace tickreel_test;

TEST_CASE("every view of a match file is the recording that it was made of") {
    const std::vector<Bytes> files = make_view_files(5);
    const auto reels = open_all(files);
    const Bytes joined = merge_files(files);
    const auto match = open_match(joined);
    REQUIRE(match->views().size() == files.size());
    for (std::uint32_t view = 0; view < files.size(); ++view) {
        INFO("view " << view);
        const auto copy = open_bytes(cut_view_file(*match, view));
        CHECK(same_recording(*copy, *reels[view]) == "");
    }
}

TEST_CASE("any tick of any view of a match file is found at once") {
    const std::vector<Bytes> files = make_view_files(4);
    const auto reels = open_all(files);
    const auto match = open_match(merge_files(files));
    for (std::uint32_t view = 0; view < files.size(); ++view) {
        const ReelReader& reel = *reels[view];
        for (std::uint32_t segment = 0; segment < reel.segments().size(); ++segment) {
            const SegmentSpan span = reel.timeline().segments()[segment];
            for (Tick tick = span.first; tick <= span.last + 3; ++tick) {
                INFO("view " << view << " segment " << segment << " tick " << tick);
                const auto wanted = reel.at({segment, tick});
                const auto found = match->at(view, {segment, tick});
                REQUIRE(wanted.ok());
                REQUIRE(found.ok());
                REQUIRE(found->has_value());
                CHECK(same_frame(**found, *wanted));
            }
            const auto before = match->at(view, {segment, span.first - 1});
            CHECK((before.ok() && !before->has_value()));
        }
        const auto beyond = match->at(view, {99, 0});
        CHECK((beyond.ok() && !beyond->has_value()));
    }
}

TEST_CASE("what views share is stored once") {
    const std::vector<Bytes> files = make_view_files(5);
    std::size_t sum = 0;
    std::size_t largest = 0;
    for (const Bytes& file : files) {
        sum += file.size();
        largest = std::max(largest, file.size());
    }
    const Bytes joined = merge_files(files);
    INFO(joined.size() << " bytes; views of " << sum << ", the largest of " << largest);
    CHECK(joined.size() < sum / 2);
}

TEST_CASE("a match file is refused as a recording, and a recording as a match file") {
    const std::vector<Bytes> files = make_view_files(2);
    const Bytes joined = merge_files(files);
    const auto single = ReelReader::open(memory_source(joined));
    REQUIRE_FALSE(single.ok());
    CHECK_THAT(single.error().message, contains("holds 2 views of one match"));
    const auto match = MatchReader::open(memory_source(files[0]));
    REQUIRE_FALSE(match.ok());
    CHECK_THAT(match.error().message, contains("one recording"));
    CHECK(MatchReader::is_match(*memory_source(joined)));
    CHECK_FALSE(MatchReader::is_match(*memory_source(files[0])));
    CHECK_FALSE(MatchReader::is_match(*memory_source({})));
}
