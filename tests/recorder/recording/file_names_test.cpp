// File names with fields, and what is deleted when there is too much.

#include <chrono>
#include <filesystem>

#include <sys/stat.h>
#include <utime.h>

#include "recorder/recording/name_pattern.h"
#include "recorder/recording/retention.h"
#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tickreel/base/file.h"
#include "tickreel/reel/match_writer.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel;
using tickreel_test::Folder;

namespace {

FileNameFields wish() {
    FileNameFields wish;
    wish.connection = 3;
    wish.map = "ctf5";
    wish.player = "../..\\ a:b\xc3\xa9\n";
    wish.protocol = "ddnet 0.6";
    wish.start = std::chrono::seconds(1795366430);
    return wish;
}

std::uint64_t make_older(const std::string& path, int days) {
    const std::time_t when = std::time(nullptr) - 86400 * days;
    const utimbuf times{when, when};
    REQUIRE(::utime(path.c_str(), &times) == 0);
    struct stat status {};
    REQUIRE(::stat(path.c_str(), &status) == 0);
    return static_cast<std::uint64_t>(status.st_size);
}

// A match file of one view that has one snapshot, last modified that many days ago.
void add_match_file(const std::string& path, int days_ago, bool marked) {
    {
        auto sink = create_file(path, IfExists::Refuse);
        REQUIRE(sink.ok());
        MatchWriter writer(*std::move(sink), {});
        Frame frame;
        frame.tick = 1;
        const ViewFrame seen{writer.add_view({"Ada", {}, {}, {}}), &frame};
        writer.begin_segment({"map", "", ""});
        writer.begin_segment(0, {"map", "", ""});
        if (marked) writer.add_marker(0, {{0, 1}, "see this"});
        writer.add_tick({&seen, 1});
        REQUIRE(writer.finish().ok());
    }
    make_older(path, days_ago);
}

std::vector<std::string> paths_of(const RetentionOutcome& outcome) {
    std::vector<std::string> paths;
    for (const DeletedRecording& one : outcome.deleted) paths.push_back(one.path);
    return paths;
}

// A small recording last modified that many days ago.
std::uint64_t add_reel(const std::string& path, int days_ago, bool marked = false) {
    {
        auto sink = create_file(path, IfExists::Refuse);
        REQUIRE(sink.ok());
        ReelWriter writer(*std::move(sink), {});
        Frame frame;
        frame.tick = 1;
        writer.begin_segment({"map", "", ""});
        writer.add_frame(frame);
        if (marked) writer.add_marker({{0, 1}, "see this"});
        REQUIRE(writer.finish().ok());
    }
    return make_older(path, days_ago);
}

}  // namespace

TEST_CASE("fields become what is known of the file, made safe", "[recording]") {
    const auto pattern =
        NamePattern::parse("reels/{date}/{time}-{map}-{player}-{protocol}-{n}.reel");
    REQUIRE(pattern.ok());
    CHECK(pattern->has_fields());
    CHECK(pattern->has("n"));
    CHECK(pattern->folder() == "reels");
    CHECK(pattern->name(wish(), 7) == "reels/2026-11-22/165350-ctf5-_._..__a_b__-ddnet_0.6-7.reel");
    CHECK(pattern->name({}, 1) == "reels/1970-01-01/000000-unknown-unknown-unknown-1.reel");
    CHECK(safe_name(std::string(100, 'x')).size() == 48);
    CHECK(safe_name("-rf") == "_rf");
    CHECK(safe_name("..") == "_.");
    CHECK(safe_name("\xf0\x9f\x98\x80\x01\x1b[2J") == "____2J");
    CHECK(NamePattern::parse("a{{b}}.reel")->name({}, 1) == "a{b}.reel");
    for (const char* wrong : {"{nobody}.reel", "{", "a}b", "{map"})
        CHECK_FALSE(NamePattern::parse(wrong).ok());
}

