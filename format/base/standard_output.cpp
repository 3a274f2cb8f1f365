#include "tickreel/base/standard_output.h"

#include <cerrno>
#include <cstdio>

#include "tickreel/base/concat.h"
#include "tickreel/base/errno_text.h"

namespace tickreel {

std::string flush_standard_output() {
    const bool failed_before = std::ferror(stdout) != 0;
    if (std::fflush(stdout) != 0)
        return errno == EPIPE ? std::string() : concat(kOutputFailed, ": ", errno_text());
    return failed_before ? std::string(kOutputFailed) : std::string();
}

}  // namespace tickreel
