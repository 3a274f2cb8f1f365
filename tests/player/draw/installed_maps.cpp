// Reads every map of the installed game and draws it close up and as a whole. Exits 77 if no game
// is installed.

#include <cstdio>
#include <filesystem>

#include "player/draw/art.h"
#include "player/draw/rasteriser.h"
#include "player/games/teeworlds/teeworlds_art.h"
#include "tickreel/base/file.h"

namespace {

using namespace tickreel;
using namespace tickreel::teeworlds_art;
namespace fs = std::filesystem;

// False, and a line with the reason, if the map cannot be shown.
bool show(const std::string& path) {
    const Result<Bytes> bytes = read_whole_file(path);
    if (!bytes) {
        std::printf("%s: %s\n", path.c_str(), bytes.error().message.c_str());
        return false;
    }
    int problems = 0;
    const auto count = [&](const Problem& problem) {
        std::printf("%s: %s\n", path.c_str(), problem.message.c_str());
        ++problems;
    };
    Result<MapFile> map = read_map(*bytes, count);
    if (!map) {
        std::printf("%s: %s\n", path.c_str(), map.error().message.c_str());
        return false;
    }
    const bool read_cleanly = problems == 0;
    TextureStore textures;
    Font font(textures);
    const Schema schema;
    const auto art =
        make_teeworlds_art(std::move(*map), GameFiles(std::vector<std::string>{}), count);
    SceneInput input{schema, textures, font};
    input.art = art.get();
    input.camera.viewport = {0, 0, 320, 200};
    for (const float zoom : {1.0F, 30.0F}) {
        input.camera.fit(art->world());
        input.camera.scale *= zoom;
        const Scene scene = build_scene(input);
        Image image(320, 200, rgb(0xff00ff));
        rasterise(scene.list, textures, image);
        for (const Vertex& vertex : scene.list.vertices()) {
            if (!(vertex.u >= 0 && vertex.u <= 1 && vertex.v >= 0 && vertex.v <= 1)) {
                std::printf("%s: a texture coordinate leaves 0..1\n", path.c_str());
                return false;
            }
        }
    }
    return read_cleanly;
}

}  // namespace

int main() {
    int maps = 0;
    int bad = 0;
    for (const char* data : {"/usr/share/ddnet/data", "/usr/share/games/ddnet/data",
                             "/usr/share/teeworlds/data", "/usr/share/games/teeworlds/data"}) {
        for (const char* sub : {"/maps", "/maps7", "/themes"}) {
            std::error_code ignored;
            for (const auto& entry : fs::directory_iterator(std::string(data) + sub, ignored)) {
                if (entry.path().extension() == ".map") {
                    ++maps;
                    bad += show(entry.path().string()) ? 0 : 1;
                }
            }
        }
    }
    if (maps == 0) {
        std::puts("skipped: neither DDNet nor Teeworlds is installed");
        return 77;
    }
    std::printf("%d maps, %d not as they should be\n", maps, bad);
    return bad == 0 ? 0 : 1;
}
