#include "tests/recorder/recording/toy_game.h"

namespace toy {

namespace {

constexpr Byte kMagic = 'T';

class Decoder final : public StreamDecoder {
public:
    explicit Decoder(bool slow) : slow_(slow) {}

    void feed(const Datagram& datagram, FrameSink& sink, const ProblemSink& problems) override {
        if (slow_) gate().pass();
        ByteReader in(datagram.bytes);
        if (in.u8() != kMagic) return;
        const std::uint8_t kind = in.u8();
        closed_ = kind == 'B';
        if (kind == 'S') {
            ++segments_;
            sink.begin_segment({std::string(1, static_cast<char>(in.u8())), "", ""});
        } else if (kind == 'F') {
            const TypeId type = sink.add_type({"Thing", "1", TypeUse::Item, true, {{"value"}}});
            Frame frame;
            frame.segment = segments_ == 0 ? 0 : segments_ - 1;
            frame.tick = in.u32();
            frame.time = datagram.time + std::chrono::milliseconds(20 * frame.tick);
            frame.wire.checksum = WireChecksum::Ok;
            const Word value = in.i32();
            SnapshotBuilder builder;
            builder.set({type, 1}, Row(&value, 1));
            frame.snapshot = builder.build();
            sink.add_frame(frame);
        }
        if (in.failed()) problems({"a toy datagram is too short"});
    }
    void finish(FrameSink&, const ProblemSink&) override {}
    bool closed() const override { return closed_; }
    std::map<std::string, std::uint64_t> counters() const override {
        return {{"segments", segments_}};
    }

private:
    bool slow_;
    bool closed_ = false;
    std::uint32_t segments_ = 0;
};

int probe(std::span<const Datagram> datagrams) {
    int score = 0;
    for (const Datagram& datagram : datagrams)
        if (datagram.direction == Direction::ToClient && !datagram.bytes.empty() &&
            datagram.bytes[0] == kMagic)
            score += 40;
    return std::min(score, 100);
}

std::unique_ptr<StreamDecoder> make_fast() {
    return std::make_unique<Decoder>(false);
}

std::unique_ptr<StreamDecoder> make_slow() {
    return std::make_unique<Decoder>(true);
}

class DiskSink final : public ByteSink {
public:
    explicit DiskSink(std::shared_ptr<Disk> disk) : disk_(std::move(disk)) {}
    Result<void> write(ByteView bytes) override {
        const std::lock_guard lock(disk_->mutex);
        if (failed_ || disk_->bytes.size() + bytes.size() > disk_->limit) {
            failed_ = true;
            return fail("no space left on device");
        }
        disk_->bytes.insert(disk_->bytes.end(), bytes.begin(), bytes.end());
        return {};
    }
    Result<void> sync() override { return {}; }
    Result<void> close() override { return {}; }

private:
    std::shared_ptr<Disk> disk_;
    bool failed_ = false;
};

}  // namespace

const Game& game() {
    static const Game game{.id = "toy", .title = "Toy", .probe = probe, .make_decoder = make_fast};
    return game;
}

const Game& slow_game() {
    static const Game game{.id = "toy", .title = "Toy", .probe = probe, .make_decoder = make_slow};
    return game;
}

void Gate::close() {
    const std::lock_guard lock(mutex_);
    open_ = false;
}

void Gate::open() {
    {
        const std::lock_guard lock(mutex_);
        open_ = true;
    }
    changed_.notify_all();
}

void Gate::pass() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return open_; });
}

Gate& gate() {
    static Gate gate;
    return gate;
}

Bytes frame(Tick tick, Word value) {
    ByteWriter out;
    out.u8(kMagic);
    out.u8('F');
    out.u32(static_cast<std::uint32_t>(tick));
    out.i32(value);
    return out.take();
}

Bytes segment(char map) {
    return {kMagic, 'S', static_cast<Byte>(map)};
}

Bytes goodbye() {
    return {kMagic, 'B'};
}

Bytes ping() {
    return {0xff, 0xff, 'g', 'i', 'e', '3'};
}

std::unique_ptr<ByteSink> sink_on(std::shared_ptr<Disk> disk) {
    return std::make_unique<DiskSink>(std::move(disk));
}

}  // namespace toy
