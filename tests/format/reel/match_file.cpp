#include "tests/format/reel/match_file.h"

#include <stdexcept>

#include "tests/format/generate.h"
#include "tests/format/reel/reel_file.h"
#include "tests/format/reel/small_match.h"
#include "tickreel/reel/match_merge.h"
#include "tickreel/reel/reel_writer.h"

namespace tickreel_test {

using namespace tickreel;

namespace {

constexpr TypeId kTypes = 3;
constexpr std::size_t kTicks = 90;

// The match as nobody sees it: what moves moves every tick.
std::vector<Frame> world_frames(Generator& make, std::uint32_t segment) {
    std::vector<Frame> frames;
    for (std::size_t i = 0; i < kTicks; ++i) {
        Frame frame;
        frame.segment = segment;
        frame.tick = static_cast<Tick>(1000 + i);
        frame.time = std::chrono::milliseconds(1'700'000'000'000 + 20 * static_cast<int>(i));
        SnapshotBuilder items;
        for (std::uint64_t entity = 0; entity < 20; ++entity) {
            const auto type = static_cast<TypeId>(entity % kTypes);
            const Word still = static_cast<Word>(entity * 1000);
            const Word moves = make.word();
            if (entity < 18 || i % 20 < 12) items.set({type, entity}, std::vector{still, moves, 7});
        }
        if (make.chance(20)) items.set({1, 1000 + i}, make.row(4));
        frame.snapshot = items.build();
        if (make.chance(30)) frame.events.push_back({kTypes, make.row(3), make.chance(50)});
        frames.push_back(std::move(frame));
    }
    return frames;
}

// What view `number` has of it, with its own type ids.
Frame seen_by(Generator& make, std::size_t number, const Frame& world) {
    Frame frame = world;
    // A server sends to all in one go, and much the same. One recorder has a finer clock.
    frame.time += std::chrono::hours(number) + std::chrono::microseconds(world.tick * 7919 % 3000) +
                  std::chrono::microseconds(make.below(200));
    if (number == 3) frame.time += std::chrono::nanoseconds(make.below(1000));
    SnapshotBuilder items;
    std::uint32_t sum = 0;
    for (const Item item : world.snapshot) {
        if ((item.key.entity + static_cast<std::uint64_t>(world.tick) / 30) % 7 == number) continue;
        std::vector<Word> row(item.row.begin(), item.row.end());
        if (item.key.entity % 5 == number && !row.empty()) row.back() ^= 1;
        if (item.key.entity == 3 && number % 2 == 1) row.push_back(1);  // another length
        if (item.key.type != 2)  // derived: no checksum covers it
            for (const Word word : row) sum += static_cast<std::uint32_t>(word);
        // Odd views have their types in another order.
        const auto type =
            static_cast<TypeId>(number % 2 == 0 ? item.key.type : kTypes - 1 - item.key.type);
        items.set({type, item.key.entity}, row);
    }
    frame.snapshot = items.build();
    frame.wire.checksum = make.chance(90) ? WireChecksum::Ok : WireChecksum::Mismatch;
    frame.wire.computed = make.chance(80) ? sum : static_cast<std::uint32_t>(make.word());
    frame.wire.expected = frame.wire.checksum == WireChecksum::Ok
                              ? frame.wire.computed
                              : static_cast<std::uint32_t>(make.word());
    if (make.chance(80)) frame.wire.base_tick = frame.tick - static_cast<Tick>(make.below(9));
    frame.wire.bytes = static_cast<std::uint32_t>(world.tick * 6007 % 800) +
                       static_cast<std::uint32_t>(make.below(100));
    frame.wire.parts = static_cast<std::uint16_t>(1 + make.below(2));
    if (make.chance(10)) frame.events.push_back({kTypes, make.row(3), true});
    // What nobody else presses.
    const auto pressed = static_cast<Word>(1000 * number + make.below(90));
    if (make.chance(40)) frame.events.push_back({kTypes, {pressed, 1, 2, 3}, false});
    if (make.chance(10) && !frame.events.empty()) frame.events.push_back(frame.events.front());
    return frame;
}

Bytes write_view(std::size_t number, const std::vector<Frame>& world,
                 const std::vector<ItemType>& types) {
    Generator make(100 + number);
    auto bytes = std::make_shared<Bytes>();
    ReelOptions options;
    options.uuid[1] = static_cast<Byte>(1 + number);
    ReelWriter writer(std::make_unique<SharedSink>(bytes),
                      {"toy",
                       50.0,
                       std::chrono::seconds(1'700'000'000 + number),
                       {{"client", std::to_string(number)}, {"server", "here"}}},
                      options);
    for (TypeId i = 0; i < kTypes; ++i)
        writer.add_type(types[static_cast<std::size_t>(number % 2 == 0 ? i : kTypes - 1 - i)]);
    writer.add_type(types[kTypes]);
    writer.add_attachment({"maps/one.map", "application/x-map", Bytes(500, Byte{9})});
    // The third joined in the second segment.
    const std::uint32_t skipped = number == 2 ? 1 : 0;
    std::optional<std::uint32_t> segment;
    for (const Frame& at : world) {
        if (at.segment < skipped) continue;
        // Each misses ticks of its own; one is away for longer than a second.
        const bool away = number == 1 && at.tick > 1015 && at.tick < 1072;
        if (away || static_cast<std::size_t>(at.tick) % 11 == number) continue;
        if (segment != at.segment) {
            writer.begin_segment({"map" + std::to_string(at.segment), "", ""});
            if (number != 4) writer.add_gap({at.segment - skipped, 1003, 1005, "lost"});
            writer.add_marker({{at.segment - skipped, at.tick}, "here", 0x102030});
        }
        segment = at.segment;
        Frame frame = seen_by(make, number, at);
        frame.segment -= skipped;
        writer.add_frame(frame);
    }
    static_cast<void>(writer.finish());
    return *bytes;
}

}  // namespace

std::vector<Bytes> make_view_files(std::size_t count, std::uint64_t seed) {
    Generator make(seed);
    std::vector<ItemType> types;
    for (int i = 0; i < kTypes; ++i) {
        ItemType type;
        type.name = "Type" + std::to_string(i);
        type.known = i != 1;
        if (i == 2) type.derived = true;
        types.push_back(type);
    }
    types.push_back({});
    types.back().name = "Event";
    types.back().use = TypeUse::Event;
    std::vector<Frame> world = world_frames(make, 0);
    const std::vector<Frame> second = world_frames(make, 1);
    world.insert(world.end(), second.begin(), second.end());
    std::vector<Bytes> files;
    for (std::size_t number = 0; number < count; ++number)
        files.push_back(write_view(number, world, types));
    return files;
}

Bytes merge_files(const std::vector<Bytes>& files, ViewClocks clocks) {
    std::vector<std::unique_ptr<ReelReader>> reels;
    std::vector<ViewSource> views;
    for (const Bytes& file : files) {
        reels.push_back(open_bytes(file));
        views.push_back({reels.back().get(), "view " + std::to_string(views.size())});
    }
    const auto plan = plan_match(views, clocks);
    if (const auto* no = std::get_if<NoMatch>(&plan)) throw std::runtime_error(no->why);
    auto bytes = std::make_shared<Bytes>();
    ReelOptions options = match_options();
    options.chunk_seconds = 0.5;
    options.uuid[2] = 3;
    MatchWriter writer(std::make_unique<SharedSink>(bytes), match_info(views), options);
    const auto merged = merge_views(views, std::get<MatchPlan>(plan), ignore_problems, writer);
    if (!merged) throw std::runtime_error(merged.error().message);
    if (const auto done = writer.finish(); !done) throw std::runtime_error(done.error().message);
    return *bytes;
}

std::unique_ptr<ReelReader> world_of(const MatchReader& match) {
    auto bytes = std::make_shared<Bytes>();
    ReelWriter writer(std::make_unique<SharedSink>(bytes), match.info());
    if (const auto copied = match.copy_world(ignore_problems, writer); !copied)
        throw std::runtime_error(copied.error().message);
    if (const auto done = writer.finish(); !done) throw std::runtime_error(done.error().message);
    return open_bytes(*bytes);
}

Bytes cut_view_file(const MatchReader& match, std::uint32_t view) {
    auto bytes = std::make_shared<Bytes>();
    ReelOptions options;
    options.uuid[5] = 1;
    ReelWriter writer(std::make_unique<SharedSink>(bytes), match.views()[view].info, options);
    const auto copied = match.copy_view(view, ignore_problems, writer);
    if (!copied) throw std::runtime_error(copied.error().message);
    if (const auto done = writer.finish(); !done) throw std::runtime_error(done.error().message);
    return *bytes;
}

std::vector<Frame> all_frames(const ReelReader& reel) {
    std::vector<Frame> frames;
    static_cast<void>(reel.scan(reel.everything(), ignore_problems, [&](const Frame& frame) {
        frames.push_back(frame);
        return true;
    }));
    return frames;
}

std::string same_recording(const ReelReader& a, const ReelReader& b) {
    if (a.schema().types() != b.schema().types()) return "types";
    if (a.info().start != b.info().start) return "start";
    if (a.info().properties != b.info().properties) return "properties";
    const auto equal = [](const auto& x, const auto& y) {
        return std::equal(x.begin(), x.end(), y.begin(), y.end());
    };
    if (!equal(a.segments(), b.segments())) return "segments";
    if (!equal(a.gaps(), b.gaps())) return "gaps";
    if (!equal(a.markers(), b.markers())) return "markers";
    if (a.attachments().size() != b.attachments().size()) return "attachments";
    for (std::size_t i = 0; i < a.attachments().size(); ++i)
        if (*a.attachment(i) != *b.attachment(i)) return "attachment";
    const std::vector<Frame> left = all_frames(a);
    const std::vector<Frame> right = all_frames(b);
    if (left.size() != right.size()) return "number of frames";
    for (std::size_t i = 0; i < left.size(); ++i)
        if (!same_frame(left[i], right[i])) return "tick " + std::to_string(left[i].tick);
    return *a.statistics() == *b.statistics() ? "" : "statistics";
}

}  // namespace tickreel_test
