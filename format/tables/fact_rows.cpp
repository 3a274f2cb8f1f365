#include "format/tables/fact_rows.h"

#include <algorithm>
#include <tuple>

#include "tickreel/model/names.h"

namespace tickreel {

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
    if (name == "base_tick") return wire.base_tick == kNoTick ? Value() : Value(wire.base_tick);
    if (name == "wire_bytes") return std::int64_t{wire.bytes};
    if (name == "parts") return std::int64_t{wire.parts};
    if (name == "items") return std::int64_t{frames_.items()};
    if (name == "words") return std::int64_t{frames_.words()};
    if (name == "events") return static_cast<std::int64_t>(frame.events.size());
    return gap_before(frame);
}

const std::map<Moment, std::int64_t>& SnapshotRows::gaps() const {
    const auto [known, fresh] = gaps_.try_emplace(frames_.file());
    if (fresh) {
        const auto statistics = files_[frames_.file()].reel->statistics();
        if (statistics)
            for (const Gap& gap : statistics->gaps)
                known->second[{gap.segment, gap.to}] += gap.to - gap.from;
    }
    return known->second;
}

std::int64_t SnapshotRows::gap_before(const Frame& frame) const {
    const auto found = gaps().find(frame.moment());
    return found == gaps().end() ? 0 : found->second;
}

Result<bool> PlayerRows::next() {
    if (gathered_) return ++at_ < stays_.size();
    gathered_ = true;
    if (const auto done = gather(); !done) return done.error();
    return !stays_.empty();
}

PlayerRows::Named PlayerRows::NameType::read(Row row) const {
    const auto text = [&](std::size_t field) {
        const Value value = reader.read(row, field);
        const auto* found = std::get_if<std::string>(&value);
        return found == nullptr ? std::string() : *found;
    };
    return {text(name), clan ? text(*clan) : std::string()};
}

const PlayerRows::NameTypes& PlayerRows::name_types() {
    const auto [known, fresh] = types_.try_emplace(frames_.file());
    if (!fresh) return known->second;
    const Schema& schema = files_[frames_.file()].reel->schema();
    for (std::size_t i = 0; i < schema.size(); ++i) {
        const auto id = static_cast<TypeId>(i);
        const ItemType& type = schema[id];
        if (type.use != TypeUse::Item) continue;
        if (find_role(type, Role::Score)) known->second.boards.push_back(id);
        if (const auto name = find_role(type, Role::Name))
            known->second.items.emplace(
                id, NameType{RowReader(type), *name, find_role(type, Role::Clan)});
    }
    return known->second;
}

// Where messages tell names, all before may be needed.
TickBounds PlayerRows::names_around(std::span<const ReelFile> files, TickBounds bounds) {
    constexpr std::int64_t kSeconds = 10;
    const TickBounds all;
    double rate = 0;
    for (const ReelFile& file : files) {
        TickBounds places;
        places.places = bounds.places;
        if (names_by_message(file.reel->schema())) return places;
        rate = std::max(rate, file.reel->info().ticks_per_second);
    }
    const Tick margin = kSeconds * static_cast<Tick>(std::clamp(rate, 1.0, 1e6));
    const auto widen = [](std::int64_t& from, std::int64_t& to, std::int64_t by,
                          const std::int64_t least, const std::int64_t most) {
        from = from > least + by ? from - by : least;
        to = to < most - by ? to + by : most;
    };
    widen(bounds.from, bounds.to, margin, all.from, all.to);
    widen(bounds.time_from, bounds.time_to, kSeconds * 1'000'000, all.time_from, all.time_to);
    return bounds;
}

bool PlayerRows::bears_names(const Schema& schema, TypeId id) {
    const ItemType& type = schema[id];
    if (type.use != TypeUse::Item) return false;
    return find_role(type, Role::Name) ||
           (find_role(type, Role::Score) && names_by_message(schema));
}

