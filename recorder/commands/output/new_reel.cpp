#include "recorder/commands/output/new_reel.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace tickreel {

namespace {

Result<void> sync_path(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return fail("cannot open it again: ", std::strerror(errno));
    const bool done = ::fsync(file) == 0 || errno == EINVAL || errno == EROFS;
    const int reason = errno;
    ::close(file);
    if (!done) return fail("cannot sync: ", std::strerror(reason));
    return {};
}

}  // namespace

Result<std::unique_ptr<NewReel>> NewReel::create(const OutputOptions& output,
                                                 const RecordingInfo& info,
                                                 const ReelOptions& options) {
    if (const auto allowed = check_output(output, OutputKind::Binary); !allowed)
        return allowed.error();
    std::unique_ptr<NewReel> reel(new NewReel(output));
    std::string path = "-";
    if (output.path != "-") {
        path = fmt::format("{}.tmp-{}", output.path, ::getpid());
        reel->temporary_ = path;
    }
    auto sink = create_file(path, IfExists::Replace);
    if (!sink) {
        reel->temporary_.clear();
        return sink.error();
    }
    reel->writer_ = std::make_unique<ReelWriter>(std::move(*sink), info, options);
    return reel;
}

NewReel::~NewReel() {
    writer_.reset();
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

Result<void> NewReel::finish() {
    if (finished_) return {};
    if (const auto done = writer_->finish(); !done) return done.error();
    finished_ = true;
    return temporary_.empty() ? Result<void>{} : sync_path(temporary_);
}

Result<void> NewReel::publish() {
    if (const auto done = finish(); !done) return done.error();
    if (temporary_.empty()) return {};
    // Asked again: another program may have made the file in the meantime.
    if (const auto allowed = check_output(output_, OutputKind::Binary); !allowed)
        return allowed.error();
    if (std::rename(temporary_.c_str(), output_.path.c_str()) != 0)
        return fail("cannot rename ", temporary_, " to it: ", std::strerror(errno));
    temporary_.clear();
    // So that a power cut cannot bring the old name back. Not every file system can.
    const std::size_t slash = output_.path.rfind('/');
    static_cast<void>(
        sync_path(slash == std::string::npos ? "." : output_.path.substr(0, slash + 1)));
    return {};
}

}  // namespace tickreel
