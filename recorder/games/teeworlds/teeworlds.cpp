// Registers the game Teeworlds 0.6 / DDNet.
#include "recorder/games/game.h"
#include "recorder/games/teeworlds/analysis.h"
#include "recorder/games/teeworlds/decoder.h"
#include "recorder/games/teeworlds/demo_export.h"
#include "recorder/games/teeworlds/demo_import.h"
#include "recorder/games/teeworlds/demo_reader.h"
#include "recorder/games/teeworlds/map_finder.h"
#include "recorder/games/teeworlds/private_talk.h"
#include "recorder/games/teeworlds/probe.h"
#include "recorder/games/teeworlds/schema_fields.h"
#include "recorder/games/teeworlds/snapshot_mapper.h"
#include "recorder/games/teeworlds/teehistorian_import.h"
#include "recorder/games/teeworlds/teehistorian_reader.h"
#include "recorder/games/teeworlds/wire/snap_messages.h"
#include "recorder/games/teeworlds/wire/wire_snapshot.h"

namespace tickreel {

namespace {

// The wire's checksum: the wrapping sum of all ints of all items except derived ones.
std::optional<std::uint32_t> wire_checksum(const Schema& schema, const Snapshot& snapshot) {
    std::uint32_t sum = 0;
    for (const Item item : snapshot) {
        const ItemType& type = schema[item.key.type];
        if (type.derived) continue;
        if (is_lost(type)) return std::nullopt;  // perhaps a derived one
        for (const Word word : item.row) sum += static_cast<std::uint32_t>(word);
    }
    return sum;
}

constexpr ItemField kMatchStarts[] = {{"GameInfo", "round_start_tick"},
                                      {"GameData", "game_start_tick"}};
constexpr ItemField kOwnPlayer[] = {{"PlayerInfo", "local"}, {"De_ClientInfo", "local"}};

constexpr FileImporter kImporters[] = {
    {"demo", "recordings of the Teeworlds and DDNet clients and servers, versions 3 to 6",
     teeworlds::is_demo, teeworlds::import_demo},
    {"teehistorian", "what a DDNet server wrote of its clients' inputs, messages and places",
     teeworlds::is_teehistorian, teeworlds::import_teehistorian}};

constexpr FileExporter kExporters[] = {
    {"demo", "a demo that the DDNet client plays (0.6 and DDNet)", teeworlds::make_demo_exporter}};

}  // namespace

extern const Game teeworlds_game;
const Game teeworlds_game{
    .id = "teeworlds",
    .title = "Teeworlds 0.6, DDNet and Teeworlds 0.7",
    .ticks_per_second = 50.0,
    .probe = teeworlds::probe,
    .make_decoder = teeworlds::make_decoder,
    .importers = kImporters,
    .exporters = kExporters,
    .client_intent = teeworlds::client_intent,
    .is_private_talk = teeworlds::is_private_talk,
    .wire_checksum = wire_checksum,
    // An image is 2 ints, and per item an offset and a key.
    .limits = {.items = teeworlds::kMaxSnapshotItems,
               .bytes = teeworlds::kMaxSnapshotImage,
               .bytes_of_any = 8,
               .bytes_of_item = 8,
               .parts = teeworlds::kMaxParts},
    .views = teeworlds::kAnalysisViews,
    .match_starts = kMatchStarts,
    .own_player = kOwnPlayer,
    .type_naming = {"ExtendedType", teeworlds::named_type},
    .add_event_types = teeworlds::add_event_types,
    .add_item_types = teeworlds::add_item_types,
    .read_types = teeworlds::read_item_types,
    .add_usual_types = teeworlds::add_usual_types,
    .find_map = teeworlds::find_map,
};

}  // namespace tickreel
