#include "recorder/games/teeworlds/server_copies.h"

#include <algorithm>
#include <array>

#include "recorder/games/teeworlds/wire/uuid.h"
#include "tickreel/base/concat.h"
#include "tickreel/model/names.h"

namespace tickreel::teeworlds {

namespace {

constexpr int kPlayerInfo = 10;  // its first word says whether it is the client's own
constexpr int kDeath = 17;       // its third word says whose
constexpr int kFirstEvent = 14;
constexpr int kLastEvent = 20;
constexpr std::size_t kMostEvents = 128;  // of a server, between two snapshots: others are lost
constexpr std::string_view kGameInfoEx = "gameinfo@netobj.ddnet.tw";
constexpr int kOwnNumbers = 16;     // that others than DDNet's clients know
constexpr int kLegacyNumbers = 64;  // that DDNet's clients knew before 19
// From 11 on DDNet's servers have 128 players, and give clients of one address numbers in turn.
constexpr int kLastOwnZero = 10;
constexpr std::size_t kKiller = 0, kVictim = 1;  // the numbers of a kill

bool names_players(const ItemType& type) {
    return type.name == "Sv_KillMsg" || type.name == "Sv_Chat" || type.name == "Sv_Emoticon";
}

std::vector<std::size_t> words_of_players(const ItemType& type) {
    std::vector<std::size_t> words;
    const std::vector<FieldPlace> places = field_places(type);
    for (std::size_t i = 0; i < type.fields.size(); ++i)
        if (tells_who(type.fields[i])) words.push_back(places[i].slot);
    return words;
}

bool same_but_who(const Event& a, const Event& b, std::span<const std::size_t> who) {
    if (a.type != b.type || a.row.size() != b.row.size()) return false;
    for (std::size_t i = 0; i < a.row.size(); ++i)
        if (a.row[i] != b.row[i] && std::find(who.begin(), who.end(), i) == who.end()) return false;
    return true;
}

// In 0.7 a line has the number of who is spoken to behind the speaker's, -1 for all: in 0.6 that is
// the first letter of the text. Only a line beside it in 0.6 tells it from one that begins so.
constexpr std::string_view kToAll = "@";

struct Line {
    std::int64_t team = 0;
    std::string text{};
    bool is_seven_of(const Line& other) const {
        return team == other.team + 1 && text == concat(kToAll, other.text);
    }
};

std::optional<Line> line_of(const ItemType& type, const Event& event) {
    const auto team = find_field(type, "team");
    const auto text = find_role(type, Role::Text);
    if (type.name != "Sv_Chat" || !team || !text) return std::nullopt;
    const Value number = read_field(type, event.row, *team);
    const auto* which = std::get_if<std::int64_t>(&number);
    if (which == nullptr) return std::nullopt;
    return Line{*which, as_text(read_field(type, event.row, *text))};
}

void write_line(const ItemType& type, const Line& line, Event& event) {
    std::vector<Value> values;
    for (std::size_t i = 0; i < type.fields.size(); ++i)
        values.push_back(read_field(type, event.row, i));
    values[*find_field(type, "team")] = line.team;
    values[*find_role(type, Role::Text)] = line.text;
    event.row = make_row(type, values);
}

// What was sent to clients of 0.7 is as the same message of 0.6.
void read_seven(std::span<Event> events, const MessageEvents& messages) {
    std::vector<std::optional<Line>> lines;
    for (const Event& event : events) lines.push_back(line_of(messages.type_of(event), event));
    const auto compare = [&](std::size_t at, std::size_t beside) {
        if (!lines[at] || !lines[beside] || !lines[at]->is_seven_of(*lines[beside])) return;
        lines[at] = lines[beside];
        write_line(messages.type_of(events[at]), *lines[at], events[at]);
    };
    for (std::size_t i = 1; i < events.size(); ++i) compare(i, i - 1);
    for (std::size_t i = events.size() - 1; i > 0; --i) compare(i - 1, i);
}

}  // namespace

ServerCopies::World ServerCopies::look(const WireSnapshot& snapshot) {
    static const std::array<std::int32_t, 4> game_info_ex =
        uuid_to_ints(uuid_from_name(kGameInfoEx));
    World world;
    std::optional<int> game_info;  // its number in this snapshot
    std::size_t events = 0;
    std::vector<std::pair<int, int>> deaths;
    for (std::size_t i = 0; i < snapshot.num_items(); ++i) {
        const SnapItem item = snapshot.get_item(i);
        if (item.type == kPlayerInfo && !item.ints.empty()) {
            world.players.push_back(item.id);
            world.of_client = world.of_client || item.ints[0] != 0;
        }
        if (item.type == 0 && item.ints.size() == 4 &&
            std::equal(item.ints.begin(), item.ints.end(), game_info_ex.begin()))
            game_info = item.id;
        events += item.type >= kFirstEvent && item.type <= kLastEvent ? 1U : 0U;
        if (item.type == kDeath && item.ints.size() >= 3)
            deaths.emplace_back(item.id, item.ints[2]);
    }
    std::sort(world.players.begin(), world.players.end());
    std::sort(deaths.begin(), deaths.end());
    if (events < kMostEvents && snapshot.num_items() < kMaxSnapshotItems)
        for (const auto& [place, who] : deaths) world.deaths.push_back(who);
    for (std::size_t i = 0; game_info && i < snapshot.num_items(); ++i) {
        const SnapItem item = snapshot.get_item(i);
        if (item.type == *game_info && item.ints.size() >= 2) world.game_version = item.ints[1];
    }
    return world;
}

// Whether the client may have got `number` for that player.
bool ServerCopies::may_be(int number, int who, int client) const {
    if (number == who) return true;
    if (!own_zero_) return number >= 0 && number < kLegacyNumbers;
    return number >= 0 && number < kOwnNumbers && (number == 0) == (who == client);
}

// The same by what is known of the client. One may say later that it is DDNet's: it only chooses.
bool ServerCopies::is_likely(int number, int who, int client) const {
    const auto known = other_numbers_.find(client);
    if (known == other_numbers_.end()) return true;
    if (!known->second) return number == who;
    return !own_zero_ || (number == 0) == (who == client);
}

void ServerCopies::learn(int number, int who, int client) {
    if (number != who)
        other_numbers_[client] = true;
    else if (number >= kOwnNumbers || (own_zero_ && (number == 0) != (who == client)))
        other_numbers_[client] = false;
}

// Which of `among` the messages are about that the players got one after the other.
std::optional<int> ServerCopies::who_is(const Block& block, std::size_t from, std::size_t field,
                                        std::span<const int> players, std::span<const int> among) {
    const auto all = [&](int who, const auto& fits) {
        for (std::size_t i = 0; i < players.size(); ++i)
            if (!fits(block.number(from + i, field), who, players[i])) return false;
        return true;
    };
    std::vector<int> found;
    for (const int who : among)
        if (all(who, [&](int number, int one, int client) { return may_be(number, one, client); }))
            found.push_back(who);
    if (found.size() > 1)
        std::erase_if(found, [&](int who) {
            return !all(who, [&](int number, int one, int client) {
                return is_likely(number, one, client);
            });
        });
    if (found.size() != 1) return std::nullopt;
    for (std::size_t i = 0; i < players.size(); ++i)
        learn(block.number(from + i, field), found[0], players[i]);
    return found[0];
}

// Chat and emoticons, each to all players.
std::optional<ServerCopies::Means> ServerCopies::sent_in(const Block& block, const World& world) {
    const std::size_t clients = world.players.size();
    if (!own_zero_ || clients == 0 || block.events.size() % clients != 0) return std::nullopt;
    Means means;
    for (std::size_t from = 0; from < block.events.size(); from += clients) {
        bool nobody = true;  // the server itself
        for (std::size_t i = 0; i < clients; ++i) nobody = nobody && block.number(from + i) < 0;
        const auto who = nobody ? std::optional(block.number(from))
                                : who_is(block, from, 0, world.players, world.players);
        if (!who) return std::nullopt;
        means.push_back({*who});
    }
    return means;
}

// Of a run of messages about one kill, `players` got them one after the other; none: nobody knows
// who did.
std::optional<int> ServerCopies::killer_in(const Block& run, std::span<const int> players,
                                           int victim) const {
    bool alone = true;
    std::set<int> killers;  // as those say who have the server's number of the victim
    for (std::size_t i = 0; i < run.events.size(); ++i) {
        const bool same = run.number(i, kKiller) == run.number(i, kVictim);
        alone = alone && same;
        if (run.number(i, kVictim) == victim) killers.insert(run.number(i, kKiller));
    }
    if (alone) return victim;
    std::vector<int> found;
    if (!own_zero_ || players.empty()) {
        found.assign(killers.begin(), killers.end());
    } else {
        for (const int who : players) {
            bool fits = who != victim;
            // Who has no number for the killer is told that it was the victim.
            for (std::size_t i = 0; fits && i < run.events.size(); ++i)
                fits = run.number(i, kKiller) == run.number(i, kVictim) ||
                       may_be(run.number(i, kKiller), who, players[i]);
            if (fits) found.push_back(who);
        }
        if (found.size() > 1) std::erase_if(found, [&](int who) { return !killers.contains(who); });
    }
    return found.size() == 1 ? std::optional(found[0]) : std::nullopt;
}

// The kills of a tick are in the order of its deaths. A death may be none (who pauses).
std::optional<ServerCopies::Means> ServerCopies::kills_in(const Block& block, const World& world) {
    const std::vector<int>& deaths = after_.deaths;
    // A client gets no message of who has no number there. Where each block is about one death, it
    // needs none to be told whose it is.
    const bool one = kill_blocks_ == deaths.size() && block.events.size() <= world.players.size();
    const std::size_t clients = one ? block.events.size() : world.players.size();
    if (clients == 0 || block.events.size() % clients != 0) return std::nullopt;
    std::span<const int> players = world.players;  // who got the messages, if that is known
    if (clients != players.size()) players = {};
    Means means;
    std::size_t death = death_;
    for (std::size_t from = 0; from < block.events.size(); from += clients) {
        const Block run{block.events.subspan(from, clients), block.who};
        const auto is_victim = [&](int who) {
            for (std::size_t i = 0; i < players.size(); ++i)
                if (!may_be(run.number(i, kVictim), who, players[i])) return false;
            return true;
        };
        while (death < deaths.size() && !is_victim(deaths[death])) ++death;
        if (death == deaths.size()) return std::nullopt;
        const int victim = deaths[death++];
        const auto killer = killer_in(run, players, victim);
        if (!killer) return std::nullopt;
        for (std::size_t i = 0; i < players.size(); ++i)
            learn(run.number(i, kVictim), victim, players[i]);
        means.push_back({*killer, victim});
    }
    death_ = death;
    return means;
}

// Where clients may lack some of those who were killed: who did not die is another one's number, if
// all who died are named.
bool ServerCopies::may_have_died(const Block& block, std::size_t event) const {
    const auto& deaths = after_.deaths;
    if (!all_deaths_named_ || deaths.empty()) return true;
    return std::find(deaths.begin(), deaths.end(), block.number(event, kVictim)) != deaths.end();
}

void ServerCopies::keep_different(const Block& block, bool naming, std::vector<Event>& to) {
    for (std::size_t i = 0; i < block.events.size(); ++i) {
        Event& event = block.events[i];
        const bool other = block.who.size() > kVictim && !may_have_died(block, i);
        if (other || (naming && !kept_.emplace(event.type, event.row).second))
            ++copies_;
        else
            to.push_back(std::move(event));
    }
}

void ServerCopies::keep(const Block& block, const Means& means, std::vector<Event>& to) {
    copies_ += block.events.size() - means.size();
    const std::size_t clients = block.events.size() / means.size();
    for (std::size_t i = 0; i < means.size(); ++i) {
        Event& event = block.events[i * clients];
        bool sent = false;  // with these numbers
        for (std::size_t copy = i * clients; copy < (i + 1) * clients; ++copy) {
            bool same = true;
            for (std::size_t field = 0; field < means[i].size(); ++field)
                same = same && block.number(copy, field) == means[i][field];
            sent = sent || same;
        }
        for (std::size_t field = 0; field < means[i].size(); ++field)
            event.row[block.who[field]] = means[i][field];
        if (!sent) ++renumbered_;
        kept_.emplace(event.type, event.row);
        to.push_back(std::move(event));
    }
}

// Whether each who died is the victim of a message.
void ServerCopies::note_deaths(std::span<const Event> events, const MessageEvents& messages) {
    std::set<int> victims;
    kill_blocks_ = 0;
    const Event* last = nullptr;
    for (const Event& event : events) {
        const ItemType& type = messages.type_of(event);
        if (!names_players(type) || type.event_class != EventClass::Kill) continue;
        const auto who = words_of_players(type);
        if (who.size() > kVictim && event.row.size() > who[kVictim])
            victims.insert(event.row[who[kVictim]]);
        // Nobody dies twice between two snapshots.
        to_each_ =
            to_each_ || (protocol_ == Protocol::V06 && last != nullptr && last->row == event.row);
        if (last == nullptr || !same_but_who(*last, event, who)) ++kill_blocks_;
        last = &event;
    }
    all_deaths_named_ = to_each_ && std::all_of(after_.deaths.begin(), after_.deaths.end(),
                                                [&](int who) { return victims.contains(who); });
}

std::vector<Event> ServerCopies::settle(std::vector<Event> events, const MessageEvents& messages,
                                        const WireSnapshot& after) {
    before_ = std::exchange(after_, protocol_ == Protocol::V06 ? look(after) : World());
    if (events.empty()) return events;
    kept_.clear();
    death_ = 0;
    const auto version = after_.game_version ? after_.game_version : before_.game_version;
    to_each_ = to_each_ || (version && original_);
    own_zero_ = !version || *version <= kLastOwnZero;
    const bool of_client = before_.of_client || after_.of_client;
    if (of_client) after_.deaths.clear();  // those that it saw
    if (to_each_ && !of_client) read_seven(events, messages);
    note_deaths(events, messages);
    std::vector<Event> kept;
    for (std::size_t from = 0; from < events.size();) {
        const ItemType& type = messages.type_of(events[from]);
        const bool kill = type.event_class == EventClass::Kill;
        Block block;
        std::size_t to = from + 1;
        if (names_players(type) && !of_client && to_each_) {
            block.who = words_of_players(type);
            while (to < events.size() && same_but_who(events[from], events[to], block.who)) ++to;
            if (block.who.size() != (kill ? 2 : 1) || events[from].row.size() <= block.who.back())
                block.who.clear();  // cut short, or of a type that says other things
        }
        block.events = std::span(events).subspan(from, to - from);
        from = to;
        std::optional<Means> means;
        for (const World* world : {&before_, &after_})
            if (!block.who.empty() && !means)
                means = kill ? kills_in(block, *world) : sent_in(block, *world);
        if (means)
            keep(block, *means, kept);
        else
            keep_different(block, names_somebody(type, block.events[0].row), kept);
    }
    return kept;
}

}  // namespace tickreel::teeworlds
