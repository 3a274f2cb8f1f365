// redact: names that were chosen, or stand in a place or an order, so that they might stay.

#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/sample_reel.h"
#include "tickreel/model/row.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

struct Person {
    std::string name{};
    std::string clan{};
    std::string skin{};
    std::string unique_name{};  // a text of which no role says what it is
};

// One frame: what is said, then who is there.
struct Scene {
    std::vector<std::string> said{};
    std::vector<Person> people{};
};

ItemType person_type() {
    ItemType type;
    type.name = "Person";
    const auto text = [](const char* name, Roles roles) {
        Field field{name, FieldKind::Text};
        field.roles = roles;
        return field;
    };
    type.fields = {text("name", Role::Name), text("clan", Role::Clan), text("skin", Role::Skin),
                   text("unique_name", {})};
    return type;
}

void write_scenes(const std::string& path, const std::vector<Scene>& scenes,
                  const std::string& server_name = "", const std::string& marker = "",
                  const std::vector<std::string>& gap_reasons = {}) {
    auto file = create_file(path, IfExists::Replace);
    REQUIRE(file);
    RecordingInfo info;
    info.game = "sample";
    if (!server_name.empty()) info.properties = {{"server_name", server_name}};
    ReelWriter writer(std::move(*file), info, {});
    const TypeId person_id = writer.add_type(person_type());
    ItemType chat;
    chat.name = "Line";
    chat.use = TypeUse::Event;
    chat.event_class = EventClass::Chat;
    chat.fields = {{"words", FieldKind::Text}};
    chat.fields[0].roles = Role::Text;
    const TypeId chat_id = writer.add_type(chat);
    writer.begin_segment({"dm1", "", ""});
    if (!marker.empty()) writer.add_marker({{0, 0}, marker, 0});
    Tick tick = 0;
    for (const Scene& scene : scenes) {
        Frame frame;
        frame.tick = tick++;
        SnapshotBuilder builder;
        std::uint16_t id = 0;
        for (const Person& person : scene.people)
            builder.set({person_id, id++},
                        make_row(person_type(),
                                 {person.name, person.clan, person.skin, person.unique_name}));
        frame.snapshot = builder.build();
        for (const std::string& words : scene.said)
            frame.events.push_back({chat_id, make_row(chat, {words}), true});
        writer.add_frame(frame);
    }
    for (const std::string& reason : gap_reasons) {
        writer.add_gap({0, tick, tick + 2, reason});
        Frame after;
        after.tick = tick += 2;
        writer.add_frame(after);
        ++tick;
    }
    REQUIRE(writer.finish());
}

struct Redacted {
    std::string people{};  // CSV: name, clan, skin, unique_name
    std::string chat{};
    std::string server{};
    std::string markers{};
    std::string err{};
};

Redacted redact(const std::vector<Scene>& scenes, const std::string& server_name = "",
                const std::vector<std::string>& options = {}) {
    const Folder folder;
    write_scenes(folder / "a.reel", scenes, server_name, server_name);
    std::vector<std::string> line{"redact", folder / "a.reel", "-o", folder / "b.reel"};
    line.insert(line.end(), options.begin(), options.end());
    const Ran ran = run_tickreel(line);
    INFO(ran.err);
    CHECK(ran.code == 0);
    const auto said = [&](const std::vector<std::string>& arguments) {
        const Ran asked = run_tickreel(arguments);
        CHECK(asked.code == 0);
        return asked.out;
    };
    Redacted made;
    const std::string reel = folder / "b.reel";
    made.people = said({"cat", reel, "--fields", "name,clan,skin,unique_name", "--format", "csv"});
    made.chat = said({"list", reel, "events", "--format", "csv"});
    made.server = said({"info", reel});
    made.markers = said({"list", reel, "markers"});
    made.err = ran.err;
    return made;
}

}  // namespace

