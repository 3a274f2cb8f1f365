#pragma once
// Draws draw lists with SDL_Renderer. Textures are uploaded when they are drawn with a new
// revision, and freed when unused for some seconds. DrawList keeps uv within 0..1; SDL 2 would
// reject a whole call otherwise.

#include <string>
#include <vector>

#include <SDL.h>

#include "player/draw/draw_list.h"
#include "player/draw/textures.h"

namespace tickreel {

class SdlCanvas {
public:
    explicit SdlCanvas(SDL_Renderer* renderer) : renderer_(renderer) {}
    ~SdlCanvas();
    SdlCanvas(const SdlCanvas&) = delete;
    SdlCanvas& operator=(const SdlCanvas&) = delete;

    void draw(const DrawList& list, const TextureStore& textures);
    void forget_textures();  // the device lost them
    // The reason why the last draw was incomplete; "" if it was complete.
    const std::string& error() const { return error_; }

private:
    struct Uploaded {
        SDL_Texture* texture = nullptr;
        std::uint32_t revision = 0;
        std::uint64_t used = 0;  // the last call of draw
    };
    SDL_Texture* texture(TextureId id, const TextureStore& textures);
    void drop_unused(const TextureStore& textures);

    SDL_Renderer* renderer_;
    std::vector<Uploaded> uploaded_;
    std::uint64_t draws_ = 0;
    std::string error_;
};

}  // namespace tickreel
