#include "recorder/commands/output/new_reel.h"

#include "tickreel/base/interrupted.h"

namespace tickreel {

Result<std::unique_ptr<NewReel>> NewReel::create(const OutputOptions& output,
                                                 const RecordingInfo& info,
                                                 const ReelOptions& options) {
    if (const auto allowed = check_output(output, OutputKind::Binary); !allowed)
        return allowed.error();
    std::unique_ptr<NewReel> reel(new NewReel(output));
    if (output.path != "-") {
        auto file = UnfinishedFile::create(output.path);
        if (!file) return file.error();
        reel->file_ = *std::move(file);
    }
    auto sink = reel->file_ ? reel->file_->open() : create_file("-", IfExists::Replace);
    if (!sink) return sink.error();
    reel->writer_ = std::make_unique<ReelWriter>(std::move(*sink), info, options);
    return reel;
}

Result<void> NewReel::finish() {
    if (finished_) return {};
    if (const auto done = writer_->finish(); !done) return done.error();
    finished_ = true;
    return {};
}

Result<void> NewReel::publish() {
    if (const auto done = finish(); !done) return done.error();
    if (!file_) return {};
    if (stop_.arrived()) return fail(kInterrupted);
    return file_->publish(output_.force ? IfExists::Replace : IfExists::Refuse);
}

}  // namespace tickreel
