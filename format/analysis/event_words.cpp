#include "format/analysis/event_words.h"

#include <algorithm>

#include "tickreel/analysis/chat_audience.h"
#include "tickreel/base/ascii.h"

namespace tickreel {
namespace {

constexpr std::size_t kLongestAbbreviation = 5;

bool is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}

bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}

char lowered(char c) {
    return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}

// Abbreviations stay in capitals.
std::string split_words(std::string_view name) {
    std::string words;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const bool starts = i > 0 && is_upper(name[i]) && !is_upper(name[i - 1]);
        if ((name[i] == '_' || starts) && !words.ends_with(' ')) words += ' ';
        const bool lone = is_upper(name[i]) && i > 0 &&
                          (i + 1 == name.size() || !is_upper(name[i + 1])) &&
                          !is_upper(name[i - 1]);
        if (name[i] != '_') words += lone ? lowered(name[i]) : name[i];
    }
    return words;
}

// "DamageData.DamageValue" -> "DamageValue"
std::string_view last_part(std::string_view name) {
    return name.substr(name.rfind('.') + 1);  // npos + 1 is 0
}

bool take_end(std::string_view& name, std::string_view end) {
    const bool has = name.size() > end.size() && name.ends_with(end);
    if (has) name.remove_suffix(end.size());
    return has;
}

}  // namespace

std::string event_words(std::string_view name) {
    const bool request = name.starts_with("Cl_") || name.ends_with("_Command");
    for (const std::string_view part : {"Cl_", "Sv_", "Ev_", "Character_", "Generic_"}) {
        if (!name.starts_with(part) || name.size() == part.size()) continue;
        name.remove_prefix(part.size());
        break;
    }
    take_end(name, "Msg");
    // "MAP_CHANGE": not one abbreviation.
    const bool loud =
        std::none_of(name.begin(), name.end(), is_lower) && name.size() > kLongestAbbreviation;
    const bool bytes = take_end(name, "_bytes");  // the decoder knows no fields of it
    take_end(name, "_Command");
    std::string words = split_words(name);
    if (loud) words = words.substr(0, 1) + ascii_lower(words.substr(1));
    if (request && ascii_lower(words).find("request") == std::string::npos) words += " request";
    return bytes ? words + " (not decoded)" : words;
}

std::string field_words(std::string_view name) {
    std::string words = split_words(last_part(name));
    if (words.size() > 1 && !is_upper(words[1])) words[0] = lowered(words[0]);
    return words;
}

// Of the field whose values are audiences, whatever it is called.
std::string chat_audience(const ItemType& type, Row row) {
    if (type.event_class != EventClass::Chat) return {};
    const auto has = [](const Field& field, std::string_view name) {
        return std::any_of(field.values.begin(), field.values.end(),
                           [name](const NamedValue& one) { return one.name == name; });
    };
    for (std::size_t i = 0; i < type.fields.size(); ++i) {
        const Field& field = type.fields[i];
        if (field.kind != FieldKind::Enum || !has(field, "all") || !has(field, "team")) continue;
        const std::string to = display_value(field, read_field(type, row, i));
        if (to == "all" || to == "none") return {};
        if (to == "whisper_send") return std::string(kWhisperTo);
        return to == "whisper_recv" ? "whisper from" : to;
    }
    return {};
}

std::string chat_mark(const ItemType& type, Row row) {
    const std::string to = chat_audience(type, row);
    return to.empty() ? to : "[" + to + "] ";
}

bool names_packing(const Field& field) {
    const std::string_view name = last_part(field.name);
    const bool is_text = field.kind == FieldKind::Text || field.kind == FieldKind::PackedText;
    return name.starts_with("Unk") || name.starts_with("Have") || name == "Backing" ||
           (name == "View" && !is_text) || (name.ends_with("Time") && field.unit == "ms") ||
           name.ends_with("crc32") || name.size() < 2;
}

}  // namespace tickreel
