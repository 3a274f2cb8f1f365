#pragma once
// A recording opened through the C interface, for tests.

#include <string>

#include "tests/catch.h"
#include "tickreel/tickreel.h"

namespace tickreel_test {

class CReel {
public:
    explicit CReel(const std::string& path) {
        tickreel_error error{};
        INFO(path);
        REQUIRE(tickreel_open(path.c_str(), nullptr, &reel_, &error) == TICKREEL_OK);
    }
    CReel(const CReel&) = delete;
    CReel& operator=(const CReel&) = delete;
    ~CReel() { tickreel_close(reel_); }
    operator tickreel_reel*() const { return reel_; }

private:
    tickreel_reel* reel_ = nullptr;
};

}  // namespace tickreel_test
