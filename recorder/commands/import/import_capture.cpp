// A capture is read twice: first to find out who talks to whom and which game it is, then to
// decode. Only few connections are decoded at a time; with more the file is read again.

#include <algorithm>
#include <memory>
#include <unordered_map>

#include "recorder/capture/flows.h"
#include "recorder/capture/udp_capture.h"
#include "recorder/commands/import/cut_packets.h"
#include "recorder/commands/import/import_job.h"
#include "recorder/recording/connection.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/interrupted.h"

namespace tickreel {

namespace {

constexpr std::size_t kMaxFlows = 16384;
constexpr std::size_t kAtOnce = 64;            // open files and decoders
constexpr std::uint64_t kProbeLength = 48;     // datagrams after which a clear guess stays
constexpr std::uint64_t kProgressEvery = 512;  // packets
constexpr double kScanShare = 0.2;             // of the progress bar

struct Candidate {
    std::size_t flow = 0;
    const Game* game = nullptr;
    bool a_is_client = true;
    unsigned number = 0;
};

Datagram datagram_of(const UdpPacket& packet, bool to_server) {
    return {to_server ? Direction::ToServer : Direction::ToClient, packet.time, packet.bytes};
}

// A server may send its client on to another port: the conversation goes on there.
void follow(const UdpPacket& packet, Flows& flows) {
    for (const Game* game : all_games()) {
        if (game->port_redirect == nullptr) continue;
        if (const auto port = game->port_redirect(datagram_of(packet, false)))
            flows.redirect(packet, *port);
    }
}

// The first reading.
class Scan {
public:
    explicit Scan(const Game* game) : games_(all_games().begin(), all_games().end()) {
        if (game == nullptr) return;
        games_ = {game};
        enough_ = 1;  // the caller says that it is this game
    }

    void take(const UdpPacket& packet) {
        const std::optional<FlowStep> step = flows_.add(packet);
        if (!step) return;
        follow(packet, flows_);
        if (step->flow == probes_.size())
            probes_.push_back(std::make_unique<GameProbe>(games_, true));
        GameProbe& probe = *probes_[step->flow];
        const bool clear = probe.guess().score >= kSureOfGame && probe.seen() >= kProbeLength;
        if (clear)
            probe.forget();
        else
            probe.add(datagram_of(packet, step->from_a));
    }

    std::vector<Candidate> candidates() const {
        std::vector<Candidate> result;
        for (std::size_t i = 0; i < probes_.size(); ++i) {
            const Guess& guess = probes_[i]->guess();
            if (guess.game == nullptr || guess.score < enough_) continue;
            result.push_back(
                {i, guess.game, !guess.swapped, static_cast<unsigned>(result.size() + 1)});
        }
        return result;
    }

