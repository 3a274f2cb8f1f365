// MCAP, in the two ways a snapshot game would use it: every snapshot in full, or as a delta (ours,
// as varints) with a full one every 5 s. Written by the exporter's writer.
#include <array>

#include "format/model/delta.h"
#include "tests/bench/contender.h"
#include "tests/bench/mcap_reader.h"
#include "tickreel/export/mcap_writer.h"

namespace tickreel_bench {

using namespace tickreel;

namespace {

constexpr int kLevel = 1;  // default of the C++ library
constexpr Tick kKeyframeTicks = 250;
// Channels, numbered as in the writer.
constexpr std::uint16_t kWhole = 0;
constexpr std::uint16_t kDelta = 1;
constexpr std::uint16_t kEvents = 2;

std::uint64_t time_of(Tick tick) {
    return static_cast<std::uint64_t>(tick) * 20'000'000;
}

Bytes full(const Snapshot& snapshot) {
    ByteWriter out;
    for (const Item item : snapshot) {
        out.u32(std::uint32_t{item.key.type} << 16 | static_cast<std::uint16_t>(item.key.entity));
        out.u32(static_cast<std::uint32_t>(item.row.size()));
        for (const Word word : item.row) out.i32(word);
    }
    return out.take();
}

std::uint32_t sum_full(ByteView data) {
    std::uint32_t sum = 0;
    for (ByteReader in(data); in.left() > 0;) {
        in.u32();
        for (std::uint32_t words = in.u32(); words > 0; --words) sum += in.u32();
    }
    return sum;
}

void add(McapWriter& mcap, std::uint16_t channel, Tick tick, ByteView data) {
    mcap.add_message({channel, 0, time_of(tick), time_of(tick), data});
}

void add_events(McapWriter& mcap, const Frame& frame) {
    for (const Event& event : frame.events) {
        ByteWriter out;
        out.u16(event.type);
        for (const Word word : event.row) out.signed_varint(word);
        add(mcap, kEvents, frame.tick, out.data());
    }
}

template <class AddSnapshot>
Result<void> write_mcap(const Match& match, const std::string& path,
                        const AddSnapshot& add_snapshot) {
    auto sink = create_file(path, IfExists::Replace);
    if (!sink) return sink.error();
    Compressor compressor;
    McapOptions options;
    options.compression = "zstd";
    options.compress = [&](ByteView raw) { return compressor.compress(raw, kLevel); };
    McapWriter mcap(**sink, options);
    const std::uint16_t schema = mcap.add_schema("snapshot", "", {});
    for (const char* topic : {"/snapshot", "/delta", "/events"})
        mcap.add_channel(schema, topic, "snapshot");
    for (const Frame& frame : match.frames) {
        add_snapshot(mcap, frame);
        add_events(mcap, frame);
    }
    const Result<void> done = mcap.finish();
    return done ? (*sink)->close() : done;
}

Result<void> write_full(const Match& match, const std::string& path) {
    return write_mcap(
        match, path,
        [](McapWriter& mcap, const Frame& frame) {
            add(mcap, kWhole, frame.tick, full(frame.snapshot));
        });
}

Result<void> write_deltas(const Match& match, const std::string& path) {
    Snapshot last;
    Tick keyframe = kNoTick;
    return write_mcap(match, path, [&](McapWriter& mcap, const Frame& frame) {
        const bool key = keyframe == kNoTick || frame.tick - keyframe >= kKeyframeTicks;
        if (key) keyframe = frame.tick;
        ByteWriter out;
        write_delta(key ? Snapshot() : last, frame.snapshot, out);
        add(mcap, key ? kWhole : kDelta, frame.tick, out.data());
        last = frame.snapshot;
    });
}

class FullReplay final : public Replay {
public:
    explicit FullReplay(std::unique_ptr<McapReader> mcap) : mcap_(std::move(mcap)) {}

