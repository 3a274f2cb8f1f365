#pragma once
// Rewrites frames and everything else on their way into a redacted recording: `redact` with a
// Redaction that knows the whole recording, `record --redact` with one that learns from each frame
// just before it is written.

#include <optional>

#include "recorder/games/game.h"
#include "recorder/recording/redaction.h"
#include "tickreel/model/forwarding_sink.h"

namespace tickreel {

inline constexpr std::string_view kRedactedProperty = "redacted";

// The property's value.
std::string_view redacted_what(const Game* game);
bool is_technical_property(std::string_view key);  // said by recorders, not by people
// What becomes of a property; empty: it is removed.
std::optional<std::string> redacted_property(std::string_view key, std::string_view value,
                                             const Redaction& redaction);
// What becomes of a gap's reason.
std::string redacted_reason(std::string_view reason, const Redaction& redaction);

class RedactingSink final : public ForwardingSink {
public:
    RedactingSink(const Redaction& redaction, const Schema& schema, const Game* game,
                  FrameSink& into)
        : ForwardingSink(into), redaction_(redaction), schema_(schema), game_(game) {}

    std::uint64_t dropped_attachments() const { return dropped_; }
    std::uint64_t dropped_checksums() const { return dropped_checksums_; }  // events

    void set_property(std::string_view key, std::string_view value) override;
    void begin_segment(const Segment& segment) override;
    void add_attachment(const Attachment& attachment) override;
    void add_marker(const Marker& marker) override;
    void add_gap(const Gap& gap) override;
    void add_frame(const Frame& frame) override;

private:
    void forget_parts(Frame& frame);
    void sum_again(Frame& frame) const;

    const Redaction& redaction_;
    const Schema& schema_;
    const Game* game_;
    std::uint64_t dropped_ = 0;
    std::uint64_t dropped_checksums_ = 0;
};

// While recording.
class LiveRedaction final : public FrameSink {
public:
    LiveRedaction(const Game& game, FrameSink& into)
        : redaction_(schema_, &game), sink_(redaction_, schema_, &game, into) {
        into.set_property(kRedactedProperty, redacted_what(&game));
    }

    TypeId add_type(const ItemType& type) override;
    void set_property(std::string_view key, std::string_view value) override;
    void begin_segment(const Segment& segment) override { sink_.begin_segment(segment); }
    void add_attachment(const Attachment& attachment) override { sink_.add_attachment(attachment); }
    void add_marker(const Marker& marker) override { sink_.add_marker(marker); }
    void add_gap(const Gap& gap) override { sink_.add_gap(gap); }
    void add_frame(const Frame& frame) override;
    Result<void> finish() override { return sink_.finish(); }

    // For a marker that the files place themselves: as `redact` leaves those that it finds.
    std::string marker_text(const std::string& text) const { return redaction_.clean(text); }

private:
    Schema schema_{};
    Redaction redaction_;
    RedactingSink sink_;
};

}  // namespace tickreel
