#pragma once
// Takes the frames of one view, or of the world that all views make together, out of the frames of
// a match file.

#include "format/reel/catalog.h"
#include "format/reel/view_rows.h"
#include "tickreel/base/result.h"

namespace tickreel {

// What the types of a match file are for.
struct JoinedTypes {
    explicit JoinedTypes(const Catalog& catalog);
    // Whether the catalog says something about it: that views have it, or that it is about views.
    // Of another nobody knows which views have its items, nor whose it tells: its definition is
    // lost.
    bool is_claimed(TypeId type) const { return type < claimed.size() && claimed[type]; }

    std::size_t views = 0;
    std::optional<TypeId> frames{};
    std::optional<TypeId> lists{};
    std::vector<TypeId> about_items{};  // which views have them, and how

    void claim(TypeId type);
    std::vector<bool> claimed{};  // by id
};

// A frame of the file with what all of its views ask about it, found once.
class JoinedFrame {
public:
    // Both must outlive it.
    JoinedFrame(const Frame& frame, const JoinedTypes& types);

    // Items of one type, by their indices in the snapshot.
    struct Run {
        std::size_t begin = 0;
        std::size_t end = 0;
    };
    // Of a view that has a frame at this tick.
    struct Place {
        Row row{};
        ViewBefore before{};
    };

    const Frame& frame() const { return frame_; }
    const Snapshot& items() const { return frame_.snapshot; }
    Run run(TypeId type) const;
    const Place* place(std::uint32_t view) const {
        return places_[view] ? &*places_[view] : nullptr;
    }
    // The events of the view, by their indices; nothing: it has none. An error: some list does not
    // say whose it is.
    Result<std::optional<Row>> list(std::uint32_t view) const;
    // An error: it has something of a type whose definition is lost.
    const Result<void>& claimed() const { return claimed_; }
    // Whether all rows about items say which views they are about.
    bool says_whose() const;

private:
    struct TypeRun {
        TypeId type = 0;
        Run run{};
    };
    void find_places();
    void find_lists();
    Result<void> check_types() const;

    const Frame& frame_;
    const JoinedTypes& types_;
    std::vector<TypeRun> runs_;                 // by rising type
    std::vector<std::optional<Place>> places_;  // by view
    std::vector<std::optional<Row>> lists_;     // by view
    bool lists_cut_ = false;  // behind those of `lists_` is one that cannot be read
    Result<void> claimed_;
};

class ViewExtract {
public:
    // The view must exist in the catalog, which must outlive this.
    ViewExtract(const Catalog& catalog, std::uint32_t view);

    // Nothing: the view has no frame there. An error: the rows about it contradict each other, or
    // what they mean is lost.
    Result<std::optional<Frame>> frame(const JoinedFrame& joined) const;
    // Likewise, without its items: its checksum is not known.
    Result<std::optional<Frame>> frame_without_items(const JoinedFrame& joined) const;
    // The tick of the view's last frame at or before this one, where the file says it.
    std::optional<Tick> last_tick(const Frame& joined) const;
    bool has_frame(const JoinedFrame& joined) const;
    // The view's own segment that is in this one of the file.
    std::optional<std::uint32_t> segment(std::uint32_t of_file) const;

private:
    struct Type {
        TypeId in_file = 0;
        bool covered = false;
        std::optional<TypeId> lacks{};
        std::vector<TypeId> variants{};
    };
    // The rows about the items of a type, for who asks about these in order.
    class About {
    public:
        About(const Snapshot& joined, JoinedFrame::Run run) : joined_(joined), run_(run) {}
        // What the row about the entity says, if it is about the view.
        Result<std::optional<ViewSet>> find(EntityId entity, std::uint32_t view);

    private:
        const Snapshot& joined_;
        JoinedFrame::Run run_;  // what is left
    };
    struct AboutType {
        std::optional<About> lacks{};
        std::vector<About> variants{};
    };
    // The view's row of an item that the world has; nothing if it lacks it.
    Result<std::optional<Row>> row(AboutType& about, const Item& item,
                                   std::vector<Word>& made) const;
    Result<Snapshot> snapshot(const JoinedFrame& joined, std::uint32_t& sum) const;
    Result<std::optional<Frame>> frame(const JoinedFrame& joined, bool with_items) const;
    Result<std::vector<Event>> events(const JoinedFrame& joined) const;
    Result<void> add_listed(const Frame& joined, Row list, std::vector<Event>& into) const;

    const ViewEntry& entry_;
    std::uint32_t view_;
    std::vector<Type> types_;  // by the view's ids
    std::map<TypeId, TypeId> own_ids_;
    std::optional<TypeId> frames_;
};

// The world: what any view has at a tick, without the types that are about views, whose ids are
// left out. Frames of the file also keep, for coding, items that only views without a frame there
// had.
class WorldExtract {
public:
    explicit WorldExtract(const Catalog& catalog);
    const std::vector<ItemType>& types() const { return types_; }
    // `views`: all, by number. Nothing: none has a frame there. An error: an item does not say who
    // lacks it.
    Result<std::optional<Frame>> frame(const JoinedFrame& with_views,
                                       std::span<const ViewExtract> views) const;

private:
    struct Type {
        std::optional<TypeId> own{};  // nothing: it is about views
        std::optional<TypeId> lacks{};
        std::vector<std::uint32_t> views{};  // that have the type
    };
    // Whether one of the views that have a frame has the item.
    Result<bool> held(const Snapshot& joined, const Type& type, ItemKey key,
                      const std::vector<bool>& here) const;

    std::vector<ItemType> types_;
    std::vector<Type> of_file_;  // by the file's ids
};

}  // namespace tickreel
