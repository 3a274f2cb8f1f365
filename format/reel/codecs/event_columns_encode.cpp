// Decides which events are stored in columns, how each of their words is predicted, and writes
// them.
#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "format/reel/codecs/event_columns.h"
#include "format/reel/codecs/event_history.h"
#include "format/reel/codecs/event_views.h"
#include "format/reel/codecs/frame_meta.h"

namespace tickreel::columns {

namespace {

// Fewer rows of a kind are not worth the description of their columns.
constexpr std::size_t kFewestRows = 4;
// Words of the event before that a column is compared with.
constexpr std::size_t kMostWordsBefore = 8;
// Units of times within rows, in ns, that a column is tried with: us and ms.
constexpr std::array<std::uint64_t, 2> kUnits{1000, 1'000'000};

// Events that can be in one table.
struct Kind {
    std::uint64_t head = 0;  // as write_event() writes it
    std::size_t length = 0;
    auto operator<=>(const Kind&) const = default;
};

Kind kind_of(const Event& event) {
    return {event_head(event), event.row.size()};
}

struct PlacedEvent {
    const Event* event = nullptr;
    EventContext context{};
};

struct Column {
    std::uint8_t predictor = kNothing;
    std::uint64_t parameter = 0;
    unsigned low_bytes = 0;
    std::uint32_t step = 1;
    std::vector<std::uint32_t> values{};  // zigzag, of differences / step; empty: all are 0
    double bits = 0;
};

struct EventTable {
    Kind kind{};
    std::vector<PlacedEvent> rows{};
    std::vector<Column> columns{};
    double saved = 0;  // bits
};

// Estimated bits for a difference.
std::uint32_t event_cost(std::uint32_t zig) {
    return zig == 0 ? 0 : 2 + static_cast<std::uint32_t>(std::bit_width(zig));
}

// Bits of as many bytes as were counted.
class ByteCounts {
public:
    void add(std::uint32_t byte) { ++counts_[byte & 0xff]; }
    double bits() const {
        double all = 0;
        double sum = 0;
        for (const std::uint32_t count : counts_) {
            if (count == 0) continue;
            all += count;
            sum += count * std::log2(count);
        }
        return all == 0 ? 0 : all * std::log2(all) - sum;
    }

private:
    std::array<std::uint32_t, 256> counts_{};
};

double bits_of_low_byte(const std::vector<std::uint32_t>& values, unsigned low) {
    ByteCounts counts;
    for (const std::uint32_t value : values) counts.add(value >> 8 * low);
    return counts.bits();
}

double bits_of_rest(const std::vector<std::uint32_t>& values, unsigned low_bytes) {
    double bits = 0;
    ByteCounts counts;
    for (const std::uint32_t value : values) {
        const std::uint32_t rest = value >> 8 * low_bytes;
        counts.add(std::min<std::uint32_t>(rest, kLargeValue));
        if (rest >= kLargeValue) bits += rest - kLargeValue < 128 ? 8 : rest < (1 << 14) ? 16 : 24;
    }
    return bits + counts.bits();
}

std::uint32_t magnitude(std::uint32_t difference) {
    return difference >> 31 == 0 ? difference : 0 - difference;
}

// zigzag, of a multiple of step; of the quotient.
std::uint32_t divided(std::uint32_t value, std::uint32_t step) {
    const std::uint32_t difference = unzigzag(value);
    const std::uint32_t quotient = magnitude(difference) / step;
    return zigzag(difference >> 31 == 0 ? quotient : 0 - quotient);
}

// The largest number of which all are multiples; 1 if all are 0.
template <class Values, class Get>
std::uint32_t step_of(const Values& values, const Get& get) {
    std::uint32_t step = 0;
    for (const auto& value : values)
        if ((step = std::gcd(step, magnitude(get(value)))) == 1) break;
    return std::max<std::uint32_t>(step, 1);
}

void choose_low_bytes(Column& column) {
    const std::uint32_t largest = *std::max_element(column.values.begin(), column.values.end());
    const auto most = (static_cast<unsigned>(std::bit_width(largest)) - 1) / 8;
    double lows = 0;
    for (unsigned low = 0; low <= most; ++low) {
        const double bits = lows + bits_of_rest(column.values, low);
        if (low == 0 || bits < column.bits) {
            column.low_bytes = low;
            column.bits = bits;
        }
        if (low < most) lows += bits_of_low_byte(column.values, low);
    }
}

class ColumnChooser {
public:
    ColumnChooser(const EventTable& table, std::span<const Frame> frames)
        : table_(table), frames_(frames) {
        for (const PlacedEvent& row : table.rows)
            words_before_ = std::max(words_before_, row.context.before.size());
        words_before_ = std::min(words_before_, kMostWordsBefore);
    }

