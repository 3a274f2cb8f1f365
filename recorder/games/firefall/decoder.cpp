#include "recorder/games/firefall/decoder.h"

#include "recorder/games/firefall/zone.h"
#include "tickreel/base/concat.h"

namespace tickreel::firefall {

namespace {

constexpr std::uint64_t kMaxReports = 20;

}  // namespace

void Decoder::feed(const Datagram& datagram, FrameSink& sink, const ProblemSink& problems) {
    sink_ = &sink;
    problems_ = &problems;
    time_ = datagram.time;
    if (!begun_) first_time_ = datagram.time;
    begun_ = true;
    frames_.advance(datagram.time, world_, sink);
    world_.set_clock(datagram.time, transport_.lost_to_client());
    if (const Result<void> fed = transport_.feed(datagram, *this); !fed)
        report(fed.error(), InputLoss::Part);
    // A handshake does not belong to a tick of the previous session.
    if (datagram.direction == Direction::ToClient && socket_of(datagram.bytes) != 0U)
        frames_.count_datagram(datagram.bytes.size());
    tell_protocol();
    // Not where a zone began, which another recording may have played earlier.
    if (const auto by = frames_.take_set_back()) {
        const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(*by).count();
        report(Error{concat("the clock of the capture was set back by ", ms, " ms; ticks go on")},
               InputLoss::None);
    }
}

void Decoder::finish(FrameSink& sink, const ProblemSink& problems) {
    sink_ = &sink;
    problems_ = &problems;
    if (const Result<void> ended = transport_.finish(*this); !ended)
        report(ended.error(), InputLoss::Part);
    tell_protocol();
    frames_.end_tick(world_, sink);
    const WorldCounters& world = world_.counters();
    if (!heard_beginning_ && world.unresolved + world.early > 0)
        problems({concat("begins in the middle of a session: ", world.unresolved + world.early,
                         " messages are about what was told before, so that only a part of the "
                         "world is recorded")});
    if (const std::uint64_t lost = transport_.lost_to_client(); lost > 0)
        problems({concat(
            lost, " packets of the server never came; doctor and SQL's server_loss say when")});
    if (reported_ > kMaxReports) problems({concat(reported_ - kMaxReports, " more like these")});
}

void Decoder::release(FrameSink& sink, const ProblemSink& problems) {
    sink_ = &sink;
    problems_ = &problems;
    frames_.end_tick(world_, sink);
}

void Decoder::session_started(std::uint16_t gss_protocol) {
    enter_zone(builtin_layouts().find(gss_protocol), {});
}

void Decoder::message(Direction direction, Channel channel, ByteView payload) {
    if (channel == Channel::Control) {
        if (direction == Direction::ToClient && annotations_ == Annotations::Accepted)
            world_.take_annotation(payload);
        return;
    }
    if (direction == Direction::ToServer) {
        // The client's matrix channel contains its login ticket.
        if (channel == Channel::Matrix)
            ++client_matrix_;
        else
            world_.take_command(payload);
        return;
    }
    if (channel == Channel::Matrix) {
        take_matrix(payload);
        return;
    }
    if (const Result<void> taken = world_.take(payload); !taken)
        report(taken.error(), InputLoss::None);
}

void Decoder::take_matrix(ByteView payload) {
    const std::optional<Zone> zone = read_enter_zone(payload);
    heard_beginning_ = heard_beginning_ || zone;
    if (zone)
        enter_zone(zone->protocol, {.map = zone->name});
    else if (world_.protocol() != nullptr && is_exit_zone(*world_.protocol(), payload))
        world_.enter_zone(world_.protocol());
}

void Decoder::enter_zone(const ProtocolLayout* protocol, Segment segment) {
    frames_.end_tick(world_, *sink_);
    world_.enter_zone(protocol);
    (void)world_.take_changes();  // the old zone's views end with its segment
    frames_.next_segment(std::move(segment));
    frames_.advance(time_, world_, *sink_);
}

void Decoder::tell_protocol() {
    if (world_.protocol() == told_protocol_ || world_.protocol() == nullptr) return;
    told_protocol_ = world_.protocol();
    sink_->set_property("protocol", concat("gss ", told_protocol_->number));
}

void Decoder::report(const Error& error, InputLoss loss) {
    if (++reported_ > kMaxReports) return;
    const auto since = std::chrono::duration_cast<std::chrono::milliseconds>(time_ - first_time_);
    (*problems_)({concat(error.message, " (at tick ", frames_.tick(), ", ", since.count(),
                         " ms after the connection's first datagram)"),
                  loss});
}

std::map<std::string, std::uint64_t> Decoder::counters() const {
    const TransportCounters wire = transport_.counters();
    const WorldCounters& world = world_.counters();
    return {{"datagrams", wire.datagrams},
            {"handshake datagrams", wire.handshakes},
            {"packets", wire.packets},
            {"malformed", wire.malformed + world.malformed},
            {"datagrams of an earlier session", wire.foreign},
            {"resent packets", wire.resent},
            {"tellings of resends and losses left out", frames_.deliveries_left_out()},
            {"packets seen twice", wire.repeated},
            {"reliable packets lost", wire.lost},
            {"unreliable packets lost", wire.unreliable_lost},
            {"keyframes", world.keyframes},
            {"keyframes that do not fit", world.bad_keyframes},
            {"keyframes kept as bytes", world.raw_keyframes},
            {"updates", world.updates},
            {"updates that do not fit", world.bad_updates},
            {"updates of views kept as bytes", world.raw_updates},
            {"messages for views without a keyframe", world.early},
            {"view checksums ok", world.checksums_ok},
            {"view checksums wrong", world.checksums_bad},
            {"view checksums not checked", world.checksums_absent},
            {"views repaired after a checksum difference", world.repaired},
            {"removes", world.removes},
            {"poses", world.poses},
            {"poses that do not fit", world.bad_poses},
            {"inputs of the client", world.samples},
            {"matrix messages of the client left out", client_matrix_},
            {"private messages of the client left out", world.client_private},
            {"messages of the client before the protocol was known", world.client_early},
            {"messages", frames_.events().typed()},
            {"messages kept as bytes", frames_.events().raw()},
            {"messages of too many types", frames_.events().refused()},
            {"routed messages", world.routed},
            {"routed without a known reference", world.unresolved},
            {"views refused", world.refused},
            {"items left out", frames_.left_out()},
            {"frames", frames_.frames()}};
}

std::unique_ptr<StreamDecoder> make_decoder() {
    return std::make_unique<Decoder>();
}

std::unique_ptr<StreamDecoder> make_faucap_decoder() {
    return std::make_unique<Decoder>(Annotations::Accepted);
}

}  // namespace tickreel::firefall
