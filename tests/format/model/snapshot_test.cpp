// Snapshots and their builder compared with a plain map.
#include "tickreel/model/snapshot.h"

#include <map>

#include "tests/catch.h"
#include "tests/format/generate.h"

using namespace tickreel;
using tickreel_test::Generator;

TEST_CASE("a builder does what a map does, in any order") {
    Generator make(3);
    for (int round = 0; round < 300; ++round) {
        std::map<ItemKey, std::vector<Word>> model;
        SnapshotBuilder builder;
        for (std::size_t step = make.below(120); step > 0; --step) {
            const ItemKey key = make.key();
            if (make.chance(20)) {
                model.erase(key);
                builder.erase(key);
            } else {
                model[key] = make.row(8);
                builder.set(key, model[key]);
            }
            REQUIRE(builder.size() == model.size());
            REQUIRE(builder.find(key).has_value() == model.contains(key));
        }
        const Snapshot snapshot = builder.build();
        REQUIRE(builder.size() == 0);
        REQUIRE(snapshot.size() == model.size());
        std::size_t index = 0;
        std::size_t words = 0;
        for (const auto& [key, row] : model) {
            const Item item = snapshot[index];
            REQUIRE(item.key == key);
            REQUIRE(std::vector<Word>(item.row.begin(), item.row.end()) == row);
            REQUIRE(snapshot.lower_bound(key) == index++);
            REQUIRE(snapshot.find(key)->size() == row.size());
            words += row.size();
        }
        REQUIRE(snapshot.word_count() == words);
        // From a base: the base stays unchanged.
        SnapshotBuilder next(snapshot);
        const Snapshot before = snapshot;
        next.set(make.key(), make.row(3));
        const Snapshot after = next.build();
        REQUIRE(snapshot == before);
        REQUIRE((after == snapshot || after.size() + 1 >= snapshot.size()));
    }
}

TEST_CASE("equality looks at keys, lengths and words, not at how a snapshot was made") {
    SnapshotBuilder forward;
    SnapshotBuilder backward;
    for (EntityId i = 0; i < 10; ++i)
        forward.set({1, i}, std::vector<Word>{static_cast<Word>(i), 2});
    for (EntityId i = 10; i > 0; --i) {
        backward.set({1, i - 1}, std::vector<Word>{7});  // replaced by a longer row
        backward.set({1, i - 1}, std::vector<Word>{static_cast<Word>(i - 1), 2});
    }
    const Snapshot a = forward.build();
    const Snapshot b = backward.build();
    CHECK(a == b);
    CHECK_FALSE(a.same_storage(b));
    SnapshotBuilder other(a);
    other.set({1, 4}, std::vector<Word>{4, 3});
    CHECK_FALSE(other.build() == a);
    SnapshotBuilder shorter(a);
    shorter.set({1, 4}, std::vector<Word>{4});
    CHECK_FALSE(shorter.build() == a);
    CHECK(Snapshot() == SnapshotBuilder().build());
    CHECK_FALSE(a.find({0, 4}).has_value());
    CHECK(a.lower_bound({2, 0}) == 10);
}
