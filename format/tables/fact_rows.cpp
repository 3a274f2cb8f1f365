#include "format/tables/fact_rows.h"

#include <algorithm>

#include "tickreel/model/wire_proof.h"
#include "tickreel/reel/unreadable_ticks.h"

namespace tickreel {

FrameFilter SnapshotRows::filter_of(const TablePlan& plan) {
    if (plan.apart.empty()) return {{}, true};
    return {
        [&plan](const Schema& schema, TypeId type) { return plan.has_apart(schema[type].name); },
        true};
}

Value SnapshotRows::value(std::size_t column) const {
    const TableColumn& asked = plan_.columns[column];
    auto known = frame_value(asked.use, frames_.frame(), files_[frames_.file()]);
    return known ? *std::move(known) : fact(asked.name);
}

Value SnapshotRows::fact(const std::string& name) const {
    const Frame& frame = frames_.frame();
    const WireInfo& wire = frame.wire;
    const bool absent = wire.checksum == WireChecksum::Absent;
    if (name == "checksum_sent") return absent ? Value() : Value(std::int64_t{wire.expected});
    if (name == "checksum_computed") return absent ? Value() : Value(std::int64_t{wire.computed});
    if (name == "checksum_by_base") return is_proven_by_base(wire);
    if (name == "base_tick") return wire.base_tick == kNoTick ? Value() : Value(wire.base_tick);
    if (name == "wire_bytes") return std::int64_t{wire.bytes};
    if (name == "parts") return std::int64_t{wire.parts};
    const Snapshot& apart = frame.snapshot;
    if (name == "items") return frames_.items() - static_cast<std::int64_t>(apart.size());
    if (name == "words") return frames_.words() - static_cast<std::int64_t>(apart.word_count());
    if (name == "events") return static_cast<std::int64_t>(frame.events.size());
    return gap_before(frame);
}

std::map<Moment, SnapshotRows::GapEnd>& SnapshotRows::gaps() const {
    const auto [known, fresh] = gaps_.try_emplace(frames_.file());
    if (fresh) {
        const ReelReader& reel = *files_[frames_.file()].reel;
        const auto missing = missing_ticks(reel, reel.everything());
        if (!missing) return known->second;
        std::vector<Gap> gaps = missing->gaps;
        gaps.insert(gaps.end(), missing->unreadable.begin(), missing->unreadable.end());
        std::sort(gaps.begin(), gaps.end(), [](const Gap& a, const Gap& b) {
            return Moment{a.segment, a.from} < Moment{b.segment, b.from};
        });
        // Where one begins as another ends there is no snapshot: all are before the same.
        std::map<Moment, GapEnd>& before = known->second;
        for (const Gap& gap : gaps) {
            const auto joined = before.extract(Moment{gap.segment, gap.from});
            before[{gap.segment, gap.to}].ticks +=
                gap.to - gap.from + (joined.empty() ? 0 : joined.mapped().ticks);
        }
    }
    return known->second;
}

std::int64_t SnapshotRows::gap_before(const Frame& frame) const {
    const auto next = gaps().upper_bound(frame.moment());
    if (next == gaps().begin()) return 0;
    auto& [end, gap] = *std::prev(next);
    if (end.segment != frame.segment) return 0;
    if (gap.followed && *gap.followed < frame.moment()) return 0;
    if (end != frame.moment()) {  // a server may have sent nothing at the gap's end
        const auto before = files_[frames_.file()].reel->at({frame.segment, frame.tick - 1});
        if (before && end <= before->moment() && before->moment() < frame.moment()) {
            gap.followed = before->moment();
            return 0;
        }
    }
    gap.followed = frame.moment();
    return gap.ticks;
}

Result<bool> PlayerRows::next() {
    for (++at_;; ++at_) {
        while (stays_ == nullptr || at_ >= stays_->size()) {
            if (stays_ != nullptr) ++file_;
            if (file_ >= files_.size()) return false;
            const auto stays = stays_of(files_[file_], bounds_, problems_);
            if (!stays) return stays.error();
            stays_ = *stays;
            at_ = 0;
        }
        if ((*stays_)[at_].named.player) return true;
    }
}

Value PlayerRows::value(std::size_t column) const {
    const PlayerStay& stay = (*stays_)[at_];
    const TableColumn& wanted = plan_.columns[column];
    if (wanted.use == ColumnUse::Segment) return std::int64_t{stay.segment};
    if (wanted.use == ColumnUse::File) return files_[file_].path;
    if (wanted.name == "id") return static_cast<std::int64_t>(stay.key.entity);
    if (wanted.name == "name") return stay.named.name;
    if (wanted.name == "clan") return stay.named.clan;
    if (wanted.name == "from_tick") return stay.from;
    if (wanted.name == "to_tick") return stay.to;
    return microseconds(wanted.name == "from_time" ? stay.from_time : stay.to_time);
}

Result<void> GapRows::gather(std::size_t file) {
    auto missing = missing_ticks(*files_[file].reel, files_[file].range);
    if (!missing) return missing.error();
    const auto first = static_cast<std::ptrdiff_t>(rows_.size());
    for (Gap& gap : missing->gaps) rows_.push_back({file, false, std::move(gap)});
    for (Gap& gap : missing->unreadable) rows_.push_back({file, true, std::move(gap)});
    std::sort(rows_.begin() + first, rows_.end(), [](const Missing& a, const Missing& b) {
        return Moment{a.gap.segment, a.gap.from} < Moment{b.gap.segment, b.gap.from};
    });
    return {};
}

Result<bool> GapRows::next() {
    if (gathered_) return ++at_ < rows_.size();
    gathered_ = true;
    for (std::size_t i = 0; i < files_.size(); ++i)
        if (const auto done = gather(i); !done) return done.error();
    return !rows_.empty();
}

Value GapRows::value(std::size_t column) const {
    const Missing& row = rows_[at_];
    const TableColumn& wanted = plan_.columns[column];
    if (wanted.use == ColumnUse::Segment) return std::int64_t{row.gap.segment};
    if (wanted.use == ColumnUse::File) return files_[row.file].path;
    if (wanted.name == "from_tick") return row.gap.from;
    if (wanted.name == "to_tick") return row.gap.to;
    if (wanted.name == "ticks") return row.gap.to - row.gap.from;
    if (wanted.name == "unreadable") return row.unreadable;
    return std::string(row.gap.why());
}

Result<bool> MarkerRows::next() {
    for (; file_ < files_.size(); ++file_, next_ = 0) {
        const ReelFile& file = files_[file_];
        while (next_ < file.reel->markers().size()) {
            ++next_;
            const MomentRange all = file.reel->everything();
            const Moment moment = marker().moment;
            if ((file.range.from <= all.from || file.range.from <= moment) &&
                (file.range.to >= all.to || moment < file.range.to))
                return true;
        }
    }
    return false;
}

Value MarkerRows::value(std::size_t column) const {
    const TableColumn& wanted = plan_.columns[column];
    const Moment moment = marker().moment;
    if (wanted.use == ColumnUse::Segment) return std::int64_t{moment.segment};
    if (wanted.use == ColumnUse::File) return files_[file_].path;
    if (wanted.name == "tick") return moment.tick;
    if (wanted.name == "seconds") return files_[file_].reel->timeline().seconds(moment);
    if (wanted.name == "color") return std::int64_t{marker().color};
    return marker().text;
}

}  // namespace tickreel
