// Writes a query as text, in a form that parses to the same query.
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

bool is_pair(QueryOp op) {
    return op >= QueryOp::Or;
}

// a - b - c needs no parentheses; with them, a long chain would be nested too deeply.
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
    const auto type_name = [&] { return name_text(variables_[node.variable].name); };
    const auto field = [&] { return type_name() + "." + name_text(node.text); };
    const auto part = [&](std::size_t child) {
        const bool pair = is_pair(nodes_[child].op) || nodes_[child].op == QueryOp::Not;
        return pair ? "(" + text_of(child) + ")" : text_of(child);
    };
    const auto call = [&](std::string_view name) {
        return std::string(name) + "(" + text_of(node.left) + ", " + text_of(node.right) + ")";
    };
    const auto player = [&] {
        return std::string("player ") + (node.part ? "~ " : "") +
               put_in_quotes(node.text, '"', '\\');
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
        case QueryOp::NameOf:
            return field();
        case QueryOp::Changed:
            return "changed(" + field() + ")";
        case QueryOp::Previous:
            return "prev(" + field() + ")";
        case QueryOp::Id:
            return type_name() + ".id";
        case QueryOp::Speed:
            return type_name() + ".speed";
        case QueryOp::Exists:
        case QueryOp::Place:
            return type_name();
        case QueryOp::Player:
        case QueryOp::PlayerPlace:
            return player();
        case QueryOp::Count:
            return "count(" + name_text(node.text) + ")";
        case QueryOp::TheTick:
            return "tick";
        case QueryOp::TheTime:
            return "time";
        case QueryOp::Wire:
            return "wire";
        case QueryOp::Point:
            return "(" + text_of(node.left) + "), (" + text_of(node.right) + ")";
        case QueryOp::Not:
            return "not (" + text_of(node.left) + ")";
        case QueryOp::Negate:
            return "-" + part(node.left);
        case QueryOp::Absolute:
            return "abs(" + text_of(node.left) + ")";
        case QueryOp::Distance:
            return call("dist");
        case QueryOp::Smaller:
            return call("min");
        case QueryOp::Larger:
            return call("max");
        default: {
            const bool plain = goes_on(node.op, nodes_[node.left].op);
            return (plain ? text_of(node.left) : part(node.left)) + std::string(sign_of(node.op)) +
                   part(node.right);
        }
    }
}

std::string Query::text() const {
    std::string text = text_of(root_);
    if (!least_seconds_.text.empty()) text += " for " + least_seconds_.text;
    if (around_) text += " within " + within_.text + " " + window_ + " " + around_->text();
    return text;
}

}  // namespace tickreel
