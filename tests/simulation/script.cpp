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
      firefall_(truth_, plan.detect_game),
      network_(schedule_, plan.seed, forwarding_),
      disk_(folder, plan.seed) {
    strict_content_ = !plan.has(Fault::Corruption);
    aheads_.insert(clock_.ahead());
    forwarding_.ask([this](const Endpoint& upstream, int steps) {
        // Nothing proves that who opens a session of Firefall is there: the proxy takes in who has
        // shown it twice. A recorder that ends before that leaves the next one nothing of it; the
        // session goes on, for it goes by its number and not by an address.
        constexpr int kStepsEnough = 2;
        if (plan_.kind == Kind::Firefall && steps < kStepsEnough) return false;
        return server_ != nullptr && server_->serves(upstream);
    });
    // The recorder's times are in microseconds.
    const auto now = [this] {
        return std::chrono::floor<std::chrono::microseconds>(clock_.now().time_since_epoch());
    };
    network_.on_taken = [this, now](const Packet& packet) {
        truth_.taken(packet, {now(), recorders_});
    };
    network_.on_passed = [this](const Packet& packet, std::uint64_t since) {
        truth_.passed(packet, schedule_.now(), since);
    };
    if (plan.kind == Kind::Firefall)
        network_.on_sent = [this, now](const Packet& packet, Direction direction,
                                       const Endpoint& way) {
            firefall_.passed(recorders_, way, {direction, now(), *packet.bytes}, schedule_.now());
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
    plan_memory();
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
        server_ =
            plan_.kind == Kind::Firefall
                ? start_firefall(schedule_, network_, firefall_, servers_)
                : start_teeworlds(schedule_, network_, truth_, plan_.kind, plan_.seed, servers_);
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
    Random changes(plan_.seed, "map changes");
    for (int i = 0; i < 2; ++i)
        once(Fault::MapChange, changes, [this] {
            note("the map changes");
            if (server_) server_->change_map();
        });
}

void Simulation::plan_player(int index) {
    Random random(plan_.seed, concat("visits ", index));
    players_.push_back(
        std::make_unique<Player>(schedule_, network_, plan_.kind, plan_.seed, index));
    Player& player = *players_.back();
    schedule_.at(millis(random.between(0, plan_.seconds * 300)),
                 [&player] { player.come(Player::From::SamePort); });
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
                    if (!player.here()) player.come(Player::From::SamePort);
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
                player.come(other_address ? Player::From::OtherPort : Player::From::SamePort);
                note(concat("player ", to_string(player.at()), " comes again"));
            });
        });
    }
    // Early, so that it is noticed that nobody comes from the old address any more.
    Random moves(plan_.seed, concat("moves ", index));
    const Nanos when = millis(moves.between(1000, 4000));
    const Nanos pause = millis(moves.between(1, 3000));
    if (plan_.has(Fault::Moves))
        schedule_.at(when, [this, &player, pause] {
            note(concat("player ", to_string(player.at()), " moves"));
            player.vanish();
            schedule_.after(pause, [&player] {
                if (!player.here()) player.come(Player::From::OtherAddress);
            });
        });
}

