// A running recorder as a page for Prometheus.

#include <fmt/format.h>

#include "recorder/commands/control.h"
#include "recorder/net/stream_server.h"
#include "tickreel/base/concat.h"

namespace tickreel {

namespace {

constexpr std::chrono::seconds kAlive{10};  // since a thread was last seen at work

double seconds(std::chrono::duration<double> time) {
    return time.count();
}

class Page {
public:
    template <class Value>
    void gauge(std::string_view name, std::string_view help, Value value) {
        add(name, "gauge", help, value);
    }
    void counter(std::string_view name, std::string_view help, std::uint64_t value) {
        add(name, "counter", help, value);
    }
    void histogram(const ForwardingTimes& times) {
        constexpr std::string_view kName = "tickreel_forward_seconds";
        head(kName, "histogram", "Time from fetching a batch of datagrams to having sent it on.");
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < times.counts.size(); ++i) {
            sum += times.counts[i];
            const std::string bound =
                i < ForwardingTimes::kBounds.size()
                    ? fmt::format("{}", seconds(std::chrono::nanoseconds(times.kBounds[i])))
                    : "+Inf";
            text_ += fmt::format("{}_bucket{{le=\"{}\"}} {}\n", kName, bound, sum);
        }
        text_ += fmt::format("{}_sum {}\n{}_count {}\n", kName, seconds(times.sum), kName, sum);
    }
    // Of who plays, by number: not more series than clients that may play at once.
    void clients(const std::vector<ClientStatus>& all) {
        if (all.empty()) return;
        const auto traffic = [&](std::string_view name, std::string_view help,
                                 std::uint64_t Traffic::*count) {
            head(name, "counter", help);
            for (const ClientStatus& one : all)
                text_ += fmt::format(
                    "{0}{{client=\"{1}\",direction=\"to_server\"}} {2}\n"
                    "{0}{{client=\"{1}\",direction=\"to_client\"}} {3}\n",
                    name, one.id, one.to_server.*count, one.to_client.*count);
        };
        traffic("tickreel_client_datagrams_total", "Datagrams of a client that plays.",
                &Traffic::datagrams);
        traffic("tickreel_client_bytes_total", "Bytes of a client that plays.", &Traffic::bytes);
        constexpr std::string_view kSilent = "tickreel_client_silent_seconds";
        head(kSilent, "gauge", "Seconds since anything came of a client, or for it.");
        for (const ClientStatus& one : all)
            text_ += fmt::format("{}{{client=\"{}\"}} {}\n", kSilent, one.id, one.silent);
    }
    // Of all, and of who plays.
    void resends(const RecorderTotals& recorded) {
        const auto rows = [&](std::string_view name, const std::string& label,
                              const ResendTotals& counts) {
            for (const ConnectionSide side : {ConnectionSide::Server, ConnectionSide::Client})
                text_ += fmt::format("{}{{{}direction=\"{}\"}} {}\n", name, label,
                                     side == ConnectionSide::Server ? "to_client" : "to_server",
                                     counts[static_cast<std::size_t>(side)].messages);
        };
        constexpr std::string_view kAll = "tickreel_resent_messages_total";
        head(kAll, "counter",
             "Messages that a side of a connection sent again; packets where the game numbers "
             "those.");
        rows(kAll, "", recorded.resends);
        if (recorded.clients.empty()) return;
        constexpr std::string_view kEach = "tickreel_client_resent_messages_total";
        head(kEach, "counter", "Of these, those of a client that plays.");
        for (const RecordedClient& one : recorded.clients)
            rows(kEach, fmt::format("client=\"{}\",", one.client), one.resends);
    }
    std::string take() { return std::move(text_); }

private:
    void head(std::string_view name, std::string_view type, std::string_view help) {
        text_ += fmt::format("# HELP {} {}\n# TYPE {} {}\n", name, help, name, type);
    }
    template <class Value>
    void add(std::string_view name, std::string_view type, std::string_view help, Value value) {
        head(name, type, help);
        text_ += fmt::format("{} {}\n", name, value);
    }
    std::string text_;
};

double failing_since(const RecorderTotals& recorded) {
    std::chrono::duration<double> since{};
    for (const FailingRecording& one : recorded.failing)
        if (since.count() == 0 || one.outage.since < since) since = one.outage.since;
    return since.count();
}

std::string http(std::string_view status, std::string_view type, const std::string& body) {
    return fmt::format(
        "HTTP/1.1 {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{}",
        status, type, body.size(), body);
}

std::string answer_get(const SessionStatus& status, Clock::TimePoint now, std::string_view head) {
    constexpr std::string_view kText = "text/plain; charset=utf-8";
    constexpr std::string_view kPrometheus = "text/plain; version=0.0.4; charset=utf-8";
    const std::size_t from = std::min(head.find(' '), head.size());
    const std::size_t to = std::min(head.find_first_of(" ?\r", from + 1), head.size());
    const std::string_view method = head.substr(0, from);
    const std::string_view path =
        from < to ? head.substr(from + 1, to - from - 1) : std::string_view{};
    if (method != "GET") return http("405 Method Not Allowed", kText, "GET and HEAD only\n");
    if (path == "/metrics") return http("200 OK", kPrometheus, metrics_text(status));
    // A disk that stands still is no reason to end a program that forwards.
    const bool alive = now - status.wire_alive < kAlive && status.recorder != ThreadSign::Hangs;
    if (path == "/live" || path == "/ready") {
        std::string reason = alive ? "" : "a thread is stuck\n";
        if (path == "/ready") {
            if (status.recorder == ThreadSign::Waits)
                reason +=
                    fmt::format("nothing has been recorded for {:.0f} s: the disk stands still\n",
                                status.recorder_stalled);
            if (!status.server_answers) reason += "the game server does not answer\n";
            if (const std::string outage = describe_outage(status.recorded); !outage.empty())
                reason += outage + '\n';
        }
        return reason.empty() ? http("200 OK", kText, "ok\n")
                              : http("503 Service Unavailable", kText, reason);
    }
    return http("404 Not Found", kText, "there are /metrics, /live and /ready\n");
}

}  // namespace

