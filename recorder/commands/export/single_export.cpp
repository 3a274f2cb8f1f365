#include "recorder/commands/export/single_export.h"

#include <algorithm>

#include <fmt/format.h>

#include "recorder/commands/place.h"

namespace tickreel {

SingleExport::SingleExport(const CommandLine& line, const ExportJob& job, const ReelReader& reel)
    : line_(line),
      job_(job),
      reel_(reel),
      losses_(line, job.paths.front(), reel),
      partials_(job.output.path),
      bar_(line.progress_wanted(), "exporting") {}

std::optional<int> SingleExport::begin() {
    const auto range = parse_ticks(line_, job_.paths.front(), reel_, job_.ticks);
    if (!range) return failed(range.error());
    range_ = range->moments;
    if (!range->empty.empty()) {
        const int code = losses_.report_as(kNoOutput, range_, job_.ticks);
        return code == kExitDone ? failed(Error{range->empty}) : code;
    }
    auto partial = partials_.create();
    if (!partial) return not_written(partial.error());
    partial_ = *std::move(partial);
    return std::nullopt;
}

void SingleExport::show_progress(Moment moment) {
    if (shown_ == moment) return;
    shown_ = moment;
    const Timeline& timeline = reel_.timeline();
    const std::int64_t from = timeline.position(range_.from);
    const std::int64_t length = std::max<std::int64_t>(timeline.position(range_.to) - from, 1);
    bar_.show(static_cast<double>(timeline.position(moment) - from) / static_cast<double>(length));
}

int SingleExport::failed(const Error& error, std::string_view next) const {
    if (partials_.write_failed()) return not_written(error);
    return line_.failed(job_.paths.front(), error.message, next);
}

int SingleExport::not_written(const Error& error) const {
    return line_.failed(job_.output.path, error.message);
}

int SingleExport::finish(const std::string& what) {
    bar_.clear();
    Result<void> done;
    if (partial_.sink != nullptr) done = partial_.sink->close();
    if (done) done = partials_.keep(partial_.path, job_.output.path, job_.output.force);
    if (!done) return not_written(done.error());
    if (!what.empty() && !line_.common().quiet) fmt::print(stderr, "Exported {}.\n", what);
    return losses_.report(range_, job_.ticks);
}

}  // namespace tickreel
