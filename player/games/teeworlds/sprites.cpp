#include "player/games/teeworlds/sprites.h"

#include <array>

namespace tickreel::teeworlds_art {

namespace {

constexpr int kSkinColumns = 8;
constexpr int kSkinRows = 4;
constexpr std::size_t kMaxSkins = 512;  // beyond this, players get the default skin

// Grey by luma; the body's most frequent brightness becomes 192, so that every skin is tinted
// alike.
Image greyed(const Image& image) {
    Image out = image;
    const int body = image.width * 3 / kSkinColumns;
    std::array<int, 256> counts{};
    for (int y = 0; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x) {
            Color& c = out.at(x, y);
            const float luma = 0.2126F * static_cast<float>(c.r) +
                               0.7152F * static_cast<float>(c.g) +
                               0.0722F * static_cast<float>(c.b);
            c.r = c.g = c.b = static_cast<std::uint8_t>(luma);
            if (x < body && y < body && c.a > 128) ++counts[c.r];
        }
    }
    counts[0] = 0;  // the outline
    const auto most =
        static_cast<int>(std::max_element(counts.begin(), counts.end()) - counts.begin());
    constexpr int kTarget = 192;
    for (int y = 0; y < std::min(body, image.height) && most > 0 && most < 255; ++y) {
        for (int x = 0; x < body; ++x) {
            Color& c = out.at(x, y);
            const int v = c.r;
            const int lifted = v <= most ? v * kTarget / most
                                         : kTarget + (v - most) * (255 - kTarget) / (255 - most);
            c.r = c.g = c.b = static_cast<std::uint8_t>(lifted);
        }
    }
    return out;
}

// Grey by the mean, as in 0.7.
Image plainly_greyed(const Image& image) {
    Image out = image;
    for (Color& c : out.pixels) c.r = c.g = c.b = static_cast<std::uint8_t>((c.r + c.g + c.b) / 3);
    return out;
}

struct PartFacts {
    std::string_view folder{};
    std::string_view standard{};  // used if the named one does not exist; "": nothing
    int columns = 1;
    int rows = 1;
};
constexpr std::array<PartFacts, kSkinParts> kParts{{{"body", "standard", 2, 2},
                                                    {"marking", "", 1, 1},
                                                    {"decoration", "", 2, 1},
                                                    {"hands", "standard", 2, 1},
                                                    {"feet", "standard", 2, 1},
                                                    {"eyes", "standard", 2, 4}}};

}  // namespace

Vec2 sprite_size(const SpriteCells& cells, float size) {
    const Vec2 shape{static_cast<float>(cells.width), static_cast<float>(cells.height)};
    return shape * (size / length(shape));
}

void Sheet::draw(DrawList& list, TextureStore& textures, const SpriteCells& cells, Vec2 centre,
                 Vec2 size, float angle, Color tint) {
    const float texels = static_cast<float>(picture_.width()) / static_cast<float>(columns_) *
                         static_cast<float>(cells.width);
    const TextureId texture = picture_.texture(textures, texels / std::max(std::abs(size.x), 1.0F));
    const Image& image = textures.image(texture);
    const Vec2 cell{1 / static_cast<float>(columns_), 1 / static_cast<float>(rows_)};
    const Vec2 half_texel{0.5F / static_cast<float>(image.width),
                          0.5F / static_cast<float>(image.height)};
    const Box uv{static_cast<float>(cells.x) * cell.x + half_texel.x,
                 static_cast<float>(cells.y) * cell.y + half_texel.y,
                 static_cast<float>(cells.x + cells.width) * cell.x - half_texel.x,
                 static_cast<float>(cells.y + cells.height) * cell.y - half_texel.y};
    list.sprite(texture, centre, size, uv, angle, tint);
}

Sheet& Skin::sheet(bool tinted) {
    if (tinted && grey_.empty() && !painted_.empty())
        grey_ = Sheet(make_grey_(painted_.image()), columns_, rows_);
    return tinted ? grey_ : painted_;
}

void Sprites::prepare(const std::set<std::string>& skins, const ProblemSink& problems) {
    game(problems);
    particles(problems);
    emoticons(problems);
    for (const std::string& name : skins) skin(name, problems);
}

Sheet& Sprites::sheet(const std::string& file, int columns, int rows, Problems problems) {
    const auto found = sheets_.find(file);
    if (found != sheets_.end()) return found->second;
    return sheets_.emplace(file, Sheet(files_.picture(file, problems), columns, rows))
        .first->second;
}

Sheet& Sprites::game(Problems problems) {
    return sheet("game.png", 32, 16, problems);
}

Sheet& Sprites::particles(Problems problems) {
    return sheet("particles.png", 8, 8, problems);
}

Sheet& Sprites::emoticons(Problems problems) {
    return sheet("emoticons.png", 4, 4, problems);
}

Skin& Sprites::skin(const std::string& name, Problems problems) {
    const std::string wanted =
        plain_file_name(name) && skins_.size() < kMaxSkins ? name : "default";
    const auto found = skins_.find(wanted);
    if (found != skins_.end()) {
        return found->second.empty() && wanted != "default" ? skin("default", problems)
                                                            : found->second;
    }
    Image image = files_.picture("skins/" + wanted + ".png", problems);
    Skin loaded;
    if (!image.empty() && image.width == image.height * 2)
        loaded = Skin(std::move(image), kSkinColumns, kSkinRows, greyed);
    skins_.emplace(wanted, std::move(loaded));
    return skin(wanted, problems);
}

Skin& Sprites::part(SkinPart part, const std::string& name) {
    const PartFacts& facts = kParts[static_cast<std::size_t>(part)];
    const bool usable = plain_file_name(name) && parts_.size() < kMaxSkins;
    const std::string wanted = usable ? name : std::string(facts.standard);
    const std::string key = std::string(facts.folder) + '/' + wanted;
    auto found = parts_.find(key);
    if (found == parts_.end()) {
        Image image = wanted.empty() ? Image() : files_.picture("skins/" + key + ".png");
        Skin loaded;
        if (!image.empty())
            loaded = Skin(std::move(image), facts.columns, facts.rows, plainly_greyed);
        found = parts_.emplace(key, std::move(loaded)).first;
    }
    const bool other = found->second.empty() && !wanted.empty() && wanted != facts.standard;
    return other ? this->part(part, std::string(facts.standard)) : found->second;
}

}  // namespace tickreel::teeworlds_art
