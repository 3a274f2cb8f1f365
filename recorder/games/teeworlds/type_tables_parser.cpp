// Parses types.txt, which describes its own format. Every line is checked, even though the text is
// our own.
#include <algorithm>

#include "recorder/games/teeworlds/type_tables.h"
#include "tickreel/base/parse_number.h"

namespace tickreel::teeworlds {

namespace {

using Words = std::vector<std::string_view>;

Words split_words(std::string_view line) {
    Words words;
    for (std::size_t at = 0; (at = line.find_first_not_of(' ', at)) != std::string_view::npos;) {
        const std::size_t end = std::min(line.find(' ', at), line.size());
        words.push_back(line.substr(at, end - at));
        at = end;
    }
    return words;
}

// "0.01" or "1/256".
std::optional<double> parse_scale(std::string_view text) {
    const std::size_t slash = text.find('/');
    const auto above = parse_number<double>(text.substr(0, slash));
    if (slash == std::string_view::npos || !above) return above;
    const auto below = parse_number<double>(text.substr(slash + 1));
    return below && *below != 0 ? std::optional(*above / *below) : std::nullopt;
}

struct SimpleKind {
    std::string_view name{};
    FactKind kind = FactKind::Int;
    double scale = 1.0;
    std::string_view unit{};
    Role role = Role::None;
};
constexpr double kDegreesPer256thRadian = 57.29577951308232 / 256.0;
constexpr SimpleKind kSimpleKinds[] = {
    {"int"},
    {"bool", FactKind::Bool},
    {"tick", FactKind::Tick},
    {"text", FactKind::String},
    {"packed", FactKind::PackedText},
    {"raw", FactKind::Raw},
    {"distance", FactKind::Int, 1.0, "unit"},
    {"angle", FactKind::Int, kDegreesPer256thRadian, "deg", Role::Angle},
};

constexpr std::string_view kTables[] = {"0.6", "0.7", "ddnet"};
constexpr std::uint16_t kMaxCount = 1024;
constexpr std::size_t kMaxFields = 256;

}  // namespace

class TypeTablesParser {
public:
    Result<void> line(std::string_view text) {
        const Words words = split_words(text);
        if (words.empty() || words[0].front() == '#') return {};
        if (text.front() != ' ') return heading(words);
        if (names_ != nullptr) return add_names(words, 0);
        if (fields_ == nullptr) return fail("a field that belongs to no type");
        return words[0] == "like" ? like(words) : field(words);
    }

    std::unique_ptr<TypeTables> take() { return std::move(tables_); }

private:
    Result<void> heading(const Words& words) {
        names_ = nullptr;
        fields_ = nullptr;
        if (words.size() < 2) return fail("'", words[0], "' needs a name");
        if (words[0] == "names") {
            const auto [at, is_new] = tables_->names_.try_emplace(words[1]);
            if (!is_new) return fail("there are names '", words[1], "' already");
            names_ = &at->second;
            return add_names(words, 2);
        }
        if (words[0] == "table") {
            if (words.size() > 2 || tables_->find_table(words[1]) != nullptr)
                return fail("a table has a name of its own");
            if (std::find(std::begin(kTables), std::end(kTables), words[1]) == std::end(kTables))
                return fail("'", words[1], "' is no table; use 0.6, 0.7 or ddnet");
            table_ = &tables_->tables_.emplace_back(words[1], TypeTables::Table{}).second;
            return {};
        }
        if (table_ == nullptr || words.size() < 3)
            return fail("'", words[0], "' needs a table, a key and a name");
        // Only UUIDs have dashes.
        const bool extended = words[1].find('-') != std::string_view::npos;
        const auto id = extended ? std::optional(-1) : parse_number<int>(words[1]);
        if (!id || (!extended && *id < 0)) return fail("'", words[1], "' is no number and no UUID");
        const std::string_view uuid = extended ? words[1] : std::string_view{};
        if (words[0] == "item") return item(words, *id, uuid);
        if (words[0] == "message" || words[0] == "system") return message(words, *id, uuid);
        return fail("'", words[0], "' is no heading");
    }

