// After a simulation: what the recordings hold, what is missing, and what should not be there.

#include <algorithm>
#include <filesystem>

#include "tests/simulation/simulation.h"
#include "tickreel/base/concat.h"
#include "tickreel/model/row.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel::sim {

void Simulation::look_at_report(const SessionReport& report) {
    const ProxyStatistics& wire = report.wire;
    explained_ += wire.turned_away + wire.withheld + wire.rate_limited + wire.dropped;
    lost_ += report.recorded.lost;
    if (report.recorded.lost > 0 && !plan_.has(Fault::Overload))
        complaints_.add(
            concat(report.recorded.lost, " datagrams lost by a queue that was never full"));
    if (!was_killed_ && forwarding_.skipped() != explained_)
        complaints_.add(concat("forwarding: ", forwarding_.skipped(),
                               " datagrams were not sent on, and the report says ", explained_));
}

void Simulation::look_at_files() {
    if (disk_.open_files() != 0)
        complaints_.add(concat(disk_.open_files(), " files are still open at the end"));
    if (disk_.bad_closes() != 0) complaints_.add("a descriptor was closed twice");
    if (network_.sockets() != 0)
        complaints_.add(concat(network_.sockets(), " sockets are still open at the end"));
    std::vector<std::string> paths;
    for (const auto& entry : std::filesystem::directory_iterator(disk_.folder())) {
        const std::string name = entry.path().filename().string();
        if (name == "state" || name == "state.ring") continue;
        if (entry.path().extension() == ".reel")
            paths.push_back(entry.path().string());
        else
            complaints_.add("left behind: " + name);
    }
    std::sort(paths.begin(), paths.end());
    outcome_.files = paths.size();
    for (const std::string& path : paths) look_at_file(path);
}

void Simulation::look_at_file(const std::string& path) {
    const std::string name = std::filesystem::path(path).filename().string();
    const bool may_be_damaged = plan_.has(Fault::PowerCut) || plan_.may_be_killed() ||
                                plan_.has(Fault::DiskFull) || plan_.has(Fault::DiskErrors);
    const auto bytes = read_whole_file(path, 1U << 30);
    if (!bytes) return complaints_.add(name + ": " + bytes.error().message);
    if (std::search(bytes->begin(), bytes->end(), kSecret.begin(), kSecret.end()) != bytes->end())
        complaints_.add(name + ": private talk is in it");
    auto reel = ReelReader::open(memory_source(*bytes));
    if (!reel) {
        if (!may_be_damaged) complaints_.add(name + ": cannot be opened: " + reel.error().message);
        return;
    }
    if (!(*reel)->finished() && !may_be_damaged && !plan_.has(Fault::Descriptors))
        complaints_.add(name + ": is not finished");
    std::set<std::uint64_t> streams;
    // The wall clock is asked when a recorder starts, and when nobody plays: never within a file.
    std::map<unsigned, Nanos> ahead;  // of each recorder
    const bool goes_on =
        plan_.kind == Kind::Firefall && firefall_goes_on(static_cast<unsigned>(std::stoul(name)));
    const auto visit = [&](const Frame& frame) {
        const std::uint64_t hash = Truth::hash_of((*reel)->schema(), frame.snapshot);
        network_.digest.add(hash + static_cast<std::uint64_t>(frame.tick));
        for (const Event& event : frame.events) {
            if (!(*reel)->schema().contains(event.type)) continue;
            const ItemType& type = (*reel)->schema()[event.type];
            for (std::size_t i = 0; i < type.fields.size(); ++i) {
                const Value value = read_field(type, event.row, i);
                const auto* text = std::get_if<std::string>(&value);
                if (text == nullptr || text->find(kSecret) == std::string::npos) continue;
                // A whisper whose slash changed on the way was told to all.
                if (!plan_.has(Fault::Corruption) || text->starts_with("/w ") ||
                    !text->ends_with("-whisper"))
                    complaints_.add(concat(name, ": private talk is in it, in ", type.name));
            }
        }
        const auto fits = [&](const Truth::Taken& part) {
            const Nanos here = frame.time - part.when;
            const auto known = ahead.find(part.recorder);
            if (known != ahead.end()) return here == known->second;
            if (aheads_.count(here) == 0) return false;
            ahead[part.recorder] = here;
            return true;
        };
        if (plan_.kind == Kind::Firefall && strict_content_) {
            const std::string item =
                firefall_.untold((*reel)->schema(), frame.snapshot, nothing_lost_on_the_way());
            if (!item.empty())
                complaints_.add(concat(name, ": tick ", frame.tick, " has ", item,
                                       " as the server never told it"));
        }
        Truth::Sent* sent = truth_.find(static_cast<int>(frame.tick), hash, fits, streams);
        if (sent == nullptr && tell_) {
            const Nanos since =
                frame.time - (ahead.empty() ? clock_.ahead() : ahead.begin()->second);
            note(concat(name, ": tick ", frame.tick, " of ", since.count(),
                        " ns was not sent, or not then"));
        }
        if (sent == nullptr) {
            // A power cut took types: which items of 0.7 or Firefall are derived is not known.
            if (plan_.kind != Kind::Teeworlds06 && plan_.has(Fault::PowerCut) &&
                !(*reel)->damage().empty())
                return true;
            if (strict_content_ && !goes_on)
                complaints_.add(concat(name, ": tick ", frame.tick,
                                       " holds a snapshot that the server did not send"));
            return true;
        }
        if (tell_)
            note(concat(name, ": tick ", frame.tick, " of stream ", sent->stream % 1000, ", sent ",
                        std::chrono::duration<double>(sent->when).count()));
        streams.insert(sent->stream);
        int& newest = newest_found_[sent->stream];
        newest = std::max(newest, sent->tick);
        int& oldest = oldest_found_.emplace(sent->stream, sent->tick).first->second;
        oldest = std::min(oldest, sent->tick);
        if (++sent->found > 1 && !plan_.clips && !goes_on)
            complaints_.add(concat(name, ": tick ", frame.tick, " is recorded twice"));
        return true;
    };
    const auto problem = [&](const Problem& what) {
        if (!plan_.has(Fault::PowerCut)) complaints_.add(name + ": " + what.message);
    };
    const Result<void> read = (*reel)->scan((*reel)->everything(), problem, visit);
    if (!read) complaints_.add(name + ": cannot be read: " + read.error().message);
    if (!may_be_damaged)
        for (const Damage& damage : (*reel)->damage())
            complaints_.add(concat(name, ": damaged: ", damage.what));
    if (tell_)
        for (const Gap& gap : (*reel)->gaps())
            note(concat(name, ": a gap from tick ", gap.from, " to ", gap.to, ": ", gap.reason));
    for (const std::uint64_t stream : streams)
        gaps_[stream].insert(gaps_[stream].end(), (*reel)->gaps().begin(), (*reel)->gaps().end());
}

