#include "player/draw/textures.h"

namespace tickreel {

TextureStore::TextureStore() {
    add(Image(4, 4, Color{}), Filter::Nearest);
}

TextureId TextureStore::add(Image image, Filter filter) {
    entries_.push_back(std::make_unique<Entry>(Entry{std::move(image), filter, 1}));
    return static_cast<TextureId>(entries_.size() - 1);
}

void TextureStore::update(TextureId id, Image image) {
    entries_[id]->image = std::move(image);
    touch(id);
}

void TextureStore::remove(TextureId id) {
    update(id, Image{});
}

}  // namespace tickreel
