// A command that writes never replaces what it reads, whatever the file is called.
#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/sample_reel.h"

using namespace tickreel_test;

namespace {

void check_refused(const std::vector<std::string>& arguments, const std::string& input) {
    for (const bool force : {false, true}) {
        const std::string before = read_file(input);
        std::vector<std::string> all = arguments;
        if (force) all.emplace_back("--force");
        const Ran ran = run_tickreel(all);
        INFO(arguments[0] << (force ? " --force: " : ": ") << ran.err);
        CHECK(ran.code == 2);
        CHECK_THAT(ran.err, contains("which it reads"));
        CHECK_THAT(ran.err, contains("-new."));
        CHECK(read_file(input) == before);
    }
}

}  // namespace

TEST_CASE("no verb replaces its own input, by whatever name") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    const std::string other = folder / "b.reel";
    write_sample(reel);
    write_sample(other);
    std::filesystem::create_hard_link(reel, folder / "hard.reel");
    std::filesystem::create_symlink("a.reel", folder / "soft.reel");
    std::filesystem::create_directory(folder / "sub");
    for (const std::string& out :
         {folder / "hard.reel", folder / "soft.reel", folder / "sub/../a.reel"})
        check_refused({"cut", reel, "--ticks", "104..110", "-o", out}, reel);
    check_refused({"cut", reel, "--ticks", "104..110", "-o", reel}, reel);
    check_refused({"redact", reel, "-o", reel}, reel);
    check_refused({"recover", reel, "-o", folder / "soft.reel"}, reel);
    check_refused({"merge", other, reel, "-o", reel}, reel);
    check_refused({"merge", "--views", other, reel, "-o", folder / "hard.reel"}, reel);
    check_refused({"import", reel, "-o", reel}, reel);
    for (const char* name : {"a.csv", "a.ndjson", "a.mcap", "a.parquet", "a.duckdb"}) {
        std::filesystem::create_hard_link(reel, folder / name);
        check_refused({"export", reel, "-o", folder / name}, reel);
        std::filesystem::remove(folder / name);
    }
    std::filesystem::create_hard_link(reel, folder / "rows.parquet");
    check_refused({"sql", reel, "SELECT 1", "--format", "parquet", "-o", folder / "rows.parquet"},
                  reel);
    check_refused({"list", reel, "attachments", "--extract", "maps/dm1.map", "-o", reel}, reel);
    // The folder is the input, and with it all that is in it.
    check_refused({"export", folder / "", "-o", folder / "rows.parquet"}, reel);
}

TEST_CASE("the numbered outputs of a match file and of a capture spare what is read") {
    const Folder folder;
    for (const char* name : {"a.reel", "b.reel"}) write_sample(folder / name);
    REQUIRE(run_tickreel({"merge", "--views", folder / "a.reel", folder / "b.reel", "-o",
                          folder / "seen-2.reel"})
                .code == 0);
    check_refused({"cut", folder / "seen-2.reel", "--view", "1", "-o", folder / "seen-2.reel"},
                  folder / "seen-2.reel");
    check_refused({"cut", folder / "seen-2.reel", "--view", "all", "-o", folder / "seen.reel"},
                  folder / "seen-2.reel");
    CHECK_FALSE(std::filesystem::exists(folder / "seen-1.reel"));
}

TEST_CASE("optimize works in place, as its help says") {
    const Folder folder;
    write_sample(folder / "a.reel");
    write_sample(folder / "b.reel");
    CHECK(run_tickreel({"optimize", folder / "a.reel", "-o", folder / "a.reel"}).code == 1);
    CHECK(run_tickreel({"optimize", folder / "a.reel", "-o", folder / "a.reel", "--force"}).code ==
          0);
    CHECK(run_tickreel({"diff", folder / "a.reel", folder / "b.reel"}).code == 0);
}
