#include "player/draw/evolved_frames.h"

#include "tests/catch.h"

using namespace tickreel;

namespace {

// Items of type 1 move one unit per tick since the tick in their first word.
class Mover final : public Evolver {
public:
    bool evolves(TypeId type) const override { return type == 1; }
    Row evolve(ItemKey, Row row, Tick now) override {
        ++asked;
        if (row[0] == now) return row;
        if (row[0] > now) return {};
        row_ = {static_cast<Word>(now), static_cast<Word>(row[1] + (now - row[0]))};
        return row_;
    }
    int asked = 0;

private:
    std::vector<Word> row_;
};

Frame frame_at(Tick tick, Word sent) {
    SnapshotBuilder builder;
    builder.set({0, 1}, std::vector<Word>{sent, 100});
    builder.set({1, 1}, std::vector<Word>{sent, 100});
    Frame frame;
    frame.tick = tick;
    frame.snapshot = builder.build();
    return frame;
}

}  // namespace

TEST_CASE("frames show things at their own tick, others as they are") {
    Mover mover;
    EvolvedFrames frames;
    const Frame sent = frame_at(1010, 1000);
    const Frame* shown = frames.evolved(mover, &sent);
    REQUIRE(shown != nullptr);
    CHECK((*shown->snapshot.find({1, 1}))[1] == 110);
    CHECK((*shown->snapshot.find({0, 1}))[1] == 100);
    CHECK((*sent.snapshot.find({1, 1}))[1] == 100);
    CHECK(frames.evolved(mover, static_cast<const Frame*>(nullptr)) == nullptr);
}

TEST_CASE("a frame is evolved once, and again when its snapshot is another") {
    Mover mover;
    EvolvedFrames frames;
    const Frame sent = frame_at(1010, 1000);
    const Frame* first = frames.evolved(mover, &sent);
    CHECK(frames.evolved(mover, &sent) == first);
    CHECK(mover.asked == 1);
    const Frame other = frame_at(1010, 1008);
    CHECK((*frames.evolved(mover, &other)->snapshot.find({1, 1}))[1] == 102);
}

TEST_CASE("nothing older, nothing known: the snapshot itself") {
    Mover mover;
    EvolvedFrames frames;
    for (const Word sent : {1010, 1020}) {
        const Frame frame = frame_at(1010, sent);
        CHECK(frames.evolved(mover, &frame)->snapshot.same_storage(frame.snapshot));
    }
}

TEST_CASE("a list of frames comes back in its order, however often it is asked for") {
    Mover mover;
    EvolvedFrames frames;
    std::vector<Frame> sent;
    for (Tick tick = 1000; tick < 1100; tick += 2) sent.push_back(frame_at(tick, 1000));
    for (int round = 0; round < 20; ++round) {
        frames.tidy();
        const auto shown = frames.evolved(mover, std::span<const Frame>(sent));
        REQUIRE(shown.size() == sent.size());
        CHECK(shown[7].tick == 1014);
        CHECK((*shown[7].snapshot.find({1, 1}))[1] == 114);
    }
    CHECK(mover.asked == 50);
}
