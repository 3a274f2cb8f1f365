#include "recorder/commands/import/importable.h"

#include "recorder/games/game.h"
#include "tickreel/base/concat.h"

namespace tickreel {

std::vector<std::string> importable_extensions() {
    std::vector<std::string> extensions{".pcap", ".pcapng"};
    for (const Game* game : all_games()) {
        for (const DatagramFile& file : game->datagram_files)
            extensions.push_back(concat('.', file.extension));
        for (const FileImporter& file : game->importers)
            extensions.push_back(concat('.', file.extension));
    }
    return extensions;
}

}  // namespace tickreel
