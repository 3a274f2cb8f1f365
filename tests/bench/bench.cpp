// Compares the file formats: one table per recording. Each file is written here and read by a
// separate process, so that its memory is measured alone. Times are processor time.
// usage: bench SCRATCH_FOLDER NAME=FILE.reel ...
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>

#include <sys/resource.h>

#include "tests/bench/contender.h"
#include "tests/bench/cpu_clock.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel_bench {

using namespace tickreel;

void write_all(const Match& match, FrameSink& sink) {
    for (const ItemType& type : match.schema.types()) sink.add_type(type);
    sink.begin_segment({});
    for (const Frame& frame : match.frames) sink.add_frame(frame);
}

std::uint32_t sum_words(const Snapshot& snapshot) {
    std::uint32_t sum = 0;
    for (const Item item : snapshot)
        for (const Word word : item.row) sum += static_cast<std::uint32_t>(word);
    return sum;
}

namespace {

constexpr int kSeeks = 200;

std::vector<Contender> all_contenders() {
    std::vector<Contender> all;
    for (const auto family : {demo_contenders(), reel_contenders(), mcap_contenders()})
        all.insert(all.end(), family.begin(), family.end());
    return all;
}

// The results of a reading process.
struct Reading {
    double open_ms = 0;
    double decode = 0;  // snapshots per second
    double p50_ms = 0;
    double p99_ms = 0;
    double peak_mb = 0;
    unsigned long long proof = 0;  // hash over all ticks and sums
    int wrong = 0;                 // seeks whose result differs from the scan
};

unsigned long long proof_of(unsigned long long proof, Tick tick, std::uint32_t sum) {
    constexpr unsigned long long kPrime = 1099511628211ULL;  // FNV-1a
    return ((proof ^ static_cast<unsigned long long>(tick)) * kPrime ^ sum) * kPrime;
}

Result<Reading> read_file(const Contender& contender, const std::string& path) {
    Reading reading;
    const CpuClock opening;
    const auto replay = contender.open(path);
    if (!replay) return replay.error();
    reading.open_ms = opening.seconds() * 1e3;
    std::vector<std::pair<Tick, std::uint32_t>> sums;
    const CpuClock scanning;
    const Result<void> scanned =
        (*replay)->scan([&](Tick tick, std::uint32_t sum) { sums.emplace_back(tick, sum); });
    if (!scanned) return scanned.error();
    reading.decode = static_cast<double>(sums.size()) / scanning.seconds();
    for (const auto& [tick, sum] : sums) reading.proof = proof_of(reading.proof, tick, sum);

    std::mt19937_64 random(1);
    std::vector<double> seeks;
    for (int i = 0; i < kSeeks; ++i) {
        const auto& [tick, sum] = sums[random() % sums.size()];
        const CpuClock seeking;
        const Result<std::uint32_t> found = (*replay)->at(tick);
        seeks.push_back(seeking.seconds() * 1e3);
        reading.wrong += found && *found == sum ? 0 : 1;
    }
    std::sort(seeks.begin(), seeks.end());
    reading.p50_ms = seeks[kSeeks / 2];
    reading.p99_ms = seeks[kSeeks * 99 / 100];
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    reading.peak_mb = static_cast<double>(usage.ru_maxrss) / 1024;
    return reading;
}

// The reading process started by read_elsewhere().
int read_here(const std::string& name, const std::string& path) {
    for (const Contender& contender : all_contenders()) {
        if (contender.name != name) continue;
        const Result<Reading> r = read_file(contender, path);
        if (!r) {
            std::fprintf(stderr, "bench: %s: %s\n", path.c_str(), r.error().message.c_str());
            return 1;
        }
        std::printf("%.9g %.9g %.9g %.9g %.9g %llu %d\n", r->open_ms, r->decode, r->p50_ms,
                    r->p99_ms, r->peak_mb, r->proof, r->wrong);
        return 0;
    }
    return 2;
}

Result<Reading> read_elsewhere(const Contender& contender, const std::string& path) {
    const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
    const std::string command =
        "'" + self + "' --read '" + std::string(contender.name) + "' '" + path + "'";
    std::FILE* const pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) return fail("cannot start ", self);
    Reading r;
    const int got = std::fscanf(pipe, "%lf %lf %lf %lf %lf %llu %d", &r.open_ms, &r.decode,
                                &r.p50_ms, &r.p99_ms, &r.peak_mb, &r.proof, &r.wrong);
    if (pclose(pipe) != 0 || got != 7) return fail(contender.name, " cannot be read back");
    return r;
}

