#pragma once
// One field over the whole recording: its value at every snapshot where it changed. Answers when
// and how often it changed, and supplies plots and sparklines. Collected in the background, several
// fields in one pass. Positions are those of Timeline; values are as stored, before scaling.
// Memory: 17 bytes per change, at most kMaxChanges per field; values that are not numbers are kept
// as text, at most kMaxSeriesText bytes in total.

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tickreel/base/background.h"
#include "tickreel/model/roster.h"
#include "tickreel/reel/evolution.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

inline constexpr std::size_t kMaxChanges = 500'000;
inline constexpr std::size_t kMaxSeriesText = 8U << 20;

// A field of an item; an index beyond the type's fields is a raw word: fields.size() + n.
struct FieldRef {
    ItemKey item{};
    std::size_t field = 0;
    bool evolved = false;  // the value that clients evolve to the snapshot's tick: "now_x"
    bool operator==(const FieldRef&) const = default;
};
// The field with that name; "now_x" is the evolved "x" if `makers` evolve it. Empty if there is
// none.
std::optional<FieldRef> find_series_field(const Schema& schema, std::string_view game, ItemKey item,
                                          std::string_view name, EvolverMakers makers);
// "Character 7.health", with the entity's name if the snapshot has it.
std::string field_title(const Schema& schema, const Snapshot* snapshot, const FieldRef& field,
                        const Roster* roster = nullptr);
// Whether the field can be plotted.
bool is_plottable(const Schema& schema, const FieldRef& field);

// What is known of a field from a point on.
enum class PointState : std::uint8_t {
    NotThere,  // the item is not in the snapshot
    Null,      // the item is there, the field holds nothing
    Unknown,   // the item is there, its evolved value cannot be computed
    Known
};

struct SeriesPoint {
    std::int64_t position = 0;
    double value = std::numeric_limits<double>::quiet_NaN();  // NaN: absent, or not a number
};

struct Series {
    FieldRef field{};
    std::vector<SeriesPoint> points{};  // a value holds until the next point
    std::vector<PointState> states{};   // parallel to points
    std::vector<std::string> texts{};   // parallel to points, for kinds other than plain numbers
    std::uint64_t changes = 0;          // (dis)appearing counts, the first value does not
    std::uint64_t left_out = 0;         // changes beyond kMaxChanges
    double low = 0;                     // of the numbers; low > high: there are none
    double high = -1;
    std::int64_t end = 0;  // the position up to which the recording was read
    bool complete = false;

    // The item was in a snapshot that was read.
    bool ever_there() const { return !points.empty(); }
    // Index of the point in effect at a position; empty before the first.
    std::optional<std::size_t> index_at(std::int64_t position) const;
    // The nearest change at or before a position, and the nearest after it.
    std::optional<std::size_t> last_change(std::int64_t position) const;
    std::optional<std::size_t> next_change(std::int64_t position) const;
    double value_at(std::int64_t position) const;
};
using SeriesPointer = std::shared_ptr<const Series>;
using SeriesList = std::vector<SeriesPointer>;

// A point's value for display: enum names, units; "null"; "not there".
std::string point_text(const Schema& schema, const Series& series, std::size_t index);

// The body of the background job: one Series per field, in the same order.
void collect_series(const ReelReader& reader, const std::vector<FieldRef>& fields,
                    WorkControl& control, const std::function<void(SeriesList)>& publish,
                    EvolverMakers evolvers = {}, Evolution::FindMap find_map = {});

}  // namespace tickreel
