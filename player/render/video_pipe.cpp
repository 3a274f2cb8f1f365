#include "player/render/video_pipe.h"

#include <array>
#include <csignal>
#include <filesystem>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tickreel/base/ascii.h"
#include "tickreel/base/errno_text.h"
#include "tickreel/base/unfinished_file.h"

// NOLINTNEXTLINE(readability-redundant-declaration): POSIX wants it declared by the program
extern char** environ;

namespace tickreel {

namespace {

std::string extension_of(const std::string& path) {
    return ascii_lower(std::filesystem::path(path).extension().string());
}

std::vector<std::string> encoder_arguments(const std::string& extension) {
    if (extension == ".gif") {
        return {"-vf",
                "split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=bayer"};
    }
    const bool webm = extension == ".webm";
    std::vector<std::string> words =
        webm ? std::vector<std::string>{"-c:v", "libvpx-vp9", "-crf", "30", "-b:v", "0"}
             : std::vector<std::string>{"-c:v", "libx264", "-preset", "veryfast", "-crf", "18"};
    // ffmpeg alone converts as for BT.601 and does not say so in the file; players take what is not
    // said, and is as large as this, for BT.709, and show other colours than the pictures have.
    const std::string convert = "scale=out_color_matrix=bt709:out_range=tv";
    words.insert(words.end(), {"-pix_fmt", "yuv420p", "-vf",
                               webm ? convert : "pad=ceil(iw/2)*2:ceil(ih/2)*2," + convert,
                               "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc",
                               "bt709", "-color_range", "tv"});
    return words;
}

std::vector<std::string> command_line(const std::string& path, const std::string& extension,
                                      int width, int height, double fps) {
    std::vector<std::string> words{"ffmpeg",    "-hide_banner",
                                   "-loglevel", "error",
                                   "-f",        "rawvideo",
                                   "-pix_fmt",  "rgba",
                                   "-s",        fmt::format("{}x{}", width, height),
                                   "-r",        fmt::format("{:g}", fps),
                                   "-i",        "-",
                                   "-an"};
    const std::vector<std::string> encoder = encoder_arguments(extension);
    words.insert(words.end(), encoder.begin(), encoder.end());
    // Nothing that depends on machine or time: the same pictures give the same video.
    words.insert(words.end(),
                 {"-map_metadata", "-1", "-fflags", "+bitexact", "-flags:v", "+bitexact"});
    // -xerror: without it, ffmpeg 5 ends well on a full disk, with half a file.
    words.insert(words.end(), {"-xerror", "-y", "file:" + path});
    return words;
}

struct Pipe {
    int read = -1;
    int write = -1;

    bool open() {
        std::array<int, 2> ends{};
        if (pipe(ends.data()) != 0) return false;
        read = ends[0];
        write = ends[1];
        fcntl(read, F_SETFD, FD_CLOEXEC);
        fcntl(write, F_SETFD, FD_CLOEXEC);
        return true;
    }
    static void close_end(int& end) {
        if (end >= 0) {
            ::close(end);
            end = -1;
        }
    }
    ~Pipe() {
        close_end(read);
        close_end(write);
    }
    Pipe() = default;
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
};

// Writing to a pipe without a reader must be an error of write(), not end the program.
class IgnoreBrokenPipe {
public:
    IgnoreBrokenPipe() {
        struct sigaction ignore {};
        ignore.sa_handler = SIG_IGN;
        sigaction(SIGPIPE, &ignore, &before_);
    }
    ~IgnoreBrokenPipe() { sigaction(SIGPIPE, &before_, nullptr); }
    IgnoreBrokenPipe(const IgnoreBrokenPipe&) = delete;
    IgnoreBrokenPipe& operator=(const IgnoreBrokenPipe&) = delete;

private:
    struct sigaction before_ {};
};

int spawn(const std::vector<std::string>& words, const Pipe& in, const Pipe& errors, pid_t& child) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in.read, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, errors.write, STDERR_FILENO);
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    // Ctrl-C is ours: we end it with TERM, which we may have blocked.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t blocked;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGINT);
    posix_spawnattr_setsigmask(&attributes, &blocked);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    const int failed =
        posix_spawnp(&child, "ffmpeg", &actions, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return failed;
}

}  // namespace

struct VideoPipe::Impl {
    std::string path;
    std::unique_ptr<UnfinishedFile> file;
    Pipe in;
    Pipe errors;
    pid_t child = -1;
    std::string said;      // the beginning of ffmpeg's output
    std::thread listener;  // so that ffmpeg never blocks on its output
    IgnoreBrokenPipe ignore;

    void listen() {
        std::array<char, 1024> buffer{};
        constexpr std::size_t kEnough = 2000;
        ssize_t n = 0;
        while ((n = ::read(errors.read, buffer.data(), buffer.size())) > 0)
            if (said.size() < kEnough) said.append(buffer.data(), static_cast<std::size_t>(n));
    }

    // Waits for ffmpeg to end; returns its exit status.
    int join() {
        Pipe::close_end(in.write);
        if (listener.joinable()) listener.join();
        int status = -1;
        if (child > 0) {
            waitpid(child, &status, 0);
            child = -1;
        }
        return status;
    }

    Error failure() {
        join();
        while (!said.empty() && said.back() == '\n') said.pop_back();
        return fail("ffmpeg could not make ", path, ": ", said.empty() ? "it stopped" : said);
    }
};

VideoPipe::VideoPipe() : impl_(std::make_unique<Impl>()) {}

bool VideoPipe::has_even_sizes(const std::string& path) {
    const std::string extension = extension_of(path);
    return extension == ".mp4" || extension == ".mkv";
}

VideoPipe::~VideoPipe() {
    if (impl_->child > 0) kill(impl_->child, SIGTERM);
    impl_->join();
}

Result<std::unique_ptr<VideoPipe>> VideoPipe::open(const std::string& path, int width, int height,
                                                   double fps) {
    std::unique_ptr<VideoPipe> video(new VideoPipe);
    Impl& impl = *video->impl_;
    const std::string extension = extension_of(path);
    impl.path = path;
    auto file = UnfinishedFile::create(path);
    if (!file) return fail(path, ": ", file.error().message);
    impl.file = *std::move(file);
    if (!impl.in.open() || !impl.errors.open()) return fail("cannot make a pipe: ", errno_text());
    const int failed = spawn(command_line(impl.file->path(), extension, width, height, fps),
                             impl.in, impl.errors, impl.child);
    if (failed != 0) {
        impl.child = -1;
        return fail("ffmpeg cannot be started (", errno_text(failed),
                    "): install ffmpeg, or write a series of pictures with -o frame%05d.png");
    }
    Pipe::close_end(impl.in.read);
    Pipe::close_end(impl.errors.write);
    impl.listener = std::thread([&impl] { impl.listen(); });
    return video;
}

Result<void> VideoPipe::add(const Image& picture) {
    const auto* bytes = reinterpret_cast<const char*>(picture.pixels.data());
    std::size_t left = picture.pixels.size() * sizeof(Color);
    while (left > 0) {
        const ssize_t n = ::write(impl_->in.write, bytes, left);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return impl_->failure();
        bytes += n;
        left -= static_cast<std::size_t>(n);
    }
    return {};
}

Result<void> VideoPipe::finish() {
    const int status = impl_->join();
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return impl_->failure();
    // Permission to replace it was checked before.
    return impl_->file->publish(IfExists::Replace);
}

}  // namespace tickreel
