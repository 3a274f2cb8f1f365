#include "recorder/commands/verbs/verification.h"

#include <algorithm>
#include <map>

#include "recorder/commands/output/facts.h"
#include "tickreel/analysis/item_checksums.h"
#include "tickreel/analysis/mismatch.h"
#include "tickreel/base/concat.h"
#include "tickreel/model/roster.h"
#include "tickreel/model/row.h"
#include "tickreel/model/wire_proof.h"
#include "tickreel/reel/time_order.h"
#include "tickreel/reel/unreadable_ticks.h"

namespace tickreel {

namespace {

// Explaining costs thousands of sums a mismatch; the first ones tell the story.
constexpr std::size_t kMaxExplained = 50;

}  // namespace

struct Verifier::Impl {
    Impl(const RecordingInfo& info, const Schema& schema, std::span<const Gap> gaps,
         const VerifyOptions& options)
        : schema_(schema), gaps_(gaps), options_(options), game_(find_game(info.game)) {
        if (game_ != nullptr && !game_->checksum_event.empty())
            part_event_ = schema.find(game_->checksum_event);
        if (part_event_ && !game_->checksum_cause_event.empty())
            cause_event_ = schema.find(game_->checksum_cause_event);
        result_.has_parts = has_item_checksums(schema);
        const auto protocol = info.properties.find("protocol");
        if (game_ != nullptr && game_->make_part_checker != nullptr &&
            protocol != info.properties.end())
            part_checker_ = game_->make_part_checker(schema, protocol->second);
        if (game_ != nullptr && game_->wire_checksum == nullptr) game_ = nullptr;
        result_.recomputed = game_ != nullptr;
    }

    void add(const Frame& frame) {
        times_back_.add(frame);
        ++result_.snapshots;
        if (options_.explain) roster_.add(schema_, frame);
        check_wire(frame);
        check_parts(frame);
        for (const Event& event : frame.events) {
            if (part_event_ == event.type) keep_part(frame, event);
            if (cause_event_ == event.type) explain_parts(event);
        }
        before_ = frame.snapshot;
    }
    Verification& result() { return result_; }
    std::uint64_t most_time_back() const { return times_back_.most(); }

private:
    void check_wire(const Frame& frame) {
        WireInfo wire = frame.wire;
        if (wire.checksum != WireChecksum::Absent) recompute(frame, wire);
        switch (wire.checksum) {
            case WireChecksum::Absent:
                ++result_.wire_absent;
                break;
            case WireChecksum::Ok:
                ++result_.wire_ok;
                if (is_proven_by_base(wire)) ++result_.wire_by_base;
                break;
            case WireChecksum::Mismatch:
                ++result_.wire_mismatch;
                keep(frame, wire);
        }
    }

    void recompute(const Frame& frame, WireInfo& wire) {
        if (game_ == nullptr) return;
        const auto sum = game_->wire_checksum(schema_, frame.snapshot);
        if (!sum) {
            result_.recomputed = false;
            return;
        }
        const WireChecksum verdict =
            *sum == wire.expected ? WireChecksum::Ok : WireChecksum::Mismatch;
        if (*sum != wire.computed || verdict != wire.checksum) note_difference(frame);
        wire.computed = *sum;
        wire.checksum = verdict;
    }

    // Where parts have checksums, the wire facts count them.
    void check_parts(const Frame& frame) {
        if (result_.has_parts && frame.wire.checksum != WireChecksum::Absent) {
            result_.parts_ok += frame.wire.computed;
            result_.parts_mismatch += frame.wire.expected - frame.wire.computed;
        }
        const auto checked = part_checker_ ? part_checker_->add(frame) : std::nullopt;
        if (!checked) return;
        result_.parts_recomputed += checked->parts;
        if (!checked->agrees) note_difference(frame);
    }

    void note_difference(const Frame& frame) {
        if (result_.stored_results_differing++ == 0)
            result_.first_stored_difference = frame.moment();
    }

    void keep_part(const Frame& frame, const Event& event) {
        ++result_.part_mismatches;
        if (result_.parts.size() >= kMaxMismatches) return;
        result_.parts.push_back({frame.moment(), text_of(event, {}), event.row, false});
    }

    // Its fields as text, but those that the other type has as well.
    std::string text_of(const Event& event, const std::vector<Field>& without) const {
        const ItemType& type = schema_[event.type];
        std::string text;
        for (std::size_t i = 0; i < type.fields.size(); ++i) {
            const Field& field = type.fields[i];
            if (std::any_of(without.begin(), without.end(),
                            [&](const Field& other) { return other.name == field.name; }))
                continue;
            text += (text.empty() ? "" : ", ") + field.name + ' ' +
                    display_value(field, read_field(type, event.row, i));
        }
        return text;
    }

    // The event tells why parts before it did not match.
    void explain_parts(const Event& event) {
        const ItemType& about = schema_[*part_event_];
        for (PartMismatch& part : result_.parts) {
            if (part.explained || !is_about(event, part, about)) continue;
            part.explained = true;
            part.text += "; later: " + text_of(event, about.fields);
        }
    }

