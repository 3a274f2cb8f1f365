#pragma once
// Messages other than views and control, as events: chat, hits, deaths, abilities. Columns "View"
// (the typecode of the message) and "Entity" (56 bits), then those of the body. A body that ends
// with a list of structs becomes one event per element. Ids of killers and speakers are stored a
// second time, as entity numbers of items. A body of unknown layout, or one that cannot be
// reproduced from its columns byte by byte, is stored as "Body". Behind all that, what a client
// sent has "Delay", from the frame's time to its arrival, and samples have "Status".

#include <optional>

#include "recorder/games/firefall/gss.h"
#include "recorder/games/firefall/value.h"
#include "tickreel/model/item.h"

namespace tickreel::firefall {

inline constexpr std::string_view kDelayColumn = "Delay";

// How a sample relates to those before it, by the client's clock. UDP may repeat and reorder them.
enum class SampleStatus : std::uint8_t {
    New,      // of a later time than any before
    Repeat,   // of the newest one's time
    Overdue,  // of an earlier time than the newest one's
};

// The columns behind those of a client's message.
struct Arrival {
    std::int32_t delay = 0;  // us since the frame's time
    SampleStatus status = SampleStatus::New;
};

// Commands that a client sends all the time, about ten a second: its keys and aim, and the request
// for the updates since. Their types are marked as derived: a state, not something that happened.
bool is_sample(std::string_view command);

class EventShape {
public:
    // `layout` nullptr: known only by its number.
    EventShape(const MessageLayout* layout, std::string_view view, std::uint8_t number,
               bool from_client);

    const ItemType& type() const { return type_; }
    const ItemType& raw_type() const { return raw_; }  // for bodies that do not match the layout
    bool is_known() const { return body_ != nullptr; }
    // Of a sample: the client's clock, the low 16 bits of its ms. Empty for anything else.
    std::optional<std::uint16_t> sample_clock(const GssMessage& message) const;

    // One row of type() per event; empty if the body does not match the layout. `arrival`: of what
    // a client sent.
    std::optional<std::vector<std::vector<Word>>> rows(const GssMessage& message,
                                                       Arrival arrival = {}) const;
    // Of raw_type().
    std::vector<Word> raw_row(const GssMessage& message, Arrival arrival = {}) const;

private:
    std::optional<std::vector<Word>> row(const Cells& head, ByteReader& in, Arrival arrival) const;

    ItemType type_{};
    ItemType raw_{};
    bool from_client_;
    bool sample_;
    std::size_t arrival_ = 0;  // the first of its columns
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
