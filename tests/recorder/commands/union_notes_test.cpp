#include "recorder/commands/union_notes.h"

#include "tests/catch.h"

using namespace tickreel;

TEST_CASE(
    "what a client sent, and how its packets went, are of one client; what others hear is not") {
    ItemType type;
    type.use = TypeUse::Event;
    type.event_class = EventClass::Input;
    CHECK(is_of_one_client(type));
    type.event_class = EventClass::Transport;
    CHECK_FALSE(is_of_one_client(type));  // as checksums of Firefall are, which the server sent
    type.derived = true;
    CHECK(is_of_one_client(type));
    type.event_class = EventClass::Kill;
    CHECK_FALSE(is_of_one_client(type));
    type = {};
    type.derived = true;
    CHECK_FALSE(is_of_one_client(type));
}
