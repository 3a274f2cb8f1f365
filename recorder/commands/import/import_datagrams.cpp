// A game's own capture: datagrams of one connection after another, each a recording.
#include "recorder/commands/import/import_job.h"
#include "recorder/recording/connection.h"
#include "tickreel/base/interrupted.h"

namespace tickreel {

namespace {

class Connections {
public:
    Connections(const ImportJob& job, const Game& game, const DatagramFile& format)
        : job_(job), original_(&game), game_(game) {
        if (format.make_decoder != nullptr) game_.make_decoder = format.make_decoder;
    }

    bool take(unsigned number, const Datagram& datagram, double share) {
        if (job_.connection != 0 && job_.connection != number + 1) return !job_.stopped();
        if (!connection_ || number != number_) {
            finish();
            number_ = number;
            connection_.emplace(&game_, job_.recording, partial_maker(job_), job_.problems);
        }
        connection_->feed(datagram);
        if (++taken_ % kLookEvery != 0) return true;
        job_.progress(share);
        return !job_.stopped();
    }

    void finish() {
        if (!connection_) return;
        const Result<void> finished = connection_->finish();
        if (!finished && outcome_) outcome_ = finished;
        unsigned part = 0;
        for (const RecordedFile& file : connection_->files())
            imported_.push_back({file, number_ + 1, ++part, original_});
        connection_.reset();
    }

    const Result<void>& outcome() const { return outcome_; }
    std::vector<Imported> imported() const { return imported_; }

private:
    static constexpr std::uint64_t kLookEvery = 512;  // datagrams

    const ImportJob& job_;
    const Game* original_;
    Game game_;
    std::optional<Connection> connection_{};
    unsigned number_ = 0;
    std::uint64_t taken_ = 0;
    Result<void> outcome_{};
    std::vector<Imported> imported_{};
};

}  // namespace

Result<std::vector<Imported>> import_datagrams(const ImportJob& job, const Game& game,
                                               const DatagramFile& format) {
    Connections connections(job, game, format);
    const auto take = [&](unsigned number, const Datagram& datagram, double share) {
        return connections.take(number, datagram, share);
    };
    const Result<void> read = format.read(job.file, take, job.file_problems);
    if (!read) return read.error();
    connections.finish();
    if (job.stopped()) return fail(kInterrupted);
    if (!connections.outcome()) return connections.outcome().error();
    std::vector<Imported> imported = connections.imported();
    if (imported.empty()) return fail("no connection contains snapshots");
    return imported;
}

}  // namespace tickreel
