// Snapshots built by the encoders, and the ids of their items.

#include <numeric>
#include <set>

#include "recorder/games/teeworlds/wire/id_pool.h"
#include "recorder/games/teeworlds/wire/item_sizes.h"
#include "recorder/games/teeworlds/wire/snap_crc.h"
#include "recorder/games/teeworlds/wire/wire_snapshot.h"
#include "tests/catch.h"

using namespace tickreel;
using namespace tickreel::teeworlds;

TEST_CASE("a snapshot is built, inspected, and an item invalidated") {
    SnapBuilder builder;
    builder.begin();
    auto flag = builder.new_item(5, 1, 3);
    REQUIRE(flag);
    CHECK((*flag)[0] == 0);
    (*flag)[2] = 7;
    auto event = builder.new_item(17, 9, 3);
    REQUIRE(event);
    (*event)[0] = -1;
    CHECK_FALSE(builder.new_item(5, 1, 3));  // the key is in use
    (*builder.find_item(5, 1))[0] = 2;
    CHECK(builder.num_items() == 2);

    WireSnapshot snapshot = builder.end();
    CHECK(builder.num_items() == 0);
    REQUIRE(snapshot.num_items() == 2);
    CHECK(snapshot.get_item(0).type == 5);
    CHECK(snapshot.get_item(1).id == 9);
    CHECK((*snapshot.find_item(5, 1))[2] == 7);
    CHECK_FALSE(snapshot.find_item(5, 2));
    CHECK_FALSE(snapshot.find_item(-1, 0));
    CHECK(snap_crc(snapshot) == 8);
    CHECK(snapshot.image_size() == 48);  // 2 + 2 * 2 + 6 words

    const WireSnapshot before = snapshot;
    snapshot.invalidate_item(0);
    CHECK(snapshot.num_items() == 2);
    CHECK(snapshot.key(0) == kInvalidKey);
    CHECK_FALSE(snapshot.find_item(5, 1));
    CHECK((*snapshot.find_item(17, 9))[0] == -1);
    CHECK_FALSE(snapshot.find_item(0xffff, 0xffff));
    CHECK_FALSE(snapshot.same_items(before));
    CHECK(before.same_items(before));
}

TEST_CASE("the builder refuses what the protocol cannot carry") {
    SnapBuilder builder;
    builder.begin();
    CHECK_FALSE(builder.new_item(-1, 0, 1));
    CHECK_FALSE(builder.new_item(kMaxItemType + 1, 0, 1));
    CHECK_FALSE(builder.new_item(1, kMaxItemId + 1, 1));
    CHECK_FALSE(builder.new_item(1, 0, kMaxSnapshotImage));
    for (int i = 0; i < static_cast<int>(kMaxSnapshotItems); ++i)
        REQUIRE(builder.new_item(i % 7, i, 1));
    CHECK_FALSE(builder.new_item(1, 60000, 1));
    CHECK(builder.end().num_items() == kMaxSnapshotItems);

    builder.begin();
    const std::size_t largest = kMaxSnapshotImage / 4 - 4;
    CHECK_FALSE(builder.new_item(100, 0, largest + 1));
    REQUIRE(builder.new_item(100, 0, largest));
    CHECK_FALSE(builder.new_item(100, 1, 0));
    CHECK(builder.end().image_size() == kMaxSnapshotImage);
}

TEST_CASE("the checksum wraps") {
    SnapBuilder builder;
    builder.begin();
    auto ints = builder.new_item(30, 0, 3);
    REQUIRE(ints);
    (*ints)[0] = 0x7fffffff;
    (*ints)[1] = 0x7fffffff;
    (*ints)[2] = 3;
    CHECK(snap_crc(builder.end()) == 1);
}

TEST_CASE("fixed sizes of item types") {
    CHECK(static_item_size(Protocol::V06, 9) == 22);
    CHECK(static_item_size(Protocol::V06, 11) == 17);
    CHECK(static_item_size(Protocol::V06, 20) == 3);
    CHECK(static_item_size(Protocol::V07, 22) == 7);
    CHECK(static_item_size(Protocol::V07, 13) == 58);
    for (const int type : {-1, 0, 23, 24, 0x4000, kMaxItemType}) {
        CHECK_FALSE(static_item_size(Protocol::V06, type));
        CHECK_FALSE(static_item_size(Protocol::V07, type));
    }
    CHECK_FALSE(static_item_size(Protocol::V06, 21));
}

TEST_CASE("freed ids rest for five seconds") {
    using std::chrono::seconds;
    IdPool pool(3);
    CHECK(pool.take(seconds(0)) == 0);
    CHECK(pool.take(seconds(0)) == 1);
    CHECK(pool.take(seconds(0)) == 2);
    CHECK_FALSE(pool.take(seconds(0)));
    CHECK(pool.give_back(1, seconds(1)));
    CHECK_FALSE(pool.give_back(1, seconds(1)));
    CHECK_FALSE(pool.give_back(3, seconds(1)));
    CHECK_FALSE(pool.give_back(-1, seconds(1)));
    CHECK(pool.in_use() == 2);
    CHECK_FALSE(pool.take(std::chrono::milliseconds(5999)));
    CHECK(pool.take(seconds(6)) == 1);
}

TEST_CASE("a whole pool comes out once, event ids count up") {
    IdPool pool(kDdnetPoolSize);
    std::set<int> ids;
    while (const std::optional<int> id = pool.take(Time{})) ids.insert(*id);
    CHECK(ids.size() == static_cast<std::size_t>(kDdnetPoolSize));
    CHECK(*ids.rbegin() == kDdnetPoolSize - 1);
    EventIds events;
    for (int i = 0; i < kMaxEvents; ++i) CHECK(events.take() == i);
    CHECK_FALSE(events.take());
    events.clear();
    CHECK(events.take() == 0);
}
