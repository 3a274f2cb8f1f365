#include "tickreel/model/schema.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "tickreel/base/concat.h"
#include "tickreel/model/frame.h"

namespace tickreel {

namespace {

constexpr std::array<std::string_view, kFieldKinds> kKindNames{
    "bool", "int32", "uint32", "int64",       "uint64", "float32", "float64",
    "tick", "enum",  "flags",  "packed_text", "text",   "blob"};

constexpr std::array<std::string_view, kRoles> kRoleNames{
    "",           "position.x",   "position.y", "position.z",   "target.x",
    "target.y",   "velocity.x",   "velocity.y", "velocity.z",   "angle",
    "name",       "clan",         "team",       "owner",        "health",
    "armor",      "score",        "start_tick", "text",         "subject",
    "object",     "speaker",      "weapon",     "latency",      "flag.holder",
    "map",        "skin",         "checksum",   "sum.expected", "sum.computed",
    "sum.reason", "sum.repaired", "sum.part"};

constexpr std::array<std::string_view, kEventClasses> kClassNames{
    "other", "chat", "kill", "flag",   "join",  "leave",    "team",
    "vote",  "race", "map",  "effect", "input", "transport"};

constexpr std::array<std::string_view, 3> kScopeNames{"snapshot", "item", "none"};

constexpr std::string_view kLostType = "lost type";

template <class Names>
std::size_t find_name(const Names& names, std::string_view name) {
    const auto at = std::find(names.begin(), names.end(), name);
    return at == names.end() ? 0 : static_cast<std::size_t>(at - names.begin());
}

}  // namespace

std::string_view role_name(Role role) {
    return kRoleNames[static_cast<std::size_t>(role)];
}

Role role_from_name(std::string_view name) {
    return static_cast<Role>(find_name(kRoleNames, name));
}

std::string roles_text(Roles roles) {
    std::string text;
    for (int i = 1; i < kRoles; ++i) {
        const auto role = static_cast<Role>(i);
        if (!roles.has(role)) continue;
        text += text.empty() ? "" : ", ";
        text += role_name(role);
    }
    return text;
}

std::string_view event_class_name(EventClass kind) {
    return kClassNames[static_cast<std::size_t>(kind)];
}

EventClass event_class_from_name(std::string_view name) {
    return static_cast<EventClass>(find_name(kClassNames, name));
}

std::string_view checksum_scope_name(ChecksumScope scope) {
    return kScopeNames[static_cast<std::size_t>(scope)];
}

ChecksumScope checksum_scope_from_name(std::string_view name) {
    return static_cast<ChecksumScope>(find_name(kScopeNames, name));
}

std::string_view field_kind_name(FieldKind kind) {
    return kKindNames[static_cast<std::size_t>(kind)];
}

std::string_view wire_checksum_name(WireChecksum status) {
    switch (status) {
        case WireChecksum::Ok:
            return "ok";
        case WireChecksum::Mismatch:
            return "mismatch";
        case WireChecksum::Absent:
            break;
    }
    return "absent";
}

std::size_t slot_words(const Field& field) {
    switch (field.kind) {
        case FieldKind::Int64:
        case FieldKind::UInt64:
        case FieldKind::Float64:
            return 2;
        case FieldKind::PackedText:
            return field.words;
        default:
            return 1;
    }
}

bool has_tail(const Field& field) {
    return field.kind == FieldKind::Text || field.kind == FieldKind::Blob;
}

std::size_t presence_words(const ItemType& type) {
    const auto nullable = std::count_if(type.fields.begin(), type.fields.end(),
                                        [](const Field& f) { return f.nullable; });
    return (static_cast<std::size_t>(nullable) + 31) / 32;
}

ItemType lost_type(TypeId id, TypeUse use) {
    ItemType type;
    type.name = concat(kLostType, " ", id);
    type.use = use;
    type.known = false;
    return type;
}

bool is_lost(const ItemType& type) {
    return !type.known && type.name.starts_with(kLostType) && type.origin.empty();
}

const ItemType& Schema::lost() {
    static const ItemType type = [] {
        ItemType made = lost_type(0);
        made.name = kLostType;
        return made;
    }();
    return type;
}

TypeId Schema::add(ItemType type) {
    if (const std::optional<TypeId> known = find(type.name)) return *known;
    assert(types_.size() < 0xffff);
    types_.push_back(std::move(type));
    return static_cast<TypeId>(types_.size() - 1);
}

std::optional<TypeId> Schema::find(std::string_view name) const {
    const auto at = std::find_if(types_.begin(), types_.end(),
                                 [&](const ItemType& t) { return t.name == name; });
    if (at == types_.end()) return std::nullopt;
    return static_cast<TypeId>(at - types_.begin());
}

std::optional<std::size_t> find_field(const ItemType& type, std::string_view name) {
    for (std::size_t i = 0; i < type.fields.size(); ++i)
        if (type.fields[i].name == name) return i;
    return std::nullopt;
}

std::optional<std::size_t> find_role(const ItemType& type, Role role) {
    for (std::size_t i = 0; i < type.fields.size(); ++i)
        if (type.fields[i].roles.has(role)) return i;
    return std::nullopt;
}

bool is_naming_event(const ItemType& type) {
    return type.use == TypeUse::Event && find_role(type, Role::Owner) &&
           find_role(type, Role::Name) && !find_role(type, Role::Text);
}

ChecksumScope checksum_scope(const Schema& schema) {
    ChecksumScope scope = ChecksumScope::None;
    for (const ItemType& type : schema.types()) {
        if (type.use != TypeUse::Item) continue;
        if (type.checksum == ChecksumScope::Item) return ChecksumScope::Item;
        if (type.checksum == ChecksumScope::Snapshot) scope = ChecksumScope::Snapshot;
    }
    return scope;
}

}  // namespace tickreel
