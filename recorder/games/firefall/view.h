#pragma once
// The state of one view of an entity: the bytes of every ShadowField as they were sent, so that the
// keyframe the server would send now comes out bit for bit, and with it the wire's CRC-32.

#include <optional>

#include "recorder/games/firefall/view_shape.h"

namespace tickreel::firefall {

// What the server's last checksum of a view said about the state that we hold.
enum class ViewCheck : std::uint8_t { None, Ok, Mismatch };

class View {
public:
    explicit View(const ViewShape& shape) : shape_(&shape), fields_(shape.columns.size()) {}

    // The body of a keyframe (with the player's id when the view is a controller). The body must be
    // used up exactly; when it is not, the view stays as it was.
    Result<void> set_keyframe(ByteView body);
    // The body of an update: all of it or nothing.
    Result<void> update(ByteView body);

    Bytes body() const;     // of the keyframe that has this state
    Bytes checked() const;  // what the checksum is over: the body without the player's id
    std::uint32_t checksum() const;
    // The body of the update that turns this into `now`; nothing when only a keyframe can.
    std::optional<Bytes> difference(const View& now) const;
    // The names of the fields that have another value than in `before`, with commas between; the
    // first few. "" when there are none or the layouts are not the same.
    std::string changed_fields(const View& before) const;

    std::uint64_t player() const { return player_; }  // of a controller
    ViewCheck check() const { return check_; }
    void set_check(ViewCheck check) { check_ = check; }
    // The bytes of a field as they were sent; nothing when it is null or there is no such field.
    std::optional<ByteView> field(std::size_t at) const;
    bool is_stale() const { return stale_; }  // unknown layout, and an update came

    std::vector<Word> row() const;
    static std::optional<View> from_row(const ViewShape& shape, Row row);

    const ViewShape& shape() const { return *shape_; }
    bool operator==(const View&) const = default;

private:
    Result<void> set_raw(ByteView body);
    void add_field_cells(std::size_t field, Cells& cells) const;
    std::optional<std::size_t> find(std::uint8_t index) const;

    const ViewShape* shape_;
    std::vector<std::optional<Bytes>> fields_;
    std::uint64_t player_ = 0;
    Byte unused_bits_ = 0;
    Bytes raw_;
    bool stale_ = false;
    ViewCheck check_ = ViewCheck::None;
};

}  // namespace tickreel::firefall
