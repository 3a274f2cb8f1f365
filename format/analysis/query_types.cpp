// Which part of a snapshot, and which players, a query is about.
#include <algorithm>
#include <set>

#include "format/analysis/query_answer.h"
#include "tickreel/base/concat.h"

namespace tickreel {

std::vector<TypeId> Query::types_read() const {
    std::set<TypeId> read;
    bool places = false;
    for (const QueryVariable& variable : variables_)
        if (!variable.event) read.insert(variable.types.begin(), variable.types.end());
    for (const QueryNode& node : nodes_) {
        places = places || node.op == QueryOp::PlayerPlace;
        for (std::size_t i = 0; node.op == QueryOp::Count && i < node.fields.size(); ++i)
            read.insert(static_cast<TypeId>(node.fields[i].value_or(0)));
    }
    for (TypeId id = 0; id < schema_->size(); ++id) {
        const ItemType& type = (*schema_)[id];
        const bool names = find_role(type, Role::Name).has_value();
        const bool placed = find_role(type, Role::PositionX).has_value();
        if (type.use == TypeUse::Item && (names || (places && placed))) read.insert(id);
    }
    if (around_) {
        const std::vector<TypeId> near = around_->types_read();
        read.insert(near.begin(), near.end());
    }
    return {read.begin(), read.end()};
}

std::vector<TypeId> Query::types_named() const {
    std::set<TypeId> named;
    for (const QueryVariable& variable : variables_)
        named.insert(variable.types.begin(), variable.types.end());
    for (const QueryNode& node : nodes_)
        for (std::size_t i = 0; node.op == QueryOp::Count && i < node.fields.size(); ++i)
            named.insert(static_cast<TypeId>(node.fields[i].value_or(0)));
    if (around_) {
        const std::vector<TypeId> near = around_->types_named();
        named.insert(near.begin(), near.end());
    }
    return {named.begin(), named.end()};
}

std::vector<QueryName> Query::player_names() const {
    std::vector<QueryName> names = around_ ? around_->player_names() : std::vector<QueryName>();
    const auto add = [&](const QueryName& name) {
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    };
    for (const QueryNode& node : nodes_) {
        if (node.op == QueryOp::Player || node.op == QueryOp::PlayerPlace)
            add({node.text, node.part});
        const bool compared = node.op == QueryOp::Equal || node.op == QueryOp::NotEqual ||
                              node.op == QueryOp::Contains;
        if (compared && nodes_[node.left].op == QueryOp::NameOf &&
            nodes_[node.right].op == QueryOp::Text)
            add({nodes_[node.right].text, node.op == QueryOp::Contains,
                 node.op != QueryOp::Contains});
    }
    return names;
}

bool QueryName::fits(std::string_view name) const {
    if (exact) return name == text;
    const bool long_enough = part ? !name.empty() : name.size() == text.size();
    return long_enough && holds_text(name, text);
}

// What a side of a comparison is calculated from: scaled fields, and a number other than zero.
void Query::find_operands(std::size_t at, std::set<std::string>& scaled, bool& number) const {
    const QueryNode& node = nodes_[at];
    const bool one = node.op == QueryOp::Negate || node.op == QueryOp::Absolute;
    const bool two = node.op == QueryOp::Smaller || node.op == QueryOp::Larger ||
                     (node.op >= QueryOp::Add && node.op <= QueryOp::Divide);
    if (one || two) find_operands(node.left, scaled, number);
    if (two) find_operands(node.right, scaled, number);
    number = number || (node.op == QueryOp::Number && !node.named && node.number != 0);
    if (node.op != QueryOp::Field && node.op != QueryOp::Previous) return;
    const QueryVariable& variable = variables_[node.variable];
    for (std::size_t i = 0; i < node.fields.size(); ++i) {
        const ItemType& type = (*schema_)[variable.types[i]];
        if (!node.fields[i] || *node.fields[i] >= type.fields.size()) continue;
        const Field& field = type.fields[*node.fields[i]];
        if (field.scale != 1 && field.kind != FieldKind::Enum)
            scaled.insert(concat(type.name, ".", field.name, " is ", field.scale,
                                 " times its number in 'cat' and 'sql' here",
                                 field.unit.empty() ? "" : ", in ", field.unit));
    }
}

std::vector<std::string> Query::scale_notes() const {
    std::set<std::string> notes;
    for (const QueryNode& node : nodes_) {
        if (node.op < QueryOp::Equal || node.op > QueryOp::GreaterEqual) continue;
        std::set<std::string> scaled;
        bool number = false;
        find_operands(node.left, scaled, number);
        find_operands(node.right, scaled, number);
        if (number) notes.merge(scaled);
    }
    if (around_)
        for (std::string& note : around_->scale_notes()) notes.insert(std::move(note));
    return {notes.begin(), notes.end()};
}

}  // namespace tickreel
