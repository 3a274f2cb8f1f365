// simulate: matches with everything that can go wrong, by seed. See README.md.

#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <map>

#include <fmt/core.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "demos/match/net/match_server.h"
#include "tests/simulation/simulation.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/parse_number.h"

namespace {

using namespace tickreel;
using namespace tickreel::sim;

constexpr unsigned kSecondsPerSeed = 120;

struct Wishes {
    std::uint64_t first = 1;
    std::uint64_t last = 1;
    std::optional<Kind> kind{};
    std::optional<int> clients{};
    std::optional<int> seconds{};
    std::bitset<kFaults> without{};
    std::bitset<kFaults> with{};
    std::size_t jobs = 1;
    bool verbose = false;
    bool shrink = true;
    bool twice = false;
    bool until_failure = false;
    bool tell = false;
};

Plan plan_for(std::uint64_t seed, const Wishes& wishes) {
    Plan plan = plan_of(seed);
    plan.kind = wishes.kind.value_or(plan.kind);
    plan.clients = wishes.clients.value_or(plan.clients);
    plan.seconds = wishes.seconds.value_or(plan.seconds);
    plan.faults = (plan.faults | wishes.with) & ~wishes.without;
    return plan;
}

std::string command_for(const Plan& plan) {
    const Plan whole = plan_of(plan.seed);
    std::string text = concat("simulate --seed ", plan.seed);
    if (plan.kind != whole.kind) text += concat(" --kind ", name_of(plan.kind));
    if (plan.clients != whole.clients) text += concat(" --clients ", plan.clients);
    if (plan.seconds != whole.seconds) text += concat(" --seconds ", plan.seconds);
    for (std::size_t i = 0; i < kFaults; ++i) {
        if (whole.faults[i] && !plan.faults[i]) text += concat(" --without ", kFaultNames[i]);
        if (!whole.faults[i] && plan.faults[i]) text += concat(" --with ", kFaultNames[i]);
    }
    return text;
}

// A simulation in a process of its own, so that a crash or a hang is one seed's.
struct Run {
    Plan plan{};
    pid_t process = 0;
    int output = -1;
    std::string folder{};
    Outcome outcome{};
};

void write_outcome(int fd, const Outcome& outcome) {
    std::string text =
        concat(outcome.digest, " ", outcome.snapshots, " ", outcome.found, " ", outcome.files, " ",
               static_cast<std::uint64_t>(outcome.client_seconds * 1000), "\n");
    for (const std::string& complaint : outcome.complaints) text += complaint + "\n";
    static_cast<void>(!::write(fd, text.data(), text.size()));
}

Outcome read_outcome(const std::string& text) {
    Outcome outcome;
    unsigned long long numbers[5]{};
    if (std::sscanf(text.c_str(), "%llu %llu %llu %llu %llu", &numbers[0], &numbers[1], &numbers[2],
                    &numbers[3], &numbers[4]) != 5)
        return outcome;
    outcome.digest = numbers[0];
    outcome.snapshots = numbers[1];
    outcome.found = numbers[2];
    outcome.files = numbers[3];
    outcome.client_seconds = static_cast<double>(numbers[4]) / 1000;
    std::size_t at = text.find('\n') + 1;
    for (std::size_t end; (end = text.find('\n', at)) != std::string::npos; at = end + 1)
        outcome.complaints.push_back(text.substr(at, end - at));
    return outcome;
}

Run begin(const Plan& plan, bool tell = false) {
    static unsigned runs = 0;
    Run run;
    run.plan = plan;
    // Of one length: paths are in the ring.
    run.folder = fmt::format("/dev/shm/tickreel-sim-{:08}-{:06}", ::getpid(), ++runs);
    std::filesystem::remove_all(run.folder);
    std::filesystem::create_directories(run.folder);
    int ends[2]{};
    if (::pipe(ends) != 0) std::abort();
    std::fflush(nullptr);
    run.process = ::fork();
    if (run.process == 0) {
        ::close(ends[0]);
        ::alarm(kSecondsPerSeed);
        Outcome outcome;
        {
            Simulation simulation(plan, run.folder, tell);
            outcome = simulation.run();
        }
        std::fflush(nullptr);
        write_outcome(ends[1], outcome);
        std::fflush(nullptr);
        ::_exit(0);
    }
    ::close(ends[1]);
    run.output = ends[0];
    return run;
}

void end(Run& run) {
    std::string text;
    std::array<char, 4096> part{};
    for (ssize_t got; (got = ::read(run.output, part.data(), part.size())) > 0;)
        text.append(part.data(), static_cast<std::size_t>(got));
    ::close(run.output);
    int status = 0;
    ::waitpid(run.process, &status, 0);
    run.outcome = read_outcome(text);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        run.outcome.complaints.push_back(concat("did not end within ", kSecondsPerSeed, " s"));
    else if (status != 0)
        run.outcome.complaints.push_back(
            concat("died: ", WIFSIGNALED(status) ? ::strsignal(WTERMSIG(status)) : "see above"));
    std::filesystem::remove_all(run.folder);
}

Outcome run_alone(const Plan& plan) {
    Run run = begin(plan);
    end(run);
    return run.outcome;
}

// What kind of complaint it is, without numbers.
std::string kind_of(const Outcome& outcome) {
    const std::string& first = outcome.complaints.front();
    const std::size_t reel = first.find(".reel: ");
    std::string kind = reel == std::string::npos ? first : first.substr(reel + 7);
    std::erase_if(kind, [](char c) { return c >= '0' && c <= '9'; });
    return kind.substr(0, 24);
}

// Fewer faults, players and seconds, while the complaint is the same.
Plan shrunk(Plan plan, const Outcome& outcome) {
    const std::string kind = kind_of(outcome);
    const auto take = [&](const Plan& smaller) {
        const Outcome again = run_alone(smaller);
        const bool same = !again.complaints.empty() && kind_of(again) == kind;
        if (same) plan = smaller;
        return same;
    };
    for (std::size_t i = 0; i < kFaults; ++i) {
        Plan smaller = plan;
        smaller.faults[i] = false;
        if (plan.faults[i]) take(smaller);
    }
    for (bool again = true; again && plan.clients > 1;) {
        Plan smaller = plan;
        --smaller.clients;
        again = take(smaller);
    }
    for (bool again = true; again && plan.seconds > 3;) {
        Plan smaller = plan;
        smaller.seconds = std::max(3, plan.seconds * 2 / 3);
        again = take(smaller);
    }
    return plan;
}

struct Totals {
    std::uint64_t runs = 0;
    std::uint64_t failed = 0;
    double client_seconds = 0;
    std::uint64_t snapshots = 0;
    std::uint64_t found = 0;
    Digest digest{};
};

void look_at(Run& run, const Wishes& wishes, Totals& totals) {
    const Outcome& outcome = run.outcome;
    ++totals.runs;
    totals.client_seconds += outcome.client_seconds;
    totals.snapshots += outcome.snapshots;
    totals.found += outcome.found;
    totals.digest.add(outcome.digest);
    if (wishes.verbose || wishes.first == wishes.last)
        fmt::print("seed {}: digest {:016x}, {} of {} snapshots in {} files; {}\n", run.plan.seed,
                   outcome.digest, outcome.found, outcome.snapshots, outcome.files,
                   describe(run.plan));
    if (wishes.twice) {
        const Outcome again = run_alone(run.plan);
        if (again.digest != outcome.digest)
            run.outcome.complaints.push_back(fmt::format(
                "not reproducible: digests {:016x} and {:016x}", outcome.digest, again.digest));
    }
    if (outcome.complaints.empty()) return;
    ++totals.failed;
    fmt::print("seed {} FAILED: {}\n", run.plan.seed, describe(run.plan));
    for (const std::string& complaint : outcome.complaints) fmt::print("    {}\n", complaint);
    const Plan small = wishes.shrink ? shrunk(run.plan, outcome) : run.plan;
    fmt::print("    {}\n", command_for(small));
    std::fflush(stdout);
}

int misused(std::string_view what) {
    fmt::print(stderr,
               "{}\nusage: simulate [--seed N | --seeds A..B] [--without FAULT] [--with FAULT] "
               "[--kind 0.6|0.7|firefall] [--clients N] "
               "[--seconds N] [--jobs N] [--verbose] [--tell] [--twice] [--until-failure] "
               "[--no-shrink]\nfaults:",
               what);
    for (const std::string_view name : kFaultNames) fmt::print(stderr, " {}", name);
    fmt::print(stderr, "\n");
    return 2;
}

}  // namespace

