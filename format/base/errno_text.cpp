#include "tickreel/base/errno_text.h"

#include <cerrno>
#include <system_error>

namespace tickreel {

std::string errno_text(int error) {
    return std::generic_category().message(error);
}

std::string errno_text() {
    return errno_text(errno);
}

}  // namespace tickreel
