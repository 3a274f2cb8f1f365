// Match files in the player: what a view was not sent, and who was.
#include "player/draw/png.h"
#include "player/state/match_legend.h"
#include "tests/player/state/match_sights.h"
#include "tests/player/state/opened.h"
#include "tests/recorder/commands/runners.h"
#include "tests/recorder/commands/walkers.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

void open_match(PlayerState& state, const std::string& path, const std::string& place) {
    act(state, OpenPath{path, place});
    wait(state);
    REQUIRE(state.session().open_error() == "");
    REQUIRE(state.session().ready());
}

std::vector<EntityId> walkers_in(const Schema& schema, const Frame* frame) {
    std::vector<EntityId> found;
    REQUIRE(frame != nullptr);
    for (const Item item : frame->snapshot)
        if (schema[item.key.type].name == "Walker") found.push_back(item.key.entity);
    return found;
}

// A copy whose snapshots of those ticks never came.
void leave_out(const std::string& path, const Gap& gap, const std::string& into) {
    const auto reel = ReelReader::open(std::move(*open_file(path)));
    REQUIRE(reel.ok());
    ReelWriter writer(std::move(*create_file(into, IfExists::Refuse)), (*reel)->info());
    for (const ItemType& type : (*reel)->schema().types()) writer.add_type(type);
    writer.begin_segment((*reel)->segments()[0]);
    const auto copy = [&](const Frame& frame) {
        if (frame.tick < gap.from || frame.tick >= gap.to) writer.add_frame(frame);
        return true;
    };
    REQUIRE((*reel)->scan((*reel)->everything(), ignore_problems, copy).ok());
    writer.add_gap(gap);
    REQUIRE(writer.finish().ok());
}

// Until the second view is read.
void settle_beside(PlayerState& state) {
    for (int i = 0; i < 6000 && state.beside().loading(); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        state.poll();
        state.advance(PlayerState::Seconds(0));
    }
    state.advance(PlayerState::Seconds(0));
}

std::vector<Sight> sights_at(int tick, int id) {
    std::vector<Sight> wanted;
    for (int number = 0; number < 3; ++number)
        wanted.push_back(!has_snapshot(number, tick) ? Sight::NoSnapshot
                         : is_sent(number, tick, id) ? Sight::Sent
                                                     : Sight::NotSent);
    return wanted;
}

}  // namespace

TEST_CASE("ghosts are what the union has and the view was not sent; who was is what SQL says") {
    const Folder folder;
    const Folder cuts;
    write_walkers(folder);
    const Compared compared =
        compare_sights(folder / "match.reel", cut_views(folder / "match.reel", cuts / ""), 1);
    CHECK(compared.frames > 250);
    CHECK(compared.ghosts > 100);
    if (run_tickreel({"sql", folder / "a.reel", "SELECT 1"}).code == 0)
        CHECK(compared.sights > 1000);
}

TEST_CASE("the truth strip of a view has the gaps that the other views tell of") {
    const Folder folder;
    write_walkers(folder);
    PlayerState state;
    open_match(state, folder / "match.reel", "100");
    REQUIRE(state.session().match()->name() == "a");
    std::vector<std::int64_t> missing;
    for (int tick = 100; tick < 189; ++tick)
        if (!has_snapshot(0, tick)) missing.push_back(tick);
    std::vector<std::int64_t> shown;
    for (const Hole& hole : state.session().scan().holes)
        for (std::int64_t at = hole.from; at < hole.to; ++at)
            shown.push_back(state.session().reader().timeline().moment(at).tick);
    CHECK(missing.size() > 10);
    CHECK(shown == missing);
}

