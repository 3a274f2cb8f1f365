#include "recorder/commands/match_tables.h"

#include <algorithm>
#include <map>
#include <memory>
#include <tuple>

#include "tickreel/base/ascii.h"
#include "tickreel/model/names.h"
#include "tickreel/model/row.h"
#include "tickreel/reel/statistics.h"

namespace tickreel {

namespace {

constexpr const char* kSightType = "MatchSight";
constexpr const char* kConflictType = "MatchConflict";
constexpr const char* kFrameType = "MatchFrame";
constexpr const char* kLackType = "MatchLack";
constexpr std::uint32_t kBlock = 62;  // views whose bits are in one number

Field enum_field(std::string name, std::vector<NamedValue> values) {
    Field field;
    field.name = std::move(name);
    field.kind = FieldKind::Enum;
    field.values = std::move(values);
    return field;
}

Field plain_field(std::string name, FieldKind kind, Roles roles = {}) {
    Field field;
    field.name = std::move(name);
    field.kind = kind;
    field.roles = roles;
    return field;
}

ItemType made_type(const char* name, std::vector<Field> fields) {
    ItemType type;
    type.name = name;
    type.fields = std::move(fields);
    type.checksum = ChecksumScope::None;
    type.derived = true;
    return type;
}

// As tables have it: not scaled, without its unit; text is not quoted.
Value stored_text(Field field, const Value& value) {
    if (std::holds_alternative<std::monostate>(value)) return value;
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
    field.scale = 1;
    field.unit.clear();
    return display_value(field, value);
}

std::string joined_words(Row row) {
    std::string text;
    for (const Word word : row) text += (text.empty() ? "" : " ") + std::to_string(word);
    return text;
}

// What each view lacks, by the rule of gaps.
class ViewGaps {
public:
    explicit ViewGaps(const MatchReader& match) : match_(match) {
        for (const MatchView& view : match.views()) {
            counters_.emplace_back(view.info.ticks_per_second);
            for (const Gap& gap : view.gaps) counters_.back().add(gap);
        }
        segments_.resize(counters_.size());
    }
    void add(std::span<const std::optional<Frame>> views, Moment of_world) {
        for (std::uint32_t view = 0; view < views.size(); ++view) {
            if (views[view]) {
                counters_[view].add(*views[view], match_.views()[view].schema);
                segments_[view].emplace(views[view]->segment, of_world.segment);
            } else if (const auto own = match_.in_view(view, of_world)) {
                counters_[view].add_made(*own);
            }
        }
    }
    std::vector<ViewerGap> result() const {
        std::vector<ViewerGap> found;
        for (std::size_t i = 0; i < counters_.size(); ++i) {
            const MatchView& view = match_.views()[i];
            for (Gap gap : counters_[i].result(view.info.properties).gaps) {
                const auto known = segments_[i].find(gap.segment);
                if (known == segments_[i].end()) continue;
                gap.segment = known->second;
                found.push_back({view.name, i, std::move(gap)});
            }
        }
        return found;
    }

private:
    const MatchReader& match_;
    std::vector<StatisticsCounter> counters_;                       // by view
    std::vector<std::map<std::uint32_t, std::uint32_t>> segments_;  // the world's, by the view's
};

class MatchTables {
public:
    MatchTables(const MatchReader& match, ReelWriter& into,
                std::shared_ptr<std::vector<ViewerGap>> gaps)
        : match_(match), into_(into), gaps_(match), gaps_into_(std::move(gaps)) {}
    MatchTables(const MatchTables&) = delete;
    MatchTables& operator=(const MatchTables&) = delete;
    ~MatchTables() {
        if (!sight_) begin();  // of no snapshot the tables are empty
        *gaps_into_ = gaps_.result();
    }

