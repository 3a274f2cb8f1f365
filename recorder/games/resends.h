#pragma once
// What a side of a connection sends again, and what it asks the other side for again: what the
// games whose packets tell it have in common. ResendReader (tickreel/analysis/resend_track.h) reads
// the events.

#include <bitset>
#include <optional>
#include <string>
#include <vector>

#include "recorder/datagram.h"
#include "tickreel/model/item.h"
#include "tickreel/model/row.h"

namespace tickreel {

// Of one packet.
struct Resends {
    Direction direction = Direction::ToServer;
    std::chrono::nanoseconds time{};
    std::uint32_t messages = 0;     // sent again
    std::uint32_t seen_before = 0;  // of them: those that passed before
    bool asks = false;

    bool any() const { return messages > 0 || asks; }
};

// `ServerResend` (class transport) or `ClientResend` (class input), one for each packet that does,
// none without loss. `unit`: what is numbered and sent again.
inline ItemType resend_type(Direction direction, const std::string& unit) {
    const bool of_server = direction == Direction::ToClient;
    return {.name = of_server ? "ServerResend" : "ClientResend",
            .origin = "resend flags",
            .use = TypeUse::Event,
            .fields =
                {
                    {.name = "delay", .unit = "us"},  // arrival - time of the frame, +-100 us
                    {.name = "resent", .unit = unit},
                    // Of them: those that passed the recorder before. Who receives them, or the way
                    // there or back, lost them; the others were lost on the way to the recorder.
                    {.name = "seen_before", .unit = unit},
                    // The other side is to send what it has sent since it was last acknowledged.
                    {.name = "asks", .kind = FieldKind::Bool},
                },
            .event_class = of_server ? EventClass::Transport : EventClass::Input,
            .derived = true};
}

// `type`: of resend_type().
inline std::vector<Word> resend_row(const ItemType& type, const Resends& resends,
                                    std::int64_t delay) {
    return make_row(type, {delay, std::int64_t{resends.messages}, std::int64_t{resends.seen_before},
                           resends.asks});
}

// Which numbers of a stream passed, whether their receiver could take them or not. Of `kNumbers`,
// which wrap, those are remembered that are less than `kWindow` behind the newest.
template <int kNumbers, int kWindow>
class PassedNumbers {
public:
    // Whether it had passed before.
    bool add(int number) {
        const int newest = newest_.value_or(number);
        const int ahead = (number - newest + kNumbers) % kNumbers;
        if (ahead < kNumbers / 2) {
            if (ahead >= kWindow) passed_.reset();
            for (int i = 1; i <= ahead && ahead < kWindow; ++i) passed_.reset(bit(newest + i));
            newest_ = number;
        } else if (kNumbers - ahead >= kWindow) {
            return false;
        }
        const bool before = passed_[bit(number)];
        passed_.set(bit(number));
        return before;
    }

private:
    static_assert(kNumbers % kWindow == 0);
    static std::size_t bit(int number) { return static_cast<std::size_t>(number % kWindow); }

    std::bitset<kWindow> passed_{};
    std::optional<int> newest_{};
};

}  // namespace tickreel