TEST_CASE("the player shows ghosts of a view when asked, at any tick, and of the union none") {
    const Folder folder;
    write_walkers(folder);
    PlayerState state;
    open_match(state, folder / "match.reel", "100");
    REQUIRE(state.session().match() != nullptr);
    CHECK(state.session().match()->name() == "a");
    CHECK(state.match().ghosts() == nullptr);
    run(state, "view.ghosts");
    CHECK(state.notices().text() == "Ghosts on");
    for (int tick = 100; tick < 190; ++tick) {
        act(state, GoTo{std::to_string(tick)});
        state.advance(PlayerState::Seconds(0));
        const auto at = static_cast<int>(shown(state));
        INFO("tick " << at);
        const Schema& schema = state.session().match()->schema();
        const auto pale = walkers_in(schema, state.match().ghosts());
        const auto sent = walkers_in(schema, state.frames().current());
        for (EntityId id = 0; id < 3; ++id) {
            const bool ghost = std::find(pale.begin(), pale.end(), id) != pale.end();
            const bool real = std::find(sent.begin(), sent.end(), id) != sent.end();
            CHECK(real == is_sent(0, at, static_cast<int>(id)));
            CHECK_FALSE((ghost && real));
            // Who has no snapshot at this tick has what was sent before.
            if (is_sent(1, at, static_cast<int>(id)) || is_sent(2, at, static_cast<int>(id)))
                CHECK(ghost == !real);
            act(state, SelectItem{ItemKey{*schema.find("Walker"), id}});
            state.advance(PlayerState::Seconds(0));
            std::vector<Sight> told;
            for (const ViewSight& one : state.match().sights()) told.push_back(one.sight);
            CHECK(told == sights_at(at, static_cast<int>(id)));
        }
    }
    act(state, OpenNeighbour{-1});
    wait(state);
    CHECK(state.session().match()->is_union());
    CHECK(state.match().ghosts() == nullptr);
    CHECK(state.match().sights().size() == 3);
    CHECK(match_legend(*state.session().match(), true, "") ==
          std::vector<std::string>{"union of 3 views"});
    act(state, OpenNeighbour{-1});
    wait(state);
    CHECK(state.session().match()->name() == "c");
    CHECK(state.match().ghosts() != nullptr);
    CHECK(match_legend(*state.session().match(), true, "") ==
          std::vector<std::string>{"view c", "ghosts: not sent to c at this tick"});
    act(state, SelectItem{std::nullopt});
    state.advance(PlayerState::Seconds(0));
    CHECK(state.match().sights().empty());
}

TEST_CASE("of views in which players have other numbers it is not said that they had no snapshot") {
    const Folder folder;
    std::vector<std::string> merge{"merge", "--views", "--one-clock", "-q"};
    for (const std::string name : {"ann", "bob", "cem"}) {
        merge.push_back(folder / (name + ".reel"));
        write_runners(merge.back(),
                      name == "bob" ? std::vector<int>{2, 1} : std::vector<int>{1, 2});
    }
    const std::string match = folder / "match.reel";
    merge.insert(merge.end(), {"-o", match});
    REQUIRE(run_tickreel(merge).code == 0);
    PlayerState state;
    open_match(state, match, "150");
    REQUIRE(state.session().match()->is_numbered_apart());
    act(state, SelectItem{ItemKey{*state.session().match()->schema().find("Player"), 0}});
    run(state, "view.beside");
    settle_beside(state);
    CHECK(
        tell_sights(state.match().sights()) ==
        "sent to ann, cem; not known, players have other numbers there or it is another map: bob");
    CHECK(state.beside().match()->name() == "bob");
    CHECK(state.beside().trouble() == "has no snapshot at this tick with these numbers of players");
    run(state, "view.beside_next");
    settle_beside(state);
    CHECK(state.beside().match()->name() == "cem");
    CHECK(state.beside().trouble() == "");
    CHECK_THAT(match_legend(*state.session().match(), true, "").back(),
               contains("no ghosts from views in which the server numbers players otherwise"));
    CHECK(match_legend(*state.session().match(), false, "").size() == 1);
    const auto said = [&](std::vector<std::string> more) {
        std::vector<std::string> words{"render",         match,    "-f", "--size", "64x64", "-o",
                                       folder / "a.png", "--tick", "150"};
        words.insert(words.end(), more.begin(), more.end());
        const Ran ran = run_tickreel(words);
        CHECK(ran.code == 0);
        return ran.err;
    };
    CHECK(said({"--view", "ann"}).empty());
    CHECK_THAT(said({"--view", "union"}), contains("numbers players in several ways"));
    CHECK_THAT(said({"--view", "ann", "--ghosts"}), contains("no ghosts from views"));
    CHECK_THAT(said({"--view", "ann", "--beside", "bob"}),
               contains("view bob has no snapshots with these numbers of players"));
}

TEST_CASE("a second view is shown at the same tick, or says that it has none there") {
    const Folder folder;
    write_walkers(folder);
    PlayerState state;
    open_match(state, folder / "match.reel", "100");
    CHECK_FALSE(state.beside().shown());
    run(state, "view.ghosts");
    run(state, "view.beside");
    settle_beside(state);
    REQUIRE(state.beside().match() != nullptr);
    std::vector<std::string> names;
    for (int choice = 0; choice < 4; ++choice) {
        names.push_back(state.beside().match()->name());
        const int number = names.back()[0] - 'a';
        for (int tick = 102; tick < 189; ++tick) {
            act(state, GoTo{std::to_string(tick)});
            state.advance(PlayerState::Seconds(0));
            INFO(names.back() << " at tick " << tick);
            const Frame* frame = state.beside().current();
            REQUIRE(frame != nullptr);
            CHECK(state.beside().trouble() == "");
            if (number > 2) continue;  // the union
            int last = tick;
            while (!has_snapshot(number, last)) --last;
            CHECK(frame->tick == last);
            const Schema& schema = state.session().match()->schema();
            std::vector<EntityId> wanted;
            for (int id = 0; id < 3; ++id)
                if (is_sent(number, last, id)) wanted.push_back(static_cast<EntityId>(id));
            CHECK(walkers_in(schema, frame) == wanted);
            CHECK(state.beside().ghosts() != nullptr);
        }
        run(state, "view.beside_next");
        settle_beside(state);
    }
    CHECK(names == std::vector<std::string>{"b", "c", "union", "b"});
    run(state, "view.beside");
    CHECK_FALSE(state.beside().shown());
    CHECK(state.beside().current() == nullptr);
}

