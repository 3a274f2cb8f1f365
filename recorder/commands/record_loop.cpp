#include "recorder/commands/record_loop.h"

#include <atomic>
#include <ctime>
#include <functional>
#include <future>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>

#include "recorder/commands/output/say.h"
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

// Says at once that the recorder's thread waits, or hangs, and later that it goes on.
class StallReport {
public:
    explicit StallReport(const CommandLine& line) : line_(line) {
        (void)line.warning("");  // asks where stderr leads as long as that answers
    }

    void look(const RecordingSession& session, const std::function<void(std::string)>& tell) {
        const ThreadSign sign = session.recorder_sign();
        const ThreadSign before = std::exchange(told_, sign);
        if (sign == ThreadSign::Works && before != sign)
            tell(concat("recording goes on after ", std::exchange(seconds_, 0), " s"));
        if (sign == ThreadSign::Works) return;
        seconds_ = static_cast<int>(session.recorder_stalled());
        if (sign == before) return;
        const std::string why = sign == ThreadSign::Waits
                                    ? "the disk stands still"
                                    : "the thread that records works and gets nowhere";
        if (!line_.common().quiet)
            say_aside(line_.warning(
                concat("nothing has been recorded for ", seconds_, " s: ", why,
                       ". The game goes on, and what comes waits in memory (--queue)")));
    }

private:
    // On a thread of its own, for which nobody waits: the messages may go to that disk.
    void say_aside(std::string words) {
        if (saying_->exchange(true)) return;
        try {
            std::thread([words = std::move(words), saying = saying_] {
                say_words(words);
                *saying = false;
            }).detach();
        } catch (const std::system_error&) {
            *saying_ = false;  // no thread to be had: /ready and `ctl status` know it
        }
    }

    const CommandLine& line_;
    ThreadSign told_ = ThreadSign::Works;
    int seconds_ = 0;
    std::shared_ptr<std::atomic<bool>> saying_ = std::make_shared<std::atomic<bool>>(false);
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
        stalls.look(session, [&session](const std::string& what) { session.tell(what); });
        if (manager.watchdog().count() == 0 || now - last_alive < manager.watchdog()) continue;
        // Who waits for a disk would not be better off in another process, and all who play would
        // be disconnected.
        if (session.recorder_sign() == ThreadSign::Hangs) continue;
        last_alive = now;
        manager.notify("WATCHDOG=1");
    }
}

}  // namespace tickreel
