#pragma once
// The control socket and the metrics page of a running recorder. A request on the control
// socket is one line: a command, then its arguments as NAME=VALUE, the last one (text)
// extending to the end of the line. The answer is NDJSON; its last line is {"ok":true} or
// {"ok":false,"error":…}.

#include <atomic>
#include <functional>
#include <string>
#include <string_view>

#include "recorder/recording/session_status.h"

namespace tickreel {

// Requests to the program.
struct ControlRequests {
    std::atomic<bool> stop{false};
    std::atomic<bool> reload{false};
    // Can the address lists be read? A reload that would change nothing is refused.
    std::function<Result<void>()> check_lists{};
    bool keeps_clips = false;  // is there anything to save?
};

// Requests to the recordings; client 0: all.
using RecordingOrder =
    std::function<void(const std::string& what, ClientId client, const std::string& text)>;

class Control {
public:
    Control(const StatusBoard& board, ControlRequests& requests, RecordingOrder order)
        : board_(board), requests_(requests), order_(std::move(order)) {}

    std::string answer(std::string_view request) const;

private:
    const StatusBoard& board_;
    ControlRequests& requests_;
    RecordingOrder order_;
};

std::string status_ndjson(const SessionStatus& status);
std::string clients_ndjson(const SessionStatus& status);

// In Prometheus' text format.
std::string metrics_text(const SessionStatus& status);
// /metrics, /live (the threads are running) and /ready (and the server answers).
std::string answer_http(const SessionStatus& status, Clock::TimePoint now, std::string_view head);

}  // namespace tickreel
