#include "recorder/commands/batch.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <thread>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "recorder/commands/output/out.h"
#include "recorder/commands/output/terminal.h"
#include "recorder/commands/output/text_format.h"
#include "tickreel/base/expand_paths.h"
#include "tickreel/base/interrupted.h"
#include "tickreel/base/stop_signals.h"

namespace tickreel {

namespace {

namespace fs = std::filesystem;

// Between two looks at the processes: more and more while nothing happens.
constexpr std::chrono::milliseconds kFirstPause{1};
constexpr std::chrono::milliseconds kPause{20};

// A file on its way through a process of its own.
struct Job {
    pid_t process = -1;
    std::FILE* out = nullptr;
    std::FILE* err = nullptr;
    int code = kExitFailed;
    bool ended = false;
};

std::string read_back(std::FILE* file) {
    std::string text;
    if (file == nullptr) return text;
    std::rewind(file);
    std::array<char, 4096> part{};
    for (std::size_t got = 0; (got = std::fread(part.data(), 1, part.size(), file)) != 0;)
        text.append(part.data(), got);
    std::fclose(file);
    return text;
}

bool begin(Job& job, const std::function<int()>& work) {
    job.out = std::tmpfile();
    job.err = std::tmpfile();
    if (job.out == nullptr || job.err == nullptr) return false;
    std::fflush(nullptr);
    const pid_t parent = ::getpid();
    job.process = ::fork();
    if (job.process != 0) return job.process > 0;
    // Whatever ends the command ends its work, and lets go of what that holds.
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (::getppid() != parent) ::_exit(kExitFailed);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);  // the parent waits for signals, the child ends
    ::dup2(::fileno(job.out), STDOUT_FILENO);
    ::dup2(::fileno(job.err), STDERR_FILENO);
    const int code = work();
    std::fflush(nullptr);
    ::_exit(code);
}

bool is_of_command(std::string_view line) {
    const bool in_journal = line.size() > 3 && line[0] == '<' && line[2] == '>';
    return line.substr(in_journal ? 3 : 0).starts_with("tickreel ");
}

// Of files that are done well; with -v all of them.
constexpr std::size_t kWarningsShown = 10;

// Without the lines of CommandLine that were said before: those about no file, as one that `query`
// says about its expression, come from the job of each.
std::string only_new(std::string_view text, std::set<std::string>& said) {
    std::string fresh;
    while (!text.empty()) {
        const std::string_view one = text.substr(0, std::min(text.find('\n'), text.size() - 1) + 1);
        if (!is_of_command(one) || said.emplace(one).second) fresh += one;
        text.remove_prefix(one.size());
    }
    return fresh;
}

// What CommandLine::warn() printed. What else a job says there, like "12 hits", is for who asks for
// one file.
void add_warnings(std::string_view text, std::vector<std::string>& warnings) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view one = text.substr(0, end);
        if (is_of_command(one)) warnings.emplace_back(one);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

// Every line names the file: some, like "Exported 5 messages.", are written for who asks for one.
std::string with_name(std::string_view text, const std::string& file) {
    const std::string name = printable(file);
    std::string named;
    while (!text.empty()) {
        const std::string_view one = text.substr(0, std::min(text.find('\n'), text.size() - 1) + 1);
        if (!is_of_command(one) && one.find(name) == std::string_view::npos) named += name + ": ";
        named += one;
        text.remove_prefix(one.size());
    }
    return named;
}

class Batch {
public:
    Batch(const std::vector<std::string>& files, const BatchOptions& options, bool progress)
        : files_(files), options_(options), jobs_(files.size()), bar_(progress, options.title) {}

    // False: stopped by a signal.
    bool run(const std::function<int(const std::string&)>& work);
    int report(const CommandLine& line);

private:
    bool start_some(const std::function<int(const std::string&)>& work);
    void reap();
    void print_ended();
    void stop_all();

