#include "recorder/commands/output/text_format.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <ctime>
#include <optional>

#include <fmt/format.h>
#include <locale.h>
#include <wchar.h>

#include "tickreel/base/concat.h"
#include "tickreel/base/valid_utf8.h"

namespace tickreel {

namespace {

template <class Number>
std::string shortest_of(Number number) {
    if (std::isnan(number)) return "nan";
    if (std::isinf(number)) return number < 0 ? "-inf" : "inf";
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr;
    return {buffer.data(), end};
}

constexpr std::string_view kReplacement = "\xef\xbf\xbd";  // U+FFFD

// Which a terminal may obey. U+0080..U+009F are control characters too: 0x9b opens an escape
// sequence.
bool is_control(char32_t code) {
    return code < 0x20 || (code >= 0x7f && code < 0xa0);
}

// Unicode's marks, embeddings, overrides and isolates of the writing direction, and its line and
// paragraph separators. A name with one of them makes a terminal show what follows backwards.
bool reorders(char32_t code) {
    return code == 0x61c || code == 0x200e || code == 0x200f ||
           (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

// Has no width of its own and joins nothing, so that names that differ in it look alike: zero width
// space, word joiner, byte order mark, soft hyphen. The joiners (U+200C, U+200D) make letters and
// emoji what they are.
bool hides(char32_t code) {
    return code == 0xad || code == 0x200b || code == 0x2060 || code == 0xfeff;
}

// Of a valid sequence.
char32_t code_point(std::string_view sequence) {
    const auto byte = [&](std::size_t at) {
        return static_cast<char32_t>(static_cast<unsigned char>(sequence[at]));
    };
    if (sequence.size() == 1) return byte(0);
    char32_t code = byte(0) & (0x7fU >> sequence.size());
    for (std::size_t at = 1; at < sequence.size(); ++at) code = code << 6U | (byte(at) & 0x3fU);
    return code;
}

// What stands for an invalid byte (length 0) and for what a terminal may obey, also where it shows
// what follows in another order; nothing: any other one stays.
std::optional<std::string> replaced(std::size_t length, char32_t code) {
    if (length == 0) return std::string(kReplacement);
    if (is_control(code)) return fmt::format("\\x{:02x}", static_cast<unsigned>(code));
    if (reorders(code)) return fmt::format("\\u{:04x}", static_cast<unsigned>(code));
    return std::nullopt;
}

// Takes what begins with a byte beyond '~' off the front. A terminal may show the line: what it
// would obey is escaped, which in JSON is the same text.
void append_json_letter(std::string& out, std::string_view& text) {
    const std::size_t length = utf8_length(text);
    const std::string_view letter = text.substr(0, std::max<std::size_t>(1, length));
    const char32_t code = length == 0 ? 0 : code_point(letter);
    if (length == 0)
        out += kReplacement;
    else if (is_control(code) || reorders(code))
        out += fmt::format("\\u{:04x}", static_cast<unsigned>(code));
    else
        out += letter;
    text.remove_prefix(letter.size());
}

bool is_beyond_ascii(char letter) {
    return static_cast<unsigned char>(letter) > 0x7e;
}

void append_json_ascii(std::string& out, char c) {
    switch (c) {
        case '"':
            out += "\\\"";
            break;
        case '\\':
            out += "\\\\";
            break;
        case '\n':
            out += "\\n";
            break;
        case '\r':
            out += "\\r";
            break;
        case '\t':
            out += "\\t";
            break;
        default:
            if (static_cast<unsigned char>(c) < 0x20)
                out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
            else
                out += c;
    }
}

// From its sign to its end, as spreadsheets and our own floats write it.
bool is_signed_number(std::string_view text) {
    if (text == "-inf" || text == "-nan") return true;
    const std::string_view digits = text.substr(1);
    if (digits.find_first_of("0123456789.") != 0) return false;  // from_chars takes "-1" and "inf"
    double number = 0;
    const char* end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, number);
    return error != std::errc::invalid_argument && stop == end;
}

// A spreadsheet takes a text that begins like this for a formula, which may start programs; numbers
// stay numbers. Whatever looks like a defused one gets another ', so that it can be taken off.
bool is_formula(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of('\''), text.size()));
    if (text.empty()) return false;
    if (text.find_first_of("=@\t\r") == 0) return true;
    return text.find_first_of("+-") == 0 && !is_signed_number(text);
}

}  // namespace

