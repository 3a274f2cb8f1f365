#pragma once
// Prints events one by one in all three formats: `list FILE events`, and `export` to NDJSON.

#include <optional>
#include <string>

#include "recorder/commands/output/csv_columns.h"
#include "tickreel/model/frame.h"
#include "tickreel/reel/timeline.h"

namespace tickreel {

class EventPrinter {
public:
    // All references must outlive the printer.
    EventPrinter(const Schema& schema, const Timeline& timeline, const Selection& selection,
                 TableFormat format, const ValueStyle& style = {});

    std::string header() const;  // CSV only
    void append(std::string& out, const Frame& frame);

private:
    void append_one(std::string& out, const Frame& frame, const Event& event);

    TypeTable types_;
    const Timeline& timeline_;
    const Selection& selection_;
    TableFormat format_;
    ValueStyle style_;
    bool several_segments_ = false;
    std::optional<CsvColumns> csv_{};
};

}  // namespace tickreel
