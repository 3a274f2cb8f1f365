#pragma once
// Parses words to a Query by recursive descent: or, and, not, one comparison, sum, product, sign,
// operand; `for` and `within` are at the end.

#include <vector>

#include "format/analysis/query.h"
#include "format/analysis/query_words.h"

namespace tickreel {

inline constexpr int kMaxQueryDepth = 40;  // nested parentheses

class QueryParser {
public:
    QueryParser(const Schema& schema, std::vector<QueryWord> words)
        : schema_(schema), words_(std::move(words)), query_(schema) {}
    Result<Query> run();

private:
    QueryParser(const Schema& schema, std::vector<QueryWord> words, bool inner)
        : schema_(schema), inner_(inner), words_(std::move(words)), query_(schema) {}
    using Node = Result<std::size_t>;

    const QueryWord& word() const { return words_[at_]; }
    bool is_name(std::string_view name) const;
    bool is_sign(std::string_view sign, std::size_t ahead = 0) const;
    bool take_name(std::string_view name);
    bool take_sign(std::string_view sign);
    Error wrong(const std::string& what) const;
    Error wrong(const QueryWord& at, const std::string& what) const;

    Node add(QueryNode node);
    Node add_pair(QueryOp op, std::size_t left, std::size_t right);
    Node condition(Node node) const;
    Result<std::size_t> variable(const std::string& name, std::vector<TypeId> types);
    Result<void> bind_players();
    void split_clauses();
    void collect_variables(std::size_t node, std::vector<bool>& into) const;
    bool asks_presence(std::size_t node, std::size_t variable) const;

    Result<void> parse_end();
    Node every_snapshot();
    Result<Query::Seconds> parse_seconds();
    Node parse_or();
    Node parse_and();
    Node parse_not();
    Node parse_comparison();
    Node parse_sum();
    Node parse_product();
    Node parse_sign();
    Node parse_operand();
    Node parse_number();
    Node parse_name();
    Node parse_brackets();
    std::optional<Node> parse_function();
    Node parse_count();
    Node parse_of_field(QueryOp op);
    Node parse_least_or_most(QueryOp op);
    Node parse_distance();
    Node parse_place();
    Node parse_player(QueryOp op);
    Node parse_type(const QueryWord& name, std::vector<TypeId> types);
    Node parse_right(const QueryWord& sign, QueryOp op, std::size_t left);
    Node parse_between(const QueryWord& sign, std::size_t left);
    std::optional<Node> lone_speed();
    std::optional<Node> name_node(std::size_t variable, const std::string& name);
    Node field_node(const QueryWord& at, std::size_t variable, const std::string& name);
    Node closed(Node inside);
    Result<std::string> parse_field_name();
    std::optional<QueryOp> take_comparison();
    // The right side of a comparison with a field whose values have names; empty if it is no such
    // name.
    Result<std::optional<std::size_t>> parse_value_of(std::size_t left);
    const Field* field_of(std::size_t node) const;
    // An error if the two can never be compared: it would hold nowhere, silently.
    Result<void> check_comparison(const QueryWord& sign, QueryOp op, std::size_t left,
                                  std::size_t right) const;

    const Schema& schema_;
    bool inner_ = false;  // after `within ... of`
    std::vector<QueryWord> words_;
    Query query_;
    std::size_t at_ = 0;
    int depth_ = 0;
};

}  // namespace tickreel
