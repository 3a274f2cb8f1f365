#include "recorder/commands/record_loop.h"

#include <ctime>
#include <future>
#include <utility>

#include "tickreel/base/concat.h"

namespace tickreel {

namespace {

constexpr int kPoll = 200;  // ms

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

// Says at once that the recorder's thread waits, and later that it goes on. On a thread of its own:
// the messages may go to the disk that stands still.
class StallReport {
public:
    explicit StallReport(const CommandLine& line) : line_(line) {}

    void look(Clock::TimePoint now, ThreadSign sign, RecordingSession& session) {
        if ((sign == ThreadSign::Works) == (since_ == Clock::TimePoint{})) return;
        if (sign == ThreadSign::Works) {
            const auto stalled = now - std::exchange(since_, {}) + ThreadWatch::kPatience;
            session.tell(concat("the disk is back: recording goes on after ",
                                std::chrono::round<std::chrono::seconds>(stalled).count(), " s"));
            return;
        }
        since_ = now;
        if (saying_.valid() &&
            saying_.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
            return;
        saying_ = std::async(std::launch::async, [&line = line_] {
            line.warn("",
                      concat("nothing has been recorded for ", ThreadWatch::kPatience.count(),
                             " s: the disk stands still. The game goes on, and what comes waits in "
                             "memory (--queue)"));
        });
    }

private:
    const CommandLine& line_;
    Clock::TimePoint since_{};
    std::future<void> saying_{};
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
[[gnu::hot]] void forward_until_stopped(const CommandLine& line, const RecordArguments& arguments,
                                        RecordingSession& session, const StopSignals& signals,
                                        const ClipSignal& clips, ControlRequests& requests,
                                        const ServiceManager& manager) {
    ListReload lists(arguments, session);
    StallReport stalls(line);
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
        const ThreadSign recorder = session.recorder_sign();
        stalls.look(now, recorder, session);
        if (manager.watchdog().count() == 0 || now - last_alive < manager.watchdog()) continue;
        // Who waits for a disk would not be better off in another process, and all who play would
        // be disconnected.
        if (recorder == ThreadSign::Hangs) continue;
        last_alive = now;
        manager.notify("WATCHDOG=1");
    }
}

}  // namespace tickreel
