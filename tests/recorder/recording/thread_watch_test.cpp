#include "recorder/recording/thread_watch.h"

#include "tests/catch.h"

using namespace std::chrono_literals;
using namespace tickreel;

TEST_CASE("a thread that is not seen at work waits if nobody works, and hangs if somebody does") {
    const Clock::TimePoint start{100h};
    ThreadWatch watch;
    CHECK(watch.look(start, start - 1s, 500s) == ThreadSign::Works);
    CHECK(watch.look(start + 8s, start - 1s, 501s) == ThreadSign::Works);
    CHECK(watch.look(start + 9s, start - 1s, 501s) == ThreadSign::Waits);
    CHECK(watch.look(start + 1h, start - 1s, 600s) == ThreadSign::Waits);
    CHECK(watch.look(start + 1h + 5s, start - 1s, 605s) == ThreadSign::Waits);  // not yet
    CHECK(watch.look(start + 1h + 10s, start - 1s, 609s) == ThreadSign::Hangs);
    CHECK(watch.look(start + 2h, start + 2h, 700s) == ThreadSign::Works);
    CHECK(watch.look(start + 2h + 10s, start + 2h, 709s) == ThreadSign::Hangs);
    CHECK(watch.look(start + 2h + 11s, start + 2h + 11s, 710s) == ThreadSign::Works);
}
