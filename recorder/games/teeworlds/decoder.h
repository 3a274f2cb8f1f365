#pragma once
// Decodes the datagrams of one Teeworlds connection to frames. Each map that the player enters is a
// segment. Snapshots before the first real ENTERGAME belong to the server's address check and are
// skipped; a recording that starts within a connection waits for a complete snapshot. Snapshots
// with an unknown base, damaged ones and late ones become gaps.

#include <memory>

#include "recorder/games/game.h"
#include "recorder/games/teeworlds/client_items.h"
#include "recorder/games/teeworlds/closing.h"
#include "recorder/games/teeworlds/frame_stream.h"
#include "recorder/games/teeworlds/inputs.h"
#include "recorder/games/teeworlds/loss_log.h"
#include "recorder/games/teeworlds/map_tracker.h"
#include "recorder/games/teeworlds/message_codec.h"
#include "recorder/games/teeworlds/resends.h"
#include "recorder/games/teeworlds/server_info.h"
#include "recorder/games/teeworlds/snapshot_mapper.h"
#include "recorder/games/teeworlds/wire/observer.h"
#include "recorder/games/teeworlds/wire/snap_receiver.h"

namespace tickreel::teeworlds {

class Decoder final : public StreamDecoder, private ObserverSink {
public:
    Decoder() = default;
    Decoder(const Decoder&) = delete;  // losses_ refers to the others
    Decoder& operator=(const Decoder&) = delete;
    void leave_out_inputs() override { inputs_wanted_ = false; }
    void feed(const Datagram& datagram, FrameSink& sink, const ProblemSink& problems) override;
    void finish(FrameSink& sink, const ProblemSink& problems) override;
    void release(FrameSink& sink, const ProblemSink& problems) override;
    void catch_up(FrameSink& sink, const ProblemSink& problems) override;
    void another_clock() override {
        observer_.another_clock();
        decoded_.reset();
    }
    void note_missing() override { missing_ = true; }
    bool holds_frame() const override { return frames_.holds_frame(); }
    bool closed() const override { return observer_.state() == Observer::State::Closed; }
    bool between_segments() const override {
        return !timeline_running_ || timeline_map_ != map_changes_;
    }
    std::uint64_t announced() const override { return map_changes_ - timeline_map_; }
    std::uint64_t begun() const override { return timelines_; }
    bool before_snapshots() const override;
    std::map<std::string, std::uint64_t> counters() const override;
    Bytes checkpoint() const override;
    bool restore(ByteView checkpoint, std::string_view lost) override;

private:
    // What depends on the protocol; set from the first message on.
    struct Session {
        explicit Session(Protocol p) : protocol(p), receiver(p), mapper(p), events(p), inputs(p) {}
        Protocol protocol;
        SnapReceiver receiver;
        SnapshotMapper mapper;
        MessageEvents events;
        InputEvents inputs;
        ResendEvents resends{};
        ClosingEvents closings{};
    };

    void message(const Message& message) override;
    void connection(ConnectionEvent event, Time time) override;
    void closing(Direction by, std::string_view reason, Time time) override;
    void connless(Direction direction, ByteView payload, Time time) override;
    void resends(const Resends& resends) override;
    void unreadable(Direction direction, Time time) override;

    bool open_session();
    void take_system(const Message& message);
    void take_extended(const Message& message);
    void take_snapshot(const Message& message);
    bool is_of_a_later_game(Tick tick, Time time) const;
    void begin_timeline(Time time);
    void take_input(const Message& message);
    void take_acknowledgement(const Message& message);
    void add_event(Time time, RelativeEvent event);
    void take_map_change(const Message& message);
    void take_server_info(const std::optional<ServerInfo>& info);
    void enter_game(Time time);
    // Of a snapshot that was being sent when a connection ends nobody waits for the rest: it is not
    // lost. Where the map changes or what is known ends, it is.
    enum class LastSnapshot : std::uint8_t { Whole, Wanted };
    using EndOfFrames = void (FrameStream::*)(FrameSink&);
    void end_timeline(Time time, LastSnapshot last = LastSnapshot::Whole,
                      EndOfFrames end = &FrameStream::end_timeline);
    void drain(Time time);
    void take_outcome(const SnapOutcome& outcome);
    void set_property(const std::string& key, std::string value);
    void hand_over_properties();
    void report(const std::string& text, InputLoss loss = InputLoss::None);

    Observer observer_{};
    std::optional<Session> session_{};
    FrameStream frames_{};
    LossLog losses_{frames_,
                    [this](const std::string& text, InputLoss loss) { report(text, loss); }};
    ClientItems clients_{};  // wraps the sink of the current call
    MapTracker map_{};
    bool accepting_ = true;          // snapshots: false between a connection's start and ENTERGAME
    bool in_game_ = false;           // ENTERGAME seen in this connection
    bool ready_to_enter_ = false;    // sent by the server, for captures without the client's half
    bool timeline_running_ = false;  // a snapshot was accepted since the last end_timeline()
    std::uint64_t timelines_ = 0;    // begun
    Tick first_tick_ = kNoTick;      // of the newest of them, ...
    Time began_{};                   // ... which began when this datagram came
    // The last snapshot that was decoded in this timeline, and what never came until then.
    struct Decoded {
        Tick tick = kNoTick;
        Time time{};
        std::uint64_t lost = 0;
    };
    std::optional<Decoded> decoded_{};
    bool missing_ = false;  // since then
    std::uint64_t map_changes_ = 0;
    Time map_changed_{};              // told, by the newest of them
    std::uint64_t timeline_map_ = 0;  // map_changes_ when the timeline began
    bool inputs_wanted_ = true;
    bool snapshot_in_datagram_ = false;
    bool mixed_protocols_ = false;
    std::map<std::string, std::string> properties_{};
    std::map<std::string, std::string> handed_over_{};

    std::uint64_t losses_reported_ = 0;
    std::uint64_t address_checks_ = 0;
    std::uint64_t early_snapshots_ = 0;
    std::uint64_t early_inputs_ = 0;
    std::uint64_t bad_snapshots_ = 0;
    std::uint64_t reported_ = 0;
    // Set during a call.
    FrameSink* sink_ = nullptr;
    const ProblemSink* problems_ = nullptr;
};

std::unique_ptr<StreamDecoder> make_decoder();

}  // namespace tickreel::teeworlds