std::string metrics_text(const SessionStatus& status) {
    const ProxyStatistics& wire = status.wire;
    const RecorderTotals& recorded = status.recorded;
    Page page;
    page.gauge("tickreel_clients", "Clients that play.", status.clients.size());
    page.clients(status.clients);
    page.gauge("tickreel_candidates", "Addresses that have asked for something and do not play.",
               status.candidates);
    page.gauge("tickreel_server_up", "Whether the game server answers.",
               status.server_answers ? 1 : 0);
    page.gauge("tickreel_uptime_seconds", "Seconds since the recorder started.", status.seconds);
    page.counter("tickreel_standstills_total",
                 "Times that the recorder, or the machine, stood still for more than 2 s.",
                 status.standstills);
    page.counter("tickreel_clients_total", "Clients that have played.", wire.clients_ever);
    page.counter("tickreel_to_server_datagrams_total", "Datagrams sent on to the server.",
                 wire.to_server);
    page.counter("tickreel_to_client_datagrams_total", "Datagrams sent on to clients.",
                 wire.to_client);
    page.counter("tickreel_forwarded_bytes_total", "Bytes sent on, both ways.", wire.bytes);
    page.counter("tickreel_unsent_datagrams_total", "Datagrams that the system would not send.",
                 wire.dropped);
    page.counter("tickreel_overflowed_datagrams_total",
                 "Datagrams that the system dropped before they were fetched.", wire.overflowed);
    page.counter("tickreel_refused_datagrams_total",
                 "Datagrams refused by the receiver (ICMP port unreachable).", wire.refused);
    page.counter("tickreel_turned_away_datagrams_total",
                 "Datagrams of addresses that may not connect.", wire.turned_away);
    page.counter("tickreel_too_fast_datagrams_total", "Datagrams beyond the rate limit.",
                 wire.rate_limited);
    page.counter("tickreel_withheld_datagrams_total",
                 "Answers longer than what an unproven address had sent.", wire.withheld);
    page.histogram(wire.times);
    page.gauge("tickreel_recordings", "Connections that are being recorded.", recorded.connections);
    page.counter("tickreel_files_total", "Recordings begun.", recorded.files);
    page.counter("tickreel_files_failed_total",
                 "Recordings that could not be begun, or not be written to the end.",
                 recorded.failed);
    page.gauge("tickreel_recordings_failing",
               "Connections that play and whose recording cannot be written now.",
               recorded.failing.size());
    page.gauge("tickreel_recordings_failing_since_seconds",
               "Unix time since when one of them cannot, 0 if all can.", failing_since(recorded));
    page.gauge("tickreel_folder_writable", "Whether a recording can be begun.",
               recorded.folder.error.empty() ? 1 : 0);
    page.counter("tickreel_files_elsewhere_total", "Recordings that went to the fallback.",
                 recorded.folder.elsewhere);
    page.counter("tickreel_unwritten_snapshots_total",
                 "Snapshots that are in no recording: no file could be written, or it was "
                 "removed meanwhile.",
                 recorded.unwritten);
    page.counter("tickreel_snapshots_total", "Snapshots written to recordings.",
                 recorded.snapshots);
    page.counter("tickreel_checksums_ok_total",
                 "Of these, those that fit their checksum on the wire.", recorded.wire_ok);
    page.counter("tickreel_checksums_mismatch_total", "Of these, those that do not.",
                 recorded.wire_mismatch);
    page.resends(recorded);
    page.counter("tickreel_recorded_bytes_total", "Bytes written to recordings.", recorded.bytes);
    page.counter("tickreel_lost_datagrams_total",
                 "Datagrams missing in recordings because decoding or disk were too slow.",
                 recorded.lost);
    page.counter("tickreel_spilled_datagrams_total",
                 "Datagrams that waited on disk because decoding was too slow.", recorded.spilled);
    page.gauge("tickreel_queue_bytes", "Bytes that wait for decoding.", status.queue_bytes);
    page.gauge("tickreel_queue_limit_bytes", "Bytes that may wait.", status.queue_limit);
    return page.take();
}

std::string answer_http(const SessionStatus& status, Clock::TimePoint now, std::string_view head) {
    constexpr std::string_view kHead = "HEAD ";
    if (!head.starts_with(kHead)) return answer_get(status, now, head);
    // What a balancer asks who wants to know the status alone.
    const std::string whole = answer_get(status, now, concat("GET ", head.substr(kHead.size())));
    return whole.substr(0, end_of_http_head(whole));
}

}  // namespace tickreel
