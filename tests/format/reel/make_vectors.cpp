// Writes the test vectors to a folder, and the description of every vector in or below it, also of
// those of older versions: make_vectors tests/vectors
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "tests/format/reel/reel_file.h"
#include "tests/format/reel/vectors.h"

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: make_vectors FOLDER\n");
        return 2;
    }
    for (const tickreel_test::Vector& vector : tickreel_test::make_vectors()) {
        std::ofstream file(std::string(argv[1]) + "/" + vector.name + ".reel", std::ios::binary);
        file.write(reinterpret_cast<const char*>(vector.file.data()),
                   static_cast<std::streamsize>(vector.file.size()));
        if (!file) return 1;
    }
    for (const auto& entry : std::filesystem::recursive_directory_iterator(argv[1])) {
        std::filesystem::path path = entry.path();
        if (path.extension() != ".reel") continue;
        const auto file = tickreel::read_whole_file(path.string());
        if (!file) return 1;
        std::ofstream text(path.replace_extension(".json"));
        text << tickreel_test::describe(*file).dump(1) << "\n";
        if (!text) return 1;
    }
    return 0;
}