TEST_CASE("redact: that a name was said, or is a clan, before its owner came does not hide it") {
    const std::vector<Scene> scenes{
        {{"Quentin"}, {{"Ada Lovelace", "Bob Marley"}}},
        {{}, {{"Ada Lovelace", "Bob Marley"}, {"Quentin", "", "quentin_black"}, {"Bob Marley"}}}};
    const Redacted made = redact(scenes);
    CHECK_THAT(made.people, contains("player 2,,redacted,"));
    CHECK_THAT(made.people, contains("player 1,clan 1,"));
    CHECK_THAT(made.people, contains("player 3,,"));
    CHECK_THAT(made.chat, contains(",player 2"));
    CHECK_THAT(made.err, contains("Replaced 3 names, 1 clan and 0 texts"));
    // HMAC-SHA-256 with the key "season", by Python: of "player Quentin", "player Bob Marley".
    const Redacted keyed = redact(scenes, "", {"--key", "season"});
    CHECK_THAT(keyed.people, contains("player we9x241v,"));
    CHECK_THAT(keyed.people, contains("player nmg4wz1s,"));
}

TEST_CASE("redact finds names in every case and with every kind of accent") {
    const std::pair<const char*, const char*> spellings[] = {
        {"\u00c9mile", "\u00e9MILE"},
        {"\u00c9mile", "E\u0301mile"},
        {"E\u0301mile", "\u00e9mile"},
        {"Stra\u00dfe", "STRASSE"},
        {"STRASSE", "stra\u00dfe"},
        {"\u0130zmir", "izmir"},
        {"I\u015eIK", "\u0131\u015f\u0131k"},
        {"\u0141ukasz", "\u0142UKASZ"},
        {"\u017ddan", "\u017edan"},
        {"\u0139ubo", "\u013aubo"},
        {"Nguy\u1ec5n", "NGUY\u1ec4N"},
        {"\u0386\u03bd\u03bd\u03b1", "\u03ac\u039d\u039d\u0391"},
        {"\u03a0\u0391\u03a3\u03a3", "\u03c0\u03b1\u03c3\u03c2"},
        {"\u0401\u043b\u043a\u0430", "\u0451\u041b\u041a\u0410"},
        {"\uff2e\uff4f\uff4f\uff42", "noob"},
        {"\u0531\u0580\u0561\u0574", "\u0561\u0550\u0531\u0544"},
        {"A\u200bda", "ADA"},
    };
    for (const auto& [name, spelled] : spellings) {
        CAPTURE(name, spelled);
        const Redacted made =
            redact({{{}, {{name, "", std::string("x_") + spelled}}}}, std::string("of ") + spelled);
        CHECK_THAT(made.people, contains("player 1,,redacted,"));
        CHECK_THAT(made.server, !contains(spelled));
        CHECK_THAT(made.markers, !contains(spelled));
    }
    const Redacted other = redact({{{}, {{"\u00c9mile", "", "emily"}}}}, "Camille's");
    CHECK_THAT(other.people, contains("player 1,,emily,"));
    CHECK_THAT(other.server, contains("Camille's"));
}

TEST_CASE("redact finds short names with signs and spaces as whole words") {
    const auto stays = [](const std::string& name, const std::string& text) {
        const Redacted made = redact({{{}, {{name}}}}, text);
        CHECK_THAT(made.people, contains("player 1,"));
        return made.server.find(text) != std::string::npos ||
               made.markers.find(text) != std::string::npos;
    };
    CHECK_FALSE(stays(" Al ", "home of al"));
    CHECK_FALSE(stays("Al", "Al's home"));
    CHECK_FALSE(stays("c++", "home of C++ people"));
    CHECK_FALSE(stays("x|y", "[x|y] server"));
    CHECK_FALSE(stays(":)", "a :) server"));
    CHECK_FALSE(stays("foo|bar", "Bar of FOO|BAR"));
    CHECK_FALSE(stays("a.b*c", "it is A.B*C."));
    CHECK(stays("Al", "calm mall"));
    CHECK(stays("c++", "abc++"));
    CHECK(stays(".", "version 1.2"));
    CHECK(stays("   ", "of   spaces"));
    CHECK(stays("a.b*c", "aXbbc"));
}

