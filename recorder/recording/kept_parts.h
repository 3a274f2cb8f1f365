#pragma once
// The parts of a FrameRing on disk, so that a recorder that is killed leaves its last minutes: one
// folder for each recorder, .tickreel-keep-XXXXXX beside its recordings, and in it one for each
// connection with its parts, each a .reel. A recorder that ends well removes its folder; the next
// one turns what it finds of killed ones into clips. Parts are removed when their snapshots are in
// a clip, and not before; what is in one that was being written when the recorder was killed is
// told by notes beside them.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tickreel/base/result.h"
#include "tickreel/model/frame_sink.h"

namespace tickreel {

// The folder of a recorder: removed with everything in it; locked, so that no other one takes it.
class KeptFolder {
public:
    static Result<std::unique_ptr<KeptFolder>> create(const std::string& beside);
    KeptFolder(const KeptFolder&) = delete;
    KeptFolder& operator=(const KeptFolder&) = delete;
    ~KeptFolder();
    const std::string& path() const { return path_; }
    // It is not removed: the next recorder finds what is left in it.
    void leave() { stays_ = true; }
    // The parts of a connection.
    void remove(const std::vector<std::string>& parts) const;
    // No recorder looks at them again: they are moved to a folder beside this one. Returns where
    // they are, in any case.
    std::string set_aside(const std::vector<std::string>& parts);

private:
    friend struct LeftByKilled left_by_killed(const std::string& beside);
    KeptFolder(std::string path, int lock) : path_(std::move(path)), lock_(lock) {}
    std::string path_;
    int lock_;
    bool stays_ = false;
};

// Until the number is closed, nobody else can have the folder. -1: another recorder has it, or it
// is a link.
int lock_folder(const std::string& path);
struct OwnFolder {
    int lock = -1;          // -1: another recorder has it, or
    bool not_ours = false;  // it is a link or another user's
};
OwnFolder lock_own_folder(const std::string& path);

// What others put there is left alone: links, and what is another user's.
struct LeftByKilled {
    std::vector<std::unique_ptr<KeptFolder>> folders{};  // those whose recorder runs no more
    std::vector<std::string> not_ours{};
};
LeftByKilled left_by_killed(const std::string& beside);

// The parts of each connection, oldest first. A folder with something that is not ours stays.
struct KeptConnections {
    std::vector<std::vector<std::string>> parts{};
    std::vector<std::string> not_ours{};
};
KeptConnections kept_connections(KeptFolder& folder);
// Those in one of its folders, by its path; nothing if that is not such a folder.
std::optional<std::vector<std::string>> kept_parts(const std::string& connection);
// Beside the parts: a clip of them is being written to this file. Who finds them after a kill goes
// on behind it; where even a note has no room, they are in two clips then.
void note_clip(const std::string& connection, const std::string& clip);
void forget_clips(const std::string& connection);  // all that is noted is complete
struct KeptReplay {
    std::uint64_t frames = 0;               // given to the sink
    std::vector<std::string> unreadable{};  // what is lost, and why
};
// Writes the parts of one connection into a sink, but what clips have that are noted there; does
// not call its finish().
KeptReplay replay_kept(const std::vector<std::string>& parts, FrameSink& into);
// The game of a connection's parts: its id, or "".
std::string kept_game(const std::vector<std::string>& parts);

}  // namespace tickreel
