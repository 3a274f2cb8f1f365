#pragma once
// Numbered lists as sections: first number, count, entries.

#include <iterator>
#include <map>
#include <string_view>

#include "tickreel/base/bytes.h"
#include "tickreel/base/result.h"

namespace tickreel {

inline void write_section(std::uint64_t id, const ByteWriter& content, ByteWriter& out) {
    out.varint(id);
    out.varint(content.size());
    out.bytes(content.data());
}

// The writer's numbers are consecutive.
template <class T, class WriteEntry>
void write_list(std::uint64_t id, const std::map<std::uint32_t, T>& list, std::uint32_t from,
                ByteWriter& out, const WriteEntry& write_entry) {
    const auto first = list.lower_bound(from);
    if (first == list.end()) return;
    ByteWriter content;
    content.varint(first->first);
    content.varint(static_cast<std::uint64_t>(std::distance(first, list.end())));
    for (auto at = first; at != list.end(); ++at) write_entry(at->second, content);
    write_section(id, content, out);
}

// Every entry takes at least one byte, and numbers stay below `limit`.
template <class T, class ReadEntry>
Result<void> read_list(ByteReader& in, std::uint64_t limit, std::string_view what,
                       std::map<std::uint32_t, T>& into, const ReadEntry& read_entry) {
    const std::uint64_t first = in.varint();
    const std::uint64_t count = in.varint();
    if (first >= limit || count > limit - first || count > in.left())
        return fail("the list of ", what, " says ", count, " entries from number ", first);
    for (std::uint64_t i = 0; i < count; ++i) {
        T entry = read_entry(in);
        if (in.failed()) return fail("the list of ", what, " ends in entry ", first + i);
        into[static_cast<std::uint32_t>(first + i)] = std::move(entry);
    }
    return {};
}

template <class T>
std::uint32_t next_number(const std::map<std::uint32_t, T>& list) {
    return list.empty() ? 0 : list.rbegin()->first + 1;
}

}  // namespace tickreel
