#pragma once
// The player directory of 0.7. A message (Sv_ClientInfo) announces each player once;
// snapshots do not repeat it. This sink wraps another and adds an item De_ClientInfo for
// every known player to every snapshot, as the game's .demo recorder does, so that readers
// need not replay messages. The type is marked as derived: it is not on the wire.
// Snapshots that already have such items (.demo files) and other protocols pass through
// unchanged.

#include <array>
#include <map>
#include <optional>

#include "recorder/games/teeworlds/frame_stream.h"
#include "tickreel/model/frame_sink.h"
#include "tickreel/model/row.h"

namespace tickreel::teeworlds {

class ClientItems final : public FrameSink {
public:
    // The sink that receives everything; it must stay the same or be replaced by an equivalent one.
    void set_sink(FrameSink& sink) { next_ = &sink; }
    // A new connection: forgets all players.
    void clear();
    // Who is there, for another decoder that goes on: with what the stream before this holds back.
    void save(ByteWriter& out, const FrameStream& before) const;
    bool restore(ByteReader& in);

    TypeId add_type(const ItemType& type) override;
    void set_property(std::string_view key, std::string_view value) override {
        next_->set_property(key, value);
    }
    void begin_segment(const Segment& segment) override;
    void add_attachment(const Attachment& attachment) override {
        next_->add_attachment(attachment);
    }
    void add_marker(const Marker& marker) override { next_->add_marker(marker); }
    void add_gap(const Gap& gap) override { next_->add_gap(gap); }
    void add_frame(const Frame& frame) override;
    Result<void> finish() override { return next_->finish(); }

private:
    // A player's De_ClientInfo, in field order.
    struct Client {
        std::array<Value, 5> self{};    // local, team, name, clan, country
        std::array<Value, 18> parts{};  // of the skin: names, whether tinted, colours
        std::vector<Word> row{};
        bool confirmed = true;  // false: announced on the previous map
    };
    struct Message {
        TypeId id = 0;
        ItemType type{};
    };

    bool does_nothing() const { return (!info_ && clients_.empty()) || on_wire_; }
    void take_frame(const Frame& frame);
    void take(const Event& event);
    void take_info(const Message& about, Row row, EntityId client);
    static std::array<Value, 18> parts_of(const Message& about, Row row);
    void make_row_of(Client& client);
    void sweep(const Snapshot& snapshot);
    const Snapshot& with_clients(const Snapshot& snapshot);

    FrameSink* next_ = nullptr;
    std::map<EntityId, Client> clients_{};
    bool changed_ = false;  // clients_ changed since made_ was built
    Snapshot seen_{};
    Snapshot made_{};  // seen_ plus clients_
    ItemType item_{};  // De_ClientInfo, derived
    std::optional<TypeId> item_id_{};
    bool on_wire_ = false;  // the stream already contains such items
    std::optional<TypeId> player_info_{};
    std::optional<Message> info_{};
    std::optional<Message> team_{};
    std::optional<Message> drop_{};
    std::optional<Message> skin_{};
};

}  // namespace tickreel::teeworlds
