#include "recorder/recording/privacy.h"

namespace tickreel {

bool is_personal(const ItemType& type, const Field& field) {
    if (field.kind != FieldKind::Text && field.kind != FieldKind::PackedText) return false;
    const Roles roles = field.roles;
    if (roles.has(Role::Name) || roles.has(Role::Clan) || roles.has(Role::Text)) return true;
    return type.use == TypeUse::Event && !is_title(field) && !roles.has(Role::SumPart);
}

bool is_title(const Field& field) {
    return field.roles.has(Role::Map) || field.roles.has(Role::Skin);
}

bool is_private_talk(const Game& game, const ItemType& type, Row row) {
    return game.is_private_talk != nullptr && type.use == TypeUse::Event &&
           game.is_private_talk(type, row);
}

}  // namespace tickreel
