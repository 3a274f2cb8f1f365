// Writes the test vectors and their descriptions to a folder: make_vectors tests/vectors
#include <cstdio>
#include <fstream>

#include "tests/format/reel/reel_file.h"
#include "tests/format/reel/vectors.h"

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: make_vectors FOLDER\n");
        return 2;
    }
    for (const tickreel_test::Vector& vector : tickreel_test::make_vectors()) {
        const std::string path = std::string(argv[1]) + "/" + vector.name;
        std::ofstream file(path + ".reel", std::ios::binary);
        file.write(reinterpret_cast<const char*>(vector.file.data()),
                   static_cast<std::streamsize>(vector.file.size()));
        std::ofstream text(path + ".json");
        text << tickreel_test::describe(vector.file).dump(1) << "\n";
        if (!file || !text) return 1;
    }
    return 0;
}
