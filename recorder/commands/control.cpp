#include "recorder/commands/control.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "recorder/commands/output/text_format.h"
#include "recorder/net/socket_sink.h"
#include "recorder/recording/whole_path.h"
#include "tickreel/base/concat.h"

namespace tickreel {

namespace {

using Json = nlohmann::ordered_json;

std::string line_of(const Json& json) {
    // A text that is no UTF-8 is said as well as it can be.
    return printable_json(json.dump(-1, ' ', false, Json::error_handler_t::replace)) + "\n";
}

std::string done() {
    return line_of({{"ok", true}});
}

std::string refused(const std::string& why) {
    return line_of({{"ok", false}, {"error", why}});
}

// As everywhere in NDJSON: 64-bit numbers are strings.
std::string number(std::uint64_t value) {
    return std::to_string(value);
}

struct Order {
    std::string command{};
    ClientId client = 0;
    std::string text{};
};

// "mark client=3 text=look at this"
std::optional<Order> read_order(std::string_view words) {
    constexpr std::string_view kClient = "client=";
    constexpr std::string_view kText = "text=";
    Order order;
    order.command = words.substr(0, words.find(' '));
    words.remove_prefix(std::min(order.command.size() + 1, words.size()));
    if (words.substr(0, kClient.size()) == kClient) {
        words.remove_prefix(kClient.size());
        const auto [end, error] =
            std::from_chars(words.data(), words.data() + words.size(), order.client);
        if (error != std::errc{} || order.client == 0) return std::nullopt;
        words.remove_prefix(static_cast<std::size_t>(end - words.data()));
        if (!words.empty() && words.front() != ' ') return std::nullopt;
        if (!words.empty()) words.remove_prefix(1);
    }
    if (words.substr(0, kText.size()) == kText)
        order.text = words.substr(kText.size());
    else if (!words.empty())
        return std::nullopt;
    return order;
}

struct Accepted {
    std::string_view command{};
    bool client = false;
    bool text = false;
};
constexpr std::chrono::seconds kInForce{5};  // at most, until lists that were read are

constexpr std::array<Accepted, 8> kOrders{{{"status"},
                                           {"clients"},
                                           {"mark", true, true},
                                           {"save", true},
                                           {"split", true},
                                           {"stop"},
                                           {"reload"},
                                           {"tail", true}}};

Json failing_json(const std::vector<FailingRecording>& failing) {
    Json all = Json::array();
    for (const FailingRecording& one : failing)
        all.push_back({{"client", number(one.client)},
                       {"file", whole_path(one.outage.path)},
                       {"error", one.outage.error},
                       {"since", rfc3339(one.outage.since)},
                       {"snapshots_lost", number(one.outage.snapshots_lost)}});
    return all;
}

}  // namespace

std::string order_misused(std::string_view command, bool has_client, bool has_text) {
    std::string all;
    for (const Accepted& one : kOrders) {
        if (one.command != command) {
            all += concat(all.empty() ? "" : ", ", one.command);
            continue;
        }
        if (has_client && !one.client)
            return concat(command, " is for all clients: it takes no client");
        return has_text && !one.text ? concat(command, " takes no text") : "";
    }
    return concat("unknown command '", command, "'; there are ", all);
}

std::string status_ndjson(const SessionStatus& status) {
    const RecorderTotals& recorded = status.recorded;
    // Nothing listens where packets are read from an interface.
    const std::string listen = status.listen == Endpoint{} ? "" : to_string(status.listen);
    return line_of({{"listen", listen},
                    {"server", to_string(status.server)},
                    {"server_answers", status.server_answers},
                    {"uptime_s", status.seconds},
                    {"standstills", number(status.standstills)},
                    {"recorder_stalled_s", status.recorder_stalled},
                    {"clients", status.clients.size()},
                    {"candidates", status.candidates},
                    {"recording", number(recorded.connections)},
                    {"files", number(recorded.files)},
                    {"files_failed", number(recorded.failed)},
                    {"files_elsewhere", number(recorded.folder.elsewhere)},
                    {"failing", failing_json(recorded.failing)},
                    {"folder_error", recorded.folder.error},
                    {"snapshots_unwritten", number(recorded.unwritten)},
                    {"snapshots", number(recorded.snapshots)},
                    {"wire_ok", number(recorded.wire_ok)},
                    {"wire_mismatch", number(recorded.wire_mismatch)},
                    {"bytes", number(recorded.bytes)},
                    {"datagrams_lost", number(recorded.lost)},
                    {"datagrams_spilled", number(recorded.spilled)},
                    {"datagrams_overflowed", number(status.wire.overflowed)},
                    {"to_server", number(status.wire.to_server)},
                    {"to_client", number(status.wire.to_client)},
                    {"turned_away", number(status.wire.turned_away)},
                    {"withheld", number(status.wire.withheld)},
                    {"too_fast", number(status.wire.rate_limited)},
                    {"queue_bytes", number(status.queue_bytes)},
                    {"queue_limit", number(status.queue_limit)}});
}

std::string clients_ndjson(const SessionStatus& status) {
    std::string lines;
    for (const ClientStatus& client : status.clients) {
        const auto& all = status.recorded.clients;
        const auto found = std::find_if(all.begin(), all.end(), [&](const RecordedClient& one) {
            return one.client == client.id;
        });
        const RecordedClient recorded = found == all.end() ? RecordedClient{} : *found;
        lines += line_of({{"client", number(client.id)},
                          {"address", to_string(client.from)},
                          {"upstream", to_string(client.upstream)},
                          {"connected_s", client.seconds},
                          {"silent_s", client.silent},
                          {"to_server", number(client.to_server.datagrams)},
                          {"to_server_bytes", number(client.to_server.bytes)},
                          {"to_client", number(client.to_client.datagrams)},
                          {"to_client_bytes", number(client.to_client.bytes)},
                          {"player", recorded.player},
                          {"map", recorded.map},
                          {"snapshots", number(recorded.snapshots)},
                          {"wire_ok", number(recorded.wire_ok)},
                          {"wire_mismatch", number(recorded.wire_mismatch)},
                          {"gaps", number(recorded.gaps)},
                          {"bytes", number(recorded.bytes)}});
    }
    return lines;
}

std::string markers_ndjson(const std::optional<std::vector<MarkerOutcome>>& outcomes) {
    if (!outcomes)
        return line_of(
                   {{"waits", "the recorder is behind; the marker is set when it gets there"}}) +
               done();
    std::string lines;
    for (const auto& [client, marker] : *outcomes) {
        if (marker.moment.tick == kNoTick) continue;
        lines += line_of({{"client", number(client)},
                          {"segment", marker.moment.segment},
                          {"tick", number(static_cast<std::uint64_t>(marker.moment.tick))},
                          {"file", whole_path(marker.path)},
                          {"waits", marker.problem}});
    }
    if (!lines.empty()) return lines + done();
    return refused(outcomes->empty() ? "nobody is recorded; no marker was set"
                                     : "no marker was set: " + outcomes->front().marker.problem);
}

std::string clips_ndjson(const std::optional<std::vector<SaveOutcome>>& outcomes) {
    if (!outcomes)
        return line_of(
                   {{"waits", "the recorder is behind; the clip is saved when it gets there"}}) +
               done();
    std::string lines;
    const auto add = [&](ClientId client, const std::string& path, const std::string& waits) {
        lines +=
            line_of({{"client", number(client)}, {"file", whole_path(path)}, {"waits", waits}});
    };
    for (const auto& [client, clip] : *outcomes) {
        for (const std::string& path : clip.paths) add(client, path, clip.waits);
        if (clip.paths.empty() && !clip.waits.empty()) add(client, "", clip.waits);
    }
    if (!lines.empty()) return lines + done();
    return refused(outcomes->empty() ? "nobody is recorded; no clip was saved"
                                     : "no clip was saved: " + outcomes->front().clip.problem);
}

std::string split_ndjson(const std::optional<std::vector<SplitOutcome>>& outcomes) {
    if (!outcomes)
        return line_of({{"waits", "the recorder is behind; it splits when it gets there"}}) +
               done();
    if (outcomes->empty()) return refused("nobody is recorded; there is nothing to split");
    std::string lines;
    for (const SplitOutcome& one : *outcomes) {
        if (!one.problem.empty())
            return refused("no other file can begin, and the running ones go on: " + one.problem);
        lines += line_of({{"client", number(one.client)},
                          {"file", whole_path(one.file)},
                          {"waits", "the next snapshot begins another file"}});
    }
    return lines + done();
}

std::string describe_outage(const RecorderTotals& totals) {
    const std::string& folder = totals.folder.error;
    if (totals.failing.empty()) return folder.empty() ? "" : "recordings cannot begin: " + folder;
    const auto first = std::min_element(
        totals.failing.begin(), totals.failing.end(),
        [](const auto& a, const auto& b) { return a.outage.since < b.outage.since; });
    std::uint64_t lost = 0;
    for (const FailingRecording& one : totals.failing) lost += one.outage.snapshots_lost;
    const std::string path = first->outage.path.empty() ? "" : first->outage.path + ": ";
    return fmt::format("recordings cannot be written: {} since {}, {} snapshots lost; {}{}",
                       totals.failing.size(), rfc3339(first->outage.since), lost, path,
                       first->outage.error);
}

Result<void> Control::known(ClientId client, const SessionStatus& status) const {
    const auto is_it = [&](const ClientStatus& one) { return one.id == client; };
    if (std::any_of(status.clients.begin(), status.clients.end(), is_it)) return {};
    return fail("no client ", number(client), "; see clients");
}

Result<ClientId> Control::tailed(ClientId wanted) const {
    if (requests_.tails == nullptr)
        return fail("clips are redacted when they are written: there is nothing to read along");
    const SessionStatus status = board_.get();
    if (wanted != 0) {
        if (const auto there = known(wanted, status); !there) return there.error();
        return wanted;
    }
    if (status.clients.empty()) return fail("nobody plays");
    if (status.clients.size() > 1)
        return fail(status.clients.size(), " clients play: name one with --client; see clients");
    return status.clients.front().id;
}

bool Control::take_over(std::string_view request, int socket) const {
    const std::optional<Order> order = read_order(request);
    if (!order || order->command != "tail") return false;
    const Result<ClientId> client = tailed(order->client);
    if (client) requests_.tails->add(*client, socket_sink(socket));
    return client.ok();
}

std::string Control::answer(std::string_view request) const {
    const std::optional<Order> order = read_order(request);
    if (!order) return refused("arguments are client=N and text=WORDS, in this order");
    const std::string& command = order->command;
    if (const std::string wrong = order_misused(command, order->client != 0, !order->text.empty());
        !wrong.empty())
        return refused(wrong);
    if (command == "status") return status_ndjson(board_.get()) + done();
    if (command == "clients") return clients_ndjson(board_.get()) + done();
    if (command == "stop") {
        requests_.stop = true;
        return done();
    }
    if (command == "reload") {
        Result<AccessList> lists = requests_.read_lists();
        if (!lists) return refused(lists.error().message);
        requests_.lists.give(*std::move(lists), kInForce);
        return done();
    }
    if (command == "tail") return refused(tailed(order->client).error().message);
    if (command == "save" && !requests_.keeps_clips)
        return refused("nothing is kept to be saved: record was started without --keep-last");
    if (command == "split" && requests_.keeps_clips)
        return refused(
            "with --keep-last there are clips, and nothing to split; save finishes them");
    const SessionStatus status = board_.get();
    const std::vector<ClientId>& left = status.recorded.left;
    // What was kept of a player who left can still be saved, and his file can be ended.
    const bool has_left = std::binary_search(left.begin(), left.end(), order->client);
    if (order->client != 0 && (command == "mark" || !has_left))
        if (const auto there = known(order->client, status); !there)
            return refused(there.error().message);
    if (command == "save") return clips_ndjson(save_(order->client));
    if (command == "mark") return markers_ndjson(mark_(order->client, order->text));
    return split_ndjson(split_(order->client));
}

}  // namespace tickreel
