// Refuses comparisons of a query that can never hold: text with numbers, an event with text, an
// unknown result of the wire checksum.
#include <array>

#include "format/analysis/query_names.h"
#include "format/analysis/query_parser.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/did_you_mean.h"
#include "tickreel/model/names.h"

namespace tickreel {

namespace {

enum class Compared { Text, Number, Thing, Unknown };

bool is_text_kind(FieldKind kind) {
    return kind == FieldKind::Text || kind == FieldKind::PackedText;
}

// What a node is, if it is the same for all types that it may be of.
Compared compared_kind(const QueryNode& node, const QueryVariable* variable) {
    switch (node.op) {
        case QueryOp::Text:
        case QueryOp::Wire:
        case QueryOp::NameOf:
            return Compared::Text;
        case QueryOp::Exists:
            return Compared::Thing;
        case QueryOp::Null:
            return Compared::Unknown;
        case QueryOp::Field:
        case QueryOp::Previous:
            break;
        default:
            return Compared::Number;
    }
    std::optional<Compared> kind;
    for (std::size_t i = 0; i < variable->types.size(); ++i) {
        const auto& fields = variable->readers[i].type().fields;
        if (!node.fields[i]) continue;
        Compared one = Compared::Number;  // a raw word
        if (*node.fields[i] < fields.size()) {
            const FieldKind field = fields[*node.fields[i]].kind;
            one = is_text_kind(field)        ? Compared::Text
                  : field == FieldKind::Blob ? Compared::Unknown
                                             : Compared::Number;
        }
        if (kind && *kind != one) return Compared::Unknown;
        kind = one;
    }
    return kind.value_or(Compared::Unknown);
}

// ", for example Sv_Chat.message", if the type has a text.
std::string text_field_of(const QueryVariable& variable) {
    for (const RowReader& reader : variable.readers)
        for (const Field& field : reader.type().fields)
            if (is_text_kind(field.kind))
                return ", for example " + reader.type().name + '.' + field.name;
    return "";
}

// "; killer is a number, ..." for a field that says who: people compare it with a name.
std::string who_by_name(const QueryNode& node, const QueryVariable& variable,
                        std::string_view name) {
    for (std::size_t i = 0; i < variable.types.size(); ++i) {
        const auto& fields = variable.readers[i].type().fields;
        if (!node.fields[i] || *node.fields[i] >= fields.size()) continue;
        const Field& field = fields[*node.fields[i]];
        if (tells_who(field))
            return concat("; ", field.name, " is a number, a name is asked for as in ",
                          variable.name, ".", field.name, kNameSuffix, " == \"", name, "\"");
    }
    return "";
}

}  // namespace

Result<void> QueryParser::check_comparison(const QueryWord& sign, QueryOp op, std::size_t left,
                                           std::size_t right) const {
    const auto variable_of = [&](const QueryNode& node) -> const QueryVariable* {
        return node.variable < query_.variables_.size() ? &query_.variables_[node.variable]
                                                        : nullptr;
    };
    const QueryNode& a = query_.nodes_[left];
    const QueryNode& b = query_.nodes_[right];
    if ((a.op == QueryOp::TheTick && b.time) || (b.op == QueryOp::TheTick && a.time))
        return wrong(sign, "a tick is not a time; compare time, as in time > 1:02.5");
    const Compared first = compared_kind(a, variable_of(a));
    const Compared second = compared_kind(b, variable_of(b));
    const bool with_text = first == Compared::Text || second == Compared::Text;
    for (const auto& [kind, node] : {std::pair(first, &a), std::pair(second, &b)})
        if (kind == Compared::Thing && (with_text || op == QueryOp::Contains))
            return wrong(sign, "a text belongs to a field" + text_field_of(*variable_of(*node)));
    const bool mixed = with_text && (first == Compared::Number || second == Compared::Number);
    const bool no_text = op == QueryOp::Contains && first == Compared::Number;
    if (mixed || no_text) {
        std::string said = no_text ? "\"~\" searches in a text, this is a number"
                                   : "a text cannot be compared with a number";
        // A field itself, not what is computed of it.
        if (b.op == QueryOp::Text && variable_of(a) != nullptr && !a.fields.empty())
            said += who_by_name(a, *variable_of(a), b.text);
        return wrong(sign, said);
    }
    if (a.op != QueryOp::Wire || b.op != QueryOp::Text || op == QueryOp::Contains) return {};
    static constexpr std::array<std::string_view, 3> kResults{"ok", "mismatch", "absent"};
    for (const std::string_view result : kResults)
        if (b.text == result) return {};
    return wrong(sign, "wire is ok, mismatch or absent, not \"" + b.text + "\"" +
                           did_you_mean(b.text, kResults));
}

}  // namespace tickreel
