#include "recorder/commands/mounted_disk.h"

#include <filesystem>

#include <sys/stat.h>
#include <unistd.h>

#include "tests/catch.h"

using namespace tickreel;
namespace fs = std::filesystem;

// /dev/shm is a disk of its own on /dev.
TEST_CASE("a link in the place of a folder is no disk that is away", "[record]") {
    struct stat shm {};
    struct stat dev {};
    if (::stat("/dev/shm", &shm) != 0 || ::stat("/dev", &dev) != 0 || shm.st_dev == dev.st_dev ||
        ::access("/dev/shm", W_OK) != 0) {
        WARN("skipped: /dev/shm is no disk of its own that can be written to");
        return;
    }
    const fs::path around = "/dev/shm/tickreel-test-" + std::to_string(::getpid());
    fs::create_directories(around / "r");
    const MountedDisk disk((around / "r").string());
    CHECK(disk.check().ok());
    fs::remove(around / "r");
    CHECK(disk.check().ok());
    fs::create_directory_symlink("/dev", around / "r");
    CHECK(disk.check().ok());
    fs::remove_all(around);
}
