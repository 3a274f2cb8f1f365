#pragma once
// Triangles to draw: filled by the scene, consumed by the window (SDL_Renderer) and by the CPU
// rasteriser. Positions are in pixels; uv stays within 0..1, so that backends without texture
// repeat can draw it; commands are painted in order.

#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

#include "player/draw/geometry.h"

namespace tickreel {

using TextureId = std::uint32_t;               // from TextureStore::add
inline constexpr TextureId kWhiteTexture = 0;  // plain white: every store has it
inline constexpr int kMostPieces = 4096;       // per repeated texture

struct Vertex {
    float x = 0;
    float y = 0;
    float u = 0;
    float v = 0;
    Color color{};
};
static_assert(sizeof(Vertex) == 20);

struct DrawCommand {
    TextureId texture = kWhiteTexture;
    Box clip{};                     // whole pixels
    std::uint32_t first_index = 0;  // into indices()
    std::uint32_t index_count = 0;  // a multiple of 3
};

struct Corner {  // of a quad or polygon with varying colours
    Vec2 position{};
    Vec2 uv{};
    Color color{};
};

class DrawList {
public:
    explicit DrawList(const Box& clip = {0, 0, 1e6F, 1e6F}) : clips_{clip} {}
    // Empties the list but keeps its memory: the next frame is usually of similar size.
    void clear(const Box& clip);

    std::span<const Vertex> vertices() const { return vertices_; }
    std::span<const std::uint32_t> indices() const { return indices_; }
    std::span<const DrawCommand> commands() const { return commands_; }
    bool empty() const { return indices_.empty(); }

    void push_clip(const Box& clip);  // intersected with the current one
    void pop_clip();
    const Box& clip() const { return clips_.back(); }

    void append(const DrawList& other);
    // Multiplies the colours of everything drawn since: `from` is an earlier vertices().size().
    void tint(std::size_t from, Color by);

    // Low-level: triangles whose indices count from the first of these vertices.
    void add(TextureId texture, std::span<const Vertex> vertices,
             std::span<const std::uint32_t> indices);

    void rect(const Box& box, Color color);  // hard edges: for tiles and panels
    void rect_gradient(const Box& box, Color top, Color bottom);
    void frame(const Box& box, Color color, float width = 1);  // outline inside the box
    void image(TextureId texture, const Box& box, const Box& uv, Color tint = {});
    // A sprite around its centre; negative sizes mirror; angle in radians, clockwise on screen.
    void sprite(TextureId texture, Vec2 centre, Vec2 size, const Box& uv, float angle = 0,
                Color tint = {});
    // Corners in order around the quad; uv must lie within 0..1.
    void quad(TextureId texture, const Corner& a, const Corner& b, const Corner& c,
              const Corner& d);
    // uv may leave 0..1: the texture repeats. Split at whole uv into at most `max_pieces` parts;
    // the rest is drawn with clamped uv.
    void triangle_repeating(TextureId texture, const Corner& a, const Corner& b, const Corner& c,
                            int max_pieces = kMostPieces);
    // The triangles abc and acd likewise.
    void quad_repeating(TextureId texture, const Corner& a, const Corner& b, const Corner& c,
                        const Corner& d);

    // Smooth edges: the shape fades out over one pixel.
    void polygon(std::span<const Vec2> convex, Color color);
    void polygon(std::initializer_list<Vec2> convex, Color color) {
        polygon(std::span<const Vec2>(convex.begin(), convex.size()), color);
    }
    void circle(Vec2 centre, float radius, Color color);
    void ellipse(Vec2 centre, Vec2 radii, float angle, Color color);
    void ring(Vec2 centre, float radius, float width, Color color);
    void line(Vec2 from, Vec2 to, float width, Color color);
    void line(Vec2 from, Vec2 to, float width, Color from_color, Color to_color);
    void rounded_rect(const Box& box, float radius, Color color);

private:
    void begin(TextureId texture, std::size_t indices);
    std::uint32_t vertex(Vec2 position, Color color);
    void triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c);

    std::vector<Vertex> vertices_;
    std::vector<std::uint32_t> indices_;
    std::vector<DrawCommand> commands_;
    std::vector<Box> clips_;
    std::vector<Vec2> scratch_;
};

}  // namespace tickreel
