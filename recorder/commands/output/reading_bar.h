#pragma once
// A progress bar for reading a whole recording, frame after frame.

#include <algorithm>

#include "recorder/commands/output/terminal.h"
#include "tickreel/reel/timeline.h"

namespace tickreel {

class ReadingBar {
public:
    ReadingBar(bool wanted, std::string title, const Timeline& timeline)
        : bar_(wanted, std::move(title)), timeline_(timeline) {}

    void show(Moment moment) {
        const auto whole = static_cast<double>(std::max<std::int64_t>(timeline_.length(), 1));
        bar_.show(static_cast<double>(timeline_.position(moment)) / whole);
    }
    void clear() { bar_.clear(); }

private:
    ProgressBar bar_;
    const Timeline& timeline_;
};

}  // namespace tickreel