    const std::vector<std::string>& files_;
    const BatchOptions& options_;
    std::vector<Job> jobs_;
    ProgressBar bar_;
    std::size_t started_ = 0;
    std::size_t running_ = 0;
    std::size_t printed_ = 0;
    Out out_;
    bool printed_any_ = false;                       // text
    std::map<std::size_t, std::string> complaints_;  // by file
};

bool Batch::start_some(const std::function<int(const std::string&)>& work) {
    while (running_ < options_.parallel && started_ < files_.size()) {
        const std::size_t index = started_++;
        if (begin(jobs_[index], [&] { return work(files_[index]); }))
            ++running_;
        else
            jobs_[index].ended = true;
    }
    return running_ != 0 || started_ < files_.size();
}

void Batch::reap() {
    for (Job& job : jobs_) {
        if (job.process <= 0 || job.ended) continue;
        int status = 0;
        if (::waitpid(job.process, &status, WNOHANG) != job.process) continue;
        job.ended = true;
        job.code = WIFEXITED(status) ? WEXITSTATUS(status) : kExitFailed;
        --running_;
    }
}

void Batch::print_ended() {
    for (; printed_ < jobs_.size() && jobs_[printed_].ended; ++printed_) {
        Job& job = jobs_[printed_];
        const std::string text = read_back(job.out);
        const std::string complaint = read_back(job.err);
        job.out = job.err = nullptr;
        if (!text.empty()) {
            bar_.clear();
            if (printed_any_) out_.write(options_.between);
            printed_any_ = true;
        }
        out_.write(text);
        out_.flush();
        if (!complaint.empty()) complaints_[printed_] = complaint;
    }
    bar_.show(static_cast<double>(printed_) / static_cast<double>(files_.size()));
}

void Batch::stop_all() {
    for (const Job& job : jobs_)
        if (job.process > 0 && !job.ended) ::kill(job.process, SIGTERM);
    while (running_ != 0) {
        reap();
        std::this_thread::sleep_for(kPause);
    }
}

bool Batch::run(const std::function<int(const std::string&)>& work) {
    const StopSignals stop;
    auto pause = kFirstPause;
    while (start_some(work)) {
        const std::size_t before = running_;
        reap();
        pause = running_ == before ? std::min(pause + kFirstPause, kPause) : kFirstPause;
        print_ended();
        if (stop.arrived()) {
            stop_all();
            bar_.clear();
            return false;
        }
        if (running_ == before) std::this_thread::sleep_for(pause);
    }
    print_ended();
    bar_.clear();
    return true;
}

int Batch::report(const CommandLine& line) {
    std::size_t failed = 0;
    std::size_t lossy = 0;
    for (const Job& job : jobs_) {
        failed += job.code != kExitDone && job.code != kExitDataLost ? 1 : 0;
        lossy += job.code == kExitDataLost ? 1 : 0;
    }
    if (!line.common().quiet && (failed + lossy != 0 || line.progress_wanted()))
        fmt::print(stderr, "{} of {} files done, {} failed, {} with losses.\n",
                   files_.size() - failed, files_.size(), failed, lossy);
    std::vector<std::string> warnings;
    std::set<std::string> said;
    for (const auto& [index, all] : complaints_) {
        const std::string text = only_new(all, said);
        if (jobs_[index].code != kExitDone || line.common().verbose > 0)
            fmt::print(stderr, "{}", with_name(text, files_[index]));
        else
            add_warnings(text, warnings);
    }
    for (std::size_t i = 0; i < std::min(warnings.size(), kWarningsShown); ++i)
        fmt::print(stderr, "{}\n", warnings[i]);
    if (warnings.size() > kWarningsShown)
        fmt::print(stderr, "{} more like these; -v shows them all.\n",
                   warnings.size() - kWarningsShown);
    for (std::size_t i = 0; i < jobs_.size(); ++i)
        if (jobs_[i].code != kExitDone && !complaints_.contains(i))
            line.failed(files_[i], "ended without a word");
    if (const auto written = out_.finish(); !written)
        return line.failed("", written.error().message);
    if (failed == files_.size() && options_.done_before == 0) return kExitFailed;
    return failed + lossy == 0 ? kExitDone : kExitDataLost;
}

fs::path without_extension(const fs::path& path) {
    return path.parent_path() / path.stem();
}

// Which of the paths have one name.
std::map<fs::path, std::vector<std::size_t>> same_names(const std::vector<fs::path>& paths,
                                                        fs::path (*name)(const fs::path&)) {
    std::map<fs::path, std::vector<std::size_t>> same;
    for (std::size_t i = 0; i < paths.size(); ++i) same[name(paths[i])].push_back(i);
    return same;
}

// Names these inputs by where they lie below the innermost folder that all of them are in.
void name_folders(const std::vector<std::string>& inputs, const std::vector<std::size_t>& these,
                  std::vector<fs::path>& names) {
    std::optional<fs::path> common;
    for (const std::size_t one : these) {
        std::error_code ignored;  // of a folder that is gone nothing can be read
        names[one] = fs::absolute(inputs[one], ignored).lexically_normal();
        const fs::path folder = names[one].parent_path();
        if (!common) common = folder;
        const auto end =
            std::mismatch(common->begin(), common->end(), folder.begin(), folder.end()).first;
        fs::path shared;
        for (auto part = common->begin(); part != end; ++part) shared /= *part;
        common = shared;
    }
    for (const std::size_t one : these) names[one] = names[one].lexically_relative(*common);
}

}  // namespace

