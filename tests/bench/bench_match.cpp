// What a match file of several recordings of one match costs: its size beside the largest of them,
// the time to make it, and to jump to any tick of any view. Processor time of one thread.
// usage: bench_match FILE.reel FILE.reel...
#include <algorithm>
#include <cstdio>
#include <random>

#include "tests/bench/cpu_clock.h"
#include "tickreel/base/shared_sink.h"
#include "tickreel/reel/match_merge.h"
#include "tickreel/reel/match_reader.h"

using namespace tickreel;

namespace {

constexpr int kJumps = 1000;

struct Inputs {
    std::vector<std::unique_ptr<ReelReader>> reels{};
    std::vector<ViewSource> views{};
    std::uint64_t largest = 0;
    std::uint64_t sum = 0;
};

bool read_inputs(int argc, char** argv, Inputs& in) {
    for (int i = 1; i < argc; ++i) {
        auto file = open_file(argv[i]);
        if (!file) return false;
        auto reel = ReelReader::open(*std::move(file), {1U << 20});
        if (!reel) return false;
        in.largest = std::max(in.largest, (*reel)->file_bytes());
        in.sum += (*reel)->file_bytes();
        in.views.push_back({reel->get(), std::to_string(i)});
        in.reels.push_back(*std::move(reel));
    }
    return !in.views.empty();
}

// Without a cache, as after opening.
void jump(const Bytes& bytes, const Inputs& in) {
    std::mt19937 random(1);
    std::vector<double> took;
    const auto match = MatchReader::open(memory_source(bytes), {0});
    if (!match) return;
    for (int i = 0; i < kJumps; ++i) {
        const auto view = static_cast<std::uint32_t>(random() % in.views.size());
        const Timeline& timeline = in.views[view].reel->timeline();
        const auto length = static_cast<std::uint64_t>(timeline.length()) + 1;
        const Moment moment = timeline.moment(static_cast<std::int64_t>(random() % length));
        const tickreel_bench::CpuClock clock;
        const auto frame = (*match)->at(view, moment);
        took.push_back(clock.seconds() * 1000);
        if (!frame || !*frame) std::fprintf(stderr, "no frame of view %u\n", view + 1);
    }
    std::sort(took.begin(), took.end());
    std::printf("jump: p50 %.2f ms, p99 %.2f ms\n", took[took.size() / 2],
                took[took.size() * 99 / 100]);
}

}  // namespace

int main(int argc, char** argv) {
    Inputs in;
    if (!read_inputs(argc, argv, in)) {
        std::fprintf(stderr, "usage: bench_match FILE.reel FILE.reel...\n");
        return 2;
    }
    const auto plan = plan_match(in.views);
    if (const auto* no = std::get_if<NoMatch>(&plan)) {
        std::fprintf(stderr, "%s: %s\n", argv[no->view + 1], no->why.c_str());
        return 1;
    }
    Bytes bytes;
    MatchWriter writer(std::make_unique<SharedSink>(bytes), match_info(in.views), match_options());
    const tickreel_bench::CpuClock clock;
    const auto merged = merge_views(in.views, std::get<MatchPlan>(plan), ignore_problems, writer);
    if (!merged || !writer.finish()) return 1;
    const double seconds = clock.seconds();
    const Timeline& timeline = in.views[0].reel->timeline();
    const double played = timeline.seconds(timeline.last());
    std::printf(
        "%zu views: %zu bytes, %.2f x the largest, %.3f of the sum; made %.1f x real time\n",
        in.views.size(), bytes.size(),
        static_cast<double>(bytes.size()) / static_cast<double>(in.largest),
        static_cast<double>(bytes.size()) / static_cast<double>(in.sum), played / seconds);
    jump(bytes, in);
    return 0;
}
