#include "format/tables/shared_frames.h"

#include <atomic>
#include <thread>

#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/sample_reel.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

struct Seen {
    std::vector<std::size_t> frames;  // per reader
    int most_at_once = 0;             // readers at work on what they got
};

Seen read_together(const ReelReader& reel, std::size_t readers, bool one_core) {
    const ReelFile file{"a.reel", &reel, reel.everything()};
    SharedFrames shared(FrameCursor({&file, 1}, {}, ignore_problems), readers, one_core);
    Seen seen{std::vector<std::size_t>(readers, 0)};
    std::atomic<int> at_work = 0;
    std::atomic<int> most = 0;
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < readers; ++i)
        threads.emplace_back([&, i] {
            for (;;) {
                const Result<FrameBatch> batch = shared.next(i);
                const int now = ++at_work;
                for (int known = most; known < now && !most.compare_exchange_weak(known, now);) {
                }
                std::this_thread::sleep_for(std::chrono::milliseconds(2));
                const bool end =
                    !batch || !*batch || (*batch)->empty() || (i == 0 && seen.frames[0]);
                if (!end) seen.frames[i] += (*batch)->size();
                --at_work;
                if (end) break;
            }
            shared.leave(i);
        });
    for (std::thread& thread : threads) thread.join();
    seen.most_at_once = most;
    return seen;
}

}  // namespace

TEST_CASE("readers share frames: at once, or one after the other on one core") {
    const Folder folder;
    SampleOptions options;
    options.segments = 3;
    write_sample(folder / "a.reel", options);
    auto source = open_file(folder / "a.reel");
    REQUIRE(source.ok());
    const auto reel = ReelReader::open(*std::move(source));
    REQUIRE(reel.ok());
    const Seen together = read_together(**reel, 4, false);
    const Seen in_turn = read_together(**reel, 4, true);
    CHECK(together.frames[3] == (*reel)->statistics()->snapshots);
    CHECK(together.frames[0] < together.frames[3]);  // the first one left early
    CHECK(in_turn.frames == together.frames);
    CHECK(together.most_at_once > 1);
    CHECK(in_turn.most_at_once == 1);
}