    Column choose(std::size_t word) {
        best_ = ~std::uint64_t{0};
        column_ = {};
        // Times, say, that are rounded to more than their unit.
        in_steps_ = step_of(table_.rows, [&](const PlacedEvent& row) {
                        return unsign(row.event->row[word]);
                    }) > 1;
        for (const EventPredictor simple :
             {kLastEvent, kNothing, kGrowing, kWithTicks, kSamePlace, kNeighbour})
            consider(word, simple, 0);
        for (std::size_t of = 0; of < words_before_; ++of) consider(word, kEventBefore, of);
        for (const std::uint64_t unit : kUnits) consider(word, kSteadyClock, unit);
        for (std::size_t of = 0; of < words_before_; ++of) consider(word, kWithBefore, of);
        for (const std::size_t of : changing_) consider(word, kWithWord, of);
        if (best_ != 0) changing_.push_back(word);
        if (best_ == 0) {
            column_.values.clear();
            return std::move(column_);
        }
        for (std::uint32_t& value : column_.values) value = divided(value, column_.step);
        choose_low_bytes(column_);
        return std::move(column_);
    }

private:
    void consider(std::size_t word, EventPredictor predictor, std::uint64_t parameter) {
        std::uint64_t costs = predictor == kLastEvent ? 0 : has_parameter(predictor) ? 32 : 16;
        const std::uint64_t none = costs;
        tried_.clear();
        for (const PlacedEvent& row : table_.rows) {
            const std::uint32_t predicted =
                row.context.predict(row.event->row.data(), word, predictor, parameter, frames_);
            tried_.push_back(zigzag(unsign(row.event->row[word]) - predicted));
            if (in_steps_) continue;
            costs += event_cost(tried_.back());
            if (costs >= best_) return;
        }
        std::uint32_t step = 1;
        if (in_steps_) {
            step = step_of(tried_, unzigzag);
            for (const std::uint32_t value : tried_) costs += event_cost(divided(value, step));
            if (costs >= best_) return;
        }
        best_ = costs == none ? 0 : costs;
        column_.step = step;
        column_.predictor = predictor;
        column_.parameter = parameter;
        column_.values.swap(tried_);
    }

