// Foreign bytes as a recovery log, and as a state that a decoder is given: whatever is read is
// within the bytes, and a decoder that takes the state goes on. The ring is small but whole: its
// header says how much the input fills.
#include <cstdlib>
#include <cstring>

#include "recorder/games/game.h"
#include "recorder/recording/recovery_log.h"
#include "tickreel/model/ignoring_sink.h"

using namespace tickreel;

namespace {

constexpr std::size_t kRingAt = 4096;
constexpr std::size_t kRing = 64UL * 1024;

void go_on(const RecoveredConnection& left) {
    const Game* game = find_game(left.game.empty() ? "teeworlds" : left.game);
    if (game == nullptr) return;
    const auto decoder = game->make_decoder();
    IgnoringSink sink;
    (void)decoder->restore(left.state, "");
    for (const KeptDatagram& one : left.datagrams)
        decoder->feed({one.direction, one.time, one.bytes}, sink, ignore_problems);
    decoder->finish(sink, ignore_problems);
    // Its own checkpoint is one that another decoder takes.
    if (const Bytes own = decoder->checkpoint(); !own.empty())
        if (!game->make_decoder()->restore(own, "")) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const ByteView input{data, size};
    (void)read_recovery_log(input);
    Bytes file(kRingAt + kRing);
    const std::size_t used = std::min(size, kRing);
    if (used > 0) std::memcpy(file.data() + kRingAt, data, used);
    ByteWriter header;
    header.bytes(as_bytes("TKRLOG02"));
    header.u64(kRing);
    header.u64(0);
    header.u64(used / 8 * 8);
    std::memcpy(file.data(), header.data().data(), header.data().size());
    std::size_t bytes = 0;
    for (const auto& [client, left] : read_recovery_log(file)) {
        bytes += left.state.size();
        for (const KeptDatagram& one : left.datagrams) bytes += one.bytes.size();
        go_on(left);
    }
    if (bytes > 2 * file.size()) std::abort();
    RecoveredConnection alone;
    alone.state.assign(input.begin(), input.end());
    go_on(alone);
    return 0;
}
