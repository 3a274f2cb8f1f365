#include "recorder/commands/record_talk.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "recorder/commands/output/say.h"
#include "recorder/commands/output/table.h"
#include "recorder/commands/output/text_format.h"
#include "recorder/commands/recording_options.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/text.h"

namespace tickreel {

namespace {

constexpr std::chrono::minutes kLimitPeriod{1};
constexpr std::size_t kBesides = 3;  // lines: totals, heading, and the one where a shell goes on

Cell count_cell(std::uint64_t count) {
    return number_cell(static_cast<std::int64_t>(count));
}

}  // namespace

std::string recording_table(const RecorderTotals& totals, std::size_t rows) {
    std::string text = fmt::format(
        "recording {} connections, {} snapshots, {} ok, {} mismatch, {}{}{}", totals.connections,
        totals.snapshots, totals.wire_ok, totals.wire_mismatch, human_bytes(totals.bytes),
        totals.lost > 0 ? fmt::format(", {} datagrams not recorded", totals.lost) : "",
        totals.failing.empty() ? "" : fmt::format(", {} cannot be written", totals.failing.size()));
    if (rows == 0 || totals.clients.empty()) return text;
    const std::size_t shown =
        totals.clients.size() <= rows ? totals.clients.size() : rows - 1;  // and one that says so
    Table table({{"client", true},
                 {"player"},
                 {"map"},
                 {"snapshots", true},
                 {"ok", true},
                 {"mismatch", true},
                 {"gaps", true},
                 {"size", true}});
    for (std::size_t i = 0; i < shown; ++i) {
        const RecordedClient& client = totals.clients[i];
        table.add({count_cell(client.client), text_cell(client.player), text_cell(client.map),
                   count_cell(client.snapshots), count_cell(client.wire_ok),
                   count_cell(client.wire_mismatch), count_cell(client.gaps),
                   text_cell(human_bytes(client.bytes))});
    }
    text += '\n' + table.text();
    text.pop_back();
    if (shown < totals.clients.size())
        text += fmt::format("\nand {} more", totals.clients.size() - shown);
    return text;
}

bool ProblemLimit::may_tell(TimePoint now) {
    if (count_ == 0) minute_ = now;
    return ++count_ <= kPerMinute;
}

std::uint64_t ProblemLimit::untold(TimePoint now) {
    if (count_ == 0 || now - minute_ < kLimitPeriod) return 0;
    const std::uint64_t count = std::exchange(count_, 0);
    return count > kPerMinute ? count - kPerMinute : 0;
}

void RecordTalk::problem(const Problem& problem) {
    say_untold();
    if (!limit_.may_tell(std::chrono::steady_clock::now()) && line_.common().verbose == 0) return;
    status_.clear();
    line_.warn("", problem.message);
}

void RecordTalk::say_untold() {
    const std::uint64_t untold = limit_.untold(std::chrono::steady_clock::now());
    if (untold == 0 || line_.common().verbose > 0) return;
    status_.clear();
    line_.warn("", fmt::format("{} more problems in the last minute; -v shows them all", untold));
}

void RecordTalk::closed(const RecordedFile& file) {
    status_.clear();
    if (!line_.common().quiet && !file.path.empty()) say("{}: {}\n", file.path, describe(file));
    if (line_.common().verbose > 0 && !file.counters.empty())
        line_.warn(file.path, "of its connection: " + describe_counters(file));
}

void RecordTalk::missing(const std::string& text) {
    status_.clear();
    line_.warn("", text);
}

void RecordTalk::said(const std::string& text) {
    status_.clear();
    if (!line_.common().quiet) say("{}\n", text);
}

void RecordTalk::tidied(const RetentionOutcome& outcome, std::chrono::hours age) {
    for (const DeletedRecording& one : outcome.deleted)
        said(concat(one.path, ": deleted, ",
                    one.too_old ? "older than --keep-days" : "to make room"));
    for (const std::string& what : outcome.problems) problem({what});
    if (outcome.too_many > 0 && !std::exchange(too_many_reported_, true))
        problem(
            {fmt::format("the recordings are {} bytes over --keep-total, and what is left "
                         "is marked, read-only or being written",
                         outcome.too_many)});
    if (outcome.too_many == 0) too_many_reported_ = false;
    if (outcome.spared > 0 && !std::exchange(spared_reported_, true))
        problem({fmt::format(
            "{} older than --keep-days by the clock, not deleted: in case that it was wrong, a "
            "pause without recordings counts for at most {:.3g} days",
            plural(outcome.spared, "recording"),
            std::chrono::duration<double, std::ratio<86400>>(most_of_a_pause(age)).count())});
    if (outcome.spared == 0) spared_reported_ = false;
}

void RecordTalk::clock_jumped(std::chrono::hours by) {
    if (std::exchange(jump_reported_, by) == by) return;
    problem(
        {fmt::format("the clock jumped by {} hours: in case that it is wrong, --keep-days "
                     "deletes nothing for a day",
                     by.count())});
}

void RecordTalk::second(const RecorderTotals& totals) {
    say_untold();
    const std::size_t lines = terminal_size(stderr).rows;
    status_.show(recording_table(totals, lines > kBesides ? lines - kBesides : 0));
}

}  // namespace tickreel
