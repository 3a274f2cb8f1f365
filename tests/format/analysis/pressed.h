#pragma once
// A track of inputs, filled by hand: as the decoder's events Input and InputTiming.

#include <utility>

#include "tickreel/analysis/input_track.h"
#include "tickreel/model/row.h"
#include "tickreel/model/schema.h"

namespace tickreel_test {

struct Pressed {
    tickreel::Schema schema{};
    tickreel::InputTrack track{};
    tickreel::Tick now = 90;  // of the frame that comes next
    std::uint32_t segment = 0;

    Pressed() {
        schema.add(type_of("Input", {"margin", "status", "direction", "target_x", "target_y",
                                     "jump", "fire", "hook"}));
        schema.add(type_of("InputTiming", {"margin", "time_left"}));
        schema.add(type_of("TeeInput", {"client_id", "direction", "target_x", "target_y", "jump",
                                        "fire", "hook"}));
    }

    struct Keys {
        int direction = 0;
        bool jump = false, fire = false, hook = false;
        int x = 1, y = 0;
    };
    // Status: 0 new, 1 repeated, 2 after one for a later tick.
    void input(tickreel::Tick meant, Keys keys, int status = 0) {
        add("Input", {word(meant - now), status, keys.direction, keys.x, keys.y, keys.jump ? 1 : 0,
                      keys.fire ? 33 : 34, keys.hook ? 1 : 0});
    }
    void answer(tickreel::Tick meant, int time_left) {
        add("InputTiming", {word(meant - now), time_left});
    }
    void of_client(int who, Keys keys) {
        add("TeeInput", {who, keys.direction, keys.x, keys.y, keys.jump ? 1 : 0, keys.fire ? 1 : 0,
                         keys.hook ? 1 : 0});
    }
    void add(const char* type, std::vector<tickreel::Word> words) {
        tickreel::Frame frame;
        frame.segment = segment;
        frame.tick = now;
        frame.events.push_back(event(type, std::move(words)));
        track.add(frame, schema, now);
    }
    tickreel::Event event(const char* type, std::vector<tickreel::Word> words) const {
        tickreel::Event made;
        made.type = *schema.find(type);
        made.row = std::move(words);
        return made;
    }

private:
    static tickreel::Word word(tickreel::Tick tick) { return static_cast<tickreel::Word>(tick); }
    static tickreel::ItemType type_of(const char* name, std::vector<const char*> fields) {
        tickreel::ItemType type;
        type.name = name;
        type.use = tickreel::TypeUse::Event;
        type.event_class = tickreel::EventClass::Input;
        for (const char* field : fields) {
            type.fields.emplace_back();
            type.fields.back().name = field;
        }
        return type;
    }
};

}  // namespace tickreel_test
