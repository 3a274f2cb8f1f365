#include "player/app/report_missing.h"

#include <iostream>

#include "player/state/exit_codes.h"
#include "tickreel/analysis/missing_summary.h"

namespace tickreel {

int report_missing(std::string_view program, const RecordingSession& session) {
    if (!session.ready()) return 0;
    std::string missing = session.import_lost();
    if (!session.imported()) {
        missing = missing_summary(session.reader(), session.reader().everything());
        if (!missing.empty()) missing += concat("; ", kVerifyHint);
    }
    if (missing.empty()) return 0;
    std::cerr << program << ": " << session.source_path() << ": " << missing << '\n';
    return kDataLost;
}

}  // namespace tickreel