TEST_CASE("a name that could become too long is known before anybody plays", "[recording]") {
    const std::string most(255 - 24 - 2 * 48 - 5, 'a');
    CHECK(NamePattern::parse("reels/" + most + "{map}{player}.reel")->check_length().ok());
    const auto longer = NamePattern::parse("reels/b" + most + "{map}{player}.reel")->check_length();
    REQUIRE_FALSE(longer.ok());
    CHECK_THAT(longer.error().message, tickreel_test::contains("232 bytes"));
    CHECK(NamePattern::parse(most + "/" + most + "/{map}/{player}.reel")->check_length().ok());
    CHECK_FALSE(NamePattern::parse(std::string(240, 'a') + "/{map}.reel")->check_length().ok());
    const std::string folder(255, 'f');
    CHECK(NamePattern::parse(folder + "/" + std::string(250, 'a') + ".reel")->check_length().ok());
    const auto plain = NamePattern::parse(folder + "/" + std::string(251, 'a') + ".reel");
    REQUIRE_FALSE(plain->check_length().ok());
    CHECK_THAT(plain->check_length().error().message, tickreel_test::contains("256 bytes"));
}

TEST_CASE("a pattern knows the names that it makes, and no others", "[recording]") {
    const auto pattern = NamePattern::parse("reels/{date}/{map}-{n}.reel");
    REQUIRE(pattern.ok());
    CHECK(pattern->matches(pattern->name(wish(), 12)));
    CHECK(pattern->matches("reels/2026-11-22/a-b-c-1.reel"));
    const std::string most(48, 'x');
    CHECK(pattern->matches("reels/2024-02-29/" + most + "-1.reel"));
    CHECK_FALSE(pattern->matches("reels/2024-02-29/x" + most + "-1.reel"));
    for (const char* other : {"reels/a-1.reel",
                              "reels/2026-11-22/y/a-1.reel",
                              "reels/2026-11-22/a-1.reel.bak",
                              "other/2026-11-22/a-1.reel",
                              "reels/2026-11-22/a1.reel",
                              "",
                              ".",
                              "/",
                              "reels/finals/tickreel_arena-best.reel",
                              "reels/finals/Cup 2026-semi final (cut).reel",
                              "reels/finals/arena-1.reel",
                              "reels/2026-11-22/tickreel_arena-best.reel",
                              "reels/2026-11-22/a-01.reel",
                              "reels/2026-11-22/a-0.reel",
                              "reels/2026-11-22/a-.reel",
                              "reels/2026-11-22/-1.reel",
                              "reels/2026-11-22/.a-1.reel",
                              "reels/2026-11-22/a b-1.reel",
                              "reels/2026-11-22/h\xc3\xbcpf-1.reel",
                              "reels/2026-11-22/a-12345678901.reel",
                              "reels/2026-13-22/a-1.reel",
                              "reels/2026-02-29/a-1.reel",
                              "reels/2026-00-10/a-1.reel",
                              "reels/2026-1-22/a-1.reel",
                              "reels/20261122/a-1.reel",
                              "reels/-026-11-22/a-1.reel"}) {
        INFO(other);
        CHECK_FALSE(pattern->matches(other));
    }
    // A taken name gets another {n}, but in the folder of --fallback a number.
    CHECK(pattern->matches_filename("arena-1.reel"));
    CHECK(pattern->matches_filename("arena-1-2.reel"));
    for (const char* other : {"tickreel_arena-best.reel", "Cup 2026-semi final (cut).reel",
                              "arena.reel", "arena-1-x.reel", ""})
        CHECK_FALSE(pattern->matches_filename(other));

    const auto timed = NamePattern::parse("{date}/{time}{map}.reel");
    REQUIRE(timed.ok());
    CHECK(timed->matches("2026-11-22/235959arena.reel"));
    CHECK(timed->matches("2026-11-22/235959arena-2.reel"));
    for (const char* other : {"2026-11-22/245959arena.reel", "2026-11-22/23595arena.reel",
                              "2026-11-22/236059arena.reel", "2026-11-22/235959.reel",
                              "2026-11-22/235959-2.reel", "2026-11-22/best.reel"})
        CHECK_FALSE(timed->matches(other));
    const auto fixed = NamePattern::parse("{date}/match.reel");
    CHECK(fixed->matches("2026-11-22/match-2.reel"));
    for (const char* other : {"2026-11-22/match-1.reel", "2026-11-22/match-02.reel",
                              "2026-11-22/match-2-2.reel", "2026-11-22/match-cut.reel"})
        CHECK_FALSE(fixed->matches(other));
}

