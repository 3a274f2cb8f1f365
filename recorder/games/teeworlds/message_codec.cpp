#include "recorder/games/teeworlds/message_codec.h"

#include <algorithm>
#include <cassert>

#include "recorder/games/teeworlds/schema_fields.h"
#include "recorder/games/teeworlds/uuid_text.h"

namespace tickreel::teeworlds {

namespace {

std::size_t element_count(const FieldFact& fact) {
    return fact.kind == FactKind::Raw ? 1 : fact.count;
}

Value read_value(const FieldFact& fact, Unpacker& in) {
    switch (fact.kind) {
        case FactKind::Bool:
            return in.get_int() != 0;
        case FactKind::String:
            return std::string(in.get_string());
        case FactKind::Raw: {
            const ByteView bytes = in.get_raw(fact.count);
            return Bytes(bytes.begin(), bytes.end());
        }
        default:
            return std::int64_t{in.get_int()};
    }
}

void write_value(const FieldFact& fact, const Value& value, Packer& out) {
    if (const auto* text = std::get_if<std::string>(&value))
        out.add_string(*text);
    else if (const auto* bytes = std::get_if<Bytes>(&value))
        out.add_raw(*bytes);
    else if (fact.kind == FactKind::Bool)
        out.add_int(*std::get_if<bool>(&value) ? 1 : 0);
    else
        out.add_int(static_cast<std::int32_t>(*std::get_if<std::int64_t>(&value)));
}

bool is_null(const Value& value) {
    return std::holds_alternative<std::monostate>(value);
}

bool is_zero(const Value& value) {
    const auto* number = std::get_if<std::int64_t>(&value);
    return is_null(value) || (number != nullptr && *number == 0);
}

// Zeros appended by a .demo look like values: shorten to the longest list that servers send.
void cut_padding(std::span<const std::uint16_t> lengths, std::vector<Value>& values) {
    const auto present = static_cast<std::size_t>(
        std::find_if(values.begin(), values.end(), is_null) - values.begin());
    const auto length = std::find_if(lengths.rbegin(), lengths.rend(),
                                     [&](std::uint16_t sent) { return sent <= present; });
    if (length == lengths.rend()) return;
    const auto tail = values.begin() + *length;
    if (std::all_of(tail, values.end(), is_zero)) std::fill(tail, values.end(), Value{});
}

// Of a message whose lengths are known: servers send more with each version, never less.
bool is_too_short(const MessageFacts& facts, const std::vector<Value>& values) {
    const auto there = std::find_if(values.begin(), values.end(), is_null) - values.begin();
    return !facts.lengths.empty() && there < facts.lengths.front();
}

Bytes padded(Bytes bytes) {
    bytes.resize((bytes.size() + 3) / 4 * 4);
    return bytes;
}

MessageId message_id(const MessageFacts& facts) {
    MessageId id;
    id.system = facts.system;
    if (facts.uuid.empty())
        id.id = facts.id;
    else
        id.uuid = parse_uuid(facts.uuid);
    return id;
}

bool sent_by(const MessageFacts& facts, Direction direction) {
    if (facts.sender == Sender::Both) return true;
    return (facts.sender == Sender::Client) == (direction == Direction::ToServer);
}

// Value names and units may differ between versions; the encoding may not.
bool same_fields(const ItemType& a, const ItemType& b) {
    if (a.origin != b.origin || a.fields.size() != b.fields.size()) return false;
    for (std::size_t i = 0; i < a.fields.size(); ++i)
        if (a.fields[i].kind != b.fields[i].kind || a.fields[i].nullable != b.fields[i].nullable)
            return false;
    return true;
}

std::vector<Value> values_of(const ItemType& type, Row row) {
    std::vector<Value> values;
    values.reserve(type.fields.size());
    for (std::size_t i = 0; i < type.fields.size(); ++i) {
        Value value = read_field(type, row, i);
        const Field& field = type.fields[i];
        // A word that means nothing was sent nevertheless.
        if (is_null(value) && !field.nullable && field.sentinel)
            value = std::int64_t{field.sentinel->word};
        values.push_back(std::move(value));
    }
    return values;
}

}  // namespace

const MessageFacts* find_facts(Protocol protocol, const MessageId& id) {
    const MessageFacts* facts =
        id.uuid ? find_message(to_string(*id.uuid)) : find_message(protocol, id.system, id.id);
    return facts != nullptr && facts->system == id.system ? facts : nullptr;
}

bool is_chat_command(std::string_view line) {
    const std::size_t start = line.find_first_not_of(" \t\r\n\v\f");
    return start != std::string_view::npos && line[start] == '/';
}

std::optional<std::vector<Value>> decode_fields(const MessageFacts& facts, ByteView body,
                                                Padding padding) {
    Unpacker in(body);
    std::vector<Value> values;
    for (const FieldFact& fact : facts.fields) {
        for (std::size_t i = 0; i < element_count(fact); ++i) {
            if (fact.optional && (in.left() == 0 || in.failed())) {
                values.emplace_back();
                continue;
            }
            Value value = read_value(fact, in);
            if (in.failed() && !fact.optional) return std::nullopt;
            values.push_back(in.failed() ? Value{} : std::move(value));
        }
    }
    if (padding == Padding::Demo) cut_padding(facts.lengths, values);
    return values;
}

Bytes encode_message(const MessageFacts& facts, const std::vector<Value>& values) {
    Packer out = begin_message(message_id(facts));
    std::size_t at = 0;
    for (const FieldFact& fact : facts.fields)
        for (std::size_t i = 0; i < element_count(fact); ++i, ++at) {
            if (at >= values.size() || is_null(values[at])) return out.take();
            write_value(fact, values[at], out);
        }
    return out.take();
}

const MessageFacts* facts_of(const ItemType& type) {
    if (type.use != TypeUse::Event) return nullptr;
    for (const Protocol protocol : {Protocol::V06, Protocol::V07}) {
        const MessageFacts* facts = find_message_named(protocol, type.name);
        if (facts != nullptr && facts->keep == Keep::Event && same_fields(event_type(*facts), type))
            return facts;
    }
    return nullptr;
}

Result<Bytes> encode_event(const ItemType& type, Row row) {
    const std::vector<Value> values = values_of(type, row);
    const std::optional<std::size_t> raw = find_field(type, kRawField);
    if (raw) {
        if (const auto* bytes = std::get_if<Bytes>(&values[*raw])) return *bytes;
    }
    const MessageFacts* facts = facts_of(type);
    if (facts == nullptr) return fail("the event type ", type.name, " is no message we can write");
    for (std::size_t i = 0; i < values.size(); ++i)
        if (is_null(values[i]) && !type.fields[i].nullable)
            return fail("an event ", type.name, " has no field ", type.fields[i].name);
    return encode_message(*facts, values);
}

const MessageEvents::RegisteredType& MessageEvents::known_type(const MessageFacts& facts,
                                                               FrameSink& sink) {
    const auto at = types_.find(&facts);
    if (at != types_.end()) return at->second;
    RegisteredType known{event_type(facts), 0};
    known.id = sink.add_type(known.type);
    return types_.emplace(&facts, std::move(known)).first->second;
}

Event MessageEvents::unknown_event(Direction direction, const MessageId& id, ByteView chunk,
                                   FrameSink& sink) {
    ++unknown_;
    if (!unknown_type_) {
        unknown_type_ = RegisteredType{unknown_message_type(), 0};
        unknown_type_->id = sink.add_type(unknown_type_->type);
    }
    const Value number = id.uuid ? Value{} : Value{std::int64_t{id.id}};
    const Value uuid = id.uuid ? Value{to_string(*id.uuid)} : Value{};
    const Bytes raw(chunk.begin(), chunk.end());
    Event event;
    event.type = unknown_type_->id;
    event.row = make_row(unknown_type_->type,
                         {direction == Direction::ToServer, id.system, number, uuid, raw});
    return event;
}

const ItemType& MessageEvents::type_of(const Event& event) const {
    for (const auto& [facts, known] : types_)
        if (known.id == event.type) return known.type;
    assert(unknown_type_);
    return unknown_type_->type;
}

std::optional<Event> MessageEvents::make_event(Direction direction, const MessageId& id,
                                               ByteView chunk, ByteView body, Padding padding,
                                               FrameSink& sink) {
    const MessageFacts* facts = find_facts(protocol_, id);
    if (facts != nullptr && facts->keep == Keep::Count) {
        if (!facts->system) ++withheld_;
        return std::nullopt;
    }
    if (facts == nullptr && system_message(protocol_, id)) return std::nullopt;
    if (facts == nullptr || !sent_by(*facts, direction))
        return unknown_event(direction, id, chunk, sink);

    std::optional<std::vector<Value>> values = decode_fields(*facts, body, padding);
    if (facts->name == "Cl_Say" &&
        (!values || is_chat_command(std::get<std::string>(values->back())))) {
        ++withheld_;
        return std::nullopt;
    }
    if (!values || is_too_short(*facts, *values)) ++too_short_;
    if (!values) return unknown_event(direction, id, chunk, sink);

    Bytes again = encode_message(*facts, *values);
    if (padding == Padding::Demo) again = padded(std::move(again));
    const bool same = std::equal(again.begin(), again.end(), chunk.begin(), chunk.end());
    values->push_back(same ? Value{} : Value{Bytes(chunk.begin(), chunk.end())});
    const RegisteredType& known = known_type(*facts, sink);
    Event event;
    event.type = known.id;
    event.row = make_row(known.type, *values);
    return event;
}

}  // namespace tickreel::teeworlds
