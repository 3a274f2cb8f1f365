#include "recorder/games/firefall/faucap_export.h"

#include <algorithm>
#include <charconv>

#include "recorder/games/firefall/annotation.h"
#include "recorder/games/firefall/faucap.h"
#include "recorder/games/firefall/frame_maker.h"
#include "recorder/games/firefall/sender.h"
#include "recorder/games/firefall/snapshot_messages.h"
#include "recorder/games/firefall/zone.h"
#include "recorder/lone_time.h"
#include "tickreel/model/left_out.h"

namespace tickreel::firefall {

namespace {

constexpr std::uint32_t kSocket = 0x7265656c;  // any but 0
constexpr std::uint16_t kFirstSequence = 1;
constexpr std::uint16_t kMatrixPort = 25000;
constexpr std::uint16_t kGamePort = 25001;
constexpr std::chrono::seconds kQuiet{1};
constexpr std::chrono::microseconds kBeforeZone{1};
// A tick's last datagram must come before the next tick.
constexpr std::chrono::nanoseconds kBeforeNextTick =
    FrameMaker::kStep - std::chrono::microseconds(1);
constexpr std::string_view kZone = "zone ";

class FaucapExporter final : public FrameSink, public LeavesOut {
public:
    explicit FaucapExporter(std::unique_ptr<ByteSink> out) : out_(std::move(out)) {}

    TypeId add_type(const ItemType& type) override { return schema_.add(type); }
    void set_property(std::string_view key, std::string_view value) override;
    void begin_segment(const Segment& segment) override { zones_.push_back(segment.map); }
    void add_attachment(const Attachment&) override { ++left_out_.attachments; }
    void add_marker(const Marker&) override { ++left_out_.markers; }
    void add_gap(const Gap&) override { ++left_out_.gaps; }
    void add_frame(const Frame& frame) override;
    Result<void> finish() override;
    const LeftOutOfFile& left_out() const override { return left_out_; }

private:
    void shake_hands(std::chrono::nanoseconds time);
    void enter_zone(const Frame& frame);
    void write(Sender& sender, Direction direction, std::chrono::nanoseconds time);
    void write_all(std::chrono::nanoseconds time);
    void acknowledge(std::chrono::nanoseconds time);
    void write_datagram(Direction direction, std::chrono::nanoseconds time, ByteView bytes);
    void write_nothing(std::chrono::nanoseconds time);

