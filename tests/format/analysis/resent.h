#pragma once
// Events of what was sent again, as the decoder derives them.

#include "tickreel/model/frame.h"
#include "tickreel/model/schema.h"

namespace tickreel_test {

inline tickreel::ItemType resend_type(tickreel::EventClass kind) {
    using tickreel::FieldKind;
    tickreel::ItemType type;
    type.name = kind == tickreel::EventClass::Input ? "ClientResend" : "ServerResend";
    type.use = tickreel::TypeUse::Event;
    type.event_class = kind;
    type.derived = true;
    type.fields = {{.name = "delay"},
                   {.name = "resent"},
                   {.name = "seen_before"},
                   {.name = "asks", .kind = FieldKind::Bool}};
    return type;
}

// The ids that a schema or a writer gave to the two types.
struct Resent {
    tickreel::TypeId of_server = 0;
    tickreel::TypeId of_client = 0;

    template <class AddType>
    explicit Resent(AddType add)
        : of_server(add(resend_type(tickreel::EventClass::Transport))),
          of_client(add(resend_type(tickreel::EventClass::Input))) {}

    tickreel::Event server(tickreel::Word messages, tickreel::Word seen,
                           tickreel::Word asks = 0) const {
        return {of_server, {0, messages, seen, asks}};
    }
    tickreel::Event client(tickreel::Word messages, tickreel::Word seen,
                           tickreel::Word asks = 0) const {
        return {of_client, {0, messages, seen, asks}};
    }
};

}  // namespace tickreel_test
