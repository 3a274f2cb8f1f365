#include "recorder/games/teeworlds/client_items.h"

#include <algorithm>

#include "recorder/games/teeworlds/schema_fields.h"
#include "tickreel/base/concat.h"

namespace tickreel::teeworlds {

namespace {

constexpr std::string_view kItem = "De_ClientInfo";
constexpr std::size_t kSkinParts = 6;
constexpr std::size_t kTeam = 1;  // index in Client::self

ItemType derived_item() {
    const auto types = item_types_07();
    const auto found = std::find_if(types.begin(), types.end(),
                                    [](const ItemFacts& facts) { return facts.name == kItem; });
    ItemType type = item_type(*found);
    type.origin = "derived";
    type.checksum = ChecksumScope::None;
    type.derived = true;
    return type;
}

Value value_of(const ItemType& type, Row row, const std::string& name) {
    const auto field = find_field(type, name);
    return field ? read_field(type, row, *field) : Value();
}

Value text_of(const ItemType& type, Row row, const std::string& name) {
    return as_text(value_of(type, row, name));
}

Value number_of(const ItemType& type, Row row, const std::string& name) {
    return static_cast<std::int64_t>(as_number(value_of(type, row, name)).value_or(0));
}

std::optional<EntityId> client_of(const ItemType& type, Row row) {
    const auto number = as_number(value_of(type, row, "client_id"));
    return number && *number >= 0 ? std::optional(static_cast<EntityId>(*number)) : std::nullopt;
}

}  // namespace

void ClientItems::clear() {
    changed_ = changed_ || !clients_.empty();
    clients_.clear();
}

void ClientItems::save(ByteWriter& out, const FrameStream& before) const {
    ClientItems ahead = *this;
    if (before.held()) ahead.take_frame(*before.held());
    if (!ahead.does_nothing())
        before.each_waiting([&ahead](const Event& event) { ahead.take(event); });
    out.varint(ahead.clients_.size());
    for (const auto& [id, client] : ahead.clients_) {
        out.varint(id);
        out.varint(client.row.size());
        for (const Word word : client.row) out.i32(word);
    }
}

bool ClientItems::restore(ByteReader& in) {
    constexpr std::uint64_t kMostClients = 1024;  // the protocol has 64
    const std::uint64_t count = in.varint();
    if (count > kMostClients) return false;
    std::map<EntityId, Client> clients;
    const ItemType type = derived_item();
    for (std::uint64_t i = 0; i < count && !in.failed(); ++i) {
        const auto id = static_cast<EntityId>(in.varint());
        const std::uint64_t words = in.varint();
        if (words > in.left() / sizeof(Word)) return false;
        Client client;
        for (std::uint64_t word = 0; word < words; ++word) client.row.push_back(in.i32());
        for (std::size_t f = 0; f < client.self.size() + client.parts.size(); ++f) {
            const bool self = f < client.self.size();
            Value& value = self ? client.self[f] : client.parts[f - client.self.size()];
            value = read_field(type, client.row, f);
            if (std::holds_alternative<std::monostate>(value)) return false;
        }
        clients[id] = std::move(client);
    }
    if (in.failed()) return false;
    clients_ = std::move(clients);
    changed_ = true;
    if (!clients_.empty()) item_ = type;
    return true;
}

TypeId ClientItems::add_type(const ItemType& type) {
    const TypeId id = next_->add_type(type);
    if (type.name == kItem) on_wire_ = true;
    if (type.name == "PlayerInfo") player_info_ = id;
    if (type.name == "Sv_ClientInfo") info_ = {id, type};
    if (type.name == "Sv_Team") team_ = {id, type};
    if (type.name == "Sv_ClientDrop") drop_ = {id, type};
    if (type.name == "Sv_SkinChange") skin_ = {id, type};
    return id;
}

void ClientItems::begin_segment(const Segment& segment) {
    for (auto& [id, client] : clients_) client.confirmed = false;
    next_->begin_segment(segment);
}

void ClientItems::add_frame(const Frame& frame) {
    take_frame(frame);
    if (does_nothing() || clients_.empty()) return next_->add_frame(frame);
    Frame fuller = frame;
    fuller.snapshot = with_clients(frame.snapshot);
    next_->add_frame(fuller);
}

void ClientItems::take_frame(const Frame& frame) {
    if (does_nothing()) return;
    for (const Event& event : frame.events) take(event);
    sweep(frame.snapshot);
}

void ClientItems::take(const Event& event) {
    for (const auto* about : {&info_, &team_, &drop_, &skin_}) {
        if (!*about || (*about)->id != event.type) continue;
        const ItemType& type = (*about)->type;
        const auto id = client_of(type, event.row);
        if (!id) return;
        changed_ = true;
        if (about == &info_) return take_info(**about, event.row, *id);
        const auto known = clients_.find(*id);
        if (known == clients_.end()) return;
        if (about == &drop_) {
            clients_.erase(known);
            return;
        }
        if (about == &team_)
            known->second.self[kTeam] = number_of(type, event.row, "team");
        else
            known->second.parts = parts_of(**about, event.row);
        make_row_of(known->second);
    }
}

void ClientItems::take_info(const Message& about, Row row, EntityId client) {
    const ItemType& type = about.type;
    const Value local = value_of(type, row, "local");
    const bool* is_local = std::get_if<bool>(&local);
    Client made;
    made.self = {is_local != nullptr && *is_local, number_of(type, row, "team"),
                 text_of(type, row, "name"), text_of(type, row, "clan"),
                 number_of(type, row, "country")};
    made.parts = parts_of(about, row);
    make_row_of(made);
    clients_[client] = std::move(made);
}

std::array<Value, 18> ClientItems::parts_of(const Message& about, Row row) {
    std::array<Value, 18> parts;
    for (std::size_t i = 0; i < kSkinParts; ++i) {
        const std::string number = concat('_', i);
        parts[i] = text_of(about.type, row, "skin_part_name" + number);
        parts[kSkinParts + i] = number_of(about.type, row, "use_custom_color" + number);
        parts[2 * kSkinParts + i] = number_of(about.type, row, "skin_part_color" + number);
    }
    return parts;
}

void ClientItems::make_row_of(Client& client) {
    if (item_.fields.empty()) item_ = derived_item();
    std::vector<Value> values(client.self.begin(), client.self.end());
    values.insert(values.end(), client.parts.begin(), client.parts.end());
    client.row = make_row(item_, values);
}

// Players of the previous map who are not on the new score board have left.
void ClientItems::sweep(const Snapshot& snapshot) {
    for (auto at = clients_.begin(); at != clients_.end();) {
        Client& client = at->second;
        client.confirmed =
            client.confirmed || (player_info_ && snapshot.find({*player_info_, at->first}));
        changed_ = changed_ || !client.confirmed;
        at = client.confirmed ? std::next(at) : clients_.erase(at);
    }
}

const Snapshot& ClientItems::with_clients(const Snapshot& snapshot) {
    if (!item_id_) {
        item_id_ = next_->add_type(item_);
        changed_ = true;
    }
    if (!changed_ && snapshot.same_storage(seen_)) return made_;
    SnapshotBuilder builder(snapshot);
    for (const auto& [id, client] : clients_) builder.set({*item_id_, id}, client.row);
    seen_ = snapshot;
    made_ = builder.build();
    changed_ = false;
    return made_;
}

}  // namespace tickreel::teeworlds
