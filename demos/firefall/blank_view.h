#pragma once
// Creates initial views: every mandatory field is zero or empty, every other is null. Also sets
// their fields by name, from wire bytes.

#include <initializer_list>

#include "recorder/games/firefall/view.h"

namespace tickreel::firefall_match {

void write_blank(const firefall::Type& type, ByteWriter& out);
firefall::View blank_view(const firefall::ViewShape& shape, std::uint64_t player = 0);

// The field must be in the layout. An empty value sets a nullable field to null.
void set_field(firefall::View& view, std::string_view field, ByteView value);
void set_number(firefall::View& view, std::string_view field, std::uint64_t value,
                std::size_t bytes);
void put_float(float value, ByteWriter& out);
void put_vector(std::initializer_list<float> axes, ByteWriter& out);
void put_text(std::string_view text, ByteWriter& out);  // including the NUL

}  // namespace tickreel::firefall_match
