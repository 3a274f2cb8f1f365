#include "recorder/recording/name_pattern.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>

namespace tickreel {

namespace {

constexpr std::size_t kMaxValue = 48;
constexpr std::size_t kMaxName = 255;      // of Linux' file systems
constexpr std::size_t kMaxSuffix = 24;     // "-map123456", ".tmp-Ab12cd"
constexpr unsigned kLargeNumber = 999999;  // as many digits as numbers get
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

// As a shell's pattern with a star for each NUL, backtracking to the last star.
bool matches_glob(std::string_view glob, std::string_view path) {
    std::size_t at = 0;
    std::size_t in = 0;
    std::size_t star = std::string::npos;
    std::size_t star_at = 0;
    while (at < path.size()) {
        if (in < glob.size() && glob[in] == '\0') {
            star = in++;
            star_at = at;
        } else if (in < glob.size() && glob[in] == path[at]) {
            ++in;
            ++at;
        } else if (star != std::string::npos && path[star_at] != '/') {
            in = star + 1;
            at = ++star_at;
        } else {
            return false;
        }
    }
    return in == glob.size() || (in + 1 == glob.size() && glob[in] == '\0');
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
    for (std::size_t at = 0; at < path.size();) {
        const std::size_t end = std::min(path.find('/', at), path.size());
        if (end - at + kMaxSuffix > kMaxName)
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

std::string NamePattern::glob() const {
    std::string glob;
    for (const Piece& piece : pieces_) glob += piece.field ? std::string(1, '\0') : piece.text;
    return glob;
}

bool NamePattern::matches(std::string_view path) const {
    return matches_glob(glob(), path);
}

bool NamePattern::matches_filename(std::string_view name) const {
    const std::string whole = glob();
    const std::string_view last = std::string_view(whole).substr(whole.rfind('/') + 1);
    if (matches_glob(last, name)) return true;
    // "name-2.reel"
    const std::size_t dot = std::min(name.rfind('.'), name.size());
    const std::size_t hyphen = name.substr(0, dot).find_last_not_of("0123456789");
    if (hyphen == std::string_view::npos || hyphen + 1 == dot || name[hyphen] != '-') return false;
    return matches_glob(last, std::string(name.substr(0, hyphen)) + std::string(name.substr(dot)));
}

}  // namespace tickreel
