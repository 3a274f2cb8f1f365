// Names and texts in any script in the panels and their text boxes.
#include <filesystem>

#include "player/app/character_aliases.h"
#include "player/draw/characters.h"
#include "player/panels/imgui_versions.h"
#include "player/panels/widgets.h"
#include "tests/player/app/driver.h"
#include "tests/player/app/screen_text.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

const std::string kDejaVu = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";
const std::string kColorEmoji = "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf";
const std::string kGrin = "\U0001F600";

std::vector<ImWchar> characters(std::string_view text) {
    std::vector<ImWchar> out;
    while (!text.empty()) out.push_back(static_cast<ImWchar>(next_character(text)));
    return out;
}

void blank_frame(UiContext& ui) {
    DrawList list;
    ui.begin_frame(100, 100, 0.1);
    ui.end_frame(list);
}

// As PlayerApp does: redraws until all glyphs are present.
std::string shown(UiContext& ui, const std::string& text) {
    std::string out = ui.texts().shown(text);
    for (int i = 0; i < 4 && ui.incomplete(); ++i) {
        blank_frame(ui);
        out = ui.texts().shown(text);
    }
    CHECK_FALSE(ui.incomplete());
    return out;
}

bool all_have_glyphs(const UiContext& ui, const std::string& text) {
    ui.make_current();
    const std::vector<ImWchar> all = characters(text);
    return std::all_of(all.begin(), all.end(), [&](ImWchar c) {
        return c != 0xFFFD && glyph_in(ui.look().text, c) != nullptr;
    });
}

std::size_t pixels_of_atlas(const TextureStore& textures) {
    std::size_t pixels = 0;
    for (TextureId id = 0; id < textures.size(); ++id)
        pixels = std::max(pixels, textures.contains(id) ? textures.image(id).pixels.size() : 0);
    return pixels;
}

std::string numbered(char32_t first, char32_t count) {
    std::string text;
    for (char32_t c = first; c < first + count; ++c) append_utf8(text, c);
    return text;
}

}  // namespace

TEST_CASE("an emoji has a glyph of its own in the panels") {
    TextureStore textures;
    UiContext ui(textures, 1);
    const std::string text = shown(ui, "gg " + kGrin);
    REQUIRE(characters(text).size() == 4);
    const ImWchar lent = characters(text).back();
    CHECK(is_private(lent));
    CHECK(text.starts_with("gg "));
    REQUIRE(all_have_glyphs(ui, text));
    for (ImFont* font : {ui.look().text, ui.look().small, ui.look().mono, ui.look().large}) {
        const ImFontGlyph* glyph = glyph_in(font, lent);
        REQUIRE(glyph != nullptr);
        CHECK(glyph->X1 - glyph->X0 > 5);
        CHECK(glyph->AdvanceX > 5);
    }
    CHECK(shown(ui, kGrin) == text.substr(3));
    CHECK(shown(ui, "\U0001F60E") != text.substr(3));
}

TEST_CASE("Arabic and Hebrew are shaped in the panels") {
    if (!std::filesystem::exists(kDejaVu)) {
        WARN("skipped: no " << kDejaVu);
        return;
    }
    TextureStore textures;
    UiContext ui(textures, 1);
    CHECK(shown(ui, "\u05E9\u05DC 12") == "12 \u05DC\u05E9");
    const std::string salam = shown(ui, "\u0633\u0644\u0627\u0645");
    CHECK(characters(salam).size() == 3);
    CHECK(all_have_glyphs(ui, salam));
    CHECK(is_private(characters(salam).back()));
    CHECK(ui.texts().label("7  \u05E9\u05DC") == "7  \u05DC\u05E9");  // our list runs to the right
    CHECK(characters(shown(ui, "x\u0303")).size() == 1);
}

TEST_CASE("private characters from the wire never show what was lent to others") {
    TextureStore textures;
    UiContext ui(textures, 1);
    const std::string grin = shown(ui, kGrin);
    const std::string forged = shown(ui, grin);
    CHECK(forged != grin);
    CHECK(all_have_glyphs(ui, forged));
    CHECK(shown(ui, kGrin) == grin);
    // Nor characters that a text box has mapped.
    const std::string borrowed = ui.texts().for_box(kGrin);
    CHECK(shown(ui, borrowed) != borrowed);
}

TEST_CASE("more characters than an atlas holds: what is on the screen has its glyphs") {
    TextureStore textures;
    UiContext ui(textures, 1);
    for (char32_t first = 0x4E00; first < 0x9E00; first += 400) {
        const std::string page = numbered(first, 400);
        CHECK(all_have_glyphs(ui, shown(ui, page)));
        blank_frame(ui);
    }
    CHECK(pixels_of_atlas(textures) <= 2 * 1024 * 1024);
    const std::string all_at_once = numbered(0x4E00, 5000);
    std::string out;
    for (int i = 0; i < 12 && (i == 0 || ui.incomplete()); ++i) {
        out = ui.texts().shown(all_at_once);
        blank_frame(ui);
    }
    CHECK(all_have_glyphs(ui, shown(ui, all_at_once)));
    // Mapped ones are limited too, and are reused.
    for (char32_t first = 0x20000; first < 0x24000; first += 400) {
        CHECK(all_have_glyphs(ui, shown(ui, numbered(first, 400))));
        blank_frame(ui);
    }
}

