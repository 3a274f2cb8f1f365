#include "recorder/games/teeworlds/teehistorian_import.h"

#include <algorithm>
#include <charconv>

#include "recorder/games/teeworlds/demo_time.h"
#include "recorder/games/teeworlds/map_names.h"
#include "recorder/games/teeworlds/message_codec.h"
#include "recorder/games/teeworlds/private_talk.h"
#include "recorder/games/teeworlds/schema_fields.h"
#include "recorder/games/teeworlds/teehistorian_extras.h"
#include "recorder/games/teeworlds/teehistorian_reader.h"
#include "tickreel/base/concat.h"
#include "tickreel/reel/match_merge.h"
#include "tickreel/reel/statistics.h"
#include "tickreel/reel/union_property.h"

namespace tickreel::teeworlds {

namespace {

using Record = TeehistorianRecord;

constexpr std::chrono::nanoseconds kTickTime = std::chrono::milliseconds(20);
// Ticks of which the server wrote nothing have the tees of the tick before: they stand still, and
// each is a frame. Of an empty server so many of a stretch are, then one a second; and of a file so
// many.
constexpr Tick kQuietTicks = 50;
constexpr std::uint64_t kMaxQuietFrames = 500'000;
constexpr std::size_t kMaxNamedExtras = 10;
constexpr std::size_t kMaxEventsOfTick = 65536;

Field field_named(std::string_view name, FieldKind kind = FieldKind::Int32, Roles roles = {}) {
    Field field;
    field.name = name;
    field.kind = kind;
    field.roles = roles;
    return field;
}

Field client_field() {
    return field_named("client_id", FieldKind::Int32, Role::Owner);
}

// "2026-11-23T01:02:03+0200": local time and how far it is ahead of UTC.
std::chrono::nanoseconds parse_start(std::string_view text) {
    const auto local = parse_demo_time(text.substr(0, 19));
    if (!local) return {};
    int ahead = 0;
    const std::string_view zone = text.substr(19);
    const bool east = zone.starts_with('+');
    if (zone.size() != 5 || !(east || zone.starts_with('-')) ||
        std::from_chars(zone.data() + 1, zone.data() + 5, ahead).ptr != zone.data() + 5)
        return *local;
    const auto offset = std::chrono::hours(ahead / 100) + std::chrono::minutes(ahead % 100);
    return *local + (east ? -offset : offset);
}

ItemType event_of(std::string_view name, EventClass about, std::vector<Field> fields,
                  std::string_view origin) {
    ItemType type;
    type.name = name;
    type.origin = origin;
    type.use = TypeUse::Event;
    type.event_class = about;
    type.checksum = ChecksumScope::None;
    type.fields = std::move(fields);
    return type;
}

ItemType tee_type() {
    ItemType type;
    type.name = "Tee";
    type.origin = "teehistorian";
    type.checksum = ChecksumScope::None;
    type.shares_names = true;
    type.fields = {field_named("x", FieldKind::Int32, Role::PositionX),
                   field_named("y", FieldKind::Int32, Role::PositionY)};
    for (Field& field : type.fields) field.unit = "unit";
    return type;
}

ItemType tee_input_type() {
    std::vector<Field> fields{client_field()};
    for (const ItemFacts& facts : item_types_06())
        if (facts.name == "PlayerInput") {
            const ItemType known = item_type(facts);
            fields.insert(fields.end(), known.fields.begin(), known.fields.end());
        }
    return event_of("TeeInput", EventClass::Input, std::move(fields), "chunk -6");
}

class TeehistorianImporter {
public:
    TeehistorianImporter(const TeehistorianHeader& header, FrameSink& sink,
                         const ProblemSink& problems)
        : header_(header), sink_(sink), problems_(problems) {}

    void begin();
    void take(const Record& record);
    // Where the file is cut: "; tick 7 is dropped ...", "" without one.
    std::string drop_last_tick();
    void finish();
    std::uint64_t frames() const { return frames_; }

private:
    struct Registered {
        ItemType type{};
        TypeId id = 0;
    };

    void emit();
    void emit_quiet(Tick until);
    void add_event(const ItemType& type, const std::vector<Value>& values);
    void take_message(const Record& record);
    void take_extra(const Record& record);

