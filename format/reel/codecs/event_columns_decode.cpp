// Reads events from columns.
#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

#include "format/reel/codecs/event_columns.h"
#include "format/reel/codecs/event_history.h"
#include "format/reel/codecs/event_views.h"
#include "format/reel/codecs/frame_meta.h"
#include "format/reel/views_layout.h"
#include "tickreel/reel/codec.h"
#include "tickreel/reel/layout.h"

namespace tickreel::columns {

namespace {

// More than any number of an event.
constexpr std::uint64_t kNoEvent = 0xffff'ffff;

struct ReadColumn {
    std::uint8_t predictor = kNothing;
    unsigned low_bytes = 0;
    bool has_values = false;
    std::uint64_t parameter = 0;
    std::uint32_t step = 1;  // of its differences
    const Byte* values = nullptr;
    std::array<const Byte*, kLowBytesMask> lows{};

    // Whether the word is that of the last event.
    bool stays() const { return predictor == kLastEvent && !has_values; }
};

struct ReadTable {
    TypeId type = 0;
    bool before_snapshot = false;
    std::size_t length = 0;
    std::size_t rows = 0;
    std::vector<std::pair<std::size_t, ReadColumn>> columns{};  // words that do not stay
    EventHistory history{0};
};

class EventColumnsReader {
public:
    EventColumnsReader(const StreamViews& in, std::vector<Frame>& frames, std::uint64_t& words)
        : structure_(in[kEvents]),
          values_(in[kEventValues]),
          lows_(in[kEventLows]),
          frames_(frames),
          words_(words) {}

    Result<void> read() {
        Result<std::vector<Event>> distinct = read_event_list(structure_);
        if (!distinct) return distinct.error();
        distinct_ = *std::move(distinct);
        if (Result<void> heads = read_heads(); !heads) return heads;
        if (Result<void> order = read_order(); !order) return order;
        if (Result<void> placed = place_columns(); !placed) return placed;
        if (Result<void> events = read_frames(); !events) return events;
        if (structure_.failed() || lows_.failed()) return fail("the events are cut");
        if (structure_.left() + values_.left() + lows_.left() != 0)
            return fail("bytes are left after the last event");
        return {};
    }

private:
    Result<void> read_heads() {
        const std::uint64_t count = structure_.varint();
        if (count > kMostEventTables) return fail("the chunk has ", count, " tables of events");
        for (std::uint64_t i = 0; i < count; ++i)
            if (Result<void> head = read_head(); !head) return head;
        const std::uint64_t views = structure_.varint();
        if (views == 0) return {};
        EventLists lists;
        lists.type = static_cast<TypeId>(structure_.varint());
        const std::uint64_t mask_words = structure_.varint();
        if (views > layout::kMaxViews || mask_words > layout::kMaxViews ||
            mask_words * layout::kViewsPerWord < views)
            return fail("events of ", views, " views");
        lists.views = static_cast<std::uint32_t>(views);
        lists.mask_words = static_cast<std::uint32_t>(mask_words);
        lists_ = lists;
        return {};
    }

    Result<void> read_head() {
        ReadTable table;
        const std::uint64_t head = structure_.varint();
        const std::uint64_t length = structure_.varint();
        if (length > structure_.left()) return fail("a table of events is cut");
        table.type = static_cast<TypeId>(head >> 1);
        table.before_snapshot = (head & 1) != 0;
        table.length = static_cast<std::size_t>(length);
        for (std::size_t word = 0; word < table.length; ++word) {
            const Byte byte = structure_.u8();
            ReadColumn column;
            column.predictor = byte & kPredictorMask;
            column.low_bytes = byte >> kPredictorBits & kLowBytesMask;
            column.has_values = (byte & kHasValues) != 0;
            if (column.predictor >= kEventPredictors)
                return fail("predictor ", int{column.predictor}, " of events is not known");
            if (has_parameter(column.predictor)) column.parameter = structure_.varint();
            if (column.predictor == kSteadyClock && column.parameter == 0)
                return fail("a column of times has no unit");
            if ((byte & kHasStep) != 0)
                column.step = static_cast<std::uint32_t>(structure_.varint());
            if (column.predictor == kWithWord && column.parameter >= word)
                return fail("word ", word, " of an event goes with one behind it");
            if (!column.stays()) table.columns.emplace_back(word, column);
        }
        table.history = EventHistory(table.length);
        tables_.push_back(std::move(table));
        return {};
    }