Result<Match> load(const std::string& path) {
    auto source = open_file(path);
    if (!source) return source.error();
    const auto reader = ReelReader::open(std::move(*source));
    if (!reader) return reader.error();
    Match match;
    match.info = (*reader)->info();
    match.schema = (*reader)->schema();
    const Result<void> read =
        (*reader)->scan((*reader)->everything(), ignore_problems, [&](const Frame& frame) {
            if (frame.segment != (*reader)->everything().from.segment) return false;
            match.frames.push_back(frame);
            match.frames.back().segment = 0;
            match.frames.back().wire = {};
            return true;
        });
    if (!read) return read.error();
    if (match.frames.empty()) return fail("contains no snapshots");
    return match;
}

Match without_events(const Match& match) {
    Match bare = match;
    for (Frame& frame : bare.frames) frame.events.clear();
    return bare;
}

Match without_frames(const Match& match) {
    Match empty;
    empty.info = match.info;
    empty.schema = match.schema;
    return empty;
}

struct Written {
    double bytes = 0;   // per snapshot
    double encode = 0;  // snapshots per second
    double fixed = 0;   // size of a file without snapshots
};

Result<Written> write_file(const Contender& contender, const Match& match,
                           const std::string& path) {
    // An empty .demo cannot be written; its header is 0.6 kB.
    const Result<void> empty = contender.write(without_frames(match), path);
    const double fixed = empty ? static_cast<double>(std::filesystem::file_size(path)) : 0;
    const CpuClock encoding;
    if (Result<void> done = contender.write(match, path); !done) return done.error();
    const double seconds = encoding.seconds();
    const auto count = static_cast<double>(match.frames.size());
    const double bytes = static_cast<double>(std::filesystem::file_size(path)) - fixed;
    return Written{bytes / count, count / seconds, fixed};
}

unsigned long long expected_proof(const Match& match) {
    unsigned long long proof = 0;
    for (const Frame& frame : match.frames)
        proof = proof_of(proof, frame.tick, sum_words(frame.snapshot));
    return proof;
}

Result<void> compare(const std::string& name, const Match& match, const std::string& scratch) {
    const Match bare = without_events(match);
    std::printf("\n%s: %zu snapshots of %zu items\n", name.c_str(), match.frames.size(),
                match.frames[match.frames.size() / 2].snapshot.size());
    std::printf("%-31s %7s %6s %7s %6s %6s %7s %7s %6s %6s %5s %5s %s\n", "", "B/snap", "x demo",
                "+events", "x demo", "fixed", "enc/s", "dec/s", "p50 ms", "p99 ms", "open", "MB",
                "same");
    const unsigned long long proof = expected_proof(match);
    double demo = 0;
    double demo_all = 0;
    for (const Contender& contender : all_contenders()) {
        const std::string path = scratch + "/bench.file";
        const Result<Written> all = write_file(contender, match, path);
        if (!all) return all.error();
        const Result<Written> snapshots = write_file(contender, bare, path);
        if (!snapshots) return snapshots.error();
        const Result<Reading> r = read_elsewhere(contender, path);
        if (!r) return r.error();
        if (demo == 0) demo = snapshots->bytes;
        if (demo_all == 0) demo_all = all->bytes;
        std::printf("%-31s %7.1f %6.3f %7.1f %6.3f %6.0f %7.0f %7.0f %6.2f %6.2f %5.2f %5.1f %s\n",
                    std::string(contender.name).c_str(), snapshots->bytes, snapshots->bytes / demo,
                    all->bytes, all->bytes / demo_all, all->fixed, snapshots->encode, r->decode,
                    r->p50_ms, r->p99_ms, r->open_ms, r->peak_mb,
                    r->wrong == 0 && r->proof == proof ? "yes" : "NO");
        std::fflush(stdout);
    }
    const auto limits = measure_limits(bare, scratch + "/bench.raw");
    if (!limits) return limits.error();
    for (const Limit& limit : *limits) {
        const double bytes = limit.bytes / static_cast<double>(match.frames.size());
        std::printf("%-31s %7.1f %6.3f\n", limit.name.c_str(), bytes, bytes / demo);
    }
    return {};
}

}  // namespace

}  // namespace tickreel_bench

int main(int argc, char** argv) {
    using namespace tickreel_bench;
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (arguments.size() == 3 && arguments[0] == "--read")
        return read_here(arguments[1], arguments[2]);
    if (arguments.size() < 2) {
        std::fprintf(stderr, "usage: bench SCRATCH_FOLDER NAME=FILE.reel ...\n");
        return 2;
    }
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        const std::size_t equals = arguments[i].find('=');
        const std::string path = arguments[i].substr(equals + 1);
        const auto match = load(path);
        const auto done = match ? compare(arguments[i].substr(0, equals), *match, arguments[0])
                                : tickreel::Result<void>(match.error());
        if (done) continue;
        std::fprintf(stderr, "bench: %s: %s\n", path.c_str(), done.error().message.c_str());
        return 1;
    }
    return 0;
}
