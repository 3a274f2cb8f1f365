// Match files out of any bytes. The first byte says how: a file as it is; frames of views, which
// must come out as they went in; or any rows and definitions about views in a file with valid
// checksums, as a hostile writer could make: refused, or each view can be read and searched.
#include <cstdlib>

#include "format/reel/sections.h"
#include "format/reel/views_layout.h"
#include "format/reel/writer_core.h"
#include "tests/format/reel/small_match.h"
#include "tickreel/base/shared_sink.h"
#include "tickreel/model/ignoring_sink.h"
#include "tickreel/reel/match_reader.h"
#include "tickreel/reel/match_writer.h"

using namespace tickreel;
using tickreel_test::same_frame;

namespace {

constexpr std::size_t kMostFrames = 300;
constexpr std::uint32_t kMostViews = 5;
constexpr TypeId kItemTypes = 3;

void require(bool right) {
    if (!right) std::abort();
}

ReelOptions quick() {
    ReelOptions options;
    options.level = 1;
    options.uuid[0] = 1;
    return options;
}

class FrameList final : public IgnoringSink {
public:
    void begin_segment(const Segment&) override { ++segments_; }
    void add_frame(const Frame& frame) override {
        require(frame.segment + 1 == segments_);
        require(frames.empty() || frames.back().moment() < frame.moment());
        for (const Item item : frame.snapshot) require(schema().contains(item.key.type));
        for (const Event& event : frame.events) require(schema().contains(event.type));
        frames.push_back(frame);
    }

