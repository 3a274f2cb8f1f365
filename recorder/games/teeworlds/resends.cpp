#include "recorder/games/teeworlds/resends.h"

namespace tickreel::teeworlds {

ItemType resend_type(Direction direction) {
    return tickreel::resend_type(direction, "messages");
}

RelativeEvent ResendEvents::make_event(const Resends& resends, FrameSink& sink) {
    const ItemType type = resend_type(resends.direction);
    std::optional<TypeId>& id = types_[static_cast<std::size_t>(resends.direction)];
    if (!id) id = sink.add_type(type);
    RelativeEvent event;
    event.event.type = *id;
    event.event.row = resend_row(type, resends, 0);
    event.delay_word = presence_words(type);  // `delay` is the first field
    return event;
}

}  // namespace tickreel::teeworlds
