// What a connection tells besides the game: secrets and addresses stay out of the recording.
#include "tests/catch.h"
#include "tests/recorder/teeworlds/decoder_stage.h"

using namespace tickreel;
using namespace tickreel::teeworlds;
using tickreel_test::MatchScript;
using tickreel_test::play;
using tickreel_test::Recorder;

TEST_CASE("nothing secret reaches the recording") {
    Recorder recorder;
    MatchScript match(recorder.listener());
    Packer version = begin_message({true, 0, uuid_from_name("clientver@ddnet.tw")});
    version.add_raw(Bytes(16, 'S'));
    version.add_int(18050);
    version.add_string("DDNet SSSS");
    match.to_server(version);
    Packer info = MatchScript::system(SystemMessage::Info);
    info.add_string("0.6 626fce9a778df4d4");
    info.add_string("SSSSSSSS");
    match.to_server(info);
    Packer auth = MatchScript::system(SystemMessage::RconAuth);
    auth.add_string("SSSSSSSS");
    auth.add_string("SSSSSSSS");
    auth.add_int(1);
    match.to_server(auth);
    Packer line = MatchScript::system(SystemMessage::RconLine);
    line.add_string("SSSSSSSS");
    match.to_client(line);
    Packer say = begin_game_message(17);
    say.add_int(0);
    say.add_string("/timeout SSSSSSSS");
    match.to_server(say);
    match.change_map("arena");
    match.enter_game();
    play(match, 100, 2);
    recorder.finish();
    CHECK(recorder.sink.properties.at("protocol") == "ddnet 0.6 18050");
    CHECK(recorder.decoder.counters().at("withheld messages") == 1);
    for (const Frame& frame : recorder.sink.frames)
        for (const Event& event : frame.events)
            for (const Word word : event.row) CHECK(word != 0x53535353);
    for (const auto& [key, value] : recorder.sink.properties)
        CHECK(value.find("SSSS") == std::string::npos);
}

TEST_CASE("names from the server list are taken, addresses are not") {
    Recorder recorder;
    MatchScript match(recorder.listener());
    Packer reply;
    reply.add_raw(Bytes(10, 0xff));
    reply.add_raw(as_bytes("inf3"));
    for (const std::string_view text : {"-1", "0.6.4, 17", "My\nServer", "dm1", "DM"})
        reply.add_string(text);
    recorder.feed({Direction::ToClient, std::chrono::hours(500001), reply.data()});
    match.change_map("arena");
    match.enter_game();
    play(match, 100, 2);
    recorder.finish();
    CHECK(recorder.sink.properties.at("server_name") == "My Server");
    CHECK(recorder.sink.properties.at("game_type") == "DM");
}
