#pragma once
// Reads match files (FORMAT.md, 7): each view as the recording that it was made from, and the world
// that all views make together. Const methods may be called from several threads.

#include <memory>
#include <optional>
#include <span>

#include "tickreel/model/type_naming.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

// A view, apart from its frames; numbers are those of its recording.
struct MatchView {
    std::string name{};
    RecordingInfo info{};
    Schema schema{};
    std::vector<Segment> segments{};
    std::vector<Gap> gaps{};        // in time order
    std::vector<Marker> markers{};  // in time order
    std::vector<AttachmentInfo> attachments{};
};

// Which gaps a view is copied with. A recording that is taken out has those that it went in with,
// so that it is the same one. Whoever answers about the view also knows what the others tell: a
// snapshot of a tick that one of them has was made for this client too, see
// StatisticsCounter::add_made().
enum class GapsOfView { AsRecorded, AsAllViewsTell };

// Without items a copy is made faster: what is left tells which frames a view has, when they came,
// what the wire said of them, and their events. Checksums that follow from the items are unknown.
enum class ItemsOfView { All, None };

// A view and where it goes.
struct ViewCopy {
    std::uint32_t view = 0;
    FrameSink* into = nullptr;
    ProblemSink problems{};
};

// How the checksums of all snapshots of all views came out; the world's have none.
struct ViewChecksums {
    std::uint64_t ok = 0;
    std::uint64_t mismatch = 0;
    std::uint64_t absent = 0;
};

class MatchReader {
public:
    // Whether the file says that it is one: in its header or, where that is damaged, in a copy.
    static bool is_match(const ByteSource& source);
    static Result<std::unique_ptr<MatchReader>> open(std::unique_ptr<ByteSource> source,
                                                     const ReadOptions& options = {});
    ~MatchReader();

    std::span<const MatchView> views() const;
    // The last frame of the view at or before the moment of its recording, within its segment.
    Result<std::optional<Frame>> at(std::uint32_t view, Moment moment) const;

    // The types of the world, whose frames have its ids. Ticks of a view are those of the world;
    // segments are numbered otherwise. Nothing: the view, or the file, has no such segment.
    const Schema& world_schema() const;
    std::optional<Moment> in_world(std::uint32_t view, Moment moment) const;
    std::optional<Moment> in_view(std::uint32_t view, Moment of_world) const;
    // Exactly at that moment of the world, as copy_world() has them: its frame (with events that
    // copy_world() has at an earlier one, where another view had them, and raw items), and that of
    // a view with the ids of its own types. Nothing: there is none at this tick.
    Result<std::optional<Frame>> world_at(Moment of_world) const;
    Result<std::optional<Frame>> view_at(std::uint32_t view, Moment of_world) const;

    using Stopped = std::function<bool()>;
    // Like copy_frames(): everything that the view's recording had. Does not call finish().
    Result<void> copy_view(std::uint32_t view, const ProblemSink& problems, FrameSink& into,
                           const Stopped& stopped = {},
                           GapsOfView gaps = GapsOfView::AsRecorded) const;
    // Several at once: the file is read and decoded once. Each sink gets what copy_view() gives it.
    Result<void> copy_views(std::span<const ViewCopy> views, const Stopped& stopped,
                            GapsOfView gaps, ItemsOfView items) const;
    // Called with each frame of the world before it goes on, and may add to it. `views`: by number
    // what each has at this tick, with the ids of its own types; nothing: it has no frame there.
    using WorldVisitor =
        std::function<void(Frame& world, std::span<const std::optional<Frame>> views)>;
    // All items that a view has in a frame of that tick, where views differ as most of them have
    // them; no checksums. Events that say whom they are about, and what the server says in the
    // chat, once, where the first view has them. Items that a view has raw, because they came
    // before the name of their type, go by the name that any view has learned (`naming`: how).
    Result<ViewChecksums> copy_world(const ProblemSink& problems, FrameSink& into,
                                     const Stopped& stopped = {}, const WorldVisitor& visit = {},
                                     const TypeNaming& naming = {}) const;
    const RecordingInfo& info() const;  // of the world

    std::span<const Damage> damage() const;  // found so far; reading may add more
    std::span<const ChunkInfo> chunks() const;
    bool finished() const;
    bool ended() const;  // it was complete once; what follows adds no frame
    std::uint64_t file_bytes() const;
    Result<std::uint64_t> check_records(const ProblemSink& problems) const;
    Result<void> check_other_records() const;  // as of a ReelReader, see other_records.h

    struct Impl;  // known to format/reel only

private:
    explicit MatchReader(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

// Whether the file can be opened and says that it is one; "-", standard input, never does.
bool is_match_file(const std::string& path);

}  // namespace tickreel