bool names_folder(const std::string& output) {
    std::error_code ignored;
    return output.ends_with('/') || fs::is_directory(output, ignored);
}

OutputFolder::OutputFolder(const std::string& folder, const std::vector<std::string>& given,
                           const std::string& extension, const std::vector<std::string>& inputs) {
    std::vector<fs::path> below;  // with their own extensions
    for (const std::string& input : inputs) below.emplace_back(path_below(given, input));
    for (const auto& [name, same] : same_names(below, &without_extension)) {
        std::set<fs::path> whole;
        for (const std::size_t one : same) whole.insert(below[one]);
        if (whole.size() != same.size()) name_folders(inputs, same, below);
    }
    std::vector<fs::path> names;
    for (const fs::path& one : below) names.push_back(without_extension(one));
    for (const auto& [name, same] : same_names(below, &without_extension))
        if (same.size() > 1)
            for (const std::size_t one : same) names[one] = below[one];
    for (std::size_t i = 0; i < inputs.size(); ++i)
        paths_[inputs[i]] = (fs::path(folder) / names[i]).string() + extension;
}

std::string OutputFolder::path_for(const std::string& input) const {
    return paths_.at(input);
}

std::string OutputFolder::make_path_for(const std::string& input) const {
    std::string path = path_for(input);
    std::error_code ignored;  // what goes wrong shows when the file is made
    fs::create_directories(fs::path(path).parent_path(), ignored);
    return path;
}

std::optional<std::string> OutputFolder::clash() const {
    std::set<std::string> taken;
    for (const auto& [input, path] : paths_)
        if (auto known = taken.insert(path); !known.second) return *known.first;
    return std::nullopt;
}

void add_parallel_option(CommandLine& line, unsigned& parallel) {
    line.app()
        .add_option("-j,--jobs", parallel, "number of parallel jobs")
        ->check(CLI::Range(1U, 256U))
        ->option_text("N");
}

void add_skip_option(CommandLine& line, bool& skip) {
    line.app()
        .add_flag("--skip-existing", skip, "leave out inputs whose output exists already")
        ->excludes("--force");
}

std::vector<std::string> skip_finished(const CommandLine& line, std::vector<std::string> files,
                                       const std::function<bool(const std::string&)>& is_finished) {
    const std::size_t all = files.size();
    std::erase_if(files, is_finished);
    if (files.size() != all && !line.common().quiet)
        fmt::print(stderr, "{} of {} outputs exist already and were skipped.\n", all - files.size(),
                   all);
    return files;
}

int run_batch(const CommandLine& line, const std::vector<std::string>& files,
              const BatchOptions& options, const std::function<int(const std::string&)>& work) {
    if (files.empty()) return kExitDone;
    if (!options.header.empty()) {
        Out out;
        out.write(options.header);
        if (const auto written = out.finish(); !written)
            return line.failed("", written.error().message);
    }
    if (files.size() == 1) {
        const int code = work(files.front());
        return code == kExitFailed && options.done_before != 0 ? kExitDataLost : code;
    }
    Batch batch(files, options, line.progress_wanted());
    if (!batch.run(work))
        return line.failed("", options.makes_files ? "interrupted; completed files were kept"
                                                   : kInterruptedOutput);
    return batch.report(line);
}

}  // namespace tickreel