    // How many events each view has in each frame, and which; counts their memory.
    Result<void> read_order() {
        const std::size_t views = lists_ ? lists_->views : 1;
        if (frames_.size() * views > structure_.left() || frames_.size() * views > kMostViewFrames)
            return fail("the numbers of events are cut");
        counts_.reserve(frames_.size() * views);
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < frames_.size() * views; ++i) {
            const std::uint64_t count = structure_.varint();
            sum += count;
            // Each is a new event, or a word of a list.
            const std::uint64_t most =
                std::min<std::uint64_t>(structure_.left(), layout::kMaxChunkWords);
            if (count > most || sum > most) return fail("events are cut");
            counts_.push_back(static_cast<std::uint32_t>(count));
        }
        uses_.reserve(static_cast<std::size_t>(sum));
        for (std::uint64_t i = 0; i < sum; ++i) {
            const std::uint64_t use = structure_.varint();
            if (use < tables_.size()) {
                ReadTable& table = tables_[static_cast<std::size_t>(use)];
                ++table.rows;
                words_ += table.length + event_words({});
            } else if (use - tables_.size() < distinct_.size()) {
                words_ += event_words(distinct_[static_cast<std::size_t>(use) - tables_.size()]);
            } else if (!lists_) {
                return fail("there is no event ", use);
            }
            if (words_ > layout::kMaxChunkWords)
                return fail("the chunk holds more than ", layout::kMaxChunkWords, " words");
            uses_.push_back(static_cast<std::uint32_t>(std::min<std::uint64_t>(use, kNoEvent)));
        }
        return {};
    }

    Result<void> place_columns() {
        for (ReadTable& table : tables_)
            for (auto& [word, column] : table.columns) {
                if (!column.has_values) continue;
                if (table.rows > values_.left() || table.rows * column.low_bytes > lows_.left())
                    return fail("the values of events are cut");
                column.values = values_.bytes(table.rows).data();
                for (unsigned low = 0; low < column.low_bytes; ++low)
                    column.lows[low] = lows_.bytes(table.rows).data();
            }
        return {};
    }

    Result<void> read_frames() {
        const std::size_t views = lists_ ? lists_->views : 1;
        auto count = counts_.begin();
        auto use = uses_.begin();
        for (now_ = 0; now_ < frames_.size(); ++now_) {
            std::vector<Event>& events = frames_[now_].events;
            ViewEvents of;
            of.counts.assign(count, count + static_cast<std::ptrdiff_t>(views));
            others_ = {};
            of.places.reserve(static_cast<std::size_t>(
                std::accumulate(of.counts.begin(), of.counts.end(), std::uint64_t{0})));
            for (std::uint32_t view = 0; view < views; ++view, ++count) {
                Row before;
                const std::size_t first = of.places.size();
                for (std::uint32_t n = 0; n < *count; ++n) {
                    const auto place = add(*use++, view, n, before, events);
                    if (!place) return place.error();
                    of.places.push_back(*place);
                    before = events[*place].row;
                }
                if (*count != 0) others_ = std::span(of.places).subspan(first);
            }
            if (!lists_) continue;
            if (Result<void> made = append_event_lists(*lists_, of, events, words_); !made)
                return made;
        }
        return {};
    }

    // The place of the event in its frame.
    Result<std::uint32_t> add(std::size_t use, std::uint32_t view, std::uint32_t n, Row before,
                              std::vector<Event>& events) {
        const auto fresh = static_cast<std::uint32_t>(events.size());
        if (use < tables_.size()) {
            add_row(tables_[use], view, before, events);
            return fresh;
        }
        use -= tables_.size();
        if (use < distinct_.size()) {
            events.push_back(distinct_[use]);
            return fresh;
        }
        const std::uint32_t place = expected_place(others_, n) +
                                    unzigzag(static_cast<std::uint32_t>(use - distinct_.size()));
        if (!lists_ || place >= events.size())
            return fail("tick ", frames_[now_].tick, ": there is no event ", place);
        return place;
    }

    void add_row(ReadTable& table, std::uint32_t view, Row before, std::vector<Event>& events) {
        const EventContext context = table.history.next(now_, view, before);
        Event event;
        event.type = table.type;
        event.before_snapshot = table.before_snapshot;
        event.row.assign(context.last, context.last + table.length);
        for (auto& [word, column] : table.columns) {
            const std::uint32_t predicted = context.predict(
                event.row.data(), word, column.predictor, column.parameter, frames_);
            event.row[word] =
                sign(predicted + (column.has_values ? unzigzag(next(column)) * column.step : 0));
        }
        table.history.add(now_, view, event.row.data(), before);
        events.push_back(std::move(event));
    }

    std::uint32_t next(ReadColumn& column) {
        std::uint32_t value = *column.values++;
        if (value == kLargeValue) value += static_cast<std::uint32_t>(lows_.varint());
        value <<= 8 * column.low_bytes;
        for (unsigned low = 0; low < column.low_bytes; ++low)
            value |= std::uint32_t{*column.lows[low]++} << 8 * low;
        return value;
    }

    ByteReader structure_;
    ByteReader values_;
    ByteReader lows_;
    std::vector<Frame>& frames_;
    std::uint64_t& words_;
    std::vector<Event> distinct_;
    std::vector<ReadTable> tables_;
    std::optional<EventLists> lists_;
    std::vector<std::uint32_t> counts_;  // frame by frame, view by view
    std::vector<std::uint32_t> uses_;
    std::uint32_t now_ = 0;                    // frame
    std::span<const std::uint32_t> others_{};  // places of the view before
};

}  // namespace

Result<void> read_event_columns(const StreamViews& in, std::vector<Frame>& frames,
                                std::uint64_t& words) {
    return EventColumnsReader(in, frames, words).read();
}

}  // namespace tickreel::columns
