#pragma once
// One simulated match with all that goes wrong in it, and what must hold nevertheless.

#include "tests/simulation/firefall_kind.h"
#include "tests/simulation/recorder_process.h"

namespace tickreel::sim {

struct Outcome {
    std::uint64_t digest = 0;
    std::uint64_t snapshots = 0;  // that recordings must hold, and ...
    std::uint64_t found = 0;      // ... those that they hold
    std::uint64_t files = 0;
    double client_seconds = 0;  // played
    std::vector<std::string> complaints{};
};

class Simulation {
public:
    // `folder`: empty, and removed by the caller.
    // `tell`: what happens is printed.
    Simulation(const Plan& plan, const std::string& folder, bool tell);
    Simulation(const Simulation&) = delete;
    Simulation& operator=(const Simulation&) = delete;
    ~Simulation();

    Outcome run();

private:
    struct Excuse {  // times in which snapshots may be missing
        Nanos from{};
        Nanos to{};
        Fault while_it_lasts = Fault::Count;
        Nanos chunk{};  // and those of a client's open chunk at `from`, which holds so much play
        Nanos begun{};  // when the recorder started that has it, or has it again from the ring
    };

    // script.cpp: what happens
    void plan_network();
    void plan_server();
    void plan_player(int index);
    void plan_recorder();
    void plan_disk();
    void plan_clock();
    void plan_junk();
    void plan_memory();
    void cut_power();
    void once(Fault fault, Random& random, std::function<void()> what);
    void for_some_time(Fault fault, Random& random, std::function<void(bool)> what);

    void every(Nanos pause, const std::function<void()>& what);
    void start_recorder();
    void poll();
    void stop_recorder();
    void kill(std::uint64_t calls);
    void fail_allocation(std::uint64_t count);
    void die();
    void wait_for_the_disk();
    Nanos lag() const;  // of the recorder's threads, at most
    void bury();
    void note(const std::string& what);
    bool firefall_goes_on(unsigned recorder) const;
    bool firefall_may_lack(const Truth::Sent& sent) const;
    bool nothing_lost_on_the_way() const;
    void excuse(Nanos from, Nanos to) { excuses_.push_back({from, to, Fault::Count, {}, {}}); }

    // inquest.cpp: what must hold
    void look_at_report(const SessionReport& report);
    void look_at_files();
    void look_at_file(const std::string& path);
    void look_for_missing();
    bool excused(const Truth::Sent& sent) const;

    Plan plan_;
    bool tell_;
    Schedule schedule_;
    SimClock clock_;
    Complaints complaints_;
    Forwarding forwarding_;
    Truth truth_;
    FirefallWitness firefall_;
    SimNetwork network_;
    Disk disk_;
    Outcome outcome_;

    unsigned servers_ = 0;
    std::unique_ptr<GameServer> server_;
    std::vector<std::unique_ptr<Player>> players_;
    unsigned recorders_ = 0;
    Nanos recorder_began_{};
    std::unique_ptr<RecorderProcess> recorder_;
    std::unique_ptr<Random> order_;  // of the recorder's threads; nullptr: as they are
    int working_ = 0;                // how many of them wait for the disk
    std::set<Nanos> aheads_;         // of the wall clock
    std::set<Endpoint> ways_;        // to the server, of the recorder before
    bool poll_due_ = false;
    bool stalled_ = false;
    bool was_killed_ = false;
    bool strict_content_ = true;
    std::uint64_t explained_ = 0;          // datagrams that the proxy says it did not send on
    std::uint64_t lost_ = 0;               // reported
    std::map<std::string, Bytes> mapped_;  // state and ring, at the moment of the kill
    std::vector<Excuse> excuses_;
    std::map<std::uint64_t, std::vector<Gap>> gaps_;  // of the files that have a stream
    std::map<std::uint64_t, int> newest_found_;       // tick of each stream in a file
    std::map<std::uint64_t, int> oldest_found_;
};

}  // namespace tickreel::sim
