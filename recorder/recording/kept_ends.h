#pragma once
// Where the minutes end that killed flight recorders left (kept_parts.h), for the recorder that
// goes on with their clients.

#include "recorder/recording/recovery_log.h"

namespace tickreel {

// Puts it into the log. Call before the minutes become clips: that removes them.
void note_kept_ends(RecoveryLog& log);

}  // namespace tickreel