TEST_CASE("every name that a pattern can make is known", "[recording]") {
    const std::vector<std::string> texts{"",
                                         ".",
                                         "..",
                                         "-",
                                         "--2",
                                         "a-2",
                                         "2026-11-22",
                                         "7",
                                         "a.reel",
                                         "_",
                                         "\n",
                                         "a/b",
                                         "{map}",
                                         "\xff",
                                         "h\xc3\xbcpf",
                                         "\xf0\x9f\x98\x80",
                                         "..-..",
                                         "Cup 2026 (cut)",
                                         std::string(48, '9'),
                                         std::string(300, '-'),
                                         std::string(300, '.') + "-12"};
    const std::vector<std::string> patterns{
        "{map}.reel",
        "./{map}.reel",
        "/srv/{date}//{map}.reel",
        "reels/./{date}/{time}-{map}-{player}-{protocol}-{connection}-{n}.reel",
        "reels/{date}/{map}{n}.reel",
        "reels/{map}{player}{connection}{n}.reel",
        "{n}{map}/{date}{time}{player}.reel",
        "{map}/{player}/fixed.reel",
        "../a{{b}}.{protocol}-{map}.2.reel",
        "{player}-.reel",
    };
    for (const std::string& text : patterns) {
        const auto pattern = NamePattern::parse(text);
        REQUIRE(pattern.ok());
        for (std::size_t i = 0; i < texts.size() * texts.size(); ++i) {
            FileNameFields fields;
            fields.map = texts[i % texts.size()];
            fields.player = texts[i / texts.size()];
            fields.protocol = texts[(i * 7) % texts.size()];
            fields.connection = i % 3 == 0 ? 1U : 1U << (i % 32);
            fields.start =
                std::chrono::seconds(86399) * static_cast<std::int64_t>(i * 211 % 100'000) -
                std::chrono::hours(i % 5);
            for (const unsigned n : {1U, 2U, 10U, 999999U, 4294967295U}) {
                const std::string name = pattern->name(fields, n);
                INFO(name);
                CHECK(pattern->matches(name));
                const std::size_t end = name.rfind(".reel");
                const std::string numbered =
                    name.substr(0, end) + "-" + std::to_string(std::max(2U, n)) + ".reel";
                if (!pattern->has("n")) CHECK(pattern->matches(numbered));
                for (const std::string& one : {name, numbered})
                    CHECK(pattern->matches_filename(one.substr(one.rfind('/') + 1)));
            }
        }
    }
    // As iterating over the folder names what is in it.
    CHECK(NamePattern::parse("./{map}.reel")->matches("a.reel"));
    CHECK(NamePattern::parse("reels//{date}/./{map}.reel")->matches("reels/2026-11-22/a-2.reel"));
    CHECK_FALSE(NamePattern::parse("/{map}.reel")->matches("a.reel"));
}

TEST_CASE("whether a long name matches is known at once", "[recording]") {
    std::string many;
    for (int i = 0; i < 40; ++i) many += "{map}{n}{player}{connection}";
    const auto pattern = NamePattern::parse("reels/" + many + "!.reel");
    REQUIRE(pattern.ok());
    // Trying one end of a field after the other would never be done.
    CHECK_FALSE(pattern->matches("reels/" + std::string(250, '1') + ".reel"));
    CHECK_FALSE(pattern->matches_filename(std::string(248, '1') + "-2.reel"));
}

TEST_CASE("the oldest go, but never what somebody wants to keep", "[recording]") {
    const Folder folder;
    const auto pattern = NamePattern::parse(folder / "{map}-{n}.reel");
    REQUIRE(pattern.ok());
    const std::uint64_t size = add_reel(folder / "old-1.reel", 40);
    add_reel(folder / "marked-1.reel", 50, true);
    add_reel(folder / "pinned-1.reel", 50);
    REQUIRE(::chmod((folder / "pinned-1.reel").c_str(), 0440) == 0);
    add_reel(folder / "open-1.reel", 50);
    add_reel(folder / "young-1.reel", 2);
    add_reel(folder / "new-1.reel", 1);
    add_reel(folder / "mine.reel", 90);  // does not match this pattern
    tickreel_test::write_file(folder / "strange-1.reel", "no recording");
    const std::set<std::string> open{folder / "open-1.reel"};
    const auto now = std::chrono::system_clock::now();

    RetentionOptions options;
    CHECK(delete_old_recordings(*pattern, options, open, now).deleted.empty());
    options.age = std::chrono::hours(24 * 30);
    auto outcome = delete_old_recordings(*pattern, options, open, now);
    CHECK(paths_of(outcome) == std::vector<std::string>{folder / "old-1.reel"});
    CHECK(outcome.deleted.front().too_old);
    // By size: the older of the two is deleted, the newer fits.
    options.age = {};
    options.total_bytes = outcome.bytes - size;
    outcome = delete_old_recordings(*pattern, options, open, now);
    CHECK(paths_of(outcome) == std::vector<std::string>{folder / "young-1.reel"});
    CHECK_FALSE(outcome.deleted.front().too_old);
    CHECK(outcome.too_many == 0);
    options.total_bytes = 1;
    outcome = delete_old_recordings(*pattern, options, open, now);
    CHECK(outcome.too_many > 0);
    CHECK(folder.names() == std::vector<std::string>{"marked-1.reel", "mine.reel", "open-1.reel",
                                                     "pinned-1.reel", "strange-1.reel"});
}

TEST_CASE("a recording that may have lost its markers stays, one that a kill cut goes",
          "[recording]") {
    const Folder folder;
    const auto pattern = NamePattern::parse(folder / "{map}-{n}.reel");
    REQUIRE(pattern.ok());
    add_reel(folder / "marked-1.reel", 0, true);
    std::string bytes = tickreel_test::read_file(folder / "marked-1.reel");
    REQUIRE(bytes.find("see this") != std::string::npos);
    for (std::size_t at; (at = bytes.find("see this")) != std::string::npos;) bytes[at] = 'S';
    tickreel_test::write_file(folder / "marked-1.reel", bytes);
    make_older(folder / "marked-1.reel", 40);
    add_reel(folder / "cut-1.reel", 0);
    bytes = tickreel_test::read_file(folder / "cut-1.reel");
    tickreel_test::write_file(folder / "cut-1.reel", bytes.substr(0, bytes.size() - 30));
    make_older(folder / "cut-1.reel", 40);
    RetentionOptions options;
    options.age = std::chrono::hours(24 * 30);
    const auto now = std::chrono::system_clock::now();
    CHECK(paths_of(delete_old_recordings(*pattern, options, {}, now)) ==
          std::vector<std::string>{folder / "cut-1.reel"});
}

TEST_CASE("match files go like recordings; a marker in any view keeps one", "[recording]") {
    const Folder folder;
    const auto pattern = NamePattern::parse(folder / "{map}-{n}.reel");
    REQUIRE(pattern.ok());
    add_match_file(folder / "old-1.reel", 40, false);
    add_match_file(folder / "marked-1.reel", 40, true);
    RetentionOptions options;
    options.age = std::chrono::hours(24 * 30);
    const auto now = std::chrono::system_clock::now();
    CHECK(paths_of(delete_old_recordings(*pattern, options, {}, now)) ==
          std::vector<std::string>{folder / "old-1.reel"});
    CHECK(folder.names() == std::vector<std::string>{"marked-1.reel"});
}

TEST_CASE("markers in a file beside a recording keep it", "[recording]") {
    const Folder folder;
    const auto pattern = NamePattern::parse(folder / "{map}-{n}.reel");
    REQUIRE(pattern.ok());
    const std::string marker = "{\"tick\":\"s0:1\",\"color\":\"#ffcc33\",\"text\":\"x\"}\n";
    for (const char* name : {"marked-1.reel", "removed-1.reel", "old-1.reel"})
        add_reel(folder / name, 40);
    tickreel_test::write_file(folder / "marked-1.reel.markers", marker);
    tickreel_test::write_file(folder / "removed-1.reel.markers", "");  // a marker was taken away
    for (const char* name : {"marked-2.reel", "old-2.reel"})
        add_match_file(folder / name, 40, false);
    tickreel_test::write_file(folder / "marked-2.reel.2.markers", marker);
    RetentionOptions options;
    options.age = std::chrono::hours(24 * 30);
    delete_old_recordings(*pattern, options, {}, std::chrono::system_clock::now());
    CHECK(folder.names() == std::vector<std::string>{"marked-1.reel", "marked-1.reel.markers",
                                                     "marked-2.reel", "marked-2.reel.2.markers"});
}

TEST_CASE("what match files are being made of is not deleted", "[recording]") {
    const Folder folder;
    const auto pattern = NamePattern::parse(folder / "{protocol}/{map}.reel");
    REQUIRE(pattern.ok());
    for (const char* name : {"2026-01-01", "recording.views", "a.reel.tmp-Ab12cd"}) {
        std::filesystem::create_directory(folder / name);
        add_reel(folder / (std::string(name) + "/old.reel"), 40);
        REQUIRE(pattern->matches(folder / (std::string(name) + "/old.reel")));
    }
    RetentionOptions options;
    options.age = std::chrono::hours(24 * 30);
    CHECK(
        paths_of(delete_old_recordings(*pattern, options, {}, std::chrono::system_clock::now())) ==
        std::vector<std::string>{folder / "2026-01-01/old.reel"});
    CHECK(folder.names() == std::vector<std::string>{"a.reel.tmp-Ab12cd", "recording.views"});
}

TEST_CASE("what no match file could take in is deleted like recordings", "[recording]") {
    const Folder folder;
    const auto pattern = NamePattern::parse(folder / "{map}-{n}.reel");
    REQUIRE(pattern.ok());
    for (const char* name : {"recording.kept", "recording-2.kept", "mine.kept",
                             "recording of the final.kept", "recording-best.kept"})
        std::filesystem::create_directory(folder / name);
    add_reel(folder / "recording of the final.kept/old.reel", 40);
    add_reel(folder / "recording-best.kept/old.reel", 40);
    add_reel(folder / "recording.kept/old.reel", 40);
    add_reel(folder / "recording-2.kept/old.reel", 39);
    add_reel(folder / "recording-2.kept/marked.reel", 40, true);
    add_reel(folder / "mine.kept/old.reel", 40);
    RetentionOptions options;
    options.age = std::chrono::hours(24 * 30);
    const auto outcome =
        delete_old_recordings(*pattern, options, {}, std::chrono::system_clock::now());
    CHECK(paths_of(outcome) == std::vector<std::string>{folder / "recording.kept/old.reel",
                                                        folder / "recording-2.kept/old.reel"});
    CHECK(folder.names() == std::vector<std::string>{"mine.kept", "recording of the final.kept",
                                                     "recording-2.kept", "recording-best.kept"});
}

TEST_CASE("recordings of other names stay, whatever room they take", "[recording]") {
    const Folder folder;
    const auto pattern = NamePattern::parse(folder / "reels/{date}/{map}-{n}.reel");
    REQUIRE(pattern.ok());
    for (const char* name : {"reels", "reels/finals", "reels/2026-01-01", "spare"})
        std::filesystem::create_directory(folder / name);
    for (const char* name :
         {"reels/finals/tickreel_arena-best.reel", "reels/finals/Cup 2026-semi final (cut).reel",
          "reels/2026-01-01/arena-1.reel", "reels/2026-01-01/arena-best.reel",
          "spare/arena-best.reel"})
        add_reel(folder / name, 40);
    RetentionOptions options;
    options.total_bytes = 1;
    options.fallback = folder / "spare";
    const auto outcome =
        delete_old_recordings(*pattern, options, {}, std::chrono::system_clock::now());
    CHECK(paths_of(outcome) == std::vector<std::string>{folder / "reels/2026-01-01/arena-1.reel"});
    CHECK(outcome.too_many == 0);
}

TEST_CASE("what went to the fallback is deleted with the rest, oldest first", "[recording]") {
    const Folder folder;
    const auto pattern = NamePattern::parse(folder / "reels/{date}/{map}-{n}.reel");
    REQUIRE(pattern.ok());
    for (const char* name : {"reels", "reels/2026-01-01", "elsewhere",
                             "elsewhere/recording-a1.kept", "elsewhere/recording-b2.kept"})
        std::filesystem::create_directory(folder / name);
    add_reel(folder / "reels/2026-01-01/a-1.reel", 41);
    add_reel(folder / "reels/2026-01-01/a-2.reel", 39);
    add_reel(folder / "elsewhere/a-1.reel", 40);
    add_reel(folder / "elsewhere/marked-1.reel", 40, true);
    add_reel(folder / "elsewhere/pinned-1.reel", 40);
    REQUIRE(::chmod((folder / "elsewhere/pinned-1.reel").c_str(), 0440) == 0);
    add_reel(folder / "elsewhere/open-1.reel", 40);
    add_reel(folder / "elsewhere/somebody's.reel", 40);  // does not match this pattern
    add_reel(folder / "elsewhere/recording-a1.kept/old.reel", 40);
    add_reel(folder / "elsewhere/recording-b2.kept/old.reel", 40);  // of another recorder
    RetentionOptions options;
    options.age = std::chrono::hours(24 * 30);
    options.fallback = folder / "elsewhere/";
    options.fallback_views = folder / "elsewhere/recording-a1.views";
    const std::set<std::string> open{folder / "elsewhere/./open-1.reel"};
    const auto now = std::chrono::system_clock::now();
    const RetentionOutcome outcome = delete_old_recordings(*pattern, options, open, now);
    std::set<std::string> deleted;
    for (const std::string& path : paths_of(outcome))
        deleted.insert(std::filesystem::relative(path, folder / "").string());
    CHECK(outcome.deleted.size() == 4);
    CHECK(deleted ==
          std::set<std::string>{"elsewhere/a-1.reel", "elsewhere/recording-a1.kept/old.reel",
                                "reels/2026-01-01/a-1.reel", "reels/2026-01-01/a-2.reel"});
    CHECK(outcome.deleted.front().path == folder / "reels/2026-01-01/a-1.reel");
    CHECK(folder.names() == std::vector<std::string>{"elsewhere", "reels"});
    CHECK(std::filesystem::is_empty(folder / "reels"));
    CHECK(std::filesystem::exists(folder / "elsewhere/recording-b2.kept"));
    CHECK_FALSE(std::filesystem::exists(folder / "elsewhere/recording-a1.kept"));
}

TEST_CASE("an empty fallback stays, and one inside the folder of -o counts once", "[recording]") {
    const Folder folder;
    const auto pattern = NamePattern::parse(folder / "{protocol}/{map}.reel");
    REQUIRE(pattern.ok());
    std::filesystem::create_directory(folder / "spare");
    RetentionOptions options;
    options.fallback = folder / "spare/";
    options.total_bytes = 1U << 30U;
    const std::uint64_t bytes = add_reel(folder / "spare/arena.reel", 40);
    const auto now = std::chrono::system_clock::now();
    CHECK(delete_old_recordings(*pattern, options, {}, now).bytes == bytes);
    add_reel(folder / "spare/arena-2.reel", 40);  // the name was taken
    options.age = std::chrono::hours(24 * 30);
    CHECK(delete_old_recordings(*pattern, options, {}, now).deleted.size() == 2);
    CHECK(folder.names() == std::vector<std::string>{"spare"});
}

TEST_CASE("what another recorder may be writing stays", "[recording]") {
    const Folder folder;
    const auto pattern = NamePattern::parse(folder / "{map}.reel");
    REQUIRE(pattern.ok());
    add_reel(folder / "whole.reel", 1);
    const std::string file = tickreel_test::read_file(folder / "whole.reel");
    REQUIRE(file.size() > 40);
    tickreel_test::write_file(folder / "growing.reel", file.substr(0, file.size() - 40));
    RetentionOptions options;
    options.total_bytes = 1;
    const auto now = std::chrono::system_clock::now();
    CHECK(paths_of(delete_old_recordings(*pattern, options, {}, now)) ==
          std::vector<std::string>{folder / "whole.reel"});
    CHECK(paths_of(delete_old_recordings(*pattern, options, {}, now + std::chrono::hours(1))) ==
          std::vector<std::string>{folder / "growing.reel"});
}

TEST_CASE("a clock that is wrong from the start makes nothing old", "[recording]") {
    using namespace std::chrono_literals;
    constexpr auto kDay = 24h;
    const Folder folder;
    const auto pattern = NamePattern::parse(folder / "{map}-{n}.reel");
    REQUIRE(pattern.ok());
    for (const int days : {40, 33, 31, 26, 19, 12, 5})
        add_reel(folder / ("a-" + std::to_string(days) + ".reel"), days);
    add_reel(folder / "future-1.reel", -900);
    const auto now = std::chrono::system_clock::now();
    RetentionOptions options;
    options.age = 30 * kDay;
    const auto deleted = [&](AgeClock::Wall wall, const Watched& watched, std::size_t spared) {
        const auto outcome = delete_old_recordings(*pattern, options, {}, wall, watched);
        CHECK(outcome.spared == spared);
        return outcome.deleted.size();
    };
    CHECK(deleted(AgeClock::Wall{1h}, {{}, 0h, 1h}, 0) == 0);  // 1970
    // Years ahead: the pause since the last one counts for a week.
    CHECK(deleted(now + 500 * kDay, {{}, 0h, 1h}, 4) == 3);
    // Unless it was there all the time.
    const auto newest = delete_old_recordings(*pattern, options, {}, now, Watched{}).newest;
    CHECK(deleted(now + 6 * kDay, {newest, 6 * kDay, 6 * kDay}, 0) == 1);
    // A recording by the wrong clock ends a pause of years.
    add_reel(folder / "b-1.reel", -500);
    CHECK(deleted(now + 501 * kDay, {{}, 0h, 1h}, 3) == 0);
    // The clock is right again: what has a time to come is no reason to keep or delete others.
    CHECK(deleted(now, {{}, 0h, 1h}, 0) == 0);
    CHECK(deleted(now + 12 * kDay, {newest, 12 * kDay, 12 * kDay}, 0) == 1);
    CHECK(std::filesystem::exists(folder / "b-1.reel"));
}

TEST_CASE("recordings of a clock that was wrong are dated anew when it is set", "[recording]") {
    using namespace std::chrono_literals;
    const Folder folder;
    const auto pattern = NamePattern::parse(folder / "{map}-{n}.reel");
    REQUIRE(pattern.ok());
    const auto now = std::chrono::system_clock::now();
    const AgeClock::Wall wrong = now - 24h * 60;  // all the time, until it was set
    AgeClock clock;
    CHECK(clock.step(wrong - 2h, 1h).by == 0h);
    CHECK(clock.step(wrong - 1h, 2h).by == 0h);
    for (const int days : {61, 60, 3})
        add_reel(folder / ("a-" + std::to_string(days) + ".reel"), days);
    const auto written = [&](const std::string& name) {
        return std::filesystem::last_write_time(folder / name);
    };
    const auto before = written("a-60.reel");
    const auto older = written("a-61.reel");
    const auto right = written("a-3.reel");
    const AgeClock::Step step = clock.step(now + 1min, 3h + 1min);
    CHECK(step.by == 60 * 24h);
    date_anew(*pattern, {}, {folder / "a-60.reel"}, now + 1min, step);
    CHECK(written("a-60.reel") == before);  // it is being written
    date_anew(*pattern, {}, {}, now + 1min, step);
    CHECK(written("a-60.reel") == before + step.by);
    CHECK(written("a-61.reel") == older);
    CHECK(written("a-3.reel") == right);
    CHECK(clock.step(now + 2min, 3h + 2min).by == 0h);
}

TEST_CASE("what this run recorded is the newest, by whatever clock", "[recording]") {
    using namespace std::chrono_literals;
    const Folder folder;
    const auto pattern = NamePattern::parse(folder / "{map}-{n}.reel");
    REQUIRE(pattern.ok());
    add_reel(folder / "new-1.reel", 400);
    const std::uint64_t size = add_reel(folder / "old-1.reel", 40);
    const auto now = std::chrono::system_clock::now() - 24h * 400 + 1min;
    RetentionOptions options;
    options.total_bytes = size;
    CHECK(paths_of(delete_old_recordings(*pattern, options, {}, now, Watched{{}, 0h, 1h})) ==
          std::vector<std::string>{folder / "old-1.reel"});
}

TEST_CASE("a clock that jumps by days makes nothing old for a day", "[recording]") {
    using namespace std::chrono_literals;
    const AgeClock::Wall noon{std::chrono::hours(500000)};
    AgeClock clock;
    CHECK(clock.trusted(noon, 1h));
    CHECK(clock.trusted(noon + 40h, 41h));  // nobody looked for so long
    CHECK(clock.trusted(noon + 42h, 42h));  // summer time, drift
    const auto wrong = 24h * 40;
    CHECK_FALSE(clock.trusted(noon + 42h + wrong, 43h));
    CHECK(clock.jumped() == wrong);
    CHECK_FALSE(clock.trusted(noon + 60h + wrong, 61h));
    CHECK(clock.trusted(noon + 61h, 62h));  // it was set right
    CHECK(clock.jumped() == 0h);
    CHECK_FALSE(clock.trusted(noon + 62h + wrong, 63h));
    CHECK_FALSE(clock.trusted(noon + 85h + wrong, 86h));
    CHECK(clock.trusted(noon + 86h + wrong, 87h));  // it is meant
    CHECK_FALSE(clock.trusted(noon + 87h, 88h));
}
