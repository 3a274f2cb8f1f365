#include "recorder/games/teeworlds/closing.h"

#include <string>

#include "tickreel/model/row.h"

namespace tickreel::teeworlds {

ItemType closing_type() {
    return {.name = "ConnectionClosed",
            .origin = "control packet",
            .use = TypeUse::Event,
            .fields =
                {
                    {.name = "delay", .unit = "us"},  // arrival - time of the frame, +-100 us
                    {.name = "closed_by",
                     .kind = FieldKind::Enum,
                     .values = {{0, "client"}, {1, "server"}}},
                    {.name = "reason", .kind = FieldKind::Text},
                },
            .event_class = EventClass::Transport,
            .derived = true};
}

RelativeEvent ClosingEvents::make_event(Direction by, std::string_view reason, FrameSink& sink) {
    const ItemType type = closing_type();
    if (!type_) type_ = sink.add_type(type);
    const std::int64_t server = by == Direction::ToClient ? 1 : 0;
    RelativeEvent event;
    event.event.type = *type_;
    event.event.row = make_row(type, {std::int64_t{0}, server, std::string(reason)});
    event.delay_word = presence_words(type);  // `delay` is the first field
    return event;
}

}  // namespace tickreel::teeworlds
