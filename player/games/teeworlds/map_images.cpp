#include "player/games/teeworlds/map_images.h"

#include "tickreel/base/concat.h"

namespace tickreel::teeworlds_art {

namespace {

constexpr int kImage = 2;  // the item type of images
constexpr std::size_t kMaxImages = 256;
constexpr int kMaxImageSide = 8192;

Result<Image> embedded_image(const DataFile& file, Words words, Budget& budget) {
    const int width = word(words, 1, 0);
    const int height = word(words, 2, 0);
    if (width <= 0 || height <= 0 || width > kMaxImageSide || height > kMaxImageSide)
        return fail("size ", width, " x ", height);
    const bool alpha = word(words, 0, 1) < 2 || word(words, 6, 1) == 1;
    const std::size_t bytes_per_pixel = alpha ? 4 : 3;
    const auto pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    const Result<Bytes> bytes = file.blob(word(words, 5, -1), budget.left);
    if (!bytes) return bytes.error();
    if (bytes->size() < pixels * bytes_per_pixel || !budget.take(pixels * sizeof(Color)))
        return fail("its data has ", bytes->size(), " bytes for ", width, " x ", height);
    Image image(width, height);
    for (std::size_t i = 0; i < pixels; ++i) {
        const Byte* p = bytes->data() + i * bytes_per_pixel;
        image.pixels[i] = {p[0], p[1], p[2], alpha ? p[3] : Byte{255}};
    }
    return image;
}

}  // namespace

void read_images(const DataFile& file, MapPictures pictures, Budget& budget, MapFile& map,
                 const ProblemSink& problems) {
    for (const DataItem& item : file.items_of(kImage)) {
        if (map.images.size() == kMaxImages) return;
        MapImage image;
        image.external = word(item.words, 3, 1) != 0;
        image.name = file.text(word(item.words, 4, -1));
        if (!image.external && pictures == MapPictures::Read) {
            Result<Image> pixels = embedded_image(file, item.words, budget);
            if (pixels) {
                image.pixels = std::move(*pixels);
            } else {
                problems({concat("map image ", map.images.size(),
                                 " cannot be read: ", pixels.error().message)});
            }
        }
        map.images.push_back(std::move(image));
    }
}

Image read_map_image(ByteView bytes, std::size_t index) {
    const Result<DataFile> file = DataFile::open(bytes);
    if (!file) return {};
    const std::vector<DataItem> items = file->items_of(kImage);
    Budget budget;
    Result<Image> image = index < items.size() ? embedded_image(*file, items[index].words, budget)
                                               : Result<Image>(fail("no picture ", index));
    return image ? std::move(*image) : Image();
}

}  // namespace tickreel::teeworlds_art
