#include "tickreel/base/unfinished_file.h"

#include <filesystem>
#include <fstream>
#include <vector>

#include <unistd.h>

#include "tests/catch.h"
#include "tickreel/base/text.h"

using namespace tickreel;

namespace {

namespace fs = std::filesystem;

struct Folder {
    Folder() : path(fs::temp_directory_path() / ("unfinished-" + std::to_string(::getpid()))) {
        fs::remove_all(path);
        fs::create_directory(path);
    }
    ~Folder() { fs::remove_all(path); }
    std::string operator/(const char* name) const { return (path / name).string(); }
    std::size_t entries() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(path), fs::directory_iterator()));
    }
    fs::path path;
};

std::string text_of(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("a file appears when it is published, and only then") {
    const Folder folder;
    const std::string name = folder / "a.txt";
    {
        const auto file = UnfinishedFile::create(name);
        REQUIRE(file);
        CHECK((*file)->path() != name);
        CHECK(fs::path((*file)->path()).extension() == ".txt");
        std::ofstream((*file)->path()) << "half";
        CHECK_FALSE(fs::exists(name));
    }
    CHECK(folder.entries() == 0);
    REQUIRE(write_whole_file(name, std::string_view("one"), IfExists::Refuse));
    CHECK(text_of(name) == "one");
    const auto again = write_whole_file(name, std::string_view("two"), IfExists::Refuse);
    REQUIRE_FALSE(again);
    CHECK_THAT(again.error().message, tickreel_test::contains("exists already"));
    CHECK(text_of(name) == "one");
    REQUIRE(write_whole_file(name, std::string_view("two"), IfExists::Replace));
    CHECK(text_of(name) == "two");
    CHECK(folder.entries() == 1);
}

TEST_CASE("two writers of one name do not meet; folders are published whole") {
    const Folder folder;
    const auto first = UnfinishedFile::create(folder / "x");
    const auto second = UnfinishedFile::create(folder / "x");
    REQUIRE((first && second));
    CHECK((*first)->path() != (*second)->path());
    fs::create_directory((*first)->path());
    std::ofstream((*first)->path() + "/in") << "1";
    fs::create_directory(folder / "x");  // empty: may be replaced
    REQUIRE((*first)->publish(IfExists::Refuse));
    CHECK(text_of(folder / "x/in") == "1");
    fs::create_directory((*second)->path());
    CHECK_FALSE((*second)->publish(IfExists::Replace));
    CHECK_FALSE(UnfinishedFile::create(folder / "none/x"));
}

TEST_CASE("a program that ends without destructors leaves nothing unfinished") {
    const Folder folder;
    const auto published = UnfinishedFile::create(folder / "x");
    const auto file = UnfinishedFile::create(folder / "y");
    const auto nested = UnfinishedFile::create(folder / "z");
    static_cast<void>(UnfinishedFile::create(folder / "w"));  // which is gone by itself
    REQUIRE((published && file && nested));
    std::ofstream((*published)->path()) << "1";
    REQUIRE((*published)->publish(IfExists::Refuse));
    std::ofstream((*file)->path()) << "half";
    fs::create_directory((*nested)->path());
    std::ofstream((*nested)->path() + "/in") << "half";
    UnfinishedFile::remove_remaining();
    CHECK(folder.entries() == 1);
    CHECK(text_of(folder / "x") == "1");
}

TEST_CASE("words and numbers of messages") {
    CHECK(grouped(2496232) == "2 496 232");
    CHECK(grouped(-1234) == "-1 234");
    CHECK(grouped(std::size_t{7}) == "7");
    CHECK(plural(1, "gap") == "1 gap");
    CHECK(plural(0, "gap") == "0 gaps");
    const auto list = [](const std::vector<int>& items) {
        return first_of(items, 2, [](int item) { return item * 10; });
    };
    CHECK(list({}).empty());
    CHECK(list({1, 2}) == "10, 20");
    CHECK(list({1, 2, 3, 4}) == "10, 20 and 2 more");
    CHECK(ascii_lower("ÄB_c") == "Äb_c");
    CHECK(same_but_case("Kill", "kILL"));
    CHECK_FALSE(same_but_case("Kill", "Kills"));
}