    const EventTable& table_;
    std::span<const Frame> frames_;
    std::size_t words_before_ = 0;
    std::vector<std::size_t> changing_;  // words before that are not as predicted
    bool in_steps_ = false;              // all words are multiples of more than 1
    std::uint64_t best_ = 0;
    Column column_{};
    std::vector<std::uint32_t> tried_{};
};

struct RowOrder {
    bool operator()(const Event* a, const Event* b) const { return a->row < b->row; }
};

// Of the rows in a list of distinct events, with the number of one for each row: zstd finds what a
// row has in common with the one before.
double bits_in_list(const std::vector<PlacedEvent>& rows) {
    constexpr double kMatchBits = 20;
    constexpr std::size_t kShortestMatch = 3;
    std::set<const Event*, RowOrder> distinct;
    double bits = 0;
    const Event* before = nullptr;
    for (const PlacedEvent& row : rows) {
        if (!distinct.insert(row.event).second) continue;
        std::size_t same = 0;
        double same_bits = 0;
        const auto end_match = [&] {
            bits += same < kShortestMatch ? same_bits : std::min(same_bits, kMatchBits);
            same = 0;
            same_bits = 0;
        };
        for (std::size_t i = 0; i < row.event->row.size(); ++i) {
            const double costs = event_cost(zigzag(unsign(row.event->row[i])));
            if (before != nullptr && before->row[i] == row.event->row[i]) {
                ++same;
                same_bits += costs;
            } else {
                end_match();
                bits += costs;
            }
        }
        end_match();
        before = row.event;
    }
    return bits + static_cast<double>(rows.size()) * std::log2(distinct.size());
}

class EventEncoder {
public:
    explicit EventEncoder(std::span<const Frame> frames)
        : frames_(frames), lists_(find_event_lists(frames)) {
        for (const Frame& frame : frames) views_.push_back(events_of_views(frame.events, lists_));
        place_events();
        choose_tables();
    }
    // Bytes, as far as one can know without compressing them; 0: none.
    std::size_t saved() const {
        constexpr double kPartBits = 100;  // of two more parts
        double bits = -kPartBits;
        for (const EventTable& table : tables_) bits += table.saved;
        return bits < 8 ? 0 : static_cast<std::size_t>(bits / 8);
    }
    void write(WrittenStreams& out) const {
        write_structure(out[kEvents]);
        for (const EventTable& table : tables_) write_values(table, out);
        write_remainders(out[kEventLows]);
    }

private:
    // Calls back with each event that is new to its frame, its frame, its view, and the event
    // before it; and `again` with the places of others, and where they are expected.
    template <class Fresh, class Again>
    void each_event(const Fresh& fresh, const Again& again) const {
        for (std::uint32_t f = 0; f < frames_.size(); ++f) {
            std::uint32_t known = 0;
            std::size_t at = 0;
            std::span<const std::uint32_t> others;  // places of the view before
            for (std::uint32_t view = 0; view < views_[f].counts.size(); ++view) {
                const Event* before = nullptr;
                const std::size_t first = at;
                for (std::uint32_t n = 0; n < views_[f].counts[view]; ++n) {
                    const std::uint32_t place = views_[f].places[at++];
                    const Event& event = frames_[f].events[place];
                    if (place < known) {
                        again(place, expected_place(others, n));
                    } else {
                        ++known;
                        fresh(event, f, view, before);
                    }
                    before = &event;
                }
                if (at != first) others = std::span(views_[f].places).subspan(first, at - first);
            }
        }
    }

    void place_events() {
        struct Open {
            EventTable table{};
            EventHistory history;
        };
        std::map<Kind, std::size_t> counts;
        each_event([&](const Event& event, auto, auto, auto) { ++counts[kind_of(event)]; },
                   [](auto, auto) {});
        std::map<Kind, Open> open;
        for (const auto& [kind, count] : counts) {
            if (count < kFewestRows || kind.length == 0) continue;
            Open& made = open.emplace(kind, Open{{}, EventHistory(kind.length)}).first->second;
            made.table.kind = kind;
            made.table.rows.reserve(count);
        }
        each_event(
            [&](const Event& event, std::uint32_t f, std::uint32_t view, const Event* before) {
                const auto at = open.find(kind_of(event));
                if (at == open.end()) return;
                auto& [table, history] = at->second;
                const Row row_before = before != nullptr ? Row(before->row) : Row();
                table.rows.push_back({&event, history.next(f, view, row_before)});
                history.add(f, view, event.row.data(), row_before);
            },
            [](auto, auto) {});
        for (auto& [kind, made] : open) histories_.push_back(std::move(made.history));
        for (auto& [kind, made] : open) tables_.push_back(std::move(made.table));
    }

    // Keeps those that are smaller than a list of their events.
    void choose_tables() {
        constexpr double kColumnBits = 12;
        // Of a list's bits zstd saves some as well, where texts have parts in common.
        constexpr double kLeastSaved = 0.85;
        for (EventTable& table : tables_) {
            ColumnChooser chooser(table, frames_);
            const double in_list = bits_in_list(table.rows);
            table.saved = kLeastSaved * in_list;
            for (std::size_t word = 0; word < table.kind.length; ++word) {
                table.columns.push_back(chooser.choose(word));
                table.saved -= kColumnBits + table.columns.back().bits;
            }
        }
        std::erase_if(tables_, [](const EventTable& table) { return table.saved <= 0; });
        if (tables_.size() <= kMostEventTables) return;
        std::stable_sort(
            tables_.begin(), tables_.end(),
            [](const EventTable& a, const EventTable& b) { return a.saved > b.saved; });
        tables_.resize(kMostEventTables);
    }

