#include "tickreel/export/schema_views.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "tickreel/base/concat.h"

namespace tickreel {

namespace {

// The columns of one type by role.
class Columns {
public:
    explicit Columns(const TablePlan& plan) : plan_(plan) {}

    // In quotes; empty if no column has the role.
    std::optional<std::string> find(Role role) const {
        const TableColumn* found = column(role);
        return found == nullptr ? std::nullopt : std::optional(quoted_name(found->name));
    }
    // The name of the player whose number that is.
    std::optional<std::string> name_in(Role role) const {
        const TableColumn* found = column(role);
        return found == nullptr ? std::nullopt
                                : std::optional(quoted_name(concat(found->name, kFieldNameSuffix)));
    }
    // The same in the field's unit.
    std::optional<std::string> scaled(Role role) const {
        const TableColumn* found = column(role);
        if (found == nullptr) return std::nullopt;
        char text[32];
        const auto end = std::to_chars(text, text + sizeof text, found->meaning.scale).ptr;
        return quoted_name(found->name) + " * CAST(" + std::string(text, end) + " AS DOUBLE)";
    }
    std::string table_with_names() const {
        return "tickreel." + quoted_name(concat(plan_.name, kNamesSuffix));
    }

private:
    static std::string quoted_name(const std::string& name) {
        std::string out = "\"";
        for (const char c : name) out += c == '"' ? std::string("\"\"") : std::string(1, c);
        return out + '"';
    }
    const TableColumn* column(Role role) const {
        const auto found = std::find_if(
            plan_.columns.begin(), plan_.columns.end(), [role](const TableColumn& candidate) {
                return candidate.use == ColumnUse::Field && candidate.meaning.roles.has(role);
            });
        return found == plan_.columns.end() ? nullptr : &*found;
    }

    const TablePlan& plan_;
};

std::string kills_of(const Columns& columns) {
    const auto killer = columns.find(Role::Subject);
    const auto victim = columns.find(Role::Object);
    if (!killer || !victim) return {};
    const auto weapon = columns.find(Role::Weapon);
    return "SELECT tick, time, " + *killer + " AS killer, " + *columns.name_in(Role::Subject) +
           " AS killer_name, " + *victim + " AS victim, " + *columns.name_in(Role::Object) +
           " AS victim_name, CAST(" + weapon.value_or("NULL") +
           " AS VARCHAR) AS weapon, segment, file FROM " + columns.table_with_names();
}

std::string chat_of(const Columns& columns) {
    const auto text = columns.find(Role::Text);
    if (!text) return {};
    const Role who = columns.find(Role::Speaker) ? Role::Speaker : Role::Owner;
    const auto name = columns.find(Role::Name);
    return "SELECT tick, time, CAST(" + columns.find(who).value_or("NULL") +
           " AS BIGINT) AS client_id, " +
           (name ? *name : columns.name_in(who).value_or("CAST(NULL AS VARCHAR)")) + " AS name, " +
           *text + " AS message, segment, file FROM " + columns.table_with_names();
}

std::string positions_of(const Columns& columns) {
    const auto x = columns.scaled(Role::PositionX);
    const auto y = columns.scaled(Role::PositionY);
    if (!x || !y) return {};
    return concat("SELECT tick, time, id, ", kPlayerName, " AS name, ", *x, " AS x, ", *y,
                  " AS y, segment, file FROM ", columns.table_with_names());
}

using SelectOf = std::string (*)(const ItemType& type, const Columns& columns);

std::string kills(const ItemType& type, const Columns& columns) {
    return type.event_class == EventClass::Kill ? kills_of(columns) : "";
}
std::string chat_lines(const ItemType& type, const Columns& columns) {
    return type.event_class == EventClass::Chat ? chat_of(columns) : "";
}
std::string positions(const ItemType& type, const Columns& columns) {
    const bool bears_name = type.shares_names || find_role(type, Role::Name);
    return type.use == TypeUse::Item && bears_name ? positions_of(columns) : "";
}

constexpr std::pair<std::string_view, SelectOf> kViews[] = {
    {"kills", kills}, {"chat_lines", chat_lines}, {"positions", positions}};

// The type of a plan in any of the recordings.
const ItemType* type_of(std::span<const NamedSchema> schemas, const TablePlan& plan) {
    for (const NamedSchema& named : schemas)
        if (const auto id = named.schema->find(plan.type)) return &(*named.schema)[*id];
    return nullptr;
}

}  // namespace

std::vector<SchemaView> schema_views(std::span<const NamedSchema> schemas) {
    const Result<std::vector<TablePlan>> plans = plan_tables(schemas);
    if (!plans) return {};  // opening the tables reports the error
    std::vector<SchemaView> views;
    for (const auto& [name, select_of] : kViews) {
        std::string all;
        for (const TablePlan& plan : *plans) {
            const ItemType* type = plan.type.empty() ? nullptr : type_of(schemas, plan);
            const std::string select = type == nullptr ? "" : select_of(*type, Columns(plan));
            if (!select.empty()) all += (all.empty() ? "" : "\nUNION ALL\n") + select;
        }
        if (!all.empty()) views.push_back({std::string(name), all});
    }
    return views;
}

}  // namespace tickreel
