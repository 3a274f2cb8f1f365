#include "recorder/recording/recorded_end.h"

#include "tickreel/reel/reel_reader.h"

namespace tickreel {

std::optional<RecordedEnd> recorded_end(std::span<const std::string> files, bool& unreadable) {
    for (std::size_t left = files.size(); left > 0; --left) {
        Result<std::unique_ptr<ByteSource>> file = open_file(files[left - 1]);
        if (!file) {
            unreadable = true;
            continue;
        }
        const auto reel = ReelReader::open(*std::move(file));
        if (!reel || (*reel)->chunks().empty()) continue;  // killed before its first chunk
        const Result<Frame> last = (*reel)->at((*reel)->timeline().last());
        if (!last) {
            unreadable = true;
            continue;
        }
        return RecordedEnd{(*reel)->info().game, last->moment(), last->time};
    }
    return std::nullopt;
}

void WrittenFrames::add_frame(const Frame& frame) {
    ++frames_;
    if (frame.tick == end_.last.tick && frame.time == end_.time) up_to_end_ = frames_;
    if (frame.time <= end_.time) up_to_time_ = frames_;
}

}  // namespace tickreel
