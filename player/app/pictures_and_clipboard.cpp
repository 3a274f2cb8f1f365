// What actions ask of the app: a picture into a file, a text into the clipboard.
#include <algorithm>
#include <filesystem>

#include "player/app/player_app.h"
#include "player/draw/png.h"
#include "player/draw/rasteriser.h"
#include "tickreel/base/file.h"

namespace tickreel {
namespace {

namespace fs = std::filesystem;

Image cropped(const Image& image, const Box& box) {
    const int left = std::clamp(static_cast<int>(box.x0), 0, image.width);
    const int top = std::clamp(static_cast<int>(box.y0), 0, image.height);
    const int right = std::clamp(static_cast<int>(box.x1), left, image.width);
    const int bottom = std::clamp(static_cast<int>(box.y1), top, image.height);
    Image part(right - left, bottom - top);
    for (int y = top; y < bottom; ++y) {
        for (int x = left; x < right; ++x) {
            part.at(x - left, y - top) = image.at(x, y);
        }
    }
    return part;
}

std::string write_picture(const Image& image, const std::string& path) {
    const Result<Bytes> png = write_png(image);
    if (!png) {
        return "No picture: " + png.error().message;
    }
    Result<std::unique_ptr<ByteSink>> sink = create_file(path, IfExists::Refuse);
    if (!sink) {
        return "No picture: " + sink.error().message;
    }
    const Result<void> written = (*sink)->write(*png);
    const Result<void> closed = written ? (*sink)->close() : written;
    return closed ? "Saved " + path : "No picture: " + closed.error().message;
}

}  // namespace

void PlayerApp::save_picture(Image image) {
    const fs::path recording(state_.path());
    const fs::path folder =
        options_.pictures.empty() ? recording.parent_path() : fs::path(options_.pictures);
    const Moment here = state_.moment();
    const std::string stem = recording.stem().string() + "-s" + std::to_string(here.segment) + "-" +
                             std::to_string(here.tick);
    saving_.start([image = std::move(image), folder, stem](WorkControl&, const auto& publish) {
        publish(write_picture(image, free_path(folder / (stem + ".png"))));
    });
}

Wishes::Picture PlayerApp::prepare_picture(ViewSettings& shown) {
    if (shown.wishes.picture == Wishes::Picture::MapOnly) {
        shown.names = shown.ids = shown.hitboxes = false;
    }
    return shown.wishes.picture;
}

void PlayerApp::take_picture(Wishes::Picture wanted, int width, int height) {
    if (wanted == Wishes::Picture::None || width < 1 || height < 1) {
        return;
    }
    state_.view().wishes.picture = Wishes::Picture::None;
    if (wanted == Wishes::Picture::Whole) {
        save_picture(picture(width, height));
        return;
    }
    const Box map = probes_.count("map") > 0 ? probes_.at("map") : Box{};
    Image whole(width, height, {13, 16, 22, 255});
    rasterise(scene(), textures_, whole, 2);
    save_picture(cropped(whole, map));
}

void PlayerApp::hear_wishes() {
    if (std::optional<std::string> said = saving_.take()) {
        state_.notify(std::move(*said));
    }
    Wishes& wishes = state_.view().wishes;
    wishes.focus_filter = wishes.focus_query = wishes.close_menus = false;
    if (!wishes.copy.empty()) {
        copied_ = std::exchange(wishes.copy, {});
    }
}

}  // namespace tickreel