void Simulation::start_recorder() {
    if (recorder_) return;
    clock_.anchor();
    auto started = RecorderProcess::start(
        plan_,
        {schedule_, clock_, network_, disk_, [this](const std::string& what) { note(what); }},
        ++recorders_);
    note(concat("recorder ", recorders_, started ? " starts" : " does not start"));
    if (started) {
        recorder_ = *std::move(started);
        recorder_began_ = schedule_.now();
        // Whoever had left stays away.
        for (const Endpoint& way : network_.connected())
            if (!plan_.has(Fault::NoMemory) && recorders_ > 1 && ways_.count(way) == 0)
                complaints_.add(concat("the recorder goes on as ", to_string(way),
                                       " for a client that had left the one before"));
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
    if (plan_.has(Fault::Interleaving)) {
        order_ = std::make_unique<Random>(plan_.seed, "order");
        disk_.on_wait = [this] { wait_for_the_disk(); };
    }
    every(millis(random.between(5, 50)), [this] {
        if (!recorder_ || stalled_ || disk_.dead() || working_ >= 3) return;
        ++working_;
        recorder_->work(order_.get(), schedule_.now());
        --working_;
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
    once(Fault::PowerCut, random, [this] { cut_power(); });
}

void Simulation::cut_power() {
    if (!recorder_ || disk_.dead()) return;
    if (working_ > 0) return schedule_.after(1ms, [this] { cut_power(); });
    kill(0);
    disk_.call();
    bury();
    disk_.cut_power();
    for (const char* name : {"/state", "/state.ring"}) ::unlink((disk_.folder() + name).c_str());
    forwarding_.forget_clients();
    // What was not synced may be gone from the beginning.
    const bool promised = plan_.sync && !plan_.has(Fault::LyingSync);
    excuse(promised ? schedule_.now() - kChunk - kLongestStall - 200ms : 0s, schedule_.now());
}

// Ends as it is asked to.
void Simulation::stop_recorder() {
    if (!recorder_ || disk_.dead()) return;
    if (working_ > 0) return schedule_.after(1ms, [this] { stop_recorder(); });
    note("the recorder is asked to stop");
    ways_ = network_.connected();
    const std::unique_ptr<RecorderProcess> ending = std::move(recorder_);
    look_at_report(ending->session().stop());
    firefall_.stopped();
    if (!plan_.state) forwarding_.forget_clients();
}

// SIGKILL after so many system calls.
void Simulation::kill(std::uint64_t calls) {
    if (!recorder_) return;
    disk_.kill_at(calls, [this] { die(); });
}

// Nothing catches that on the recorder's threads: the program ends where it is.
void Simulation::fail_allocation(std::uint64_t count) {
    if (recorder_ && !disk_.dead())
        disk_.kill_at_allocation(
            count, [this] { die(); });
}

void Simulation::die() {
    note("the recorder is killed");
    was_killed_ = true;
    if (recorder_) ways_ = network_.connected();  // else while it starts or stops
    disk_.aside = true;
    for (const char* name : {"/state", "/state.ring"})
        if (auto bytes = read_whole_file(disk_.folder() + name, 1U << 30))
            mapped_[name] = *std::move(bytes);
    disk_.aside = false;
    // The datagrams that it was about to take in.
    excuse(schedule_.now(), schedule_.now());
}

Nanos Simulation::lag() const {
    return plan_.has(Fault::Stalls) || plan_.has(Fault::Interleaving) ? kLongestStall : 0s;
}

// Meanwhile the wire goes on, and other threads.
void Simulation::wait_for_the_disk() {
    if (working_ == 0 || !order_->chance(300)) return;
    const Nanos until = std::min<Nanos>(schedule_.now() + millis(order_->between(1, 40)),
                                        std::chrono::seconds(plan_.seconds));
    while (!disk_.dead() && schedule_.step(until)) continue;
}

void Simulation::plan_memory() {
    Random random(plan_.seed, "memory");
    for (int i = 0; i < 2; ++i)
        once(Fault::NoMemory, random,
             [this, count = random.below(4000)] { fail_allocation(count); });
}

// The program is gone; what it had written, and its mapped memory, are as they were.
void Simulation::bury() {
    recorder_.reset();
    disk_.revive();
    for (const auto& [name, bytes] : std::exchange(mapped_, {})) {
        disk_.aside = true;
        auto file = create_file(disk_.folder() + name, IfExists::Replace);
        if (!file || !(*file)->write(bytes)) complaints_.add("the simulator cannot write");
        disk_.aside = false;
    }
    if (!plan_.state) forwarding_.forget_clients();
    // Its decoder of Firefall has no state to go on with.
    if (!plan_.state || plan_.kind == Kind::Firefall)
        // The open chunk, and what is taken in late.
        excuses_.push_back(
            {schedule_.now(), schedule_.now(), Fault::Count, kChunk + lag() + 300ms, {}});
    Random random(plan_.seed + recorders_, "restart");
    schedule_.after(millis(random.between(1, 3000)), [this] { start_recorder(); });
}

void Simulation::plan_disk() {
    Random random(plan_.seed, "disk faults");
    disk_.short_writes = plan_.has(Fault::ShortWrites);
    disk_.lying_sync = plan_.has(Fault::LyingSync);
    // A failure costs the open chunk; what is taken in late was sent before it.
    const Nanos before = kChunk + 500ms + lag();
    const auto broken = [this, before](Fault fault, bool begins, auto change) {
        change(begins);
        note(begins ? "the disk has a fault" : "the disk is well again");
        if (begins)
            excuses_.push_back({schedule_.now(), Nanos::max(), fault, before, recorder_began_});
        else
            for (Excuse& one : excuses_)
                if (one.while_it_lasts == fault) one.to = schedule_.now() + kRetry + lag() + 1s;
    };
    for_some_time(
        Fault::DiskFull, random,
        [this, broken](bool begins) {
            broken(
                Fault::DiskFull, begins, [this](bool on) { disk_.full = on; });
        });
    for_some_time(
        Fault::DiskErrors, random,
        [this, broken](bool begins) {
            broken(
                Fault::DiskErrors, begins, [this](bool on) { disk_.errors = on ? 300 : 0; });
        });
    for_some_time(Fault::Descriptors, random, [this, broken](bool begins) {
        broken(Fault::Descriptors, begins,
               [this](bool on) { disk_.no_descriptors = network_.no_sockets = on; });
    });
    once(Fault::Removal, random, [this] {
        if (!recorder_ || recorder_->newest_file().empty()) return;
        ::unlink(recorder_->newest_file().c_str());
        excuse(0s, schedule_.now() + 1500ms + lag());
    });
}

void Simulation::plan_clock() {
    Random random(plan_.seed, "clock");
    for (int i = 0; i < 3; ++i)
        once(Fault::ClockSteps, random, [this, step = random.between(-100000, 100000)] {
            clock_.set_by(millis(step));
            aheads_.insert(clock_.ahead());
        });
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