    Result<void> add_names(const Words& words, std::size_t first) {
        for (std::size_t i = first; i < words.size(); ++i) {
            const std::size_t equals = words[i].find('=');
            const auto value = equals == std::string_view::npos
                                   ? std::nullopt
                                   : parse_number<std::int64_t>(words[i].substr(equals + 1));
            if (!value) return fail("'", words[i], "' is not WORD=VALUE");
            names_->push_back({*value, words[i].substr(0, equals)});
        }
        return {};
    }

    Result<void> item(const Words& words, int id, std::string_view uuid) {
        const bool of_player = words.size() == 4 && words[3] == "player";
        if (words.size() > 3 && !of_player) return fail("'", words[3], "' says nothing of an item");
        table_->items.push_back({words[2], id, uuid, {}, of_player});
        fields_ = &table_->items.back().fields;
        in_item_ = true;
        return {};
    }

    Result<void> message(const Words& words, int id, std::string_view uuid) {
        MessageFacts facts{.name = words[2], .id = id, .uuid = uuid};
        facts.system = words[0] == "system";
        if (words.size() < 4) return fail("a message has a sender");
        if (words[3] == "client")
            facts.sender = Sender::Client;
        else if (words[3] == "both")
            facts.sender = Sender::Both;
        else if (words[3] != "server")
            return fail("'", words[3], "' is no sender");
        for (std::size_t i = 4; i < words.size(); ++i)
            if (words[i] == "counted")
                facts.keep = Keep::Count;
            else if (words[i].starts_with("lengths=")) {
                if (!lengths(words[i].substr(8), facts.lengths))
                    return fail("'", words[i], "' has no rising numbers");
            } else {
                facts.about = event_class_from_name(words[i]);
                if (facts.about == EventClass::Other)
                    return fail("'", words[i], "' is no class of events");
            }
        table_->messages.push_back(std::move(facts));
        fields_ = &table_->messages.back().fields;
        in_item_ = false;
        return {};
    }

