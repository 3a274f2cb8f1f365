#pragma once
// Frames as NDJSON, for what holds items and events alike: the lines of `cat` and of `list FILE
// events`.

#include <string>
#include <vector>

#include "recorder/commands/output/event_printer.h"
#include "recorder/commands/output/item_printer.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

struct LineChoice {
    Selection items{};
    Selection events{};
};

// `types` may name items and events; none means all of both. Those that the schema lacks are left
// out: who asks has looked.
Result<LineChoice> choose_lines(const Schema& schema, const std::vector<std::string>& types);

class FrameLines {
public:
    // The reader must outlive it, unchanged.
    FrameLines(const ReelReader& reel, LineChoice choice, const ValueStyle& style = {});
    FrameLines(const FrameLines&) = delete;
    FrameLines& operator=(const FrameLines&) = delete;

    void append_items(std::string& out, const Frame& frame) { printer_.append(out, frame); }
    void append_events(std::string& out, const Frame& frame) { events_.append(out, frame); }

private:
    LineChoice choice_;
    ItemPrinter printer_;
    EventPrinter events_;
};

}  // namespace tickreel
