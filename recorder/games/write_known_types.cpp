// Runs when the project is built: write_known_types OUT.cpp. Writes what recordings of each game
// have as C++ for libtickreel.so, which has no game in it: recordings of types alone, and how many
// of these are usual.
#include <fstream>
#include <iostream>
#include <memory>

#include "recorder/games/game.h"
#include "tickreel/base/shared_sink.h"
#include "tickreel/reel/reel_writer.h"

namespace {

using namespace tickreel;

constexpr std::size_t kBytesOfLine = 32;

Result<Bytes> recording_of(const Game& game) {
    Bytes bytes;
    RecordingInfo info;
    info.game = game.id;
    ReelOptions options;
    options.level = 19;
    options.uuid.fill(Byte{1});  // the same in each build
    ReelWriter writer(std::make_unique<SharedSink>(bytes), info, options);
    for (const ItemType& type : known_types(game).types.types()) writer.add_type(type);
    if (const auto done = writer.finish(); !done) return done.error();
    return bytes;
}

int write(const char* path) {
    std::ofstream out(path);
    out << "// Written by write_known_types.\n#include \"format/c/known_types.h\"\n\n"
           "namespace tickreel::c {\nnamespace {\n\n";
    std::string list;
    for (const Game* game : all_games()) {
        const auto bytes = recording_of(*game);
        if (!bytes) {
            std::cerr << path << ": " << bytes.error().message << '\n';
            return 1;
        }
        out << "constexpr unsigned char k_" << game->id << "[] = {";
        for (std::size_t i = 0; i < bytes->size(); ++i)
            out << (i % kBytesOfLine == 0 ? "\n" : "") << static_cast<unsigned>((*bytes)[i]) << ',';
        out << "};\n";
        list += "    {\"" + std::string(game->id) + "\", k_" + std::string(game->id) + ", " +
                std::to_string(known_types(*game).usual) + "},\n";
    }
    out << "\nconstexpr WrittenTypes kAll[] = {\n"
        << list << "};\n\n}  // namespace\n\n"
        << "std::span<const WrittenTypes> written_types() {\n    return kAll;\n}\n\n"
        << "}  // namespace tickreel::c\n";
    out.close();
    return out ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    return argc == 2 ? write(argv[1]) : 2;
}