    void add(Frame& world, std::span<const std::optional<Frame>> views) {
        if (!sight_) begin();
        gaps_.add(views, world.moment());
        lacks_.assign((views.size() + kBlock - 1) / kBlock,
                      std::vector<std::int64_t>(world.snapshot.size()));
        for (std::uint32_t view = 0; view < views.size(); ++view) {
            if (!views[view]) continue;
            put(*frame_, {view, {}, 0},
                make_row(frame_type_, {std::int64_t{view} + 1, std::int64_t{view}}));
            compare(world.snapshot, view, views[view]->snapshot);
        }
        put_lacks(world.snapshot);
        SnapshotBuilder items(world.snapshot);
        for (const auto& [key, row] : made_) items.set(key, row);
        made_.clear();
        world.snapshot = items.build();
    }

private:
    // The types of the world are known only now.
    void begin() {
        world_ = into_.schema();
        std::vector<NamedValue> viewers;
        std::vector<NamedValue> types;
        for (const MatchView& view : match_.views()) {
            viewers.push_back({static_cast<std::int64_t>(viewers.size()) + 1, view.name});
            std::vector<std::optional<TypeId>>& ids = ids_.emplace_back();
            for (const ItemType& type : view.schema.types())
                ids.push_back(type.use == TypeUse::Item ? world_.find(type.name) : std::nullopt);
            own_.push_back(fields_that_say_own(view.schema));
        }
        for (const ItemType& type : world_.types())
            types.push_back({static_cast<std::int64_t>(types.size()), type.name});
        const Field viewer = enum_field("viewer", std::move(viewers));
        const Field of = enum_field("item_type", std::move(types));
        sight_type_ =
            made_type(kSightType, {viewer, of, plain_field("item", FieldKind::Int64, Role::Owner),
                                   plain_field("own", FieldKind::Bool)});
        frame_type_ = made_type(kFrameType, {viewer, plain_field("number", FieldKind::Int64)});
        lack_type_ = made_type(
            kLackType,
            {of, plain_field("item", FieldKind::Int64, Role::Owner),
             plain_field("block", FieldKind::Int64), plain_field("lacks", FieldKind::Int64),
             plain_field("character", FieldKind::Bool), plain_field("named", FieldKind::Bool)});
        Field value = plain_field("value", FieldKind::Text);
        value.nullable = true;
        Field most = value;
        most.name = "most";
        conflict_type_ =
            made_type(kConflictType, {viewer, of, plain_field("item", FieldKind::Int64),
                                      plain_field("field", FieldKind::Text), value, most});
        sight_ = into_.add_type(sight_type_);
        conflict_ = into_.add_type(conflict_type_);
        frame_ = into_.add_type(frame_type_);
        lack_ = into_.add_type(lack_type_);
    }

    // Types of a view whose items say whether they are the recorded client's.
    static std::vector<std::pair<TypeId, std::size_t>> fields_that_say_own(const Schema& schema) {
        std::vector<std::pair<TypeId, std::size_t>> found;
        for (TypeId id = 0; id < schema.size(); ++id)
            if (const auto field = find_field(schema[id], "local");
                field && schema[id].use == TypeUse::Item)
                found.emplace_back(id, *field);
        return found;
    }
    std::optional<EntityId> own_player(std::uint32_t view, const Snapshot& seen) const {
        const Schema& schema = match_.views()[view].schema;
        for (const auto& [id, field] : own_[view])
            for (std::size_t i = seen.lower_bound({id, 0});
                 i < seen.size() && seen[i].key.type == id; ++i)
                if (as_number(read_field(schema[id], seen[i].row, field)).value_or(0) != 0)
                    return seen[i].key.entity;
        return std::nullopt;
    }

    void put_lacks(const Snapshot& world) {
        for (std::size_t block = 0; block < lacks_.size(); ++block) {
            for (std::size_t i = 0; i < world.size(); ++i) {
                if (lacks_[block][i] == 0) continue;
                const ItemKey key = world[i].key;
                put(*lack_, {static_cast<std::uint32_t>(block), key, 0},
                    make_row(lack_type_,
                             {std::int64_t{key.type}, static_cast<std::int64_t>(key.entity),
                              static_cast<std::int64_t>(block), lacks_[block][i],
                              is_character(world_[key.type]), shares_names(world_[key.type])}));
            }
        }
    }

    void compare(const Snapshot& world, std::uint32_t view, const Snapshot& seen) {
        std::vector<std::int64_t>& lacks = lacks_[view / kBlock];
        const std::int64_t bit = std::int64_t{1} << (view % kBlock);
        for (std::int64_t& one : lacks) one |= bit;
        const std::optional<EntityId> own = own_player(view, seen);
        for (const Item item : seen) {
            const auto type = ids_[view][item.key.type];
            if (!type) continue;
            const ItemKey key{*type, item.key.entity};
            if (is_character(world_[*type]))
                put(*sight_, {view, key, 0}, make_row(sight_type_, sight(view, key, own)));
            const std::size_t place = world.lower_bound(key);
            if (place >= world.size() || world[place].key != key) continue;
            lacks[place] &= ~bit;
            const Row most = world[place].row;
            if (!std::equal(most.begin(), most.end(), item.row.begin(), item.row.end()))
                differ(view, key, item.row, most);
        }
    }

