#include "player/draw/draw_list.h"

#include <array>
#include <cassert>

namespace tickreel {

void DrawList::clear(const Box& clip) {
    vertices_.clear();
    indices_.clear();
    commands_.clear();
    clips_.assign(1, clip);
}

void DrawList::append(const DrawList& other) {
    const auto vertices = static_cast<std::uint32_t>(vertices_.size());
    const auto indices = static_cast<std::uint32_t>(indices_.size());
    vertices_.insert(vertices_.end(), other.vertices_.begin(), other.vertices_.end());
    for (const std::uint32_t index : other.indices_) indices_.push_back(vertices + index);
    for (DrawCommand command : other.commands_) {
        command.first_index += indices;
        commands_.push_back(command);
    }
}

void DrawList::tint(std::size_t from, Color by) {
    const auto times = [](std::uint8_t a, std::uint8_t b) {
        return static_cast<std::uint8_t>((a * b + 127) / 255);
    };
    for (std::size_t i = from; i < vertices_.size(); ++i) {
        Color& color = vertices_[i].color;
        color = {times(color.r, by.r), times(color.g, by.g), times(color.b, by.b),
                 times(color.a, by.a)};
    }
}

void DrawList::push_clip(const Box& clip) {
    const Box whole{std::floor(clip.x0), std::floor(clip.y0), std::ceil(clip.x1),
                    std::ceil(clip.y1)};
    Box inside = intersection(clips_.back(), whole);
    if (inside.empty()) inside = {0, 0, 0, 0};
    clips_.push_back(inside);
}

void DrawList::pop_clip() {
    assert(clips_.size() > 1);
    clips_.pop_back();
}

void DrawList::begin(TextureId texture, std::size_t indices) {
    if (commands_.empty() || commands_.back().texture != texture ||
        commands_.back().clip != clips_.back()) {
        commands_.push_back(
            {texture, clips_.back(), static_cast<std::uint32_t>(indices_.size()), 0});
    }
    commands_.back().index_count += static_cast<std::uint32_t>(indices);
}

std::uint32_t DrawList::vertex(Vec2 position, Color color) {
    // The white texture is sampled at its centre.
    vertices_.push_back({position.x, position.y, 0.5F, 0.5F, color});
    return static_cast<std::uint32_t>(vertices_.size() - 1);
}

void DrawList::triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    indices_.push_back(a);
    indices_.push_back(b);
    indices_.push_back(c);
}

void DrawList::add(TextureId texture, std::span<const Vertex> vertices,
                   std::span<const std::uint32_t> indices) {
    assert(indices.size() % 3 == 0);
    if (clip().empty()) return;
    begin(texture, indices.size());
    const auto base = static_cast<std::uint32_t>(vertices_.size());
    vertices_.insert(vertices_.end(), vertices.begin(), vertices.end());
    const std::size_t first = indices_.size();
    indices_.resize(first + indices.size());
    std::transform(indices.begin(), indices.end(),
                   indices_.begin() + static_cast<std::ptrdiff_t>(first),
                   [base](std::uint32_t index) { return base + index; });
}

void DrawList::quad(TextureId texture, const Corner& a, const Corner& b, const Corner& c,
                    const Corner& d) {
    const auto make = [](const Corner& corner) {
        return Vertex{corner.position.x, corner.position.y, corner.uv.x, corner.uv.y, corner.color};
    };
    const std::array<Vertex, 4> vertices{make(a), make(b), make(c), make(d)};
    constexpr std::array<std::uint32_t, 6> kIndices{0, 1, 2, 0, 2, 3};
    add(texture, vertices, kIndices);
}

void DrawList::rect(const Box& box, Color color) {
    rect_gradient(box, color, color);
}

void DrawList::rect_gradient(const Box& box, Color top, Color bottom) {
    if (box.empty() || intersection(box, clip()).empty()) return;
    constexpr Vec2 kMiddle{0.5F, 0.5F};
    quad(kWhiteTexture, {{box.x0, box.y0}, kMiddle, top}, {{box.x1, box.y0}, kMiddle, top},
         {{box.x1, box.y1}, kMiddle, bottom}, {{box.x0, box.y1}, kMiddle, bottom});
}

void DrawList::frame(const Box& box, Color color, float width) {
    rect({box.x0, box.y0, box.x1, box.y0 + width}, color);
    rect({box.x0, box.y1 - width, box.x1, box.y1}, color);
    rect({box.x0, box.y0 + width, box.x0 + width, box.y1 - width}, color);
    rect({box.x1 - width, box.y0 + width, box.x1, box.y1 - width}, color);
}

void DrawList::image(TextureId texture, const Box& box, const Box& uv, Color tint) {
    if (intersection(box, clip()).empty()) return;
    quad(texture, {{box.x0, box.y0}, {uv.x0, uv.y0}, tint},
         {{box.x1, box.y0}, {uv.x1, uv.y0}, tint}, {{box.x1, box.y1}, {uv.x1, uv.y1}, tint},
         {{box.x0, box.y1}, {uv.x0, uv.y1}, tint});
}

void DrawList::sprite(TextureId texture, Vec2 centre, Vec2 size, const Box& uv, float angle,
                      Color tint) {
    const float reach = (std::abs(size.x) + std::abs(size.y)) / 2;
    if (intersection(box_around(centre, reach, reach), clip()).empty()) return;
    const Vec2 right = rotated({size.x / 2, 0}, angle);
    const Vec2 down = rotated({0, size.y / 2}, angle);
    quad(texture, {centre - right - down, {uv.x0, uv.y0}, tint},
         {centre + right - down, {uv.x1, uv.y0}, tint},
         {centre + right + down, {uv.x1, uv.y1}, tint},
         {centre - right + down, {uv.x0, uv.y1}, tint});
}

}  // namespace tickreel
