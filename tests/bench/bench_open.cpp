// Time to open long and large recordings: by the footer, and without one as after a crash. Creates
// both files, several GB, in a folder.
// usage: bench_open FOLDER FILE.reel      FILE.reel is repeated for 8 hours
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <random>

#include "tests/bench/cpu_clock.h"
#include "tickreel/reel/layout.h"
#include "tickreel/reel/reel_reader.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel;
using tickreel_bench::CpuClock;

namespace {

constexpr double kHours = 8;
constexpr std::uint64_t kLarge = 4352ULL << 20;  // 4.25 GiB
constexpr int kTrials = 21;

// The file cut at an earlier end.
class Shorter final : public ByteSource {
public:
    Shorter(std::unique_ptr<ByteSource> file, std::uint64_t size)
        : file_(std::move(file)), size_(size) {}
    Result<std::uint64_t> size() const override { return size_; }
    Result<Bytes> read(std::uint64_t offset, std::size_t length) const override {
        if (offset > size_ || length > size_ - offset) return fail("behind the end");
        return file_->read(offset, length);
    }

private:
    std::unique_ptr<ByteSource> file_;
    std::uint64_t size_;
};

Result<void> write_long(const ReelReader& match, const std::string& path) {
    auto sink = create_file(path, IfExists::Replace);
    if (!sink) return sink.error();
    ReelOptions options;
    options.level = 1;  // sizes do not matter here
    ReelWriter writer(std::move(*sink), match.info(), options);
    for (const ItemType& type : match.schema().types()) writer.add_type(type);
    writer.begin_segment({});
    const double rate = match.timeline().ticks_per_second();
    const Tick length = match.timeline().length() + 2;
    for (Tick shift = 0; shift < static_cast<Tick>(kHours * 3600 * rate); shift += length) {
        const Result<void> read =
            match.scan(match.everything(), ignore_problems, [&](const Frame& frame) {
                Frame moved = frame;
                moved.tick += shift;
                moved.time += std::chrono::nanoseconds(
                    static_cast<std::int64_t>(static_cast<double>(shift) * 1e9 / rate));
                writer.add_frame(moved);
                return frame.segment == 0;
            });
        if (!read) return read;
    }
    return writer.finish();
}

// Snapshots of that many words of noise.
Result<void> write_large(const std::string& path, std::size_t words) {
    auto sink = create_file(path, IfExists::Replace);
    if (!sink) return sink.error();
    ReelOptions options;
    options.codec = layout::kRowDelta;
    options.level = 1;
    ReelWriter writer(std::move(*sink), {"noise", 50.0, {}, {}}, options);
    writer.begin_segment({});
    std::mt19937 random(1);
    std::vector<Word> row(words);
    for (Frame frame; writer.bytes_written() < kLarge; frame.tick += 2) {
        for (Word& word : row) word = static_cast<Word>(random());
        SnapshotBuilder builder;
        builder.set({0, 0}, row);
        frame.snapshot = builder.build();
        frame.time += std::chrono::milliseconds(40);
        writer.add_frame(frame);
    }
    return writer.finish();
}

struct Opened {
    double wall_ms = 0;  // medians
    double cpu_ms = 0;
    std::size_t chunks = 0;
};

Result<Opened> time_open(const std::string& path, std::uint64_t size) {
    std::vector<double> wall;
    std::vector<double> cpu;
    Opened opened;
    for (int i = 0; i < kTrials; ++i) {
        auto file = open_file(path);
        if (!file) return file.error();
        const auto begun = std::chrono::steady_clock::now();
        const CpuClock clock;
        const auto reader = ReelReader::open(std::make_unique<Shorter>(std::move(*file), size));
        cpu.push_back(clock.seconds() * 1e3);
        wall.push_back(
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun)
                .count());
        if (!reader) return reader.error();
        opened.chunks = (*reader)->chunks().size();
    }
    std::sort(wall.begin(), wall.end());
    std::sort(cpu.begin(), cpu.end());
    opened.wall_ms = wall[kTrials / 2];
    opened.cpu_ms = cpu[kTrials / 2];
    return opened;
}

Result<void> measure(const char* name, const std::string& path) {
    const std::uint64_t size = std::filesystem::file_size(path);
    std::uint64_t last = 0;  // end of the last chunk
    {
        auto file = open_file(path);
        const auto reader = file ? ReelReader::open(std::move(*file))
                                 : Result<std::unique_ptr<ReelReader>>(file.error());
        if (!reader) return reader.error();
        last = (*reader)->chunks().back().offset + (*reader)->chunks().back().stored_bytes;
    }
    // Also with half a chunk missing: the usual cut after a crash.
    for (const std::uint64_t end : {size, last - 1000}) {
        const Result<Opened> opened = time_open(path, end);
        if (!opened) return opened.error();
        std::printf("%-24s %10.3f %9zu %10.2f %10.2f\n", end == size ? name : "    without footer",
                    static_cast<double>(end) / (1 << 30), opened->chunks, opened->wall_ms,
                    opened->cpu_ms);
        std::fflush(stdout);
    }
    return {};
}

Result<void> run(const std::string& folder, const std::string& match) {
    const std::string hours = folder + "/open_8h.reel";
    if (!std::filesystem::exists(hours)) {
        auto file = open_file(match);
        const auto reader = file ? ReelReader::open(std::move(*file))
                                 : Result<std::unique_ptr<ReelReader>>(file.error());
        if (!reader) return reader.error();
        if (Result<void> written = write_long(**reader, hours); !written) return written;
    }
    std::printf("%-24s %10s %9s %10s %10s\n", "opening, warm", "GiB", "chunks", "ms", "cpu ms");
    if (Result<void> done = measure("8 hours", hours); !done) return done;
    // 4.25 GiB in 8 hours (snapshots of 6.3 kB) and in 82 (680 bytes, as in a crowded match).
    for (const auto& [name, words] : {std::pair{"4.25 GiB, 8 hours", std::size_t{1580}},
                                      std::pair{"4.25 GiB, 82 hours", std::size_t{136}}}) {
        const std::string large = folder + "/open_" + std::to_string(words) + ".reel";
        if (!std::filesystem::exists(large))
            if (Result<void> written = write_large(large, words); !written) return written;
        if (Result<void> done = measure(name, large); !done) return done;
    }
    return {};
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fprintf(stderr, "usage: bench_open FOLDER FILE.reel\n");
        return 2;
    }
    if (const Result<void> done = run(argv[1], argv[2]); !done) {
        std::fprintf(stderr, "bench_open: %s\n", done.error().message.c_str());
        return 1;
    }
    return 0;
}
