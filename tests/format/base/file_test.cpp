#include "tickreel/base/file.h"

#include <filesystem>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/catch.h"
#include "tickreel/base/expand_paths.h"

using namespace tickreel;
using tickreel_test::contains;

namespace {

// A temporary folder for one test.
class TempFolder {
public:
    TempFolder()
        : path_(std::filesystem::temp_directory_path() /
                ("tickreel_file_test_" + std::to_string(::getpid()))) {
        std::filesystem::create_directories(path_);
    }
    ~TempFolder() { std::filesystem::remove_all(path_); }
    std::string file(const std::string& name) const { return (path_ / name).string(); }
    std::string path() const { return path_.string(); }

private:
    std::filesystem::path path_;
};

}  // namespace

TEST_CASE("a file holds what was written to it") {
    const TempFolder folder;
    const std::string path = folder.file("a.bin");
    {
        auto sink = create_file(path, IfExists::Refuse);
        REQUIRE(sink);
        REQUIRE((*sink)->write(Bytes{1, 2, 3}));
        REQUIRE((*sink)->sync());
        REQUIRE((*sink)->write(Bytes{4}));
        REQUIRE((*sink)->close());
        REQUIRE((*sink)->close());
    }
    CHECK(*read_whole_file(path) == Bytes{1, 2, 3, 4});
    const auto source = open_file(path);
    REQUIRE(source);
    CHECK(*(*source)->size() == 4);
    CHECK(*(*source)->read(1, 2) == Bytes{2, 3});
    CHECK_THAT((*source)->read(3, 2).error().message, contains("offset 3"));
    CHECK_FALSE((*source)->read(UINT64_MAX, 2));
    CHECK_THAT(read_whole_file(path, 3).error().message, contains("larger than"));
}

TEST_CASE("files that cannot be opened or created say why") {
    const TempFolder folder;
    CHECK_THAT(open_file(folder.file("none")).error().message,
               contains("No such file or directory; check the name and its folder"));
    CHECK_THAT(open_file(folder.path()).error().message,
               contains("is a directory, not a file; name a file in it"));
    // Not "empty": nobody knows what is in them.
    CHECK_THAT(open_file("/dev/urandom").error().message, contains("device, not a file"));
    REQUIRE(::mkfifo(folder.file("pipe").c_str(), 0600) == 0);
    CHECK_THAT(open_file(folder.file("pipe")).error().message, contains("pipe, not a file"));
    const int both_ends = ::open(folder.file("pipe").c_str(), O_RDWR | O_CLOEXEC);
    CHECK_THAT(open_file(folder.file("pipe")).error().message, contains("pipe, not a file"));
    ::close(both_ends);
    const std::string path = folder.file("b.bin");
    REQUIRE(create_file(path, IfExists::Refuse));
    CHECK_THAT(create_file(path, IfExists::Refuse).error().message, contains("--force"));
    CHECK(create_file(path, IfExists::Replace));
    CHECK_THAT(create_file(folder.file("no/such/folder"), IfExists::Refuse).error().message,
               contains("cannot create"));
}

TEST_CASE("a file that is replaced is another one: nothing is written through its name") {
    const TempFolder folder;
    const auto fill = [&](const char* name, Byte byte) {
        const auto sink = create_file(folder.file(name), IfExists::Replace);
        REQUIRE(sink);
        REQUIRE((*sink)->write(Bytes{byte}));
    };
    fill("mine", 1);
    std::filesystem::create_symlink(folder.file("mine"), folder.file("link"));
    std::filesystem::create_hard_link(folder.file("mine"), folder.file("second"));
    const auto reader = open_file(folder.file("second"));
    REQUIRE(reader);
    fill("second", 2);
    CHECK(*read_whole_file(folder.file("second")) == Bytes{2});
    CHECK_THAT(create_file(folder.file("link"), IfExists::Replace).error().message,
               contains("is a link"));
    CHECK(*read_whole_file(folder.file("link")) == Bytes{1});
    CHECK(*(*reader)->read(0, 1) == Bytes{1});
    CHECK_FALSE(create_file(folder.path(), IfExists::Replace));
}

TEST_CASE("a full disk is an error, and stays one") {
    if (!std::filesystem::exists("/dev/full")) {
        WARN("skipped: no /dev/full here");
        return;
    }
    auto sink = create_file("/dev/full", IfExists::Replace);
    REQUIRE(sink);
    CHECK_THAT((*sink)->write(Bytes(100)).error().message,
               contains("No space left on device; free space there or choose another disk"));
    CHECK_FALSE((*sink)->write(Bytes(1)));
    CHECK_FALSE((*sink)->close());
}

TEST_CASE("a folder stands for the files in it, and one that cannot be read for itself") {
    const TempFolder folder;
    namespace fs = std::filesystem;
    for (const char* below : {"season/w1", "season/w2", "season/.hidden", "other"})
        fs::create_directories(folder.file(below));
    for (const char* file :
         {"season/w1/a.reel", "season/w2/b.reel", "season/w2/C.REEL", "season/.hidden/c.reel",
          "season/d.reel", "season/w1/x.txt", "other/e.reel"})
        REQUIRE(create_file(folder.file(file), IfExists::Refuse));
    fs::create_directory_symlink(folder.file("other"), folder.file("season/link"));
    fs::create_directory_symlink(folder.file("season"), folder.file("season/w1/back"));
    const auto found = [&](const std::string& path) {
        std::string names;
        for (const std::string& file : expand_paths({folder.file(path)}))
            names += file.substr(folder.path().size() + 1) + ' ';
        return names;
    };
    CHECK(found("season") == "season/d.reel season/w1/a.reel season/w2/C.REEL season/w2/b.reel ");
    CHECK(found("season/**/*.reel") == "season/d.reel season/w1/a.reel season/w2/b.reel ");
    CHECK(found("season/w?/*.reel") == "season/w1/a.reel season/w2/b.reel ");
    // As in a shell.
    CHECK(found("season/*/*.reel") == "season/link/e.reel season/w1/a.reel season/w2/b.reel ");
    CHECK(found("season/*/*/d.reel") == "season/w1/back/d.reel ");
    CHECK(found("season/.*/*.reel") == "season/.hidden/c.reel ");
    CHECK(found("*/*.reel") == "other/e.reel season/d.reel ");
    CHECK(found("season/w3*") == "season/w3* ");
    CHECK(is_folder_without(folder.file("season/w3"), {".reel"}) == false);
    CHECK(is_folder_without(folder.file("other"), {".mp4"}));
    // Nobody but root may read everything.
    if (::geteuid() != 0)
        fs::permissions(folder.file("season/w2"), fs::perms::none);
    else {
        fs::permissions(folder.path(), fs::perms(0755));
        fs::permissions(folder.file("season/w2"), fs::perms(0700));
        REQUIRE(::seteuid(65534) == 0);
    }
    const std::string all = found("season");
    const std::string deep = found("season/**/*.reel");
    const std::string shallow = found("season/w1/*.reel");
    const std::string itself = found("season/w2");
    const bool empty = is_folder_without(folder.file("season/w2"));
    REQUIRE((::geteuid() != 65534 || ::seteuid(0) == 0 || ::getuid() != 0));
    fs::permissions(folder.file("season/w2"), fs::perms(0700));
    CHECK(all == "season/d.reel season/w1/a.reel season/w2 ");
    CHECK(deep == all);
    CHECK(shallow == "season/w1/a.reel ");
    CHECK(itself == "season/w2 ");
    CHECK_FALSE(empty);
}
