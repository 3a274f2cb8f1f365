#include "recorder/recording/redaction.h"

#include <algorithm>
#include <cstring>

#include "recorder/recording/privacy.h"
#include "tickreel/base/concat.h"

namespace tickreel {

namespace {

constexpr std::size_t kFindableBytes = 4;

std::string text_of(const Value& value) {
    const auto* text = std::get_if<std::string>(&value);
    return text == nullptr ? std::string() : *text;
}

bool contains(ByteView bytes, std::string_view text) {
    return text.size() >= kFindableBytes && bytes.size() >= text.size() &&
           ::memmem(bytes.data(), bytes.size(), text.data(), text.size()) != nullptr;
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

}  // namespace

Redaction::Redaction(const Schema& schema)
    : schema_(schema), types_(std::make_unique<TypeTable>(schema)) {}

void Redaction::follow_schema() {
    types_ = std::make_unique<TypeTable>(schema_);
}

Redaction::PseudonymMap& Redaction::pseudonyms_of(const Field& field) {
    if (field.roles.has(Role::Name)) return names_;
    if (field.roles.has(Role::Clan)) return clans_;
    return texts_;
}

void Redaction::learn_text(PseudonymMap& book, std::string_view word, const std::string& text) {
    if (text.empty() || names_.contains(text) || clans_.contains(text) || texts_.contains(text))
        return;
    const std::string pseudonym = concat(word, ' ', book.size() + 1);
    book.emplace(text, pseudonym);
    pseudonyms_.insert(pseudonym);
}

void Redaction::learn_row(const RowReader& type, Row row) {
    if (!type.type().known) return;
    for (std::size_t i = 0; i < type.type().fields.size(); ++i) {
        const Field& field = type.type().fields[i];
        if (!is_personal(type.type(), field)) continue;
        PseudonymMap& book = pseudonyms_of(field);
        const std::string_view word = &book == &names_   ? "player"
                                      : &book == &clans_ ? "clan"
                                                         : "text";
        learn_text(book, word, text_of(type.read(row, i)));
    }
}

void Redaction::learn(const Frame& frame) {
    for (const Item item : frame.snapshot) learn_row(types_->reader(item.key.type), item.row);
    for (const Event& event : frame.events) learn_row(types_->reader(event.type), event.row);
}

std::string Redaction::replacement(const std::string& text) const {
    for (const PseudonymMap* book : {&names_, &clans_, &texts_}) {
        const auto found = book->find(text);
        if (found != book->end()) return found->second;
    }
    return text.empty() ? "" : "redacted";
}

bool Redaction::contains_original(ByteView bytes) const {
    const auto within = [&](const auto& entry) { return contains(bytes, entry.first); };
    return std::any_of(names_.begin(), names_.end(), within) ||
           std::any_of(clans_.begin(), clans_.end(), within) ||
           std::any_of(texts_.begin(), texts_.end(), within);
}

std::string Redaction::clean(std::string_view text) const {
    const std::string whole(text);
    if (whole.empty()) return whole;
    const auto known = cleaned_.find(whole);
    if (known != cleaned_.end()) return known->second;
    if (names_.contains(whole) || clans_.contains(whole) || texts_.contains(whole))
        return replacement(whole);
    return cleaned_[whole] = contains_original(as_bytes(text)) ? "redacted" : whole;
}

// Words that no field names may be a name too.
std::vector<Word> Redaction::without_originals(Row row) const {
    if (row.empty()) return {};
    const bool found =
        contains_original(plain_bytes(row)) || contains_original(unpacked_bytes(row));
    return found ? std::vector<Word>(row.size()) : std::vector<Word>(row.begin(), row.end());
}

std::vector<Word> Redaction::rewritten(const RowReader& reader, Row row) const {
    const ItemType& type = reader.type();
    if (!type.known) return without_originals(row);
    std::size_t slots_end = presence_words(type);
    for (const Field& field : type.fields) slots_end += slot_words(field);
    if (row.size() < slots_end) return without_originals(row);  // cut: not all fields are there
    std::vector<Word> out(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(slots_end));
    std::vector<Word> tail;
    std::size_t slot = presence_words(type);
    std::size_t null_bit = 0;
    for (std::size_t i = 0; i < type.fields.size(); ++i) {
        const Field& field = type.fields[i];
        const Value value = reader.read(row, i);
        const std::string old = text_of(value);
        const std::string text = is_personal(type, field) ? replacement(old) : clean(old);
        if (field.kind == FieldKind::PackedText && text != old) {
            const auto packed = pack_text(text, field.words);
            std::copy(packed.begin(), packed.end(),
                      out.begin() + static_cast<std::ptrdiff_t>(slot));
        }
        if (has_tail(field)) {  // blobs are emptied
            out[slot] = static_cast<Word>(text.size());
            append_tail(as_bytes(text), tail);
        }
        if (field.kind == FieldKind::Blob && field.nullable)
            out[null_bit / 32] = static_cast<Word>(static_cast<std::uint32_t>(out[null_bit / 32]) |
                                                   1U << (null_bit % 32));
        null_bit += field.nullable ? 1 : 0;
        slot += slot_words(field);
    }
    out.insert(out.end(), tail.begin(), tail.end());
    const std::vector<Word> extra = without_originals(reader.extra_words(row));
    out.insert(out.end(), extra.begin(), extra.end());
    return out;
}

Frame Redaction::apply(const Frame& frame) const {
    Frame made = frame;
    SnapshotBuilder snapshot;
    for (const Item item : frame.snapshot)
        snapshot.set(item.key, rewritten(types_->reader(item.key.type), item.row));
    made.snapshot = snapshot.build();
    for (Event& event : made.events) event.row = rewritten(types_->reader(event.type), event.row);
    return made;
}

}  // namespace tickreel
