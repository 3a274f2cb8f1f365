#include "tickreel/base/did_you_mean.h"

#include <array>
#include <string>
#include <vector>

#include "tests/catch.h"

using namespace tickreel;

TEST_CASE("the closest known word is found, without regard to case") {
    constexpr std::array<std::string_view, 4> kKnown{"Character", "chat", "kill", "cut"};
    CHECK(closest_word("Charcter", kKnown) == "Character");
    CHECK(closest_word("CHARACTER", kKnown) == "Character");
    CHECK(closest_word("klil", kKnown) == "kill");  // swapped neighbours are one change
    CHECK(closest_word("ctu", kKnown) == "cut");
    CHECK(closest_word("projectile", kKnown).empty());
    CHECK(closest_word("", kKnown).empty());
    CHECK(closest_word(std::string(100'000, 'k'), kKnown).empty());
    CHECK(did_you_mean("kil", kKnown) == "; did you mean 'kill'?");
    CHECK(did_you_mean("xyzzy", kKnown).empty());
}

TEST_CASE("what is wrong with a word that no option takes") {
    const std::vector<std::string> options{"--tick", "--output"};
    CHECK(about_extra_word("out.png", options) == "'out.png' is one word too many");
    CHECK(about_extra_word("--tik=5", options) == "unknown option '--tik'; did you mean '--tick'?");
    CHECK(about_extra_word("--xyzzy", options) == "unknown option '--xyzzy'");
}

TEST_CASE("an option's word in any spelling becomes that of its list; another names the closest") {
    const WordChoice choice({"text", "nd-json", "csv"});
    CHECK(choice.in_braces() == "{text,nd-json,csv}");
    for (std::string typed : {"nd-json", "ND_JSON", "ndjson"}) {
        CHECK(choice(typed).empty());
        CHECK(typed == "nd-json");
    }
    std::string typed = "cvs";
    CHECK(choice(typed) == "'cvs' is none of text, nd-json, csv; did you mean 'csv'?");
    CHECK(typed == "cvs");
    for (std::string other : {"", "-", "parquet"})
        CHECK(choice(other) == "'" + other + "' is none of text, nd-json, csv");
}
