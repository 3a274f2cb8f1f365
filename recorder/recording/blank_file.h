#pragma once
// What a recorder leaves that was killed, or found the disk full, between making room for a file
// and writing its first bytes: nothing but zeros. No file of anybody else.

namespace tickreel {

bool is_blank(int file);

}  // namespace tickreel
