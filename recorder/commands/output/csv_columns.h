#pragma once
// The columns of a CSV table with rows of several types: the union of their fields by name, one
// value a cell, and the words of unknown types in one more.

#include <string>
#include <vector>

#include "recorder/commands/output/value_style.h"
#include "recorder/commands/selection.h"
#include "tickreel/model/type_table.h"

namespace tickreel {

class CsvColumns {
public:
    // All references must outlive it.
    CsvColumns(const TypeTable& types, const Selection& selection, const ValueStyle& style);

    // ",x,y" and ",1,2": to be added to what comes before.
    std::string header() const;
    void append(std::string& out, TypeId type, Row row);
    std::uint64_t dropped_words() const { return dropped_words_; }  // they have no column

private:
    const TypeTable& types_;
    const Selection& selection_;
    ValueStyle style_;
    std::vector<std::string> names_;
    std::vector<std::vector<std::size_t>> column_of_;  // by TypeId, by position in its fields
    bool words_column_ = false;                        // an unknown type is shown
    std::vector<std::string> cells_;
    std::uint64_t dropped_words_ = 0;
};

}  // namespace tickreel
