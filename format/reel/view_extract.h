#pragma once
// Takes the frames of one view, or of the world that all views make together, out of the frames of
// a match file.

#include "format/reel/catalog.h"
#include "tickreel/base/result.h"

namespace tickreel {

class ViewExtract {
public:
    // The view must exist in the catalog, which must outlive this.
    ViewExtract(const Catalog& catalog, std::uint32_t view);

    // Nothing: the view has no frame there. An error: the rows about it contradict each other.
    Result<std::optional<Frame>> frame(const Frame& joined) const;
    // The tick of the view's last frame at or before this one, where the file says it.
    std::optional<Tick> last_tick(const Frame& joined) const;
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
    Result<std::vector<Event>> events(const Frame& joined) const;
    Result<void> add_listed(const Frame& joined, Row list, std::vector<Event>& into) const;

    const ViewEntry& entry_;
    std::uint32_t view_;
    std::vector<Type> types_;  // by the view's ids
    std::map<TypeId, TypeId> own_ids_;
    std::optional<TypeId> frames_;
    std::optional<TypeId> lists_;
};

// What is in the file without the types that are about views, whose ids are left out.
class WorldExtract {
public:
    explicit WorldExtract(const Catalog& catalog);
    const std::vector<ItemType>& types() const { return types_; }
    Frame frame(const Frame& joined) const;

private:
    std::vector<ItemType> types_;
    std::vector<std::optional<TypeId>> ids_;  // by the file's
};

}  // namespace tickreel
