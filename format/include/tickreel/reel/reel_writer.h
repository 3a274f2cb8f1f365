#pragma once
// Writes a .reel file from frames: front to back, append only. Memory: one open chunk. An
// unfinished reel is valid: at most the open chunk is missing.

#include <array>
#include <memory>

#include "tickreel/base/file.h"
#include "tickreel/model/frame_sink.h"
#include "tickreel/reel/recording_info.h"
#include "tickreel/reel/statistics.h"

namespace tickreel {

class Compressor;

enum class SyncMode { None, Chunk };  // never call fdatasync, or after every chunk

struct ReelOptions {
    double chunk_seconds = 2.0;   // a chunk closes after this much recorded time
    double group_seconds = 10.0;  // length of a group (a keyframe chunk and its dependents)
    // zstd level: 9 makes a live match of 64 players 0.4 % smaller and takes a fifth more time.
    // 0: nothing is compressed, readable in a hex dump.
    int level = 6;
    std::uint16_t codec = 0;  // 0: the default of this version; else a codec id of layout.h
    SyncMode sync = SyncMode::None;
    std::array<Byte, 16> uuid{};  // of the file; all zeros: random
    // Of several writers on one thread, because zstd takes up to 4 MB for it; must outlive them.
    // nullptr: each has its own.
    Compressor* compressor = nullptr;
};

class ReelWriter final : public FrameSink {
public:
    ReelWriter(std::unique_ptr<ByteSink> out, const RecordingInfo& info, const ReelOptions& = {});
    ~ReelWriter() override;  // without finish() the file stays unfinished, as after a crash

    TypeId add_type(const ItemType& type) override;
    void set_property(std::string_view key, std::string_view value) override;
    void begin_segment(const Segment& segment) override;
    void add_attachment(const Attachment& attachment) override;
    void add_marker(const Marker& marker) override;
    void add_gap(const Gap& gap) override;
    void add_frame(const Frame& frame) override;
    Result<void> finish() override;  // closes the chunk, writes footer and end record
    // The same, and more may come: until then the file is a finished recording. Costs its size
    // once more in footers if it is done often. status().
    Result<void> seal();
    bool sealed() const;  // and nothing has come since

    // The first failure so far, if any: a full disk is noticed here long before finish().
    Result<void> status() const;
    void flush();  // closes the open chunk now
    std::uint64_t bytes_written() const;
    std::uint64_t frames_written() const;  // those in closed chunks: a crash does not cost them
    // Of all frames and gaps so far, those of the open chunk included: what finish() writes into
    // the footer.
    Statistics statistics() const;
    const Schema& schema() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace tickreel