TEST_CASE("where snapshots of the second view are missing it says so, and nothing moves on") {
    const Folder folder;
    write_walkers(folder);
    leave_out(folder / "b.reel", {0, 140, 149, "lost"}, folder / "gap.reel");
    REQUIRE(run_tickreel({"merge", "--views", folder / "a.reel", folder / "gap.reel", "-o",
                          folder / "m3.reel"})
                .code == 0);
    PlayerState state;
    open_match(state, folder / "m3.reel", "139");
    run(state, "view.beside");
    settle_beside(state);
    const auto at = [&](Tick tick) {
        act(state, GoTo{std::to_string(tick)});
        state.advance(PlayerState::Seconds(0));
        REQUIRE(state.beside().current() != nullptr);
    };
    at(139);
    CHECK(state.beside().current()->tick == 139);
    CHECK(state.beside().missing() == Integrity::None);
    CHECK(state.beside().ticks_into_hole() == 0);
    at(145);
    CHECK(state.beside().current()->tick == 139);
    CHECK(state.beside().missing() == Integrity::Gap);
    CHECK(state.beside().ticks_into_hole() == 6);
    CHECK_FALSE(state.beside().share());
    at(149);
    CHECK(state.beside().current()->tick == 149);
    CHECK(state.beside().missing() == Integrity::None);
}

TEST_CASE("the halves of a picture are what each view is alone") {
    const Folder folder;
    write_walkers(folder);
    // The third lacks the walker in the middle: both cameras show the same.
    REQUIRE((is_sent(0, 103, 1) && !is_sent(2, 103, 1)));
    const auto draw = [&](const char* left, const char* right, const std::string& name) {
        const Ran ran = run_tickreel({"render", folder / "match.reel", "--tick", "103", "--size",
                                      "402x200", "--center", "200,55", "--ghosts", "--connection",
                                      left, "--beside", right, "-o", folder / name});
        CHECK(ran.code == 0);
        CHECK(ran.err == "");
        const auto image = read_png_file(folder / name);
        REQUIRE(image.ok());
        return *image;
    };
    const Image ac = draw("1", "3", "ac.png");
    const Image ca = draw("3", "1", "ca.png");
    const Image aa = draw("1", "1", "aa.png");
    std::size_t other = 0;
    for (int y = 0; y < 200; ++y)
        for (int x = 0; x < 200; ++x) {
            REQUIRE(ac.at(x, y) == ca.at(202 + x, y));
            REQUIRE(ac.at(202 + x, y) == ca.at(x, y));
            REQUIRE(aa.at(x, y) == aa.at(202 + x, y));
            other += ac.at(x, y) == ac.at(202 + x, y) ? 0 : 1;
        }
    CHECK(other > 100);
    const std::string match = folder / "match.reel";
    CHECK_THAT(
        run_tickreel({"render", match, "--tick", "109", "--beside", "9", "-o", folder / "x.png"})
            .err,
        contains("no view '9'") && contains("it has 1 (a), 2 (b)"));
    REQUIRE(run_tickreel(
                {"cut", folder / "b.reel", "-q", "--ticks", "150..", "-o", folder / "late.reel"})
                .code == 0);
    REQUIRE(run_tickreel({"merge", "--views", folder / "a.reel", folder / "late.reel", "-o",
                          folder / "m2.reel"})
                .code == 0);
    const Ran empty = run_tickreel({"render", folder / "m2.reel", "--tick", "109", "--connection",
                                    "1", "--beside", "2", "-o", folder / "y.png"});
    CHECK(empty.code == 0);
    CHECK_THAT(empty.err, contains("the right half is empty where view late has no snapshots"));
    // The other one began later: one clock for both.
    REQUIRE(run_tickreel({"render", folder / "m2.reel", "--tick", "159", "--connection", "1",
                          "--beside", "2", "--hud", "--size", "1000x720", "-o", folder / "z.png"})
                .code == 0);
    const auto clocks = read_png_file(folder / "z.png");
    REQUIRE(clocks.ok());
    for (int y = 696; y < 718; ++y)
        for (int x = 8; x < 72; ++x) REQUIRE(clocks->at(x, y) == clocks->at(501 + x, y));
    const auto said = read_png_file(folder / "y.png");
    REQUIRE(said.ok());
    std::size_t words = 0;
    for (int y = 0; y < said->height; ++y)
        for (int x = said->width / 2 + 4; x < said->width; ++x)
            words += said->at(x, y) == said->at(said->width - 1, said->height - 1) ? 0 : 1;
    CHECK(words > 500);
}

