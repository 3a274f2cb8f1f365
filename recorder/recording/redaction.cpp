#include "recorder/recording/redaction.h"

#include <algorithm>
#include <cstring>

#include "recorder/recording/privacy.h"
#include "tickreel/base/concat.h"

namespace tickreel {

namespace {

// Letters of a pseudonym made from a key: "player " and 8 fill Teeworlds' 15 bytes for a name,
// "clan " and 6 its 11 for a clan.
constexpr std::size_t kNameDigits = 8;
constexpr std::size_t kClanDigits = 6;

std::string text_of(const Value& value) {
    const auto* text = std::get_if<std::string>(&value);
    return text == nullptr ? std::string() : *text;
}

Bytes plain_bytes(Row words) {
    Bytes bytes(words.size_bytes());
    if (!words.empty()) std::memcpy(bytes.data(), words.data(), words.size_bytes());
    return bytes;
}

// The words as text packed the way Teeworlds packs names.
Bytes unpacked_bytes(Row words) {
    Bytes bytes;
    for (const Word word : words)
        for (int shift = 24; shift >= 0; shift -= 8)
            bytes.push_back(static_cast<Byte>((static_cast<std::uint32_t>(word) >> shift) ^ 0x80U));
    return bytes;
}

// No player said it: no speaker, or the number that stands for the server.
bool is_said_by_nobody(const RowReader& reader, Row row) {
    if (find_role(reader.type(), Role::Name)) return false;
    const auto speaker = find_role(reader.type(), Role::Speaker);
    if (!speaker) return true;
    const std::optional<double> number = as_number(reader.read(row, *speaker));
    return number && *number < 0;
}

// What tells a time of day lies in between.
constexpr std::chrono::nanoseconds kYear2000 = std::chrono::seconds(946'684'800);
constexpr std::chrono::nanoseconds kYear2100 = std::chrono::seconds(4'102'444'800);

// The time from the start to the one that the clock shows, by the same clock.
std::uint64_t since(std::chrono::nanoseconds start, std::uint64_t shown, const WallClock& clock) {
    const std::uint64_t most = ~std::uint64_t{0} >> (64 - clock.bits);
    // Never set. Moved like a time, such a value would tell by how much the others were.
    if (shown == 0 || (shown == most && clock.bits > 16)) return shown;
    if (clock.unit.count() == 0) return 0;
    const auto count = [&](std::chrono::nanoseconds time) {
        return static_cast<std::uint64_t>(time / clock.unit);
    };
    const bool wraps = count(kYear2100) > most;
    if (!wraps && (shown < count(kYear2000) || shown > count(kYear2100))) return shown;
    // A recording without a time of day of its own says nothing of how far to move it.
    if (start < kYear2000) return 0;
    return (shown - count(start)) & most;
}

void forget_checksum(const RowReader& reader, std::vector<Word>& row) {
    const auto field = find_role(reader.type(), Role::Checksum);
    if (field && reader.place(*field).slot < row.size()) row[reader.place(*field).slot] = 0;
}

}  // namespace

Redaction::Redaction(const Schema& schema, const Game* game, const RedactOptions& options)
    : schema_(schema),
      game_(game),
      types_(std::make_unique<TypeTable>(schema)),
      drops_(options.drops),
      drops_clocks_(drops_.time && game != nullptr && game->wall_clock != nullptr),
      made_(options.key) {
    find_clocks();
}

void Redaction::follow_schema() {
    types_ = std::make_unique<TypeTable>(schema_);
    find_clocks();
}

void Redaction::find_clocks() {
    if (!drops_clocks_) return;
    for (std::size_t id = clocks_.size(); id < schema_.size(); ++id) {
        const ItemType& type = schema_.types()[id];
        const std::vector<FieldPlace> places = field_places(type);
        std::vector<ClockSlot>& found = clocks_.emplace_back();
        for (std::size_t i = 0; type.known && i < type.fields.size(); ++i)
            if (const auto clock = game_->wall_clock(type.fields[i]))
                found.push_back({places[i].slot, places[i].words, *clock});
    }
}

bool has_wall_clock(const Game* game, const Schema& schema) {
    if (game == nullptr || game->wall_clock == nullptr) return false;
    return std::any_of(schema.types().begin(), schema.types().end(), [&](const ItemType& type) {
        return std::any_of(type.fields.begin(), type.fields.end(),
                           [&](const Field& field) { return game->wall_clock(field).has_value(); });
    });
}

bool is_about_checksums(const Game* game, const ItemType& type) {
    if (type.use != TypeUse::Event) return false;
    if (find_role(type, Role::SumExpected)) return true;
    if (game == nullptr) return false;
    const auto names = {game->checksum_event, game->checksum_cause_event,
                        game->checksum_total_event};
    return std::find(names.begin(), names.end(), type.name) != names.end();
}

bool is_server_text(const ItemType& type) {
    const auto is_words = [](const Field& field) {
        return field.kind == FieldKind::Text || field.kind == FieldKind::Blob;
    };
    return type.event_class == EventClass::Chat && find_role(type, Role::Text) &&
           std::all_of(type.fields.begin(), type.fields.end(), is_words);
}

bool is_chat(const ItemType& type) {
    if (is_server_text(type)) return false;
    // The first programs gave requests of clients no class.
    const bool asked =
        type.event_class == EventClass::Input || type.event_class == EventClass::Other;
    return type.event_class == EventClass::Chat || (asked && find_role(type, Role::Text));
}

bool Redaction::is_known(const std::string& text) const {
    return std::any_of(
        known_.begin(), known_.end(),
        [&](const PseudonymMap& kind) { return kind.contains(text); });
}

Redaction::Kind Redaction::kind_of(const Field& field) {
    if (field.roles.has(Role::Name)) return kName;
    return field.roles.has(Role::Clan) ? kClan : kText;
}

void Redaction::learn_row(const RowReader& type, Row row) {
    if (!type.type().known) return;
    for (std::size_t i = 0; i < type.type().fields.size(); ++i) {
        const Field& field = type.type().fields[i];
        if (!is_personal(field)) continue;
        const std::string text = text_of(type.read(row, i));
        const Kind kind = kind_of(field);
        if (text.empty() || (kind == kText && is_known(text))) continue;
        // Somebody's name may have been said, or be a clan's, before he came.
        const auto [original, added] = known_[kind].emplace(text, "");
        if (!added) continue;
        cleaned_.clear();  // while recording: from now on they contain an original
        unnamed_.push_back({kind, original});
        if (kind == kName)
            search_.add_name(text);
        else if (kind == kClan)
            search_.add_clan(text);
        else
            search_.add_text(text);
    }
}

std::vector<std::string> Redaction::emptied() const {
    std::vector<std::string> names;
    for (const auto& [id, field] : emptied_) {
        const ItemType& type = types_->reader(id).type();
        names.push_back(concat(type.name, ".", type.fields[field].name));
    }
    return names;
}

std::string Redaction::pseudonym(Kind kind, const std::string& original) {
    // Somebody is called "player 2": nobody else becomes it.
    const auto taken = [this](std::string_view made) { return search_.is_name(made); };
    if (kind == kName) return made_.make("player", original, kNameDigits, taken);
    if (kind == kClan) return made_.make("clan", original, kClanDigits, taken);
    return made_.make("text", original, kNameDigits, taken);
}

void Redaction::name_all() {
    for (const auto& [kind, original] : unnamed_)
        if (kind == kText &&
            (known_[kName].contains(original->first) || known_[kClan].contains(original->first)))
            known_[kText].erase(original);  // said before somebody was called so
        else
            original->second = pseudonym(kind, original->first);
    unnamed_.clear();
}

void Redaction::learn(const Frame& frame) {
    first_time_ = std::min(first_time_.value_or(frame.time), frame.time);
    for (const Item item : frame.snapshot) learn_row(types_->reader(item.key.type), item.row);
    for (const Event& event : frame.events)
        if (!is_about_checksums(game_, (*types_)[event.type]))  // names of types are no texts
            learn_row(types_->reader(event.type), event.row);
}

std::string Redaction::replacement(const std::string& text, Kind kind) const {
    for (const Kind book : {kind, kName, kClan, kText}) {
        const auto found = known_[book].find(text);
        if (found != known_[book].end()) return found->second;
    }
    return text.empty() ? "" : std::string(kRedactedText);
}

bool Redaction::contains_original(Row words) const {
    return search_.in_bytes(plain_bytes(words)) || search_.in_bytes(unpacked_bytes(words));
}

std::string Redaction::clean(std::string_view text) const {
    const std::string whole(text);
    if (whole.empty()) return whole;
    const auto known = cleaned_.find(whole);
    if (known != cleaned_.end()) return known->second;
    if (is_known(whole)) return replacement(whole, kName);
    return cleaned_[whole] = search_.in_text(text) ? std::string(kRedactedText) : whole;
}

std::string Redaction::clean_title(std::string_view title) const {
    return std::string(search_.has_name(title) ? kRedactedText : title);
}

void Redaction::stop_clocks(TypeId id, std::vector<Word>& row) const {
    if (id >= clocks_.size()) return;
    for (const auto& [slot, words, clock] : clocks_[id]) {
        if (slot + words > row.size()) return;
        std::uint64_t shown = static_cast<std::uint32_t>(row[slot]);
        if (words == 2) shown |= std::uint64_t{static_cast<std::uint32_t>(row[slot + 1])} << 32;
        const std::uint64_t left = since(first_time_.value_or(kYear2000), shown, clock);
        row[slot] = static_cast<Word>(left);
        if (words == 2) row[slot + 1] = static_cast<Word>(left >> 32);
    }
}

// Words that no field names may be a name too, or a time.
std::vector<Word> Redaction::without_originals(Row row) const {
    return drops_clocks_ || contains_original(row) ? std::vector<Word>(row.size())
                                                   : std::vector<Word>(row.begin(), row.end());
}

std::string Redaction::new_text(const RowReader& reader, Row row, std::size_t index,
                                const std::string& old) const {
    const Field& field = reader.type().fields[index];
    if (drops_.skins && field.roles.has(Role::Skin)) return "";
    if (is_title(field)) return clean_title(old);
    if (!is_personal(field)) return clean(old);
    const bool names = field.roles.has(Role::Name) || field.roles.has(Role::Clan);
    const bool by_server =
        reader.type().use == TypeUse::Event && reader.type().event_class != EventClass::Input;
    if (drops_.server && !names && by_server && is_said_by_nobody(reader, row)) return "";
    return replacement(old, kind_of(field));
}

std::vector<Word> Redaction::rewritten(TypeId id, Row row) const {
    std::vector<Word> made = with_new_texts(id, row);
    forget_checksum(types_->reader(id), made);
    stop_clocks(id, made);
    return made;
}

std::vector<Word> Redaction::with_new_texts(TypeId id, Row row) const {
    const RowReader& reader = types_->reader(id);
    const ItemType& type = reader.type();
    if (!type.known) {
        for (std::size_t i = 0; drops_clocks_ && i < type.fields.size(); ++i)
            if (type.fields[i].kind == FieldKind::Blob) emptied_.emplace(id, i);
        return without_originals(row);
    }
    const std::size_t slots_end = reader.slots_end();
    if (row.size() < slots_end) return without_originals(row);  // cut: not all fields are there
    std::vector<Word> out(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(slots_end));
    std::vector<Word> tail;
    for (std::size_t i = 0; i < type.fields.size(); ++i) {
        const Field& field = type.fields[i];
        const FieldPlace& place = reader.place(i);
        const Value value = reader.read(row, i);
        const auto* bytes = std::get_if<Bytes>(&value);
        if (bytes != nullptr && !bytes->empty()) emptied_.emplace(id, i);
        const std::string old = text_of(value);
        const std::string text = new_text(reader, row, i, old);
        if (field.kind == FieldKind::PackedText && text != old) {
            const auto packed = pack_text(text, field.words);
            std::copy(packed.begin(), packed.end(),
                      out.begin() + static_cast<std::ptrdiff_t>(place.slot));
        }
        if (has_tail(field)) {  // blobs are emptied
            out[place.slot] = static_cast<Word>(text.size());
            append_tail(as_bytes(text), tail);
        }
        if (field.kind == FieldKind::Blob && place.null_bit) {
            Word& bits = out[*place.null_bit / 32];
            bits =
                static_cast<Word>(static_cast<std::uint32_t>(bits) | 1U << (*place.null_bit % 32));
        }
    }
    out.insert(out.end(), tail.begin(), tail.end());
    const std::vector<Word> extra = without_originals(reader.extra_words(row));
    out.insert(out.end(), extra.begin(), extra.end());
    return out;
}

bool Redaction::is_dropped(const Event& event) const {
    const ItemType& type = (*types_)[event.type];
    return (drops_.inputs && type.event_class == EventClass::Input) ||
           (drops_.chat && is_chat(type));
}

Frame Redaction::apply(const Frame& frame) const {
    Frame made = frame;
    SnapshotBuilder snapshot;
    for (const Item item : frame.snapshot)
        snapshot.set(item.key, rewritten(item.key.type, item.row));
    made.snapshot = snapshot.build();
    std::erase_if(made.events, [this](const Event& event) { return is_dropped(event); });
    for (Event& event : made.events) event.row = rewritten(event.type, event.row);
    if (drops_.time) made.time -= first_time_.value_or(made.time);
    return made;
}

}  // namespace tickreel
