// A query as text, in a form that parses to the same query.
#include "format/analysis/query.h"
#include "format/analysis/query_words.h"
#include "format/base/quotes.h"

namespace tickreel {
namespace {

std::string_view sign_of(QueryOp op) {
    switch (op) {
        case QueryOp::Or:
            return " or ";
        case QueryOp::And:
            return " and ";
        case QueryOp::Equal:
            return " == ";
        case QueryOp::NotEqual:
            return " != ";
        case QueryOp::Less:
            return " < ";
        case QueryOp::LessEqual:
            return " <= ";
        case QueryOp::Greater:
            return " > ";
        case QueryOp::GreaterEqual:
            return " >= ";
        case QueryOp::Contains:
            return " ~ ";
        case QueryOp::Has:
            return " has ";
        case QueryOp::Add:
            return " + ";
        case QueryOp::Subtract:
            return " - ";
        case QueryOp::Multiply:
            return " * ";
        default:
            return " / ";
    }
}

std::string name_text(std::string_view name) {
    return is_plain_name(name) ? std::string(name) : put_in_quotes(name, '`', '\\');
}

std::string field_text(const ItemType& type, std::size_t field) {
    if (field >= type.fields.size()) {
        return "word" + std::to_string(field - type.fields.size());
    }
    return name_text(type.fields[field].name);
}

bool is_pair(QueryOp op) {
    return op >= QueryOp::Or;
}

// a - b - c needs no brackets, and a long one would be too deep with them.
bool goes_on(QueryOp op, QueryOp left) {
    const auto sum = [](QueryOp one) { return one == QueryOp::Add || one == QueryOp::Subtract; };
    const auto product = [](QueryOp one) {
        return one == QueryOp::Multiply || one == QueryOp::Divide;
    };
    return (op == left && (op == QueryOp::Or || op == QueryOp::And)) || (sum(op) && sum(left)) ||
           (product(op) && product(left));
}

}  // namespace

std::string Query::text_of(std::size_t index) const {
    const QueryNode& node = nodes_[index];
    const auto type_name = [&] {
        return name_text((*schema_)[variables_[node.variable].type].name);
    };
    const auto part = [&](std::size_t child) {
        const bool pair = is_pair(nodes_[child].op) || nodes_[child].op == QueryOp::Not;
        return pair ? "(" + text_of(child) + ")" : text_of(child);
    };
    switch (node.op) {
        case QueryOp::Number:
            return !node.named || is_plain_name(node.text) ? node.text
                                                           : put_in_quotes(node.text, '"', '\\');
        case QueryOp::Text:
            return put_in_quotes(node.text, '"', '\\');
        case QueryOp::Null:
            return "null";
        case QueryOp::Field:
            return type_name() + "." +
                   field_text((*schema_)[variables_[node.variable].type], node.field);
        case QueryOp::Changed:
            return "changed(" + type_name() + "." +
                   field_text((*schema_)[variables_[node.variable].type], node.field) + ")";
        case QueryOp::Id:
            return type_name() + ".id";
        case QueryOp::Exists:
            return type_name();
        case QueryOp::Count:
            return "count(" + name_text((*schema_)[node.type].name) + ")";
        case QueryOp::TheTick:
            return "tick";
        case QueryOp::Wire:
            return "wire";
        case QueryOp::Not:
            return "not (" + text_of(node.left) + ")";
        case QueryOp::Negate:
            return "-" + part(node.left);
        default: {
            const bool plain = goes_on(node.op, nodes_[node.left].op);
            return (plain ? text_of(node.left) : part(node.left)) + std::string(sign_of(node.op)) +
                   part(node.right);
        }
    }
}

std::string Query::text() const {
    return text_of(root_);
}

}  // namespace tickreel
