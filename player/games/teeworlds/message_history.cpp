#include "player/games/teeworlds/message_history.h"

#include <algorithm>
#include <chrono>

#include "player/games/teeworlds/items.h"
#include "tickreel/model/names.h"

namespace tickreel::teeworlds_art {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kPublishEvery = std::chrono::milliseconds(250);

void add_tunings(const Items& messages, const Frame& frame, TuningHistory& tunings) {
    for (const Event& event : frame.events)
        if (messages.exist() && event.type == messages.key(0).type)
            tunings.add(frame.moment(), read_tuning(messages, event.row));
}

// Messages about checkpoints: 0.6 in hundredths of a second and 0 for none, 0.7 in thousandths.
struct CheckpointMessage {
    Items items;
    std::string_view field{};
    double unit = 1;

    void add_from(const Frame& frame, MomentHistory<Checkpoint>& history) const {
        if (!items.exist()) return;
        for (const Event& event : frame.events) {
            if (event.type != items.key(0).type) continue;
            const int behind = items.number(event.row, field);
            if (behind != 0) history.add({frame.moment(), behind * unit});
        }
    }
};

void add_distances(const Items& messages, const Frame& frame,
                   MomentHistory<ShowDistance>& distances) {
    if (!messages.exist()) return;
    for (const Event& event : frame.events) {
        if (event.type != messages.key(0).type) continue;
        const Vec2 reach{static_cast<float>(messages.number(event.row, "x")),
                         static_cast<float>(messages.number(event.row, "y"))};
        const ShowDistance* const before = distances.last(frame.moment());
        if (before == nullptr || before->reach != reach) distances.add({frame.moment(), reach});
    }
}

void add_limits(const Items& messages, const Frame& frame, MomentHistory<ToldLimit>& limits) {
    if (!messages.exist()) return;
    for (const Event& event : frame.events)
        if (event.type == messages.key(0).type)
            limits.add({frame.moment(), messages.number(event.row, "time_limit")});
}

}  // namespace

void read_message_history(const ReelReader& reel, Moment until, const ProblemSink& problems,
                          const std::function<bool()>& stopped,
                          const std::function<void(MessageHistoryPointer)>& publish) {
    const Schema& schema = reel.schema();
    const Items tunings(schema, "Sv_TuneParams");
    const CheckpointMessage checkpoints[] = {{Items(schema, "Sv_DDRaceTime"), "check", 0.01},
                                             {Items(schema, "Sv_DDRaceTimeLegacy"), "check", 0.01},
                                             {Items(schema, "Sv_Checkpoint"), "diff", 0.001}};
    const bool race =
        std::any_of(std::begin(checkpoints), std::end(checkpoints),
                    [](const CheckpointMessage& message) { return message.items.exist(); });
    const Items distances(schema, "Cl_ShowDistance");
    const Items limits(schema, "Sv_GameInfo");
    if (!tunings.exist() && !race && !distances.exist() && !limits.exist() &&
        !names_by_message(schema))
        return;
    MessageHistory history;
    Clock::time_point published = Clock::now();
    const auto hand_over = [&] { publish(std::make_shared<const MessageHistory>(history)); };
    const MomentRange range{reel.everything().from, {until.segment, until.tick + 1}};
    const Result<void> read = reel.scan(range, problems, [&](const Frame& frame) {
        history.roster.add(schema, frame);
        add_tunings(tunings, frame, history.tunings);
        for (const CheckpointMessage& message : checkpoints)
            message.add_from(frame, history.checkpoints);
        add_distances(distances, frame, history.distances);
        add_limits(limits, frame, history.limits);
        history.read = frame.moment();
        if (Clock::now() - published >= kPublishEvery) {
            published = Clock::now();
            hand_over();
        }
        return !stopped();
    });
    if (!read) problems({"names and tuning cannot be read: " + read.error().message});
    hand_over();
}

}  // namespace tickreel::teeworlds_art