std::string rfc3339(std::chrono::nanoseconds since_1970) {
    using std::chrono::floor;
    const auto seconds = floor<std::chrono::seconds>(since_1970);
    const std::int64_t fraction = floor<std::chrono::microseconds>(since_1970 - seconds).count();
    const bool whole = fraction % 1000 == 0;
    const auto stamp = static_cast<std::time_t>(seconds.count());
    std::tm parts{};
    if (gmtime_r(&stamp, &parts) == nullptr) return "invalid";
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:0{}}Z", parts.tm_year + 1900,
                       parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
                       whole ? fraction / 1000 : fraction, whole ? 3 : 6);
}

std::string human_bytes(std::uint64_t bytes) {
    if (bytes < 1000) return fmt::format("{} B", bytes);
    auto amount = static_cast<double>(bytes);
    const char* unit = "";
    for (const char* next : {"kB", "MB", "GB", "TB", "PB", "EB"}) {
        if (amount < 999.5) break;
        amount /= 1000;
        unit = next;
    }
    return fmt::format("{:.{}f} {}", amount, amount < 99.95 ? 1 : 0, unit);
}

std::string human_duration(double seconds) {
    const auto whole = static_cast<std::int64_t>(seconds);
    const std::int64_t minutes = whole / 60;
    if (minutes == 0) return fmt::format("{:.2f}s", seconds);
    const double rest = seconds - static_cast<double>(minutes * 60);
    if (minutes < 60) return fmt::format("{}m{:05.2f}s", minutes, rest);
    return fmt::format("{}h{:02}m{:02}s", minutes / 60, minutes % 60, static_cast<int>(rest));
}

std::string percent(double part, double whole) {
    return whole > 0 ? fmt::format("{:.1f} %", 100 * part / whole) : "-";
}

std::string hex_bytes(std::uint32_t number) {
    return fmt::format("0x{:08x}", number);
}

std::string shortest(double number) {
    return shortest_of(number);
}

std::string shortest(float number) {
    return shortest_of(number);
}

void append_json_string(std::string& out, std::string_view text) {
    out += '"';
    while (!text.empty()) {
        // Most text is plain, and goes out as a whole.
        const auto special = std::find_if(text.begin(), text.end(), [](char c) {
            return static_cast<unsigned char>(c) < 0x20 || is_beyond_ascii(c) || c == '"' ||
                   c == '\\';
        });
        const auto plain = static_cast<std::size_t>(special - text.begin());
        out += text.substr(0, plain);
        text.remove_prefix(plain);
        if (text.empty()) break;
        if (is_beyond_ascii(text[0])) {
            append_json_letter(out, text);
        } else {
            append_json_ascii(out, text[0]);
            text.remove_prefix(1);
        }
    }
    out += '"';
}

std::string json_string(std::string_view text) {
    std::string out;
    append_json_string(out, text);
    return out;
}

std::string printable_json(std::string_view json) {
    std::string out;
    while (!json.empty()) {
        const auto beyond = std::find_if(json.begin(), json.end(), is_beyond_ascii);
        const auto plain = static_cast<std::size_t>(beyond - json.begin());
        out += json.substr(0, plain);
        json.remove_prefix(plain);
        if (!json.empty()) append_json_letter(out, json);
    }
    return out;
}

std::string csv_cell(std::string_view text) {
    std::string defused = is_formula(text) ? "'" : "";
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        const std::string_view letter = text.substr(0, std::max<std::size_t>(1, length));
        const bool stays = letter == "\n" || letter == "\r" || letter == "\t";
        const auto other =
            stays ? std::nullopt : replaced(length, length == 0 ? 0 : code_point(letter));
        defused += other ? *other : letter;
        text.remove_prefix(letter.size());
    }
    if (defused.find_first_of(",\"\r\n") == std::string::npos) return defused;
    std::string out = "\"";
    for (const char c : defused) {
        if (c == '"') out += '"';
        out += c;
    }
    return out + '"';
}

std::string printable(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        const std::string_view letter = text.substr(0, length);
        const char32_t code = length == 0 ? 0 : code_point(letter);
        if (const auto other = replaced(length, code))
            out += *other;
        else if (length != 0 && hides(code))
            out += fmt::format("\\u{:04x}", static_cast<unsigned>(code));
        else
            out += letter;
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return out;
}

std::size_t columns_of(std::string_view text) {
    const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
    if (std::all_of(text.begin(), text.end(), is_ascii)) return text.size();
    // Widths of Unicode, whatever the program's own locale.
    static const locale_t utf8 = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
    const locale_t own = ::uselocale(utf8);
    std::size_t columns = 0;
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        const int width =
            length == 0 ? 1 : ::wcwidth(static_cast<wchar_t>(code_point(text.substr(0, length))));
        columns += width < 0 ? 1 : static_cast<std::size_t>(width);
        text.remove_prefix(length == 0 ? 1 : length);
    }
    ::uselocale(own);
    return columns;
}

}  // namespace tickreel
