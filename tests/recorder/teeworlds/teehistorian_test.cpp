#include "recorder/games/teeworlds/message_codec.h"
#include "recorder/games/teeworlds/teehistorian_import.h"
#include "recorder/games/teeworlds/teehistorian_reader.h"
#include "recorder/games/teeworlds/wire/packer.h"
#include "tests/catch.h"
#include "tests/recorder/teeworlds/collecting_sink.h"

using namespace tickreel;
using namespace tickreel::teeworlds;

namespace {

// Writes chunks as the published description of the format says.
class HistoryWriter {
public:
    explicit HistoryWriter(std::string_view header =
                               R"({"version":"2","map_name":"dm1",)"
                               R"("start_time":"2026-11-23T01:02:03+0000"})") {
        const Uuid magic = uuid_from_name("teehistorian@ddnet.tw");
        out_.add_raw(magic.bytes);
        out_.add_string(header);
    }
    HistoryWriter& ints(std::initializer_list<std::int32_t> values) {
        for (const std::int32_t value : values) out_.add_int(value);
        return *this;
    }
    HistoryWriter& text(std::string_view value) {
        out_.add_string(value);
        return *this;
    }
    HistoryWriter& message(std::int32_t client, const Bytes& body) {
        ints({-7, client, static_cast<std::int32_t>(body.size())});
        out_.add_raw(body);
        return *this;
    }
    HistoryWriter& extra(std::string_view name, const Packer& body) {
        ints({-11});
        out_.add_raw(uuid_from_name(name).bytes);
        ints({static_cast<std::int32_t>(body.size())});
        out_.add_raw(body.data());
        return *this;
    }
    Bytes finish() { return ints({-1}).bytes(); }
    Bytes bytes() const { return out_.data(); }

private:
    Packer out_;
};

struct Imported {
    tickreel_test::CollectingSink sink{};
    std::vector<std::string> problems{};
    Result<void> result{};
};

Imported import(Bytes bytes) {
    Imported made;
    const auto file = memory_source(std::move(bytes));
    made.result = import_teehistorian(
        *file, made.sink, [&](const Problem& problem) { made.problems.push_back(problem.message); },
        {});
    return made;
}

std::vector<TeehistorianRecord> read_all(Bytes bytes) {
    const auto file = memory_source(std::move(bytes));
    auto reader = TeehistorianReader::open(*file);
    REQUIRE(reader.ok());
    std::vector<TeehistorianRecord> records;
    while (true) {
        auto record = reader->next();
        REQUIRE(record.ok());
        if (!*record) return records;
        records.push_back(**record);
    }
}

}  // namespace

TEST_CASE("places move by steps, and a client that does not rise is in the next tick") {
    const auto records = read_all(HistoryWriter()
                                      .ints({-2, 9})           // tick 10
                                      .ints({-3, 0, 100, 50})  // new
                                      .ints({-3, 5, 7, 8})
                                      .ints({0, -10, 3})  // tick 11
                                      .ints({5, 1, 1})
                                      .ints({-4, 5})  // tick 12
                                      .finish());
    REQUIRE(records.size() == 5);
    CHECK(records[0].tick == 10);
    CHECK(records[1].tick == 10);
    CHECK(records[2].tick == 11);
    CHECK(records[2].numbers == std::vector<std::int32_t>{90, 53});
    CHECK(records[3].tick == 11);
    CHECK(records[4].tick == 12);
    CHECK(records[4].kind == TeehistorianRecord::Kind::Gone);
}

TEST_CASE("a server's first place is of tick 1 where no skip comes before it") {
    const auto records = read_all(HistoryWriter()
                                      .ints({-8, 1})  // before the first tick
                                      .ints({-3, 1, 2, 3})
                                      .ints({-3, 0, 4, 5})  // tick 2
                                      .ints({-2, 0})        // tick 3
                                      .ints({-3, 2, 6, 7})
                                      .finish());
    REQUIRE(records.size() == 4);
    CHECK(records[0].tick == 0);
    CHECK(records[1].tick == 1);
    CHECK(records[2].tick == 2);
    CHECK(records[3].tick == 3);
}

TEST_CASE("an input is the one before it and what changed") {
    const auto records = read_all(HistoryWriter()
                                      .ints({-6, 3, 1, 100, -50, 0, 2, 0, 1, 0, 0, 0})
                                      .ints({-5, 3, -2, 0, 0, 1, 1, 0, 0, 0, 0, 0})
                                      .finish());
    REQUIRE(records.size() == 2);
    CHECK(records[1].client == 3);
    CHECK(records[1].numbers == std::vector<std::int32_t>{-1, 100, -50, 1, 3, 0, 1, 0, 0, 0});
}

