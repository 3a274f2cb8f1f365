#include "recorder/games/teeworlds/wire/snap_receiver.h"

#include <algorithm>

#include "recorder/games/teeworlds/wire/snap_crc.h"
#include "recorder/games/teeworlds/wire/vint.h"
#include "tickreel/base/concat.h"

namespace tickreel::teeworlds {

namespace {

SnapOutcome outcome_of(const SnapPart& part, Time time) {
    SnapOutcome outcome;
    outcome.tick = part.tick;
    outcome.base_tick = part.base_tick;
    outcome.time = time;
    return outcome;
}

void set_failure(SnapOutcome& outcome, SnapFailure failure, std::string text) {
    outcome.failure = failure;
    outcome.text = std::move(text);
}

bool agree(const SnapPart& a, const SnapPart& b) {
    return a.base_tick == b.base_tick && a.num_parts == b.num_parts && a.crc == b.crc;
}

}  // namespace

void SnapReceiver::reset() {
    open_.clear();
    store_.clear();
    doubtful_.clear();
    proofs_.clear();
    acknowledged_ = -1;
    late_.clear();
    newest_ = delivered_ = last_good_ = witness_ = -1;
    last_base_ = kNoBase;
    late_run_ = 0;
    steps_ = {};
    flushing_ = Flush::None;
    restarted_ = false;
}

std::shared_ptr<const WireSnapshot> SnapReceiver::stored(std::int32_t tick) const {
    const auto found = store_.find(tick);
    return found == store_.end() ? nullptr : found->second;
}

// A single forged packet with a tick far ahead would make everything after it late. A far jump
// counts only if a second message confirms it.
bool SnapReceiver::plausible(std::int32_t tick) {
    if (tick > kMaxTick) return false;
    if (newest_ < 0 || tick <= newest_ + kMaxJump) return true;
    const bool confirmed = witness_ >= 0 && tick > witness_ && tick <= witness_ + kMaxJump;
    witness_ = confirmed ? -1 : tick;
    return confirmed;
}

void SnapReceiver::feed(const SnapPart& part, Time now) {
    ++counters_.parts;
    if (!plausible(part.tick)) {
        ++counters_.implausible;
        return;
    }
    if (part.tick <= delivered_) {
        if (store_.count(part.tick) + doubtful_.count(part.tick) != 0)
            ++counters_.duplicate_parts;
        else
            note_late(part, now);
        return;
    }
    late_run_ = 0;
    newest_ = std::max(newest_, part.tick);
    add_part(part, now);
}

void SnapReceiver::note_late(const SnapPart& part, Time now) {
    // The server's clock went back and stays there: a new timeline without notice.
    if (part.tick > late_newest_ || late_run_ == 0) {
        late_newest_ = part.tick;
        ++late_run_;
    }
    if (late_run_ >= kRestartAfter) {
        reset();
        restarted_ = true;
        newest_ = part.tick;
        add_part(part, now);
        return;
    }
    if (late_.size() >= kMaxOpen || part.part != 0) return;  // reported once per tick
    ++counters_.late;
    SnapOutcome outcome = outcome_of(part, now);
    set_failure(outcome, SnapFailure::Late,
                concat("tick ", part.tick, " came after tick ", delivered_));
    outcome.parts = 1;
    outcome.bytes = part.data.size();
    late_.push_back(std::move(outcome));
}

void SnapReceiver::add_part(const SnapPart& part, Time now) {
    const auto [found, inserted] = open_.try_emplace(part.tick);
    Open& open = found->second;
    if (inserted) {
        open.head = part;
        open.head.data = {};
        open.first_time = now;
    } else if (!agree(open.head, part)) {
        ++counters_.conflicting_parts;
        return;
    }
    const bool fresh =
        open.parts.try_emplace(part.part, Bytes(part.data.begin(), part.data.end())).second;
    if (fresh)
        open.last_time = now;
    else
        ++counters_.duplicate_parts;
}

bool SnapReceiver::due(std::int32_t tick, const Open& open, Time now) const {
    if (flushing_ == Flush::Whole && !open.complete() && newest_ == tick) return false;
    if (flushing_ != Flush::None || open_.size() > kMaxOpen) return true;
    if (now - open.first_time >= kMaxHold) return true;
    // A tick with missing parts waits for a newer one, even with a small window.
    if (!open.complete() && newest_ == tick) return false;
    if (open.complete() && follows(tick)) return true;
    return newest_ - tick >= window_;
}

// Whether no pending tick can lie between this one and the last one delivered. The last two steps
// determine the pace: one alone may be longer because of a lost tick, and old ones are not trusted.
bool SnapReceiver::follows(std::int32_t tick) const {
    return delivered_ >= 0 && tick - delivered_ <= std::min({steps_[0], steps_[1], kUsualStep});
}

void SnapReceiver::note_step(std::int32_t tick) {
    if (delivered_ >= 0) steps_ = {tick - delivered_, steps_[0]};
    delivered_ = tick;
}

std::optional<SnapOutcome> SnapReceiver::next(Time now) {
    if (!late_.empty()) {
        SnapOutcome outcome = std::move(late_.front());
        late_.erase(late_.begin());
        return outcome;
    }
    const auto oldest = open_.begin();
    if (oldest == open_.end() || !due(oldest->first, oldest->second, now)) {
        flushing_ = Flush::None;
        return std::nullopt;
    }
    SnapOutcome outcome = decode(oldest->first, oldest->second);
    note_step(oldest->first);
    open_.erase(oldest);
    keep(outcome);
    outcome.restart = restarted_;
    restarted_ = false;
    return outcome;
}

SnapOutcome SnapReceiver::decode(std::int32_t tick, const Open& open) {
    SnapOutcome outcome = outcome_of(open.head, open.last_time);
    outcome.parts = static_cast<int>(open.parts.size());
    for (const auto& [number, data] : open.parts) outcome.bytes += data.size();
    if (!open.complete()) {
        ++counters_.incomplete;
        set_failure(
            outcome, SnapFailure::Incomplete,
            concat("tick ", tick, " has ", outcome.parts, " of ", open.head.num_parts, " parts"));
        return outcome;
    }
    if (outcome.base_tick != kNoBase && !stored(outcome.base_tick)) {
        ++counters_.base_missing;
        set_failure(outcome, SnapFailure::BaseMissing,
                    concat("tick ", tick, " differs from tick ", outcome.base_tick,
                           ", which is not known"));
        return outcome;
    }
    decode_delta(open, outcome);
    return outcome;
}

void SnapReceiver::decode_delta(const Open& open, SnapOutcome& outcome) {
    const auto bad = [&](const std::string& why) {
        ++counters_.bad_deltas;
        set_failure(outcome, SnapFailure::BadDelta, concat("tick ", outcome.tick, ": ", why));
    };
    const auto base = outcome.base_tick == kNoBase ? std::make_shared<const WireSnapshot>()
                                                   : stored(outcome.base_tick);
    if (open.head.empty()) {
        outcome.snapshot = base;
        ++counters_.decoded;
        // Nothing was sent but that it is the base once more.
        const auto known = proofs_.find(outcome.base_tick);
        if (known == proofs_.end()) return;
        outcome.crc_expected = outcome.crc_computed = known->second;
        outcome.crc_status = CrcStatus::Ok;
        return;
    }
    Bytes bytes;
    bytes.reserve(outcome.bytes);
    for (const auto& [number, data] : open.parts) {
        if (number + 1 < open.head.num_parts && data.size() != kMaxPartSize)
            return bad("a part before the last one is not full");
        bytes.insert(bytes.end(), data.begin(), data.end());
    }
    const auto ints = unpack_ints(bytes);
    if (!ints) return bad("the delta ends inside a number");
    Result<WireSnapshot> snapshot = apply_snap_delta(*base, *ints, protocol_);
    if (!snapshot) return bad(snapshot.error().message);
    outcome.snapshot = std::make_shared<const WireSnapshot>(*std::move(snapshot));
    ++counters_.decoded;
    check_crc(open, outcome);
}

void SnapReceiver::check_crc(const Open& open, SnapOutcome& outcome) {
    outcome.crc_expected = open.head.crc.value_or(0);
    outcome.crc_computed = snap_crc(*outcome.snapshot);
    const bool same = outcome.crc_expected == outcome.crc_computed;
    outcome.crc_status = same ? CrcStatus::Ok : CrcStatus::Mismatch;
    if (!same) ++counters_.crc_mismatches;
}

// A client drops a snapshot whose checksum does not fit, so it never becomes a base; unless it
// fits what the client computes.
void SnapReceiver::keep(const SnapOutcome& outcome) {
    if (!outcome.snapshot) return;
    const bool fits = outcome.crc_status != CrcStatus::Mismatch;
    (fits ? store_ : doubtful_)[outcome.tick] = outcome.snapshot;
    if (outcome.crc_status == CrcStatus::Ok) proofs_[outcome.tick] = outcome.crc_expected;
    if (fits) {
        last_good_ = outcome.tick;
        last_base_ = outcome.base_tick;
    }
    if (!fits && acknowledged_ == outcome.tick) acknowledge(outcome.tick);
    forget_before(std::max(outcome.tick - kStoreTicks, last_base_ - kOlderBase));
}

void SnapReceiver::forget_before(std::int32_t tick) {
    store_.erase(store_.begin(), store_.lower_bound(tick));
    proofs_.erase(proofs_.begin(), proofs_.lower_bound(tick));
    doubtful_.erase(doubtful_.begin(), doubtful_.lower_bound(tick));
}

void SnapReceiver::acknowledge(std::int32_t tick) {
    acknowledged_ = tick;
    auto doubtful = doubtful_.extract(tick);
    if (doubtful.empty()) return;
    ++counters_.doubtful_bases;
    store_.insert(std::move(doubtful));
}

}  // namespace tickreel::teeworlds