    bool is_about(const Event& event, const PartMismatch& part, const ItemType& about) const {
        const ItemType& type = schema_[event.type];
        for (std::size_t i = 0; i < type.fields.size(); ++i) {
            const auto same = find_field(about, type.fields[i].name);
            if (same && read_field(type, event.row, i) != read_field(about, part.row, *same))
                return false;
        }
        return true;
    }

    void keep(const Frame& frame, const WireInfo& wire) {
        if (result_.mismatches.size() >= kMaxMismatches) return;
        WireMismatch mismatch{frame.moment(), wire, {}};
        if (options_.explain && game_ != nullptr && result_.mismatches.size() < kMaxExplained)
            mismatch.reasons = reasons(frame, wire);
        result_.mismatches.push_back(std::move(mismatch));
    }

    std::vector<std::string> reasons(Frame frame, const WireInfo& wire) const {
        frame.wire = wire;
        const bool gap = std::any_of(
            gaps_.begin(), gaps_.end(),
            [&](const Gap& lost) {
                return lost.segment == frame.segment && lost.to == frame.tick;
            });
        const auto sum = [this](const Snapshot& snapshot) {
            return game_->wire_checksum(schema_, snapshot);
        };
        return explain_mismatch({schema_, frame, &before_, true, gap, &roster_.latest(), sum});
    }

    const Schema& schema_;
    std::span<const Gap> gaps_;
    VerifyOptions options_;
    const Game* game_;
    std::optional<TypeId> part_event_{};
    std::optional<TypeId> cause_event_{};
    std::unique_ptr<PartChecker> part_checker_{};
    Snapshot before_{};
    TimesBack times_back_;
    RosterHistory roster_;  // for the names in explanations
    Verification result_;
};

Verifier::Verifier(const RecordingInfo& info, const Schema& schema, std::span<const Gap> gaps,
                   const VerifyOptions& options)
    : impl_(std::make_unique<Impl>(info, schema, gaps, options)) {}
Verifier::Verifier(Verifier&&) noexcept = default;
Verifier& Verifier::operator=(Verifier&&) noexcept = default;
Verifier::~Verifier() = default;

void Verifier::add(const Frame& frame) {
    impl_->add(frame);
}

Verification& Verifier::result() {
    return impl_->result();
}

std::uint64_t Verifier::most_time_back() const {
    return impl_->most_time_back();
}

namespace {

// Queries leave out what lies outside a range of times as the footer says.
std::string check_time_order(const ReelReader& reel, std::uint64_t most) {
    const auto said = most_time_back(reel);
    return !said || *said >= most
               ? ""
               : concat("times step back by ", most, " ns, the footer says ", *said,
                        " at most: SQL would miss snapshots in a range of times");
}

// Snapshots that sound chunks promise, for `deltas_failed`.
std::uint64_t promised(const ReelReader& reel) {
    std::uint64_t snapshots = 0;
    for (const ChunkInfo& chunk : reel.chunks()) {
        const bool bad =
            std::any_of(reel.damage().begin(), reel.damage().end(), [&](const Damage& damage) {
                return damage.offset < chunk.offset + chunk.stored_bytes &&
                       chunk.offset < damage.offset + damage.length;
            });
        if (!bad) snapshots += chunk.snapshots;
    }
    return snapshots;
}

}  // namespace

Verification verify_copy(Verifier& verifier, const RecordingOutline& outline) {
    Verification result = std::move(verifier.result());
    result.chunks = outline.chunks().size();
    result.gaps = outline.statistics().gaps;
    return result;
}

Result<Verification> verify_reel(const ReelReader& reel, const VerifyOptions& options,
                                 const std::function<void(double share)>& progress) {
    Verifier verifier(reel.info(), reel.schema(), reel.gaps(), options);
    Verification& result = verifier.result();
    const ProblemSink problems = [&](const Problem& problem) {
        // The same damage shows once when the records are checked and once when they are read.
        const auto& known = result.problems;
        if (known.size() < kMaxMismatches &&
            std::find(known.begin(), known.end(), problem.message) == known.end())
            result.problems.push_back(problem.message);
    };
    const auto records = reel.check_records(problems);
    if (!records) return records.error();
    result.records = *records;
    result.chunks = reel.chunks().size();
    result.chunks_bad = count_bad_chunks(reel.chunks(), reel.damage());
    const std::uint64_t expected = promised(reel);

    const double length = static_cast<double>(std::max<std::int64_t>(reel.timeline().length(), 1));
    const auto scanned = reel.scan(reel.everything(), problems, [&](const Frame& frame) {
        verifier.add(frame);
        progress(static_cast<double>(reel.timeline().position(frame.moment())) / length);
        return true;
    });
    if (!scanned) return scanned.error();
    result.time_order = check_time_order(reel, verifier.most_time_back());
    result.deltas_failed = expected - std::min(expected, result.snapshots);

    const Result<Statistics> counts = reel.statistics();
    if (!counts) return counts.error();
    result.unreadable = unreadable_ticks(reel);
    result.gaps = counts->gaps;
    result.damage.assign(reel.damage().begin(), reel.damage().end());
    return std::move(result);
}

}  // namespace tickreel
