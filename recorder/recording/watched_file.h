#pragma once
// A recording that is being written, and whether it is still what was written: somebody may remove
// it, replace it, or cut it short. What is written behind a cut leaves a hole and the right length,
// so each write looks first.

#include <memory>
#include <string_view>

#include "recorder/recording/file_identity.h"
#include "tickreel/base/file.h"

namespace tickreel {

// As they are in the error of a recording that ended early.
inline constexpr std::string_view kTakenAway = "was removed or moved while it was being written";
inline constexpr std::string_view kChangedByOther =
    "was changed by another program while it was being written";

class WatchedFile final : public ByteSink {
public:
    // `sink` has made the file; a path that names none is not watched.
    WatchedFile(std::string path, std::unique_ptr<ByteSink> sink)
        : path_(std::move(path)), sink_(std::move(sink)), begun_(look_at(path_)) {}

    Result<void> look() const {
        if (!begun_ || broken_) return {};
        const auto now = look_at(path_);
        if (!now || now->identity != begun_->identity) return fail(kTakenAway);
        if (now->bytes && *now->bytes != written_) return fail(kChangedByOther);
        return {};
    }

    Result<void> write(ByteView bytes) override {
        if (Result<void> whole = look(); !whole) return whole;
        Result<void> done = sink_->write(bytes);
        broken_ = broken_ || !done;
        written_ += bytes.size();
        return done;
    }
    Result<void> sync() override { return sink_->sync(); }
    Result<void> close() override { return sink_->close(); }

private:
    std::string path_;
    std::unique_ptr<ByteSink> sink_;
    std::optional<FileLook> begun_;
    std::uint64_t written_ = 0;
    bool broken_ = false;  // its length is not known any more
};

}  // namespace tickreel
