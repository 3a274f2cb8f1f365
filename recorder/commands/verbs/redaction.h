#pragma once
// Takes people out of a recording: names and clans become "player 1", "clan 2" ..., every other
// text of an event (chat, votes, server lines) "text 3", the same for the same original all over
// the file. Bytes that nobody can read (unknown messages, raw messages, blobs) are emptied. What
// the schema calls the name of a map or a skin stays. What was an original is remembered, for the
// proof.

#include <map>
#include <set>
#include <string>

#include "recorder/commands/output/type_book.h"
#include "tickreel/model/frame.h"
#include "tickreel/model/row.h"

namespace tickreel {

class Redaction {
public:
    explicit Redaction(const Schema& schema) : types_(schema) {}  // which must outlive it

    // First every frame is looked at, then every frame is rewritten.
    void learn(const Frame& frame);
    // The rows only: what the wire's checksum is now is the caller's business.
    Frame apply(const Frame& frame) const;
    // The text itself when there is no original in it, else what to say instead.
    std::string clean(std::string_view text) const;
    // Whether the bytes hold an original. Texts of fewer than 4 bytes are not looked for in bytes:
    // they are everywhere.
    bool holds_original(ByteView bytes) const;
    bool is_pseudonym(const std::string& text) const { return pseudonyms_.contains(text); }

    std::size_t names() const { return names_.size(); }
    std::size_t clans() const { return clans_.size(); }
    std::size_t texts() const { return texts_.size(); }

private:
    using Book = std::map<std::string, std::string>;  // original to pseudonym
    Book& book_of(const Field& field);
    void learn_row(const RowReader& type, Row row);
    void learn_text(Book& book, std::string_view word, const std::string& text);
    std::vector<Word> rewritten(const RowReader& type, Row row) const;
    std::vector<Word> without_originals(Row row) const;
    std::string replacement(const std::string& text) const;

    TypeBook types_;
    Book names_;
    Book clans_;
    Book texts_;
    std::set<std::string> pseudonyms_;
    mutable Book cleaned_;  // what clean() found before: the same texts come with every tick
};

// A field whose text is about people: by its roles, and every text of an event that has none.
bool is_personal(const ItemType& type, const Field& field);

}  // namespace tickreel