    void differ(std::uint32_t view, ItemKey key, Row row, Row most) {
        const ItemType& type = world_[key.type];
        bool named = false;
        for (std::size_t field = 0; field < type.fields.size(); ++field) {
            const Value one = read_field(type, row, field);
            const Value other = read_field(type, most, field);
            if (one == other) continue;
            named = true;
            put_conflict(view, key, field, type.fields[field].name,
                         stored_text(type.fields[field], one),
                         stored_text(type.fields[field], other));
        }
        if (!named)
            put_conflict(view, key, type.fields.size(), "words", joined_words(row),
                         joined_words(most));
    }

    void put_conflict(std::uint32_t view, ItemKey key, std::size_t field, const std::string& name,
                      const Value& value, const Value& most) {
        std::vector<Value> values = head(view, key);
        values.insert(values.end(), {name, value, most});
        put(*conflict_, {view, key, field}, make_row(conflict_type_, values));
    }

    static std::vector<Value> sight(std::uint32_t view, ItemKey key, std::optional<EntityId> own) {
        std::vector<Value> values = head(view, key);
        values.emplace_back(own == key.entity);
        return values;
    }
    static std::vector<Value> head(std::uint32_t view, ItemKey key) {
        return {std::int64_t{view} + 1, std::int64_t{key.type},
                static_cast<std::int64_t>(key.entity)};
    }

    // What is made for the same item again has the same number, so that little changes.
    using Origin = std::tuple<std::uint32_t, ItemKey, std::size_t>;
    void put(TypeId type, const Origin& origin, std::vector<Word> row) {
        auto& numbers = numbers_[type];
        const auto number = numbers.try_emplace(origin, numbers.size()).first->second;
        made_[{type, number}] = std::move(row);
    }

    const MatchReader& match_;
    ReelWriter& into_;
    ViewGaps gaps_;
    std::shared_ptr<std::vector<ViewerGap>> gaps_into_;
    Schema world_;
    std::vector<std::vector<std::optional<TypeId>>> ids_;  // the world's, by view and its own
    ItemType sight_type_;
    ItemType conflict_type_;
    ItemType frame_type_;
    ItemType lack_type_;
    std::optional<TypeId> sight_;
    std::optional<TypeId> conflict_;
    std::optional<TypeId> frame_;
    std::optional<TypeId> lack_;
    std::vector<std::vector<std::pair<TypeId, std::size_t>>> own_;  // by view
    std::vector<std::vector<std::int64_t>> lacks_;  // by block and place in the world: who lacks it
    std::map<TypeId, std::map<Origin, std::uint64_t>> numbers_;
    std::map<ItemKey, std::vector<Word>> made_;  // of this tick
};

}  // namespace

bool is_character(const ItemType& type) {
    return type.use == TypeUse::Item && shares_names(type) && find_role(type, Role::PositionX) &&
           find_role(type, Role::PositionY);
}

MatchReader::WorldVisitor add_match_tables(const MatchReader& match, ReelWriter& into,
                                           const std::shared_ptr<std::vector<ViewerGap>>& gaps) {
    const auto tables = std::make_shared<MatchTables>(match, into, gaps);
    return [tables](Frame& world, std::span<const std::optional<Frame>> views) {
        tables->add(world, views);
    };
}

std::vector<std::string> match_table_types() {
    return {kSightType, kConflictType, kFrameType, kLackType};
}

bool may_read_match_tables(std::string_view sql) {
    const std::string text = ascii_lower(sql);
    const auto has = [&](std::string_view word) { return text.find(word) != text.npos; };
    const auto views = match_table_views("");
    return has("match") || has("query") || has("show") || has("describe") || has("database") ||
           has("duckdb_") || has("_schema") || has("sqlite_") || has("pragma") || has("pg_") ||
           std::any_of(views.begin(), views.end(),
                       [&](const SqlView& view) { return has(view.name); });
}

bool has_match_tables(const ReelReader& reel) {
    return reel.schema().find(kSightType).has_value();
}

}  // namespace tickreel
