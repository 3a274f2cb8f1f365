#pragma once
// Text as glyphs from left to right: joins letters and places marks (HarfBuzz) in each run of
// the text (text_runs.h). Sizes are in line heights, so that a text is shaped once for all
// sizes.

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "player/draw/font_chain.h"

namespace tickreel {

using ClusterId = std::uint32_t;  // of a Shaper, valid until clear()

struct ShapedPiece {
    char32_t plain = 0;  // a character drawn by itself; 0: the cluster
    ClusterId cluster = 0;
    std::size_t begin = 0;  // the bytes of the text that it shows
    std::size_t end = 0;
};
using ShapedText = std::vector<ShapedPiece>;

struct TextRun;

class Shaper {
public:
    // The chain must outlive it.
    explicit Shaper(FontChain& chain);

    // For any bytes. Valid until the next call. Useful if needs_shaping(utf8); other text becomes
    // plain characters. Long text is shaped in parts.
    const ShapedText& shape(std::string_view utf8);
    const Cluster& cluster(ClusterId id) const { return *clusters_[id]; }
    // There are many clusters: the holder of their ids should call clear().
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
    ShapedText long_;  // the last text that was too long to cache
};

}  // namespace tickreel
