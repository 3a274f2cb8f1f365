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

// Whether a chat line reports a finish of a race. Old DDNet servers say it in chat alone; newer
// ones send a message (a type of class Race with an Owner) besides, and then their chat is chat.
bool is_legacy_finish(const Schema& schema, std::string_view chat_line);

}  // namespace tickreel
