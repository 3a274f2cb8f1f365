// A query is rejected with a column, or its normal form parses to the same normal form; matching
// never leaves the frame, whatever the query.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "format/analysis/query.h"

using namespace tickreel;

namespace {

void expect(bool holds) {
    if (!holds) std::abort();
}

Field field(const char* name, FieldKind kind) {
    Field made;
    made.name = name;
    made.kind = kind;
    return made;
}

Schema make_schema() {
    Schema schema;
    Field weapon = field("weapon", FieldKind::Enum);
    weapon.values = {{0, "hammer"}, {1, "gun"}, {2, "not so plain"}};
    Field flags = field("flags", FieldKind::Flags);
    flags.values = {{1, "playing"}, {2, "chatting"}};
    Field angle = field("angle", FieldKind::Int32);
    angle.scale = 0.5;
    schema.add({"Character",
                "9",
                TypeUse::Item,
                true,
                {field("health", FieldKind::Int32), weapon, flags, angle}});
    schema.add({"ClientInfo", "11", TypeUse::Item, true, {field("name", FieldKind::Text)}});
    schema.add({"Thing 7", "7", TypeUse::Item, false, {}});
    schema.add({"Kill",
                "4",
                TypeUse::Event,
                true,
                {field("killer", FieldKind::Int32), field("Position.x", FieldKind::Float32)}});
    return schema;
}

Frame make_frame(Word health) {
    Frame frame;
    SnapshotBuilder builder;
    for (EntityId id = 0; id < 3; ++id) {
        const Word row[] = {health, 1, 3, 90};
        const Word info[] = {3, 0x616441};
        builder.set({0, id}, row);
        builder.set({1, id}, info);
    }
    const Word raw[] = {health};
    builder.set({2, 5}, raw);
    frame.snapshot = builder.build();
    frame.events.push_back({3, {1}, false});
    return frame;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const Schema schema = make_schema();
    static const Frame before = make_frame(5);
    static const Frame frame = make_frame(3);
    const std::string text(reinterpret_cast<const char*>(data), size);
    const Result<Query> query = Query::parse(text, schema);
    if (!query) {
        expect(!query.error().message.empty());
        return 0;
    }
    const Query::Outcome outcome = query->match(frame, &before);
    for (const Query::Match& match : outcome.matches)
        expect(!match.thing || match.event || frame.snapshot.find(*match.thing));
    const std::string normal = query->text();
    const Result<Query> again = Query::parse(normal, schema);
    if (!again) {
        expect(normal.size() > kMaxQueryText / 4 ||  // brackets made it too long or too deep
               again.error().message.find("too many") != std::string::npos);
        return 0;
    }
    expect(again->text() == normal);
    expect(again->match(frame, &before).found() == outcome.found());
    return 0;
}
