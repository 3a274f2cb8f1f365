#include "recorder/games/teeworlds/demo_import.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "recorder/games/teeworlds/client_items.h"
#include "recorder/games/teeworlds/demo_reader.h"
#include "recorder/games/teeworlds/demo_time.h"
#include "recorder/games/teeworlds/map_names.h"
#include "recorder/games/teeworlds/message_codec.h"
#include "recorder/games/teeworlds/server_copies.h"
#include "recorder/games/teeworlds/snapshot_image.h"
#include "recorder/games/teeworlds/snapshot_mapper.h"
#include "recorder/games/teeworlds/wire/snap_delta.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/crc32.h"
#include "tickreel/base/sha256.h"
#include "tickreel/base/text.h"
#include "tickreel/model/names.h"
#include "tickreel/reel/statistics.h"
#include "tickreel/reel/union_property.h"

namespace tickreel::teeworlds {

namespace {

constexpr std::chrono::nanoseconds kTickTime = std::chrono::milliseconds(20);
// Leaves room for all ticks of another timeline before nanosecond times overflow.
constexpr std::chrono::nanoseconds kLatestTime = std::chrono::hours(24 * 365 * 280);
constexpr std::size_t kMaxReported = 10;  // damaged chunks reported individually
constexpr std::size_t kMaxPendingEvents = 65536;
// Who is not heard for that long is gone: the largest conn_timeout_protection that DDNet's servers
// take, in seconds.
constexpr int kPlayerInfo06 = 10;  // its first word says whether it is the client's own
constexpr Tick kLongestPause = Tick{10000} * kTicksPerSecond;

Protocol protocol_of(const DemoHeader& header) {
    return header.net_version.starts_with("0.7") ? Protocol::V07 : Protocol::V06;
}

Bytes message_bytes(std::span<const std::int32_t> ints) {
    ByteWriter bytes;
    for (const std::int32_t word : ints) bytes.i32(word);
    return bytes.take();
}

class Importer {
public:
    Importer(const DemoHeader& header, FrameSink& sink, const ProblemSink& problems)
        : header_(header),
          sink_(clients_),
          problems_(problems),
          protocol_(protocol_of(header)),
          mapper_(protocol_),
          events_(protocol_),
          start_time_(parse_demo_time(header.timestamp).value_or(std::chrono::nanoseconds(0))),
          server_copies_(protocol_) {
        clients_.set_sink(sink);
    }

    void begin(const ByteSource& file, std::uint64_t file_size);
    void take(const DemoChunk& chunk);
    // `cut_inside_tick`: the file ends within the data of the last tick.
    void finish(std::uint64_t end_offset, bool cut_inside_tick);
    std::uint64_t frames() const { return frames_; }

private:
    void attach_map(const ByteSource& file, std::uint64_t file_size);
    void begin_segment();
    void begin_new_timeline();
    void begin_tick(const DemoChunk& chunk);
    void take_snapshot(const DemoChunk& chunk);
    void note_own_player();
    void take_message(const DemoChunk& chunk);
    Result<WireSnapshot> decode(const DemoChunk& chunk) const;
    void lose_snapshot(const std::string& reason);
    void emit_tick();
    Tick seconds() const { return (tick_ - first_of_file_) / kTicksPerSecond; }
    bool of_server() const { return header_.type == "server"; }
    std::optional<Event> make_event(MessageId id, const Bytes& bytes, ByteView body);
    std::vector<Event> sent_with_snapshot();
    void flush_held();
    bool may_miss_its_delta() const;
    void drop_last_tick(std::uint64_t end_offset);
    std::string left_out() const;
    void report(const std::string& message);

    const DemoHeader& header_;
    ClientItems clients_{};
    FrameSink& sink_;
    const ProblemSink& problems_;
    Protocol protocol_;
    SnapshotMapper mapper_;
    MessageEvents events_;
    std::chrono::nanoseconds start_time_;