    std::size_t flow_count() const { return flows_.flows().size(); }
    std::uint64_t ignored() const { return flows_.ignored(); }
    const DamagedHeaders& damaged() const { return flows_.damaged(); }

private:
    std::vector<const Game*> games_;
    int enough_ = kSureOfGame;
    Flows flows_{kMaxFlows};
    std::vector<std::unique_ptr<GameProbe>> probes_;
};

void tell_losses(const UdpCapture& capture, const Scan& scan, const ImportJob& job) {
    const CaptureCounts& counts = capture.counts();
    if (counts.unknown_link > 0)
        job.file_problems({std::to_string(counts.unknown_link) + " packets have link type " +
                           std::to_string(counts.link.value_or(0)) +
                           ", which is not supported, and were skipped"});
    if (capture.incomplete_fragments() > 0)
        job.problems(
            {concat(capture.incomplete_fragments(),
                    " fragmented packets are incomplete in the capture and were skipped")});
    if (const DamagedHeaders& damaged = scan.damaged(); damaged.packets > 0)
        job.file_problems({concat(damaged.packets,
                                  damaged.packets == 1 ? " packet has a damaged IP header"
                                                       : " packets have damaged IP headers",
                                  " (first at offset ", damaged.first_offset,
                                  "): taken for those of the conversation with the same ports"),
                           InputLoss::Part});
    if (scan.ignored() > 0)
        job.file_problems({concat(scan.ignored(), " packets beyond the first ", kMaxFlows,
                                  " conversations were skipped")});
}

// `cut`: how many packets the capture truncated.
Result<std::vector<Candidate>> find_connections(const ImportJob& job, std::uint64_t& cut) {
    Result<UdpCapture> capture = UdpCapture::open(job.file, job.file_problems);
    if (!capture) return capture.error();
    Scan scan(job.game);
    while (const std::optional<UdpPacket> packet = capture->next()) {
        scan.take(*packet);
        if (capture->counts().packets % kProgressEvery != 0) continue;
        job.progress(capture->progress() * kScanShare);
        if (job.stopped()) return fail(kInterrupted);
    }
    tell_losses(*capture, scan, job);
    cut = capture->counts().cut;
    const std::vector<Candidate> found = scan.candidates();
    if (found.empty())
        return fail("no game found in ", capture->counts().udp, " UDP packets of ",
                    scan.flow_count(),
                    " conversations; set --protocol if you know the game, and start the capture "
                    "before clients connect");
    if (job.connection == 0) return found;
    if (job.connection > found.size())
        return fail("there is no connection ", job.connection, "; the capture has ", found.size());
    return std::vector<Candidate>{found[job.connection - 1]};
}

// The names that the outputs will most likely get, before hours of decoding.
Result<void> check_names(const ImportJob& job, const std::vector<Candidate>& candidates) {
    for (const Candidate& candidate : candidates) {
        OutputOptions output = job.output;
        if (candidates.size() > 1 && output.path != "-")
            output.path = numbered_path(output.path, std::to_string(candidate.number));
        if (const auto allowed = check_output(output, OutputKind::Binary); !allowed)
            return fail(output.path, " ", allowed.error().message);
    }
    return {};
}

struct Decoding {
    Candidate candidate{};
    std::unique_ptr<Connection> connection{};
};

// The second reading, for some of the connections.
Result<void> decode(const ImportJob& job, std::span<const Candidate> batch, double from,
                    double share, CutPackets& cut, std::vector<Imported>& result) {
    Result<UdpCapture> capture = UdpCapture::open(job.file, ignore_problems);  // told already
    if (!capture) return capture.error();
    capture->give_cut();
    std::unordered_map<std::size_t, Decoding> by_flow;
    for (const Candidate& candidate : batch)
        by_flow[candidate.flow] = {candidate,
                                   std::make_unique<Connection>(candidate.game, job.recording,
                                                                partial_maker(job), job.problems)};
    Flows flows(kMaxFlows);
    while (const std::optional<UdpPacket> packet = capture->next()) {
        if (capture->counts().packets % kProgressEvery == 0) {
            job.progress(from + capture->progress() * share);
            if (job.stopped()) return fail(kInterrupted);
        }
        // The first reading, which numbered the conversations, did not count what is cut.
        const std::optional<FlowStep> step = packet->cut ? flows.find(*packet) : flows.add(*packet);
        if (step && !packet->cut) follow(*packet, flows);
        const auto found = step ? by_flow.find(step->flow) : by_flow.end();
        if (found == by_flow.end()) continue;
        const Decoding& decoding = found->second;
        const bool to_server = step->from_a == decoding.candidate.a_is_client;
        if (!packet->cut) {
            decoding.connection->feed(datagram_of(*packet, to_server));
        } else if (!to_server) {
            decoding.connection->report_loss("truncated by the capture");
            cut.add(decoding.candidate.number, decoding.connection->last_tick());
        }
    }
    for (const Candidate& candidate : batch) {
        Connection& connection = *by_flow[candidate.flow].connection;
        if (const Result<void> finished = connection.finish(); !finished) return finished.error();
        unsigned part = 0;
        for (const RecordedFile& file : connection.files())
            result.push_back({file, candidate.number, ++part, candidate.game});
    }
    return {};
}

}  // namespace

Result<std::vector<Imported>> import_capture(const ImportJob& job) {
    std::uint64_t cut = 0;
    CutPackets cut_packets;
    const Result<std::vector<Candidate>> found = find_connections(job, cut);
    if (!found) {
        cut_packets.tell(cut, job);
        return found.error();
    }
    const std::span<const Candidate> all(*found);
    if (const Result<void> allowed = check_names(job, *found); !allowed) return allowed.error();
    std::vector<Imported> result;
    const double share = (1.0 - kScanShare) * static_cast<double>(std::min(kAtOnce, all.size())) /
                         static_cast<double>(all.size());
    double from = kScanShare;
    for (std::size_t at = 0; at < all.size(); at += kAtOnce, from += share) {
        const auto batch = all.subspan(at, std::min(kAtOnce, all.size() - at));
        const Result<void> done = decode(job, batch, from, share, cut_packets, result);
        if (!done) return done.error();
    }
    cut_packets.tell(cut, job);
    if (result.empty())
        return fail(
            "no snapshot could be decoded: no player entered a game, or the capture begins "
            "after that or lacks packets");
    return result;
}

}  // namespace tickreel
