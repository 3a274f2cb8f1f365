#include "tickreel/base/spelling.h"

namespace tickreel {
namespace {

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

std::string bare_spelling(std::string_view name) {
    std::string bare;
    for (const char c : name) {
        const bool kept = (lower(c) >= 'a' && lower(c) <= 'z') || (c >= '0' && c <= '9') ||
                          (static_cast<unsigned char>(c) & 0x80U) != 0;
        if (kept) {
            bare += lower(c);
        }
    }
    return bare;
}

bool same_spelling(std::string_view a, std::string_view b) {
    const std::string bare = bare_spelling(a);
    return bare.empty() ? a == b : bare == bare_spelling(b);
}

}  // namespace tickreel
