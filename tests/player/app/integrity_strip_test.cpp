// How the integrity lane splits a column.
#include "player/panels/integrity_strip.h"

#include <numeric>

#include "tests/catch.h"

using namespace tickreel;

namespace {

std::uint8_t pixels(const StripColumn& column, Integrity kind) {
    return column[static_cast<std::size_t>(kind)];
}

StripColumn divided(std::initializer_list<std::pair<Integrity, double>> parts, int height) {
    IntegrityShares shares{};
    for (const auto& [kind, share] : parts) shares[static_cast<std::size_t>(kind)] = share;
    const StripColumn column = strip_column(shares, height);
    CHECK(std::accumulate(column.begin(), column.end(), 0) == height);
    return column;
}

}  // namespace

TEST_CASE("a column of the integrity lane shows what is there in proportion") {
    const StripColumn half = divided({{Integrity::Match, 0.5}, {Integrity::Gap, 0.5}}, 12);
    CHECK(pixels(half, Integrity::Match) == 6);
    CHECK(pixels(half, Integrity::Gap) == 6);
    // Eight hours with 1 % of gaps look sound, with a line on top.
    const StripColumn sound = divided({{Integrity::Match, 0.99}, {Integrity::Gap, 0.01}}, 13);
    CHECK(pixels(sound, Integrity::Match) == 12);
    CHECK(pixels(sound, Integrity::Gap) == 1);
    const StripColumn all = divided({{Integrity::Match, 0.9996},
                                     {Integrity::Absent, 0.0001},
                                     {Integrity::Gap, 0.0001},
                                     {Integrity::Unreadable, 0.0001},
                                     {Integrity::Mismatch, 0.0001}},
                                    13);
    for (const Integrity kind :
         {Integrity::Absent, Integrity::Gap, Integrity::Unreadable, Integrity::Mismatch})
        CHECK(pixels(all, kind) == 1);
    CHECK(strip_column({}, 13) == StripColumn{});
}