int main(int count, char** arguments) {
    Wishes wishes;
    for (int i = 1; i < count; ++i) {
        const std::string_view option = arguments[i];
        if (option == "--verbose")
            wishes.verbose = true;
        else if (option == "--tell")
            wishes.tell = true;
        else if (option == "--until-failure")
            wishes.until_failure = true;
        else if (option == "--twice")
            wishes.twice = true;
        else if (option == "--no-shrink")
            wishes.shrink = false;
        else if (i + 1 == count)
            return misused("an option or its value is wrong");
        else {
            const std::string_view value = arguments[++i];
            const auto number = parse_number<std::uint64_t>(value);
            const std::size_t dots = value.find("..");
            if (option == "--seed" && number) {
                wishes.first = wishes.last = *number;
            } else if (option == "--seeds" && dots != std::string_view::npos) {
                wishes.first = parse_number<std::uint64_t>(value.substr(0, dots)).value_or(1);
                wishes.last = parse_number<std::uint64_t>(value.substr(dots + 2)).value_or(0);
            } else if (const auto kind = kind_named(value); kind && option == "--kind") {
                wishes.kind = kind;
            } else if (option == "--clients" && number && *number > 0 && *number <= 32) {
                wishes.clients = static_cast<int>(*number);
            } else if (option == "--seconds" && number && *number > 1) {
                wishes.seconds = static_cast<int>(*number);
            } else if (option == "--jobs" && number && *number > 0) {
                wishes.jobs = static_cast<std::size_t>(*number);
            } else if (const auto fault = fault_named(value); fault && option == "--without") {
                wishes.without.set(static_cast<std::size_t>(*fault));
            } else if (fault && option == "--with") {
                wishes.with.set(static_cast<std::size_t>(*fault));
            } else {
                return misused("an option or its value is wrong");
            }
        }
    }
    match::arena_map();  // once, not in every process
    Totals totals;
    std::deque<Run> running;
    for (std::uint64_t seed = wishes.first; seed <= wishes.last || !running.empty();) {
        while (seed <= wishes.last && running.size() < wishes.jobs)
            running.push_back(begin(plan_for(seed++, wishes), wishes.tell));
        end(running.front());
        look_at(running.front(), wishes, totals);
        running.pop_front();
        if (wishes.until_failure && totals.failed > 0) wishes.last = 0;
    }
    rusage used{};
    ::getrusage(RUSAGE_CHILDREN, &used);
    const double seconds = static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                           static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
    fmt::print(
        "{} seeds, {} failed; digest {:016x}; {} of {} snapshots recorded; {:.1f} processor "
        "seconds, {:.0f} "
        "hours of an 8-player match per processor hour\n",
        totals.runs, totals.failed, totals.digest.value(), totals.found, totals.snapshots, seconds,
        totals.client_seconds / 8 / seconds);
    return totals.failed == 0 ? 0 : 1;
}
