#include "recorder/commands/record_helpers.h"

#include "recorder/net/resolve.h"

namespace tickreel {

namespace {

constexpr std::chrono::seconds kAnswer{2};  // what `ctl mark`, `save` and `split` wait

}  // namespace

std::optional<int> start_helpers(const CommandLine& line, const RecordArguments& arguments,
                                 RecordingSession& session, const Clock& clock,
                                 ControlRequests& requests, RecordHelpers& helpers) {
    if (!arguments.control.empty()) {
        helpers.control = std::make_unique<Control>(
            session.board(), requests,
            [&session](ClientId client, const std::string& text) {
                return session.mark(client, text, kAnswer);
            },
            [&session](ClientId client) { return session.save(client, kAnswer); },
            [&session](ClientId client) { return session.split(client, kAnswer); });
        const auto answer = [&control = *helpers.control](std::string_view question) {
            return control.answer(question);
        };
        const auto take_over = [&control = *helpers.control](std::string_view question, int fd) {
            return control.take_over(question, fd);
        };
        auto socket = StreamServer::on_path(arguments.control, {end_of_line, answer, take_over});
        if (!socket) return line.failed(arguments.control, socket.error().message);
        helpers.socket = *std::move(socket);
    }
    if (arguments.metrics.empty()) return std::nullopt;
    if (const auto wrong = refuse_malformed(line, "--metrics", arguments.metrics)) return wrong;
    const Result<Endpoint> at = resolve_local(arguments.metrics);
    if (!at) return line.failed("--metrics", at.error().message, "try 127.0.0.1:9400");
    const auto answer = [&session, &clock](std::string_view head) {
        return answer_http(session.board().get(), clock.now(), head);
    };
    auto page = StreamServer::on_address(*at, {end_of_http_head, answer, {}});
    if (!page) return line.failed("--metrics", page.error().message);
    helpers.page = *std::move(page);
    return std::nullopt;
}

}  // namespace tickreel
