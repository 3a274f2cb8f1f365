#include "player/draw/font.h"

#include "player/draw/font_chain.h"
#include "player/draw/rasteriser.h"
#include "tests/catch.h"
#include "tickreel/base/file.h"

using namespace tickreel;

namespace {

std::vector<char32_t> characters(std::string_view text) {
    std::vector<char32_t> out;
    while (!text.empty()) out.push_back(next_character(text));
    return out;
}

}  // namespace

TEST_CASE("UTF-8 is read, and broken bytes become one sign each") {
    using Chars = std::vector<char32_t>;
    CHECK(characters("a\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80") == Chars{'a', 0xE4, 0x20AC, 0x1F600});
    CHECK(characters("\xFF") == Chars{0xFFFD});
    CHECK(characters("\xC3") == Chars{0xFFFD});              // cut
    CHECK(characters("\xC0\x80") == Chars{0xFFFD, 0xFFFD});  // overlong
    CHECK(characters("\xED\xA0\x80") == Chars{0xFFFD, 0xFFFD, 0xFFFD});
    CHECK(characters("\xE2\x82"
                     "b") == Chars{0xFFFD, 0xFFFD, 'b'});
}

TEST_CASE("names lose control characters and direction overrides, line breaks keep words apart") {
    CHECK(clean_text("a\bb\x7F"
                     "c") == "abc");
    CHECK(clean_text("match\nEvery\ttick") == "match Every tick");
    CHECK(clean_text("\xE2\x80\xAE"
                     "evil") == "evil");
    CHECK(clean_text("\xC3\xA4\xFFz") == "\xC3\xA4\xEF\xBF\xBDz");
    CHECK(clean_text("a\u200Db\u200C \uFE0F") == "ab ");
    // Joiners and styles that change the appearance.
    for (const char* kept : {"\U0001F469\u200D\U0001F4BB", "\u0645\u06CC\u200C\u062E",
                             "\u2764\uFE0F", "\U0001F3F3\uFE0F\u200D\U0001F308"})
        CHECK(clean_text(kept) == kept);
    CHECK(clean_text("\u0645\u200D\u200D\u202E\u062E") == "\u0645\u062E");
}

TEST_CASE("the built-in font needs no file and measures what it draws") {
    TextureStore textures;
    Font font(textures);
    CHECK(font.width("abc", 10) == 18);
    CHECK(font.width("abc", 20) == 36);
    CHECK(font.width("", 10) == 0);
    DrawList list({0, 0, 64, 16});
    CHECK(font.draw(list, {2, 1}, 10, Color{}, "Hi") == 14);
    Image image(64, 16, rgb(0x000000));
    rasterise(list, textures, image);
    // 'H' is two posts and a bar: 7 + 7 + 3 pixels; 'i' a dot, a stem and two serifs.
    int lit = 0;
    for (int y = 0; y < 16; ++y)
        for (int x = 0; x < 8; ++x) lit += image.at(x, y).r > 0 ? 1 : 0;
    CHECK(lit == 17);
}

TEST_CASE("characters without a glyph show as a box and take room") {
    TextureStore textures;
    Font font(textures);
    CHECK(font.width("\xE6\x97\xA5", 10) == 6);
}

TEST_CASE("a character that no font has is a box with its number, where there is room") {
    const Glyph small = hex_box(0x65E5, 10);
    CHECK(small.coverage == make_pixel_font()->draw(0x65E5, 10).coverage);
    const Glyph sun = hex_box(0x65E5, 20);
    const Glyph book = hex_box(0x672C, 20);
    CHECK(sun.width == 11);
    CHECK(sun.height == 15);
    CHECK(sun.coverage != book.coverage);
    CHECK(hex_box(0x1F600, 20).width > sun.width);  // six digits
    CHECK(hex_box(0x65E5, 40).height == 30);
    CHECK(FontChain({}).draw(0x65E5, 20).coverage == sun.coverage);
    CHECK_FALSE(FontChain({}).covers('a'));
}

TEST_CASE("a font file that is cut short is passed over or drawn as far as it goes") {
    const Result<Bytes> whole = read_whole_file("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf");
    if (!whole) {
        WARN("skipped: DejaVuSans.ttf is not installed");
        return;
    }
    CHECK(FontChain({"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"}).covers(U'\u0416'));
    const std::string path = std::string(TICKREEL_BIN_DIR) + "/cut.ttf";
    for (const std::size_t bytes : {0UL, 11UL, 300UL, 5000UL, 100000UL, 400000UL}) {
        auto file = create_file(path, IfExists::Replace);
        REQUIRE((*file)->write(ByteView(*whole).first(bytes)).ok());
        REQUIRE((*file)->close().ok());
        FontChain chain({path});
        for (const char32_t c : {U'A', U'\u0416', U'\u2665'}) {
            const Glyph glyph = chain.draw(c, 20);
            CHECK(glyph.coverage.size() ==
                  static_cast<std::size_t>(glyph.width) * static_cast<std::size_t>(glyph.height));
            CHECK(glyph.advance > 0);
        }
        TextureStore textures;
        Font font(textures, {path});
        CHECK(font.width("\u0633\u0644\u0627\u0645 x\u0303", 20) > 0);
    }
}

TEST_CASE("text is shortened to fit") {
    TextureStore textures;
    Font font(textures);
    CHECK(font.fitted("short", 10, 100) == "short");
    CHECK(font.fitted("a longer text", 10, 60) == "a longe...");
    CHECK(font.fitted("abc", 10, 2) == "...");
}

TEST_CASE("many sizes do not grow memory without end") {
    TextureStore textures;
    Font font(textures);
    for (int round = 0; round < 3; ++round) {
        for (int size = 6; size <= 160; ++size)
            for (char c = 33; c < 127; ++c) font.width(std::string(1, c), static_cast<float>(size));
    }
    std::size_t alive = 0;
    for (TextureId id = 0; id < textures.size(); ++id) alive += textures.contains(id) ? 1 : 0;
    CHECK(alive < 20);
}

TEST_CASE("a file that is no font is passed over") {
    TextureStore textures;
    Font font(textures, {"/nonexistent/font.ttf", std::string(TICKREEL_SOURCE_DIR) + "/LICENSE"});
    CHECK(font.width("abc", 10) == 18);
}
