#pragma once
// The output recording of a command (cut, merge, optimize, recover): after any failure, including
// Ctrl-C, neither a partial nor an overwritten file is left. "-" is standard output.

#include <memory>
#include <string>

#include "recorder/commands/output/output_file.h"
#include "tickreel/base/stop_signals.h"
#include "tickreel/base/unfinished_file.h"
#include "tickreel/reel/reel_writer.h"

namespace tickreel {

class NewReel {
public:
    static Result<std::unique_ptr<NewReel>> create(const OutputOptions& output,
                                                   const RecordingInfo& info,
                                                   const ReelOptions& options = {});
    NewReel(const NewReel&) = delete;
    NewReel& operator=(const NewReel&) = delete;

    ReelWriter& writer() { return *writer_; }
    Result<void> finish();   // everything is written, still under the temporary name
    Result<void> publish();  // calls finish() if necessary, then renames the file
    std::string temporary_path() const { return file_ ? file_->path() : ""; }  // "" for "-"
    std::uint64_t bytes() const { return writer_->bytes_written(); }

private:
    explicit NewReel(OutputOptions output) : output_(std::move(output)) {}

    OutputOptions output_;
    StopSignals stop_;  // signals wait until the file is published or removed
    std::unique_ptr<UnfinishedFile> file_;
    std::unique_ptr<ReelWriter> writer_;
    bool finished_ = false;
};

}  // namespace tickreel
