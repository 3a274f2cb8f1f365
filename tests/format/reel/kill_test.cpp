// A writer that is killed (SIGKILL) at a random moment: at most the open chunk is lost, no frame is
// wrong; and a reader that follows the file never sees an error. TICKREEL_FULL=1: 200 trials.
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <thread>

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/catch.h"
#include "tests/format/generate.h"
#include "tests/format/reel/small_match.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

constexpr double kChunkSeconds = 0.4;
constexpr std::size_t kChunkFrames = 20;  // at 50 ticks per second without missing ticks

// The number of frames passed to the writer, in memory that survives the kill.
class SharedCount {
public:
    SharedCount()
        : memory_(mmap(nullptr, sizeof(std::atomic<std::uint32_t>), PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_ANONYMOUS, -1, 0)) {
        REQUIRE(memory_ != MAP_FAILED);
        count_ = new (memory_) std::atomic<std::uint32_t>(0);
    }
    SharedCount(const SharedCount&) = delete;
    SharedCount& operator=(const SharedCount&) = delete;
    ~SharedCount() { munmap(memory_, sizeof(std::atomic<std::uint32_t>)); }
    std::atomic<std::uint32_t>& operator*() const { return *count_; }

private:
    void* memory_;
    std::atomic<std::uint32_t>* count_ = nullptr;
};

[[noreturn]] void write_until_killed(const std::string& path, const std::vector<Frame>& frames,
                                     std::atomic<std::uint32_t>& count) {
    auto sink = create_file(path, IfExists::Replace);
    if (!sink) _exit(1);
    ReelOptions options;
    options.chunk_seconds = kChunkSeconds;
    options.group_seconds = 4 * kChunkSeconds;
    ReelWriter writer(std::move(*sink), {"toy", 50.0, {}, {}}, options);
    writer.begin_segment({"map", "", ""});
    for (const Frame& frame : frames) {
        writer.add_frame(frame);
        ++count;
        std::this_thread::sleep_for(std::chrono::microseconds(20));
    }
    _exit(0);  // like a kill at the very end: nothing is finished
}

// Follows the file for some milliseconds; returns the frames seen so far. Fails on any error.
void follow(const std::string& path, std::chrono::milliseconds time) {
    const auto end = std::chrono::steady_clock::now() + time;
    std::unique_ptr<ReelReader> reader;
    while (std::chrono::steady_clock::now() < end) {
        std::error_code none;
        if (!reader && std::filesystem::file_size(path, none) >= 64 && !none) {
            auto opened = ReelReader::open(*open_file(path));
            REQUIRE(opened.ok());
            reader = std::move(*opened);
        }
        if (reader) {
            REQUIRE(reader->refresh().ok());
            REQUIRE(reader->damage().empty());
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

}  // namespace

TEST_CASE("a killed writer loses the open chunk at most, and was followed without an error") {
    const int trials = std::getenv("TICKREEL_FULL") != nullptr ? 200 : 12;
    const std::string path = (std::filesystem::temp_directory_path() /
                              ("tickreel_kill_test_" + std::to_string(::getpid()) + ".reel"))
                                 .string();
    Generator pick(31);
    const std::vector<Frame> frames = pick.frames(4000, 1000, 0);
    int total = 0;
    for (int trial = 0; trial < trials; ++trial) {
        INFO("trial " << trial);
        std::filesystem::remove(path);
        const SharedCount count;
        const pid_t child = fork();
        REQUIRE(child >= 0);
        if (child == 0) write_until_killed(path, frames, *count);
        follow(path, std::chrono::milliseconds(5 + pick.below(120)));
        kill(child, SIGKILL);
        waitpid(child, nullptr, 0);
        const auto given = static_cast<int>((*count).load());
        if (given == 0 || std::filesystem::file_size(path) < 64) continue;
        const auto reader = ReelReader::open(*open_file(path));
        REQUIRE(reader.ok());
        const int right = count_right_frames(**reader, frames);
        REQUIRE(right >= given - static_cast<int>(kChunkFrames) - 1);
        REQUIRE(right <= given + 1);
        total += right;
    }
    std::filesystem::remove(path);
    CHECK(total > 0);
}
