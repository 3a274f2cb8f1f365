#include "tests/recorder/commands/run_tickreel.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tickreel_test {

namespace {

std::string programs() {
    const char* folder = std::getenv("TICKREEL_PROGRAMS");
    return folder == nullptr ? TICKREEL_BIN_DIR : folder;
}

const std::string kProgram = programs() + "/tickreel";

void redirect(const std::string& path, int flags, int descriptor) {
    const int file = ::open(path.c_str(), flags, 0600);
    if (file < 0 || ::dup2(file, descriptor) < 0) ::_exit(126);
    ::close(file);
}

// A signal that is blocked waits, also while another program takes the process over.
void raise_blocked(int signal) {
    sigset_t blocked;
    ::sigemptyset(&blocked);
    ::sigaddset(&blocked, signal);
    ::sigprocmask(SIG_BLOCK, &blocked, nullptr);
    ::kill(::getpid(), signal);  // for the process: raise() would be for its first thread only
}

Ran run(std::vector<std::string> words, const std::string& input, int signal = 0) {
    const Folder folder;
    write_file(folder / "in", input);
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    const pid_t child = ::fork();
    if (child == 0) {
        redirect(folder / "in", O_RDONLY, STDIN_FILENO);
        redirect(folder / "out", O_WRONLY | O_CREAT, STDOUT_FILENO);
        redirect(folder / "err", O_WRONLY | O_CREAT, STDERR_FILENO);
        if (signal != 0) raise_blocked(signal);
        ::execv(argv[0], argv.data());
        ::_exit(127);
    }
    int status = 0;
    if (child < 0 || ::waitpid(child, &status, 0) != child)
        throw std::runtime_error("cannot run " + words[0]);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
            read_file(folder / "out"), read_file(folder / "err")};
}

}  // namespace

Ran run_tickreel(const std::vector<std::string>& arguments, const std::string& input) {
    std::vector<std::string> words{kProgram};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return run(words, input);
}

Ran run_tickreel_for(const std::string& seconds, const std::vector<std::string>& arguments) {
    std::vector<std::string> words{"/usr/bin/timeout", "-s", "INT", seconds, kProgram};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return run(words, "");
}

Ran run_shell(const std::string& command) {
    return run({"/bin/bash", "-c", "tickreel() { '" + kProgram + "' \"$@\"; }; " + command}, "");
}

Ran run_interrupted(int signal, const std::string& arguments) {
    return run({"/bin/bash", "-c", "exec '" + kProgram + "' " + arguments}, "", signal);
}

Folder::Folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "tickreel-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr)
        throw std::runtime_error("cannot make a temporary folder");
    path_ = pattern;
}

Folder::~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::vector<std::string> Folder::names() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path_))
        names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

void write_file(const std::string& path, const std::string& bytes) {
    std::ofstream file(path, std::ios::binary);
    file << bytes;
}

std::string read_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace tickreel_test
