#include "tests/format/games/refreshes.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tickreel_test {

using namespace tickreel;
using namespace tickreel::teeworlds;

namespace {

constexpr Tick kRefreshAge = kOldestCore + 1;
constexpr Tick kNeighbours = 10;  // maximum ticks between consecutive snapshots
constexpr std::size_t kShown = 10;

}  // namespace

std::string Refresh::text() const {
    std::string out = "segment " + std::to_string(from.segment) + " player " + std::to_string(who) +
                      " tick " + std::to_string(from.tick) + ".." + std::to_string(to);
    const auto words = [&](const char* name, const CharacterLayout::CoreWords& all) {
        out += std::string("\n    ") + name;
        for (const Word word : all) {
            out += " " + std::to_string(word);
        }
    };
    words("old    ", old);
    words("evolved", evolved);
    words("sent   ", sent);
    return out;
}

void Tally::add(const Refresh& refresh) {
    (refresh.timed ? timed : early) += 1;
    timed_equal += refresh.timed && refresh.equal ? 1 : 0;
    timed_touched += refresh.timed && !refresh.equal && refresh.touched ? 1 : 0;
    early_differ += !refresh.timed && !refresh.equal ? 1 : 0;
    early_equal_hidden += !refresh.timed && refresh.equal && refresh.room_between ? 1 : 0;
    if (!refresh.as_expected() && wrong.size() < kShown) wrong.push_back(refresh);
}

void Jumps::see(EntityId who, Place place) {
    constexpr Tick kConsecutive = 2;
    constexpr double kTwoTiles = 64;
    const auto [at, spawned] = places_.try_emplace(who, place);
    const Place before = std::exchange(at->second, place);
    if (spawned || place.tick - before.tick > kConsecutive) return;
    const double way = std::hypot(place.x - before.x, place.y - before.y);
    if (way <= kTwoTiles) return;
    if (++count == 1)
        first = "player " + std::to_string(who) + " tick " + std::to_string(before.tick) + ".." +
                std::to_string(place.tick) + ": " + std::to_string(way) + " units";
}

Refreshes::Refreshes(const Schema& schema, TypeId character, const TileMap& tiles, LineRule line)
    : layout_(CharacterLayout::of(schema[character])), type_(character), reckoning_(tiles, line) {
    for (const char* name : {"Explosion", "HammerHit", "Damage", "DamageInd"})
        if (const auto type = schema.find(name)) hits_.push_back(*type);
}

bool Refreshes::hit(const Frame& frame, Vec place) const {
    constexpr float kReach = 160;  // an explosion's is 135; tees move on till the snapshot
    return std::any_of(hits_.begin(), hits_.end(), [&](TypeId type) {
        for (std::size_t i = frame.snapshot.lower_bound({type, 0}); i < frame.snapshot.size();
             ++i) {
            const Item item = frame.snapshot[i];
            if (item.key.type != type || item.row.size() < 2) return false;
            const auto x = static_cast<float>(item.row[0]);
            const auto y = static_cast<float>(item.row[1]);
            if (std::hypot(x - place.x, y - place.y) < kReach) return true;
        }
        return false;
    });
}

bool Refreshes::touched(const Frame& frame, EntityId who, Vec place) const {
    constexpr float kReach = 96;  // bodies push each other from 35 units on, and move on till then
    for (std::size_t i = frame.snapshot.lower_bound({type_, 0}); i < frame.snapshot.size(); ++i) {
        const Item item = frame.snapshot[i];
        if (item.key.type != type_) return false;
        const Tick sent_at = layout_->tick(item.row);
        const Tick age = sent_at == 0 ? 0 : frame.tick - sent_at;  // 0: to be shown as it is
        if (item.key.entity == who || age < 0 || age > kOldestCore) continue;
        const CharacterCore other = reckoning_.evolved(core_of(layout_->core_words(item.row)), age);
        if (other.hooked_player == static_cast<int>(who)) return true;
        if (std::hypot(other.position.x - place.x, other.position.y - place.y) < kReach)
            return true;
    }
    return false;
}

void Refreshes::take(const Frame& frame, Tally& tally) {
    if (!layout_) return;
    for (std::size_t i = frame.snapshot.lower_bound({type_, 0}); i < frame.snapshot.size(); ++i) {
        const Item item = frame.snapshot[i];
        if (item.key.type != type_) break;
        const Seen now{frame.tick, layout_->tick(item.row), layout_->core_words(item.row)};
        ++tally.rows;
        tally.older += now.tick != 0 && now.tick < frame.tick ? 1 : 0;
        const auto before = seen_.find(item.key.entity);
        if (before != seen_.end() && before->second.tick > 0 && now.tick > before->second.tick &&
            frame.tick - before->second.at <= kNeighbours) {
            const Seen& old = before->second;
            Refresh refresh{{frame.segment, old.tick}, now.tick, item.key.entity};
            refresh.timed = (now.tick - old.tick) % kRefreshAge == 0;
            refresh.room_between = now.tick - old.at > 1;
            refresh.old = old.words;
            refresh.sent = now.words;
            refresh.evolved = words_of(reckoning_.evolved(core_of(old.words), now.tick - old.tick));
            refresh.equal = refresh.evolved == refresh.sent;
            const Vec place = core_of(now.words).position;
            // A hook that let go, and a tee that died, are in the snapshot before.
            refresh.touched = refresh.timed && !refresh.equal &&
                              (hit(frame, place) || touched(frame, item.key.entity, place) ||
                               touched(before_, item.key.entity, place));
            tally.add(refresh);
        }
        seen_[item.key.entity] = now;
    }
    before_.tick = frame.tick;
    before_.snapshot = frame.snapshot;
}

}  // namespace tickreel_test
