#include "recorder/games/teeworlds/demo_export.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>

#include "recorder/games/teeworlds/demo_items.h"
#include "recorder/games/teeworlds/demo_time.h"
#include "recorder/games/teeworlds/demo_writer.h"
#include "recorder/games/teeworlds/map_finder.h"
#include "recorder/games/teeworlds/map_names.h"
#include "recorder/games/teeworlds/message_codec.h"
#include "recorder/games/teeworlds/schema_fields.h"
#include "recorder/games/teeworlds/snapshot_image.h"
#include "recorder/games/teeworlds/snapshot_mapper.h"
#include "recorder/games/teeworlds/wire/snap_delta.h"
#include "tickreel/base/crc32.h"
#include "tickreel/base/rewritable_sink.h"
#include "tickreel/base/sha256.h"
#include "tickreel/model/hears_before.h"
#include "tickreel/model/left_out.h"

namespace tickreel::teeworlds {

namespace {

constexpr Tick kLastDemoTick = 0x6ffffffe;
constexpr std::size_t kHeldBytes = 1U << 20;  // of chunks before they are written
constexpr std::string_view kTuneParams = "Sv_TuneParams";
constexpr std::array<std::int32_t, 3> kUnchanged{};  // a delta of nothing

bool is_true(const ItemType& type, Row row, std::string_view name) {
    const std::optional<std::size_t> field = find_field(type, name);
    if (!field) return false;
    const Value value = read_field(type, row, *field);
    const bool* flag = std::get_if<bool>(&value);
    return flag != nullptr && *flag;
}

// A demo holds only server messages about the game; its player ignores or rejects the rest.
bool belongs_into_demo(const ItemType& type, Row row) {
    if (type.name == kUnknownMessage)
        return !is_true(type, row, "system") && !is_true(type, row, "to_server");
    const MessageFacts* facts = facts_of(type);
    return facts != nullptr && !facts->system && facts->sender != Sender::Client;
}

class DemoExporter final : public FrameSink, public LeavesOut, public HearsBefore {
public:
    explicit DemoExporter(std::unique_ptr<ByteSink> out)
        : out_(std::move(out)), header_place_(dynamic_cast<RewritableSink*>(out_.get())) {}

    TypeId add_type(const ItemType& type) override {
        return schema_.add(DemoItems::type_in_demo(type));
    }
    void set_property(std::string_view key, std::string_view value) override {
        properties_[std::string(key)] = value;
    }
    void begin_segment(const Segment& segment) override;
    void add_attachment(const Attachment& attachment) override;
    void add_marker(const Marker& marker) override { markers_.push_back(marker); }
    void add_gap(const Gap&) override {}
    void add_frame(const Frame& frame) override;
    Result<void> finish() override;
    const LeftOutOfFile& left_out() const override { return left_out_; }
    bool wants(const Schema& schema) const override { return DemoItems::are_in(schema); }
    void hear(const Event& event, const Schema& schema) override { items_.take(event, schema); }

private:
    std::string property(const std::string& key) const;
    bool came_from_demo() const { return properties_.contains("demo_version"); }
    Protocol protocol() const;
    int version() const;
    Result<void> check(const Frame& frame) const;
    Result<void> start(const Frame& frame);
    Result<void> flush();
    Result<void> write(const Frame& frame);
    Result<void> write_snapshot(const Frame& frame, const WireSnapshot& wire, bool keyframe,
                                bool say_unchanged);
    Result<void> write_events(const Frame& frame, bool before_snapshot);
    std::vector<const Marker*> own_markers() const;
    void count_left_out();
    DemoHeader header() const;
    Bytes map_bytes() const;