TEST_CASE("a recording of one client has no ghosts and says so") {
    const Folder folder;
    write_walkers(folder);
    PlayerState state;
    open_match(state, folder / "a.reel", "");
    CHECK(state.session().match() == nullptr);
    run(state, "view.ghosts");
    CHECK_FALSE(state.view().ghosts);
    CHECK(state.notices().text() == "Ghosts: for match files; this is one client's recording");
    run(state, "view.fog");
    CHECK_FALSE(state.view().fog);
    CHECK(state.notices().text() == "Fog: for match files; this is one client's recording");
}

TEST_CASE("pictures have ghosts when asked, and refuse what has none") {
    const Folder folder;
    write_walkers(folder);
    const std::string match = folder / "match.reel";
    const auto draw = [&](const std::string& name, std::vector<std::string> more) {
        more.insert(more.begin(), {"render", match, "--tick", "109", "-o", folder / name});
        return run_tickreel(more);
    };
    CHECK(draw("plain.png", {"--connection", "2"}).code == 0);
    const Ran ran = draw("ghosts.png", {"--connection", "2", "--ghosts"});
    CHECK(ran.code == 0);
    CHECK(ran.err == "");
    CHECK(draw("again.png", {"--connection", "2", "--ghosts"}).code == 0);
    CHECK(read_file(folder / "ghosts.png") != read_file(folder / "plain.png"));
    CHECK(read_file(folder / "ghosts.png") == read_file(folder / "again.png"));
    CHECK_THAT(draw("union.png", {"--connection", "4", "--ghosts"}).err,
               contains("the union has no ghosts and no fog; --view NAME|N shows a view"));
    const Ran refused = run_tickreel(
        {"render", folder / "a.reel", "--tick", "109", "--ghosts", "-o", folder / "x.png"});
    CHECK(refused.code == 2);
    CHECK_THAT(refused.err, contains("--ghosts is for match files"));
}

TEST_CASE("a view of a file that cannot be read: the error of the file, not one of usage") {
    const Folder folder;
    write_walkers(folder);
    std::string bytes = read_file(folder / "match.reel");
    const std::string magic = bytes.substr(0, 8);
    for (std::size_t at = 0; (at = bytes.find(magic, at)) != bytes.npos; ++at)
        bytes[at + 10] = static_cast<char>(bytes[at + 10] ^ 1);  // the header and its copies
    write_file(folder / "damaged.reel", bytes);
    for (const char* name : {"damaged.reel", "none.reel"})
        for (const std::vector<std::string>& words :
             {std::vector<std::string>{"render", folder / name, "--tick", "109", "--view", "1",
                                       "-o", folder / "x.png"},
              {"play", "screenshot", folder / name, "--view", "1", "-o", folder / "x.png"},
              {"play", folder / name, "--view", "1"}}) {
            const Ran ran = run_tickreel(words);
            INFO(words[0] << ' ' << words[1] << ": " << ran.err);
            CHECK(ran.code == 1);
            CHECK_THAT(ran.err, contains(name) && !contains("is for match files"));
        }
}

TEST_CASE("a picture into a folder that does not exist: the same words as of other commands") {
    const Folder folder;
    write_walkers(folder);
    for (const char* to : {"none/x.png", "none/x.mp4"}) {
        const bool film = std::string(to).ends_with(".mp4");
        const Ran ran = run_tickreel({"render", folder / "a.reel", film ? "--ticks" : "--tick",
                                      film ? "104..109" : "104", "-o", folder / to});
        CHECK(ran.code == 1);
        CHECK_THAT(ran.err, contains("its folder does not exist; create " + folder / "none"));
    }
}

TEST_CASE("who saw it, in words") {
    CHECK(tell_sights({{"a", Sight::Sent}, {"b", Sight::NotSent}, {"c", Sight::Sent}}) ==
          "sent to a, c; not sent to b");
    CHECK(tell_sights({{"a", Sight::NoSnapshot}}) == "no snapshot at this tick: a");
    CHECK(tell_sights({}) == "");
}
