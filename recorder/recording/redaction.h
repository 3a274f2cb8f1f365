#pragma once
// Removes personal data from a recording: names and clans become "player 1", "clan 2" ..., every
// other text of an event (chat, votes, server lines) "text 3", consistently throughout the file.
// Bytes that cannot be interpreted (unknown messages, raw messages, blobs) are emptied. Names of
// maps and skins, according to the schema, are kept unless they contain a name. Originals are
// remembered for the verification.

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "recorder/games/game.h"
#include "recorder/recording/original_search.h"
#include "recorder/recording/pseudonyms.h"
#include "tickreel/model/frame.h"
#include "tickreel/model/row.h"
#include "tickreel/model/type_table.h"

namespace tickreel {

// What is removed altogether.
struct RedactionDrops {
    bool skins = false;
    bool server = false;  // what the server says about itself, and texts that no player said
    bool time = false;    // the wall clock; times then count from the first snapshot, those in
                          // fields modulo what they hold
    bool inputs = false;  // requests of the recorded client
    bool chat = false;
};

struct RedactOptions {
    std::string key{};  // "": pseudonyms are numbered
    RedactionDrops drops{};
};

class Redaction {
public:
    // The schema must outlive it. `game`: nullptr if it is not known.
    explicit Redaction(const Schema& schema, const Game* game, const RedactOptions& options = {});
    void follow_schema();  // after a type was added to it

    // Call for every frame first, then name_all() once, then apply() to every frame; while
    // recording, all three for each frame: then bytes that cannot be interpreted are searched for
    // what came before them only.
    void learn(const Frame& frame);
    // Pseudonyms for what was learned; none of them is itself a name that was learned.
    void name_all();
    // Only rows, events and the time: the caller updates the wire's checksum. No row keeps the
    // result of a checksum of its item, which was of the original.
    Frame apply(const Frame& frame) const;
    // The text unchanged if it contains no original, else its replacement.
    std::string clean(std::string_view text) const;
    // The same for the name of a map or skin: that somebody once said it in the chat does not
    // matter.
    std::string clean_title(std::string_view title) const;
    // Whether bytes of unknown meaning contain an original.
    bool contains_original(ByteView bytes) const { return search_.in_bytes(bytes); }
    bool contains_original(Row words) const;  // also as text packed the way Teeworlds packs names
    bool is_pseudonym(const std::string& text) const { return made_.contains(text); }
    const RedactionDrops& drops() const { return drops_; }

    std::size_t names() const { return known_[kName].size(); }
    std::size_t clans() const { return known_[kClan].size(); }
    std::size_t texts() const { return known_[kText].size(); }
    // "Type.field" where apply() found bytes, of which nobody knows whether they are a name.
    std::vector<std::string> emptied() const;
    // Names and clans that may be left as a part of another word.
    std::size_t whole_words() const { return search_.whole_words(); }

private:
    using PseudonymMap = std::map<std::string, std::string>;  // original to pseudonym
    enum Kind : std::uint8_t { kName, kClan, kText };
    struct ClockSlot {
        std::size_t slot = 0;
        std::size_t words = 1;
        WallClock clock{};
    };
    struct Unnamed {
        Kind kind = kText;
        PseudonymMap::iterator original{};
    };
    void learn_row(const RowReader& type, Row row);
    void find_clocks();
    void stop_clocks(TypeId id, std::vector<Word>& row) const;
    static Kind kind_of(const Field& field);
    bool is_known(const std::string& text) const;
    std::string pseudonym(Kind kind, const std::string& original);
    bool is_dropped(const Event& event) const;
    std::string new_text(const RowReader& type, Row row, std::size_t field,
                         const std::string& old) const;
    std::vector<Word> rewritten(TypeId id, Row row) const;
    std::vector<Word> with_new_texts(TypeId id, Row row) const;
    std::vector<Word> without_originals(Row row) const;
    std::string replacement(const std::string& text, Kind kind) const;

    const Schema& schema_;
    const Game* game_;
    std::unique_ptr<TypeTable> types_;
    RedactionDrops drops_;
    bool drops_clocks_ = false;                     // the game has some
    std::vector<std::vector<ClockSlot>> clocks_{};  // by type
    Pseudonyms made_;
    OriginalSearch search_;
    // One text may be of several kinds: each kind has its own pseudonym for it.
    std::array<PseudonymMap, 3> known_;
    std::vector<Unnamed> unnamed_;  // in the order of learning
    std::optional<std::chrono::nanoseconds> first_time_;
    mutable PseudonymMap cleaned_;  // cache of clean(): the same texts occur at every tick
    mutable std::set<std::pair<TypeId, std::size_t>> emptied_;  // by apply(); number of the field
};

// An event about checksums of items: they were of the original.
bool is_about_checksums(const Game* game, const ItemType& type);
// Whether a field of these types tells the time of day.
bool has_wall_clock(const Game* game, const Schema& schema);
// What the server says beside the chat, such as the message of the day: words, and nothing of who
// says them to whom. (The first programs gave chat no role for its speaker.)
bool is_server_text(const ItemType& type);
// Chat, and the recorded client's requests to say something.
bool is_chat(const ItemType& type);

}  // namespace tickreel
