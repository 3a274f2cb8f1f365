#pragma once
// What every export of one recording into one file does before and after its own work: the range,
// the unfinished file and its final name, what of the recording was lost.

#include <memory>
#include <optional>

#include "recorder/commands/export/export_job.h"
#include "recorder/commands/known_damage.h"
#include "recorder/commands/output/partial_files.h"
#include "recorder/commands/output/terminal.h"

namespace tickreel {

class SingleExport {
public:
    // All must outlive it.
    SingleExport(const CommandLine& line, const ExportJob& job, const ReelReader& reel);

    // Empty: go on. Otherwise the exit code: a range without snapshots, a file that cannot be made.
    std::optional<int> begin();
    MomentRange range() const { return range_; }
    ProblemSink problems() { return losses_.sink(); }
    void show_progress(Moment moment);
    ByteSink& out() { return *partial_.sink; }
    std::unique_ptr<ByteSink> take_out() {
        return std::move(partial_.sink);
    }  // who takes it closes it

    // Exit codes with a line about the recording, or about the output.
    int failed(const Error& error, std::string_view next = "") const;
    int not_written(const Error& error) const;
    // Gives the file its name; "Exported WHAT." unless `what` is "".
    int finish(const std::string& what);

private:
    const CommandLine& line_;
    const ExportJob& job_;
    const ReelReader& reel_;
    ReadLosses losses_;
    MomentRange range_{};
    PartialFiles partials_;
    PartialFiles::Partial partial_{};
    ProgressBar bar_;
    std::optional<Moment> shown_{};
};

}  // namespace tickreel
