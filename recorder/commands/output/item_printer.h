#pragma once
// Prints frames item by item in all three formats: used by `cat`, and by `at` for programs.

#include <string>
#include <vector>

#include "recorder/commands/command_line.h"
#include "recorder/commands/selection.h"
#include "tickreel/model/frame.h"
#include "tickreel/model/type_table.h"
#include "tickreel/reel/timeline.h"

namespace tickreel {

class ItemPrinter {
public:
    // All references must outlive the printer.
    ItemPrinter(const Schema& schema, const Timeline& timeline, const Selection& selection,
                TableFormat format);

    std::string header() const;  // CSV only
    void append(std::string& out, const Frame& frame);
    // Words without a CSV column; NDJSON and text show all.
    std::uint64_t dropped_words() const { return dropped_words_; }

private:
    struct Stamp {
        std::string tick, time, clock, checksum;
    };
    void append_text(std::string& out, const Stamp& when, Item item) const;
    void append_ndjson(std::string& out, const Stamp& when, const Frame& frame, Item item) const;
    void append_csv(std::string& out, const Stamp& when, Item item);
    void plan_columns();

    TypeTable types_;
    const Timeline& timeline_;
    const Selection& selection_;
    TableFormat format_;
    bool several_segments_ = false;
    std::vector<std::string> columns_;                   // CSV: the union of the fields
    std::vector<std::vector<std::size_t>> column_of_{};  // by TypeId, by position in fields
    bool words_column_ = false;                          // CSV: an unknown type is shown
    std::vector<std::string> cells_;
    std::uint64_t dropped_words_ = 0;
};

}  // namespace tickreel
