#pragma once
// What a running recorder answers on its control socket and its metrics page. A question on the
// control socket is one line: a command, then its arguments as NAME=VALUE, the last one (text) to
// the end of the line. The answer is NDJSON; its last line is {"ok":true} or
// {"ok":false,"error":…}.

#include <atomic>
#include <string>
#include <string_view>

#include "recorder/recording/session_status.h"

namespace tickreel {

// What the program itself has to do.
struct ControlWishes {
    std::atomic<bool> stop{false};
    std::atomic<bool> reload{false};
};

// What the recordings have to do; client 0 = all.
using RecordingOrder =
    std::function<void(const std::string& what, ClientId client, const std::string& text)>;

class Control {
public:
    Control(const StatusBoard& board, ControlWishes& wishes, RecordingOrder order)
        : board_(board), wishes_(wishes), order_(std::move(order)) {}

    std::string answer(std::string_view question) const;

private:
    const StatusBoard& board_;
    ControlWishes& wishes_;
    RecordingOrder order_;
};

std::string status_ndjson(const SessionStatus& status);
std::string clients_ndjson(const SessionStatus& status);

// Prometheus' text format.
std::string metrics_text(const SessionStatus& status);
// /metrics, /live (the threads are at work) and /ready (and the server answers).
std::string answer_http(const SessionStatus& status, Clock::TimePoint now, std::string_view head);

}  // namespace tickreel
