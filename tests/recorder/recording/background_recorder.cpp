#include "tests/recorder/recording/background_recorder.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <optional>
#include <stdexcept>
#include <thread>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "recorder/net/resolve.h"
#include "tests/recorder/commands/run_tickreel.h"

namespace tickreel_test {

namespace {

using namespace std::chrono_literals;
constexpr std::string_view kReady = "recording on ";

// Sets up the child process and executes the program.
[[noreturn]] void run(std::vector<std::string>& words, const std::string& log, long limit) {
    const int file = ::open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file < 0 || ::dup2(file, STDERR_FILENO) < 0) ::_exit(126);
    if (limit > 0) {
        const rlimit size{static_cast<rlim_t>(limit), static_cast<rlim_t>(limit)};
        ::setrlimit(RLIMIT_FSIZE, &size);
    }
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    ::execv(argv[0], argv.data());
    ::_exit(127);
}

std::optional<std::pair<tickreel::Endpoint, tickreel::Bytes>> next(
    const tickreel::UdpSocket& socket, std::chrono::milliseconds patience) {
    tickreel::ReceiveBatch batch(1);
    bool refused = false;
    const auto deadline = std::chrono::steady_clock::now() + patience;
    while (std::chrono::steady_clock::now() < deadline) {
        if (socket.receive(batch, refused) == 0) {
            std::this_thread::sleep_for(50us);
            continue;
        }
        // The recorder asks whether anybody listens (server_probe.h).
        if (batch.entries()[0].bytes.empty()) continue;
        const auto& entry = batch.entries()[0];
        return std::pair{entry.from, tickreel::Bytes(entry.bytes.begin(), entry.bytes.end())};
    }
    return std::nullopt;
}

bool same(const tickreel::Bytes& a, tickreel::ByteView b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

}  // namespace

BackgroundRecorder::BackgroundRecorder(const tickreel::UdpSocket& server,
                                       std::vector<std::string> arguments, const std::string& log,
                                       long file_size_limit, const std::string& program)
    : log_path_(log) {
    std::vector<std::string> words{
        program.empty() ? std::string(TICKREEL_BIN_DIR) + "/tickreel" : program, "record",
        "--server", to_string(server.local())};
    if (std::find(arguments.begin(), arguments.end(), "--listen") == arguments.end())
        words.insert(words.end(), {"--listen", "127.0.0.1:0"});
    words.insert(words.end(), arguments.begin(), arguments.end());
    process_ = ::fork();
    if (process_ == 0) run(words, log, file_size_limit);
    for (int i = 0; i < 12000; ++i) {
        const std::string said = this->log();
        const std::size_t at = said.find(kReady);
        const std::size_t end = said.find(" -> ", at);
        if (at != std::string::npos && end != std::string::npos) {
            const std::size_t from = at + kReady.size();
            address_ = *tickreel::resolve(said.substr(from, end - from));
            return;
        }
        std::this_thread::sleep_for(10ms);
    }
    throw std::runtime_error("the recorder did not get ready: " + this->log());
}

BackgroundRecorder::~BackgroundRecorder() {
    if (process_ > 0) stop(SIGKILL);
}

void BackgroundRecorder::send(int signal) const {
    ::kill(process_, signal);
}

int BackgroundRecorder::stop(int signal) {
    ::kill(process_, signal);
    return wait();
}

int BackgroundRecorder::wait() {
    int status = 0;
    ::waitpid(process_, &status, 0);
    process_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void BackgroundRecorder::wait_for_log(const std::string& text) const {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (log().find(text) == std::string::npos) {
        if (std::chrono::steady_clock::now() > deadline)
            throw std::runtime_error("the recorder did not say '" + text + "': " + log());
        ::usleep(10000);
    }
}

std::string BackgroundRecorder::log() const {
    return read_file(log_path_);
}

std::optional<tickreel::Endpoint> Relay::arrives(const tickreel::UdpSocket& socket,
                                                 tickreel::ByteView bytes,
                                                 std::chrono::milliseconds patience) {
    const auto arrived = next(socket, std::min(patience, patience_));
    // What is lost in a way that should lose nothing costs the time for it once.
    if (!arrived && patience > kSoon) patience_ = 1s;
    if (!arrived || !same(arrived->second, bytes)) return std::nullopt;
    return arrived->first;
}

bool Relay::to_server(tickreel::ByteView bytes, std::chrono::milliseconds patience) {
    if (client_.send(bytes) != tickreel::Sent::Yes) return false;
    const auto from = arrives(server_, bytes, patience);
    if (from) upstream_ = *from;
    return from.has_value();
}

bool Relay::to_client(tickreel::ByteView bytes, std::chrono::milliseconds patience) {
    return server_.send_to(bytes, upstream_) == tickreel::Sent::Yes &&
           arrives(client_, bytes, patience).has_value();
}

}  // namespace tickreel_test
