// Screenshots and clipboard for actions.
#include <algorithm>
#include <filesystem>

#include "player/app/player_app.h"
#include "player/draw/png.h"
#include "player/draw/rasteriser.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/file.h"
#include "tickreel/base/unfinished_file.h"

namespace tickreel {
namespace {

namespace fs = std::filesystem;

Image cropped(const Image& image, const Box& box) {
    const int left = std::clamp(static_cast<int>(box.x0), 0, image.width);
    const int top = std::clamp(static_cast<int>(box.y0), 0, image.height);
    const int right = std::clamp(static_cast<int>(box.x1), left, image.width);
    const int bottom = std::clamp(static_cast<int>(box.y1), top, image.height);
    Image part(right - left, bottom - top);
    for (int y = top; y < bottom; ++y)
        for (int x = left; x < right; ++x) part.at(x - left, y - top) = image.at(x, y);
    return part;
}

std::string write_picture(const Image& image, const std::string& path) {
    const Result<Bytes> png = write_png(image);
    if (!png) return "No picture: " + png.error().message;
    // All of it or nothing: a full disk must not leave a piece of a picture.
    const Result<void> written = write_whole_file(path, *png, IfExists::Refuse);
    return written ? "Saved " + path : "No picture: " + written.error().message;
}

}  // namespace

void PlayerApp::save_picture(Image image) {
    const fs::path recording(state_.session().path());
    const fs::path folder =
        options_.pictures.empty() ? recording.parent_path() : fs::path(options_.pictures);
    const Moment here = state_.moment();
    const std::string stem = concat(recording.stem().string(), "-s", here.segment, "-", here.tick);
    saving_.start([image = std::move(image), folder, stem](WorkControl&, const auto& publish) {
        publish(write_picture(image, free_path(folder / (stem + ".png"))));
    });
}

// The last frame is the picture; for a map picture, a frame with only the map was drawn.
void PlayerApp::take_picture(int width, int height) {
    if (std::optional<std::string> said = saving_.take()) enqueue(Say{std::move(*said)});
    const std::optional<PictureKind> wanted = std::exchange(picture_wanted_, std::nullopt);
    if (!wanted || width < 1 || height < 1) return;
    if (*wanted == PictureKind::Whole) {
        save_picture(picture(width, height));
        return;
    }
    const Box map = probes_.count("map") > 0 ? probes_.at("map") : Box{};
    Image whole(width, height, {13, 16, 22, 255});
    rasterise(scene(), textures_, whole, 2);
    save_picture(cropped(whole, map));
}

void PlayerApp::do_task(const AppTask& task) {
    if (const auto* picture = std::get_if<SavePicture>(&task)) {
        picture_wanted_ = picture->kind;
        next_frame_.plain_map = picture->kind == PictureKind::MapOnly;
    } else if (const auto* copy = std::get_if<CopyText>(&task)) {
        copied_ = copy->text;
    } else if (const auto* focus = std::get_if<FocusOn>(&task)) {
        next_frame_.focus = focus->box;
    } else if (std::holds_alternative<ResetKeys>(task)) {
        actions_.reset_keys();
    } else if (std::holds_alternative<Quit>(task)) {
        quits_ = true;
    }
}

}  // namespace tickreel
