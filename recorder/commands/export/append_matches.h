#pragma once
// export --append: adds recordings to a dataset that grows, a folder for each: DIR/UUID/.

#include "recorder/commands/export/export_job.h"

namespace tickreel {

// Those whose UUID is there already are left out. A recording is added by one rename: whoever reads
// sees all of it or nothing, also after a crash.
int append_matches(const CommandLine& line, const ExportJob& job);

}  // namespace tickreel
