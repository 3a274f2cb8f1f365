#pragma once
// The installed game's pictures other than maps: weapons, pickups, skins. Loaded on first use;
// without them shapes are drawn.

#include <map>
#include <set>
#include <string>

#include "player/draw/draw_list.h"
#include "player/games/teeworlds/game_files.h"
#include "player/games/teeworlds/picture.h"
#include "player/games/teeworlds/roster.h"

namespace tickreel::teeworlds_art {

// A part of a sprite sheet, in cells.
struct SpriteCells {
    int x = 0;
    int y = 0;
    int width = 1;
    int height = 1;
};

class Sheet {
public:
    Sheet() = default;
    Sheet(Image image, int columns, int rows)
        : picture_(std::move(image)), columns_(columns), rows_(rows) {}

    bool empty() const { return picture_.empty(); }
    const Image& image() const { return picture_.image(); }
    // A sprite around its centre, size in pixels; negative sizes mirror.
    void draw(DrawList& list, TextureStore& textures, const SpriteCells& cells, Vec2 centre,
              Vec2 size, float angle = 0, Color tint = {});

private:
    Picture picture_;
    int columns_ = 1;
    int rows_ = 1;
};

// A skin, or a part of one: a sheet in its original colours, and one in grey for tinting, created
// on demand.
class Skin {
public:
    using MakeGrey = Image (*)(const Image&);

    Skin() = default;
    Skin(Image image, int columns, int rows, MakeGrey make_grey)
        : painted_(std::move(image), columns, rows),
          make_grey_(make_grey),
          columns_(columns),
          rows_(rows) {}

    bool empty() const { return painted_.empty(); }
    Sheet& sheet(bool tinted);

private:
    Sheet painted_;
    Sheet grey_;
    MakeGrey make_grey_ = nullptr;
    int columns_ = 1;
    int rows_ = 1;
};

class Sprites {
public:
    explicit Sprites(GameFiles files) : files_(std::move(files)) {}

    // Loads the common pictures and these skins: slow, so that drawing is fast.
    void prepare(const std::set<std::string>& skins, const ProblemSink& problems);

    using Problems = const ProblemSink&;                    // of loading on demand
    Sheet& game(Problems problems = ignore_problems);       // game.png, 32 x 16 cells
    Sheet& particles(Problems problems = ignore_problems);  // particles.png, 8 x 8
    Sheet& emoticons(Problems problems = ignore_problems);  // emoticons.png, 4 x 4
    // The named skin, else the default one, else an empty one.
    Skin& skin(const std::string& name, Problems problems = ignore_problems);
    // The named part of a 0.7 skin, else the standard one; markings and decorations may be empty.
    Skin& part(SkinPart part, const std::string& name);

private:
    Sheet& sheet(const std::string& file, int columns, int rows, Problems problems);

    GameFiles files_;
    std::map<std::string, Sheet> sheets_;
    std::map<std::string, Skin> skins_;
    std::map<std::string, Skin> parts_;
};

// Width and height of a sprite with diagonal `size`: the game's convention.
Vec2 sprite_size(const SpriteCells& cells, float size);

}  // namespace tickreel::teeworlds_art
