#pragma once
// Decodes the datagrams of one Firefall connection to frames (frame_maker.h defines a frame). The
// client's commands and samples of its keys and aim are events; what it says on the matrix channel
// is left out, because its login ticket is there.

#include <memory>

#include "recorder/games/firefall/frame_maker.h"
#include "recorder/games/firefall/transport.h"
#include "recorder/games/game.h"

namespace tickreel::firefall {

// Annotations (annotation.h) are accepted only from files: live, they could hide what
// differs.
enum class Annotations : std::uint8_t { Ignored, Accepted };

class Decoder final : public StreamDecoder, private TransportSink {
public:
    explicit Decoder(Annotations annotations = Annotations::Ignored) : annotations_(annotations) {}

    void leave_out_inputs() override { world_.leave_out_samples(); }
    void feed(const Datagram& datagram, FrameSink& sink, const ProblemSink& problems) override;
    void finish(FrameSink& sink, const ProblemSink& problems) override;
    void release(FrameSink& sink, const ProblemSink& problems) override;
    bool closed() const override { return transport_.closed(); }
    std::map<std::string, std::uint64_t> counters() const override;

    const WorldCounters& world_counters() const { return world_.counters(); }
    TransportCounters transport_counters() const { return transport_.counters(); }

private:
    void session_started(std::uint16_t gss_protocol) override;
    void message(Direction direction, Channel channel, ByteView payload) override;
    void delivery(const Delivery& delivery) override { frames_.add_delivery(delivery); }
    void take_matrix(ByteView payload);
    void enter_zone(const ProtocolLayout* protocol, Segment segment);
    void tell_protocol();
    void report(const Error& error, InputLoss loss);

    Annotations annotations_;
    Transport transport_{};
    World world_{};
    FrameMaker frames_{};
    const ProtocolLayout* told_protocol_ = nullptr;
    std::chrono::nanoseconds first_time_{};
    std::chrono::nanoseconds time_{};
    bool begun_ = false;
    bool heard_beginning_ = false;     // of a zone
    std::uint64_t client_matrix_ = 0;  // messages left out
    std::uint64_t reported_ = 0;
    // Set during a call.
    FrameSink* sink_ = nullptr;
    const ProblemSink* problems_ = nullptr;
};

std::unique_ptr<StreamDecoder> make_decoder();
std::unique_ptr<StreamDecoder> make_faucap_decoder();  // accepts annotations

}  // namespace tickreel::firefall
