#include "recorder/capture/file_window.h"

#include <algorithm>

namespace tickreel {

namespace {

constexpr std::size_t kWindow = 1U << 18U;

}  // namespace

Result<ByteView> FileWindow::read(std::size_t length) {
    if (length > left()) return fail("file ends at offset ", size_);
    const bool inside =
        position_ >= window_at_ && position_ + length <= window_at_ + window_.size();
    if (!inside) {
        const std::uint64_t want =
            std::max<std::uint64_t>(length, std::min<std::uint64_t>(kWindow, left()));
        Result<Bytes> bytes = file_.read(position_, static_cast<std::size_t>(want));
        if (!bytes) return bytes.error();
        window_ = *std::move(bytes);
        window_at_ = position_;
    }
    const ByteView view =
        ByteView(window_).subspan(static_cast<std::size_t>(position_ - window_at_), length);
    position_ += length;
    return view;
}

}  // namespace tickreel
