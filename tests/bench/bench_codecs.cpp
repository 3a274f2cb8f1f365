// Size and speed of each codec on the frames of a reel: one table.
// usage: bench_codecs FILE.reel [LEVEL [CHUNK_SECONDS [GROUP_SECONDS [CODEC]]]]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "format/reel/chunk.h"
#include "tests/bench/cpu_clock.h"
#include "tickreel/reel/reel_reader.h"

using namespace tickreel;
using tickreel_bench::CpuClock;

namespace {

struct Setting {
    int level = 9;
    double chunk_seconds = 2;
    double group_seconds = 10;
    double ticks_per_second = 50;
};

// One chunk: its frames, and whether it starts a group.
struct Cut {
    std::size_t from = 0;
    std::size_t count = 0;
    bool starts_group = false;
};

std::vector<Cut> cut_frames(const std::vector<Frame>& frames, const Setting& setting) {
    const auto seconds = [&](std::size_t a, std::size_t b) {
        return static_cast<double>(frames[b].tick - frames[a].tick) / setting.ticks_per_second;
    };
    std::vector<Cut> cuts;
    std::size_t group = 0;
    for (std::size_t i = 0; i < frames.size();) {
        Cut cut{i, 0,
                i == 0 || frames[i].segment != frames[group].segment ||
                    seconds(group, i) >= setting.group_seconds};
        if (cut.starts_group) group = i;
        while (i < frames.size() && frames[i].segment == frames[cut.from].segment &&
               seconds(cut.from, i) < setting.chunk_seconds)
            ++i;
        cut.count = i - cut.from;
        cuts.push_back(cut);
    }
    return cuts;
}

bool same(const Frame& a, const Frame& b) {
    return a.moment() == b.moment() && a.time == b.time && a.wire == b.wire &&
           a.events == b.events && a.snapshot == b.snapshot;
}

struct Outcome {
    std::size_t bytes = 0;
    double encode = 0;
    double decode = 0;
    std::vector<double> seeks{};
    std::size_t wrong = 0;
};

// Like a seek: decodes every chunk from the start of the group.
double seek(const std::vector<Cut>& cuts, const std::vector<ChunkRecord>& records,
            std::size_t wanted, Decompressor& decompressor) {
    std::size_t at = wanted;
    while (!cuts[at].starts_group) --at;
    const CpuClock clock;
    GroupState state;
    for (; at <= wanted; ++at) {
        auto chunk = decode_chunk(records[at].header, records[at].payload, state, decompressor,
                                  at < wanted ? DecodeScope::EndOnly : DecodeScope::Frames);
        if (!chunk) std::exit(1);
        state = std::move(chunk->after);
    }
    return clock.seconds();
}

Outcome run(const Codec& codec, const std::vector<Frame>& frames, const Setting& setting) {
    Outcome outcome;
    const std::vector<Cut> cuts = cut_frames(frames, setting);
    std::vector<ChunkRecord> records;
    Compressor compressor;
    const CpuClock encoding;
    GroupState state;
    for (const Cut& cut : cuts) {
        if (cut.starts_group) state = {};
        auto record = encode_chunk(codec, std::span(frames).subspan(cut.from, cut.count), state,
                                   setting.level, compressor);
        if (!record) std::exit(1);
        state = record->after;
        outcome.bytes += record->payload.size() + layout::kRecordHeader;
        records.push_back(std::move(*record));
    }
    outcome.encode = encoding.seconds();
    Decompressor decompressor;
    for (std::size_t i = 0; i < cuts.size(); ++i) {
        if (cuts[i].starts_group) state = {};
        const CpuClock decoding;
        auto chunk = decode_chunk(records[i].header, records[i].payload, state, decompressor);
        outcome.decode += decoding.seconds();
        if (!chunk) std::exit(1);
        for (std::size_t f = 0; f < cuts[i].count; ++f)
            outcome.wrong += same(chunk->frames[f], frames[cuts[i].from + f]) ? 0 : 1;
        state = std::move(chunk->after);
    }
    std::mt19937_64 random(1);
    for (int i = 0; i < 200; ++i)
        outcome.seeks.push_back(seek(cuts, records, random() % cuts.size(), decompressor));
    std::sort(outcome.seeks.begin(), outcome.seeks.end());
    return outcome;
}

void print(const char* what, const Codec& codec, const std::vector<Frame>& frames,
           const Setting& setting) {
    const Outcome outcome = run(codec, frames, setting);
    const auto count = static_cast<double>(frames.size());
    const std::string name(codec.name);
    std::printf("%-10s %-14s %9.1f %11.0f %11.0f %9.2f %9.2f %6zu\n", name.c_str(), what,
                static_cast<double>(outcome.bytes) / count, count / outcome.encode,
                count / outcome.decode, outcome.seeks[100] * 1e3, outcome.seeks[198] * 1e3,
                outcome.wrong);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: bench_codecs FILE.reel [LEVEL [CHUNK_S [GROUP_S [CODEC]]]]\n");
        return 2;
    }
    auto source = open_file(argv[1]);
    auto reader = source ? ReelReader::open(std::move(*source))
                         : Result<std::unique_ptr<ReelReader>>(source.error());
    if (!reader) {
        std::fprintf(stderr, "bench_codecs: %s: %s\n", argv[1], reader.error().message.c_str());
        return 1;
    }
    std::vector<Frame> frames;
    const auto read =
        (*reader)->scan((*reader)->everything(), ignore_problems, [&](const Frame& frame) {
            frames.push_back(frame);
            return true;
        });
    if (!read.ok() || frames.empty()) return 1;
    Setting setting;
    setting.ticks_per_second = (*reader)->info().ticks_per_second;
    if (argc > 2) setting.level = std::atoi(argv[2]);
    if (argc > 3) setting.chunk_seconds = std::atof(argv[3]);
    if (argc > 4) setting.group_seconds = std::atof(argv[4]);
    std::vector<Frame> bare = frames;
    for (Frame& frame : bare) {
        frame.events.clear();
        frame.wire = {};
    }
    std::printf("%zu snapshots, zstd %d, chunks of %g s in groups of %g s\n", frames.size(),
                setting.level, setting.chunk_seconds, setting.group_seconds);
    std::printf("%-10s %-14s %9s %11s %11s %9s %9s %6s\n", "codec", "what", "B/snap", "encode/s",
                "decode/s", "seek p50", "p99 ms", "wrong");
    for (const Codec& codec : all_codecs()) {
        if (argc > 5 && codec.id != std::atoi(argv[5])) continue;
        print("snapshots", codec, bare, setting);
        print("all", codec, frames, setting);
    }
    return 0;
}
