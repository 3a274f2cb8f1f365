#include "player/state/library_pictures.h"

#include <nlohmann/json.hpp>

#include "player/state/library_search.h"

namespace tickreel {
namespace {

std::optional<Byte> digit_value(char c) {
    if (c >= '0' && c <= '9') return static_cast<Byte>(c - '0');
    if (c >= 'a' && c <= 'f') return static_cast<Byte>(c - 'a' + 10);
    return std::nullopt;
}

std::optional<Bytes> bytes_of(const std::string& digits) {
    if (digits.size() % 2 != 0) return std::nullopt;
    Bytes bytes;
    for (std::size_t i = 0; i < digits.size(); i += 2) {
        const auto high = digit_value(digits[i]), low = digit_value(digits[i + 1]);
        if (!high || !low) return std::nullopt;
        bytes.push_back(static_cast<Byte>(*high << 4 | *low));
    }
    return bytes;
}

}  // namespace

std::optional<LibraryPicture> parse_picture_line(std::string_view line) {
    const auto json = nlohmann::json::parse(line, nullptr, false);
    if (!json.is_object()) return std::nullopt;
    const auto path = json.find("file"), digits = json.find("thumbnail");
    if (path == json.end() || digits == json.end() || !path->is_string() || !digits->is_string())
        return std::nullopt;
    std::optional<Bytes> png = bytes_of(digits->get<std::string>());
    if (!png) return std::nullopt;
    return LibraryPicture{path->get<std::string>(), *std::move(png)};
}

const Bytes* LibraryPictures::find(const std::string& path) const {
    const auto found = known_.find(path);
    return found == known_.end() ? nullptr : &found->second;
}

void LibraryPictures::want(const std::string& folder, const std::vector<std::string>& paths) {
    if (auto came = job_.take())
        for (LibraryPicture& picture : *came)
            known_.insert_or_assign(picture.path, std::move(picture.png));
    if (job_.running()) return;
    std::vector<std::string> words{"library", folder, "--format=ndjson", "--progress=never"};
    std::vector<LibraryPicture> asked;
    for (const std::string& path : paths) {
        if (known_.contains(path) || asked.size() == kAtOnce) continue;
        words.push_back("--thumbnail=" + path);
        asked.push_back({path, {}});
    }
    if (asked.empty()) return;
    if (known_.size() > kMostKept) known_.clear();
    job_.start([words = std::move(words), asked = std::move(asked)](WorkControl& control,
                                                                    const auto& publish) mutable {
        // What has no answer is not asked for again.
        std::vector<LibraryPicture> found = std::move(asked);
        run_library(words, control, [&found](std::string_view line) {
            if (auto picture = parse_picture_line(line)) found.push_back(*std::move(picture));
        });
        publish(std::move(found));
    });
}

}  // namespace tickreel
