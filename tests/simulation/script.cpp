// What happens in a simulation, and when.

#include <filesystem>

#include <fmt/core.h>
#include <unistd.h>

#include "tests/simulation/simulation.h"
#include "tickreel/base/concat.h"

namespace tickreel::sim {

namespace {

constexpr Nanos kLongestStall = 3s;
constexpr Nanos kChunk = 2s;
constexpr Nanos kRetry = 2s;

Nanos millis(std::int64_t count) {
    return std::chrono::milliseconds(count);
}

}  // namespace

Simulation::Simulation(const Plan& plan, const std::string& folder, bool tell)
    : plan_(plan),
      tell_(tell),
      clock_(schedule_,
             plan.has(Fault::ClockDrift) ? Random(plan.seed, "drift").between(-50000, 50000) : 0),
      forwarding_(complaints_),
      network_(schedule_, plan.seed, forwarding_),
      disk_(folder, plan.seed) {
    strict_content_ = !plan.has(Fault::Corruption);
    forwarding_.ask([this](const Endpoint& upstream) {
        return server_ != nullptr && server_->serves(upstream);
    });
    network_.on_taken = [this](const Packet& packet) { truth_.taken(packet, clock_.utc()); };
    network_.on_passed = [this](const Packet& packet, std::uint64_t since) {
        truth_.passed(packet, schedule_.now(), since);
    };
    network_.on_ready = [this] {
        if (std::exchange(poll_due_, true)) return;
        schedule_.after(std::chrono::microseconds(50), [this] {
            poll_due_ = false;
            poll();
        });
    };
}

void Simulation::note(const std::string& what) {
    if (tell_)
        fmt::print("{:9.4f} s  {}\n", std::chrono::duration<double>(schedule_.now()).count(), what);
}

Simulation::~Simulation() {
    players_.clear();
    server_.reset();
}

Outcome Simulation::run() {
    plan_network();
    plan_server();
    start_recorder();
    for (int i = 0; i < plan_.clients; ++i) plan_player(i);
    plan_recorder();
    plan_disk();
    plan_clock();
    plan_junk();
    every(100ms, [this] { poll(); });
    while (schedule_.step(std::chrono::seconds(plan_.seconds)))
        if (disk_.dead()) bury();
    disk_.full = disk_.no_descriptors = false;
    disk_.errors = 0;
    network_.no_sockets = stalled_ = false;
    // A kill may strike while it stops: then the next one goes on.
    do {
        if (disk_.dead()) bury();
        start_recorder();
        stop_recorder();
    } while (disk_.dead());
    look_at_files();
    look_for_missing();
    outcome_.digest = network_.digest.value();
    outcome_.complaints = complaints_.all();
    return outcome_;
}

void Simulation::every(Nanos pause, const std::function<void()>& what) {
    schedule_.after(
        pause,
        [this, pause, what] {
            what();
            every(pause, what);
        });
}

void Simulation::plan_network() {
    Random random(plan_.seed, "conditions");
    Conditions& conditions = network_.conditions;
    conditions.latency = millis(random.between(1, 60));
    conditions.jitter = millis(random.between(0, 8));
    const auto some = [&](Fault fault, std::int64_t most) {
        const auto value = static_cast<unsigned>(random.between(1, most));
        return plan_.has(fault) ? value : 0;
    };
    conditions.loss = some(Fault::Loss, 80);
    conditions.duplicates = some(Fault::Duplicates, 80);
    conditions.corrupt = some(Fault::Corruption, 10);
    conditions.overtake = plan_.has(Fault::Reorder);
    if (conditions.overtake) conditions.jitter += millis(random.between(5, 60));
}

void Simulation::once(Fault fault, Random& random, std::function<void()> what) {
    const Nanos when = millis(random.between(1000, plan_.seconds * 1000 - 1));
    if (plan_.has(fault)) schedule_.at(when, std::move(what));
}

void Simulation::for_some_time(Fault fault, Random& random, std::function<void(bool)> what) {
    const Nanos length = millis(random.between(100, 4000));
    once(fault, random, [this, length, what = std::move(what)] {
        what(true);
        schedule_.after(length, [what] { what(false); });
    });
}

void Simulation::plan_server() {
    Random random(plan_.seed, "servers");
    const auto start = [this] {
        ++servers_;
        server_ = std::make_unique<GameServer>(schedule_, network_, truth_, plan_.seed, servers_);
    };
    start();
    every(20ms, [this] {
        if (server_) server_->tick();
    });
    const bool farewell = random.chance(500);
    const Nanos down = millis(random.between(10, 3000));
    once(Fault::ServerRestart, random, [this, start, farewell, down] {
        note("the server ends");
        if (farewell) server_->say_goodbye();
        server_.reset();
        schedule_.after(down, start);
    });
}

void Simulation::plan_player(int index) {
    Random random(plan_.seed, concat("visits ", index));
    players_.push_back(std::make_unique<Player>(schedule_, network_, plan_.seed, index));
    Player& player = *players_.back();
    schedule_.at(millis(random.between(0, plan_.seconds * 300)), [&player] { player.come(false); });
    const Nanos frame = millis(random.between(9, 20));
    every(
        frame,
        [this, &player, frame] {
            if (player.here())
                outcome_.client_seconds += std::chrono::duration<double>(frame).count();
            player.update();
            if (!player.over()) return;
            player.vanish();
            schedule_.after(
                1s,
                [&player] {
                    if (!player.here()) player.come(false);
                });
        });
    every(millis(random.between(700, 3000)), [&player] { player.talk(); });
    for (int i = 0; i < 2; ++i) {
        const bool silent = random.chance(700);
        const bool other_address = random.chance(500);
        const Nanos pause = millis(random.between(1, random.chance(300) ? 14000 : 1500));
        once(Fault::Crashes, random, [this, &player, silent, other_address, pause] {
            note(concat("player ", to_string(player.at()), silent ? " vanishes" : " leaves"));
            if (silent)
                player.vanish();
            else
                player.leave();
            schedule_.after(pause, [this, &player, other_address] {
                if (player.here()) return;
                player.come(other_address);
                note(concat("player ", to_string(player.at()), " comes again"));
            });
        });
    }
}

void Simulation::start_recorder() {
    if (recorder_) return;
    auto started = RecorderProcess::start(
        plan_,
        {schedule_, clock_, network_, disk_, [this](const std::string& what) { note(what); }},
        ++recorders_);
    note(concat("recorder ", recorders_, started ? " starts" : " does not start"));
    if (started) {
        recorder_ = *std::move(started);
        return;
    }
    // A service manager tries again.
    if (!disk_.full && disk_.errors == 0 && !disk_.no_descriptors && !disk_.dead())
        complaints_.add("the recorder does not start: " + started.error().message);
    schedule_.after(1s, [this] { start_recorder(); });
}

void Simulation::poll() {
    if (recorder_ && !disk_.dead()) recorder_->poll();
}

void Simulation::plan_recorder() {
    Random random(plan_.seed, "recorder");
    every(millis(random.between(5, 50)), [this] {
        if (recorder_ && !stalled_ && !disk_.dead()) recorder_->work();
    });
    for (int i = 0; i < 3; ++i)
        once(Fault::Stalls, random, [this, length = millis(random.between(100, 3000))] {
            stalled_ = true;
            note("the recorder's threads stall");
            schedule_.after(length, [this] { stalled_ = false; });
        });
    for (int i = 0; i < 6; ++i) {
        const char* const orders[] = {"mark", "split", "save"};
        once(Fault::Orders, random, [this, order = orders[random.below(3)]] {
            note(order);
            if (recorder_) recorder_->session().order(order, 0, "an order");
        });
    }
    for (int i = 0; i < 2; ++i) {
        once(
            Fault::Kill, random, [this, calls = random.below(60)] { kill(calls); });
        once(Fault::Stop, random, [this, down = millis(random.between(1, 2000))] {
            stop_recorder();
            schedule_.after(down, [this] { start_recorder(); });
        });
    }
    once(Fault::PowerCut, random, [this] {
        if (!recorder_ || disk_.dead()) return;
        kill(0);
        disk_.call();
        bury();
        disk_.cut_power();
        for (const char* name : {"/state", "/state.ring"})
            ::unlink((disk_.folder() + name).c_str());
        forwarding_.forget_clients();
        // What was not synced may be gone from the beginning.
        excuse(plan_.sync ? schedule_.now() - kChunk - kLongestStall - 200ms : 0s, schedule_.now());
    });
}

// Ends as it is asked to.
void Simulation::stop_recorder() {
    if (!recorder_ || disk_.dead()) return;
    note("the recorder is asked to stop");
    look_at_report(recorder_->session().stop());
    recorder_.reset();
    if (!plan_.state) forwarding_.forget_clients();
}

// SIGKILL after so many system calls.
void Simulation::kill(std::uint64_t calls) {
    if (!recorder_) return;
    disk_.kill_at(calls, [this] {
        note("the recorder is killed");
        was_killed_ = true;
        for (const char* name : {"/state", "/state.ring"})
            if (auto bytes = read_whole_file(disk_.folder() + name, 1U << 30))
                mapped_[name] = *std::move(bytes);
        // The datagrams that it was about to take in.
        excuse(schedule_.now(), schedule_.now());
    });
}

// The program is gone; what it had written, and its mapped memory, are as they were.
void Simulation::bury() {
    recorder_.reset();
    disk_.revive();
    for (const auto& [name, bytes] : std::exchange(mapped_, {})) {
        const bool was_full = std::exchange(disk_.full, false);
        const unsigned errors = std::exchange(disk_.errors, 0);
        const bool none = std::exchange(disk_.no_descriptors, false);
        auto file = create_file(disk_.folder() + name, IfExists::Replace);
        if (!file || !(*file)->write(bytes)) complaints_.add("the simulator cannot write");
        disk_.full = was_full;
        disk_.errors = errors;
        disk_.no_descriptors = none;
    }
    if (!plan_.state) {
        forwarding_.forget_clients();
        // The open chunk, which a client that sends no more leaves open as long again, and what is
        // taken in late.
        excuse(truth_.last_passed() - 2 * kChunk - (plan_.has(Fault::Stalls) ? kLongestStall : 0s) -
                   300ms,
               schedule_.now());
    }
    Random random(plan_.seed + recorders_, "restart");
    schedule_.after(millis(random.between(1, 3000)), [this] { start_recorder(); });
}

void Simulation::plan_disk() {
    Random random(plan_.seed, "disk faults");
    disk_.short_writes = plan_.has(Fault::ShortWrites);
    // A failure costs the open chunk; what is taken in late was sent before it.
    const Nanos before = kChunk + 500ms + (plan_.has(Fault::Stalls) ? kLongestStall : 0s);
    const auto broken = [this, before](bool begins, auto change) {
        change(begins);
        note(begins ? "the disk has a fault" : "the disk is well again");
        if (begins)
            excuse(schedule_.now() - before, Nanos::max());
        else
            excuses_.back().to = schedule_.now() + kRetry + 1s;
    };
    for_some_time(
        Fault::DiskFull, random,
        [this, broken](bool begins) {
            broken(
                begins, [this](bool on) { disk_.full = on; });
        });
    for_some_time(
        Fault::DiskErrors, random,
        [this, broken](bool begins) {
            broken(
                begins, [this](bool on) { disk_.errors = on ? 300 : 0; });
        });
    for_some_time(Fault::Descriptors, random, [this, broken](bool begins) {
        broken(begins, [this](bool on) { disk_.no_descriptors = network_.no_sockets = on; });
    });
    once(Fault::Removal, random, [this] {
        if (!recorder_ || recorder_->newest_file().empty()) return;
        ::unlink(recorder_->newest_file().c_str());
        excuse(0s, schedule_.now() + 1500ms + (plan_.has(Fault::Stalls) ? kLongestStall : 0s));
    });
}

void Simulation::plan_clock() {
    Random random(plan_.seed, "clock");
    for (int i = 0; i < 3; ++i)
        once(Fault::ClockSteps, random,
             [this, step = random.between(-100000, 100000)] { clock_.set_by(millis(step)); });
}

void Simulation::plan_junk() {
    if (!plan_.has(Fault::Junk)) return;
    auto random = std::make_shared<Random>(plan_.seed, "junk");
    every(millis(random->between(5, 200)), [this, random] {
        Bytes bytes(random->below(random->chance(900) ? 40 : 1400));
        for (Byte& byte : bytes) byte = static_cast<Byte>(random->next());
        if (!bytes.empty() && random->chance(500)) bytes[0] = random->chance(500) ? 0x10 : 0x00;
        const Player& player = *players_[random->below(players_.size())];
        const bool forged = random->chance(300);
        const Endpoint from =
            forged
                ? player.at()
                : v4_endpoint({10, 9, 0, 9}, static_cast<std::uint16_t>(random->between(1, 65535)));
        network_.send(from, random->chance(100) ? kServerAt : kProxyAt, bytes, false);
    });
}

}  // namespace tickreel::sim
