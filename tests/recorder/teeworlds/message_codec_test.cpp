#include "recorder/games/teeworlds/message_codec.h"

#include <random>

#include "recorder/games/teeworlds/schema_fields.h"
#include "tests/catch.h"
#include "tests/recorder/teeworlds/collecting_sink.h"

using namespace tickreel;
using namespace tickreel::teeworlds;
using tickreel_test::CollectingSink;

namespace {

Bytes padded(Bytes bytes) {
    bytes.resize((bytes.size() + 3) / 4 * 4);
    return bytes;
}

// Passes one message through make_event() like a decoder.
std::optional<Event> event_of(CollectingSink& sink, const Bytes& chunk,
                              Direction direction = Direction::ToClient,
                              Padding padding = Padding::None, Protocol protocol = Protocol::V06) {
    MessageEvents events(protocol);
    Unpacker in(chunk);
    const std::optional<MessageId> id = read_message_id(in);
    REQUIRE(id);
    return events.make_event(direction, *id, chunk, in.rest(), padding, sink);
}

Direction direction_of(const MessageFacts& facts) {
    return facts.sender == Sender::Client ? Direction::ToServer : Direction::ToClient;
}

Value raw_of(const CollectingSink& sink, const Event& event) {
    return sink.field(sink.schema[event.type].name, event.row, "raw");
}

Bytes encoded(const CollectingSink& sink, const Event& event) {
    const Result<Bytes> bytes = encode_event(sink.schema[event.type], event.row);
    REQUIRE(bytes);
    return *bytes;
}

Value random_value(const Field& field, std::mt19937_64& random) {
    switch (field.kind) {
        case FieldKind::Bool:
            return random() % 2 == 0;
        case FieldKind::Text: {
            std::string text(random() % 20, ' ');
            for (char& c : text) c = static_cast<char>(1 + random() % 255);
            return text;
        }
        case FieldKind::Blob: {
            Bytes bytes(32);
            for (Byte& byte : bytes) byte = static_cast<Byte>(random());
            return bytes;
        }
        default:
            return static_cast<std::int64_t>(static_cast<std::int32_t>(random()));
    }
}

std::vector<Value> random_values(const MessageFacts& facts, std::mt19937_64& random) {
    const ItemType type = event_type(facts);
    std::vector<Value> values;
    bool ended = false;  // optional fields end a message
    for (std::size_t i = 0; i + 1 < type.fields.size(); ++i) {
        ended = ended || (type.fields[i].nullable && random() % 8 == 0);
        values.push_back(ended ? Value{} : random_value(type.fields[i], random));
    }
    return values;
}

bool is_null(const Value& value) {
    return std::holds_alternative<std::monostate>(value);
}

}  // namespace

TEST_CASE("every kept message survives as an event, without its bytes (property)") {
    std::mt19937_64 random(7);
    std::size_t tried = 0;
    for (const auto messages : {message_types_06(), message_types_ddnet()}) {
        for (const MessageFacts& facts : messages) {
            if (facts.keep == Keep::Count) continue;
            CAPTURE(facts.name);
            for (int round = 0; round < 50; ++round) {
                const std::vector<Value> values = random_values(facts, random);
                if (facts.name == "Cl_Say") continue;  // may be a command
                const Bytes chunk = encode_message(facts, values);
                CollectingSink sink;
                const auto event = event_of(sink, chunk, direction_of(facts));
                REQUIRE(event);
                CHECK(sink.schema[event->type].name == facts.name);
                CHECK(is_null(raw_of(sink, *event)));
                CHECK(encoded(sink, *event) == chunk);
                ++tried;
            }
        }
    }
    CHECK(tried > 2000);
}

TEST_CASE("padded messages of a demo come back with their padding (property)") {
    std::mt19937_64 random(8);
    for (const auto messages : {message_types_06(), message_types_ddnet()}) {
        for (const MessageFacts& facts : messages) {
            if (facts.keep == Keep::Count || facts.system || facts.sender == Sender::Client)
                continue;
            CAPTURE(facts.name);
            for (int round = 0; round < 50; ++round) {
                const Bytes chunk = padded(encode_message(facts, random_values(facts, random)));
                CollectingSink sink;
                const auto event = event_of(sink, chunk, Direction::ToClient, Padding::Demo);
                REQUIRE(event);
                CHECK(padded(encoded(sink, *event)) == chunk);
            }
        }
    }
}

