#include "recorder/recording/privacy.h"

namespace tickreel {

bool is_personal(const Field& field) {
    if (field.kind != FieldKind::Text && field.kind != FieldKind::PackedText) return false;
    return !is_title(field) && !field.roles.has(Role::SumPart);
}

bool is_title(const Field& field) {
    return field.roles.has(Role::Map) || field.roles.has(Role::Skin);
}

bool is_private_talk(const Game& game, const ItemType& type, Row row) {
    return game.is_private_talk != nullptr && type.use == TypeUse::Event &&
           game.is_private_talk(type, row);
}

}  // namespace tickreel
