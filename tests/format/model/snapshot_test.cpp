#include "format/model/snapshot.h"

#include <map>

#include "tests/catch.h"
#include "tests/format/model/random_model.h"

using namespace tickreel;
using namespace tickreel_test;

TEST_CASE("an empty snapshot is a snapshot") {
    const Snapshot empty;
    CHECK(empty.empty());
    CHECK(empty == SnapshotBuilder().build());
    CHECK_FALSE(empty.find({1, 2}));
}

TEST_CASE("a builder agrees with a map, whatever the order of calls") {
    Random random(2);
    for (int round = 0; round < 500; ++round) {
        std::map<ItemKey, std::vector<Word>> model;
        SnapshotBuilder builder;
        for (int i = 0; i < 80; ++i) {
            const ItemKey key = random_key(random);
            if (below(random, 4) == 0) {
                model.erase(key);
                builder.erase(key);
                continue;
            }
            model[key] = random_row(random);
            builder.set(key, model[key]);
        }
        const Snapshot snapshot = builder.build();
        REQUIRE(snapshot.size() == model.size());
        std::size_t index = 0;
        std::size_t words = 0;
        for (const auto& [key, row] : model) {
            const Item item = snapshot[index++];
            REQUIRE(item.key == key);
            REQUIRE(std::vector<Word>(item.row.begin(), item.row.end()) == row);
            REQUIRE(snapshot.find(key)->size() == row.size());
            words += row.size();
        }
        REQUIRE(snapshot.word_count() == words);  // replaced rows leave nothing behind
        REQUIRE(builder.size() == 0);
    }
}

TEST_CASE("a copy shares, an edit of a copy does not") {
    SnapshotBuilder builder;
    builder.set({1, 1}, std::vector<Word>{5});
    const Snapshot a = builder.build();
    const Snapshot b = a;
    CHECK(a.same_storage(b));
    SnapshotBuilder edit(a);
    edit.set({1, 1}, std::vector<Word>{6});
    const Snapshot c = edit.build();
    CHECK((*a.find({1, 1}))[0] == 5);
    CHECK((*c.find({1, 1}))[0] == 6);
    CHECK_FALSE(a == c);
}