    std::vector<Frame> frames;

private:
    std::uint32_t segments_ = 0;
};

std::vector<Frame> read_view(const MatchReader& match, std::uint32_t view) {
    FrameList list;
    static_cast<void>(match.copy_view(
        view, ignore_problems, list, [&] { return list.frames.size() >= kMostFrames; },
        view % 2 == 0 ? GapsOfView::AsRecorded : GapsOfView::AsAllViewsTell));
    return std::move(list.frames);
}

void check_file(Bytes bytes) {
    const auto match = MatchReader::open(memory_source(std::move(bytes)));
    if (!match) return;
    for (std::uint32_t view = 0; view < (*match)->views().size() && view < kMostViews; ++view) {
        const std::vector<Frame> frames = read_view(**match, view);
        for (std::size_t i = 0; i < frames.size(); i += 1 + frames.size() / 5) {
            const auto at = (*match)->at(view, frames[i].moment());
            require(at.ok() && *at && same_frame(**at, frames[i]));
        }
    }
    FrameList world;
    TypeNaming naming;
    if ((*match)->world_schema().size() > 0) naming.type = (*match)->world_schema()[0].name;
    naming.read = [](EntityId entity, Row row) -> std::optional<NamedType> {
        if (row.empty()) return std::nullopt;
        return NamedType{entity % 2 == 0 ? "" : std::to_string(entity), std::to_string(row[0])};
    };
    static_cast<void>((*match)->copy_world(ignore_problems, world, {}, {}, naming));
}

std::vector<Word> read_row(ByteReader& in, std::size_t longest) {
    std::vector<Word> row(in.u8() % (longest + 1));
    for (Word& word : row) {
        const std::uint8_t value = in.u8();
        word = value == 0x80 ? in.i32() : static_cast<std::int8_t>(value);
    }
    return row;
}

Snapshot read_items(ByteReader& in, TypeId types) {
    SnapshotBuilder items;
    for (int n = in.u8() % 8; n > 0; --n) {
        const auto type = static_cast<TypeId>(in.u8() % types);
        items.set({type, std::uint64_t{in.u8()} % 8}, read_row(in, 12));
    }
    return items.build();
}

Frame read_frame(ByteReader& in, Tick tick, TypeId types) {
    Frame frame;
    frame.tick = tick;
    frame.time = std::chrono::nanoseconds(in.u8() == 0 ? in.i64() : in.u16());
    frame.snapshot = read_items(in, types);
    const std::uint8_t bits = in.u8();
    frame.wire.checksum = static_cast<WireChecksum>(bits % 3);
    if ((bits & 4) != 0) frame.wire.computed = in.u32();
    if ((bits & 8) != 0) frame.wire.expected = in.u32();
    if ((bits & 16) != 0) frame.wire.base_tick = tick - in.u8();
    if ((bits & 32) != 0) frame.wire.bytes = in.u16();
    for (int n = (bits >> 6); n > 0; --n)
        frame.events.push_back({types, read_row(in, 4), (in.u8() & 1) != 0});
    return frame;
}

ItemType named(std::size_t n, bool event) {
    ItemType type;
    type.name = concat("type ", n);
    type.use = event ? TypeUse::Event : TypeUse::Item;
    type.derived = n == 1;
    return type;
}

void check_round_trip(ByteReader in) {
    const std::uint32_t count = 1 + in.u8() % kMostViews;
    Bytes bytes;
    MatchWriter writer(std::make_unique<SharedSink>(bytes), {"toy", 5.0, {}, {}}, quick());
    for (std::uint32_t view = 0; view < count; ++view) {
        writer.add_view({concat("v", view), {}, std::chrono::nanoseconds(in.u16()), {}});
        for (std::size_t n = 0; n <= kItemTypes; ++n)
            writer.add_type(view, named(n, n == kItemTypes));
    }
    std::vector<std::vector<Frame>> wanted(count);
    Tick tick = 0;
    for (std::uint32_t segment = 0; segment < 2; ++segment) {
        writer.begin_segment(Segment{});
        for (std::uint32_t view = 0; view < count; ++view) writer.begin_segment(view, {});
        for (int n = in.u8(); n > 0 && in.left() > 0; --n) {
            tick += 1 + in.u8() % 7;
            const std::uint8_t who = in.u8();
            std::vector<ViewFrame> frames;
            for (std::uint32_t view = 0; view < count; ++view) {
                if (((who >> view) & 1) == 0) continue;
                wanted[view].push_back(read_frame(in, tick, kItemTypes));
                wanted[view].back().segment = segment;
            }
            for (std::uint32_t view = 0; view < count; ++view)
                if (((who >> view) & 1) != 0) frames.push_back({view, &wanted[view].back()});
            writer.add_tick(frames);
        }
        tick = 0;
    }
    require(writer.finish().ok());
    const auto match = MatchReader::open(memory_source(bytes));
    require(match.ok());
    for (std::uint32_t view = 0; view < count; ++view) {
        const std::vector<Frame> frames = read_view(**match, view);
        require(frames.size() == std::min(wanted[view].size(), kMostFrames));
        for (std::size_t i = 0; i < frames.size(); ++i)
            require(same_frame(frames[i], wanted[view][i]));
    }
    check_file(std::move(bytes));
}

void check_hostile(ByteReader in) {
    Bytes bytes;
    {
        WriterCore core(std::make_unique<SharedSink>(bytes), {"toy", 50.0, {}, {}}, quick(),
                        layout::kFeatureViews);
        constexpr TypeId kTypes = 6;
        for (std::size_t n = 0; n <= kTypes; ++n) core.add_type(named(n, n == kTypes));
        for (std::uint64_t id = layout::kViews; id <= layout::kViewMarkers; ++id) {
            const std::size_t length = std::min<std::size_t>(in.u8(), in.left());
            ByteReader content(in.bytes(length));
            static_cast<void>(read_view_section(id, content, 1U << 20, core.catalog));
        }
        core.begin_segment({});
        for (Tick tick = 0; in.left() > 0 && tick < 50; ++tick)
            core.add_frame(read_frame(in, tick, kTypes));
        if (!core.finish()) return;
    }
    check_file(std::move(bytes));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::span<const std::uint8_t> rest(data + 1, size - 1);
    if (data[0] % 3 == 0)
        check_file(Bytes(rest.begin(), rest.end()));
    else if (data[0] % 3 == 1)
        check_round_trip(ByteReader(rest));
    else
        check_hostile(ByteReader(rest));
    return 0;
}
