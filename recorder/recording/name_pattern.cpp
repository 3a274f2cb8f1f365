#include "recorder/recording/name_pattern.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <limits>
#include <optional>
#include <utility>

#include "tickreel/base/parse_number.h"

namespace tickreel {

namespace {

constexpr std::size_t kMaxValue = 48;
constexpr std::size_t kMaxName = 255;      // of Linux' file systems
constexpr std::size_t kMaxSuffix = 24;     // "-map123456", ".tmp-Ab12cd"
constexpr unsigned kLargeNumber = 999999;  // as many digits as numbers get
constexpr std::size_t kMostDigits = std::numeric_limits<unsigned>::digits10 + 1;
constexpr std::size_t kDateSize = 10;
constexpr std::size_t kTimeSize = 6;
constexpr std::array<std::string_view, 7> kFields{"date",     "time",       "map", "player",
                                                  "protocol", "connection", "n"};

std::string value_of(std::string_view field, const FileNameFields& fields, unsigned n) {
    if (field == "date") return utc_text(fields.start, "%Y-%m-%d");
    if (field == "time") return utc_text(fields.start, "%H%M%S");
    if (field == "map") return safe_name(fields.map);
    if (field == "player") return safe_name(fields.player);
    if (field == "protocol") return safe_name(fields.protocol);
    return std::to_string(field == "connection" ? fields.connection : n);
}

bool is_safe(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') || letter == '.' || letter == '_' || letter == '-';
}

bool continues_a_character(char letter) {
    return (static_cast<unsigned char>(letter) & 0xc0U) == 0x80U;
}

bool is_digit(char letter) {
    return letter >= '0' && letter <= '9';
}

// Two digits, a number below `end`.
bool is_below(std::string_view digits, unsigned end) {
    const auto number = parse_number<unsigned>(digits);
    return number && *number < end;
}

// "2026-11-22"
bool is_date(std::string_view text) {
    if (text.size() != kDateSize || text[4] != '-' || text[7] != '-') return false;
    const auto year = parse_number<unsigned>(text.substr(0, 4));
    const auto month = parse_number<unsigned>(text.substr(5, 2));
    const auto day = parse_number<unsigned>(text.substr(8));
    if (!year || !month || !day) return false;
    return std::chrono::year_month_day(std::chrono::year(static_cast<int>(*year)),
                                       std::chrono::month(*month), std::chrono::day(*day))
        .ok();
}

// "165350"
bool is_time(std::string_view text) {
    return text.size() == kTimeSize && is_below(text.substr(0, 2), 24) &&
           is_below(text.substr(2, 2), 60) && is_below(text.substr(4), 60);
}

// Where a value of this field that begins at `at` can end, added to `ends`.
void add_ends(std::string_view field, std::string_view text, std::size_t at,
              std::vector<bool>& ends) {
    const std::string_view rest = text.substr(at);
    if (field == "date" || field == "time") {
        const std::size_t size = field == "date" ? kDateSize : kTimeSize;
        const std::string_view value = rest.substr(0, size);
        if (field == "date" ? is_date(value) : is_time(value)) ends[at + size] = true;
        return;
    }
    const bool number = field == "connection" || field == "n";  // from 1, as std::to_string() says
    if (rest.empty() || rest[0] == '.' || rest[0] == '-' || (number && rest[0] == '0')) return;
    const std::size_t most = std::min(rest.size(), number ? kMostDigits : kMaxValue);
    for (std::size_t size = 0; size < most && (number ? is_digit(rest[size]) : is_safe(rest[size]));
         ++size)
        ends[at + size + 1] = true;
}

// "name-2.reel" -> "name.reel"; nothing: there is no such number.
std::optional<std::string> without_number(std::string_view name) {
    const std::size_t dot = std::min(name.rfind('.'), name.size());
    const std::size_t hyphen = name.substr(0, dot).find_last_not_of("0123456789");
    if (hyphen == std::string_view::npos || name[hyphen] != '-') return std::nullopt;
    const std::string_view number = name.substr(hyphen + 1, dot - hyphen - 1);
    if (number.empty() || number.size() > kMostDigits || number[0] == '0' || number == "1")
        return std::nullopt;
    return std::string(name.substr(0, hyphen)) + std::string(name.substr(dot));
}

}  // namespace

std::string utc_text(std::chrono::nanoseconds since_1970, const char* format) {
    const std::time_t seconds =
        std::chrono::duration_cast<std::chrono::seconds>(since_1970).count();
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), format, &parts);
    return text.data();
}

std::string safe_name(std::string_view text) {
    std::string safe;
    for (const char letter : text) {
        if (safe.size() == kMaxValue) break;
        if (is_safe(letter))
            safe += letter;
        else if (!continues_a_character(letter))
            safe += '_';
    }
    // Neither hidden nor "..", and no option of a program that is given all names.
    if (!safe.empty() && (safe.front() == '.' || safe.front() == '-')) safe.front() = '_';
    return safe.empty() ? "unknown" : safe;
}

