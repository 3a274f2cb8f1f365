#pragma once
// Text as the glyphs that show it, from left to right: letters joined and marks placed (HarfBuzz)
// in each of its runs (text_runs.h). Sizes are in line heights, so that a text is shaped once for
// all sizes.

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "player/draw/font_chain.h"

namespace tickreel {

using ClusterId = std::uint32_t;  // of a Shaper, until clear()

struct ShapedPiece {
    char32_t plain = 0;  // a character that is drawn like any other; 0: the cluster
    ClusterId cluster = 0;
    std::size_t begin = 0;  // bytes of the text that it shows
    std::size_t end = 0;
};
using ShapedText = std::vector<ShapedPiece>;

struct TextRun;

class Shaper {
public:
    // The chain must live longer.
    explicit Shaper(FontChain& chain);

    // Of any bytes. Valid until the next call. Worth calling when needs_shaping(utf8); text without
    // need becomes plain characters. Long text is shaped in parts.
    const ShapedText& shape(std::string_view utf8);
    const Cluster& cluster(ClusterId id) const { return *clusters_[id]; }
    // Many clusters were met: to be cleared by whoever holds numbers of them.
    bool full() const;
    void clear();

private:
    struct Paragraph;
    void shape_paragraph(const Paragraph& text, ShapedText& out);
    void shape_run(const Paragraph& text, const TextRun& run, ShapedText& out);
    ClusterId number(Cluster&& cluster);

    FontChain& chain_;
    std::map<Cluster, ClusterId> numbers_;
    std::vector<const Cluster*> clusters_;  // keys of numbers_
    std::map<std::string, ShapedText, std::less<>> known_;
    ShapedText long_;  // the last that was too long to be remembered
};

}  // namespace tickreel
