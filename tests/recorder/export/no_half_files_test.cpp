// An export that is interrupted or hits a full disk leaves no output, and an existing file stays
// unchanged.

#include <csignal>
#include <filesystem>

#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"

using namespace tickreel_test;

namespace {

const std::string kArena =
    (std::filesystem::path(TICKREEL_SOURCE_DIR) / "demos" / "arena_8_players.reel").string();

// The outputs of `export`; those that need DuckDB only if it is available.
std::vector<std::string> outputs() {
    std::vector<std::string> names{"x.csv", "x.ndjson", "x.mcap", "x.demo"};
    if (run_tickreel({"sql", kArena, "SELECT 1"}).code == 0)
        names.insert(names.end(), {"x.parquet", "x.duckdb", "x/"});
    return names;
}

std::string export_to(const std::string& path) {
    return "export '" + kArena + "' -q -o '" + path + "'";
}

}  // namespace

TEST_CASE("an export that finds the disk full leaves no half file") {
    for (const std::string& name : outputs()) {
        INFO(name);
        const Folder folder;
        // No file may exceed 16 kB.
        const Ran ran = run_shell("ulimit -f 16; tickreel " + export_to(folder / name));
        CHECK(ran.code == 1);
        CHECK_THAT(ran.err, contains("tickreel export: " + folder / "x"));
        CHECK(folder.names().empty());
    }
}

TEST_CASE("an export that is interrupted leaves no half file") {
    for (const std::string& name : outputs()) {
        INFO(name);
        const Folder folder;
        const Ran ran = run_interrupted(SIGINT, export_to(folder / name));
        CHECK(ran.code == 1);
        CHECK_THAT(ran.err, contains("interrupted; no output written"));
        CHECK(ran.err.find("Error") == std::string::npos);  // DuckDB's word
        CHECK(folder.names().empty());
    }
}

TEST_CASE("no other verb leaves a half file: disk full, Ctrl-C, TERM") {
    const std::string arena = "'" + kArena + "' ";
    const Folder inputs;
    CHECK(run_tickreel({"export", kArena, "-o", inputs / "in.demo"}).code == 0);
    std::vector<std::string> verbs{"cut " + arena + "--ticks ..",
                                   "merge " + arena + arena,
                                   "optimize " + arena + "--group 2",
                                   "recover " + arena,
                                   "redact " + arena,
                                   "import " + (inputs / "in.demo")};
    if (run_tickreel({"sql", kArena, "SELECT 1"}).code == 0) {
        verbs.push_back("sql " + arena + "'SELECT * FROM character' --format parquet");
        verbs.push_back("sql " + arena + R"("COPY (SELECT 'to' AS x, * FROM character) TO ')");
    }
    for (const std::string& verb : verbs) {
        INFO(verb);
        const Folder folder;
        const std::string name = verb.starts_with("sql") ? "x.parquet" : "x.reel";
        const bool copies = verb.ends_with("'");
        const std::string call =
            verb + (copies ? folder / name + "'\"" : " -o '" + (folder / name) + "'");
        const Ran full = run_shell("ulimit -f 16; tickreel " + call);
        CHECK(full.code == 1);
        CHECK_THAT(full.err, contains(folder / name));
        CHECK(folder.names().empty());
        for (const int signal : {SIGINT, SIGTERM}) {
            const Ran ran = run_interrupted(signal, call);
            CHECK(ran.code == 1);
            CHECK_THAT(ran.err, contains("interrupted; no output written"));
            CHECK(folder.names().empty());
        }
        if (!copies) continue;
        write_file(folder / name, "before");  // DuckDB writes beside it
        CHECK(run_shell("ulimit -f 16; tickreel " + call).code == 1);
        CHECK(folder.names() == std::vector<std::string>{name});
        CHECK(read_file(folder / name) == "before");
    }
}

TEST_CASE("what was interrupted on its way to standard output is said to be incomplete") {
    const std::string arena = "'" + kArena + "' ";
    for (const std::string& verb : {"cut " + arena + "--ticks ..", "merge " + arena + arena,
                                    "optimize " + arena, "recover " + arena, "redact " + arena}) {
        const Ran ran = run_interrupted(SIGTERM, verb + " -o -");
        INFO(verb << ": " << ran.err);
        CHECK(ran.code == 1);
        CHECK_THAT(ran.err, contains("interrupted; the output is incomplete"));
    }
}

TEST_CASE("of several files that are printed, nothing is kept by an interruption") {
    const Folder folder;
    for (const char* name : {"a.reel", "b.reel"}) std::filesystem::copy_file(kArena, folder / name);
    for (const std::string verb : {"info ", "verify "}) {
        const Ran ran = run_interrupted(SIGTERM, verb + folder / "");
        CHECK(ran.code == 1);
        CHECK_THAT(ran.err, contains("interrupted; the output is incomplete"));
    }
    const Ran made =
        run_interrupted(SIGTERM, "export " + folder / "" + " --each csv -o " + folder / "out/");
    CHECK(made.code == 1);
    CHECK_THAT(made.err, contains("interrupted; completed files were kept"));
}

TEST_CASE("a dataset has nothing of a recording whose --append was interrupted") {
    const Folder folder;
    if (run_tickreel({"sql", kArena, "SELECT 1"}).code != 0) return;
    for (const int signal : {SIGINT, SIGTERM}) {
        const Ran ran =
            run_interrupted(signal, "export '" + kArena + "' --append '" + folder / "set" + "'");
        CHECK(ran.code == 1);
        CHECK_THAT(ran.err, contains("interrupted; no output written"));
        CHECK(ran.err.find("Error") == std::string::npos);  // DuckDB's word
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder / "set"))
            CHECK(entry.is_directory());
    }
}
