#pragma once
// Files of format 1.0 store only the name of a type, and one role and no sentinel per field. Here
// is what their readers guessed from English names; it is used for little else.

#include "tickreel/model/schema.h"

namespace tickreel {

// For a type from a file before 1.1: adds the class, scope, roles and sentinels that the file
// lacks.
void give_legacy_meaning(ItemType& type);

// For a type from any file: adds roles that came later than its version of the format says
// (`skin`).
void give_later_roles(ItemType& type);

}  // namespace tickreel
