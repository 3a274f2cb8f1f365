#pragma once
// The rows of a match file that are about views (FORMAT.md, 7): which views a row is about, and
// what a view's frame has apart from its items and events.

#include <bit>
#include <optional>
#include <vector>

#include "format/reel/views_layout.h"
#include "tickreel/model/frame.h"
#include "tickreel/model/schema.h"

namespace tickreel {

// A row that is about some of the views: number of mask words, mask, and the rest.
struct ViewSet {
    Row mask{};
    Row rest{};

    bool has(std::uint32_t view) const {
        const std::size_t word = view / layout::kViewsPerWord;
        return word < mask.size() && ((mask[word] >> (view % layout::kViewsPerWord)) & 1) != 0;
    }
    template <typename Visit>
    void each(const Visit& visit) const {
        constexpr std::uint32_t kOfWord = (1U << layout::kViewsPerWord) - 1;
        for (std::size_t word = 0; word < mask.size(); ++word)
            for (auto bits = static_cast<std::uint32_t>(mask[word]) & kOfWord; bits != 0;
                 bits &= bits - 1)
                visit(word * layout::kViewsPerWord +
                      static_cast<std::size_t>(std::countr_zero(bits)));
    }
};
std::optional<ViewSet> read_view_set(Row row);  // nothing: it is none

// Begins such a row; `count` views exist.
class ViewSetWriter {
public:
    explicit ViewSetWriter(std::size_t count);
    void add(std::uint32_t view) {
        row_[1 + view / layout::kViewsPerWord] |= Word{1} << (view % layout::kViewsPerWord);
    }
    void append(Row words) { row_.insert(row_.end(), words.begin(), words.end()); }
    const std::vector<Word>& row() const { return row_; }

private:
    std::vector<Word> row_;
};

// Many protocols' checksum is the sum of all words that it covers: then it need not be stored.
bool covered_by_sum(const ItemType& type);

inline constexpr std::size_t kViewFrameWords = 10;

// What is told as a difference from that of the view before, in the order of their numbers: a
// server sends to all of its clients at once, and much the same.
struct ViewBefore {
    bool any = false;  // a view with a frame at this tick
    std::chrono::nanoseconds
        time{};               // of its frame, since that of the world's, by the file's clock
    std::uint32_t bytes = 0;  // of its snapshot on the wire
};

// Of a view's frame, `time` after the world's frame of the same tick. `sum`: of the words in the
// view's snapshot that are covered. `before` becomes this view.
std::vector<Word> write_view_frame(const Frame& frame, std::chrono::nanoseconds time,
                                   std::uint32_t sum, ViewBefore& before);
// Wraps: files may hold any time.
std::chrono::nanoseconds later(std::chrono::nanoseconds time, std::chrono::nanoseconds by);
std::chrono::nanoseconds earlier(std::chrono::nanoseconds time, std::chrono::nanoseconds by);
// Tick of the view's last frame; nothing: the row is none of these.
std::optional<Tick> view_frame_tick(Row row, Tick world_tick);
// Makes this view that before, whose row it is.
void pass_view_frame(Row row, ViewBefore& before);
// `world_time`: of the world's frame, by the view's clock.
void read_view_frame(Row row, std::chrono::nanoseconds world_time, std::uint32_t sum,
                     ViewBefore before, Frame& into);

}  // namespace tickreel
