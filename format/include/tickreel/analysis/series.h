#pragma once
// One field over the whole recording: its value from every snapshot where it changed. Answers when
// it changed last and next and how often, and is what plots and sparklines draw. Collected beside
// the frame, several fields in one walk. Positions are those of Timeline; values are as stored,
// before the field's scale. Memory: 16 bytes a change, kMaxChanges of them a field; texts are kept
// for what is no number, kMaxSeriesText bytes in all.

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tickreel/base/background.h"
#include "tickreel/model/roster.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

inline constexpr std::size_t kMaxChanges = 500'000;
inline constexpr std::size_t kMaxSeriesText = 8U << 20;

// A field of an item; an index beyond the type's fields is a raw word: fields.size() + n.
struct FieldRef {
    ItemKey item{};
    std::size_t field = 0;
    bool operator==(const FieldRef&) const = default;
};
// "Character 7.health", with the name when the snapshot knows it.
std::string field_title(const Schema& schema, const Snapshot* snapshot, const FieldRef& field,
                        const Roster* roster = nullptr);
// Whether it can be drawn as a curve.
bool is_plottable(const Schema& schema, const FieldRef& field);

struct SeriesPoint {
    std::int64_t position = 0;
    double value = std::numeric_limits<double>::quiet_NaN();  // NaN: not there, or no number
};

struct Series {
    FieldRef field{};
    std::vector<SeriesPoint> points{};  // the value holds until the next point
    std::vector<std::string> texts{};   // beside points, for kinds that are no plain number
    std::uint64_t changes = 0;          // coming and going count, the first value does not
    std::uint64_t left_out = 0;         // changes beyond kMaxChanges
    double low = 0;                     // of the numbers; low > high: there are none
    double high = -1;
    std::int64_t end = 0;  // how far the recording was read
    bool complete = false;

    // Index of the point that holds at a position; nothing before the first.
    std::optional<std::size_t> index_at(std::int64_t position) const;
    // The nearest change at or before a position, and behind it.
    std::optional<std::size_t> last_change(std::int64_t position) const;
    std::optional<std::size_t> next_change(std::int64_t position) const;
    double value_at(std::int64_t position) const;
};
using SeriesPointer = std::shared_ptr<const Series>;
using SeriesList = std::vector<SeriesPointer>;

// The value of a point for people: enum names, units; "not there".
std::string point_text(const Schema& schema, const Series& series, std::size_t index);

// The body of the background job: one Series per field, in the same order.
void collect_series(const ReelReader& reader, const std::vector<FieldRef>& fields,
                    WorkControl& control, const std::function<void(SeriesList)>& publish);

}  // namespace tickreel
