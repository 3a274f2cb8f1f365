#pragma once
// What flight recorders (record --keep-last) that were killed left beside the recordings.

#include <atomic>
#include <deque>

#include "recorder/commands/command_line.h"
#include "recorder/commands/record_files.h"
#include "recorder/recording/kept_parts.h"
#include "recorder/recording/reel_files.h"
#include "recorder/recording/workers.h"

namespace tickreel {

// A clip of each of their clients, beside the wire: it may take longer than a player waits for his
// game. All that is given outlives it.
class KilledClips {
public:
    KilledClips(const CommandLine& line, RecordFiles& files, RecordingOptions options,
                Workers& workers = Workers::threads());
    KilledClips(const KilledClips&) = delete;
    KilledClips& operator=(const KilledClips&) = delete;
    ~KilledClips() { leave(); }
    // No further ones are begun: they stay for the next recorder.
    void leave() { leaves_ = true; }
    // Waits. Whether all they left is in clips, or was left; what could not be saved stays, and is
    // said.
    bool finish() {
        work_.reset();
        return all_;
    }

private:
    struct Left {
        KeptFolder& folder;
        std::vector<std::string> parts{};  // of a connection
    };
    bool round();
    void find();
    void save(const Left& left);

    const CommandLine& line_;
    RecordFiles& files_;
    const RecordingOptions options_;
    std::atomic<bool> leaves_{false};
    std::vector<std::unique_ptr<KeptFolder>> folders_{};
    std::deque<Left> left_{};
    unsigned connection_ = 1U << 20;  // none of this recorder
    bool found_ = false;
    bool all_ = true;
    std::unique_ptr<Work> work_;  // last: its end waits for the thread
};

}  // namespace tickreel
