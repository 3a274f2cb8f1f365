// Follows a recording while another process writes it, as the player does, and prints the age of
// snapshots when they are first seen: relative to the time at which the recorder received them.
// usage: bench_tail FILE.reel SECONDS [POLL_MS]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "tickreel/reel/reel_reader.h"

using namespace tickreel;

namespace {

using Clock = std::chrono::system_clock;

struct Tail {
    std::vector<double> ages{};  // ms, of every snapshot when first seen
    int looks = 0;
    int errors = 0;  // any error: none is allowed
};

// Reads what is new after `last`.
void look(ReelReader& reader, std::optional<Moment>& last, Tail& tail) {
    ++tail.looks;
    const Result<bool> grown = reader.refresh();
    if (!grown || !reader.damage().empty()) {
        if (tail.errors++ > 0) return;  // print only the first
        std::fprintf(stderr, "bench_tail: %s\n",
                     grown ? reader.damage()[0].what.c_str() : grown.error().message.c_str());
        return;
    }
    if (!*grown || reader.chunks().empty()) return;
    const auto now = Clock::now().time_since_epoch();
    const MomentRange all = reader.everything();
    const MomentRange news{last ? Moment{last->segment, last->tick + 1} : all.from, all.to};
    if (news.to <= news.from) return;
    const Result<void> read = reader.scan(
        news, [&](const Problem&) { ++tail.errors; },
        [&](const Frame& frame) {
            tail.ages.push_back(
                std::chrono::duration<double, std::milli>(now - frame.time).count());
            last = frame.moment();
            return true;
        });
    if (!read) ++tail.errors;
}

Tail follow(const std::string& path, std::chrono::duration<double> time,
            std::chrono::milliseconds poll) {
    Tail tail;
    std::unique_ptr<ReelReader> reader;
    std::optional<Moment> last;
    const auto end = std::chrono::steady_clock::now() + time;
    while (std::chrono::steady_clock::now() < end) {
        if (reader) {
            look(*reader, last, tail);
        } else if (auto file = open_file(path)) {
            const Result<std::uint64_t> size = (*file)->size();
            auto opened = size && *size >= 64 ? ReelReader::open(std::move(*file))
                                              : Result<std::unique_ptr<ReelReader>>(fail("short"));
            if (opened) reader = std::move(*opened);
            if (!opened && size && *size >= 64) ++tail.errors;
        }
        std::this_thread::sleep_for(poll);
    }
    return tail;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        std::fprintf(stderr, "usage: bench_tail FILE.reel SECONDS [POLL_MS]\n");
        return 2;
    }
    const std::chrono::milliseconds poll(argc > 3 ? std::atoi(argv[3]) : 20);
    Tail tail = follow(argv[1], std::chrono::duration<double>(std::atof(argv[2])), poll);
    if (tail.ages.empty()) {
        std::fprintf(stderr, "bench_tail: nothing was seen in %s\n", argv[1]);
        return 1;
    }
    std::sort(tail.ages.begin(), tail.ages.end());
    std::printf(
        "%zu snapshots followed in %d looks: seen after %.0f ms (median), %.0f (99 %%), "
        "%.0f (last); %d errors\n",
        tail.ages.size(), tail.looks, tail.ages[tail.ages.size() / 2],
        tail.ages[tail.ages.size() * 99 / 100], tail.ages.back(), tail.errors);
    return tail.errors == 0 ? 0 : 1;
}
