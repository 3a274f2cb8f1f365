#pragma once
// Takes the frames of one view, or of the world that all views make together, out of the frames of
// a match file.

#include "format/reel/catalog.h"
#include "format/reel/view_rows.h"
#include "tickreel/base/result.h"

namespace tickreel {

// The types that the catalog says something about: that views have them, or that they are about
// views. Of another nobody knows which views have its items, nor whose it tells: its definition is
// lost.
class ClaimedTypes {
public:
    explicit ClaimedTypes(const Catalog& catalog);
    Result<void> check(const Frame& joined) const;

private:
    void add(TypeId type);
    bool has(TypeId type) const { return type < claimed_.size() && claimed_[type]; }

    std::vector<bool> claimed_;
};

class ViewExtract {
public:
    // The view must exist in the catalog, which must outlive this.
    ViewExtract(const Catalog& catalog, std::uint32_t view);

    // Nothing: the view has no frame there. An error: the rows about it contradict each other, or
    // what they mean is lost.
    Result<std::optional<Frame>> frame(const Frame& joined) const;
    // Likewise, without its items: its checksum is not known.
    Result<std::optional<Frame>> frame_without_items(const Frame& joined) const;
    // The tick of the view's last frame at or before this one, where the file says it.
    std::optional<Tick> last_tick(const Frame& joined) const;
    bool has_frame(const Frame& joined) const;
    // The view's own segment that is in this one of the file.
    std::optional<std::uint32_t> segment(std::uint32_t of_file) const;

private:
    struct Type {
        TypeId in_file = 0;
        bool covered = false;
        std::optional<TypeId> lacks{};
        std::vector<TypeId> variants{};
    };
    // The view's row of an item that the world has; nothing if it lacks it.
    Result<std::optional<Row>> row(const Snapshot& joined, const Type& type, const Item& item,
                                   std::vector<Word>& made) const;
    Result<Snapshot> snapshot(const Snapshot& joined, std::uint32_t& sum) const;
    Result<std::optional<Frame>> frame(const Frame& joined, bool with_items) const;
    Result<std::vector<Event>> events(const Frame& joined) const;
    ViewBefore view_before(const Frame& joined) const;
    Result<void> add_listed(const Frame& joined, Row list, std::vector<Event>& into) const;

    const ViewEntry& entry_;
    ClaimedTypes claimed_;
    std::uint32_t view_;
    std::vector<Type> types_;  // by the view's ids
    std::map<TypeId, TypeId> own_ids_;
    std::optional<TypeId> frames_;
    std::optional<TypeId> lists_;
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
    Result<std::optional<Frame>> frame(const Frame& joined,
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

    ClaimedTypes claimed_;
    std::vector<ItemType> types_;
    std::vector<Type> of_file_;  // by the file's ids
};

}  // namespace tickreel