void PlayerRows::close_file() {
    for (auto& [key, stay] : open_) {
        stay.to = last_->moment.tick + 1;
        stay.to_time = last_->time;
        stays_.push_back(std::move(stay));
    }
    open_.clear();
    roster_ = {};
    heard_.clear();
    settled_ = true;
    last_.reset();
}

// Who leaves at this tick is still listed at it.
bool PlayerRows::hear(const Frame& frame) {
    if (frame.events.empty() && settled_) return false;
    Roster heard = frame.events.empty() ? Roster() : roster_.latest();
    roster_.add(files_[frames_.file()].reel->schema(), frame);
    for (const auto& [entity, entry] : roster_.latest()) heard.insert_or_assign(entity, entry);
    settled_ = heard.size() == roster_.latest().size();
    const bool anew = heard != heard_;
    heard_ = std::move(heard);
    return anew;
}

// The stay of before goes on, or a new one begins.
void PlayerRows::seen(const Frame& frame, ItemKey key, Named named, Stays& now) {
    Stay stay{frames_.file(), frame.segment, key,        std::move(named),
              frame.tick,     frame.tick,    frame.time, frame.time};
    auto before = open_.extract(key);
    if (!before.empty() && before.mapped().named == stay.named)
        stay = std::move(before.mapped());
    else if (!before.empty())
        open_.insert(std::move(before));  // another name from now on
    now.emplace(key, std::move(stay));
}

void PlayerRows::take(const Frame& frame) {
    const bool anew = hear(frame);
    // Mostly nothing changes: then everybody stays.
    if (!anew && last_ && frame.snapshot.same_storage(last_->snapshot)) return;
    const NameTypes& types = name_types();
    Stays now;
    const auto each = [&](TypeId id, const auto& visit) {
        for (std::size_t i = frame.snapshot.lower_bound({id, 0}); i < frame.snapshot.size(); ++i) {
            const Item item = frame.snapshot[i];
            if (item.key.type != id) break;
            visit(item);
        }
    };
    for (const auto& entry : types.items)
        each(entry.first,
             [&](const Item& item) { seen(frame, item.key, entry.second.read(item.row), now); });
    for (const TypeId board : types.boards)
        each(board, [&](const Item& item) {
            const auto who = heard_.find(item.key.entity);
            if (who != heard_.end())
                seen(frame, item.key, {who->second.name, who->second.clan}, now);
        });
    for (auto& [key, stay] : open_) {  // gone, or called otherwise
        stay.to = frame.tick;
        stay.to_time = frame.time;
        stays_.push_back(std::move(stay));
    }
    open_ = std::move(now);
}

Result<void> PlayerRows::gather() {
    for (;;) {
        const Result<bool> more = frames_.next();
        if (!more) return more.error();
        if (!*more) break;
        const Frame& frame = frames_.frame();
        if (last_ && (frames_.file() != last_->file || frame.segment != last_->moment.segment))
            close_file();
        take(frame);
        last_ = {frames_.file(), frame.moment(), frame.time, frame.snapshot};
    }
    close_file();
    std::sort(stays_.begin(), stays_.end(), [](const Stay& a, const Stay& b) {
        return std::tie(a.file, a.segment, a.from, a.key) <
               std::tie(b.file, b.segment, b.from, b.key);
    });
    return {};
}

Value PlayerRows::value(std::size_t column) const {
    const Stay& stay = stays_[at_];
    const TableColumn& wanted = plan_.columns[column];
    if (wanted.use == ColumnUse::Segment) return std::int64_t{stay.segment};
    if (wanted.use == ColumnUse::File) return files_[stay.file].path;
    if (wanted.name == "id") return static_cast<std::int64_t>(stay.key.entity);
    if (wanted.name == "name") return stay.named.name;
    if (wanted.name == "clan") return stay.named.clan;
    if (wanted.name == "from_tick") return stay.from;
    if (wanted.name == "to_tick") return stay.to;
    return microseconds(wanted.name == "from_time" ? stay.from_time : stay.to_time);
}

}  // namespace tickreel
