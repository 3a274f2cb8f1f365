// Registers the game Firefall.
#include "recorder/games/firefall/analysis.h"
#include "recorder/games/firefall/decoder.h"
#include "recorder/games/firefall/event_mapper.h"
#include "recorder/games/firefall/faucap.h"
#include "recorder/games/firefall/faucap_export.h"
#include "recorder/games/firefall/nsr.h"
#include "recorder/games/firefall/private_talk.h"
#include "recorder/games/firefall/probe.h"
#include "recorder/games/firefall/view_sums.h"
#include "recorder/games/firefall/wall_clock.h"
#include "recorder/games/game.h"

namespace tickreel {

namespace {

constexpr FileImporter kImporters[] = {
    {"nsr", "the game's own replays", firefall::is_nsr, firefall::import_nsr}};

constexpr DatagramFile kDatagramFiles[] = {{"faucap", "captures of FauCap", firefall::is_faucap,
                                            firefall::read_faucap, firefall::make_faucap_decoder}};

constexpr FileExporter kExporters[] = {
    {"faucap", "FauCap capture with the same content", firefall::make_faucap_exporter}};

}  // namespace

extern const Game firefall_game;
const Game firefall_game{
    .id = "firefall",
    .title = "Firefall",
    .ticks_per_second = 20.0,
    .ticks_of_arrival = true,
    // A snapshot of all views of a zone takes as much space as 20 seconds of changes.
    .packing = {.group_seconds = 120.0, .chunk_seconds = 12.0, .level = 19},
    .probe = firefall::probe,
    .make_decoder = firefall::make_decoder,
    .importers = kImporters,
    .exporters = kExporters,
    .datagram_files = kDatagramFiles,
    .port_redirect = firefall::game_port,
    .port_redirect_at = firefall::kGamePortAt,
    .client_intent = firefall::client_intent,
    .is_private_talk = firefall::is_private_talk,
    .checksum_event = firefall::kChecksumEvent,
    .checksum_cause_event = firefall::kChecksumCauseEvent,
    .checksum_total_event = firefall::kChecksumTotalEvent,
    .make_part_checker = firefall::make_view_checker,
    .wall_clock = firefall::wall_clock,
    .dated_ids = true,
    .views = firefall::kAnalysisViews,
    .add_event_types = firefall::add_event_types,
    .add_item_types = firefall::add_item_types,
    .add_usual_types = firefall::add_usual_types,
};

}  // namespace tickreel
