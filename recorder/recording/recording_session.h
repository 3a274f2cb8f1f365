#pragma once
// Records the clients of one game server: the proxy on the caller's thread, and behind it the
// recorder with its queue on a separate thread. Options in, events and a report out; the caller
// supplies network and clock, so that simulators can replace them.

#include "recorder/net/udp_proxy.h"
#include "recorder/recording/recorder.h"

namespace tickreel {

struct SessionOptions {
    // listen, server and limits; `redirect` and `intent` are filled in from the games.
    ProxyOptions proxy{};
    RecorderOptions recorder{};  // its log goes with the proxy's store; `left` is filled in
};

struct SessionReport {
    RecorderTotals recorded{};
    std::optional<RecordedFile> first_failed{};  // could not be written to its end
    std::uint64_t connections = 0;               // clients that played, ...
    std::uint64_t unrecorded = 0;                // ... and those that gave no snapshot
    std::uint64_t left_early = 0;                // ... and those that were sent none
    std::uint64_t gaps_nowhere = 0;              // ... and those with gaps that are in no file
    ProxyStatistics wire{};
};

class RecordingSession {
public:
    // `network` and `clock` must outlive the session.
    static Result<std::unique_ptr<RecordingSession>> open(SessionOptions options, Network& network,
                                                          Clock& clock);
    RecordingSession(const RecordingSession&) = delete;
    RecordingSession& operator=(const RecordingSession&) = delete;
    ~RecordingSession();

    Endpoint local() const { return proxy_->local(); }
    // Number of clients continued from an earlier session, see ClientStore; who said goodbye is
    // none.
    std::size_t resumed() const { return resumed_; }
    // Whether somebody plays: said something, or was told something, a moment ago. On the wire
    // thread.
    bool anyone_plays() const;
    // Forwards all waiting datagrams; waits if there are none. Returns the time.
    [[gnu::hot]] Clock::TimePoint poll(std::chrono::milliseconds timeout);
    // Clients that are no longer allowed are removed immediately.
    void set_access(AccessList access);
    // For any thread; at most a second old.
    const StatusBoard& board() const { return *board_; }
    // The recorder's thread, at most a second ago. On the wire thread.
    ThreadSign recorder_sign() const { return recorder_sign_; }
    double recorder_stalled() const { return recorder_stalled_; }  // seconds; 0: it works
    // From any thread: see Recorder.
    std::optional<std::vector<MarkerOutcome>> mark(ClientId client, const std::string& text,
                                                   std::chrono::milliseconds patience) {
        return recorder_.mark(client, text, patience);
    }
    std::optional<std::vector<SaveOutcome>> save(ClientId client,
                                                 std::chrono::milliseconds patience) {
        return recorder_.save(client, patience);
    }
    std::optional<std::vector<SplitOutcome>> split(ClientId client,
                                                   std::chrono::milliseconds patience) {
        return recorder_.split(client, patience);
    }
    // From any thread: "mark", "save" or "split" the recordings of this client; 0: of all.
    void order(const std::string& what, ClientId client, const std::string& text);
    // From any thread: told on the recorder thread, because a terminal may block.
    void tell(const std::string& what);
    // Begins to end the recordings, which may take long when much waits. poll() goes on forwarding
    // meanwhile: with a RecoveryLog nobody notices it, and the next recorder has what came.
    void begin_stop() { recorder_.begin_stop(); }
    bool recordings_ended() const { return recorder_.ended(); }
    // Ends the recordings. Nothing is forwarded after it.
    SessionReport stop();

private:
    class ToQueue;
    RecordingSession(std::unique_ptr<UdpProxy> proxy, RecorderOptions options, Clock& clock,
                     std::unique_ptr<StatusBoard> board, RecoveryLog* log);
    void drop_who_left(const std::vector<ClientId>& left);
    void follow_the_clock();
    void note_standstill(const char* what, std::chrono::nanoseconds time);
    void post_status();

    std::unique_ptr<StatusBoard> board_;
    std::unique_ptr<UdpProxy> proxy_;
    Recorder recorder_;
    std::unique_ptr<ToQueue> to_queue_;
    Clock& clock_;
    ClientStore* store_ = nullptr;
    Clock::TimePoint started_{};
    Clock::TimePoint last_look_{};
    Clock::TimePoint last_poll_{};
    std::chrono::nanoseconds asleep_{};  // as the clock said last
    std::uint64_t standstills_ = 0;
    ThreadWatch recorder_watch_{};
    ThreadSign recorder_sign_ = ThreadSign::Works;
    double recorder_stalled_ = 0;
    Clock::TimePoint stood_still_{};  // all of the program, until then
    std::size_t resumed_ = 0;
    std::chrono::nanoseconds reported_step_{};  // of the wall clock, since it was followed last
};

// The proxy's redirect function: of `game`, or of all games while it is unknown.
std::function<std::optional<PortRedirect>(ByteView)> port_redirects(const Game* game);
std::function<ClientIntent(ByteView)> client_intents(const Game* game);

}  // namespace tickreel
