#include "player/state/timeline_view.h"

#include <random>

#include "tests/catch.h"

using namespace tickreel;
using tickreel_test::Approx;

TEST_CASE("pixels and positions are each other's inverse inside the view") {
    TimelineView view(10000);
    view.zoom(2500, 8);
    for (double pixel = 0; pixel <= 800; pixel += 50)
        CHECK(view.pixel(view.position(pixel, 800), 800) == Approx(pixel).margin(1e-6));
}

TEST_CASE("zooming keeps the place under the cursor and never leaves the recording") {
    std::mt19937_64 random(42);
    std::uniform_real_distribution<double> place(0.0, 1.0);
    TimelineView view(5000);
    for (int i = 0; i < 2000; ++i) {
        const double at = view.from() + place(random) * (view.to() - view.from());
        const double before = view.pixel(at, 1000);
        const bool in = place(random) < 0.6;
        const double span = view.to() - view.from();
        view.zoom(at, in ? 1.3 : 1 / 1.3);
        REQUIRE(view.from() >= 0.0);
        REQUIRE(view.to() <= 5000.0 + 1e-6);
        if (in && view.to() - view.from() < span * 0.99)
            REQUIRE(view.pixel(at, 1000) == Approx(before).margin(1e-3));
        view.pan((place(random) - 0.5) * 100);
        REQUIRE(view.from() >= 0.0);
        REQUIRE(view.to() <= 5000.0 + 1e-6);
    }
    view.show_all();
    CHECK(view.whole());
}

TEST_CASE("labels are round times with room between them") {
    TimelineView view(50 * 60 * 10);
    const auto labels = view.labels(1000, 80, 50);
    REQUIRE(labels.size() >= 2);
    CHECK(labels[0].text == "0:00");
    CHECK(labels[1].text == "1:00");
    for (std::size_t i = 1; i < labels.size(); ++i) {
        CHECK(view.pixel(labels[i].position, 1000) - view.pixel(labels[i - 1].position, 1000) >=
              80);
    }
    CHECK(view.labels(0, 80, 50).empty());
}

TEST_CASE("a growing recording stays whole in view, a zoomed view stays where it is") {
    TimelineView view(1000);
    view.set_length(2000);
    CHECK(view.to() == 2000.0);
    view.zoom(500, 4);
    const double from = view.from();
    view.set_length(3000);
    CHECK(view.from() == from);
    CHECK(view.to() < 3000.0);
}

TEST_CASE("a zoomed view follows the playhead by pages, unless somebody looks elsewhere") {
    TimelineView view(1000);
    view.zoom(0, 10);
    REQUIRE(view.to() == Approx(100));
    view.follow(50);
    CHECK(view.from() == Approx(0));
    view.follow(120);
    CHECK(view.from() == Approx(110));
    CHECK(view.contains(120));
    view.follow(100);  // backwards
    CHECK(view.contains(100));
    CHECK(view.to() - view.from() == Approx(100));
    view.follow(999);
    CHECK(view.to() == Approx(1000));
}
