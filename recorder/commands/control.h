#pragma once
// The control socket and the metrics page of a running recorder. A request on the control
// socket is one line: a command, then its arguments as NAME=VALUE, the last one (text)
// extending to the end of the line. The answer is NDJSON; its last line is {"ok":true} or
// {"ok":false,"error":…}. The answer to "tail" is a recording that grows, see LiveTails.

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "recorder/commands/list_handover.h"
#include "recorder/recording/live_tails.h"
#include "recorder/recording/session_status.h"

namespace tickreel {

// The largest number that may name a client; 0 names none, and where one is left out is everybody.
inline constexpr ClientId kLastClient = ~ClientId{0} >> 1;

// Requests to the program.
struct ControlRequests {
    std::atomic<bool> stop{false};
    std::function<Result<AccessList>()> read_lists{};  // again; an error where there are none
    ListHandover lists{};
    bool keeps_clips = false;    // there is something to save, and nothing to split
    LiveTails* tails = nullptr;  // nullptr: what is recorded must not be read along
};

// "": a command of the control socket, which takes these arguments. Else what is wrong.
std::string order_misused(std::string_view command, bool has_client, bool has_text);

// A marker in the recordings; client 0: of all. Waits a moment for what became of it. Empty: it is
// set later.
using MarkerOrder = std::function<std::optional<std::vector<MarkerOutcome>>(
    ClientId client, const std::string& text)>;

// The clip of --keep-last, likewise.
using SaveOrder = std::function<std::optional<std::vector<SaveOutcome>>(ClientId client)>;

// To go on in other files, likewise.
using SplitOrder = std::function<std::optional<std::vector<SplitOutcome>>(ClientId client)>;

class Control {
public:
    Control(const StatusBoard& board, ControlRequests& requests, MarkerOrder mark, SaveOrder save,
            SplitOrder split)
        : board_(board),
          requests_(requests),
          mark_(std::move(mark)),
          save_(std::move(save)),
          split_(std::move(split)) {}

    std::string answer(std::string_view request) const;
    // Whether it is a good request for "tail": then the socket is no longer the caller's.
    bool take_over(std::string_view request, int socket) const;

private:
    Result<ClientId> tailed(ClientId wanted) const;
    Result<void> known(ClientId client, const SessionStatus& status) const;

    const StatusBoard& board_;
    ControlRequests& requests_;
    MarkerOrder mark_;
    SaveOrder save_;
    SplitOrder split_;
};

std::string status_ndjson(const SessionStatus& status);
std::string clients_ndjson(const SessionStatus& status);

// The answer to a marker.
std::string markers_ndjson(const std::optional<std::vector<MarkerOutcome>>& outcomes);
// The answer to "save".
std::string clips_ndjson(const std::optional<std::vector<SaveOutcome>>& outcomes);
// The answer to "split".
std::string split_ndjson(const std::optional<std::vector<SplitOutcome>>& outcomes);
// What is not recorded now though it should be, for people; "" = nothing.
std::string describe_outage(const RecorderTotals& totals);

// In Prometheus' text format.
std::string metrics_text(const SessionStatus& status);
// /metrics, /live (the threads are running) and /ready (and the server answers, and what is played
// can be written).
std::string answer_http(const SessionStatus& status, Clock::TimePoint now, std::string_view head);

}  // namespace tickreel
