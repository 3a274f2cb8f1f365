#include "player/games/teeworlds/message_history.h"

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

}  // namespace

void read_message_history(const ReelReader& reel, Moment until, const ProblemSink& problems,
                          const std::function<bool()>& stopped,
                          const std::function<void(MessageHistoryPointer)>& publish) {
    const Items tunings(reel.schema(), "Sv_TuneParams");
    if (!tunings.exist() && !names_by_message(reel.schema())) return;
    MessageHistory history;
    Clock::time_point published = Clock::now();
    const auto hand_over = [&] { publish(std::make_shared<const MessageHistory>(history)); };
    const MomentRange range{reel.everything().from, {until.segment, until.tick + 1}};
    const Result<void> read = reel.scan(range, problems, [&](const Frame& frame) {
        history.roster.add(reel.schema(), frame);
        add_tunings(tunings, frame, history.tunings);
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
