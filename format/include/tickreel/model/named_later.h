#pragma once
// Types of items of which a server sends a number first and its name with a later snapshot. What
// came before the name is kept raw, as a type of its own: on the wire it had no other. A property
// of the recording lists those types, so that nobody takes them for types that a program does not
// know.

#include <map>
#include <string>
#include <string_view>

namespace tickreel {

inline constexpr std::string_view kNamedLater = "types_named_later";  // "type_32766, type_32767"

// The list with one more name, or those of another list.
std::string with_named_later(std::string_view list, std::string_view types);
bool is_named_later(const std::map<std::string, std::string>& properties, std::string_view type);

}  // namespace tickreel
