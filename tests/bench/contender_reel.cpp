// .reel as recorded, and as written by `optimize`.
#include <array>

#include "tests/bench/contender.h"
#include "tickreel/reel/layout.h"
#include "tickreel/reel/reel_reader.h"
#include "tickreel/reel/reel_writer.h"

namespace tickreel_bench {

using namespace tickreel;

namespace {

constexpr int kArchiveLevel = 19;  // as `tickreel optimize`

Result<void> write_reel(const Match& match, const std::string& path, const ReelOptions& options) {
    auto sink = create_file(path, IfExists::Replace);
    if (!sink) return sink.error();
    ReelWriter writer(std::move(*sink), match.info, options);
    write_all(match, writer);
    return writer.finish();
}

ReelOptions archive(double seconds) {
    ReelOptions options;
    options.chunk_seconds = options.group_seconds = seconds;
    options.level = kArchiveLevel;
    return options;
}

Result<void> write_live(const Match& match, const std::string& path) {
    return write_reel(match, path, {});
}
Result<void> write_rows(const Match& match, const std::string& path) {
    ReelOptions options;
    options.codec = layout::kRowDelta;
    return write_reel(match, path, options);
}
Result<void> write_archive_10(const Match& match, const std::string& path) {
    return write_reel(match, path, archive(10));
}
Result<void> write_archive_60(const Match& match, const std::string& path) {
    return write_reel(match, path, archive(60));
}

class ReelReplay final : public Replay {
public:
    explicit ReelReplay(std::unique_ptr<ReelReader> reader) : reader_(std::move(reader)) {}

    Result<void> scan(const Visit& visit) override {
        return reader_->scan(
            reader_->everything(), ignore_problems,
            [&](const Frame& frame) {
                visit(frame.tick, sum_words(frame.snapshot));
                return true;
            });
    }
    Result<std::uint32_t> at(Tick tick) override {
        const Result<Frame> frame = reader_->at({0, tick});
        if (!frame) return frame.error();
        return sum_words(frame->snapshot);
    }

private:
    std::unique_ptr<ReelReader> reader_;
};

Result<std::unique_ptr<Replay>> open_replay(const std::string& path) {
    auto source = open_file(path);
    if (!source) return source.error();
    auto reader = ReelReader::open(std::move(*source), ReadOptions{0});  // no cache
    if (!reader) return reader.error();
    return std::unique_ptr<Replay>(std::make_unique<ReelReplay>(std::move(*reader)));
}

}  // namespace

std::span<const Contender> reel_contenders() {
    static constexpr std::array kContenders{
        Contender{"reel live", write_live, open_replay},
        Contender{"reel live, rows", write_rows, open_replay},
        Contender{"reel archive 10 s", write_archive_10, open_replay},
        Contender{"reel archive 60 s", write_archive_60, open_replay},
    };
    return kContenders;
}

}  // namespace tickreel_bench
