#include "recorder/games/teeworlds/resends.h"

#include "tickreel/model/row.h"

namespace tickreel::teeworlds {

ItemType resend_type(Direction direction) {
    const bool of_server = direction == Direction::ToClient;
    return {.name = of_server ? "ServerResend" : "ClientResend",
            .origin = "resend flags",
            .use = TypeUse::Event,
            .fields =
                {
                    {.name = "delay", .unit = "us"},  // arrival - time of the frame, +-100 us
                    {.name = "resent", .unit = "messages"},
                    // Of them: those that passed the recorder before. Who receives them, or the way
                    // there or back, lost them; the others were lost on the way to the recorder.
                    {.name = "seen_before", .unit = "messages"},
                    // The other side is to send what it has sent since it was last acknowledged.
                    {.name = "asks", .kind = FieldKind::Bool},
                },
            .event_class = of_server ? EventClass::Transport : EventClass::Input,
            .derived = true};
}

RelativeEvent ResendEvents::make_event(const Resends& resends, FrameSink& sink) {
    const ItemType type = resend_type(resends.direction);
    std::optional<TypeId>& id = types_[static_cast<std::size_t>(resends.direction)];
    if (!id) id = sink.add_type(type);
    RelativeEvent event;
    event.event.type = *id;
    event.event.row = make_row(type, {std::int64_t{0}, std::int64_t{resends.messages},
                                      std::int64_t{resends.seen_before}, resends.asks});
    event.delay_word = presence_words(type);  // `delay` is the first field
    return event;
}

}  // namespace tickreel::teeworlds
