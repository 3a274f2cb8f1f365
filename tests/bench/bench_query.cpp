// Processor time of queries on a long recording, and when the first hit appears.
// usage: bench_query FILE.reel HOURS [QUERY...]   the recording is lengthened to HOURS; 0:
// unchanged
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/bench/lengthen.h"
#include "tickreel/analysis/query_run.h"
#include "tickreel/base/file.h"
#include "tickreel/games/evolvers.h"

using namespace tickreel;

namespace {

double seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

int failed(const std::string& what, const Error& error) {
    std::fprintf(stderr, "bench_query: %s: %s\n", what.c_str(), error.message.c_str());
    return 1;
}

Result<std::unique_ptr<ReelReader>> open_reel(const std::string& path) {
    Result<std::unique_ptr<ByteSource>> source = open_file(path);
    if (!source) return source.error();
    return ReelReader::open(std::move(*source));
}

int ask(const ReelReader& reel, const std::string& query) {
    const double start = seconds();
    double first = -1;
    const auto found = find_hits(
        reel, reel.everything(), query, ignore_problems,
        [&](const QueryHit&) {
            if (first < 0) first = seconds() - start;
            return true;
        },
        {}, evolvers());
    if (!found) return failed(query, found.error());
    std::printf("%7.2f s  first hit %6.3f s  %9llu hits  %10llu snapshots  %s\n", seconds() - start,
                first, static_cast<unsigned long long>(found->hits),
                static_cast<unsigned long long>(found->snapshots), query.c_str());
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        std::fprintf(stderr, "usage: bench_query FILE.reel HOURS [QUERY...]\n");
        return 2;
    }
    std::string path = argv[1];
    const double hours = std::atof(argv[2]);
    std::vector<std::string> queries(argv + 3, argv + argc);
    if (queries.empty()) {
        queries = {"Character.weapon == grenade", "Character.x > 1000 and Character.y < 500",
                   "changed(PlayerInfo.score)",   "kill",
                   "Character.now_x > 1000",      "speed > 20 and Character.weapon == gun for 2s"};
    }
    if (hours > 0) {
        const auto reel = open_reel(path);
        if (!reel) return failed(path, reel.error());
        path = (std::filesystem::temp_directory_path() / "bench_query.reel").string();
        if (const Result<void> made = lengthen(**reel, hours, path); !made)
            return failed(path, made.error());
    }
    const auto reel = open_reel(path);
    if (!reel) return failed(path, reel.error());
    int code = 0;
    for (const std::string& query : queries) code = ask(**reel, query) == 0 ? code : 1;
    if (hours > 0) std::filesystem::remove(path);
    return code;
}
