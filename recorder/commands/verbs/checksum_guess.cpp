#include "recorder/commands/verbs/checksum_guess.h"

#include <fmt/format.h>

#include "recorder/commands/output/text_format.h"
#include "recorder/commands/output/type_book.h"

namespace tickreel {

namespace {

constexpr std::size_t kMaxGuesses = 5;
// Every guess computes the sum of a whole snapshot: larger ones would take seconds each.
constexpr std::size_t kMaxGuessedItems = 2048;

class Guesser {
public:
    Guesser(const Game& game, const Schema& schema, const Snapshot& now, std::uint32_t sent)
        : game_(game), schema_(schema), types_(schema), now_(now), sent_(sent) {}

    bool full() const { return found_.size() >= kMaxGuesses; }
    std::vector<std::string> take() { return std::move(found_); }

    void without(ItemKey key) {
        SnapshotBuilder changed(now_);
        changed.erase(key);
        note(changed, fmt::format("{} was not in the server's snapshot", name(key)));
    }
    void as_before(ItemKey key, Row row) {
        SnapshotBuilder changed(now_);
        changed.set(key, row);
        note(changed, now_.find(key)
                          ? fmt::format("{} had not changed for the server", name(key))
                          : fmt::format("{} was still in the server's snapshot", name(key)));
    }

private:
    std::string name(ItemKey key) const {
        return fmt::format("{} {}", printable(types_[key.type].name), key.entity);
    }
    void note(SnapshotBuilder& changed, std::string guess) {
        if (!full() && game_.wire_checksum(schema_, changed.build()) == sent_)
            found_.push_back(std::move(guess));
    }

    const Game& game_;
    const Schema& schema_;
    TypeBook types_;
    const Snapshot& now_;
    std::uint32_t sent_;
    std::vector<std::string> found_;
};

bool same(Row a, std::optional<Row> b) {
    return b && std::equal(a.begin(), a.end(), b->begin(), b->end());
}

}  // namespace

std::vector<std::string> guess_mismatch(const Game& game, const Schema& schema,
                                        const Snapshot& before, const Snapshot& now,
                                        std::uint32_t sent) {
    if (now.size() + before.size() > kMaxGuessedItems) return {};
    Guesser guesser(game, schema, now, sent);
    for (const Item item : now)
        if (!guesser.full()) guesser.without(item.key);
    for (const Item item : before)
        if (!guesser.full() && !same(item.row, now.find(item.key)))
            guesser.as_before(item.key, item.row);
    return guesser.take();
}

}  // namespace tickreel