TEST_CASE("padding does not look like tuning parameters or teams") {
    const MessageFacts& tuning = *find_message_named(Protocol::V06, "Sv_TuneParams");
    for (const std::size_t count : {33U, 38U, 47U}) {
        std::vector<Value> values(count, Value{std::int64_t{100}});
        CollectingSink sink;
        const auto event = event_of(sink, padded(encode_message(tuning, values)),
                                    Direction::ToClient, Padding::Demo);
        REQUIRE(event);
        CHECK(is_null(raw_of(sink, *event)));
        const ItemType& type = sink.schema[event->type];
        for (std::size_t i = 0; i < 47; ++i)
            CHECK(is_null(read_field(type, event->row, i)) == (i >= count));
    }
    const MessageFacts& teams = *find_message_named(Protocol::V06, "Sv_TeamsState");
    CollectingSink sink;
    const auto event = event_of(
        sink, padded(encode_message(teams, std::vector<Value>(64, Value{std::int64_t{0}}))),
        Direction::ToClient, Padding::Demo);
    REQUIRE(event);
    CHECK_FALSE(is_null(sink.field("Sv_TeamsState", event->row, "team_63")));
    CHECK(is_null(sink.field("Sv_TeamsState", event->row, "team_64")));
}

TEST_CASE("a chat line reads as its parts") {
    Packer chat = begin_game_message(3);
    chat.add_int(0);
    chat.add_int(5);
    chat.add_string("gg");
    CollectingSink sink;
    const auto event = event_of(sink, chat.data());
    REQUIRE(event);
    CHECK(std::get<std::int64_t>(sink.field("Sv_Chat", event->row, "client_id")) == 5);
    CHECK(std::get<std::string>(sink.field("Sv_Chat", event->row, "message")) == "gg");
}

TEST_CASE("a best time of 0 is none, and goes out as it came") {
    CollectingSink sink;
    Packer record = begin_game_message(28);
    record.add_int(0);
    record.add_int(4200);
    const Bytes chunk = record.take();
    const auto event = event_of(sink, chunk);
    REQUIRE(event);
    CHECK(sink.field("Sv_RecordLegacy", event->row, "server_time_best") == Value());
    CHECK(sink.field("Sv_RecordLegacy", event->row, "player_time_best") ==
          Value(std::int64_t{4200}));
    CHECK(encoded(sink, *event) == chunk);
}

TEST_CASE("bytes that the fields do not give back are kept") {
    Packer kill = begin_game_message(4);
    for (int i = 0; i < 4; ++i) kill.add_int(i);
    SECTION("a field that a newer server added") {
        kill.add_int(99);
    }
    SECTION("a number in an over-long form") {
        Bytes odd = begin_game_message(4).take();
        for (int i = 0; i < 3; ++i) odd.push_back(static_cast<Byte>(i));
        odd.push_back(0x80);
        odd.push_back(0x00);
        kill = Packer();
        kill.add_raw(odd);
    }
    CollectingSink sink;
    const auto event = event_of(sink, kill.data());
    REQUIRE(event);
    CHECK(std::get<Bytes>(raw_of(sink, *event)) == kill.data());
    CHECK(encoded(sink, *event) == kill.data());
}

TEST_CASE("unknown messages are kept as they came") {
    CollectingSink sink;
    SECTION("by number") {
        Packer message = begin_game_message(100);
        message.add_int(7);
        const auto event = event_of(sink, message.data());
        REQUIRE(event);
        CHECK(std::get<std::int64_t>(sink.field("Message", event->row, "id")) == 100);
        CHECK(is_null(sink.field("Message", event->row, "uuid")));
        CHECK(encoded(sink, *event) == message.data());
    }
    SECTION("by UUID") {
        const Uuid uuid = uuid_from_name("new-message@example.org");
        Packer message = begin_message({true, 0, uuid});
        message.add_string("x");
        const auto event = event_of(sink, message.data());
        REQUIRE(event);
        CHECK(std::get<std::string>(sink.field("Message", event->row, "uuid")) == to_string(uuid));
        CHECK(std::get<bool>(sink.field("Message", event->row, "system")));
        CHECK(encoded(sink, *event) == message.data());
    }
    SECTION("a known one that is cut") {
        const Bytes message = begin_game_message(4).take();
        const auto event = event_of(sink, message);
        REQUIRE(event);
        CHECK(sink.schema[event->type].name == "Message");
        CHECK(encoded(sink, *event) == message);
    }
    SECTION("a known one from the wrong side") {
        Packer message = begin_game_message(1);
        message.add_string("not the server");
        const auto event = event_of(sink, message.data(), Direction::ToServer);
        REQUIRE(event);
        CHECK(sink.schema[event->type].name == "Message");
        CHECK(std::get<bool>(sink.field("Message", event->row, "to_server")));
    }
}

