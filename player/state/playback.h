#pragma once
// The playback clock: commands in, a position out. Positions are those of Timeline (ticks since the
// start of the recording, segments in a row), with a fraction between two ticks. Has no clock: the
// caller passes the elapsed time. Every command is clamped to the recording. The speed steps are
// those of the DDNet client, which users know.

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tickreel {

// The positions between which playback repeats; `in` < `out`, both inside the recording.
struct Loop {
    std::optional<std::int64_t> in{};
    std::optional<std::int64_t> out{};
    bool repeat = false;
    bool operator==(const Loop&) const = default;
};

class Playback {
public:
    Playback() = default;
    Playback(std::int64_t length, double ticks_per_second);

    std::int64_t position() const;  // the last whole tick at or before the playhead
    double playhead() const { return playhead_; }
    std::int64_t length() const { return length_; }
    double seconds() const { return playhead_ / rate_; }
    double ticks_per_second() const { return rate_; }
    bool playing() const { return playing_; }
    bool reversed() const { return reversed_; }
    double speed() const;
    const Loop& loop() const { return loop_; }
    bool scrubbing() const { return scrubbing_; }
    std::int64_t skip_ticks() const;
    double skip_seconds() const;

    void toggle_play();  // at the end it starts over, at the start in reverse likewise
    void pause() { playing_ = false; }
    void reverse() { reversed_ = !reversed_; }
    void faster() { shift_speed(+1); }
    void slower() { shift_speed(-1); }
    void normal_speed();
    void change_speed(int by) { by == 0 ? normal_speed() : shift_speed(by); }
    void set_speed(double speed);  // the nearest of the ladder
    void change_skip(int by) { shift_skip(by); }

    // A jump is remembered and can be undone; a move (step, scrub) is not.
    void jump(std::int64_t position);
    void move(std::int64_t position);
    bool back();     // to where the playhead was before the last jump
    bool forward();  // undoes back()

    // While the bar is dragged playback waits, and goes on as before when it is let go.
    void begin_scrub();
    void end_scrub();

    void set_in();
    void set_out();
    void set_loop(std::int64_t in, std::int64_t out);
    void clear_in() { loop_.in.reset(); }
    void clear_out() { loop_.out.reset(); }
    void toggle_repeat() { loop_.repeat = !loop_.repeat; }

    void advance(std::chrono::duration<double> elapsed);
    void set_length(std::int64_t length);  // a recording that is still written grows

    static std::span<const double> speeds();
    bool operator==(const Playback&) const = default;

private:
    double clamp(double position) const;
    void shift_speed(int by);
    void shift_skip(int by);
    double first() const;  // the ends of what is played: the loop's when it repeats
    double last() const;

    double playhead_ = 0.0;
    std::int64_t length_ = 0;
    double rate_ = 50.0;
    bool playing_ = false;
    bool reversed_ = false;
    bool scrubbing_ = false;
    bool play_after_scrub_ = false;
    std::size_t speed_ = 4;  // 1.0 in the ladder
    std::size_t skip_ = 4;   // 5 s
    Loop loop_;
    std::vector<std::int64_t> back_;
    std::vector<std::int64_t> forward_;
};

}  // namespace tickreel
