#pragma once
// The state of one view of an entity: the bytes of every ShadowField as sent, so that the keyframe
// that the server would send now can be reproduced bit by bit, and with it the wire's CRC-32.

#include <optional>

#include "recorder/games/firefall/view_shape.h"

namespace tickreel::firefall {

// The result of the server's last checksum for our state of a view.
enum class ViewCheck : std::uint8_t {
    None,
    Ok,  // for the state that we have now
    Mismatch,
    OkEarlier,  // an update arrived since
};

class View {
public:
    explicit View(const ViewShape& shape) : shape_(&shape), fields_(shape.columns.size()) {}

    // The body of a keyframe (with the player's id if the view is a controller). It must be
    // consumed exactly; otherwise the view stays unchanged.
    Result<void> set_keyframe(ByteView body);
    // The body of an update, applied completely or not at all.
    Result<void> update(ByteView body);

    Bytes body() const;     // of a keyframe with this state
    Bytes checked() const;  // the input of the checksum: the body without the player's id
    std::uint32_t checksum() const;
    // The body of the update that turns this into `now`; empty if it needs a keyframe.
    std::optional<Bytes> difference(const View& now) const;
    // The comma-separated names of the first few fields that differ from `before`. "" if there are
    // none or the layouts differ.
    std::string changed_fields(const View& before) const;

    std::uint64_t player() const { return player_; }  // of a controller
    ViewCheck check() const { return check_; }
    void set_check(ViewCheck check) { check_ = check; }
    // The bytes of a field as sent; empty if it is null or there is no such field.
    std::optional<ByteView> field(std::size_t at) const;
    bool is_stale() const { return stale_; }  // unknown layout, and an update arrived
    // The server's checksum was for this state.
    bool is_confirmed() const { return check_ == ViewCheck::Ok && !stale_; }

    std::vector<Word> row() const;
    static std::optional<View> from_row(const ViewShape& shape, Row row);

    const ViewShape& shape() const { return *shape_; }
    bool operator==(const View&) const = default;

private:
    Result<void> set_raw(ByteView body);
    void changed() {
        if (check_ == ViewCheck::Ok) check_ = ViewCheck::OkEarlier;
    }
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
