#include "recorder/commands/killed_clips.h"

#include <filesystem>

#include <fmt/core.h>
#include <unistd.h>

#include "recorder/commands/output/say.h"
#include "recorder/commands/recording_options.h"
#include "recorder/recording/kept_parts.h"
#include "recorder/recording/whole_path.h"
#include "tickreel/base/text.h"
#include "tickreel/model/ignoring_sink.h"

namespace tickreel {

namespace {

// What a killed flight recorder left of a connection, as a clip. Whether all of it is there.
bool save_connection(const CommandLine& line, KeptFolder& folder,
                     const std::vector<std::string>& parts, const RecordingOptions& options,
                     const FileMaker& maker) {
    const std::string id = kept_game(parts);
    const Game* game = find_game(id);
    IgnoringSink nothing;
    if (game == nullptr) {
        const auto unreadable = replay_kept(parts, nothing).unreadable;
        if (id.empty() && unreadable.empty()) return true;  // killed before the first snapshot
        line.failed(folder.set_aside(parts),
                    id.empty()
                        ? "the last minutes of a recorder that was killed cannot be read: " +
                              unreadable.front()
                        : "the last minutes of a recorder that was killed are of the game '" + id +
                              "', which this one does not know",
                    "they stay there");
        return false;
    }
    ReelFiles clip(*game, options, maker, line.problems(""));
    const KeptReplay replay = replay_kept(parts, clip);
    const Result<void> closed = clip.finish();
    std::uint64_t written = 0;
    for (const RecordedFile& file : clip.files()) {
        written += file.snapshots;
        if (file.snapshots == 0 && !file.path.empty()) ::unlink(file.path.c_str());
        if (!line.common().quiet && file.snapshots > 0)
            say("{}: the last minutes of a recorder that was killed: {}\n", file.path,
                describe(file));
    }
    if (!closed || written < replay.frames) {
        folder.leave();
        line.failed(folder.path(),
                    fmt::format("{} of {} of a recorder that was killed could not be written{}{}",
                                replay.frames - written, plural(replay.frames, "snapshot"),
                                closed ? "" : ": ", closed ? "" : closed.error().message),
                    "they stay there, and the next recorder with this -o tries it again");
        return false;
    }
    if (replay.unreadable.empty()) {
        folder.remove(parts);
        return true;
    }
    line.failed(folder.set_aside(parts),
                "of the last minutes of a recorder that was killed, a part cannot be read: " +
                    replay.unreadable.front(),
                "what can be read is in the clip; the rest stays there");
    return false;
}

}  // namespace

KilledClips::KilledClips(const CommandLine& line, RecordFiles& files, RecordingOptions options,
                         Workers& workers)
    : line_(line),
      files_(files),
      options_(std::move(options)),
      work_(workers.start([this](std::chrono::milliseconds) { return round(); }, {})) {}

// The next connection; false: all are saved, or left.
bool KilledClips::round() {
    if (!std::exchange(found_, true)) find();
    if (leaves_)
        for (const Left& one : std::exchange(left_, {})) one.folder.leave();
    if (left_.empty()) {
        folders_.clear();
        return false;
    }
    save(left_.front());
    left_.pop_front();
    return true;
}

void KilledClips::find() {
    std::vector<std::string> not_ours;
    for (const std::string& beside : files_.folders()) {
        LeftByKilled left = left_by_killed(beside);
        for (auto& folder : left.folders) folders_.push_back(std::move(folder));
        not_ours.insert(not_ours.end(), left.not_ours.begin(), left.not_ours.end());
    }
    for (const auto& folder : folders_) {
        KeptConnections found = kept_connections(*folder);
        for (std::vector<std::string>& parts : found.parts)
            left_.push_back({*folder, std::move(parts)});
        not_ours.insert(not_ours.end(), found.not_ours.begin(), found.not_ours.end());
    }
    for (const std::string& path : not_ours)
        line_.warn(path,
                   "looks like the last minutes of a recorder that was killed, but is a link or "
                   "another user's, or has such in it: it is left alone");
}

void KilledClips::save(const Left& left) {
    const auto maker = [&](FileNameFields fields) {
        fields.connection = connection_;
        Result<NewFile> file = files_.make(fields);
        if (file)
            note_clip(std::filesystem::path(left.parts.front()).parent_path().string(),
                      whole_path(file->path));
        return file;
    };
    const bool saved = save_connection(line_, left.folder, left.parts, options_, maker);
    all_ = all_ && saved;
    ++connection_;
}

}  // namespace tickreel
