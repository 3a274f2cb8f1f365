// What the status says of a client: who it is now, and on which map, whatever became of its files.

#include "recorder/recording/client_name.h"

#include <memory>

#include "recorder/recording/clip_files.h"
#include "tests/catch.h"
#include "tests/recorder/recording/toy_game.h"
#include "tickreel/model/row.h"

using namespace tickreel;
using std::chrono::seconds;

namespace {

constexpr ItemField kOwn[] = {{"PlayerInfo", "local"}};

const Game& named_game() {
    static const Game game = [] {
        Game named = toy::game();
        named.own_player = kOwn;
        return named;
    }();
    return game;
}

// A match of two players, of whom the client is number 5: a snapshot every second.
struct NamedMatch {
    explicit NamedMatch(RecordingOptions options) {
        const auto maker = [this](const FileNameFields& wish) -> Result<NewFile> {
            wished.push_back(wish.player);
            auto disk = std::make_shared<toy::Disk>();
            disk->limit = limit;
            return NewFile{"1.reel", toy::sink_on(disk)};
        };
        if (options.clips.keep.count() > 0)
            files = std::make_unique<ClipFiles>(named_game(), options, maker, ignore_problems);
        else
            files = std::make_unique<ReelFiles>(named_game(), options, maker, ignore_problems);
        infos = files->add_type(info);
        names = files->add_type(client);
        files->begin_segment({"arena", "", ""});
    }
    void play(int count, const std::string& own) {
        for (int i = 0; i < count; ++i, ++second) {
            SnapshotBuilder builder;
            for (const EntityId one : {EntityId{2}, EntityId{5}}) {
                builder.set({infos, one}, make_row(info, {one == 5}));
                if (one == 5 && own.empty()) continue;
                builder.set({names, one}, make_row(client, {one == 5 ? own : std::string("Bob")}));
            }
            Frame frame;
            frame.segment = segment;
            frame.tick = second * 50;
            frame.time = seconds(1000 + second);
            frame.snapshot = builder.build();
            files->add_frame(frame);
        }
    }
    void next_map(const std::string& name) {
        files->begin_segment({name, "", ""});
        ++segment;
    }

    const ItemType info{.name = "PlayerInfo",
                        .fields = {{.name = "local", .kind = FieldKind::Bool}}};
    const ItemType client{
        .name = "ClientInfo",
        .fields = {{.name = "name", .kind = FieldKind::Text, .roles = Role::Name}}};
    std::vector<std::string> wished{};
    std::size_t limit = ~std::size_t{0};
    std::unique_ptr<RecordingSink> files{};
    TypeId infos = 0;
    TypeId names = 0;
    std::uint32_t segment = 0;
    int second = 0;
};

RecordingOptions clips() {
    RecordingOptions options;
    options.clips.keep = seconds(10);
    options.clips.after = seconds(1);
    options.clips.triggers = {{std::string(kOnMismatch), ""}};
    return options;
}

}  // namespace

TEST_CASE("a flight recorder knows who plays, with a clip and without", "[recording]") {
    NamedMatch match(clips());
    CHECK(match.files->who() == WhoPlays{"", "arena"});
    match.play(3, "Ada");
    CHECK(match.files->files().empty());
    CHECK(match.files->who() == WhoPlays{"Ada", "arena"});
    CHECK(match.files->save().paths.size() == 1);
    CHECK_FALSE(match.files->open());
    match.play(3, "Ada");
    match.next_map("tower");
    match.play(3, "Ada");
    CHECK(match.files->who() == WhoPlays{"Ada", "tower"});
}

TEST_CASE("a flight recorder that redacts says the pseudonym", "[recording]") {
    RecordingOptions options = clips();
    options.redact = true;
    NamedMatch match(options);
    match.play(3, "Waldemar");
    CHECK(match.files->who().player == "player 2");
}

TEST_CASE("who plays is known while no file can be written", "[recording]") {
    RecordingOptions options;
    options.retry = seconds(100);
    NamedMatch match(options);
    match.limit = 0;
    match.play(5, "Ada");
    CHECK_FALSE(match.files->open());
    CHECK(match.files->who() == WhoPlays{"Ada", "arena"});
}

TEST_CASE("who renames himself, or is named late, has his name of now", "[recording]") {
    RecordingOptions options;
    if (GENERATE(false, true)) options = clips();
    NamedMatch match(options);
    match.play(2, "");
    CHECK(match.files->who().player.empty());
    match.play(2, "Ada");
    CHECK(match.files->who().player == "Ada");
    match.play(2, "Lovelace");
    CHECK(match.files->who().player == "Lovelace");
    match.play(2, "");  // his item is not in these
    CHECK(match.files->who().player == "Lovelace");
    if (options.clips.keep.count() > 0) return;
    match.files->split();
    match.play(1, "");
    CHECK(match.wished == std::vector<std::string>{"", "Lovelace"});
}