    std::unique_ptr<ByteSink> out_;
    LeftOutOfFile left_out_{};
    Schema schema_{};
    const ProtocolLayout* protocol_ = nullptr;
    std::string protocol_name_{};
    std::vector<std::string> zones_{};
    std::optional<SnapshotMessages> messages_{};
    Sender server_{kSocket, kFirstSequence};
    Sender client_{kSocket, kFirstSequence};
    std::optional<std::uint32_t> segment_{};
    Snapshot before_{};
    std::chrono::nanoseconds last_{};  // of the last datagram
    std::chrono::nanoseconds last_frame_{};
    ByteWriter datagrams_{};
    std::uint32_t count_ = 0;
};

void FaucapExporter::set_property(std::string_view key, std::string_view value) {
    if (key != "protocol") return;
    protocol_name_ = value;
    protocol_ = find_protocol(value);
}

void FaucapExporter::write_datagram(Direction direction, std::chrono::nanoseconds time,
                                    ByteView bytes) {
    datagrams_.bytes(faucap_datagram({direction, time, bytes}));
    ++count_;
    last_ = time;
}

void FaucapExporter::write(Sender& sender, Direction direction, std::chrono::nanoseconds time) {
    for (const Bytes& datagram : sender.take()) write_datagram(direction, time, datagram);
}

void FaucapExporter::write_all(std::chrono::nanoseconds time) {
    write(server_, Direction::ToClient, time);
    write(client_, Direction::ToServer, time);
}

void FaucapExporter::shake_hands(std::chrono::nanoseconds time) {
    using Step = Handshake::Step;
    Handshake all{.matrix_protocol = protocol_->matrix_number,
                  .socket = kSocket,
                  .gss_protocol = protocol_->number,
                  .first_sequence = kFirstSequence,
                  .game_port = kGamePort};
    for (const Step step : {Step::Poke, Step::Hehe, Step::Kiss, Step::Hugg}) {
        all.step = step;
        const bool of_server = step == Step::Hehe || step == Step::Hugg;
        write_datagram(of_server ? Direction::ToClient : Direction::ToServer, time,
                       write_handshake(all));
    }
}

// Ticks are counted from the start of the zone.
void FaucapExporter::enter_zone(const Frame& frame) {
    const auto begin = frame.time - frame.tick * std::chrono::nanoseconds(FrameMaker::kStep);
    if (!segment_)
        shake_hands(begin - kBeforeZone);
    else if (last_ < last_frame_)
        write_nothing(last_frame_);  // a zone ends with its last datagram
    const auto before = last_;
    segment_ = frame.segment;
    before_ = {};
    messages_.emplace(*protocol_, schema_, SnapshotMessages::For::File);
    Zone zone{.protocol = protocol_};
    const std::string name = frame.segment < zones_.size() ? zones_[frame.segment] : "";
    if (name.starts_with(kZone))
        std::from_chars(name.data() + kZone.size(), name.data() + name.size(), zone.id);
    else
        zone.name = name;
    server_.send(Channel::Matrix, write_enter_zone(zone), begin);
    server_.send(Channel::Control, write_annotation({.kind = Annotation::Kind::Begin}), begin);
    write(server_, Direction::ToClient, begin);
    // Of recordings one after the other a zone may begin before another one ends. One time that
    // leaps would be taken for a damaged one, two are of a clock that was set.
    if (is_lone_time(before, begin, frame.time)) write_nothing(begin);
}

void FaucapExporter::add_frame(const Frame& frame) {
    if (protocol_ == nullptr) return;
    if (segment_ != frame.segment) enter_zone(frame);
    const auto since = std::chrono::duration_cast<std::chrono::milliseconds>(frame.time).count();
    const auto messages = messages_->changes(before_, frame, static_cast<std::uint16_t>(since));
    before_ = frame.snapshot;
    bool client_speaks = false;
    auto time = frame.time;
    for (const OutMessage& message : messages) {
        const auto own = std::clamp<std::chrono::nanoseconds>(message.delay, {}, kBeforeNextTick);
        if (message.from_client != client_speaks || message.from_client) write_all(time);
        client_speaks = message.from_client;
        if (client_speaks) time = std::max(time, frame.time + own);
        const Channel channel = message.annotation ? Channel::Control
                                : message.reliable ? Channel::ReliableGss
                                                   : Channel::UnreliableGss;
        (client_speaks ? client_ : server_).send(channel, message.payload, time);
    }
    write_all(time);
    acknowledge(time);
    last_frame_ = frame.time;
    if (frame.time - last_ >= kQuiet) write_nothing(frame.time);
}

// FauCap keeps every reliable packet by its 16-bit sequence number until an acknowledgement names
// that number, and fails at one that it still keeps. It reads one number of an acknowledgement.
void FaucapExporter::acknowledge(std::chrono::nanoseconds time) {
    for (const Bytes& ack : server_.acknowledgements()) client_.send(Channel::Control, ack, time);
    for (const Bytes& ack : client_.acknowledgements()) server_.send(Channel::Control, ack, time);
    write_all(time);
}

// A keep-alive: the connection still exists.
void FaucapExporter::write_nothing(std::chrono::nanoseconds time) {
    server_.send(Channel::Control, write_ack(Channel::ReliableGss, kFirstSequence), time);
    write(server_, Direction::ToClient, time);
}

Result<void> FaucapExporter::finish() {
    if (protocol_ == nullptr)
        return fail("the layouts of its protocol '", protocol_name_,
                    "' are not known, so it cannot be written as .faucap");
    if (last_ < last_frame_) write_nothing(last_frame_);  // frames end with the last datagram
    const FaucapSession session{.server = "127.0.0.1",
                                .client = "127.0.0.1",
                                .matrix_port = kMatrixPort,
                                .matrix_protocol = protocol_->matrix_number,
                                .socket = kSocket,
                                .gss_protocol = protocol_->number,
                                .first_sequence = kFirstSequence,
                                .game_port = kGamePort,
                                .datagrams = count_};
    for (const Bytes& part : {faucap_file_head(1), faucap_session_head(session)})
        if (const Result<void> written = out_->write(part); !written) return written;
    if (const Result<void> written = out_->write(datagrams_.data()); !written) return written;
    return out_->close();
}

}  // namespace

std::unique_ptr<FrameSink> make_faucap_exporter(std::unique_ptr<ByteSink> out) {
    return std::make_unique<FaucapExporter>(std::move(out));
}

}  // namespace tickreel::firefall
