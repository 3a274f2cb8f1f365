// Scripts whose letters join, run from right to left, or have marks. DejaVu Sans, which the project
// installs, has Arabic and Hebrew; tests that need other fonts are skipped without them.
#include "player/draw/shaped_text.h"

#include <filesystem>

#include "player/draw/characters.h"
#include "player/draw/font.h"
#include "player/draw/rasteriser.h"
#include "tests/catch.h"

using namespace tickreel;

namespace {

const std::string kDejaVu = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";
const std::string kColorEmoji = "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf";
constexpr const char* kSalam = "\u0633\u0644\u0627\u0645";   // "peace": its letters join
constexpr const char* kShalom = "\u05E9\u05DC\u05D5\u05DD";  // the same in Hebrew

bool lacks(const std::string& file) {
    if (std::filesystem::exists(file)) return false;
    WARN("skipped: no " << file);
    return true;
}

std::u32string plain(const ShapedText& text) {
    std::u32string out;
    for (const ShapedPiece& piece : text) out += piece.plain;
    return out;
}

struct Ink {
    int left = 1000;
    int top = 1000;
    int pixels = 0;
    int colored = 0;
};

Ink ink_of(Font& font, TextureStore& textures, std::string_view text, float size) {
    DrawList list({0, 0, 400, 80});
    font.draw(list, {20, 20}, size, Color{255, 255, 255, 255}, text);
    Image image(400, 80, rgb(0x000000));
    rasterise(list, textures, image);
    Ink ink;
    for (int y = 0; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x) {
            const Color color = image.at(x, y);
            if (color.r > 90 || color.g > 90 || color.b > 90) {
                ink.left = std::min(ink.left, x);
                ink.top = std::min(ink.top, y);
                ++ink.pixels;
                ink.colored += std::abs(color.r - color.b) > 60 ? 1 : 0;
            }
        }
    }
    return ink;
}

}  // namespace

TEST_CASE("plain text needs no shaping, text of other scripts does") {
    for (const char* text : {"", "plain", "\u00E4\u0416\u03A9 \u65E5\u672C\u8A9E \uD55C\uAE00",
                             "\xFF", "\u2764 \u2013 \u20AC"})
        CHECK_FALSE(needs_shaping(text));
    for (const char* text : {kSalam, kShalom, "e\u0301", "\u0928\u092E", "\u0E17\u0E35\u0E48",
                             "\U0001F600", "\u26BD", "1\uFE0F\u20E3", "\uE000"})
        CHECK(needs_shaping(text));
}

TEST_CASE("Arabic letters join, and run from right to left") {
    if (lacks(kDejaVu)) return;
    FontChain chain({kDejaVu});
    Shaper shaper(chain);
    const ShapedText whole = shaper.shape(kSalam);
    REQUIRE(whole.size() == 3);  // lam and alef are one glyph
    CHECK(whole.front().end == std::string_view(kSalam).size());
    CHECK(whole.back().begin == 0);
    CHECK(whole[1].end - whole[1].begin == 4);
    CHECK(whole.back().plain == 0);  // the initial form of a word
    CHECK(shaper.shape("\u0633").front().plain == U'\u0633');
    TextureStore textures;
    Font font(textures, {kDejaVu});
    const float alone = font.width("\u0633", 20) + font.width("\u0644", 20) +
                        font.width("\u0627", 20) + font.width("\u0645", 20);
    CHECK(font.width(kSalam, 20) < alone * 0.9F);
    // A Persian non-joiner separates them and is itself invisible.
    const ShapedText apart = shaper.shape("\u0645\u06CC\u200C\u062E\u0648");
    CHECK(apart.size() == 4);
    CHECK(apart[2].cluster != shaper.shape("\u0645\u06CC\u062E\u0648")[2].cluster);
}

TEST_CASE("Hebrew runs from right to left, Latin and digits within it to the right") {
    if (lacks(kDejaVu)) return;
    FontChain chain({kDejaVu});
    Shaper shaper(chain);
    CHECK(plain(shaper.shape(std::string(kShalom) + " Bob (12)")) ==
          U"Bob (12) \u05DD\u05D5\u05DC\u05E9");
    CHECK(plain(shaper.shape("Bob: " + std::string(kShalom) + "!")) ==
          U"Bob: \u05DD\u05D5\u05DC\u05E9!");
}

