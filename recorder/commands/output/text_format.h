#pragma once
// Formats numbers, times and untrusted text for output. The forms for programs (rfc3339,
// json_string, csv_cell, shortest) never change; the others are for people only.

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "tickreel/base/text.h"

namespace tickreel {

// "2026-08-22T18:03:11.120Z"; six digits where three would not be exact to the microsecond.
std::string rfc3339(std::chrono::nanoseconds since_1970);
std::string human_bytes(std::uint64_t bytes);    // "11.8 MB", "512 B"
std::string human_duration(double seconds);      // "24m59.96s", "1h02m03s"
std::string percent(double part, double whole);  // "87.9 %"
std::string hex_bytes(std::uint32_t number);     // "0x46bf7188"

// The shortest text that reads back as the same number; "nan", "inf" and "-inf" as such.
std::string shortest(double number);
std::string shortest(float number);

// A quoted JSON string. Invalid UTF-8 becomes U+FFFD; of letters beyond ASCII, what a terminal may
// obey (see printable()) is written as \uNNNN, which readers take for the same text.
std::string json_string(std::string_view text);
void append_json_string(std::string& out, std::string_view text);
// The same of strings in a whole JSON text that somebody else wrote.
std::string printable_json(std::string_view json);
// Quoted if it contains a comma, quote or line break. Invalid UTF-8 becomes U+FFFD, a control
// character \x1b, and what reorders lines \u202e; line breaks and tabs stay.
std::string csv_cell(std::string_view text);
// For a terminal: control characters of untrusted text become \xNN, what reorders or breaks lines
// there and what nobody sees \uNNNN, invalid UTF-8 U+FFFD.
std::string printable(std::string_view text);
// The number of columns of a terminal that the text takes: a letter of East Asia or an emoji takes
// two, an accent on a letter none.
std::size_t columns_of(std::string_view text);

}  // namespace tickreel