    const TeehistorianHeader& header_;
    FrameSink& sink_;
    const ProblemSink& problems_;
    const ItemType input_ = tee_input_type();
    std::chrono::nanoseconds start_{};
    TypeId tee_ = 0;
    std::map<std::string, Registered, std::less<>> types_{};
    std::map<int, Protocol> protocols_{};  // of the clients that told one
    std::map<Uuid, std::uint64_t> unknown_{};
    std::map<int, std::array<Word, 2>> tees_{};
    std::optional<Snapshot> world_{};  // of tees_; none: they have changed
    std::vector<Event> events_{};
    std::optional<Tick> tick_{};
    std::uint64_t frames_ = 0;
    std::uint64_t quiet_frames_ = 0;
    std::uint64_t left_out_ = 0;
    std::uint64_t unreadable_ = 0;
};

void TeehistorianImporter::begin() {
    sink_.set_property("protocol", concat("teehistorian ", header_.version));
    sink_.set_property(kMatchName, header_.game_uuid);
    sink_.set_property("server_version", header_.server_version);
    sink_.set_property("server_name", header_.server_name);
    sink_.set_property("game_type", header_.game_type);
    sink_.set_property("start_time", header_.start_time);
    sink_.set_property(kLongSteps, kPaused);  // ticks without a frame are of an empty server
    start_ = parse_start(header_.start_time);
    sink_.begin_segment({header_.map_name, header_.map_sha256, header_.map_crc});
    tee_ = sink_.add_type(tee_type());
}

void TeehistorianImporter::emit() {
    if (!tick_) return;
    Frame frame;
    frame.tick = *tick_;
    frame.time = start_ + *tick_ * kTickTime;
    if (!world_) {
        SnapshotBuilder builder;
        for (const auto& [client, place] : tees_)
            builder.set({tee_, static_cast<EntityId>(client)}, place);
        world_ = builder.build();
    }
    frame.snapshot = *world_;
    frame.events = std::move(events_);
    events_.clear();
    sink_.add_frame(frame);
    ++frames_;
}

void TeehistorianImporter::emit_quiet(Tick until) {
    if (!tick_) return;
    for (Tick quiet = 1; *tick_ < until - 1 && quiet_frames_ < kMaxQuietFrames; ++quiet_frames_) {
        const bool each = !tees_.empty() || quiet++ < kQuietTicks;
        tick_ = std::min<Tick>(until - 1, *tick_ + (each ? 1 : kQuietTicks));
        emit();
    }
    if (*tick_ < until - 1)
        sink_.add_gap(
            {0, *tick_ + 1, until, "more ticks without an entry than this build repeats"});
}

void TeehistorianImporter::add_event(const ItemType& type, const std::vector<Value>& values) {
    if (events_.size() == kMaxEventsOfTick) {
        ++unreadable_;
        return;
    }
    auto at = types_.find(type.name);
    if (at == types_.end())
        at = types_.emplace(type.name, Registered{type, sink_.add_type(type)}).first;
    events_.push_back({at->second.id, make_row(at->second.type, values)});
}

void TeehistorianImporter::take(const Record& record) {
    if (record.tick != tick_) {
        emit();
        emit_quiet(record.tick);
        tick_ = record.tick;
    }
    const Value client{std::int64_t{record.client}};
    switch (record.kind) {
        case Record::Kind::Place:
            tees_[record.client] = {static_cast<Word>(record.numbers[0]),
                                    static_cast<Word>(record.numbers[1])};
            world_.reset();
            break;
        case Record::Kind::Gone:
            tees_.erase(record.client);
            world_.reset();
            break;
        case Record::Kind::Input: {
            std::vector<Value> values{client};
            for (const std::int32_t number : record.numbers)
                values.emplace_back(std::int64_t{number});
            add_event(input_, values);
            break;
        }
        case Record::Kind::Message:
            take_message(record);
            break;
        case Record::Kind::Join:
            add_event(event_of("Connected", EventClass::Join, {client_field()}, "chunk -8"),
                      {client});
            break;
        case Record::Kind::Drop:
            protocols_.erase(record.client);
            add_event(event_of("Left", EventClass::Leave,
                               {client_field(), field_named("reason", FieldKind::Text, Role::Text)},
                               "chunk -9"),
                      {client, record.text});
            break;
        case Record::Kind::Command:
            add_event(
                event_of("ConsoleCommand", EventClass::Other,
                         {client_field(), field_named("command", FieldKind::Text)}, "chunk -10"),
                {client, record.text});
            break;
        case Record::Kind::Extra:
            take_extra(record);
            break;
    }
}

void TeehistorianImporter::take_message(const Record& record) {
    const auto told = protocols_.find(record.client);
    const Protocol protocol = told == protocols_.end() ? Protocol::V06 : told->second;
    Unpacker in(record.bytes);
    const std::optional<MessageId> id = read_message_id(in);
    const MessageFacts* facts = id ? find_facts(protocol, *id) : nullptr;
    if (facts == nullptr || facts->sender == Sender::Server) {
        ++unreadable_;
        return;
    }
    std::optional<std::vector<Value>> values =
        facts->keep == Keep::Count ? std::nullopt : decode_fields(*facts, in.rest(), Padding::None);
    if (!values) {
        ++left_out_;
        return;
    }
    ItemType type = event_type(*facts);
    type.fields.pop_back();  // the bytes: nobody sends them again
    const bool command =
        facts->name == "Cl_Say" && is_chat_command(std::get<std::string>(values->back()));
    if (command || is_private_talk(type, make_row(type, *values))) {
        ++left_out_;
        return;
    }
    type.fields.insert(type.fields.begin(), client_field());
    if (protocol == Protocol::V07) type.name += "_07";
    values->insert(values->begin(), std::int64_t{record.client});
    add_event(type, *values);
}

void TeehistorianImporter::take_extra(const Record& record) {
    const ExtraFacts* facts = find_extra(record.uuid);
    if (facts == nullptr) {
        ++unknown_[record.uuid];
        return;
    }
    if (facts->event.empty()) {
        ++left_out_;
        return;
    }
    Unpacker in(record.bytes);
    std::vector<Field> fields;
    std::vector<Value> values;
    for (std::size_t i = 0; i < facts->count; ++i) {
        const ExtraField& part = facts->fields[i];
        if (part.part == ExtraPart::SkipUuid) {
            in.get_raw(16);
        } else if (part.part == ExtraPart::SkipText) {
            in.get_string();
        } else if (part.part == ExtraPart::Text) {
            fields.push_back(field_named(part.name, FieldKind::Text, part.role));
            values.emplace_back(std::string(in.get_string()));
        } else {
            fields.push_back(field_named(part.name, FieldKind::Int32, part.role));
            values.emplace_back(std::int64_t{in.get_int()});
        }
    }
    if (in.failed()) {
        ++unreadable_;
        return;
    }
    if (facts->event == "Joined07")
        protocols_[static_cast<int>(std::get<std::int64_t>(values[0]))] = Protocol::V07;
    add_event(event_of(facts->event, facts->about, std::move(fields), facts->chunk), values);
}

std::string TeehistorianImporter::drop_last_tick() {
    if (!tick_) return {};
    std::string text = concat("; tick ", *tick_, " is dropped: more of it may have come");
    tick_.reset();
    events_.clear();
    return text;
}

void TeehistorianImporter::finish() {
    emit();
    if (unreadable_ > 0)
        problems_({concat(unreadable_,
                          " messages or extras cannot be read: this build does not "
                          "know them, or they are damaged")});
    std::size_t named = 0;
    for (const auto& [uuid, times] : unknown_) {
        if (++named > kMaxNamedExtras) break;
        problems_({concat("extra ", to_string(uuid), ", ", times,
                          " times: this build does not know it; left out")});
    }
    if (left_out_ > 0)
        sink_.set_property(kLeftOut, concat(left_out_, " private or unused messages and extras"));
}

}  // namespace

Result<void> import_teehistorian(const ByteSource& file, FrameSink& sink,
                                 const ProblemSink& problems, const Progress& progress) {
    Result<TeehistorianReader> reader = TeehistorianReader::open(file);
    if (!reader) return reader.error();
    TeehistorianImporter importer(reader->header(), sink, problems);
    importer.begin();
    for (std::uint64_t records = 0;; ++records) {
        const Result<std::optional<Record>> record = reader->next();
        if (!record) {
            problems({concat(record.error().message, "; ", reader->size() - reader->position(),
                             " bytes of the tail are not used", importer.drop_last_tick()),
                      InputLoss::Rest});
            break;
        }
        if (!*record) break;
        importer.take(**record);
        if (progress && records % 4096 == 0 &&
            !progress(static_cast<double>(reader->position()) /
                      static_cast<double>(reader->size())))
            return {};
    }
    importer.finish();
    if (progress) progress(1.0);
    if (importer.frames() == 0) return fail("contains nothing of a match");
    return {};
}

}  // namespace tickreel::teeworlds