TEST_CASE("text boxes give back what was put in") {
    CharacterAliases borrowed;
    for (const std::string& text :
         {std::string("plain"), kGrin + "x" + kGrin, std::string("\uE000\uA000\uA001"),
          std::string("\U0001F469\u200D\U0001F4BB \u0633\u0644"), numbered(0x1F300, 900)}) {
        const std::string lent = borrowed.assign(text);
        CHECK(borrowed.give_back(lent) == text);
        for (const ImWchar c : characters(lent)) CHECK_FALSE(is_private(c));
    }
    borrowed.assign(numbered(0x20000, 1165));  // the others are dropped
    CHECK(borrowed.give_back(borrowed.assign(kGrin)) == kGrin);
}

TEST_CASE("an emoji in a marker is typed, pasted, kept and edited") {
    const std::string file = sample_file("emoji_marker.reel");
    Driver ui(file);
    static std::string clipboard;
    ui.app.ui().use_clipboard([](void*) { return clipboard.c_str(); },
                              [](void*, const char* text) { clipboard = text; });
    ui.ask(Move{100});
    ui.frame();
    ui.key("Shift+M");
    REQUIRE(ui.app.ui().wants_text());
    ui.type(("gg " + kGrin).c_str());
    ui.enter();
    ui.settle();
    REQUIRE(ui.state().markers().all().size() == 2);
    CHECK(ui.state().markers().all()[0].text == "gg " + kGrin);
    ui.key("Ctrl+L");
    ui.frames(2);
    ui.click("markers.0");
    ui.frame(0.6);
    ui.key("Ctrl+M");
    REQUIRE(ui.app.ui().wants_text());
    ui.frames(2);
    const auto chord = [&](ImGuiKey key) {
        ui.app.ui().modifiers(true, false, false);
        ui.app.ui().key(key, true);
        ui.frame();
        ui.app.ui().key(key, false);
        ui.app.ui().modifiers(false, false, false);
        ui.frame();
    };
    chord(ImGuiKey_A);
    chord(ImGuiKey_C);
    CHECK(clipboard == "gg " + kGrin);
    clipboard = "\U0001F3AF\uE123";
    chord(ImGuiKey_V);
    ui.type("!");
    ui.enter();
    ui.settle();
    CHECK(ui.state().markers().all()[0].text == "\U0001F3AF\uE123!");
    CHECK_FALSE(ui.app.ui().incomplete());
}

TEST_CASE("a key that is pressed and released between two frames is a key") {
    Driver ui(sample_file("quick_key.reel"));
    ui.key("Shift+M");
    REQUIRE(ui.app.ui().wants_text());
    ui.type("quick");
    ui.app.ui().key(ImGuiKey_Enter, true);
    ui.app.ui().key(ImGuiKey_Enter, false);
    ui.frames(3);
    ui.settle();
    REQUIRE(ui.state().markers().all().size() == 2);
    CHECK(ui.state().markers().all()[0].text == "quick");
    CHECK_FALSE(ui.state().view().shows(Dialog::Marker));
}

TEST_CASE("long text that runs from right to left is broken where it is read") {
    if (!std::filesystem::exists(kDejaVu)) {
        WARN("skipped: no " << kDejaVu);
        return;
    }
    Driver ui(sample_file("wrap.reel"));
    ui.ask(Say{});
    TextureStore textures;
    UiContext context(textures, 1);
    const std::string text = "\u05D0 aaaa bbbb cccc dddd eeee ffff gggg hhhh iiii jjjj";
    DrawList list;
    ActionRegistry actions = default_actions();
    Font font(textures);
    Commands commands;
    context.begin_frame(130, 300, 0.1);
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({130, 300});
    ImGui::Begin("narrow");
    const PlayerParts& parts = ui.state().parts();
    const PanelContext panel{parts.session,   parts.playback, parts.frames,    parts.roster,
                             parts.match,     parts.beside,   parts.selection, parts.view,
                             parts.timeline,  parts.markers,  parts.analysis,  parts.notices,
                             actions,         context.look(), textures,        font,
                             context.texts(), commands};
    paragraph(panel, ink::kText, text);
    const std::string line = one_line(panel, text, false, 100);
    ImGui::End();
    context.end_frame(list);
    CHECK(line.ends_with("\u05D0"));  // where reading starts
    CHECK(line.find("jjjj") == std::string::npos);
    const std::string words = screen_text(context);
    CHECK(words.find("aaaa") < words.find("jjjj"));
    CHECK_THAT(words, contains("aaaa bbbb"));
    CHECK(words.find("dddd") < words.find("iiii"));
}

TEST_CASE("emoji keep their colours in both themes") {
    if (!std::filesystem::exists(kColorEmoji)) {
        WARN("skipped: no " << kColorEmoji);
        return;
    }
    TextureStore textures;
    UiContext ui(textures, 1, {kColorEmoji});
    for (const Theme theme : {Theme::Dark, Theme::Light}) {
        DrawList list;
        ui.begin_frame(100, 100, 0.1);
        const std::string grin = ui.texts().shown(kGrin);
        text(ink::kText, grin + "a");
        ui.end_frame(list, theme);
        if (ui.incomplete())  // newer Dear ImGui
            continue;
        REQUIRE(glyph_in(ui.look().text, characters(grin)[0])->Colored != 0);
        const ImWchar edited = characters(ui.texts().for_box(kGrin))[0];
        CHECK(glyph_in(ui.look().text, edited)->Colored != 0);
        int white = 0;
        for (const Vertex& vertex : list.vertices())
            white += vertex.color == Color{255, 255, 255, 255} ? 1 : 0;
        CHECK(white == 4);
    }
}
