#include "player/games/teeworlds/roster.h"

#include "player/draw/font.h"
#include "player/games/teeworlds/items.h"

namespace tickreel {

namespace {

constexpr std::string_view kInfo = "Sv_ClientInfo";
constexpr std::string_view kTeamChange = "Sv_Team";
constexpr std::size_t kMostEntries = 65536;  // of one client

// 0.7 has six parts; these two are drawn.
constexpr std::string_view kBodyCustom = "use_custom_color_0";
constexpr std::string_view kBodyColor = "skin_part_color_0";
constexpr std::string_view kFeetColor = "skin_part_color_4";

Color part_color(int packed) {
    constexpr float kDarkest = 61.0F / 255;  // 0.7 skins may be darker than those of 0.6
    const auto bits = static_cast<std::uint32_t>(packed);
    const auto part = [bits](int shift) {
        return static_cast<float>((bits >> shift) & 0xFFU) / 255;
    };
    return hsl(part(16), part(8), kDarkest + part(0) * (1 - kDarkest));
}

}  // namespace

Roster::Roster(const ReelReader& reel, const ProblemSink& problems) {
    const auto info = reel.schema().find(kInfo);
    const auto team = reel.schema().find(kTeamChange);
    if (!info || reel.schema().find("ClientInfo")) {
        return;  // 0.6 has the names in every snapshot
    }
    const Result<void> read = reel.scan(reel.everything(), problems, [&](const Frame& frame) {
        for (const Event& event : frame.events) {
            if (event.type == *info || (team && event.type == *team)) {
                add(reel.schema(), frame, event);
            }
        }
        return true;
    });
    if (!read) {
        problems({"names cannot be read: " + read.error().message});
    }
}

void Roster::add(const Schema& schema, const Frame& frame, const Event& event) {
    const Items message(schema, schema[event.type].name);
    const int client = message.number(event.row, "client_id", -1);
    if (client < 0) {
        return;
    }
    std::vector<Entry>& entries = clients_[static_cast<EntityId>(client)];
    if (entries.size() >= kMostEntries) {
        return;
    }
    Entry entry;
    entry.from = frame.moment();
    if (schema[event.type].name == kTeamChange) {
        if (entries.empty()) {
            return;
        }
        entry.identity = entries.back().identity;
        entry.identity.team = message.number(event.row, "team");
    } else {
        Identity& who = entry.identity;
        who.name = clean_text(message.text(event.row, "name"));
        who.clan = clean_text(message.text(event.row, "clan"));
        who.team = message.number(event.row, "team");
        who.custom_color = message.number(event.row, kBodyCustom) != 0;
        who.colors = {part_color(message.number(event.row, kBodyColor)),
                      part_color(message.number(event.row, kFeetColor))};
    }
    entries.push_back(std::move(entry));
}

const Identity* Roster::find(EntityId client, Moment moment) const {
    const auto found = clients_.find(client);
    if (found == clients_.end()) {
        return nullptr;
    }
    const Identity* latest = nullptr;
    for (const Entry& entry : found->second) {
        if (entry.from > moment) {
            break;
        }
        latest = &entry.identity;
    }
    return latest;
}

}  // namespace tickreel
