// .demo: written by our exporter, read as the game's player does: a scan for keyframes at opening;
// a seek decodes from the previous keyframe.
#include <algorithm>
#include <array>

#include "recorder/games/game.h"
#include "recorder/games/teeworlds/demo_reader.h"
#include "recorder/games/teeworlds/snapshot_image.h"
#include "recorder/games/teeworlds/wire/snap_crc.h"
#include "recorder/games/teeworlds/wire/snap_delta.h"
#include "tests/bench/contender.h"

namespace tickreel_bench {

using namespace tickreel;
using namespace tickreel::teeworlds;

namespace {

Result<void> write_demo(const Match& match, const std::string& path) {
    const Game* game = find_game(match.info.game);
    if (game == nullptr || game->exporters.empty()) return fail("this game has no .demo");
    auto sink = create_file(path, IfExists::Replace);
    if (!sink) return sink.error();
    const auto exporter = game->exporters[0].make(std::move(*sink));
    write_all(match, *exporter);
    return exporter->finish();
}

class DemoReplay final : public Replay {
public:
    DemoReplay(std::unique_ptr<ByteSource> file, DemoHeader header, std::uint64_t size)
        : file_(std::move(file)), header_(std::move(header)), size_(size) {}

    Result<void> find_keyframes() {
        DemoReader reader(*file_, header_, size_);
        while (true) {
            const auto chunk = reader.next();
            if (!chunk) return chunk.error();
            if (!*chunk) return {};
            if ((*chunk)->kind == DemoChunkKind::TickMarker && (*chunk)->keyframe)
                keyframes_.push_back({(*chunk)->tick, (*chunk)->offset});
        }
    }
    Result<void> scan(const Visit& visit) override {
        return decode(
            header_,
            [&](Tick tick, std::uint32_t sum) {
                visit(tick, sum);
                return true;
            });
    }
    Result<std::uint32_t> at(Tick tick) override {
        auto after = std::upper_bound(keyframes_.begin(), keyframes_.end(), tick,
                                      [](Tick t, const Keyframe& k) { return t < k.tick; });
        if (after != keyframes_.begin()) --after;
        DemoHeader from = header_;
        from.map_offset = after->offset;
        from.map_size = 0;
        std::uint32_t last = 0;
        const Result<void> done = decode(from, [&](Tick t, std::uint32_t sum) {
            if (t <= tick) last = sum;
            return t < tick;
        });
        if (!done) return done.error();
        return last;
    }

private:
    struct Keyframe {
        Tick tick = 0;
        std::uint64_t offset = 0;
    };
    struct State {
        WireSnapshot snapshot{};
        Tick tick = kNoTick;
        bool any = false;
    };

    static std::uint32_t sum_of(const State& state) {
        return static_cast<std::uint32_t>(snap_crc(state.snapshot));
    }

    // Continues until `visit` returns false. A tick without a delta repeats the snapshot.
    template <class Use>
    Result<void> decode(const DemoHeader& from, const Use& visit) const {
        DemoReader reader(*file_, from, size_);
        State state;
        while (true) {
            const auto chunk = reader.next();
            if (!chunk) return chunk.error();
            const bool over = !*chunk || (*chunk)->kind == DemoChunkKind::TickMarker;
            if (over && state.any && !visit(state.tick, sum_of(state))) return {};
            if (!*chunk) return {};
            if (over) state.tick = (*chunk)->tick;
            if (Result<void> taken = take(**chunk, state); !taken) return taken;
        }
    }
    static Result<void> take(const DemoChunk& chunk, State& state) {
        if (chunk.kind != DemoChunkKind::Snapshot && chunk.kind != DemoChunkKind::Delta) return {};
        const auto ints = demo_chunk_ints(chunk);
        if (!ints) return ints.error();
        auto next = chunk.kind == DemoChunkKind::Snapshot
                        ? read_snapshot_image(*ints)
                        : apply_snap_delta(state.snapshot, *ints, Protocol::V06);
        if (!next) return next.error();
        state.snapshot = std::move(*next);
        state.any = true;
        return {};
    }

    std::unique_ptr<ByteSource> file_;
    DemoHeader header_;
    std::uint64_t size_;
    std::vector<Keyframe> keyframes_;
};

Result<std::unique_ptr<Replay>> open_demo(const std::string& path) {
    auto file = open_file(path);
    if (!file) return file.error();
    auto header = read_demo_header(**file);
    if (!header) return header.error();
    const auto size = (*file)->size();
    if (!size) return size.error();
    auto replay = std::make_unique<DemoReplay>(std::move(*file), std::move(*header), *size);
    if (Result<void> found = replay->find_keyframes(); !found) return found.error();
    return std::unique_ptr<Replay>(std::move(replay));
}

}  // namespace

std::span<const Contender> demo_contenders() {
    static constexpr std::array kContenders{Contender{".demo", write_demo, open_demo}};
    return kContenders;
}

}  // namespace tickreel_bench
