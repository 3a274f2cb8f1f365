#include "tickreel/base/spelling.h"

#include "tickreel/base/ascii.h"

namespace tickreel {
std::string bare_spelling(std::string_view name) {
    std::string bare;
    for (const char c : name) {
        const bool kept = (ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z') ||
                          (c >= '0' && c <= '9') || (static_cast<unsigned char>(c) & 0x80U) != 0;
        if (kept) bare += ascii_lower(c);
    }
    return bare;
}

bool same_spelling(std::string_view a, std::string_view b) {
    const std::string bare = bare_spelling(a);
    return bare.empty() ? a == b : bare == bare_spelling(b);
}

}  // namespace tickreel
