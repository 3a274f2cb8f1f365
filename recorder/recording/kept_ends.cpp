#include "recorder/recording/kept_ends.h"

#include "recorder/recording/kept_parts.h"

namespace tickreel {

void note_kept_ends(RecoveryLog& log) {
    for (const auto& [client, left] : log.left())
        for (const LeftFile& one : left.files) {
            if (one.end || !kept_parts(one.path)) continue;
            bool unreadable = false;
            if (auto end = recorded_end({&one, 1}, unreadable))
                log.append_end(client, {one.path, end});
        }
}

}  // namespace tickreel
