#include "player/app/sdl_canvas.h"

#include <algorithm>
#include <string>

namespace tickreel {
namespace {

constexpr std::uint64_t kKeptDraws = 480;  // two a frame

}  // namespace

SdlCanvas::~SdlCanvas() {
    forget_textures();
}

void SdlCanvas::forget_textures() {
    for (const Uploaded& entry : uploaded_)
        if (entry.texture != nullptr) SDL_DestroyTexture(entry.texture);
    uploaded_.clear();
}

SDL_Texture* SdlCanvas::texture(TextureId id, const TextureStore& textures) {
    if (id >= uploaded_.size()) uploaded_.resize(id + 1);
    Uploaded& entry = uploaded_[id];
    entry.used = draws_;
    if (entry.texture != nullptr && entry.revision == textures.revision(id)) return entry.texture;
    if (entry.texture != nullptr) SDL_DestroyTexture(entry.texture);
    const Image& image = textures.image(id);
    // Evaluated when a texture is created.
    SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY,
                textures.filter(id) == Filter::Smooth ? "linear" : "nearest");
    entry.texture = SDL_CreateTexture(renderer_, SDL_PIXELFORMAT_RGBA32, SDL_TEXTUREACCESS_STATIC,
                                      image.width, image.height);
    entry.revision = textures.revision(id);
    if (entry.texture == nullptr) {
        error_ = SDL_GetError();
        return nullptr;
    }
    SDL_SetTextureBlendMode(entry.texture, SDL_BLENDMODE_BLEND);
    SDL_UpdateTexture(entry.texture, nullptr, image.pixels.data(),
                      image.width * static_cast<int>(sizeof(Color)));
    return entry.texture;
}

void SdlCanvas::drop_unused(const TextureStore& textures) {
    for (TextureId id = 0; id < uploaded_.size(); ++id) {
        const bool old = draws_ - uploaded_[id].used > kKeptDraws;
        if (uploaded_[id].texture != nullptr && (old || !textures.contains(id))) {
            SDL_DestroyTexture(uploaded_[id].texture);
            uploaded_[id] = {};
        }
    }
}

void SdlCanvas::draw(const DrawList& list, const TextureStore& textures) {
    error_.clear();
    ++draws_;
    drop_unused(textures);
    int width = 0;
    int height = 0;
    SDL_GetRendererOutputSize(renderer_, &width, &height);
    std::vector<int> moved;
    for (const DrawCommand& command : list.commands()) {
        const Box clip = intersection(
            command.clip, {0, 0, static_cast<float>(width), static_cast<float>(height)});
        if (clip.empty() || command.index_count == 0 || !textures.contains(command.texture))
            continue;
        SDL_Texture* image = texture(command.texture, textures);
        if (image == nullptr) continue;
        // Pass only the vertices of this command: SDL processes everything that it gets.
        const auto indices = list.indices().subspan(command.first_index, command.index_count);
        const auto [low, high] = std::minmax_element(indices.begin(), indices.end());
        moved.resize(indices.size());
        std::transform(
            indices.begin(), indices.end(), moved.begin(),
            [first = *low](std::uint32_t index) { return static_cast<int>(index - first); });
        const Vertex* vertices = list.vertices().data() + *low;
        const SDL_Rect scissor = {static_cast<int>(clip.x0), static_cast<int>(clip.y0),
                                  static_cast<int>(clip.width()), static_cast<int>(clip.height())};
        SDL_RenderSetClipRect(renderer_, &scissor);
        static_assert(sizeof(Color) == sizeof(SDL_Color));
        const int failed = SDL_RenderGeometryRaw(
            renderer_, image, &vertices->x, sizeof(Vertex),
            reinterpret_cast<const SDL_Color*>(&vertices->color), sizeof(Vertex), &vertices->u,
            sizeof(Vertex), static_cast<int>(*high - *low + 1), moved.data(),
            static_cast<int>(moved.size()), sizeof(int));
        if (failed != 0) error_ = SDL_GetError();
    }
    SDL_RenderSetClipRect(renderer_, nullptr);
}

}  // namespace tickreel