TEST_CASE("a teehistorian becomes frames and events, without what is private") {
    Packer name;
    name.add_int(4);
    name.add_string("Aster");
    Packer login;
    login.add_int(4);
    login.add_int(3);
    login.add_string("secret account");
    const auto say = [](bool team, std::string_view text) {
        return encode_message(*find_message_named(Protocol::V06, "Cl_Say"),
                              {team, std::string(text)});
    };
    const Imported made = import(HistoryWriter()
                                     .ints({-2, 99})
                                     .extra("teehistorian-joinver6@ddnet.tw",
                                            [] {
                                                Packer client;
                                                client.add_int(4);
                                                return client;
                                            }())
                                     .extra("teehistorian-player-name@ddnet.org", name)
                                     .extra("teehistorian-auth-login@ddnet.tw", login)
                                     .message(4, say(false, "hello all"))
                                     .message(4, say(true, "team only"))
                                     .message(4, say(false, "/login password"))
                                     .ints({-10, 4, 1})
                                     .text("rcon_secret")
                                     .ints({2})
                                     .text("an argument")
                                     .text("another")
                                     .ints({-3, 4, 32, 64})
                                     .ints({-2, 2})
                                     .ints({4, 1, 0})
                                     .ints({-9, 4})
                                     .text("timeout")
                                     .finish());
    REQUIRE(made.result.ok());
    CHECK(made.problems.empty());
    REQUIRE(made.sink.frames.size() == 4);  // 100, two quiet ones, 103
    CHECK(made.sink.frames[0].tick == 100);
    CHECK(made.sink.frames[3].tick == 103);
    CHECK(made.sink.frames[1].snapshot == made.sink.frames[0].snapshot);
    CHECK(made.sink.segments.at(0).map == "dm1");
    CHECK(made.sink.properties.at("long_steps") == "paused");  // an empty server is no gap
    std::string told;
    for (const Frame& frame : made.sink.frames)
        for (const Event& event : frame.events) {
            const ItemType& type = made.sink.schema[event.type];
            told += type.name + ":";
            for (std::size_t i = 0; i < type.fields.size(); ++i)
                told += " " + display_value(type.fields[i], read_field(type, event.row, i));
            told += "\n";
        }
    CHECK(told == R"(Joined06: 4
PlayerName: 4 "Aster"
AuthLogin: 4 3
Cl_Say: 4 false "hello all"
ConsoleCommand: 4 "rcon_secret"
Left: 4 "timeout"
)");
    CHECK(is_naming_event(made.sink.schema[*made.sink.schema.find("PlayerName")]));
}

TEST_CASE("a tee that stands still is there at each tick, an empty server has one a second") {
    const Imported made = import(HistoryWriter()
                                     .ints({-2, 99})
                                     .ints({-3, 4, 32, 64})
                                     .ints({-2, 199})  // 200 ticks later
                                     .ints({-4, 4})
                                     .ints({-2, 199})
                                     .ints({-3, 4, 32, 64})
                                     .finish());
    REQUIRE(made.result.ok());
    CHECK(made.problems.empty());
    int there = 0;
    int empty = 0;
    for (const Frame& frame : made.sink.frames) ++(frame.snapshot.size() == 1 ? there : empty);
    CHECK(there == 201);  // 100 to 299, 500
    CHECK(empty == 53);   // 300, the 49 after it, and 399, 449, 499
}

TEST_CASE("a teehistorian that is cut or damaged keeps what came before and says where it ends") {
    const Bytes whole = HistoryWriter()
                            .ints({-2, 9})
                            .ints({-3, 0, 100, 50})
                            .ints({0, 1, 1})
                            .ints({0, 1, 1})
                            .finish();
    const Bytes header = HistoryWriter().bytes();
    for (std::size_t size = header.size(); size < whole.size(); ++size) {
        const Imported made =
            import(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)));
        REQUIRE(made.problems.size() == 1);
        CHECK_THAT(made.problems[0], tickreel_test::contains("at offset "));
        // Of the tick in which it was cut there was more.
        for (const Frame& frame : made.sink.frames)
            CHECK(made.problems[0].find("tick " + std::to_string(frame.tick) + " is dropped") ==
                  std::string::npos);
        if (!made.sink.frames.empty())
            CHECK_THAT(made.problems[0], tickreel_test::contains(" is dropped"));
    }
    const auto [chunks, why] =
        GENERATE(table<std::vector<std::int32_t>, std::string>({{{3, 1, 1}, "a step of nobody"},
                                                                {{-2, -5}, "cannot be"},
                                                                {{-7, 0, 1 << 30}, "cannot be"},
                                                                {{-5, 0}, "never sent"},
                                                                {{-3, 300}, "cannot be"},
                                                                {{-12}, "unknown kind"}}));
    HistoryWriter bad;
    bad.ints({-3, 0, 1, 1}).ints({-2, 0}).ints({0, 1, 1});  // of the second tick there may be more
    for (const std::int32_t value : chunks) bad.ints({value});
    const Imported made = import(bad.finish());
    REQUIRE(made.result.ok());
    CHECK(made.sink.frames.size() == 1);
    REQUIRE(made.problems.size() == 1);
    CHECK_THAT(made.problems[0], tickreel_test::contains(why));
}

TEST_CASE("what is no teehistorian is refused") {
    const auto refused = [](Bytes bytes) {
        const Imported made = import(std::move(bytes));
        REQUIRE_FALSE(made.result.ok());
        return made.result.error().message;
    };
    CHECK_THAT(refused(Bytes(100)), tickreel_test::contains("is no teehistorian"));
    CHECK_THAT(refused(HistoryWriter(R"({"version":"3"})").finish()),
               tickreel_test::contains("version '3'"));
    CHECK_THAT(refused(HistoryWriter("[]").finish()), tickreel_test::contains("JSON"));
    Bytes endless = HistoryWriter("").bytes();
    endless.back() = 'x';
    CHECK_THAT(refused(endless), tickreel_test::contains("does not end"));
}

TEST_CASE("the start of a teehistorian is local time with its distance from UTC") {
    const auto start = [](const std::string& text) {
        const Imported made =
            import(HistoryWriter(R"({"version":"2","start_time":")" + text + R"("})")
                       .ints({-3, 0, 1, 1})
                       .finish());
        return made.sink.frames.at(0).time;
    };
    const auto utc = start("2026-11-23T01:02:03+0000");
    CHECK(start("2026-11-23T03:02:03+0200") == utc);
    CHECK(start("2026-11-22T21:32:03-0330") == utc);
    CHECK(start("2026-11-23T01:02:03") == utc);
    CHECK(start("yesterday") == std::chrono::milliseconds(20));  // tick 1
}
