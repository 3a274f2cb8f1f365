// Any bytes as a .faucap: never a crash, and any datagrams in it survive writing and reading; then
// the decoder processes them as in an import.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <utility>

#include "recorder/games/firefall/decoder.h"
#include "recorder/games/firefall/faucap.h"
#include "tests/recorder/teeworlds/collecting_sink.h"

using namespace tickreel;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto file = memory_source(Bytes(data, data + size));
    firefall::Decoder decoder(firefall::Annotations::Accepted);
    tickreel_test::CollectingSink sink;
    std::map<unsigned, std::pair<std::uint32_t, Bytes>> sessions;  // datagrams, and their bytes
    std::uint32_t count = 0;
    const auto take = [&](unsigned session, const Datagram& datagram, double) {
        decoder.feed(datagram, sink, ignore_problems);
        const Bytes one = firefall::faucap_datagram(datagram);
        auto& [own, bytes] = sessions[session];
        ++own;
        bytes.insert(bytes.end(), one.begin(), one.end());
        return ++count < 1000;
    };
    if (!firefall::read_faucap(*file, take, ignore_problems)) return 0;
    decoder.finish(sink, ignore_problems);
    if (count == 1000) return 0;  // what is a damaged time depends on the datagram behind it
    Bytes again = firefall::faucap_file_head(static_cast<std::uint32_t>(sessions.size()));
    Bytes datagrams;
    for (const auto& [session, own] : sessions) {
        const Bytes head = firefall::faucap_session_head({.datagrams = own.first});
        again.insert(again.end(), head.begin(), head.end());
        again.insert(again.end(), own.second.begin(), own.second.end());
        datagrams.insert(datagrams.end(), own.second.begin(), own.second.end());
    }
    Bytes twice;
    const auto compare = [&](unsigned, const Datagram& datagram, double) {
        const Bytes one = firefall::faucap_datagram(datagram);
        twice.insert(twice.end(), one.begin(), one.end());
        return true;
    };
    if (!firefall::read_faucap(*memory_source(again), compare, ignore_problems) ||
        twice != datagrams)
        std::abort();
    return 0;
}
