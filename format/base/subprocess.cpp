// Runs one of Tickreel's programs: the export dialog starts them.
#include "tickreel/base/subprocess.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;  // NOLINT(readability-redundant-declaration): posix_spawn wants it

namespace tickreel {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t kKeptOutput = 4000;  // bytes
constexpr int kLowestPriority = 19;
constexpr std::string_view kFirstToGo = "1000";  // as high as it gets
constexpr auto kLookEvery = std::chrono::milliseconds(30);
// From SIGTERM on, for a program that removes what it has begun; then SIGKILL. What waits for a
// disk that hangs does not end by that either.
constexpr auto kToEnd = std::chrono::seconds(10);
constexpr auto kToDie = std::chrono::seconds(1);

std::string program_path(const std::string& name) {
    std::error_code error;
    const fs::path self = fs::read_symlink("/proc/self/exe", error);
    if (!error) {
        const fs::path beside = self.parent_path() / name;
        if (fs::exists(beside, error)) return beside.string();
    }
    return name;
}

// Starts the program with stdout and stderr in `pipe`; returns its process id, or -1.
pid_t start(const std::string& program, const std::vector<std::string>& words, int pipe) {
    std::vector<std::string> all = {program};
    all.insert(all.end(), words.begin(), words.end());
    std::vector<char*> argv;
    argv.reserve(all.size() + 1);
    for (std::string& word : all) argv.push_back(word.data());
    argv.push_back(nullptr);
    posix_spawn_file_actions_t files{};
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, pipe, 1);
    posix_spawn_file_actions_adddup2(&files, pipe, 2);
    pid_t child = -1;
    const int error = posix_spawnp(&child, program.c_str(), &files, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    return error == 0 ? child : -1;
}

// Where memory runs out the system ends it, and not the program that started it. The program may do
// that to its own; where the system does not have it, the two are equals.
void go_first(pid_t child) {
    const std::string path = "/proc/" + std::to_string(child) + "/oom_score_adj";
    const int file = open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (file < 0) return;
    (void)!write(file, kFirstToGo.data(), kFirstToGo.size());
    close(file);
}

// Ends a program that is no longer wanted, in so many steps as it takes.
class Ending {
public:
    explicit Ending(pid_t child) : child_(child) {}
    // Call it again and again. False: the program does not even end by SIGKILL.
    bool go_on() {
        const auto now = Clock::now();
        if (now < next_) return true;
        if (last_ == SIGKILL) return false;
        const bool begins = last_ == 0;
        last_ = begins ? SIGTERM : SIGKILL;
        next_ = now + (begins ? Clock::duration(kToEnd) : Clock::duration(kToDie));
        kill(child_, last_);
        return true;
    }

private:
    using Clock = std::chrono::steady_clock;
    pid_t child_;
    int last_ = 0;
    Clock::time_point next_{};
};

struct Heard {
    std::string text{};
    bool whole = true;  // false: the program hangs and was given up
};

// Reads until the program closes its outputs.
Heard listen(int pipe, pid_t child, const WorkControl& control,
             const std::function<void(std::string_view)>& on_output) {
    Heard heard;
    std::array<char, 1024> part{};
    Ending ending(child);
    for (;;) {
        if (control.stopped() && !ending.go_on()) {
            heard.whole = false;
            return heard;
        }
        const ssize_t count = read(pipe, part.data(), part.size());
        if (count < 0 && (errno == EAGAIN || errno == EINTR)) {
            std::this_thread::sleep_for(kLookEvery);
            continue;
        }
        if (count <= 0) return heard;
        heard.text.append(part.data(), static_cast<std::size_t>(count));
        if (on_output) on_output({part.data(), static_cast<std::size_t>(count)});
        if (heard.text.size() > kKeptOutput) heard.text.erase(0, heard.text.size() - kKeptOutput);
    }
}

}  // namespace

ProgramResult run_subprocess(const std::string& program, const std::vector<std::string>& words,
                             const WorkControl& control,
                             const std::function<void(std::string_view)>& on_output,
                             Priority priority, const std::function<void(int)>& on_start) {
    std::array<int, 2> pipe{};
    if (pipe2(pipe.data(), O_CLOEXEC) != 0) return {-1, "cannot make a pipe"};
    fcntl(pipe[0], F_SETFL, O_NONBLOCK);
    const std::string path = program_path(program);
    const pid_t child = start(path, words, pipe[1]);
    close(pipe[1]);
    if (child < 0) {
        close(pipe[0]);
        return {-1, "cannot start " + path};
    }
    if (priority == Priority::Lowest) {
        ::setpriority(PRIO_PROCESS, static_cast<id_t>(child), kLowestPriority);
        go_first(child);
    }
    if (on_start) on_start(child);
    ProgramResult result;
    Heard heard = listen(pipe[0], child, control, on_output);
    result.output = std::move(heard.text);
    close(pipe[0]);
    int status = 0;
    pid_t ended = 0;
    while ((ended = waitpid(child, &status, heard.whole ? 0 : WNOHANG)) < 0 && errno == EINTR) {
    }
    if (ended == child && WIFSIGNALED(status) && result.output.empty() && !control.stopped())
        result.output =
            "it was killed by signal " + std::to_string(WTERMSIG(status)) +
            (WTERMSIG(status) == SIGKILL ? "; where memory is short the system does that" : "");
    result.code = ended == child && WIFEXITED(status) ? WEXITSTATUS(status) : 128;
    return result;
}

}  // namespace tickreel
