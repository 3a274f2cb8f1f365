#pragma once
// Runs the real program and collects its output; and a folder that is deleted with the test.

#include <filesystem>
#include <string>
#include <vector>

namespace tickreel_test {

struct Ran {
    int code = -1;  // exit code; 128 + n if ended by signal n
    std::string out{};
    std::string err{};
};

// `input` is standard input. The programs are those of this build, or in the folder that
// TICKREEL_PROGRAMS names.
Ran run_tickreel(const std::vector<std::string>& arguments, const std::string& input = "");
// The same, interrupted after some seconds ("0.3").
Ran run_tickreel_for(const std::string& seconds, const std::vector<std::string>& arguments);
// The same through a shell: "tickreel" in the command is replaced by the program's path.
Ran run_shell(const std::string& command);
// The same with arguments as a shell reads them, and a signal that waits from the start on.
Ran run_interrupted(int signal, const std::string& arguments);

class Folder {
public:
    Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder();
    std::string operator/(const std::string& name) const { return (path_ / name).string(); }
    std::vector<std::string> names() const;  // of the files in it, sorted

private:
    std::filesystem::path path_;
};

void write_file(const std::string& path, const std::string& bytes);
std::string read_file(const std::string& path);

}  // namespace tickreel_test
