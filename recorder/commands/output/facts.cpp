#include "recorder/commands/output/facts.h"

#include <algorithm>
#include <set>

#include "recorder/commands/output/text_format.h"
#include "tickreel/analysis/item_checksums.h"
#include "tickreel/analysis/view_names.h"
#include "tickreel/base/concat.h"
#include "tickreel/reel/codec.h"
#include "tickreel/reel/evolution.h"
#include "tickreel/reel/part_scan.h"
#include "tickreel/reel/union_property.h"

namespace tickreel {

namespace {

std::string property(const RecordingInfo& info, const std::string& key) {
    const auto found = info.properties.find(key);
    return found == info.properties.end() ? std::string() : found->second;
}

bool overlap(const Damage& damage, const ChunkInfo& chunk) {
    return damage.offset < chunk.offset + chunk.stored_bytes &&
           chunk.offset < damage.offset + damage.length;
}

// What wire facts and events say; items stay unread. Checksums of parts are what recordings of
// such games are read for, however large.
Result<void> read_frames(const ReelReader& reel, bool check, Facts& facts) {
    if (has_item_checksums(reel.schema())) facts.parts = Facts::Parts{};
    if (check) facts.connection = Facts::Connection{};
    if (!check && !facts.parts) return {};
    ResendReader resends;
    return scan_parts(reel, reel.everything(), {}, ignore_problems, [&](PartFrame part) {
        const Frame& frame = part.frame;
        if (facts.parts && frame.wire.checksum != WireChecksum::Absent) {
            facts.parts->ok += frame.wire.computed;
            facts.parts->mismatch += frame.wire.expected - frame.wire.computed;
        }
        if (!facts.connection) return true;
        facts.connection->rates.add(frame, reel.timeline().position(frame.moment()));
        for (const Event& event : frame.events)
            resends.add(event, reel.schema(), facts.connection->resends);
        return true;
    });
}

// Whether the map file is attached; servers of 0.6 tell only its CRC.
Result<bool> is_embedded(const ReelReader& reel, const Segment& segment) {
    for (const AttachmentInfo& attachment : reel.attachments())
        if (!segment.map_sha256.empty() && attachment.sha256 == segment.map_sha256) return true;
    if (!segment.map_sha256.empty()) return false;
    const auto map = attached_map(reel, segment);
    if (!map) return map.error();
    return map->has_value();
}

}  // namespace

std::string codec_names(std::span<const ChunkInfo> chunks) {
    std::set<std::uint16_t> ids;
    for (const ChunkInfo& chunk : chunks) ids.insert(chunk.codec);
    std::string names;
    for (const std::uint16_t id : ids) {
        const Codec* codec = find_codec(id);
        if (!names.empty()) names += ", ";
        names += codec != nullptr ? std::string(codec->name) : concat("codec ", id);
    }
    return names;
}

std::uint64_t count_bad_chunks(std::span<const ChunkInfo> chunks, std::span<const Damage> damage) {
    std::uint64_t bad = 0;
    for (const ChunkInfo& chunk : chunks)
        bad += std::any_of(damage.begin(), damage.end(),
                           [&](const Damage& one) { return overlap(one, chunk); })
                   ? 1
                   : 0;
    for (const Damage& one : damage) {
        const bool indexed = std::any_of(chunks.begin(), chunks.end(), [&](const ChunkInfo& chunk) {
            return overlap(one, chunk);
        });
        if (!indexed && one.ticks) ++bad;
    }
    return bad;
}

Result<Facts> gather_facts(const ReelReader& reel, const std::string& path, bool check) {
    Facts facts;
    facts.file = path;
    facts.game = reel.info().game;
    facts.protocol = property(reel.info(), "protocol");
    if (facts.protocol.empty()) facts.protocol = facts.game;
    facts.writer = property(reel.info(), "writer");
    if (reel.info().start.count() != 0) facts.start = rfc3339(reel.info().start);
    facts.codecs = codec_names(reel.chunks());
    if (!reel.timeline().empty()) facts.seconds = reel.timeline().seconds(reel.timeline().last());

    if (check) {
        const auto sound = reel.check_records(ignore_problems);
        if (!sound) return sound.error();
        facts.checked = true;
    }
    const Result<Statistics> counts = reel.statistics();  // of what can be read
    if (!counts) return counts.error();
    facts.counts = *counts;
    const auto frames = read_frames(reel, check, facts);
    if (!frames) return frames.error();
    facts.raw_bytes = facts.counts.raw_words * sizeof(Word);
    for (const Gap& gap : facts.counts.gaps)
        facts.lost_ticks += static_cast<std::uint64_t>(gap.to - gap.from);
    for (const ChunkInfo& chunk : reel.chunks()) {
        facts.chunk_bytes += chunk.stored_bytes;
        facts.groups += chunk.starts_group ? 1 : 0;
    }
    for (const Segment& segment : reel.segments()) {
        const Result<bool> embedded = is_embedded(reel, segment);
        if (!embedded) facts.map_problem = embedded.error().message;
        facts.map_embedded.push_back(embedded && *embedded);
    }
    facts.player = recorded_player_name(reel);
    if (reel.info().properties.contains(std::string(kPlayersInTurn)))
        facts.player_others = std::max<std::uint64_t>(count_recorded_players(reel), 1) - 1;
    facts.chunks_bad = count_bad_chunks(reel.chunks(), reel.damage());
    const std::uint64_t chunks = reel.chunks().size();
    facts.chunks_ok = chunks - std::min(chunks, facts.chunks_bad);
    return facts;
}

}  // namespace tickreel
