#pragma once
// What the SQL prompt completes: tables, columns and keywords.

#include <string>
#include <string_view>
#include <vector>

#include "tickreel/tables/table_database.h"

namespace tickreel {

class SqlCompletion {
public:
    // Reads the names again: after a statement that may have made or dropped a table.
    void refresh(TableDatabase& database);
    // The words that begin so, without regard to case, sorted. Words behind `table.` are columns.
    std::vector<std::string> complete(std::string_view begun) const;

private:
    std::vector<std::string> words_;                            // in order
    std::vector<std::pair<std::string, std::string>> columns_;  // of tables, in order
};

// The beginning that all words share.
std::string common_beginning(const std::vector<std::string>& words);
// The word that ends at the end of the text: letters, digits, _ and dots.
std::string_view word_at_end(std::string_view text);

}  // namespace tickreel
