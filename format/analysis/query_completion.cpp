// Completion candidates for a query being typed.
#include <algorithm>
#include <array>
#include <optional>

#include "format/analysis/query_names.h"
#include "tickreel/analysis/describe.h"
#include "tickreel/analysis/query_help.h"
#include "tickreel/base/spelling.h"

namespace tickreel {
namespace {

using CandidateKind = QueryCandidate::Kind;

bool is_name_part(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           (static_cast<unsigned char>(c) & 0x80U) != 0;
}

bool in_quotes(std::string_view text) {
    char open = 0;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (open != 0 && text[i] == '\\')
            ++i;
        else if (open == 0 && (text[i] == '"' || text[i] == '`'))
            open = text[i];
        else if (text[i] == open)
            open = 0;
    return open != 0;
}

// The chain of names and dots that ends at `end`: "Type.Position.x". Returns its start.
std::size_t chain_start(std::string_view text, std::size_t end) {
    while (end > 0 && (is_name_part(text[end - 1]) || text[end - 1] == '.')) --end;
    return end;
}

std::size_t before_blanks(std::string_view text, std::size_t end) {
    while (end > 0 && text[end - 1] == ' ') --end;
    return end;
}

class Completer {
public:
    Completer(const Schema& schema, std::string_view text) : schema_(schema), text_(text) {}

    QueryCompletion run() {
        if (in_quotes(text_)) return {text_.size(), {}};
        const std::size_t chain = chain_start(text_, text_.size());
        const std::string_view typed = text_.substr(chain);
        const std::size_t dot = typed.find('.');
        if (dot != std::string_view::npos) {
            begin(chain + dot + 1);
            fields_of(typed.substr(0, dot));
            return std::move(made_);
        }
        begin(chain);
        if (const Field* field = compared_field(chain))
            for (const NamedValue& value : field->values)
                offer(value.name, CandidateKind::EnumValue);
        types();
        lone_fields();
        for (const std::string_view name :
             {"count(", "changed(", "prev(", "delta(", "abs(", "min(", "max(", "dist(", "player "})
            offer(name, CandidateKind::Function);
        for (const std::string_view word : {"and", "or", "not", "between", "has", "for", "within",
                                            "tick", "time", "wire", "null", "speed"})
            offer(word, CandidateKind::Keyword);
        return std::move(made_);
    }

private:
    void begin(std::size_t from) {
        made_.from = from;
        prefix_ = bare_spelling(text_.substr(from));
    }

    void offer(std::string_view name, CandidateKind kind) {
        const std::string_view typed = text_.substr(made_.from);
        const bool fits = bare_spelling(name).starts_with(prefix_) && name != typed;
        const auto same = [name](const QueryCandidate& other) { return other.text == name; };
        auto& all = made_.candidates;
        if (fits && all.size() < kMaxCandidates && std::none_of(all.begin(), all.end(), same))
            all.push_back({std::string(name), kind});
    }

    void fields_of(std::string_view name) {
        const auto types = find_query_types(schema_, name);
        if (!types) return;
        for (const TypeId id : *types) {
            const ItemType& type = schema_[id];
            for (const Field& field : type.fields) {
                offer(field.name, CandidateKind::Field);
                if (tells_who(field))
                    offer(field.name + std::string(kNameSuffix), CandidateKind::Field);
            }
            if (type.use == TypeUse::Item) offer("id", CandidateKind::Field);
            if (shares_names(type)) offer("name", CandidateKind::Field);
            if (find_role(type, Role::VelocityX)) offer("speed", CandidateKind::Field);
        }
    }

    void types() {
        for (const ItemType& type : schema_.types())
            if (type.use == TypeUse::Item) offer(type.name, CandidateKind::Type);
        for (const ItemType& type : schema_.types()) {
            if (type.use == TypeUse::Event) {
                const EventClass kind = type.event_class;
                if (kind != EventClass::Other) offer(event_class_name(kind), CandidateKind::Event);
                offer(type.name, CandidateKind::Event);
            }
        }
    }

    void lone_fields() {
        if (prefix_.empty()) return;
        for (const ItemType& type : schema_.types()) {
            for (const Field& field : type.fields)
                if (find_lone_field(schema_, field.name)) offer(field.name, CandidateKind::Field);
        }
    }

    // The left field of the comparison that ends before `end`.
    const Field* compared_field(std::size_t end) const {
        end = before_blanks(text_, end);
        static constexpr std::array<std::string_view, 4> kSigns = {"==", "!=", "has", "="};
        const std::string_view left = text_.substr(0, end);
        const auto* sign = std::find_if(kSigns.begin(), kSigns.end(), [left](std::string_view one) {
            return left.ends_with(one);
        });
        if (sign == kSigns.end()) return nullptr;
        end = before_blanks(text_, end - sign->size());
        const std::string_view chain =
            text_.substr(chain_start(text_, end), end - chain_start(text_, end));
        const std::size_t dot = chain.find('.');
        if (dot == std::string_view::npos) {
            const auto lone = find_lone_field(schema_, chain);
            return lone ? &schema_[lone->type].fields[lone->field] : nullptr;
        }
        const auto types = find_query_types(schema_, chain.substr(0, dot));
        if (!types) return nullptr;
        for (const TypeId id : *types) {
            const auto field = find_query_field(schema_[id], chain.substr(dot + 1));
            if (field && *field < schema_[id].fields.size()) return &schema_[id].fields[*field];
        }
        return nullptr;
    }

    const Schema& schema_;
    std::string_view text_;
    std::string prefix_;
    QueryCompletion made_;
};

}  // namespace

QueryCompletion complete_query(const Schema& schema, std::string_view text, std::size_t cursor) {
    return Completer(schema, text.substr(0, std::min(cursor, text.size()))).run();
}

}  // namespace tickreel
