#include "recorder/commands/import/cut_packets.h"

#include "tickreel/base/concat.h"

namespace tickreel {

namespace {

constexpr std::size_t kMostListed = 4;  // connections

}  // namespace

void CutPackets::add(unsigned connection, Tick behind) {
    Places& places = of_[connection];
    if (places.packets++ == 0) places.first = behind;
    places.last = behind;
}

std::string CutPackets::text(const Places& places) {
    const auto where = [](Tick behind) {
        return behind == kNoTick ? std::string("before the first snapshot")
                                 : concat("behind tick ", behind);
    };
    if (places.first == places.last) return ' ' + where(places.last);
    return concat(", first ", where(places.first), ", last ", where(places.last));
}

void CutPackets::tell(std::uint64_t all, const ImportJob& job) const {
    if (all == 0) return;
    std::string where;
    std::size_t listed = 0;
    for (const auto& [connection, places] : of_) {
        where += where.empty() ? " (of the server to " : "; ";
        if (++listed > kMostListed) {
            where += concat(of_.size() - kMostListed, " more connections");
            break;
        }
        where += concat("connection ", connection, ": ", places.packets, text(places));
    }
    if (!where.empty()) where += ')';
    job.file_problems(
        {concat(all, all == 1 ? " packet was" : " packets were",
                " truncated by the capture and skipped", where, "; capture with snaplen 0"),
         InputLoss::Part});
}

}  // namespace tickreel