    WireSnapshot wire_{};  // the last recorded snapshot, base of the next delta
    Snapshot snapshot_{};  // the same in the model's form
    bool has_snapshot_ = false;
    bool tick_open_ = false;
    bool snapshot_seen_ = false;  // in the open tick
    bool keyframe_ = false;       // what the open tick's marker says
    bool at_marker_ = false;      // nothing has come behind the open tick's marker
    bool delta_seen_ = false;     // in the open tick
    bool moved_before_ = false;   // the tick before the open one had a delta
    std::uint64_t tick_offset_ = 0;
    Tick tick_ = kNoTick;
    Tick first_tick_ = kNoTick;
    Tick first_of_file_ = kNoTick;
    std::uint32_t segment_ = 0;
    std::vector<Event> pending_{};  // of the open tick, and of ticks that could not be decoded
    // A server's own demo: each snapshot comes before what was sent up to the next one.
    std::vector<Event> sent_{};    // since the snapshot before the open tick's
    std::optional<Frame> held_{};  // the last one: what comes at the end of the file is its
    ServerCopies server_copies_;
    std::vector<Tick> replaced_{};  // ticks of which a snapshot was replaced by another one
    std::set<int> own_players_{};
    Tick gap_from_ = kNoTick;
    std::string gap_reason_{};
    std::uint64_t frames_ = 0;
    std::size_t reported_ = 0;
};

void Importer::begin(const ByteSource& file, std::uint64_t file_size) {
    sink_.set_property("protocol", protocol_ == Protocol::V07 ? "0.7" : "0.6");
    sink_.set_property("demo_version", std::to_string(header_.version));
    sink_.set_property("demo_net_version", printable(header_.net_version));
    sink_.set_property("demo_type", printable(header_.type));
    // A server writes every snapshot that it makes.
    sink_.set_property(kLongSteps, of_server() ? kPaused : kUnproven);
    sink_.set_property("demo_timestamp", printable(header_.timestamp));
    sink_.set_property("demo_time_zone", "unknown, taken as UTC");  // by the recorder's own clock
    sink_.set_property("demo_length", std::to_string(header_.length_seconds));
    begin_segment();
    attach_map(file, file_size);
    for (const Tick tick : header_.markers) sink_.add_marker({{0, tick}, {}});
}

void Importer::begin_segment() {
    Segment segment;
    segment.map = printable(header_.map_name);
    segment.map_sha256 = header_.map_sha256;
    segment.map_crc = crc_text(header_.map_crc);
    sink_.begin_segment(segment);
}

void Importer::attach_map(const ByteSource& file, std::uint64_t file_size) {
    if (header_.map_size == 0) return;
    const std::uint64_t left = file_size - std::min(file_size, header_.map_offset);
    if (header_.map_size > left || header_.map_size > kDemoMaxMap) {
        report(concat("the map says ", header_.map_size, " bytes, the file has ", left,
                      " at offset ", header_.map_offset));
        return;
    }
    Result<Bytes> map = file.read(header_.map_offset, header_.map_size);
    if (!map) return report(map.error().message);
    const bool hash_fits = header_.map_sha256.empty() || hex(sha256(*map)) == header_.map_sha256;
    if (!hash_fits || crc32_ieee(*map) != header_.map_crc)
        report("the checksum of the demo's map differs from the header");
    sink_.add_attachment(
        {map_attachment_name(header_.map_name), std::string(kMapMedia), *std::move(map)});
}

void Importer::take(const DemoChunk& chunk) {
    if (chunk.kind != DemoChunkKind::TickMarker) at_marker_ = false;
    switch (chunk.kind) {
        case DemoChunkKind::TickMarker:
            return begin_tick(chunk);
        case DemoChunkKind::Message:
            return take_message(chunk);
        case DemoChunkKind::Snapshot:
        case DemoChunkKind::Delta:
            return take_snapshot(chunk);
    }
}

void Importer::begin_tick(const DemoChunk& chunk) {
    if (tick_open_ && chunk.tick == tick_) return;
    emit_tick();
    if (tick_ != kNoTick && chunk.tick < tick_) {
        report(
            concat("ticks go back from ", tick_, " to ", chunk.tick, " at offset ", chunk.offset));
        begin_new_timeline();
    } else if (tick_ != kNoTick && chunk.tick - tick_ > kLongestPause) {
        report(concat("ticks jump from ", tick_, " to ", chunk.tick, " at offset ", chunk.offset,
                      ", further than any server pauses"));
    }
    tick_ = chunk.tick;
    keyframe_ = chunk.keyframe;
    tick_offset_ = chunk.offset;
    if (first_tick_ == kNoTick) first_tick_ = tick_;
    if (first_of_file_ == kNoTick) first_of_file_ = tick_;
    tick_open_ = true;
    at_marker_ = true;
    moved_before_ = std::exchange(delta_seen_, false);
    snapshot_seen_ = false;
}

void Importer::begin_new_timeline() {
    flush_held();
    if (gap_from_ != kNoTick) sink_.add_gap({segment_, gap_from_, tick_ + 1, gap_reason_});
    gap_from_ = kNoTick;
    begin_segment();
    ++segment_;
    has_snapshot_ = false;
    const auto next = start_time_ + (tick_ - first_tick_ + 1) * kTickTime;
    if (next < kLatestTime) start_time_ = next;
    first_tick_ = kNoTick;
}

Result<WireSnapshot> Importer::decode(const DemoChunk& chunk) const {
    const Result<std::vector<std::int32_t>> ints = demo_chunk_ints(chunk);
    if (!ints) return ints.error();
    if (chunk.kind == DemoChunkKind::Snapshot) return read_snapshot_image(*ints);
    if (!has_snapshot_) return fail("a delta without a snapshot before it");
    return apply_snap_delta(wire_, *ints, protocol_);
}

void Importer::take_snapshot(const DemoChunk& chunk) {
    if (!tick_open_) return report("a snapshot before the first tick is ignored");
    Result<WireSnapshot> next = decode(chunk);
    if (!next) return lose_snapshot(concat(next.error().message, " (offset ", chunk.offset, ")"));
    if (keyframe_ != (chunk.kind == DemoChunkKind::Snapshot))
        report(concat("tick ", tick_, ": its marker promises a ", keyframe_ ? "snapshot" : "delta",
                      ", a ", keyframe_ ? "delta" : "snapshot", " comes, at offset ",
                      chunk.offset));
    // A client that changes to its dummy gets a snapshot of each; there is one at a tick.
    if (snapshot_seen_ && !wire_.same_items(*next) &&
        (replaced_.empty() || replaced_.back() != tick_))
        replaced_.push_back(tick_);
    wire_ = *std::move(next);
    note_own_player();
    snapshot_ = mapper_.to_model(wire_, sink_);
    has_snapshot_ = true;
    snapshot_seen_ = true;
    delta_seen_ = chunk.kind == DemoChunkKind::Delta;
}

// 0.7 has no dummies.
void Importer::note_own_player() {
    if (protocol_ == Protocol::V07) return;
    for (std::size_t i = 0; i < wire_.num_items(); ++i) {
        const SnapItem item = wire_.get_item(i);
        if (item.type == kPlayerInfo06 && !item.ints.empty() && item.ints[0] != 0)
            own_players_.insert(item.id);
    }
}

// All snapshots up to the next complete one depend on the lost one.
void Importer::lose_snapshot(const std::string& reason) {
    has_snapshot_ = false;
    if (gap_from_ == kNoTick) {
        gap_from_ = tick_;
        gap_reason_ = reason;
        report(concat("tick ", tick_, ": ", reason));
    }
}

void Importer::take_message(const DemoChunk& chunk) {
    const Result<std::vector<std::int32_t>> ints = demo_chunk_ints(chunk);
    if (!ints) return report(ints.error().message);
    const Bytes bytes = message_bytes(*ints);
    Unpacker in(bytes);
    const std::optional<MessageId> id = read_message_id(in);
    if (!id) return report(concat("a message without a number at offset ", chunk.offset));
    if (id->system) {
        server_copies_.note_system_message();  // the snapshots' messages (server demos); skipped
        return;
    }
    const std::uint64_t too_short = events_.too_short();
    std::optional<Event> event = make_event(*id, bytes, in.rest());
    if (events_.too_short() != too_short)
        report(concat("tick ", tick_,
                      ": a message that is shorter than any of its kind, at offset ",
                      chunk.offset));
    if (!event) return;
    if (pending_.size() == kMaxPendingEvents)
        return report(concat("too many messages in one tick, at offset ", chunk.offset));
    event->before_snapshot = !tick_open_ || !snapshot_seen_;
    pending_.push_back(*std::move(event));
}

// A 0.6 server's demo has also what it sends to clients of 0.7, in whose protocol a kill has the
// number of a global sound here, which takes one word with its number.
std::optional<Event> Importer::make_event(MessageId id, const Bytes& bytes, ByteView body) {
    constexpr std::int32_t kKill06 = 4, kKill07 = 5;
    constexpr std::size_t kSoundBytes = 4;
    if (!of_server() || protocol_ != Protocol::V06 || id.uuid || id.id != kKill07 ||
        bytes.size() <= kSoundBytes)
        return events_.make_event(Direction::ToClient, id, bytes, body, Padding::Demo, sink_);
    id.id = kKill06;
    Packer kill = begin_message(id);
    Bytes all(kill.data().begin(), kill.data().end());
    all.insert(all.end(), body.begin(), body.end());
    return events_.make_event(Direction::ToClient, id, all, body, Padding::Demo, sink_);
}

// Of a server's demo: what was sent since the snapshot before comes with this one. Without a delta
// only its marker is there, and all messages are behind it.
std::vector<Event> Importer::sent_with_snapshot() {
    const auto before = [&](const Event& event) { return snapshot_seen_ && event.before_snapshot; };
    const auto later = std::stable_partition(pending_.begin(), pending_.end(), before);
    sent_.insert(sent_.end(), std::make_move_iterator(pending_.begin()),
                 std::make_move_iterator(later));
    pending_.erase(pending_.begin(), later);
    for (Event& event : sent_) event.before_snapshot = true;
    std::vector<Event> with = server_copies_.settle(std::move(sent_), events_, wire_);
    sent_ = std::exchange(pending_, {});
    return with;
}

void Importer::flush_held() {
    if (!held_) return;
    std::vector<Event> behind = server_copies_.settle(std::exchange(sent_, {}), events_, {});
    for (Event& event : behind) {
        event.before_snapshot = false;
        held_->events.push_back(std::move(event));
    }
    sink_.add_frame(*held_);
    held_.reset();
}

void Importer::emit_tick() {
    if (!tick_open_) return;
    tick_open_ = false;
    if (!has_snapshot_) {
        for (Event& event : pending_) event.before_snapshot = true;  // of the next frame
        return;
    }
    if (keyframe_ && !snapshot_seen_ && gap_from_ == kNoTick)
        report(
            concat("tick ", tick_, ": a key frame without a snapshot, at offset ", tick_offset_));
    // A tick without a delta repeats the snapshot: its messages come after it.
    if (!snapshot_seen_)
        for (Event& event : pending_) event.before_snapshot = false;
    if (held_) sink_.add_frame(*std::exchange(held_, std::nullopt));
    if (gap_from_ != kNoTick && gap_from_ < tick_)
        sink_.add_gap({segment_, gap_from_, tick_, gap_reason_});
    gap_from_ = kNoTick;
    Frame frame;
    frame.segment = segment_;
    frame.tick = tick_;
    frame.time = start_time_ + (tick_ - first_tick_) * kTickTime;
    frame.snapshot = snapshot_;
    frame.events = of_server() ? sent_with_snapshot() : std::exchange(pending_, {});
    ++frames_;
    if (of_server())
        held_ = std::move(frame);
    else
        sink_.add_frame(frame);
}

// A tick without a delta has an unchanged snapshot, unless the file was cut before the delta. If
// the writer finished the demo, its header has the length, in whole seconds: within the last one, a
// file that ends at a marker was cut if a key frame is promised, or probably if there was movement.
bool Importer::may_miss_its_delta() const {
    const bool others = tick_ >= first_of_file_ && seconds() != Tick{header_.length_seconds};
    return others || (at_marker_ && (keyframe_ || moved_before_));
}

void Importer::drop_last_tick(std::uint64_t end_offset) {
    tick_open_ = false;
    if (gap_from_ != kNoTick) return;  // already reported
    gap_from_ = tick_;
    gap_reason_ = "the file ends before its snapshot";
    report(concat("tick ", tick_, " is dropped: the file ends at offset ", end_offset,
                  " before its snapshot"));
}

void Importer::finish(std::uint64_t end_offset, bool cut_inside_tick) {
    const bool shorter = tick_ >= first_of_file_ && seconds() < Tick{header_.length_seconds};
    if (tick_open_ && !snapshot_seen_ && (cut_inside_tick || may_miss_its_delta()))
        drop_last_tick(end_offset);
    else if (shorter && !cut_inside_tick)
        report(concat(
            "the file ends ",
            tick_ == kNoTick ? std::string("before its first tick") : concat("at tick ", tick_),
            ", ", seconds(), " of the ", header_.length_seconds, " seconds that its header says"));
    // 0: the demo was not finished. Where ticks go back, that has been said.
    if (header_.length_seconds != 0 && segment_ == 0 && tick_ >= first_of_file_ &&
        seconds() > Tick{header_.length_seconds} + 1)
        report(concat("the ticks go on to ", tick_, ", ", seconds(), " seconds, its header says ",
                      header_.length_seconds));
    emit_tick();
    flush_held();
    if (gap_from_ != kNoTick) sink_.add_gap({segment_, gap_from_, tick_ + 1, gap_reason_});
    if (!pending_.empty())
        report(concat(pending_.size(), " messages after the last snapshot are left out"));
    if (const std::string what = left_out(); !what.empty()) sink_.set_property(kLeftOut, what);
    if (own_players_.size() > 1)
        sink_.set_property(kPlayersInTurn, std::to_string(own_players_.size()));
    if (reported_ > kMaxReported)
        problems_({concat(reported_ - kMaxReported, " more problems before offset ", end_offset)});
}

std::string Importer::left_out() const {
    constexpr std::size_t kMostTicks = 8;
    std::string text;
    if (const std::uint64_t copies = server_copies_.copies(); copies > 0)
        text = concat(copies, " copies of messages that the server sent to several clients");
    if (const std::uint64_t numbers = server_copies_.renumbered(); numbers > 0)
        text += concat(text.empty() ? "" : "; ", "the numbers that clients have for players in ",
                       numbers, " messages: they have the server's");
    if (replaced_.empty()) return text;
    text += concat(text.empty() ? "" : "; ", "the first of two snapshots at ",
                   replaced_.size() == 1 ? "tick " : "ticks ");
    return text + first_of(replaced_, kMostTicks, [](Tick tick) { return tick; });
}

void Importer::report(const std::string& message) {
    if (++reported_ <= kMaxReported) problems_({message});
}

}  // namespace

Result<void> import_demo(const ByteSource& file, FrameSink& sink, const ProblemSink& problems,
                         const Progress& progress) {
    const Result<DemoHeader> header = read_demo_header(file);
    if (!header) return header.error();
    const Result<std::uint64_t> size = file.size();
    if (!size) return size.error();
    DemoReader reader(file, *header, *size);
    Importer importer(*header, sink, problems);
    importer.begin(file, *size);
    std::uint64_t chunks = 0;
    bool cut_inside_tick = false;
    for (;;) {
        Result<std::optional<DemoChunk>> chunk = reader.next();
        if (!chunk) {
            problems({concat(chunk.error().message, "; ", *size - reader.position(),
                             " bytes of the tail are not used"),
                      InputLoss::Rest});
            cut_inside_tick = reader.failed_inside_tick();
            break;
        }
        if (!*chunk) break;
        importer.take(**chunk);
        if (progress && ++chunks % 256 == 0 &&
            !progress(static_cast<double>(reader.position()) / static_cast<double>(*size)))
            return {};
    }
    importer.finish(reader.position(), cut_inside_tick);
    if (progress) progress(1.0);
    if (importer.frames() == 0) return fail("contains no snapshots");
    return {};
}

}  // namespace tickreel::teeworlds
