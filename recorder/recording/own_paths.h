#pragma once
// What is found in a folder may be another user's where many can write to it (/tmp, a sticky folder
// of a team): who takes it over would read, write or delete for him.

#include <string>

#include <sys/stat.h>

namespace tickreel {

// Whether it is of this user: so is what he makes in `folder`, where all files have one owner (a
// disk of another system, a network's).
bool is_own(const struct stat& status, const std::string& folder);
std::string folder_of(const std::string& path);  // "." without one
// Nor a link to one.
bool is_own_folder(const std::string& path);

}  // namespace tickreel
