#include "player/state/match_views.h"

#include <algorithm>

#include "player/state/connections.h"
#include "tickreel/base/concat.h"
#include "tickreel/reel/union_property.h"

namespace tickreel {

namespace {

constexpr std::size_t kCacheBytes = std::size_t{8} << 20;

bool has_place(const ItemType& type) {
    return find_role(type, Role::PositionX) && find_role(type, Role::PositionY);
}

}  // namespace

MatchViews::MatchViews(std::unique_ptr<MatchReader> match, std::optional<std::uint32_t> view,
                       const Schema& schema)
    : match_(std::move(match)),
      view_(view),
      name_(view ? match_->views()[*view].name : "union"),
      schema_(schema) {
    for (const ItemType& type : match_->world_schema().types()) ids_.push_back(schema_.add(type));
    for (const ItemType& type : schema_.types()) placed_.push_back(has_place(type));
}

Result<std::shared_ptr<const MatchViews>> MatchViews::open(const std::string& source,
                                                           const std::string& recording,
                                                           const Schema& schema) {
    auto file = open_file(source);
    if (!file) return file.error();
    ReadOptions options;
    options.cache_bytes = kCacheBytes;
    auto match = MatchReader::open(std::move(*file), options);
    if (!match) return match.error();
    const auto views = static_cast<std::uint32_t>((*match)->views().size());
    const std::optional<unsigned> number = connection_number(source, recording);
    if (!number || *number < 1 || *number > views + 1)
        return fail(recording, " is no view of ", source);
    const auto view = *number <= views ? std::optional(*number - 1) : std::nullopt;
    return std::shared_ptr<const MatchViews>(new MatchViews(std::move(*match), view, schema));
}

bool MatchViews::is_numbered_apart() const {
    return match_->info().properties.contains(std::string(kNumberedApart));
}

std::optional<Moment> MatchViews::in_world(Moment moment) const {
    return view_ ? match_->in_world(*view_, moment) : moment;
}

std::optional<Moment> MatchViews::moment_in(const MatchViews& other, Moment moment) const {
    const std::optional<Moment> world = in_world(moment);
    if (!world || other.is_union()) return world;
    return other.match_->in_view(*other.view_, *world);
}

Result<std::optional<Frame>> MatchViews::ghosts(const Frame& shown) const {
    const std::optional<Moment> here = in_world(shown.moment());
    if (is_union() || !here) return std::optional<Frame>();
    const Result<std::optional<Frame>> world = match_->world_at(*here);
    if (!world || !*world) return world;
    SnapshotBuilder builder;
    for (const Item item : shown.snapshot)
        if (item.key.type < placed_.size() && !placed_[item.key.type])
            builder.set(item.key, item.row);
    for (const Item item : (*world)->snapshot) {
        const ItemKey key{ids_[item.key.type], item.key.entity};
        if (!shown.snapshot.find(key)) builder.set(key, item.row);
    }
    Frame ghosts;
    ghosts.segment = shown.segment;
    ghosts.tick = shown.tick;
    ghosts.time = shown.time;
    ghosts.snapshot = builder.build();
    return std::optional(std::move(ghosts));
}

Result<std::vector<ViewSight>> MatchViews::who_saw(ItemKey key, Moment moment) const {
    auto sights = who_saw_each({key}, moment);
    if (!sights) return sights.error();
    return std::move(sights->front());
}

Result<std::vector<std::vector<ViewSight>>> MatchViews::who_saw_each(
    const std::vector<ItemKey>& keys, Moment moment) const {
    std::vector<std::vector<ViewSight>> sights(keys.size());
    const auto known = [&](ItemKey key) { return schema_.contains(key.type); };
    const std::optional<Moment> here = in_world(moment);
    const bool reads = here && std::any_of(keys.begin(), keys.end(), known);
    const bool split = is_numbered_apart();
    for (std::uint32_t view = 0; view < match_->views().size(); ++view) {
        const MatchView& one = match_->views()[view];
        std::optional<Frame> shown;
        if (reads) {
            Result<std::optional<Frame>> frame = match_->view_at(view, *here);
            if (!frame) return frame.error();
            shown = std::move(*frame);
        }
        for (std::size_t i = 0; i < keys.size(); ++i) {
            const bool apart = split && here && !match_->in_view(view, *here);
            sights[i].push_back({one.name, apart ? Sight::Apart : Sight::NoSnapshot});
            if (!shown || !known(keys[i])) continue;
            const std::optional<TypeId> id = one.schema.find(schema_[keys[i].type].name);
            const bool sent = id && shown->snapshot.find({*id, keys[i].entity});
            sights[i].back().sight = sent ? Sight::Sent : Sight::NotSent;
        }
    }
    return sights;
}

const Frame* GhostFrames::of(const MatchViews& views, const Frame* shown) {
    constexpr std::size_t kMost = 3;
    error_.clear();
    if (shown == nullptr || views.is_union()) return nullptr;
    Kept& kept = kept_[shown->moment()];
    if (kept.used == 0 || !kept.from.same_storage(shown->snapshot)) {
        Result<std::optional<Frame>> ghosts = views.ghosts(*shown);
        kept.from = shown->snapshot;
        kept.ghosts = ghosts ? std::move(*ghosts) : std::nullopt;
        kept.error = ghosts ? "" : ghosts.error().message;
        if (ghosts && !kept.ghosts) kept.error = "the match file cannot be read at this tick";
    }
    kept.used = ++round_;
    error_ = kept.error;
    if (kept_.size() > kMost)
        std::erase_if(kept_, [&](const auto& one) { return one.second.used + 2 <= round_; });
    return kept.ghosts ? &*kept.ghosts : nullptr;
}

std::string tell_sights(const std::vector<ViewSight>& sights) {
    std::string text;
    const auto add = [&](Sight sight, const char* what) {
        std::string names;
        for (const ViewSight& one : sights)
            if (one.sight == sight) names += concat(names.empty() ? "" : ", ", one.view);
        if (!names.empty()) text += concat(text.empty() ? "" : "; ", what, names);
    };
    add(Sight::Sent, "sent to ");
    add(Sight::NotSent, "not sent to ");
    add(Sight::NoSnapshot, "no snapshot at this tick: ");
    add(Sight::Apart, "not known, players have other numbers there or it is another map: ");
    return text;
}

}  // namespace tickreel
