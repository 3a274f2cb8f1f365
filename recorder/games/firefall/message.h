#pragma once
// Messages other than views and control, as events: chat, hits, deaths, abilities. Columns "View"
// (the typecode of the message) and "Entity" (56 bits), then those of the body. A body that ends
// with a list of structs becomes one event per element. Ids of killers and speakers are stored a
// second time, as entity numbers of items. A body of unknown layout, or one that cannot be
// reproduced from its columns byte by byte, is stored as "Body".

#include <optional>

#include "recorder/games/firefall/gss.h"
#include "recorder/games/firefall/value.h"
#include "tickreel/model/item.h"

namespace tickreel::firefall {

class EventShape {
public:
    // `layout` nullptr: known only by its number.
    EventShape(const MessageLayout* layout, std::string_view view, std::uint8_t number,
               bool from_client);

    const ItemType& type() const { return type_; }
    const ItemType& raw_type() const { return raw_; }  // for bodies that do not match the layout
    bool is_known() const { return body_ != nullptr; }

    // One row of type() per event; empty if the body does not match the layout.
    std::optional<std::vector<std::vector<Word>>> rows(const GssMessage& message) const;
    std::vector<Word> raw_row(const GssMessage& message) const;  // of raw_type()

private:
    std::optional<std::vector<Word>> row(const Cells& head, ByteReader& in) const;

    ItemType type_{};
    ItemType raw_{};
    const Type* body_ = nullptr;
    const Type* list_ = nullptr;      // the array at its end; each element is an event
    std::vector<std::size_t> ids_{};  // columns whose entity numbers follow those of the body
};

// The message recreated from an event. `raw`: of a raw_type().
struct WrittenMessage {
    std::uint64_t id = 0;
    Bytes body{};
};
std::optional<WrittenMessage> write_event(const MessageLayout* layout, const ItemType& type,
                                          Row row);

}  // namespace tickreel::firefall
