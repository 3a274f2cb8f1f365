#include "tests/format/reel/vectors.h"

#include <functional>

#include "format/reel/record_output.h"
#include "tests/format/generate.h"
#include "tests/format/reel/reel_file.h"
#include "tickreel/base/concat.h"
#include "tickreel/model/row.h"
#include "tickreel/reel/match_writer.h"
#include "tickreel/reel/reel_writer.h"

namespace tickreel_test {

using namespace tickreel;

namespace {

const RecordingInfo kInfo{"toy", 50.0, std::chrono::nanoseconds(1700000000000000000), {}};

ReelOptions plain(int level = 0) {
    ReelOptions options;
    options.level = level;
    for (std::size_t i = 0; i < options.uuid.size(); ++i)
        options.uuid[i] = static_cast<Byte>(0xa0 + i);
    return options;
}

Bytes write(const ReelOptions& options, const std::function<void(ReelWriter&)>& fill,
            bool finish = true) {
    auto bytes = std::make_shared<Bytes>();
    ReelWriter writer(std::make_unique<SharedSink>(bytes), kInfo, options);
    fill(writer);
    if (finish)
        static_cast<void>(writer.finish());
    else
        writer.flush();
    return *bytes;
}

Frame frame_at(Tick tick, Snapshot snapshot, std::uint32_t segment = 0) {
    Frame frame;
    frame.segment = segment;
    frame.tick = tick;
    frame.time = kInfo.start + std::chrono::milliseconds(20 * tick);
    frame.snapshot = std::move(snapshot);
    return frame;
}

struct Rows {
    ItemKey key{};
    std::vector<Word> row{};
};

Snapshot snapshot_of(const std::vector<Rows>& rows) {
    SnapshotBuilder builder;
    for (const Rows& item : rows) builder.set(item.key, item.row);
    return builder.build();
}

// An item moves; others appear, disappear, change their length and return.
void write_deltas(ReelWriter& writer) {
    writer.begin_segment({"dm1", std::string(64, 'a'), "b0d5f50a"});
    writer.add_frame(frame_at(10, snapshot_of({{{0, 1}, {100, 200}}, {{1, 7}, {5}}})));
    writer.add_frame(frame_at(12, snapshot_of({{{0, 1}, {103, 199}}, {{1, 7}, {5}}})));
    writer.add_frame(frame_at(14, snapshot_of({{{0, 1}, {103, 199, 1}}})));
    writer.add_frame(frame_at(15, snapshot_of({{{0, 1}, {103, 199, 1}}})));
    writer.add_frame(frame_at(
        16, snapshot_of({{{0, 1}, {104, 199, 1}}, {{0, 2}, {-1}}, {{1, 7}, {6}}, {{3, 0}, {}}})));
}

void write_many(ReelWriter& writer, std::uint32_t segment, Tick last) {
    writer.begin_segment({"map" + std::to_string(segment), "", ""});
    for (Tick tick = 0; tick <= last; tick += 10)
        writer.add_frame(
            frame_at(tick, snapshot_of({{{0, 1}, {static_cast<Word>(tick), 7}}}), segment));
}

// One field of every kind, a nullable one and an event type.
void write_schema(ReelWriter& writer) {
    ItemType type;
    type.name = "Everything";
    type.origin = "uuid 1";
    for (int kind = 0; kind < kFieldKinds; ++kind) {
        Field field;
        field.kind = static_cast<FieldKind>(kind);
        field.name = field_kind_name(field.kind);
        if (field.kind == FieldKind::PackedText) field.words = 4;
        if (field.kind == FieldKind::Enum) field.values = {{-1, "none"}, {3, "three"}};
        if (field.kind == FieldKind::Flags) field.values = {{1, "a"}, {4, "b"}};
        type.fields.push_back(std::move(field));
    }
    type.fields[1].roles = Role::PositionX;
    type.fields[1].scale = 0.03125;
    type.fields[1].unit = "tile";
    type.fields[2].nullable = true;
    writer.add_type(type);
    ItemType event;
    event.name = "Chat";
    event.use = TypeUse::Event;
    event.known = false;
    event.fields.push_back({"text", FieldKind::Text, false, Role::Text, 1.0, "", 1, {}});
    writer.add_type(event);
    Frame frame = frame_at(5, {});
    frame.events.push_back({1, {2, 0x6968}, true});
    frame.events.push_back({1, {0}, false});
    writer.add_frame(frame);
}

// Rows of every kind: at both ends of their ranges, null, not sent, cut at every word, with words
// behind the fields; more nullable fields than a word has bits.
void write_values(ReelWriter& writer) {
    ItemType type;
    type.name = "values";
    for (int kind = 0; kind < kFieldKinds; ++kind) {
        Field field{std::string(field_kind_name(static_cast<FieldKind>(kind))),
                    static_cast<FieldKind>(kind)};
        field.nullable = kind % 2 == 1;
        if (field.kind == FieldKind::PackedText) field.words = 2;
        type.fields.push_back(field);
    }
    type.fields.push_back({"more", FieldKind::Text});
    writer.add_type(type);
    ItemType many{"many", "", TypeUse::Item, true, {}};
    for (int i = 0; i < 40; ++i) {
        many.fields.push_back({"f" + std::to_string(i), FieldKind::Int32});
        many.fields.back().nullable = true;
    }
    writer.add_type(many);
    ItemType hides{"hides", "", TypeUse::Event, true, {}};
    hides.fields = {{"alone", FieldKind::UInt32},
                    {"with", FieldKind::Int32},
                    {"with_wide", FieldKind::Float32},
                    {"wide", FieldKind::Int64},
                    {"short_name", FieldKind::PackedText}};
    hides.fields[0].sentinel = Sentinel{-1, {}};
    hides.fields[1].sentinel = Sentinel{0, 0};
    hides.fields[2].sentinel = Sentinel{0, 3};
    hides.fields[3].sentinel = Sentinel{0, {}};  // of two words: has none
    hides.fields[4].sentinel = Sentinel{0, {}};
    writer.add_type(hides);

    const auto largest = std::vector<Value>{true,
                                            std::int64_t{INT32_MAX},
                                            std::uint64_t{UINT32_MAX},
                                            INT64_MAX,
                                            UINT64_MAX,
                                            -0.1F,
                                            1e300,
                                            std::int64_t{-1},
                                            std::int64_t{INT32_MIN},
                                            std::int64_t{5},
                                            std::string("abcdefg"),
                                            std::string("h\xc3\xa9llo"),
                                            Bytes{0, 255, 7},
                                            std::string("four")};
    std::vector<Value> nulls = largest;
    for (std::size_t i = 0; i < type.fields.size(); ++i)
        if (type.fields[i].nullable) nulls[i] = Value();
    std::vector<Rows> rows{{{0, 0}, make_row(type, largest)}, {{0, 1}, make_row(type, nulls)}};
    std::vector<Word> row = rows[0].row;
    const std::vector<FieldPlace> places = field_places(type);
    for (std::size_t words = 0; words < row.size(); ++words)
        rows.push_back({{0, 100 + words}, {row.begin(), row.begin() + static_cast<int>(words)}});
    row.insert(row.end(), {1, -2});
    rows.push_back({{0, 2}, row});
    row[0] = 1 << 5;  // the text is null, but its slot still says how long it is
    rows.push_back({{0, 3}, row});
    row[places[11].slot] = -1;
    rows.push_back({{0, 4}, row});
    row = rows[0].row;
    row[places[5].slot] = 0x7fc00000;  // not a number
    row[places[6].slot + 1] = static_cast<Word>(0xfff00000);
    row[places[6].slot] = 0;
    row[places[0].slot] = 256;
    row[places[10].slot] = static_cast<Word>(0xe180e3e4);  // a zero byte in the middle
    row[places[10].slot + 1] = -1;
    rows.push_back({{0, 5}, row});
    std::vector<Value> every(40, Value(std::int64_t{7}));
    every[1] = every[31] = every[32] = every[39] = Value();
    rows.push_back({{1, 0}, make_row(many, every)});
    row = make_row(many, every);
    rows.push_back({{1, 1}, {row.begin(), row.begin() + 1}});
    Frame frame = frame_at(5, snapshot_of(rows));
    for (const Word first : {-1, 0, 1})
        for (const Word other : {-1, 0, 1})
            frame.events.push_back({2, {first, other, other, first, other, other}, false});
    for (std::size_t words = 0; words < 6; ++words)
        frame.events.push_back({2, std::vector<Word>(words, 0), true});
    writer.add_frame(frame);
}

// Classes, several roles per field, checksum scopes, derived items.
void write_meaning(ReelWriter& writer) {
    const auto field = [](const char* name, FieldKind kind, Roles roles) {
        Field made{name, kind};
        made.roles = roles;
        return made;
    };
    ItemType body{
        "body", "3", TypeUse::Item, true, {field("x", FieldKind::Int32, Role::PositionX)}};
    body.shares_names = true;
    body.fields.push_back(field("sum", FieldKind::Enum, Role::Checksum));
    body.checksum = ChecksumScope::Item;
    writer.add_type(body);
    ItemType card{"card", "derived", TypeUse::Item, true, {}};
    card.fields = {field("name", FieldKind::Text, Role::Name | Role::Skin)};
    card.checksum = ChecksumScope::None;
    card.derived = true;
    writer.add_type(card);
    ItemType plain{"plain", "4", TypeUse::Item, true, {field("n", FieldKind::Int32, {})}};
    writer.add_type(plain);
    for (int i = 0; i < kEventClasses; ++i) {
        const auto kind = static_cast<EventClass>(i);
        ItemType event{std::string(event_class_name(kind)) + " event", "", TypeUse::Event};
        event.event_class = kind;
        writer.add_type(event);
    }
    ItemType all{"all roles", "", TypeUse::Event, true, {}};
    all.fields = {field("who", FieldKind::Int32, Role::Owner | Role::Object),
                  field("every", FieldKind::Int32, {})};
    for (int i = 0; i < kRoles; ++i)
        all.fields[1].roles = all.fields[1].roles | static_cast<Role>(i);
    writer.add_type(all);
    ItemType hides{"hides", "5", TypeUse::Item, true, {field("n", FieldKind::Int32, {})}};
    hides.fields[0].sentinel = Sentinel{-1, {}};
    hides.fields.push_back(field("m", FieldKind::TickNumber, {}));
    hides.fields[1].sentinel = Sentinel{INT32_MIN, 0};
    writer.add_type(hides);
    writer.add_frame(frame_at(5, snapshot_of({{{0, 1}, {7, 1}}, {{2, 1}, {9}}})));
}

void write_notes(ReelWriter& writer) {
    writer.set_property("protocol", "toy/1");
    writer.set_property("server_name", "first");
    write_many(writer, 0, 100);
    writer.set_property("server_name", "\xc3\xa9 second");
    writer.add_marker({{0, 50}, "here", 0x00ff00});
    writer.add_marker({{0, 20}, "before", 0xffcc33});
    writer.add_gap({0, 101, 200, "base 90 was never seen"});
    writer.add_frame(frame_at(200, {}));
}

void write_attachments(ReelWriter& writer) {
    writer.add_attachment({"maps/dm1.map", "application/x-toy", {1, 2, 3, 4, 5}});
    write_many(writer, 0, 50);
    writer.add_attachment({"empty", "text/plain", {}});
}

// Two chunks of a group, the second depending on the first: steady, jumping and constant fields, a
// tick field, an item that ends, returns and changes its length, and a repeated event.
void write_columns(ReelWriter& writer) {
    writer.begin_segment({"dm1", "", ""});
    for (Tick tick = 0; tick <= 200; tick += 10) {
        const auto step = static_cast<Word>(tick);
        std::vector<Rows> rows{{{0, 1}, {1000 + 3 * step, step * step, 7, step}},
                               {{0, 2}, {2000 - 5 * step, step ^ 77, 7, step + 1}}};
        if (tick < 60 || tick > 120)
            rows.push_back({{1, 7}, std::vector<Word>(tick < 60 ? 2 : 3, step)});
        Frame frame = frame_at(tick, snapshot_of(rows));
        if (tick == 100) frame.snapshot = snapshot_of({});
        if (tick % 20 == 0) frame.events.push_back({2, {5, 6}, false});
        frame.wire = {WireChecksum::Ok, 1000, 1000, tick - 10, 50, 1};
        writer.add_frame(frame);
    }
}

// The second chunk adds items that resemble others of the base snapshot: the one with the same key,
// the previous one, the first of their type; and one without any such item.
void write_related(ReelWriter& writer) {
    writer.begin_segment({"dm1", "", ""});
    const std::vector<Word> much{100'000'007, -77'000'123, 31'337'000, 1'000'000'001};
    for (Tick tick = 0; tick <= 200; tick += 10) {
        std::vector<Rows> rows{{{0, 5}, much}, {{0, 9}, much}};
        rows[1].row[2] += 3;
        if (tick >= 150) {
            rows.push_back({{0, 2}, much});
            rows.push_back({{0, 7}, {much[0], much[1] + 1, much[2], much[3], 8}});
            rows.push_back({{4, 1}, much});
        }
        if (tick == 170) rows.erase(rows.begin() + 1);
        writer.add_frame(frame_at(tick, snapshot_of(rows)));
    }
}

// Numbers that nothing predicts.
class Noise {
public:
    Word below(std::uint32_t limit) {
        state_ = state_ * 1664525 + 1013904223;
        return static_cast<Word>((state_ >> 8) % limit);
    }

private:
    std::uint32_t state_ = 1;
};

// Four chunks, the third without events in columns. Words that grow, follow ticks, a clock, the
// event before, each other, or the event of the same number in the frame before; noise of one to
// four bytes; events that come before the snapshot, repeat, or are the only ones of their kind.
void write_events(ReelWriter& writer) {
    writer.begin_segment({"dm1", "", ""});
    Noise noise;
    Word walk = 1000;
    Word far = -5;
    Tick tick = 0;
    for (Word i = 0; i < 44; ++i) {
        Frame frame = frame_at(tick, snapshot_of({{{0, 1}, {i, 7}}}));
        frame.time += std::chrono::microseconds(noise.below(9000));
        const auto behind = kInfo.start + std::chrono::milliseconds(80 * i) - frame.time;
        const auto us = std::chrono::floor<std::chrono::microseconds>(behind).count();
        walk += 100 + noise.below(200);
        far += noise.below(1'000'000'000);
        const Word delay = 9000 + 100 * noise.below(90);
        if (i < 24 || i >= 37) {
            frame.events.push_back({1,
                                    {3 * i, static_cast<Word>(tick) + 5, static_cast<Word>(us),
                                     walk, walk / 2 * 2, far, i % 4 == 1 ? 5000 : 0, delay},
                                    false});
            frame.events.push_back({2, {delay, walk + 40}, true});
            frame.events.push_back({3, {700, -1}, false});
            frame.events.push_back({3, {-90'000 - i / 9, i}, false});
        }
        if (i % 5 == 0) frame.events.push_back({4, {1, 2, 3}, false});
        if (i == 20) frame.events.push_back({5, {INT32_MIN, INT32_MAX}, true});
        if (i == 21) frame.events.push_back({5, {}, true});
        writer.add_frame(frame);
        tick += 3 + noise.below(3);
    }
}

void write_wire(ReelWriter& writer) {
    writer.begin_segment({});
    const WireInfo infos[] = {{WireChecksum::Absent, 0, 0, kNoTick, 0, 0},
                              {WireChecksum::Ok, 77, 77, 4, 120, 1},
                              {WireChecksum::Mismatch, 77, 78, 9, 900, 2},
                              {WireChecksum::Ok, 0, 0, kNoTick, 0, 3},
                              {WireChecksum::Mismatch, 0, 0xffffffff, -5, 0xffffffff, 0xffff}};
    Tick tick = 10;
    for (const WireInfo& info : infos) {
        Frame frame = frame_at(tick++, {});
        frame.wire = info;
        writer.add_frame(frame);
    }
}

void write_extremes(ReelWriter& writer) {
    writer.begin_segment({});
    std::vector<Word> row(100, INT32_MIN);
    row[7] = INT32_MAX;
    writer.add_frame(frame_at(-20, snapshot_of({{{0xffff, UINT64_MAX}, row}})));
    for (Word& word : row) word = static_cast<Word>(~static_cast<std::uint32_t>(word));
    writer.add_frame(frame_at(
        -10,
        snapshot_of({{{0, UINT64_MAX}, {0}}, {{0xffff, 0}, {1}}, {{0xffff, UINT64_MAX}, row}})));
    Frame late = frame_at(0xfffffff0, snapshot_of({}));
    late.time = std::chrono::nanoseconds(-5);
    writer.add_frame(late);
}

// A clock that steps back twice in a segment, and is earlier in the next one: only what lies before
// others of its segment counts.
void write_clock(ReelWriter& writer) {
    for (std::uint32_t segment = 0; segment < 2; ++segment) {
        writer.begin_segment({});
        for (Tick tick = 0; tick < 40; tick += 10) {
            Frame frame = frame_at(tick, snapshot_of({{{0, 1}, {1}}}), segment);
            if (segment == 0 && tick >= 20) frame.time -= std::chrono::milliseconds(15 * tick + 50);
            if (segment == 1) frame.time -= std::chrono::hours(1);
            writer.add_frame(frame);
        }
    }
}

// A record and a section of a later version after the known ones, and minor version 9.
Bytes newer_minor() {
    Bytes file = write(plain(), write_deltas, false);
    FileHeader header = *read_file_header(file);
    header.minor = 9;
    header.compatible = 6;
    const Bytes head = write_file_header(header);
    std::copy(head.begin(), head.end(), file.begin());
    const std::uint32_t seed = checksum_seed(header.uuid);
    std::uint32_t sequence = 0;
    for (std::size_t at = layout::kFileHeader; at < file.size(); ++sequence)
        at += read_record_header(ByteView(file).subspan(at), seed)->stored_length();
    RecordHeader record;
    record.type = 0x8123;
    record.sequence = sequence;
    const Bytes unknown = write_record(record, Bytes{1, 2, 3}, seed);
    file.insert(file.end(), unknown.begin(), unknown.end());
    ByteWriter sections;
    sections.varint(200);  // optional, unknown
    sections.text("x");
    sections.varint(layout::kProperties);
    ByteWriter properties;
    properties.varint(1);
    properties.text("from");
    properties.text("1.9");
    properties.text("bytes of a later version");
    sections.varint(properties.size());
    sections.bytes(properties.data());
    record.type = layout::kDefine;
    record.sequence = sequence + 1;
    const Bytes define = write_record(record, sections.data(), seed);
    file.insert(file.end(), define.begin(), define.end());
    return file;
}

ReelOptions short_groups() {
    ReelOptions options = plain();
    options.chunk_seconds = 1.0;
    options.group_seconds = 3.0;
    return options;
}

// Two clients of one server: one is late, lacks an item, has another with other words and one of
// another length, and has its types in another order.
Bytes write_match() {
    auto bytes = std::make_shared<Bytes>();
    MatchWriter writer(std::make_unique<SharedSink>(bytes), kInfo, plain());
    ItemType thing;
    thing.name = "Thing";
    ItemType pair;
    pair.name = "Pair";
    ItemType said;
    said.name = "Said";
    said.use = TypeUse::Event;
    said.event_class = EventClass::Chat;
    writer.add_view({"ada", kInfo.start, {}, {{"client", "ada"}, {"server", "one"}}});
    for (const ItemType& type : {thing, pair, said}) writer.add_type(0, type);
    writer.add_view({"bob",
                     kInfo.start + std::chrono::seconds(1),
                     std::chrono::hours(-1),
                     {{"client", "bob"}, {"server", "one"}}});
    for (const ItemType& type : {said, pair, thing}) writer.add_type(1, type);
    writer.add_attachment(0, {"map", "text/plain", Bytes(3, Byte{'x'})});
    writer.add_attachment(1, {"map", "text/plain", Bytes(3, Byte{'x'})});
    writer.add_gap(1, {0, 11, 12, "lost"});
    writer.add_marker(0, {{1, 5}, "end", 0x123456});
    const auto seen = [](Tick tick, std::uint32_t segment, const std::vector<Rows>& rows) {
        Frame frame = frame_at(tick, snapshot_of(rows), segment);
        frame.wire = {WireChecksum::Ok, 0, 0, tick - 2, 40, 1};
        for (const Rows& item : rows)
            for (const Word word : item.row) frame.wire.computed += static_cast<unsigned>(word);
        frame.wire.expected = frame.wire.computed;
        return frame;
    };
    const auto add = [&](const Frame* ada, Frame* bob) {
        std::vector<ViewFrame> frames;
        if (ada != nullptr) frames.push_back({0, ada});
        if (bob != nullptr) bob->time -= std::chrono::hours(1) - std::chrono::nanoseconds(700);
        if (bob != nullptr) frames.push_back({1, bob});
        writer.add_tick(frames);
    };
    writer.begin_segment({"dm1", "", ""});
    writer.begin_segment(0, {"dm1", "", ""});
    Frame ada = seen(10, 0, {{{0, 1}, {5, 6}}});
    ada.events = {{2, {1, 2}, true}};
    add(&ada, nullptr);
    writer.begin_segment({"dm2", "", "0badcafe"});
    writer.begin_segment(0, {"dm2", "", "0badcafe"});
    writer.begin_segment(1, {"dm2", "", ""});
    for (Tick tick = 3; tick < 9; ++tick) {
        const auto x = static_cast<Word>(tick * 100);
        ada = seen(tick, 1, {{{0, 1}, {x, 6}}, {{0, 2}, {x, 1}}, {{1, 9}, {7}}, {{1, 12}, {x}}});
        Frame bob = seen(tick, 0, {{{1, 9}, {7, 1}}, {{2, 1}, {x, 6}}, {{2, 2}, {x, 4}}});
        if (tick % 2 == 0) ada.events = {{2, {1, 2}, false}, {2, {3}, false}, {2, {3}, false}};
        if (tick % 2 == 0) bob.events = {{0, {3}, false}};
        if (tick == 7) bob.wire = {WireChecksum::Mismatch, 17, 18, kNoTick, 0, 0};
        add(tick == 6 ? nullptr : &ada, tick == 4 ? nullptr : &bob);
    }
    static_cast<void>(writer.finish());
    return *bytes;
}

// Nine clients who press keys at nearly the same times, hear the same, and are sometimes silent.
Bytes write_match_events() {
    auto bytes = std::make_shared<Bytes>();
    ReelOptions options = plain(9);
    options.chunk_seconds = 0.4;
    MatchWriter writer(std::make_unique<SharedSink>(bytes), kInfo, options);
    ItemType pressed;
    pressed.name = "Pressed";
    pressed.use = TypeUse::Event;
    pressed.event_class = EventClass::Input;
    ItemType said = pressed;
    said.name = "Said";
    said.event_class = EventClass::Chat;
    constexpr std::uint32_t kViews = 9;
    for (std::uint32_t view = 0; view < kViews; ++view) {
        writer.add_view({concat("client ", view), kInfo.start, {}, {}});
        writer.add_type(view, pressed);
        writer.add_type(view, said);
    }
    writer.begin_segment({"dm1", "", ""});
    for (std::uint32_t view = 0; view < kViews; ++view) writer.begin_segment(view, {"dm1", "", ""});
    Noise noise;
    for (Tick tick = 0; tick < 40; tick += 2) {
        std::vector<Frame> frames;
        std::vector<ViewFrame> seen;
        Word at = noise.below(20'000);
        for (Word view = 0; view < static_cast<Word>(kViews); ++view) {
            Frame frame = frame_at(tick, {});
            at += noise.below(90);
            const Word aim = 100 * view + static_cast<Word>(tick) / 8;
            frame.events.push_back({0, {at, aim, 1}, false});
            if (tick % 10 != 2 * (view % 3))
                frame.events.push_back({0, {at + 20'000, aim, 1}, false});
            if (tick == 10 || tick == 24) frame.events.push_back({1, {7, 7}, true});
            if (tick == 24) frame.events.push_back({1, {7, 7}, true});
            if (view == 4 && tick > 30) frame.events.clear();
            frames.push_back(std::move(frame));
        }
        for (std::uint32_t view = 0; view < kViews; ++view)
            if (view != 6 || tick != 12) seen.push_back({view, &frames[view]});
        writer.add_tick(seen);
    }
    static_cast<void>(writer.finish());
    return *bytes;
}

}  // namespace

std::vector<Vector> make_vectors() {
    std::vector<Vector> vectors;
    vectors.push_back({"empty", write(plain(), [](ReelWriter&) {})});
    vectors.push_back({"deltas", write(plain(), write_deltas)});
    ReelOptions rows = plain(9);
    rows.codec = layout::kRowDelta;
    vectors.push_back({"deltas_zstd", write(rows, write_deltas), false});
    vectors.push_back({"columns", write(plain(9), write_columns), false});
    vectors.push_back({"kin", write(plain(9), write_related), false});
    ReelOptions short_chunks = plain(9);
    short_chunks.chunk_seconds = 0.9;
    vectors.push_back({"events", write(short_chunks, write_events), false});
    vectors.push_back(
        {"groups", write(short_groups(), [](ReelWriter& w) { write_many(w, 0, 400); })});
    vectors.push_back({"segments", write(plain(), [](ReelWriter& w) {
                           write_many(w, 0, 30);
                           write_many(w, 1, 20);
                       })});
    vectors.push_back({"schema", write(plain(), write_schema)});
    vectors.push_back({"values", write(plain(), write_values)});
    vectors.push_back({"meaning", write(plain(), write_meaning)});
    vectors.push_back({"notes", write(plain(), write_notes)});
    vectors.push_back({"attachments", write(plain(), write_attachments)});
    vectors.push_back({"wire", write(plain(), write_wire)});
    vectors.push_back({"extremes", write(plain(), write_extremes)});
    vectors.push_back({"clock", write(plain(), write_clock)});
    vectors.push_back({"unfinished", write(plain(), write_notes, false)});
    Bytes cut = write(
        short_groups(), [](ReelWriter& w) { write_many(w, 0, 400); }, false);
    cut.resize(cut.size() - 5);
    vectors.push_back({"cut", cut});
    Bytes flipped = write(short_groups(), [](ReelWriter& w) { write_many(w, 0, 400); });
    const auto reader = open_bytes(flipped);
    flipped[reader->chunks()[4].offset + 60] ^= 0x10;
    vectors.push_back({"flipped_bit", flipped});
    vectors.push_back({"newer_minor", newer_minor()});
    vectors.push_back({"match", write_match()});
    vectors.push_back({"match_events", write_match_events(), false});
    return vectors;
}

}  // namespace tickreel_test
