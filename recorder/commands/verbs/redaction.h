#pragma once
// Removes personal data from a recording: names and clans become "player 1", "clan 2" ..., every
// other text of an event (chat, votes, server lines) "text 3", consistently throughout the file.
// Bytes that cannot be interpreted (unknown messages, raw messages, blobs) are emptied. Names of
// maps and skins, according to the schema, are kept. Originals are remembered for the
// verification.

#include <map>
#include <set>
#include <string>

#include "recorder/commands/output/type_table.h"
#include "tickreel/model/frame.h"
#include "tickreel/model/row.h"

namespace tickreel {

class Redaction {
public:
    explicit Redaction(const Schema& schema) : types_(schema) {}  // must outlive it

    // Call for every frame first; then apply() to every frame.
    void learn(const Frame& frame);
    // Only rows: the caller updates the wire's checksum.
    Frame apply(const Frame& frame) const;
    // The text unchanged if it contains no original, else its replacement.
    std::string clean(std::string_view text) const;
    // Whether the bytes contain an original. Texts shorter than 4 bytes are not searched for: they
    // occur everywhere.
    bool contains_original(ByteView bytes) const;
    bool is_pseudonym(const std::string& text) const { return pseudonyms_.contains(text); }

    std::size_t names() const { return names_.size(); }
    std::size_t clans() const { return clans_.size(); }
    std::size_t texts() const { return texts_.size(); }

private:
    using PseudonymMap = std::map<std::string, std::string>;  // original to pseudonym
    PseudonymMap& pseudonyms_of(const Field& field);
    void learn_row(const RowReader& type, Row row);
    void learn_text(PseudonymMap& book, std::string_view word, const std::string& text);
    std::vector<Word> rewritten(const RowReader& type, Row row) const;
    std::vector<Word> without_originals(Row row) const;
    std::string replacement(const std::string& text) const;

    TypeTable types_;
    PseudonymMap names_;
    PseudonymMap clans_;
    PseudonymMap texts_;
    std::set<std::string> pseudonyms_;
    mutable PseudonymMap cleaned_;  // cache of clean(): the same texts occur at every tick
};

// Whether a field's text is personal data: by its roles; texts of events without roles are, too.
bool is_personal(const ItemType& type, const Field& field);

}  // namespace tickreel
