#pragma once
// File names with fields: "reels/{date}/{map}-{player}-{n}.reel".
//   {date} {time}  when the file begins, UTC: 2026-11-22, 165350
//   {map} {player} {protocol}   as the game names them; "unknown" where it does not
//   {connection}   1, 2 ... the client's number in this run
//   {n}            1, 2 ... the first number with which no such file exists
// Values are made safe: letters, digits, '.', '_' and '-' stay, anything else becomes '_', at most
// 48 characters, no leading dot or hyphen. Literal braces are written twice. Without {n}, a number
// is put before the extension when the file exists: no file is ever named twice.

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "tickreel/base/result.h"

namespace tickreel {

// What is known of a file when it begins.
struct FileNameFields {
    unsigned connection = 1;  // with a game; 1, 2 ...
    unsigned part = 1;        // of the connection
    unsigned round = 0;       // of the match, see MatchRounds; 0: there are none
    std::string map{};
    std::string player{};
    std::string protocol{};
    std::chrono::nanoseconds start{};  // UTC since 1970
};

class NamePattern {
public:
    // The error names the field that does not exist.
    static Result<NamePattern> parse(std::string_view text);

    bool has_fields() const;
    std::string name(const FileNameFields& fields, unsigned n) const;
    bool has(std::string_view field) const;
    // The folder that all names lie in: what stands before the first field; "." for the current
    // one.
    std::string folder() const;
    // An error if a name, or a folder's, could be longer than file systems take.
    Result<void> check_length() const;
    // Whether this path could have been made by name(), or, without {n}, be such a name with a
    // number put before the extension: each field is what it can become. (One that stands twice may
    // have two values.) A path may have "./" and "//" where the pattern has not.
    bool matches(std::string_view path) const;
    // The same of the last part of a path, in whatever folder, also with {n} and a number put
    // before the extension.
    bool matches_filename(std::string_view name) const;

private:
    struct Piece {
        bool field = false;
        std::string text{};  // the field's name, or what stands there
    };
    using Part = std::vector<Piece>;  // of a path, between slashes
    // Without those that say nothing; of an absolute path the first is empty.
    static std::vector<Part> parts_of(const std::vector<Piece>& pieces);
    static bool could_be(const Part& part, std::string_view text);
    std::vector<Piece> pieces_{};
};

// As strftime() says it.
std::string utc_text(std::chrono::nanoseconds since_1970, const char* format);
// "a b/c" -> "a_b_c".
std::string safe_name(std::string_view text);

}  // namespace tickreel
