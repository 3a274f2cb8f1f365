// Bodies of keyframes and updates of any view, of messages and of poses: rejected, or reproduced
// from their rows byte by byte. Input: protocol, typecode, message, then the body.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "recorder/games/firefall/message.h"
#include "recorder/games/firefall/pose.h"
#include "recorder/games/firefall/view.h"

using namespace tickreel;
using namespace tickreel::firefall;

namespace {

void check(bool good) {
    if (!good) std::abort();
}

void check_view(const ViewLayout& layout, ByteView body) {
    const ViewShape shape(layout);
    View view(shape);
    if (!view.set_keyframe(body)) return;
    check(layout.known ? view.body() == Bytes(body.begin(), body.end()) : true);
    const auto again = View::from_row(shape, view.row());
    check(again && again->body() == view.body());
    View changed = view;
    if (!changed.update(body)) return;
    const auto update = view.difference(changed);
    check(!layout.known || update);
    if (update && !update->empty()) check(view.update(*update).ok());
    check(!layout.known || view == changed);
}

void check_message(const ProtocolLayout& protocol, const GssMessage& message, bool from_client) {
    const MessageLayout* layout =
        protocol.find_message(message.typecode(), message.message, from_client);
    const EventShape shape(layout, "View", message.message, from_client);
    const auto rows = shape.rows(message);
    if (!rows) return;
    for (const std::vector<Word>& row : *rows)
        check(write_event(layout, shape.type(), row).has_value());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    ByteReader in(ByteView(data, size));
    const auto& protocols = builtin_layouts().protocols();
    const ProtocolLayout& protocol = protocols[in.u8() % protocols.size()];
    GssMessage message{.id = in.u8(), .message = in.u8()};
    message.body = in.bytes(in.left());
    if (const ViewLayout* layout = protocol.find(message.typecode()))
        check_view(*layout, message.body);
    check_message(protocol, message, false);
    check_message(protocol, message, true);
    for (const PoseOf of : {PoseOf::Character, PoseOf::Vehicle})
        if (const auto pose = read_current_pose(message.body, of); pose && pose->position)
            check(read_current_pose(write_current_pose(*pose), of).has_value());
    (void)read_confirmed_pose(message.body);
    return 0;
}
