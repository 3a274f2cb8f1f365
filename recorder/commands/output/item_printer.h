#pragma once
// Prints frames item by item in all three formats: used by `cat`, and by `at` for programs.

#include <optional>
#include <string>
#include <vector>

#include "recorder/commands/command_line.h"
#include "recorder/commands/output/csv_columns.h"
#include "recorder/commands/selection.h"
#include "tickreel/model/frame.h"
#include "tickreel/model/type_table.h"
#include "tickreel/reel/timeline.h"

namespace tickreel {

class ItemPrinter {
public:
    // All references must outlive the printer.
    ItemPrinter(const Schema& schema, const Timeline& timeline, const Selection& selection,
                TableFormat format, const ValueStyle& style = {});

    std::string header() const;  // CSV only
    void append(std::string& out, const Frame& frame);
    // Words without a CSV column; NDJSON and text show all.
    std::uint64_t dropped_words() const { return csv_ ? csv_->dropped_words() : 0; }

private:
    struct Stamp {
        std::string tick, time, clock, checksum;
    };
    void append_text(std::string& out, const Stamp& when, Item item) const;
    void append_ndjson(std::string& out, const Stamp& when, const Frame& frame, Item item) const;
    void append_csv(std::string& out, const Stamp& when, Item item);

    TypeTable types_;
    const Timeline& timeline_;
    const Selection& selection_;
    TableFormat format_;
    ValueStyle style_;
    bool several_segments_ = false;
    std::optional<CsvColumns> csv_{};
};

}  // namespace tickreel