TEST_CASE("a mark sits on its letter and takes no room") {
    if (lacks(kDejaVu)) return;
    TextureStore textures;
    Font font(textures, {kDejaVu});
    CHECK(font.width("x\u0303", 24) == font.width("x", 24));
    const Ink bare = ink_of(font, textures, "x", 24);
    const Ink marked = ink_of(font, textures, "x\u0303", 24);
    CHECK(marked.top < bare.top - 1);
    CHECK(std::abs(marked.left - bare.left) <= 2);
    FontChain chain({kDejaVu});
    Shaper shaper(chain);
    CHECK(shaper.shape("x\u0303\u0331y").size() == 2);
}

TEST_CASE("text is cut where letters end") {
    if (lacks(kDejaVu)) return;
    TextureStore textures;
    Font font(textures, {kDejaVu});
    const std::string text = "x\u0303x\u0303x\u0303x\u0303x\u0303x\u0303x\u0303x\u0303";
    for (float room = 20; room < 110; room += 3) {
        const std::string cut = font.fitted(text, 24, room);
        CHECK((cut.size() - 3) % 3 == 0);
        CHECK((font.width(cut, 24) <= room || cut == "..."));
    }
    // The end is removed, which is on the left here.
    const std::string shalom = std::string(kShalom) + " " + kShalom + " " + kShalom;
    CHECK(font.fitted(shalom, 24, 90).starts_with(kShalom));
}

TEST_CASE("what no font has together is shown apart") {
    FontChain chain({kDejaVu});
    Shaper shaper(chain);
    const ShapedText sun = shaper.shape("\U00020000\u0303");
    REQUIRE(!sun.empty());
    CHECK(sun.front().plain == U'\U00020000');  // a box
    FontChain nothing({"/nowhere.ttf"});
    Shaper boxes(nothing);
    CHECK(plain(boxes.shape("a\u05E9\u05DC\u200D")) == U"a\u05DC\u05E9");
}

TEST_CASE("emoji keep their colours, and sequences are one picture") {
    if (lacks(kDejaVu) || lacks(kColorEmoji)) return;
    TextureStore textures;
    Font font(textures, {kDejaVu, kColorEmoji});
    CHECK(ink_of(font, textures, "\U0001F600", 20).colored > 100);
    CHECK(ink_of(font, textures, "1 a", 20).colored == 0);
    const float one = font.width("\U0001F600", 20);
    CHECK(one > 14);
    CHECK(one < 34);
    for (const char* text : {"\U0001F469\u200D\U0001F4BB", "\U0001F1E9\U0001F1EA",
                             "\U0001F44D\U0001F3FD", "\u2764\uFE0F", "1\uFE0F\u20E3"})
        CHECK(font.width(text, 20) == one);
    CHECK(ink_of(font, textures, "\u2764", 20).colored == 0);  // text style by default
    CHECK(ink_of(font, textures, "\u2764\uFE0F", 20).colored > 50);
    CHECK(ink_of(font, textures, "\U0001F600\uFE0E", 20).colored == 0);
}

TEST_CASE("hostile text: marks without end, broken bytes, great length") {
    FontChain chain({kDejaVu});
    Shaper shaper(chain);
    std::string marks = "a";
    for (int i = 0; i < 3000; ++i) marks += "\u0303";
    for (const ShapedPiece& piece : shaper.shape(marks)) {
        if (piece.plain == 0) {
            const Glyph glyph = chain.draw(shaper.cluster(piece.cluster), 20);
            CHECK(glyph.height <= 40);
            CHECK(glyph.width <= 100);
        }
    }
    const std::string broken = std::string("\u05E9\xFF\xD7") + '\0' + "\u05DC\xF0\x9F";
    for (const ShapedPiece& piece : shaper.shape(broken)) {
        CHECK(piece.begin < piece.end);
        CHECK((piece.plain != 0 || shaper.cluster(piece.cluster).advance > 0));
        CHECK(piece.end <= broken.size());
    }
    for (int i = 0; i < 30000 && !shaper.full(); ++i) {
        std::string text = "\u05E9";
        text += static_cast<char>('a' + i % 26);
        text += std::to_string(i);
        shaper.shape(text);
    }
    shaper.clear();
    CHECK_FALSE(shaper.full());
}
