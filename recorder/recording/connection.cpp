#include "recorder/recording/connection.h"

#include <utility>

#include "recorder/recording/clip_files.h"

namespace tickreel {

Connection::Connection(const Game* game, const RecordingOptions& options, FileMaker maker,
                       ProblemSink problems)
    : game_(game),
      options_(options),
      maker_(std::move(maker)),
      problems_(std::move(problems)),
      probe_(all_games()) {
    if (game_ != nullptr) start(*game_);
}

void Connection::start(const Game& game) {
    game_ = &game;
    decoder_ = game.make_decoder();
    if (options_.clips.keep.count() > 0)
        files_ = std::make_unique<ClipFiles>(game, options_, maker_, problems_);
    else
        files_ = std::make_unique<ReelFiles>(game, options_, maker_, problems_);
}

void Connection::feed(const Datagram& datagram) {
    if (finished_ || failed()) return;
    if (decoder_) {
        decoder_->feed(datagram, *files_, problems_);
        return;
    }
    probe_->add(datagram);
    if (probe_->guess().score < kSureOfGame) return;
    start(*probe_->guess().game);
    for (const Datagram& kept : views(probe_->kept(), false))
        decoder_->feed(kept, *files_, problems_);
    probe_.reset();
}

void Connection::note_loss(std::uint64_t datagrams) {
    if (!files_) return;
    files_->note_loss("recorder overloaded, " + std::to_string(datagrams) + " datagrams lost");
}

void Connection::flush() {
    if (files_) files_->flush();
}

Result<void> Connection::finish() {
    if (!files_) return {};
    if (!std::exchange(finished_, true) && !failed()) decoder_->finish(*files_, problems_);
    return files_->finish();
}

std::string Connection::open_path() const {
    return files_ && files_->open() ? files_->files().back().path : "";
}

std::vector<RecordedFile> Connection::files() const {
    if (!files_) return {};
    std::vector<RecordedFile> result = files_->files();
    if (finished_ && !result.empty()) result.back().counters = decoder_->counters();
    return result;
}

}  // namespace tickreel