    static bool lengths(std::string_view text, std::vector<std::uint16_t>& values) {
        while (!text.empty()) {
            const std::size_t end = std::min(text.find(','), text.size());
            const auto value = parse_number<std::uint16_t>(text.substr(0, end));
            if (!value || (!values.empty() && *value <= values.back())) return false;
            values.push_back(*value);
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        return !values.empty();
    }

    Result<void> like(const Words& words) {
        const bool without = words.size() == 4 && words[2] == "without";
        const std::vector<FieldFact>* found =
            words.size() == 2 || without ? find_earlier(words[1]) : nullptr;
        if (found == nullptr) return fail("'like' needs an earlier type");
        const std::vector<FieldFact> theirs = *found;
        for (const FieldFact& fact : theirs) {
            if (without && fact.name == words[3]) continue;
            if (const std::string_view wrong = misplaced(fact); !wrong.empty())
                return fail("the field '", fact.name, "' ", wrong);
            fields_->push_back(fact);
        }
        return {};
    }

    // In this table or, failing that, in the one before it ...
    const std::vector<FieldFact>* find_earlier(std::string_view type) const {
        const auto find_in = [&](const auto& all) -> const std::vector<FieldFact>* {
            for (const auto& facts : all)
                if (facts.name == type && &facts.fields != fields_) return &facts.fields;
            return nullptr;
        };
        for (auto table = tables_->tables_.rbegin(); table != tables_->tables_.rend(); ++table) {
            if (const auto* fields = find_in(table->second.items)) return fields;
            if (const auto* fields = find_in(table->second.messages)) return fields;
        }
        return nullptr;
    }

    Result<void> field(const Words& words) {
        if (words.size() < 2) return fail("the field '", words[0], "' has no kind");
        FieldFact fact{.name = words[0]};
        if (Result<void> read = kind(words[1], fact); !read) return read;
        for (std::size_t i = 2; i < words.size(); ++i)
            if (!attribute(words[i], fact))
                return fail("'", words[i], "' says nothing of the field '", words[0], "'");
        if (const std::string_view wrong = misplaced(fact); !wrong.empty())
            return fail("the field '", words[0], "' ", wrong);
        fields_->push_back(fact);
        return {};
    }

    // An item is words and nothing else: no text of its own length, no field that may be missing.
    std::string_view misplaced(const FieldFact& fact) const {
        const auto named = [&](std::string_view name) {
            return std::any_of(fields_->begin(), fields_->end(),
                               [&](const FieldFact& other) { return other.name == name; });
        };
        if (named(fact.name)) return "is there already";
        if (fields_->size() == kMaxFields) return "is one too many";
        const bool tail = fact.kind == FactKind::String || fact.kind == FactKind::Raw;
        if (in_item_ && fact.optional)
            return "of an item cannot be missing ('?'): only fields of messages can";
        if (in_item_ && tail) return "is of a kind that only messages have";
        if (!in_item_ && fact.kind == FactKind::PackedText)
            return "is of a kind that only items have";
        if (fact.sentinel && (fact.count > 1 || fact.optional || tail))
            return "cannot have a word for null";
        if (!fact.sentinel_with.empty() && fact.sentinel_with != fact.name &&
            !named(fact.sentinel_with))
            return "names a field after 'with=' that is not before it";
        return {};
    }

    Result<void> kind(std::string_view text, FieldFact& fact) const {
        const std::string_view whole = text;
        fact.optional = text.ends_with('?');
        if (fact.optional) text.remove_suffix(1);
        if (const std::size_t open = text.find('['); open != std::string_view::npos) {
            const auto count = parse_number<std::uint16_t>(
                text.substr(open + 1, text.size() - std::min(text.size(), open + 2)));
            if (!text.ends_with(']') || !count || *count == 0 || *count > kMaxCount)
                return fail("'", whole, "' has no count from 1 to ", kMaxCount);
            fact.count = *count;
            text = text.substr(0, open);
        }
        for (const SimpleKind& simple : kSimpleKinds)
            if (simple.name == text) {
                fact.kind = simple.kind;
                fact.scale = simple.scale;
                fact.unit = simple.unit;
                fact.roles = simple.role;
                return {};
            }
        fact.kind = text.starts_with("flags:") ? FactKind::Flags : FactKind::Enum;
        fact.values = tables_->value_names(fact.kind == FactKind::Flags ? text.substr(6) : text);
        if (fact.values.empty()) return fail("'", whole, "' is no kind and no 'names' above");
        return {};
    }

    static bool attribute(std::string_view text, FieldFact& fact) {
        if (text.starts_with("scale=")) {
            const auto scale = parse_scale(text.substr(6));
            fact.scale = scale.value_or(1.0);
            return scale.has_value();
        }
        if (text.starts_with("unit=")) {
            fact.unit = text.substr(5);
            return true;
        }
        if (text.starts_with("null=")) {
            const auto word = parse_number<std::int32_t>(text.substr(5));
            if (word) fact.sentinel = static_cast<Word>(*word);
            return word.has_value();
        }
        if (text.starts_with("with=")) {
            fact.sentinel_with = text.substr(5);
            return fact.sentinel.has_value();
        }
        const Role role = role_from_name(text);
        fact.roles = fact.roles | role;
        return role != Role::None;
    }

    std::unique_ptr<TypeTables> tables_ = std::make_unique<TypeTables>();
    TypeTables::Table* table_ = nullptr;
    std::vector<ValueName>* names_ = nullptr;   // of the heading, for lines that continue it
    std::vector<FieldFact>* fields_ = nullptr;  // of the heading
    bool in_item_ = false;
};

Result<std::unique_ptr<TypeTables>> TypeTables::parse(std::span<const std::string_view> lines) {
    TypeTablesParser parser;
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (const Result<void> read = parser.line(lines[i]); !read)
            return fail("line ", i + 1, ": ", read.error().message);
    return parser.take();
}

}  // namespace tickreel::teeworlds
