// The panels' fonts: glyphs are added when text needs them, sizes change with the screen; and the
// thumbnails under the pointer.
#include <thread>

#include "player/app/player_app.h"
#include "player/draw/font_chain.h"
#include "player/panels/imgui_versions.h"
#include "tests/catch.h"
#include "tests/format/analysis/sample_match.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

void empty_frame(UiContext& ui) {
    DrawList list;
    ui.begin_frame(100, 100, 0.1);
    ui.end_frame(list);
}

// What PlayerApp does when glyphs are missing, which happens with newer versions of Dear ImGui.
void finish(UiContext& ui) {
    if (ui.incomplete()) empty_frame(ui);
    CHECK_FALSE(ui.incomplete());
}

}  // namespace

TEST_CASE("a character that is shown is in every font at once") {
    TextureStore textures;
    UiContext ui(textures, 1);
    ui.make_current();
    constexpr ImWchar kSun = 0x65E5;
    CHECK(glyph_in(ui.look().text, kSun) == nullptr);
    CHECK(ui.texts().shown("plain, then \xE6\x97\xA5") == "plain, then \xE6\x97\xA5");
    finish(ui);
    for (ImFont* font : {ui.look().text, ui.look().small, ui.look().mono, ui.look().large}) {
        const ImFontGlyph* glyph = glyph_in(font, kSun);
        REQUIRE(glyph != nullptr);
        CHECK(glyph->AdvanceX > 4);
    }
    const std::size_t before = textures.size();
    ui.texts().shown("\xE6\x9C\xAC");
    finish(ui);
    CHECK(textures.size() == before);  // the atlas was replaced, not added
    CHECK(glyph_in(ui.look().text, kSun) != nullptr);
}

TEST_CASE("another scale gives other sizes, and back") {
    TextureStore textures;
    UiContext ui(textures, 1);
    const float plain = size_of(ui.look().text);
    ui.set_scale(2);
    empty_frame(ui);
    CHECK(size_of(ui.look().text) == plain * 2);
    ui.set_scale(1);
    empty_frame(ui);
    CHECK(size_of(ui.look().text) == plain);
}

TEST_CASE("names of a recording reach the fonts") {
    PlayerAppOptions options;
    options.art.installed = false;
    PlayerApp app(options);
    app.open(sample_file("r\xC5\xBD\xD0\x96.reel"));
    for (int i = 0; i < 20000 && (app.busy() || !app.state().session().ready()); ++i) {
        app.frame(900, 600, PlayerState::Seconds(0));
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    app.frame(900, 600, PlayerState::Seconds(0));
    REQUIRE(app.state().session().ready());
    app.ui().make_current();
    CHECK(glyph_in(app.ui().look().text, 0x416) != nullptr);  // of the file's name
}

TEST_CASE("characters that no font has are boxes, and the package that has them is named once") {
    PlayerAppOptions options;  // only the panels' fonts
    options.art.installed = false;
    PlayerApp app(options);
    const auto open = [&](const std::string& name) {
        app.open(sample_file(name));
        for (int i = 0; i < 20000 && (i < 3 || app.busy() || !app.state().session().ready()); ++i) {
            app.frame(900, 600, PlayerState::Seconds(0));
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        app.frame(900, 600, PlayerState::Seconds(0));
        return app.state().notices().text();
    };
    CHECK(open("plain.reel").find("fonts-") == std::string::npos);
    CHECK_THAT(open("\xE6\x97\xA5.reel"), contains("fonts-noto-cjk"));
    app.enqueue(Say{});
    CHECK(open("\xE6\x9C\xAC.reel").empty());
    CHECK(font_package(0xAC00) == "fonts-noto-cjk");
    CHECK(font_package(0xE01) == "fonts-noto-core");
    CHECK(font_package(0x1F600) == "fonts-noto-color-emoji");
    CHECK(font_package(0x1F469) == "fonts-noto-color-emoji");
    CHECK(font_package(0x20000) == "fonts-noto-cjk");
    CHECK(font_package(0xE010).empty());
    CHECK(font_package(0xF0000).empty());
}

TEST_CASE("the pointer on the timeline gets a picture of the moment, made beside the frame") {
    PlayerAppOptions options;
    options.art.installed = false;
    PlayerApp app(options);
    app.open(sample_file("thumbnail.reel"));
    const auto settle = [&] {
        for (int i = 0; i < 3; ++i) app.frame(900, 600, PlayerState::Seconds(0.02));
        for (int i = 0; i < 20000 && app.busy(); ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
            app.frame(900, 600, PlayerState::Seconds(0.02));
        }
        app.frame(900, 600, PlayerState::Seconds(0.02));
    };
    settle();
    REQUIRE(app.state().session().ready());
    REQUIRE(app.probes().contains("timeline"));
    const Box timeline = app.probes().at("timeline");
    const auto point_at = [&](float share) {
        app.ui().mouse_at(timeline.x0 + timeline.width() * share, timeline.y1 - 4);
        settle();
    };
    CHECK_FALSE(app.probes().contains("thumbnail"));
    point_at(0.7F);
    CHECK(app.probes().contains("thumbnail"));
    const std::size_t textures = app.textures().size();
    for (int i = 0; i < 60; ++i) point_at(0.1F + 0.013F * static_cast<float>(i));
    CHECK(app.textures().size() <= textures + 40);  // old ones are removed
    CHECK(app.state().playback().playhead() == 0);  // hovering does not seek
}

TEST_CASE("the picture of a moment shows the followed player there") {
    PlayerAppOptions options;
    options.art.installed = false;
    PlayerApp app(options);
    app.open(sample_file("thumbnail_follow.reel"));
    const auto settle = [&] {
        for (int i = 0; i < 3; ++i) app.frame(900, 600, PlayerState::Seconds(0.02));
        for (int i = 0; i < 20000 && app.busy(); ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
            app.frame(900, 600, PlayerState::Seconds(0.02));
        }
        app.frame(900, 600, PlayerState::Seconds(0.02));
    };
    settle();
    if (app.state().playback().playing()) app.enqueue(TogglePlay{});
    const Box timeline = app.probes().at("timeline");
    const auto picture = [&](float share) {
        app.ui().mouse_at(timeline.x0 + timeline.width() * share, timeline.y1 - 4);
        settle();
        settle();
        const Box at = app.probes().at("thumbnail");
        const Image all = app.picture(900, 600);
        std::vector<Color> pixels;
        for (int y = static_cast<int>(at.y0) + 4; y < static_cast<int>(at.y1) - 24; ++y)
            for (int x = static_cast<int>(at.x0) + 4; x < static_cast<int>(at.x1) - 4; ++x)
                pixels.push_back(all.at(x, y));
        return pixels;
    };
    const std::vector<Color> whole = picture(0.5F);
    app.enqueue(FollowNumber{0});
    const std::vector<Color> close = picture(0.5F);
    CHECK(close != whole);
    app.enqueue(FollowNumber{1});
    CHECK(picture(0.5F) != close);
    app.enqueue(FollowItem{});
    CHECK(picture(0.5F) == whole);
}
