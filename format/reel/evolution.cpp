#include "tickreel/reel/evolution.h"

#include <algorithm>

#include "tickreel/base/crc32.h"
#include "tickreel/base/sha256.h"

namespace tickreel {

namespace {

constexpr std::uint64_t kMaxMap = 256U << 20;

// By what is known without reading it.
bool may_be_map_of(const AttachmentInfo& attachment, const Segment& segment) {
    if (!segment.map_sha256.empty()) return attachment.sha256 == segment.map_sha256;
    const std::string name = "maps/" + segment.map;
    // A recorder calls the second version "maps/dm1_491af17a.map".
    return attachment.name == name + ".map" ||
           (!segment.map_crc.empty() && attachment.name.starts_with(name + '_'));
}

}  // namespace

bool is_version_played(ByteView map, const Segment& segment) {
    if (!segment.map_sha256.empty()) return hex(sha256(map)) == segment.map_sha256;
    const std::uint32_t crc = crc32_ieee(map);
    Bytes digits;
    for (const int shift : {24, 16, 8, 0})
        digits.push_back(static_cast<std::uint8_t>(crc >> shift));
    return segment.map_crc.empty() || hex(digits) == segment.map_crc;
}

// Maps change without changing their name. Where the segment says which version it is, only that
// one will do: another is worse than none.
Result<std::optional<Bytes>> attached_map(const ReelReader& reel, const Segment& segment) {
    for (std::size_t i = 0; i < reel.attachments().size(); ++i) {
        const AttachmentInfo& attachment = reel.attachments()[i];
        if (attachment.bytes > kMaxMap || !may_be_map_of(attachment, segment)) continue;
        Result<Bytes> bytes = reel.attachment(i);
        if (!bytes) return bytes.error();
        if (segment.map_sha256.empty() && !is_version_played(*bytes, segment)) continue;
        return std::optional<Bytes>(std::move(*bytes));
    }
    return std::optional<Bytes>();
}

Evolution::Evolution(const ReelReader& reel, EvolverMakers makers, FindMap find_map)
    : reel_(&reel), find_map_(std::move(find_map)) {
    for (const EvolverMaker& maker : makers) {
        if (maker_ != nullptr || maker.game != reel.info().game) continue;
        type_ = reel.schema().find(maker.type);
        if (type_) maker_ = &maker;
    }
}

Evolution::Entry Evolution::make(std::uint32_t segment) const {
    if (maker_ == nullptr || segment >= reel_->segments().size()) return {};
    const Segment& wanted = reel_->segments()[segment];
    Result<std::optional<Bytes>> map = attached_map(*reel_, wanted);
    if (!map) return {nullptr, map.error().message};
    if (!*map && find_map_) *map = find_map_(wanted);
    if (!*map) return {nullptr, "the map " + wanted.map + " is not there"};
    Result<std::unique_ptr<Evolver>> made = maker_->make(reel_->schema(), **map);
    return made ? Entry{std::move(*made), {}} : Entry{nullptr, made.error().message};
}

Evolution::Entry& Evolution::entry(std::uint32_t segment) {
    const auto known = entries_.find(segment);
    return known != entries_.end() ? known->second
                                   : entries_.emplace(segment, make(segment)).first->second;
}

Evolver* Evolution::of_segment(std::uint32_t segment) {
    return entry(segment).evolver.get();
}

const std::string& Evolution::why(std::uint32_t segment) {
    return entry(segment).why;
}

Row Evolution::evolve(Moment moment, ItemKey key, Row row) {
    if (key.type != type_) return {};
    Evolver* evolver = of_segment(moment.segment);
    return evolver != nullptr ? evolver->evolve(key, row, moment.tick) : Row();
}

Row Evolution::shown(Moment moment, ItemKey key, Row row) {
    const Row now = evolve(moment, key, row);
    return now.empty() ? row : now;
}

std::string Evolution::why_not() const {
    const auto found = std::find_if(entries_.begin(), entries_.end(),
                                    [](const auto& entry) { return !entry.second.why.empty(); });
    return found == entries_.end() ? std::string() : found->second.why;
}

EvolvedFields::EvolvedFields(const ReelReader& reel, EvolverMakers makers,
                             Evolution::FindMap find_map)
    : evolution_(reel, makers, std::move(find_map)) {
    for (const ItemType& type : reel.schema().types()) {
        ItemType extended = type;
        for (const EvolverMaker& maker : makers)
            if (maker.game == reel.info().game && maker.type == type.name) add(maker, extended);
        schema_.add(std::move(extended));
    }
}

// Only for types whose fields are one word each: their rows end with the slots.
void EvolvedFields::add(const EvolverMaker& maker, ItemType& type) {
    Added added;
    added.type = static_cast<TypeId>(schema_.size());
    const bool plain = std::all_of(type.fields.begin(), type.fields.end(), [](const Field& field) {
        return slot_words(field) == 1 && !field.nullable && field.kind != FieldKind::Text &&
               field.kind != FieldKind::Blob;
    });
    if (!plain) return;
    added.words = type.fields.size();
    for (const std::string_view name : maker.fields) {
        const auto at = find_field(type, name);
        const std::string now = std::string(kEvolvedPrefix) + std::string(name);
        if (!at || find_field(type, now)) continue;
        Field field = type.fields[*at];
        field.name = now;
        field.roles = Roles();  // not a position role: an item's position is the one that was sent
        type.fields.push_back(std::move(field));
        added.from.push_back(*at);
    }
    added_.push_back(std::move(added));
}

Frame EvolvedFields::extended(const Frame& frame) {
    Evolver* evolver = evolution_.of_segment(frame.segment);
    Frame out = frame;
    if (evolver == nullptr || added_.empty()) return out;
    SnapshotBuilder builder(frame.snapshot);
    std::vector<Word> row;
    for (const Added& added : added_) {
        for (std::size_t i = frame.snapshot.lower_bound({added.type, 0});
             i < frame.snapshot.size() && frame.snapshot[i].key.type == added.type; ++i) {
            const Item item = frame.snapshot[i];
            const Row now = evolver->evolve(item.key, item.row, frame.tick);
            if (now.size() < added.words) continue;
            row.assign(item.row.begin(),
                       item.row.begin() + static_cast<std::ptrdiff_t>(added.words));
            for (const std::size_t from : added.from) row.push_back(now[from]);
            builder.set(item.key, row);
        }
    }
    out.snapshot = builder.build();
    return out;
}

}  // namespace tickreel