    std::uint64_t table_of(const Event& event) const {
        const Kind kind = kind_of(event);
        const auto at = std::find_if(tables_.begin(), tables_.end(),
                                     [&](const EventTable& table) { return table.kind == kind; });
        return static_cast<std::uint64_t>(at - tables_.begin());
    }

    void write_structure(ByteWriter& out) const {
        std::map<const Event*, std::uint64_t, EventOrder> numbers;
        ByteWriter distinct, counts, uses;
        std::uint64_t fresh_numbers = 0;
        for (const ViewEvents& of : views_)
            for (const std::uint32_t count : of.counts) counts.varint(count);
        // The list comes before the tables; numbers of events again behind both.
        each_event(
            [&](const Event& event, auto, auto, auto) {
                if (table_of(event) != tables_.size()) return;
                if (numbers.try_emplace(&event, fresh_numbers).second) {
                    ++fresh_numbers;
                    write_event(event, distinct);
                }
            },
            [](auto, auto) {});
        each_event(
            [&](const Event& event, auto, auto, auto) {
                const std::uint64_t table = table_of(event);
                uses.varint(table != tables_.size() ? table : table + numbers.at(&event));
            },
            [&](std::uint32_t place, std::uint32_t expected) {
                uses.varint(tables_.size() + fresh_numbers + zigzag(place - expected));
            });
        out.varint(fresh_numbers);
        out.bytes(distinct.data());
        out.varint(tables_.size());
        for (const EventTable& table : tables_) write_head(table, out);
        out.varint(lists_ ? lists_->views : 0);
        if (lists_) out.varint(lists_->type);
        if (lists_) out.varint(lists_->mask_words);
        out.bytes(counts.data());
        out.bytes(uses.data());
    }

    static void write_head(const EventTable& table, ByteWriter& out) {
        out.varint(table.kind.head);
        out.varint(table.kind.length);
        for (const Column& column : table.columns) {
            auto byte = static_cast<Byte>(column.predictor | column.low_bytes << kPredictorBits);
            if (!column.values.empty()) byte |= kHasValues;
            if (column.step != 1) byte |= kHasStep;
            out.u8(byte);
            if (has_parameter(column.predictor)) out.varint(column.parameter);
            if (column.step != 1) out.varint(column.step);
        }
    }

    static void write_values(const EventTable& table, WrittenStreams& out) {
        for (const Column& column : table.columns) {
            for (const std::uint32_t value : column.values)
                out[kEventValues].u8(static_cast<Byte>(
                    std::min<std::uint32_t>(value >> 8 * column.low_bytes, kLargeValue)));
            for (unsigned low = 0; low < column.low_bytes; ++low)
                for (const std::uint32_t value : column.values)
                    out[kEventLows].u8(static_cast<Byte>(value >> 8 * low));
        }
    }

    // Event by event, as a reader needs them.
    void write_remainders(ByteWriter& out) const {
        std::vector<std::size_t> rows(tables_.size());
        each_event(
            [&](const Event& event, auto, auto, auto) {
                const auto table = static_cast<std::size_t>(table_of(event));
                if (table == tables_.size()) return;
                const std::size_t row = rows[table]++;
                for (const Column& column : tables_[table].columns) {
                    if (column.values.empty()) continue;
                    const std::uint32_t top = column.values[row] >> 8 * column.low_bytes;
                    if (top >= kLargeValue) out.varint(top - kLargeValue);
                }
            },
            [](auto, auto) {});
    }

    std::span<const Frame> frames_;
    std::optional<EventLists> lists_;
    std::vector<ViewEvents> views_;        // by frame
    std::vector<EventHistory> histories_;  // contexts point into them
    std::vector<EventTable> tables_;
};

}  // namespace

std::size_t write_event_columns(std::span<const Frame> frames, WrittenStreams& out,
                                std::size_t least) {
    const EventEncoder encoder(frames);
    const std::size_t saved = encoder.saved();
    if (saved >= least) encoder.write(out);
    return saved;
}

}  // namespace tickreel::columns