TEST_CASE("redact replaces texts of items of which no role says what they are") {
    const Redacted made = redact({{{}, {{"Gr\u00fcn", "", "", "Verde#1234"}}}});
    CHECK_THAT(made.people, !contains("Verde"));
    CHECK_THAT(made.people, contains("player 1,,,text 1"));
}

TEST_CASE("redact gives nobody a name that somebody had") {
    const Redacted made =
        redact({{{}, {{"Quentin", "clan 2"}, {"Player 1"}, {"player 3"}, {"Ada"}}},
                {{}, {{"Quentin", "Rooks"}, {"Player 1"}, {"player 3"}, {""}}}});
    for (const char* name : {"layer 1,", "player 3,", "clan 2"})
        CHECK_THAT(made.people, !contains(name));
    CHECK_THAT(made.people, contains("player 2,clan 1,"));
    CHECK_THAT(made.people, contains("player 6,"));
}

TEST_CASE("redact knows one player by all the names that he has in turn, and two by one") {
    const Redacted made = redact({{{"the map"}, {{"the", "map"}, {"Quentin"}, {"Quentin"}}},
                                  {{}, {{"map", "the"}, {"Rook", "", "Quentins"}, {"quentin"}}}});
    CHECK_THAT(made.people, !contains("uentin"));
    CHECK_THAT(made.people, !contains("Rook"));
    CHECK_THAT(made.people, !contains("the"));
    CHECK_THAT(made.people, !contains("map"));
    CHECK_THAT(made.chat, contains("text 1"));
}

TEST_CASE("redact: a gap's reason may name the file that could not be written, and so a player") {
    const Folder folder;
    write_scenes(
        folder / "a.reel", {{{}, {{"Quentin"}, {"\u00c9mile"}, {"recorded"}}}}, "", "",
        {"Quentin.reel: cannot create: No space left on device",
         "reels/_mile.reel: cannot create: Read-only file system", "base 7 was never seen",
         "recorded, but unreadable: Quentin", "recorded, but unreadable: the CRC differs"});
    const Ran ran = run_tickreel({"redact", folder / "a.reel", "-o", folder / "b.reel"});
    INFO(ran.err);
    CHECK(ran.code == 0);
    const std::string reasons = run_tickreel({"verify", folder / "b.reel", "--explain"}).out;
    CHECK_THAT(reasons, !contains("uentin"));
    CHECK_THAT(reasons, !contains("mile"));
    CHECK_THAT(reasons, contains("redacted"));
    CHECK_THAT(reasons, contains("base 7 was never seen"));
    CHECK_THAT(reasons, contains("recorded, but unreadable: the CRC differs"));
}

TEST_CASE("redact: the header of a .demo may say anything") {
    const auto about = [](const std::string& name, const std::string& type,
                          const std::string& version) {
        const Folder folder;
        auto file = create_file(folder / "a.reel", IfExists::Replace);
        REQUIRE(file);
        RecordingInfo info;
        info.properties = {{"demo_type", type}, {"demo_net_version", version}};
        ReelWriter writer(std::move(*file), info, {});
        const TypeId person = writer.add_type(person_type());
        writer.begin_segment({"dm1", "", ""});
        SnapshotBuilder builder;
        builder.set({person, 0}, make_row(person_type(), {name, "", "", ""}));
        Frame frame;
        frame.snapshot = builder.build();
        writer.add_frame(frame);
        REQUIRE(writer.finish());
        CHECK(run_tickreel({"redact", folder / "a.reel", "-o", folder / "b.reel"}).code == 0);
        return run_tickreel({"info", folder / "b.reel"}).out;
    };
    CHECK_THAT(about("Quentin", "quentin", "of Quentin"), !contains("uentin"));
    const std::string usual = about("client", "client", "0.6 626fce9a778df4d4");
    CHECK_THAT(usual, contains("client"));
    CHECK_THAT(usual, contains("0.6 626fce9a778df4d4"));
}
