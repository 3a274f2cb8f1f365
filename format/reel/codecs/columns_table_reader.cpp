#include "format/reel/codecs/columns_table_reader.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "format/reel/codecs/columns_varints.h"

namespace tickreel::columns {

namespace {

constexpr std::uint64_t kEachByte = 0x0101010101010101;

// std::popcount is a call into a library where not every processor has the instruction.
std::size_t bits_set(std::uint64_t mask) {
    mask -= mask >> 1 & 0x5555555555555555;
    mask = (mask & 0x3333333333333333) + (mask >> 2 & 0x3333333333333333);
    mask = (mask + (mask >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return static_cast<std::size_t>(mask * kEachByte >> 56);
}

// The highest bit of each byte that is zero.
std::uint64_t zero_bytes(std::uint64_t bytes) {
    constexpr std::uint64_t kLow = 0x7f7f7f7f7f7f7f7f;
    return ~(((bytes & kLow) + kLow) | bytes | kLow);
}

}  // namespace

Result<void> TableReader::read_predictors(std::uint32_t width) {
    linear_.clear();
    ticking_.clear();
    for (std::uint32_t f = 0; f < width; ++f) {
        const std::uint8_t byte = structure_.u8();
        const std::uint8_t predictor = byte & 3;
        first_predictors_[f] = byte >> 2;
        if (predictor >= kPredictors || first_predictors_[f] >= kFirstPredictors)
            return fail("predictor ", int{byte}, " is not known");
        if (predictor == kLinear) linear_.push_back(f);
        if (predictor == kTick) ticking_.push_back(f);
    }
    return {};
}

void TableReader::read_first_rows(std::uint32_t width, std::span<const FirstRow> fresh) {
    for (std::uint32_t f = 0; f < width; ++f) {
        std::uint32_t before = 0;
        for (const FirstRow& first : fresh) {
            std::uint32_t value = unzigzag(static_cast<std::uint32_t>(structure_.varint()));
            if (first_predictors_[f] == kPreviousLifetime) value += before;
            if (first_predictors_[f] == kFirstTick) value += first.tick;
            if (first_predictors_[f] == kRelated) value += word_at(first.related, f);
            before = value;
            first.row[f] = sign(value);
        }
    }
}

Result<void> TableReader::read_dictionary() {
    const std::uint64_t count = structure_.varint();
    if (structure_.failed() || count > kMostMasks) return fail("a list of masks is cut");
    dictionary_.assign(1, 0);
    for (std::uint64_t i = 0; i < count; ++i) dictionary_.push_back(structure_.varint());
    return {};
}

Result<void> TableReader::read_masks(std::size_t count) {
    masks_.clear();
    next_ = 0;
    uses_.fill(0);
    counts_.fill(0);
    for (std::size_t read = 0; read < count;) {
        if (masks_in_.left() == 0) return fail("the masks are cut");
        const std::uint8_t byte = masks_in_.u8();
        MaskRun run{0, 1};
        if (byte == kRun) {
            const std::uint64_t more = runs_.varint();
            if (more >= count - read) return fail("a run of masks is too long");
            run.count += static_cast<std::size_t>(more);
        } else if (byte == kRareMask) {
            run.mask = rare_.varint();
            count_values(run.mask, 1);
        } else if (byte < dictionary_.size()) {
            run.mask = dictionary_[byte];
        } else {
            return fail("mask ", int{byte}, " is not in the list");
        }
        read += run.count;
        masks_.push_back(run);
        ++uses_[byte];
    }
    if (rare_.failed() || runs_.failed()) return fail("the masks are cut");
    return {};
}

void TableReader::count_values(std::uint64_t mask, std::size_t times) {
    for (; mask != 0; mask &= mask - 1)
        counts_[static_cast<std::size_t>(std::countr_zero(mask))] += times;
}

// The start of each field's values: they are stored field by field.
Result<void> TableReader::place_values(std::uint32_t width) {
    for (std::size_t i = 1; i < dictionary_.size() && i < kRareMask; ++i)
        if (uses_[i] != 0) count_values(dictionary_[i], uses_[i]);
    large_ = 0;
    for (std::uint32_t f = 0; f < kTableWidth; ++f) {
        if (counts_[f] != 0 && f >= width) return fail("a mask has a field that no row has");
        if (counts_[f] > values_in_.left()) return fail("the values are cut");
        const ByteView values = values_in_.bytes(counts_[f]);
        values_[f] = values.data();
        if (counts_[f] != 0 && std::memchr(values.data(), kLargeValue, values.size()) != nullptr)
            large_ |= std::uint64_t{1} << f;
    }
    return {};
}

Result<void> TableReader::begin(std::uint32_t width, std::span<const FirstRow> fresh,
                                std::size_t changes, bool values) {
    if (Result<void> read = read_predictors(width); !read) return read;
    read_first_rows(width, fresh);
    if (Result<void> read = read_dictionary(); !read) return read;
    large_ = 0;
    if (Result<void> read = read_masks(changes); !read || !values) return read;
    return place_values(width);
}

Result<void> TableReader::read_header(std::uint32_t width, std::size_t fresh) {
    if (Result<void> read = read_predictors(width); !read) return read;
    skip_varints(structure_, fresh * width);
    return read_dictionary();
}

Result<void> TableReader::skip_values(std::size_t count) {
    if (count > values_in_.left()) return fail("the values are cut");
    const ByteView values = values_in_.bytes(count);
    skip_varints(remainders_,
                 static_cast<std::size_t>(std::count(values.begin(), values.end(), kLargeValue)));
    return {};
}

Result<void> TableReader::pass(std::uint32_t width, std::size_t fresh, std::size_t changes,
                               bool values) {
    if (Result<void> read = read_header(width, fresh); !read) return read;
    if (Result<void> read = read_masks(changes); !read || !values) return read;
    std::size_t count = 0;
    for (const MaskRun& run : masks_) count += bits_set(run.mask);
    return skip_values(count);
}

Result<void> TableReader::skip(std::uint32_t width, std::size_t fresh, std::size_t changes,
                               bool values) {
    structure_.bytes(width);
    skip_varints(structure_, fresh * width);
    if (Result<void> read = read_dictionary(); !read) return read;
    MaskBits bits{};
    if (values)
        for (std::size_t i = 1; i < dictionary_.size(); ++i)
            bits[i] = static_cast<std::uint8_t>(bits_set(dictionary_[i]));
    SkippedMasks skipped;
    if (!(values ? skip_masks<true>(changes, bits, skipped)
                 : skip_masks<false>(changes, bits, skipped)))
        return fail("the masks are cut");
    if (!values)
        skip_varints(rare_, skipped.rare);
    else
        for (std::size_t i = 0; i < skipped.rare; ++i) skipped.values += bits_set(rare_.varint());
    if (rare_.failed()) return fail("the masks are cut");
    return values ? skip_values(skipped.values) : Result<void>();
}

// Masks are many, and which of them are runs is hard to foresee: few branches.
template <bool kWithValues>
bool TableReader::skip_masks(std::size_t count, const MaskBits& bits, SkippedMasks& skipped) {
    constexpr Byte kLong = 0x80;  // a varint of more than one byte
    const ByteView masks = peek(masks_in_);
    const ByteView runs = peek(runs_);
    std::size_t at = 0;
    std::size_t run = 0;
    const auto pass = [&](std::size_t rows) {  // a row each, and none of them a run
        if constexpr (kWithValues)
            for (std::size_t i = 0; i < rows; ++i) skipped.values += bits[masks[at + i]];
        count -= rows;
        at += rows;
    };
    const auto pass_run = [&] {
        std::uint64_t others = 0;
        if (run < runs.size() && runs[run] < kLong) {
            others = runs[run++];
        } else {
            ByteReader more(runs.subspan(run));
            others = more.varint();
            if (more.failed()) return false;
            run += more.position();
        }
        if (others >= count) return false;
        count -= static_cast<std::size_t>(others) + 1;
        ++at;
        return true;
    };
    while (count >= 8 && masks.size() - at >= 8) {
        std::uint64_t eight = 0;
        for (std::size_t i = 0; i < 8; ++i) eight |= std::uint64_t{masks[at + i]} << (8 * i);
        const std::uint64_t rare = zero_bytes(~eight) >> 7;
        const auto rows = static_cast<std::size_t>(std::countr_zero(zero_bytes(eight)) / 8);
        const std::uint64_t before =
            rows == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * rows) - 1;
        skipped.rare += static_cast<std::size_t>((rare & before) * kEachByte >> 56);
        pass(rows);
        if (rows < 8 && !pass_run()) return false;
    }
    while (count != 0) {
        if (at == masks.size()) return false;
        skipped.rare += masks[at] == kRareMask ? 1U : 0U;
        if (masks[at] != kRun)
            pass(1);
        else if (!pass_run())
            return false;
    }
    masks_in_.bytes(at);
    runs_.bytes(run);
    return true;
}

void TableReader::go_to(const Place& place) {
    structure_ = place.structure;
    runs_ = place.runs;
    rare_ = place.rare;
    remainders_ = place.remainders;
    masks_in_ = place.masks;
    values_in_ = place.values;
}

MaskRun TableReader::take(std::size_t most) {
    MaskRun& left = masks_[next_];
    const MaskRun taken{left.mask, std::min(left.count, most)};
    left.count -= taken.count;
    if (left.count == 0) ++next_;
    return taken;
}

void TableReader::apply(std::uint64_t mask, Word* row) {
    for (; mask != 0; mask &= mask - 1) {
        const auto f = static_cast<std::size_t>(std::countr_zero(mask));
        std::uint32_t value = *values_[f]++;
        if (value == kLargeValue) value += static_cast<std::uint32_t>(remainders_.varint());
        row[f] = sign(unsign(row[f]) + unzigzag(value));
    }
}

void TableReader::apply(std::uint64_t mask, std::uint64_t wanted, Word* row) {
    for (mask &= wanted | large_; mask != 0; mask &= mask - 1) {
        const auto f = static_cast<std::size_t>(std::countr_zero(mask));
        std::uint32_t value = *values_[f]++;
        if (value == kLargeValue) value += static_cast<std::uint32_t>(remainders_.varint());
        if ((wanted >> f & 1) != 0) row[f] = sign(unsign(row[f]) + unzigzag(value));
    }
}

Result<void> TableReader::check() const {
    if (structure_.failed() || remainders_.failed()) return fail("a table is cut");
    return {};
}

Result<void> TableReader::check_end() const {
    const std::size_t left = structure_.left() + runs_.left() + rare_.left() + remainders_.left() +
                             masks_in_.left() + values_in_.left();
    if (left != 0) return fail(left, " bytes are left after the last table");
    return {};
}

}  // namespace tickreel::columns
