#pragma once
// Files of format 1.0 say of a type only what it is called, and one role for a field. What their
// readers guessed from English names is written down here, and used for nothing else.

#include "tickreel/model/schema.h"

namespace tickreel {

// For a type that a file of before 1.1 holds: adds the class, scope and roles that it does not say.
void give_legacy_meaning(ItemType& type);

}  // namespace tickreel
