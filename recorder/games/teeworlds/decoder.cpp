#include "recorder/games/teeworlds/decoder.h"

#include <utility>

#include "tickreel/base/concat.h"

namespace tickreel::teeworlds {

namespace {

constexpr std::uint64_t kMaxReported = 20;
// What a client says of the map before arrives so long after it was told of the next one.
constexpr Time kOnItsWay = std::chrono::seconds(1);
// By so much a server that was busy may be behind, and what it sent late.
constexpr Time kBehind = std::chrono::seconds(2);
constexpr Time kOnTheWay = std::chrono::milliseconds(250);  // one may take longer than another
constexpr Time kTick = Time(std::chrono::seconds(1)) / kTicksPerSecond;
constexpr std::int32_t kReadyToEnter = 8;  // the game message, in 0.6 and 0.7

const Uuid& map_details_uuid() {
    static const Uuid uuid = uuid_from_name("map-details@ddnet.tw");
    return uuid;
}

const Uuid& client_version_uuid() {
    static const Uuid uuid = uuid_from_name("clientver@ddnet.tw");
    return uuid;
}

bool is_ready_to_enter(const Message& message) {
    return message.direction == Direction::ToClient && !message.id.system && !message.id.uuid &&
           message.id.id == kReadyToEnter;
}

WireInfo wire_info(const SnapOutcome& outcome) {
    WireInfo wire;
    wire.checksum = outcome.crc_status == CrcStatus::Absent ? WireChecksum::Absent
                    : outcome.crc_status == CrcStatus::Ok   ? WireChecksum::Ok
                                                            : WireChecksum::Mismatch;
    wire.expected = static_cast<std::uint32_t>(outcome.crc_expected);
    wire.computed = static_cast<std::uint32_t>(outcome.crc_computed);
    wire.base_tick = outcome.base_tick == kNoBase ? kNoTick : Tick{outcome.base_tick};
    wire.bytes = static_cast<std::uint32_t>(outcome.bytes);
    wire.parts = static_cast<std::uint16_t>(outcome.parts);
    return wire;
}

}  // namespace

void Decoder::feed(const Datagram& datagram, FrameSink& sink, const ProblemSink& problems) {
    clients_.set_sink(sink);
    sink_ = &clients_;
    problems_ = &problems;
    snapshot_in_datagram_ = false;
    observer_.feed(datagram, *this);
    drain(datagram.time);
}

void Decoder::finish(FrameSink& sink, const ProblemSink& problems) {
    clients_.set_sink(sink);
    sink_ = &clients_;
    problems_ = &problems;
    end_timeline(Time::max(), LastSnapshot::Wanted);
    hand_over_properties();
    if (reported_ > kMaxReported)
        problems({concat(reported_ - kMaxReported, " more problems of this kind")});
    if (losses_reported_ > kMaxReported)
        problems({concat(losses_reported_ - kMaxReported, " more losses of this kind"),
                  InputLoss::Part});
}

void Decoder::release(FrameSink& sink, const ProblemSink& problems) {
    catch_up(sink, problems);
    frames_.release_with_events(*sink_);
}

// What a client sends while its server hangs, and its goodbye, belong to the last snapshot.
void Decoder::catch_up(FrameSink& sink, const ProblemSink& problems) {
    clients_.set_sink(sink);
    sink_ = &clients_;
    problems_ = &problems;
    if (session_) session_->receiver.flush_whole();
    drain(Time::max());
}

void Decoder::message(const Message& message) {
    if (message.anti_spoof) {
        ++address_checks_;
        return;
    }
    if (!open_session()) return;
    const auto changes_before = map_changes_;
    if (message.system) take_system(message);
    if (message.id.uuid) take_extended(message);
    if (is_ready_to_enter(message)) ready_to_enter_ = true;
    std::optional<Event> event = session_->events.make_event(
        message.direction, message.id, message.chunk, message.body, Padding::None, *sink_);
    if (event) add_event(message.time, {*std::move(event), {}, {}});
    // The message itself is the old map's last.
    if (map_changes_ != changes_before && timeline_running_) frames_.begin_loading();
}

void Decoder::add_event(Time time, RelativeEvent event) {
    frames_.add_event(time,
                      snapshot_in_datagram_ ? FrameStream::Place::AfterSnapshot
                                            : FrameStream::Place::BeforeSnapshot,
                      std::move(event));
}

void Decoder::resends(const Resends& resends) {
    if (observer_.anti_spoof() || !open_session()) return;
    add_event(resends.time, session_->resends.make_event(resends, *sink_));
}

bool Decoder::open_session() {
    const Protocol protocol = observer_.protocol().value_or(Protocol::V06);
    if (!session_) {
        session_.emplace(protocol);
        const bool ddnet = observer_.token_mode() == TokenMode::Tail;
        set_property("protocol", protocol == Protocol::V07 ? "0.7" : ddnet ? "ddnet 0.6" : "0.6");
    }
    if (session_->protocol == protocol) return true;
    if (!mixed_protocols_)
        (*problems_)(
            {"the client reconnected with another protocol version; the rest is not recorded; "
             "record it as a separate connection"});
    mixed_protocols_ = true;
    return false;
}

void Decoder::take_system(const Message& message) {
    const bool to_client = message.direction == Direction::ToClient;
    switch (*message.system) {
        case SystemMessage::MapChange:
            if (to_client) take_map_change(message);
            break;
        case SystemMessage::MapData:
            if (to_client) map_.map_data(session_->protocol, message.body);
            break;
        case SystemMessage::ServerInfo:
            if (to_client) take_server_info(read_server_info_07(message.body));
            break;
        case SystemMessage::Input:
            if (to_client) break;
            take_acknowledgement(message);
            take_input(message);
            break;
        case SystemMessage::EnterGame:
            if (!to_client) enter_game(message.time);
            break;
        case SystemMessage::Snap:
        case SystemMessage::SnapEmpty:
        case SystemMessage::SnapSingle:
            if (to_client) take_snapshot(message);
            break;
        case SystemMessage::InputTiming:
            if (to_client) take_input(message);
            break;
        default:
            break;
    }
}

void Decoder::take_extended(const Message& message) {
    if (!message.id.system) return;
    if (*message.id.uuid == map_details_uuid() && message.direction == Direction::ToClient)
        map_.map_details(message.body);
    if (*message.id.uuid != client_version_uuid() || message.direction != Direction::ToServer)
        return;
    Unpacker in(message.body);
    in.get_raw(16);  // connection id: a secret of the player
    const std::int32_t version = in.get_int();
    if (in.failed()) return;
    const std::string_view protocol = session_->protocol == Protocol::V07 ? "0.7 " : "0.6 ";
    set_property("protocol", concat("ddnet ", protocol, version));
}

void Decoder::take_map_change(const Message& message) {
    if (!map_.map_change(session_->protocol, message.body)) return;
    ++map_changes_;
    map_changed_ = message.time;
    ready_to_enter_ = false;
    // In a running game the last snapshots of the old map may still arrive.
    accepting_ = in_game_;
    in_game_ = false;
}

void Decoder::take_snapshot(const Message& message) {
    if (!in_game_ && ready_to_enter_) enter_game(message.time);
    if (!accepting_) {
        ++early_snapshots_;
        return;
    }
    const std::optional<SnapPart> part = parse_snap(*message.system, message.body);
    if (!part) {
        ++bad_snapshots_;
        return losses_.note_unreadable(message.time);
    }
    if (timeline_running_ && is_of_a_later_game(part->tick, message.time)) {
        const bool map_told = timeline_map_ != map_changes_;
        report(concat("tick ", part->tick, " is of another game than tick ", decoded_->tick,
                      ": what said so is missing", map_told ? "" : ", and of which map it is"),
               InputLoss::Part);
        end_timeline(message.time, LastSnapshot::Wanted);
        if (!map_told) map_.reset();
    }
    if (!timeline_running_) {
        frames_.next_segment(map_.segment(), map_.take_file());
        timeline_running_ = true;
        timeline_map_ = map_changes_;
        begin_timeline(message.time);
    }
    session_->receiver.feed(*part, message.time);
    snapshot_in_datagram_ = true;
}

void Decoder::begin_timeline(Time time) {
    ++timelines_;
    first_tick_ = kNoTick;
    began_ = time;
}

// Where messages are missing, one of them may have said that the map changes. It did, if the tick 0
// of what plays now came after the last snapshot of before. Ticks may be higher all the same. A
// server that hung, and for longer than its game is old, cannot be told from that.
bool Decoder::is_of_a_later_game(Tick tick, Time time) const {
    if (!decoded_ || (!missing_ && observer_.counters().lost == decoded_->lost)) return false;
    const Time passed = time - decoded_->time;
    return tick * kTick < passed + kOnTheWay && (tick - decoded_->tick) * kTick < passed - kBehind;
}

// While no snapshots come, inputs are for no tick that the recording has. DDNet's dummy sends some
// before its first.
void Decoder::take_input(const Message& message) {
    const bool pressed = message.direction == Direction::ToServer;
    // What the server answers to them is no key, and tells its pauses from snapshots that are lost.
    if (pressed && !inputs_wanted_) return;
    if (!timeline_running_) {
        if (pressed) ++early_inputs_;
        return;
    }
    std::optional<RelativeEvent> event = session_->inputs.read(message, *sink_);
    if (event) add_event(message.time, *std::move(event));
}

void Decoder::take_acknowledgement(const Message& message) {
    Unpacker in(message.body);
    const std::int32_t tick = in.get_int();
    session_->receiver.acknowledge(tick);
    losses_.acknowledge(tick);
    const std::int32_t intended = in.get_int();
    // Of the old map still, or of the next one.
    const bool on_its_way = message.time - map_changed_ < kOnItsWay;
    if (in.failed() || !timeline_running_ || (between_segments() && !on_its_way)) return;
    losses_.acknowledge(tick, intended, between_segments() ? map_changed_ : message.time);
}

// A client may send ENTERGAME before it learns of the map, and again later (DDNet's dummy does):
// only a new map starts a new timeline.
void Decoder::enter_game(Time time) {
    if (timeline_running_ && timeline_map_ != map_changes_)
        end_timeline(time, LastSnapshot::Wanted, &FrameStream::enter_next_map);
    in_game_ = true;
    accepting_ = true;
    ready_to_enter_ = false;
}

void Decoder::end_timeline(Time time, LastSnapshot last, EndOfFrames end) {
    if (session_) {
        if (last == LastSnapshot::Wanted)
            session_->receiver.flush();
        else
            session_->receiver.flush_whole();
        drain(time);
        session_->receiver.reset();
        session_->inputs.restart();
    }
    losses_.end_timeline();
    decoded_.reset();
    (frames_.*end)(*sink_);
    timeline_running_ = false;
}

// Before the first frame there is none to note it at.
void Decoder::closing(Direction by, std::string_view reason, Time time) {
    if (!session_) return;
    session_->receiver.flush_whole();
    drain(time);
    if (!frames_.holds_frame()) return;
    add_event(time, session_->closings.make_event(by, reason, *sink_));
}

void Decoder::connection(ConnectionEvent event, Time time) {
    const bool played = timeline_running_;
    end_timeline(time);
    if (played) frames_.drop_waiting();  // of this connection, not of the next
    clients_.clear();
    if (event == ConnectionEvent::Closed || event == ConnectionEvent::TimedOut) return;
    map_.reset();
    ++map_changes_;  // even if it is of the same map: it may be another server's
    in_game_ = false;
    accepting_ = true;
    ready_to_enter_ = false;
}

void Decoder::connless(Direction direction, ByteView payload, Time time) {
    (void)time;
    if (direction == Direction::ToClient) take_server_info(read_connless_info(payload));
}

void Decoder::unreadable(Direction direction, Time time) {
    if (direction == Direction::ToClient) losses_.note_unreadable(time);
}

void Decoder::take_server_info(const std::optional<ServerInfo>& info) {
    if (!info) return;
    set_property("server_name", info->name);
    set_property("server_version", info->version);
    set_property("game_type", info->game_type);
}

void Decoder::drain(Time time) {
    if (!session_) return;
    while (const std::optional<SnapOutcome> outcome = session_->receiver.next(time))
        take_outcome(*outcome);
}

void Decoder::take_outcome(const SnapOutcome& outcome) {
    if (outcome.restart) {
        losses_.end_timeline();
        frames_.end_timeline(*sink_);
        begin_timeline(outcome.time);
    }
    if (first_tick_ == kNoTick) first_tick_ = outcome.tick;
    losses_.take(outcome);
    if (outcome.failure != SnapFailure::None) return;
    decoded_ = {outcome.tick, outcome.time, observer_.counters().lost};
    missing_ = false;
    if (outcome.crc_status == CrcStatus::Mismatch)
        report(concat("tick ", outcome.tick,
                      ": the snapshot's checksum is not the one "
                      "the server sent"));
    Frame frame;
    frame.tick = outcome.tick;
    frame.time = outcome.time;
    frame.snapshot = session_->mapper.to_model(*outcome.snapshot, *sink_);
    frame.wire = wire_info(outcome);
    frames_.add_frame(std::move(frame), *sink_);
    hand_over_properties();  // those of a new map when its segment has begun
}

void Decoder::set_property(const std::string& key, std::string value) {
    properties_[key] = std::move(value);
}

// Before the first frame and whenever one has changed. What is told while a map is loaded is of
// that map.
void Decoder::hand_over_properties() {
    const bool loading = timeline_map_ != map_changes_ && !handed_over_.empty();
    if (properties_ == handed_over_ || loading) return;
    for (const auto& [key, value] : properties_) sink_->set_property(key, value);
    handed_over_ = properties_;
}

void Decoder::report(const std::string& text, InputLoss loss) {
    std::uint64_t& count = loss == InputLoss::None ? reported_ : losses_reported_;
    if (++count <= kMaxReported) (*problems_)({text, loss});
}

bool Decoder::before_snapshots() const {
    const ObserverCounters& seen = observer_.counters();
    const std::uint64_t unread =
        seen.bad_packets + seen.wrong_token + seen.bad_messages + seen.lost;
    const std::uint64_t snapshots =
        early_snapshots_ + bad_snapshots_ + (session_ ? session_->receiver.counters().parts : 0);
    return seen.control > 0 && unread == 0 && snapshots == 0;
}

std::map<std::string, std::uint64_t> Decoder::counters() const {
    const ObserverCounters& seen = observer_.counters();
    std::map<std::string, std::uint64_t> all = losses_.by_reason();
    all["packets"] = seen.packets;
    all["control packets"] = seen.control;
    all["server list packets"] = seen.connless;
    all["messages"] = seen.messages;
    all["resent chunks"] = seen.resent;
    all["duplicate chunks"] = seen.duplicates;
    all["chunks out of order"] = seen.out_of_order;
    all["chunks never seen"] = seen.lost;
    all["bad packets"] = seen.bad_packets + seen.wrong_token;
    all["bad messages"] = seen.bad_messages;
    all["packets outside a connection"] = seen.outside;
    all["address check messages"] = address_checks_;
    all["early snapshots"] = early_snapshots_;
    all["inputs before the first snapshot"] = early_inputs_;
    all["snapshots malformed"] = bad_snapshots_;
    all["messages without a snapshot"] = frames_.dropped_events();
    if (!session_) return all;
    const SnapCounters& snaps = session_->receiver.counters();
    all["snapshots"] = snaps.decoded;
    all["checksum mismatches"] = snaps.crc_mismatches;
    all["bases with another checksum"] = snaps.doubtful_bases;
    all["duplicate snapshot parts"] = snaps.duplicate_parts;
    all["implausible ticks"] = snaps.implausible;
    all["unknown messages"] = session_->events.unknown();
    all["inputs"] = session_->inputs.inputs();
    all["bad input messages"] = session_->inputs.broken();
    all["withheld messages"] = session_->events.withheld();
    return all;
}

std::unique_ptr<StreamDecoder> make_decoder() {
    return std::make_unique<Decoder>();
}

}  // namespace tickreel::teeworlds