Result<NamePattern> NamePattern::parse(std::string_view text) {
    NamePattern pattern;
    std::string literal;
    const auto end_literal = [&] {
        if (!literal.empty()) pattern.pieces_.push_back({false, std::exchange(literal, {})});
    };
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char letter = text[at];
        const bool brace = letter == '{' || letter == '}';
        if (brace && at + 1 < text.size() && text[at + 1] == letter) {
            literal += letter;
            ++at;
            continue;
        }
        if (!brace) {
            literal += letter;
            continue;
        }
        const std::size_t end = text.find('}', at);
        if (letter == '}' || end == std::string_view::npos)
            return fail("'", text, "' has a single brace; write it twice to mean a brace");
        const std::string_view field = text.substr(at + 1, end - at - 1);
        if (std::find(kFields.begin(), kFields.end(), field) == kFields.end())
            return fail("unknown field {", field,
                        "}; there are {date}, {time}, {map}, {player}, {protocol}, {connection} "
                        "and {n}");
        end_literal();
        pattern.pieces_.push_back({true, std::string(field)});
        at = end;
    }
    end_literal();
    return pattern;
}

bool NamePattern::has_fields() const {
    return std::any_of(
        pieces_.begin(), pieces_.end(), [](const Piece& one) { return one.field; });
}

bool NamePattern::has(std::string_view field) const {
    return std::any_of(
        pieces_.begin(), pieces_.end(),
        [field](const Piece& one) { return one.field && one.text == field; });
}

std::string NamePattern::name(const FileNameFields& fields, unsigned n) const {
    std::string name;
    for (const Piece& piece : pieces_)
        name += piece.field ? value_of(piece.text, fields, n) : piece.text;
    return name;
}

Result<void> NamePattern::check_length() const {
    FileNameFields longest;
    longest.connection = kLargeNumber;
    longest.map = longest.player = longest.protocol = std::string(kMaxValue, 'x');
    const std::string path = name(longest, kLargeNumber);
    // Without fields, the folders are there already.
    for (std::size_t at = has_fields() ? 0 : path.rfind('/') + 1; at < path.size();) {
        const std::size_t end = std::min(path.find('/', at), path.size());
        if (!has_fields() && end - at > kMaxName)
            return fail("the name is ", end - at, " bytes long; at most ", kMaxName,
                        " are possible");
        if (has_fields() && end - at + kMaxSuffix > kMaxName)
            return fail(
                "a name could be ", end - at, " bytes long; at most ", kMaxName - kMaxSuffix,
                " are possible ({map}, {player} and {protocol} take up to ", kMaxValue, ")");
        at = end + 1;
    }
    return {};
}

std::string NamePattern::folder() const {
    const std::string first = pieces_.empty() || pieces_.front().field ? "" : pieces_.front().text;
    const std::size_t slash = first.rfind('/');
    if (slash == std::string::npos) return ".";
    return slash == 0 ? "/" : first.substr(0, slash);
}

std::vector<NamePattern::Part> NamePattern::parts_of(const std::vector<Piece>& pieces) {
    std::vector<Part> parts(1);
    for (const Piece& piece : pieces) {
        if (piece.field) {
            parts.back().push_back(piece);
            continue;
        }
        std::size_t at = 0;
        for (std::size_t slash = 0; slash != std::string::npos; at = slash + 1) {
            slash = piece.text.find('/', at);
            std::string text = piece.text.substr(at, slash - at);
            if (!text.empty()) parts.back().push_back({false, std::move(text)});
            if (slash == std::string::npos) break;
            parts.emplace_back();
        }
    }
    const bool absolute = parts.front().empty();
    std::erase_if(parts, [](const Part& part) {
        return part.empty() || (part.size() == 1 && !part[0].field && part[0].text == ".");
    });
    if (absolute || parts.empty()) parts.insert(parts.begin(), Part());
    return parts;
}

// All ends at once, piece by piece: fields beside each other cost no more than others.
bool NamePattern::could_be(const Part& part, std::string_view text) {
    std::vector<bool> ends(text.size() + 1);
    ends[0] = true;
    for (const Piece& piece : part) {
        const std::vector<bool> begins = std::exchange(ends, std::vector<bool>(ends.size()));
        for (std::size_t at = 0; at <= text.size(); ++at) {
            if (!begins[at]) continue;
            if (piece.field)
                add_ends(piece.text, text, at, ends);
            else if (text.substr(at).starts_with(piece.text))
                ends[at + piece.text.size()] = true;
        }
    }
    return ends[text.size()];
}

bool NamePattern::matches(std::string_view path) const {
    const std::vector<Part> made = parts_of(pieces_);
    const std::vector<Part> parts = parts_of({{false, std::string(path)}});
    if (parts.size() != made.size()) return false;
    const auto text = [&](std::size_t i) {
        return parts[i].empty() ? std::string() : parts[i].front().text;
    };
    for (std::size_t i = 0; i + 1 < made.size(); ++i)
        if (!could_be(made[i], text(i))) return false;
    const std::string last = text(parts.size() - 1);
    if (could_be(made.back(), last)) return true;
    const auto free = has("n") ? std::nullopt : without_number(last);
    return free && could_be(made.back(), *free);
}

bool NamePattern::matches_filename(std::string_view name) const {
    const Part last = parts_of(pieces_).back();
    if (could_be(last, name)) return true;
    const auto free = without_number(name);
    return free && could_be(last, *free);
}

}  // namespace tickreel
