#pragma once
// The images that draw lists refer to by number. Number 0 is plain white. A window uploads an image
// when its revision changes; the rasteriser reads the pixels directly.

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "player/draw/draw_list.h"
#include "player/draw/image.h"

namespace tickreel {

enum class Filter { Nearest, Smooth };

class TextureStore {
public:
    TextureStore();

    TextureId add(Image image, Filter filter = Filter::Smooth);
    // Replaces the pixels; the size may change.
    void update(TextureId id, Image image);
    // Modifies pixels in place: call `touch` afterwards.
    Image& pixels(TextureId id) { return entries_[id]->image; }
    void touch(TextureId id) { ++entries_[id]->revision; }
    // Frees the pixels; the number is not reused. Drawing it draws nothing.
    void remove(TextureId id);

    // Whether drawing waits for pictures that are still being loaded, so that files are
    // reproducible; a window shows coarser ones meanwhile and counts them.
    bool waits() const { return waits_; }
    void set_waits(bool waits) { waits_ = waits; }
    void note_coarse() { ++coarse_; }
    int take_coarse() { return std::exchange(coarse_, 0); }

    // Incremented per frame in a sequence of frames, to find unused textures.
    std::uint64_t frame() const { return frame_; }
    void begin_frame() { ++frame_; }

    std::size_t size() const { return entries_.size(); }
    bool contains(TextureId id) const { return id < entries_.size() && !image(id).empty(); }
    const Image& image(TextureId id) const { return entries_[id]->image; }
    Filter filter(TextureId id) const { return entries_[id]->filter; }
    std::uint32_t revision(TextureId id) const { return entries_[id]->revision; }

private:
    struct Entry {
        Image image{};
        Filter filter = Filter::Smooth;
        std::uint32_t revision = 1;
    };
    std::vector<std::unique_ptr<Entry>> entries_;
    bool waits_ = true;
    int coarse_ = 0;
    std::uint64_t frame_ = 0;
};

// Keeps an image in a store for its lifetime; the store must outlive it.
class OwnedTexture {
public:
    OwnedTexture(TextureStore& store, Image image)
        : store_(&store), id_(store.add(std::move(image))) {}
    ~OwnedTexture() {
        if (store_ != nullptr) store_->remove(id_);
    }
    OwnedTexture(OwnedTexture&& other) noexcept
        : store_(std::exchange(other.store_, nullptr)), id_(other.id_) {}
    OwnedTexture& operator=(OwnedTexture&& other) noexcept {
        std::swap(store_, other.store_);
        std::swap(id_, other.id_);
        return *this;
    }

    TextureId id() const { return id_; }

private:
    TextureStore* store_;
    TextureId id_;
};

}  // namespace tickreel
