#include "recorder/recording/thread_watch.h"

#include "tests/catch.h"

using namespace std::chrono_literals;
using namespace tickreel;

TEST_CASE("a thread that is not seen at work waits if nobody works, and hangs if somebody does") {
    const Clock::TimePoint start{100h};
    ThreadWatch watch;
    CHECK(watch.look(start, start - 1s, 500s) == ThreadSign::Works);
    CHECK(watch.look(start + 8s, start - 1s, 508s) == ThreadSign::Works);  // all of a processor
    CHECK(watch.look(start + 9s, start - 1s, 508s) == ThreadSign::Waits);
    CHECK(watch.look(start + 1h, start - 1s, 600s) == ThreadSign::Waits);
    CHECK(watch.look(start + 1h, start + 1h, 600s) == ThreadSign::Works);
    CHECK(watch.look(start + 1h + 20s, start + 1h, 619s) == ThreadSign::Hangs);
    CHECK(watch.look(start + 1h + 21s, start + 1h + 21s, 620s) == ThreadSign::Works);
}
