#include "format/tables/player_stays.h"

#include <algorithm>
#include <tuple>

#include "tickreel/model/names.h"

namespace tickreel {

namespace {

// No player's: servers let nobody be called so, and DDNet's own speaks in the slot behind the last
// one, under such a name.
bool is_blank(std::string_view name) {
    return !name.empty() && name.find_first_not_of(' ') == std::string_view::npos;
}

}  // namespace

PlayerName PlayerStays::NameType::read(Row row, const PlayerRule& rule) const {
    const auto text = [](const Value& value) {
        const auto* found = std::get_if<std::string>(&value);
        return found == nullptr ? std::string() : *found;
    };
    const Value of_clan = clan ? reader.read(row, *clan) : Value();
    return {text(reader.read(row, name)), text(of_clan), rule.fits(of_clan)};
}

const PlayerStays::NameTypes& PlayerStays::name_types() {
    const Schema& schema = files_[frames_.file()].reel->schema();
    const auto before = types_.find(frames_.file());
    if (before != types_.end()) return before->second;
    const auto known = types_.emplace(frames_.file(), NameTypes{PlayerRule(schema), {}, {}}).first;
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

bool PlayerStays::any_names_by_message(std::span<const ReelFile> files) {
    return std::any_of(
        files.begin(), files.end(),
        [](const ReelFile& file) { return names_by_message(file.reel->schema()); });
}

// Where messages tell names, all before may be needed.
TickBounds PlayerStays::names_around(std::span<const ReelFile> files, TickBounds bounds) {
    constexpr std::int64_t kSeconds = 10;
    const TickBounds all;
    TickBounds places;
    places.places = bounds.places;
    if (any_names_by_message(files)) return places;
    double rate = 0;
    for (const ReelFile& file : files) rate = std::max(rate, file.reel->info().ticks_per_second);
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

bool PlayerStays::bears_names(const Schema& schema, TypeId id) {
    const ItemType& type = schema[id];
    if (type.use != TypeUse::Item) return false;
    return find_role(type, Role::Name) ||
           (find_role(type, Role::Score) && names_by_message(schema));
}

void PlayerStays::close_file() {
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
bool PlayerStays::hear(const Frame& frame) {
    if (frame.events.empty() && settled_) return false;
    Roster heard = frame.events.empty() ? Roster() : roster_.latest();
    roster_.add(files_[frames_.file()].reel->schema(), frame);
    for (const auto& [entity, entry] : roster_.latest()) heard.insert_or_assign(entity, entry);
    settled_ = heard.size() == roster_.latest().size();
    const bool anew = heard != heard_;
    heard_ = std::move(heard);
    return anew;
}

// Most rows are those of the frame before: their texts need not be read to know who stays.
bool PlayerStays::goes_on(const Item& item, Stays& now) {
    const std::optional<Row> before = last_ ? last_->snapshot.find(item.key) : std::nullopt;
    if (!before || !std::equal(before->begin(), before->end(), item.row.begin(), item.row.end()))
        return false;
    auto stay = open_.extract(item.key);
    if (stay.empty()) return false;
    now.insert(now.end(), std::move(stay));
    return true;
}

// The stay of before goes on, or a new one begins.
void PlayerStays::seen(const Frame& frame, ItemKey key, PlayerName named, Stays& now) {
    PlayerStay stay{frames_.file(), frame.segment, key,        std::move(named),
                    frame.tick,     frame.tick,    frame.time, frame.time};
    auto before = open_.extract(key);
    if (!before.empty() && before.mapped().named == stay.named)
        stay = std::move(before.mapped());
    else if (!before.empty())
        open_.insert(std::move(before));  // another name from now on
    now.emplace(key, std::move(stay));
}

void PlayerStays::take(const Frame& frame) {
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
        each(entry.first, [&](const Item& item) {
            if (goes_on(item, now)) return;
            PlayerName named = entry.second.read(item.row, types.rule);
            if (!is_blank(named.name)) seen(frame, item.key, std::move(named), now);
        });
    for (const TypeId board : types.boards)
        each(board, [&](const Item& item) {
            const auto who = heard_.find(item.key.entity);
            if (who != heard_.end())
                seen(frame, item.key, {who->second.name, who->second.clan, true}, now);
        });
    // Without a score board (a .teehistorian) whoever has been named is there until leaving.
    if (types.boards.empty())
        for (const auto& [entity, entry] : heard_)
            seen(frame, {0, entity}, {entry.name, entry.clan, true}, now);
    for (auto& [key, stay] : open_) {  // gone, or called otherwise
        stay.to = frame.tick;
        stay.to_time = frame.time;
        stays_.push_back(std::move(stay));
    }
    open_ = std::move(now);
}

Result<std::vector<PlayerStay>> PlayerStays::gather() {
    for (;;) {
        const Result<bool> more = frames_.next();
        if (!more) return more.error();
        if (!*more) break;
        const Frame& frame = frames_.frame();
        if (last_ && (frames_.file() != last_->file || frame.segment != last_->moment.segment))
            close_file();
        take(frame);
        if (!last_) last_ = Last{};
        last_->file = frames_.file();
        last_->moment = frame.moment();
        last_->time = frame.time;
        if (!frame.snapshot.same_storage(last_->snapshot)) last_->snapshot = frame.snapshot;
    }
    close_file();
    std::sort(stays_.begin(), stays_.end(), [](const PlayerStay& a, const PlayerStay& b) {
        return std::tie(a.file, a.segment, a.from, a.key) <
               std::tie(b.file, b.segment, b.from, b.key);
    });
    return std::move(stays_);
}

namespace {

Result<KnownStays> gather_stays(const ReelFile& file, const TickBounds& bounds,
                                const ProblemSink& problems) {
    auto stays = PlayerStays({&file, 1}, bounds, problems).gather();
    if (!stays) return stays.error();
    return KnownStays(std::make_shared<std::vector<PlayerStay>>(*std::move(stays)));
}

}  // namespace

Result<KnownStays> StayCache::get(const ReelFile& file, const ProblemSink& problems) {
    const std::lock_guard lock(mutex_);
    if (stays_) return stays_;
    auto stays = gather_stays(file, {}, problems);
    if (stays) stays_ = *stays;
    return stays;
}

bool StayCache::filled() const {
    const std::lock_guard lock(mutex_);
    return stays_ != nullptr;
}

Result<KnownStays> stays_of(const ReelFile& file, TickBounds bounds, const ProblemSink& problems) {
    bounds.ids.reset();  // the names of others are wanted too
    const MomentRange all = file.reel->everything();
    const bool whole = file.range.from <= all.from && file.range.to >= all.to;
    if (file.stays && whole && (bounds == TickBounds{} || file.stays->filled()))
        return file.stays->get(file, problems);
    return gather_stays(file, bounds, problems);
}

}  // namespace tickreel
