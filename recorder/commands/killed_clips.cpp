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

bool save_kept(const CommandLine& line, RecordFiles& files, const RecordingOptions& options) {
    unsigned connection = 1U << 20;  // none of this recorder
    bool all = true;
    std::vector<std::unique_ptr<KeptFolder>> killed;
    for (const std::string& beside : files.folders())
        for (auto& folder : folders_of_killed(beside)) killed.push_back(std::move(folder));
    for (const auto& folder : killed)
        for (const std::vector<std::string>& parts : kept_connections(*folder)) {
            const auto maker = [&](FileNameFields fields) {
                fields.connection = connection;
                Result<NewFile> file = files.make(fields);
                if (file)
                    note_clip(std::filesystem::path(parts.front()).parent_path().string(),
                              whole_path(file->path));
                return file;
            };
            const bool saved = save_connection(line, *folder, parts, options, maker);
            all = all && saved;
            ++connection;
        }
    return all;
}

}  // namespace tickreel
