#pragma once
// What is missing between a snapshot and the one before it. Where two differ, this says whether the
// change may have happened earlier than the snapshot that shows it.

#include <optional>
#include <string>

#include "tickreel/reel/reel_reader.h"

namespace tickreel {

class MissingBefore {
public:
    explicit MissingBefore(const ReelReader& reel) : reel_(reel) {}

    void see(Moment moment);  // of each snapshot in turn
    // The ticks that are missing right before the one seen last, as "420..1020"; "": none. Reads
    // the recording where its damage is not known, and only where a snapshot may be missing.
    std::string ticks() const;

private:
    const ReelReader& reel_;
    std::optional<Moment> before_;
    std::optional<Moment> last_;
    std::optional<Tick> step_;  // the shortest so far
};

}  // namespace tickreel