    Result<void> scan(const Visit& visit) override {
        for (std::size_t i = 0; i < mcap_->chunks().size(); ++i) {
            const Result<Bytes> records = mcap_->read(i);
            if (!records) return records.error();
            for (const McapReader::Message& message : McapReader::messages(*records))
                if (message.channel == kWhole)
                    visit(static_cast<Tick>(message.time / 20'000'000), sum_full(message.data));
        }
        return {};
    }
    Result<std::uint32_t> at(Tick tick) override {
        const Result<Bytes> records = mcap_->read(mcap_->chunk_at(time_of(tick)));
        if (!records) return records.error();
        ByteView last;
        for (const McapReader::Message& message : McapReader::messages(*records))
            if (message.channel == kWhole && message.time <= time_of(tick)) last = message.data;
        return sum_full(last);
    }

private:
    std::unique_ptr<McapReader> mcap_;
};

class DeltaReplay final : public Replay {
public:
    explicit DeltaReplay(std::unique_ptr<McapReader> mcap) : mcap_(std::move(mcap)) {}

    Result<void> scan(const Visit& visit) override {
        Snapshot state;
        for (std::size_t i = 0; i < mcap_->chunks().size(); ++i) {
            const Result<Bytes> records = mcap_->read(i);
            if (!records) return records.error();
            for (const McapReader::Message& message : McapReader::messages(*records)) {
                if (message.channel == kEvents) continue;
                if (Result<void> applied = apply(message, state); !applied) return applied;
                visit(static_cast<Tick>(message.time / 20'000'000), sum_words(state));
            }
        }
        return {};
    }
    // From the previous keyframe, which may be in the previous chunk.
    Result<std::uint32_t> at(Tick tick) override {
        std::vector<Bytes> records;
        std::vector<McapReader::Message> steps;
        for (std::size_t i = mcap_->chunk_at(time_of(tick)) + 1; i > 0; --i) {
            Result<Bytes> read = mcap_->read(i - 1);
            if (!read) return read.error();
            records.push_back(std::move(*read));
            std::vector<McapReader::Message> part = McapReader::messages(records.back());
            part.insert(part.end(), steps.begin(), steps.end());
            steps = std::move(part);
            if (const auto key = last_key(steps, time_of(tick))) return replay(steps, *key, tick);
        }
        return fail("no key frame");
    }

private:
    static std::optional<std::size_t> last_key(const std::vector<McapReader::Message>& steps,
                                               std::uint64_t time) {
        std::optional<std::size_t> key;
        for (std::size_t i = 0; i < steps.size() && steps[i].time <= time; ++i)
            if (steps[i].channel == kWhole) key = i;
        return key;
    }
    static Result<std::uint32_t> replay(const std::vector<McapReader::Message>& steps,
                                        std::size_t from, Tick tick) {
        Snapshot state;
        for (std::size_t i = from; i < steps.size() && steps[i].time <= time_of(tick); ++i)
            if (steps[i].channel != kEvents)
                if (const Result<void> applied = apply(steps[i], state); !applied)
                    return applied.error();
        return sum_words(state);
    }
    static Result<void> apply(const McapReader::Message& message, Snapshot& state) {
        ByteReader in(message.data);
        Result<Snapshot> next = apply_delta(message.channel == kWhole ? Snapshot() : state, in);
        if (!next) return next.error();
        state = std::move(*next);
        return {};
    }

    std::unique_ptr<McapReader> mcap_;
};

template <class Kind>
Result<std::unique_ptr<Replay>> open_mcap(const std::string& path) {
    auto mcap = McapReader::open(path);
    if (!mcap) return mcap.error();
    return std::unique_ptr<Replay>(std::make_unique<Kind>(std::move(*mcap)));
}

}  // namespace

std::span<const Contender> mcap_contenders() {
    static constexpr std::array kContenders{
        Contender{"MCAP full", write_full, open_mcap<FullReplay>},
        Contender{"MCAP delta", write_deltas, open_mcap<DeltaReplay>},
    };
    return kContenders;
}

}  // namespace tickreel_bench