// What was made of several messages is made of others where some were not taken in, or where a
// recorder goes on with the datagrams in the ring.
bool Simulation::firefall_goes_on(unsigned recorder) const {
    return plan_.has(Fault::Overload) || (plan_.state && recorder > 1);
}

bool Simulation::firefall_may_lack(const Truth::Sent& sent) const {
    return firefall_goes_on(sent.taken.front().recorder);
}

// Also not between two recorders: then a keyframe may come again, but not what changed since.
bool Simulation::nothing_lost_on_the_way() const {
    if (recorders_ > 1) return false;
    for (const Fault fault : {Fault::Loss, Fault::Reorder, Fault::Corruption, Fault::Junk,
                              Fault::Overload, Fault::Descriptors})
        if (plan_.has(fault)) return false;
    return true;
}

bool Simulation::excused(const Truth::Sent& sent) const {
    return std::any_of(
        excuses_.begin(), excuses_.end(),
        [&](const Excuse& excuse) {
            if (sent.when >= excuse.from) return sent.when <= excuse.to;
            // A chunk holds so much play, and is open for two such times at most, if no more
            // follows or what was held back comes late.
            const Nanos last = truth_.last_passed(sent.stream, excuse.from);
            return last - sent.when <= excuse.chunk &&
                   excuse.from - std::max(last, excuse.begun) <= 2 * excuse.chunk;
        });
}

void Simulation::look_for_missing() {
    // What a client that comes again makes the server send to the one before has lost its bases.
    const bool may_be_reported = lost_ > 0 || plan_.has(Fault::Reorder) ||
                                 plan_.has(Fault::Crashes) || plan_.has(Fault::Moves);
    // A recorder that is killed has no report, but the gap is in the file.
    const bool overloaded = plan_.has(Fault::Overload);
    const bool lost_any = lost_ > 0 || (overloaded && was_killed_);
    std::uint64_t missing = 0;
    const Truth::Sent* first = nullptr;
    for (const Truth::Sent& sent : truth_.all()) {
        if (!sent.must_be_there()) continue;
        ++outcome_.snapshots;
        if (sent.found > 0) {
            ++outcome_.found;
            continue;
        }
        if (plan_.clips || !strict_content_ || excused(sent)) continue;
        if (plan_.kind == Kind::Firefall && firefall_may_lack(sent)) continue;
        // A loss at the very end is in the report, for no frame follows it; one at the beginning
        // too, for nothing says where that was.
        if (lost_any && sent.tick > newest_found_[sent.stream]) continue;
        if (lost_any && sent.tick < oldest_found_[sent.stream]) continue;
        const std::vector<Gap>& gaps = gaps_[sent.stream];
        if (std::any_of(gaps.begin(), gaps.end(), [&](const Gap& gap) {
                const bool lost = overloaded && gap.reason.find("overloaded") != std::string::npos;
                return (may_be_reported || lost) && gap.from <= sent.tick && sent.tick < gap.to;
            }))
            continue;
        if (missing++ == 0) first = &sent;
        if (tell_)
            note(concat("missing: tick ", sent.tick, " of stream ", sent.stream % 1000, ", sent ",
                        std::chrono::duration<double>(sent.when).count()));
    }
    if (missing > 0)
        complaints_.add(concat("missing: ", missing, " snapshots that passed, the first at ",
                               std::chrono::duration<double>(first->when).count(), " s, tick ",
                               first->tick));
}

}  // namespace tickreel::sim
