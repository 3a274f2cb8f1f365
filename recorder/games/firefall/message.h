#pragma once
// What is neither view nor control as events: chat, hits, deaths, abilities. Columns "View" (the
// typecode that the message came on) and "Entity" (56 bits), then those of the body. A body that
// ends in a list of structs becomes one event for each element. A body whose layout is
// unknown, or that does not come back from its columns byte by byte, is kept as "Body".

#include <optional>

#include "recorder/games/firefall/gss.h"
#include "recorder/games/firefall/value.h"
#include "tickreel/model/item.h"

namespace tickreel::firefall {

class EventShape {
public:
    // `layout` nullptr: known by its number only.
    EventShape(const MessageLayout* layout, std::string_view view, std::uint8_t number,
               bool from_client);

    const ItemType& type() const { return type_; }
    const ItemType& raw_type() const { return raw_; }  // when the body does not fit
    bool is_known() const { return body_ != nullptr; }

    // One row of type() for each event; nothing when the body does not fit.
    std::optional<std::vector<std::vector<Word>>> rows(const GssMessage& message) const;
    std::vector<Word> raw_row(const GssMessage& message) const;  // of raw_type()

private:
    std::optional<std::vector<Word>> row(const Cells& head, ByteReader& in) const;

    ItemType type_{};
    ItemType raw_{};
    const Type* body_ = nullptr;
    const Type* list_ = nullptr;  // the array at its end that the events are elements of
};

// The message of an event again. `raw`: of a raw_type().
struct WrittenMessage {
    std::uint64_t id = 0;
    Bytes body{};
};
std::optional<WrittenMessage> write_event(const MessageLayout* layout, const ItemType& type,
                                          Row row);

}  // namespace tickreel::firefall
