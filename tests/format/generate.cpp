#include "tests/format/generate.h"

#include <array>

namespace tickreel_test {

using namespace tickreel;

Word Generator::word() {
    switch (below(8)) {
        case 0:
            return 0;
        case 1:
            return static_cast<Word>(random_());
        case 2:
            return chance(50) ? INT32_MAX : INT32_MIN;
        case 3:
            return -static_cast<Word>(below(100));
        default:
            return static_cast<Word>(below(3000));
    }
}

std::vector<Word> Generator::row(std::size_t longest) {
    std::vector<Word> words(below(longest + 1));
    for (Word& w : words) w = word();
    return words;
}

ItemKey Generator::key() {
    const auto type = static_cast<TypeId>(chance(2) ? 0xffff : below(6));
    const EntityId entity = chance(5) ? random_() : below(20);
    return {type, entity};
}

Snapshot Generator::snapshot(std::size_t most_items) {
    SnapshotBuilder builder;
    const std::size_t count = below(most_items + 1);
    for (std::size_t i = 0; i < count; ++i) builder.set(key(), row(chance(2) ? 400 : 20));
    return builder.build();
}

Snapshot Generator::after(const Snapshot& before) {
    if (chance(10)) return before;
    if (chance(1)) return {};
    SnapshotBuilder builder(before);
    for (const Item item : before) {
        if (chance(3)) {
            builder.erase(item.key);
        } else if (chance(2)) {
            builder.set(item.key, row(30));
        } else if (chance(60) && !item.row.empty()) {
            std::vector<Word> moved(item.row.begin(), item.row.end());
            Word& stepped = moved[below(moved.size())];
            if (chance(50)) stepped = static_cast<Word>(static_cast<std::uint32_t>(stepped) + 1);
            moved[below(moved.size())] = word();
            builder.set(item.key, moved);
        }
    }
    if (chance(30)) builder.set(key(), row(20));
    return builder.build();
}

WireInfo Generator::wire(Tick tick) {
    WireInfo info;
    info.checksum = static_cast<WireChecksum>(below(3));
    info.expected = static_cast<std::uint32_t>(chance(20) ? 0 : random_());
    info.computed = chance(80) ? info.expected : static_cast<std::uint32_t>(random_());
    info.base_tick = chance(70) ? tick - static_cast<Tick>(below(50)) : kNoTick;
    info.bytes = static_cast<std::uint32_t>(below(5000));
    info.parts = static_cast<std::uint16_t>(below(5));
    return info;
}

std::vector<Frame> Generator::frames(std::size_t count, Tick first_tick, std::uint32_t segment) {
    std::vector<Frame> frames;
    Frame frame;
    frame.segment = segment;
    frame.tick = first_tick;
    frame.time = std::chrono::nanoseconds(1700000000000000000 + first_tick * 20000000);
    frame.snapshot = snapshot(40);
    for (std::size_t i = 0; i < count; ++i) {
        frame.wire = wire(frame.tick);
        frame.events.clear();
        if (chance(20))
            for (std::size_t e = below(4); e > 0; --e)
                frame.events.push_back({static_cast<TypeId>(below(9)), row(12), chance(50)});
        frames.push_back(frame);
        const Tick step = chance(3) ? 1 + static_cast<Tick>(below(200)) : 2;
        frame.tick += step;
        frame.time += std::chrono::nanoseconds(step * 20000000 + static_cast<Tick>(below(1000000)));
        frame.snapshot = after(frame.snapshot);
    }
    return frames;
}

std::string Generator::text(std::size_t longest) {
    static constexpr std::string_view kPieces = "abc XYZ-_\"\\\n\xc3\xa9\xe2\x82\xac";
    std::string made;
    for (std::size_t i = below(longest + 1); i > 0; --i) made += kPieces[below(kPieces.size())];
    return made;
}

ItemType Generator::type(const std::string& name) {
    ItemType made;
    made.name = name;
    made.origin = text(8);
    made.use = chance(20) ? TypeUse::Event : TypeUse::Item;
    made.known = chance(90);
    if (made.use == TypeUse::Event)
        made.event_class = static_cast<EventClass>(below(kEventClasses));
    made.checksum = static_cast<ChecksumScope>(below(3));
    made.derived = chance(10);
    made.shares_names = chance(30);
    for (std::size_t i = below(12); i > 0; --i) {
        Field field;
        field.name = "f" + std::to_string(i);
        field.kind = static_cast<FieldKind>(below(kFieldKinds));
        field.nullable = chance(20);
        field.roles = static_cast<Role>(below(kRoles));
        if (below(4) == 0) field.roles = field.roles | static_cast<Role>(below(kRoles));
        field.scale = chance(50) ? 1.0 : 1.0 / 32;
        field.unit = text(4);
        if (field.kind == FieldKind::PackedText)
            field.words = static_cast<std::uint16_t>(1 + below(8));
        if (field.kind == FieldKind::Enum || field.kind == FieldKind::Flags)
            for (std::size_t v = below(5); v > 0; --v)
                field.values.push_back({static_cast<std::int64_t>(below(1000)) - 500, text(6)});
        made.fields.push_back(std::move(field));
    }
    return made;
}

}  // namespace tickreel_test