TEST_CASE("passwords, remote console and transport never become events") {
    CollectingSink sink;
    for (const MessageFacts& facts : message_types_06()) {
        if (facts.keep != Keep::Count) continue;
        Packer message = begin_message({true, facts.id, {}});
        message.add_string("secret");
        for (const Direction direction : {Direction::ToServer, Direction::ToClient})
            CHECK_FALSE(event_of(sink, message.data(), direction));
    }
    Packer version = begin_message({true, 0, uuid_from_name("clientver@ddnet.tw")});
    version.add_raw(Bytes(16, 0xaa));
    CHECK_FALSE(event_of(sink, version.data(), Direction::ToServer));
    CHECK(sink.schema.size() == 0);
}

TEST_CASE("chat commands of the player are withheld, chat is not") {
    const auto say = [](std::string_view line) {
        Packer message = begin_game_message(17);
        message.add_int(0);
        message.add_string(line);
        return message.take();
    };
    CollectingSink sink;
    CHECK_FALSE(event_of(sink, say("/timeout abc"), Direction::ToServer));
    CHECK_FALSE(event_of(sink, say("  /login me secret"), Direction::ToServer));
    CHECK_FALSE(event_of(sink, begin_game_message(17).take(), Direction::ToServer));  // cut
    const auto event = event_of(sink, say("1/2 there"), Direction::ToServer);
    REQUIRE(event);
    CHECK(sink.schema[event->type].name == "Cl_Say");
}

TEST_CASE("0.7 has its own numbers and fields") {
    std::mt19937_64 random(9);
    for (const MessageFacts& facts : message_types_07()) {
        if (facts.keep == Keep::Count || facts.name == "Cl_Say") continue;
        CAPTURE(facts.name);
        for (int round = 0; round < 20; ++round) {
            const Bytes chunk = encode_message(facts, random_values(facts, random));
            CollectingSink sink;
            const auto event =
                event_of(sink, chunk, direction_of(facts), Padding::None, Protocol::V07);
            REQUIRE(event);
            CHECK(sink.schema[event->type].name == facts.name);
            CHECK(encoded(sink, *event) == chunk);
        }
    }
    CollectingSink sink;
    Packer rcon = begin_system_message(Protocol::V07, SystemMessage::RconLine);
    rcon.add_string("secret");
    CHECK_FALSE(event_of(sink, rcon.data(), Direction::ToClient, Padding::None, Protocol::V07));
    Packer command = begin_game_message(39);
    command.add_string("login");
    command.add_string("secret");
    CHECK_FALSE(event_of(sink, command.data(), Direction::ToServer, Padding::None, Protocol::V07));
    Packer say = begin_game_message(24);
    say.add_int(1);
    say.add_int(-1);
    say.add_string("/timeout secret");
    CHECK_FALSE(event_of(sink, say.data(), Direction::ToServer, Padding::None, Protocol::V07));
    Packer alert = begin_message({false, 0, uuid_from_name("server-alert@netmsg.ddnet.org")});
    alert.add_string("hello");
    const auto event =
        event_of(sink, alert.data(), Direction::ToClient, Padding::None, Protocol::V07);
    REQUIRE(event);
    CHECK(sink.schema[event->type].name == "Sv_ServerAlert");
}

TEST_CASE("an event that cannot be written says why") {
    ItemType type;
    type.name = "Sv_Nothing";
    type.use = TypeUse::Event;
    const Result<Bytes> refused = encode_event(type, {});
    REQUIRE_FALSE(refused);
    CHECK_THAT(refused.error().message, tickreel_test::contains("Sv_Nothing"));
    const ItemType chat = event_type(*find_message_named(Protocol::V06, "Sv_Chat"));
    const Result<Bytes> empty = encode_event(chat, {});
    REQUIRE_FALSE(empty);
    CHECK_THAT(empty.error().message, tickreel_test::contains("Sv_Chat"));
}
