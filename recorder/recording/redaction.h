#pragma once
// Removes personal data from a recording: names and clans become "player 1", "clan 2" ..., every
// other text of an event (chat, votes, server lines) "text 3", consistently throughout the file.
// Bytes that cannot be interpreted (unknown messages, raw messages, blobs) are emptied. Names of
// maps and skins, according to the schema, are kept. Originals are remembered for the
// verification.

#include <map>
#include <memory>
#include <set>
#include <string>

#include "tickreel/model/frame.h"
#include "tickreel/model/row.h"
#include "tickreel/model/type_table.h"

namespace tickreel {

class Redaction {
public:
    explicit Redaction(const Schema& schema);  // must outlive it
    void follow_schema();                      // after a type was added to it

    // Call for every frame first, then apply() to every frame; while recording, both for each
    // frame: then bytes that cannot be interpreted are searched for what came before them only.
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

    const Schema& schema_;
    std::unique_ptr<TypeTable> types_;
    PseudonymMap names_;
    PseudonymMap clans_;
    PseudonymMap texts_;
    std::set<std::string> pseudonyms_;
    mutable PseudonymMap cleaned_;  // cache of clean(): the same texts occur at every tick
};

}  // namespace tickreel
