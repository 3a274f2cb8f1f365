#include "format/reel/codecs/columns_words.h"

#include <algorithm>
#include <utility>

namespace tickreel::columns {

WordReader::WordReader(const std::vector<Lifetime>& lives, TypeId type,
                       const std::vector<std::uint32_t>& words, const Snapshot& base,
                       const std::vector<Tick>& ticks)
    : lives_(lives),
      type_(type),
      words_(words),
      base_(base),
      ticks_(ticks),
      steps_(tick_steps(ticks)) {
    const auto of_type = std::equal_range(
        lives_.begin(), lives_.end(), Lifetime{{type, 0}},
        [](const Lifetime& a, const Lifetime& b) { return a.key.type < b.key.type; });
    first_life_ = static_cast<std::size_t>(of_type.first - lives_.begin());
    end_life_ = static_cast<std::size_t>(of_type.second - lives_.begin());
    place_rows();
    start_rows();
}

// Where the rows of each lifetime are in the columns: in the blocks of its steps, behind those of
// smaller numbers.
void WordReader::place_rows() {
    std::vector<std::uint32_t>& first = columns_.first;
    first.assign(ticks_.size() + 2, 0);
    for (const Lifetime& life : wanted_lives()) {
        if (life.inherited) ++first[1];
        for (std::uint32_t step = life.start; step < life.end; ++step) ++first[step + 2];
    }
    for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
    columns_.entities.resize(first.back());
    columns_.lengths.resize(first.back());
    columns_.words.assign(words_.size(), std::vector<Word>(first.back()));
    places_.reserve(first.back());
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    const auto place = [&](const Lifetime& life, std::size_t block) {
        const std::uint32_t row = next[block]++;
        places_.push_back(row);
        columns_.entities[row] = life.key.entity;
        columns_.lengths[row] = life.length;
    };
    for (const Lifetime& life : wanted_lives()) {
        places_at_.push_back(places_.size());
        if (life.inherited) place(life, 0);
        for (std::uint32_t step = life.start; step < life.end; ++step) place(life, step + 1);
    }
}

// The known row of each lifetime, as far as it is inherited.
void WordReader::start_rows() {
    rows_.clear();
    rows_at_.clear();
    std::size_t item = 0;  // of the base
    for (const Lifetime& life : wanted_lives()) {
        rows_at_.push_back(rows_.size());
        if (life.inherited) {
            const Row row = base_[item++].row;
            rows_.insert(rows_.end(), row.begin(), row.end());
            const std::uint32_t place = places_[places_at_[rows_at_.size() - 1]];
            for (std::size_t i = 0; i < words_.size(); ++i)
                columns_.words[i][place] = sign(word_at(row, words_[i]));
        } else {
            rows_.resize(rows_.size() + life.length);
        }
    }
    rows_.push_back(0);  // an address for rows without words
}

Result<void> WordReader::read(ByteReader structure, const StreamViews& in, bool values) {
    if (ticks_.empty()) return {};
    if (std::exchange(begun_, true)) start_rows();
    TableDecoder decoder(lives_, base_, ticks_, structure, in);
    needs_values_ = false;
    if (first_life_ == end_life_) return {};
    for (const LifetimeGroup& group : LifetimeGroups(lives_)) {
        const TypeId type = lives_[group.members.front()].key.type;
        if (type > type_) break;
        for (std::uint32_t first = 0; first < group.length; first += kTableWidth) {
            const auto read = type == type_ ? read_table(decoder, group, first, values)
                                            : decoder.pass_table(group, first, false, values);
            if (!read) return read;
            if (needs_values_ && !values) return {};
        }
    }
    return {};
}

// The fields of the table that are wanted, as bits of a mask.
std::uint64_t WordReader::want(const TableReader& table, std::uint32_t first, std::uint32_t width) {
    wanted_.clear();
    std::uint64_t mask = 0;
    const auto has = [](const std::vector<std::uint32_t>& fields, std::uint32_t field) {
        return std::find(fields.begin(), fields.end(), field) != fields.end();
    };
    for (std::size_t i = 0; i < words_.size(); ++i) {
        if (words_[i] < first || words_[i] >= first + width) continue;
        const std::uint32_t field = words_[i] - first;
        mask |= std::uint64_t{1} << field;
        const Predictor predictor = has(table.linear(), field)    ? kLinear
                                    : has(table.ticking(), field) ? kTick
                                                                  : kPrevious;
        wanted_.push_back({field, predictor, columns_.words[i].data(), 0});
    }
    return mask;
}

Result<void> WordReader::read_table(TableDecoder& decoder, const LifetimeGroup& group,
                                    std::uint32_t first, bool values) {
    const std::uint32_t width = std::min(kTableWidth, group.length - first);
    const bool any = std::any_of(words_.begin(), words_.end(), [&](std::uint32_t word) {
        return word >= first && word < first + width;
    });
    if (!any) return decoder.pass_table(group, first, false, values);
    TableReader& table = decoder.table();
    if (!values) {
        const TableReader::Place place = table.place();
        if (Result<void> passed = decoder.pass_table(group, first, true, false); !passed)
            return passed;
        const std::uint64_t mask = want(table, first, width);
        for (const MaskRun& run : table.masks())
            needs_values_ = needs_values_ || (run.mask & mask) != 0;
        if (needs_values_) return {};
        table.go_to(place);
    }
    std::optional<std::uint64_t> mask;
    const auto row_of = [&](std::uint32_t life) { return &rows_[rows_at_[life - first_life_]]; };
    return decoder.decode_table(
        group, first, row_of,
        [&](std::uint32_t life, std::uint32_t from) {
            if (!mask) mask = want(table, from, width);
            go_on(table, life - first_life_, from, *mask);
        },
        values);
}

// One lifetime from the known row on.
void WordReader::go_on(TableReader& table, std::size_t member, std::uint32_t first,
                       std::uint64_t mask) {
    const Lifetime& life = wanted_lives()[member];
    Word* const row = &rows_[rows_at_[member]] + first;
    const std::uint32_t* place = &places_[places_at_[member]];
    if (!life.inherited)
        for (const Wanted& word : wanted_) word.column[*place] = row[word.field];
    for (std::uint32_t i = 0; i < life.changes();) {
        const MaskRun run = table.take(life.changes() - i);
        needs_values_ = needs_values_ || (run.mask & mask) != 0;
        for (Wanted& word : wanted_) {
            Word now = row[word.field];
            for (std::uint32_t n = i; n < i + run.count; ++n) {
                const Word last = now;
                if (word.predictor == kLinear && n > 0)
                    now = sign(unsign(last) + (unsign(last) - unsign(word.older)));
                else if (word.predictor == kTick)
                    now = sign(unsign(last) + steps_[life.step(n)]);
                word.older = last;
                word.column[place[n + 1]] = now;
            }
            row[word.field] = now;
        }
        i += static_cast<std::uint32_t>(run.count);
        if (run.mask == 0) continue;
        table.apply(run.mask, mask, row);
        for (const Wanted& word : wanted_) word.column[place[i]] = row[word.field];
    }
}

Snapshot WordReader::last() const {
    const auto stays = [&](const Lifetime& life) { return life.end == ticks_.size(); };
    std::size_t items = 0;
    std::size_t words = 0;
    for (const Lifetime& life : wanted_lives()) {
        if (!stays(life)) continue;
        ++items;
        words += life.length;
    }
    if (items == 0) return {};
    SnapshotFiller filler(items, words);
    for (std::size_t member = 0; member < wanted_lives().size(); ++member) {
        const Lifetime& life = wanted_lives()[member];
        if (!stays(life)) continue;
        std::copy_n(&rows_[rows_at_[member]], life.length, filler.add(life.key, life.length));
    }
    return filler.build();
}

}  // namespace tickreel::columns
