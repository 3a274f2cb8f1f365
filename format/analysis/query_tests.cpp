// The comparisons of a query that can be made before anything else is evaluated.
#include <utility>

#include "format/analysis/query.h"

namespace tickreel {

namespace {

bool is_plain_number(FieldKind kind) {
    return kind == FieldKind::Int32 || kind == FieldKind::Enum || kind == FieldKind::TickNumber;
}

bool is_simple_comparison(QueryOp op) {
    return op == QueryOp::Equal || op == QueryOp::NotEqual || op == QueryOp::Less ||
           op == QueryOp::LessEqual || op == QueryOp::Greater || op == QueryOp::GreaterEqual;
}

// 5 < x is x > 5.
QueryOp mirrored_comparison(QueryOp op) {
    switch (op) {
        case QueryOp::Less:
            return QueryOp::Greater;
        case QueryOp::LessEqual:
            return QueryOp::GreaterEqual;
        case QueryOp::Greater:
            return QueryOp::Less;
        case QueryOp::GreaterEqual:
            return QueryOp::LessEqual;
        default:
            return op;
    }
}

}  // namespace

bool QueryTest::holds(Row row) const {
    if (place.is_null(row)) return false;
    const long double is = scale.of(static_cast<long double>(row[place.slot]));
    switch (op) {
        case QueryOp::Equal:
            return is == number;
        case QueryOp::NotEqual:
            return is != number;
        case QueryOp::Less:
            return is < number;
        case QueryOp::LessEqual:
            return is <= number;
        case QueryOp::Greater:
            return is > number;
        default:
            return is >= number;
    }
}

// Only parts joined by `and` from the root on: each of them must be true.
void Query::find_tests(QueryClause& clause) const {
    if (clause.variables.empty()) return;
    clause.tests.resize(variables_[clause.variables[0]].types.size());
    find_tests_of(clause.root, clause);
}

void Query::find_tests_of(std::size_t at, QueryClause& clause) const {
    const QueryNode& node = nodes_[at];
    if (node.op == QueryOp::And) {
        find_tests_of(node.left, clause);
        find_tests_of(node.right, clause);
        return;
    }
    if (!is_simple_comparison(node.op)) return;
    const QueryNode* field = &nodes_[node.left];
    const QueryNode* number = &nodes_[node.right];
    QueryOp op = node.op;
    if (field->op == QueryOp::Number) {
        std::swap(field, number);
        op = mirrored_comparison(op);
    }
    const std::size_t subject = clause.variables[0];
    if (field->op != QueryOp::Field || number->op != QueryOp::Number || field->variable != subject)
        return;
    const QueryVariable& variable = variables_[subject];
    for (std::size_t type = 0; type < variable.types.size(); ++type) {
        const auto index = field->fields[type];
        const RowReader& reader = variable.readers[type];
        const auto& fields = reader.type().fields;
        if (!index || *index >= fields.size() || !is_plain_number(fields[*index].kind)) continue;
        clause.tests[type].push_back(
            {reader.place(*index), DecimalScale(fields[*index].scale), op, number->number});
    }
}

}  // namespace tickreel