    std::unique_ptr<ByteSink> out_;
    RewritableSink* header_place_;  // the same
    Schema schema_{};
    std::map<std::string, std::string> properties_{};
    std::optional<Segment> segment_{};
    std::map<std::string, Bytes> maps_{};
    std::uint64_t attachments_ = 0;
    bool own_map_ = false;  // map_ is one of the attachments
    Bytes map_{};
    bool header_written_ = false;
    std::vector<Marker> markers_{};
    LeftOutOfFile left_out_{};
    DemoWriter writer_{};
    WireSnapshot last_{};
    std::uint32_t frame_segment_ = 0;
    Tick first_tick_ = kNoTick;
    Tick last_tick_ = kNoTick;
    Tick last_keyframe_ = kNoTick;
    std::chrono::nanoseconds first_time_{};
    DemoItems items_{};
    Bytes tuning_{};  // the last Sv_TuneParams, for the next keyframe
    Result<void> state_{};
};

void DemoExporter::begin_segment(const Segment& segment) {
    // A segment without frames is not an error; the last one before the first frame counts.
    if (first_tick_ == kNoTick) segment_ = segment;
}

void DemoExporter::add_attachment(const Attachment& attachment) {
    ++attachments_;
    if (attachment.media == kMapMedia) maps_[attachment.name] = attachment.bytes;
}

void DemoExporter::add_frame(const Frame& frame) {
    if (!state_.ok()) return;
    state_ = check(frame);
    if (state_.ok() && first_tick_ == kNoTick) state_ = start(frame);
    if (state_.ok()) state_ = write(frame);
    if (state_.ok() && writer_.size() >= kHeldBytes) state_ = flush();
}

Protocol DemoExporter::protocol() const {
    const std::string spoken = property(came_from_demo() ? "demo_net_version" : "protocol");
    return spoken.find("0.7") != std::string::npos ? Protocol::V07 : Protocol::V06;
}

// 0.7 demos keep their version: Teeworlds 0.7 plays none after 4. DDNet plays 0.6 in its newest.
int DemoExporter::version() const {
    if (protocol() != Protocol::V07) return kDemoNewestVersion;
    if (!came_from_demo()) return kDemoVersion07;
    const std::string text = property("demo_version");
    int version = 0;
    std::from_chars(text.data(), text.data() + text.size(), version);
    return version < kDemoOldestVersion || version > kDemoNewestVersion ? kDemoNewestVersion
                                                                        : version;
}

Result<void> DemoExporter::check(const Frame& frame) const {
    if (first_tick_ != kNoTick && frame.segment != frame_segment_)
        return fail("a .demo holds one map, the recording has another from tick ", frame.tick,
                    " of segment ", frame.segment, ": cut it to one segment first");
    if (frame.tick < 0 || frame.tick > kLastDemoTick || frame.tick <= last_tick_)
        return fail("tick ", frame.tick, " cannot follow tick ", last_tick_, " in a .demo");
    return {};
}

// Header and map come first; finish() fills in what is not known yet.
Result<void> DemoExporter::start(const Frame& frame) {
    if (header_place_ == nullptr)
        return fail("a .demo needs a seekable output: its header is completed at the end");
    writer_ = DemoWriter(version());
    first_tick_ = last_keyframe_ = frame.tick;
    first_time_ = frame.time;
    frame_segment_ = frame.segment;
    own_map_ = segment_ && maps_.contains(map_attachment_name(segment_->map));
    map_ = map_bytes();
    maps_.clear();
    return {};
}

Result<void> DemoExporter::flush() {
    Result<void> done;
    if (!header_written_) done = out_->write(writer_.head(header(), map_.size()));
    if (done.ok() && !header_written_) done = out_->write(map_);
    header_written_ = true;
    return done ? out_->write(writer_.take()) : done;
}

Result<void> DemoExporter::write(const Frame& frame) {
    const bool messages_only = protocol() == Protocol::V07 && !came_from_demo();
    const Result<WireSnapshot> wire =
        to_wire(schema_, messages_only ? items_.complete(frame, schema_) : frame.snapshot);
    if (!wire) return fail("tick ", frame.tick, ": ", wire.error().message);
    const bool keyframe = last_tick_ == kNoTick ||
                          frame.tick - last_keyframe_ > kDemoKeyframeTicks ||
                          !make_snap_delta(last_, *wire, protocol());  // an item changed its size
    writer_.begin_tick(frame.tick, keyframe);
    Result<void> done = write_events(frame, true);
    const bool has_events_before = !frame.events.empty() && frame.events.front().before_snapshot;
    if (done.ok()) done = write_snapshot(frame, *wire, keyframe, has_events_before);
    if (done.ok() && keyframe && !tuning_.empty() && !came_from_demo() && frame.tick != first_tick_)
        done = writer_.add_message(tuning_);
    if (done.ok()) done = write_events(frame, false);
    last_ = *wire;
    last_tick_ = frame.tick;
    return done;
}

// An unchanged snapshot needs no chunk, except to say which messages came before it.
Result<void> DemoExporter::write_snapshot(const Frame& frame, const WireSnapshot& wire,
                                          bool keyframe, bool say_unchanged) {
    if (keyframe) {
        last_keyframe_ = frame.tick;
        return writer_.add_snapshot(write_snapshot_image(wire));
    }
    const auto delta = make_snap_delta(last_, wire, protocol());
    if (delta->empty() && !say_unchanged) return {};
    return delta->empty() ? writer_.add_delta(kUnchanged) : writer_.add_delta(*delta);
}

Result<void> DemoExporter::write_events(const Frame& frame, bool before_snapshot) {
    for (const Event& event : frame.events) {
        const ItemType& type = schema_[event.type];
        if (event.before_snapshot != before_snapshot) continue;
        if (!belongs_into_demo(type, event.row)) {
            ++left_out_.events[type.name];
            continue;
        }
        const Result<Bytes> message = encode_event(type, event.row);
        if (!message) return fail("tick ", frame.tick, ": ", message.error().message);
        if (type.name == kTuneParams) tuning_ = *message;
        Result<void> done = writer_.add_message(*message);
        if (!done) return done;
    }
    return {};
}

std::string DemoExporter::property(const std::string& key) const {
    const auto at = properties_.find(key);
    return at == properties_.end() ? std::string() : at->second;
}

Bytes DemoExporter::map_bytes() const {
    if (!segment_) return {};
    const auto own = maps_.find(map_attachment_name(segment_->map));
    if (own != maps_.end()) return own->second;
    const std::string path = find_map(*segment_);
    if (path.empty()) return {};
    Result<Bytes> bytes = read_whole_file(path, kDemoMaxMap);
    return bytes ? *std::move(bytes) : Bytes();
}

DemoHeader DemoExporter::header() const {
    DemoHeader demo;
    const bool v07 = protocol() == Protocol::V07;
    demo.net_version = came_from_demo() ? property("demo_net_version")
                                        : std::string(v07 ? kNetVersion07 : kNetVersion06);
    if (segment_) {
        demo.map_name = segment_->map;
        demo.map_sha256 = segment_->map_sha256;
        std::from_chars(segment_->map_crc.data(),
                        segment_->map_crc.data() + segment_->map_crc.size(), demo.map_crc, 16);
    }
    if (!map_.empty()) {
        demo.map_sha256 = hex(sha256(map_));
        demo.map_crc = crc32_ieee(map_);
    }
    demo.type = property("demo_type") == "server" ? "server" : "client";
    const Tick last = std::max(first_tick_, last_tick_);
    demo.length_seconds = static_cast<std::uint32_t>((last - first_tick_) / kTicksPerSecond);
    const std::string timestamp = property("demo_timestamp");
    demo.timestamp = parse_demo_time(timestamp) ? timestamp : format_demo_time(first_time_);
    for (const Marker* marker : own_markers())
        demo.markers.push_back(std::clamp(marker->moment.tick, first_tick_, last));
    return demo;
}

std::vector<const Marker*> DemoExporter::own_markers() const {
    std::vector<const Marker*> own;
    for (const Marker& marker : markers_)
        if (marker.moment.segment == frame_segment_ && own.size() < kDemoMaxMarkers)
            own.push_back(&marker);
    if (version() == kDemoOldestVersion) own.clear();  // it has no place for them
    return own;
}

void DemoExporter::count_left_out() {
    const auto own = own_markers();
    left_out_.markers = markers_.size() - own.size();
    for (const Marker* marker : own) {
        left_out_.marker_texts += marker->text.empty() ? 0 : 1;
        left_out_.marker_colors += marker->color == Marker().color ? 0 : 1;
    }
    left_out_.attachments = attachments_ - (own_map_ ? 1 : 0);
    if (map_.empty() && segment_ && !segment_->map.empty())
        left_out_.lacks = concat("the map ", printable(segment_->map),
                                 ": neither in the recording nor installed, so it plays only "
                                 "where the client has it");
}

Result<void> DemoExporter::finish() {
    if (!state_.ok()) return state_;
    if (first_tick_ == kNoTick) return fail("the recording contains no snapshots");
    // A file that ends at a marker looks as if it had been cut there.
    if (writer_.at_marker()) state_ = writer_.add_delta(kUnchanged);
    if (state_.ok()) state_ = flush();
    if (state_.ok()) state_ = header_place_->rewrite(0, writer_.head(header(), map_.size()));
    if (state_.ok()) state_ = out_->close();
    count_left_out();
    return state_;
}

}  // namespace

std::unique_ptr<FrameSink> make_demo_exporter(std::unique_ptr<ByteSink> out) {
    return std::make_unique<DemoExporter>(std::move(out));
}

}  // namespace tickreel::teeworlds
