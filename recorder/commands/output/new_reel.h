#pragma once
// A reel that a verb writes anew (cut, merge, optimize, recover): under a temporary name beside the
// final one until it is whole, then renamed. Whatever goes wrong, no half file and no overwritten
// file is left behind. "-" is standard output, without a temporary name.

#include <memory>
#include <string>

#include "recorder/commands/output/output_file.h"
#include "tickreel/reel/reel_writer.h"

namespace tickreel {

class NewReel {
public:
    static Result<std::unique_ptr<NewReel>> create(const OutputOptions& output,
                                                   const RecordingInfo& info,
                                                   const ReelOptions& options = {});
    NewReel(const NewReel&) = delete;
    NewReel& operator=(const NewReel&) = delete;
    ~NewReel();  // without publish(): removes it

    ReelWriter& writer() { return *writer_; }
    Result<void> finish();   // the last byte is on disk, still under its temporary name
    Result<void> publish();  // finish() if need be, then the final name
    const std::string& temporary_path() const { return temporary_; }  // "" for "-"
    std::uint64_t bytes() const { return writer_->bytes_written(); }

private:
    explicit NewReel(OutputOptions output) : output_(std::move(output)) {}

    OutputOptions output_;
    std::string temporary_;
    std::unique_ptr<ReelWriter> writer_;
    bool finished_ = false;
};

}  // namespace tickreel
