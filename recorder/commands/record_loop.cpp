#include "recorder/commands/record_loop.h"

#include <ctime>
#include <future>

namespace tickreel {

namespace {

constexpr int kPoll = 200;                        // ms
constexpr std::chrono::seconds kStandsStill{10};  // a thread that has not been seen at work

void put_in_force(RecordingSession& session, AccessList lists) {
    session.set_access(std::move(lists));
    session.tell("the address lists were read again");
}

// Reads the lists again on a thread of its own: long ones, or a slow disk, would hold up the game.
class ListReload {
public:
    ListReload(const RecordArguments& arguments, RecordingSession& session)
        : arguments_(arguments), session_(session) {}

    void ask() { asked_ = true; }
    // Takes what has been read, and begins what was asked for.
    void step() {
        if (reading_.valid() &&
            reading_.wait_for(std::chrono::seconds(0)) == std::future_status::ready)
            take(reading_.get());
        if (asked_ && !reading_.valid()) {
            asked_ = false;
            reading_ =
                std::async(std::launch::async, [this] { return read_lists_again(arguments_); });
        }
    }

private:
    void take(Result<AccessList> access) {
        if (!access) return session_.tell(access.error().message);
        put_in_force(session_, *std::move(access));
    }

    const RecordArguments& arguments_;
    RecordingSession& session_;
    bool asked_ = false;
    std::future<Result<AccessList>> reading_{};
};

}  // namespace

ClipSignal::ClipSignal() {
    ::sigemptyset(&wanted_);
    ::sigaddset(&wanted_, SIGUSR1);
    ::pthread_sigmask(SIG_BLOCK, &wanted_, nullptr);
}

bool ClipSignal::arrived() const {
    const timespec at_once{};
    return ::sigtimedwait(&wanted_, nullptr, &at_once) > 0;
}

Result<AccessList> read_lists_again(const RecordArguments& arguments) {
    if (!has_lists(arguments.connect))
        return fail("there is no list to read again: no --allow, no --deny");
    Result<AccessList> access = read_access(arguments.connect);
    if (!access) return fail(access.error().message, "; the lists stay as they were");
    return access;
}

// Whether somebody asks to stop is asked now and then, not after every datagram: each question is a
// system call.
[[gnu::hot]] void forward_until_stopped(const RecordArguments& arguments, RecordingSession& session,
                                        const StopSignals& signals, const ClipSignal& clips,
                                        ControlRequests& requests, const ServiceManager& manager) {
    ListReload lists(arguments, session);
    Clock::TimePoint last_asked{};
    Clock::TimePoint last_alive{};
    while (true) {
        const std::chrono::milliseconds patience(kPoll);  // a constant of the code, not of memory
        const auto now = session.poll(patience);
        if (now - last_asked < patience) continue;
        last_asked = now;
        const StopRequest asked = signals.poll();
        if (asked == StopRequest::Reload) lists.ask();
        lists.step();
        requests.lists.take([&](AccessList read) { put_in_force(session, std::move(read)); });
        if (clips.arrived()) {
            if (arguments.clips.keep.empty())
                session.tell("SIGUSR1 saves clips, and none are kept without --keep-last");
            else
                session.order("save", 0, "");
        }
        const bool ends = asked == StopRequest::Interrupt || asked == StopRequest::Stop;
        if (ends || requests.stop) return;
        if (manager.watchdog().count() == 0 || now - last_alive < manager.watchdog()) continue;
        last_alive = now;
        if (now - session.board().get().recorder_alive < kStandsStill) manager.notify("WATCHDOG=1");
    }
}

}  // namespace tickreel
