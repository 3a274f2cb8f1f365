#include "recorder/commands/open_reel.h"

#include <array>
#include <cerrno>
#include <filesystem>

#include <unistd.h>

#include "recorder/commands/import/importable.h"
#include "recorder/commands/output/output_file.h"
#include "recorder/commands/output/text_format.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/errno_text.h"
#include "tickreel/base/expand_paths.h"
#include "tickreel/base/text.h"
#include "tickreel/games/evolvers.h"
#include "tickreel/reel/evolution.h"
#include "tickreel/reel/match_reader.h"

namespace tickreel {

namespace {

constexpr std::size_t kStandardInputLimit = 1U << 30;

Result<std::unique_ptr<ByteSource>> standard_input() {
    Bytes all;
    std::array<Byte, 1U << 16> buffer{};
    for (;;) {
        const ssize_t n = ::read(STDIN_FILENO, buffer.data(), buffer.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return fail("cannot read standard input: ", errno_text());
        if (n == 0) return memory_source(std::move(all));
        if (all.size() > kStandardInputLimit)
            return fail("standard input has more than ", kStandardInputLimit,
                        " bytes; save it to a file first");
        all.insert(all.end(), buffer.begin(), buffer.begin() + n);
    }
}

std::string_view what_next(std::string_view path, std::string_view wrong) {
    for (const std::string& ending : importable_extensions())
        if (path.ends_with(ending)) return "'tickreel import' makes a reel of it";
    return wrong.starts_with("not a reel file") ? "'tickreel import' tells what it is" : "";
}

void refuse_match(const CommandLine& line, const std::string& path) {
    auto source = open_file(path);
    const auto match = source ? MatchReader::open(*std::move(source))
                              : Result<std::unique_ptr<MatchReader>>(source.error());
    if (!match) {
        line.failed(path, match.error().message);
        return;
    }
    line.failed(path, concat("holds ", plural((*match)->views().size(), "view"), " of one match"),
                concat("'tickreel cut ", printable(path), " --view 1 -o ",
                       printable(numbered_path(path, "1")),
                       "' makes a recording of one, --view union of all"));
}

}  // namespace

Result<std::unique_ptr<ByteSource>> open_input(const std::string& path) {
    if (is_folder_without(path))
        return fail(
            "is a directory without .reel files; 'tickreel import' makes them of captures and "
            "demos");
    std::error_code ignored;
    if (is_pattern(path) && !std::filesystem::exists(path, ignored))
        return fail("no file fits this pattern; '**/' in it stands for any subfolders");
    return path == "-" ? standard_input() : open_file(path);
}

std::unique_ptr<ReelReader> open_reel(const CommandLine& line, const std::string& path) {
    auto source = open_input(path);
    if (!source) {
        line.failed(path, source.error().message);
        return nullptr;
    }
    auto reel = ReelReader::open(std::move(*source));
    if (!reel && is_match_file(path)) {
        refuse_match(line, path);
        return nullptr;
    }
    if (!reel) {
        line.failed(path, reel.error().message, what_next(path, reel.error().message));
        return nullptr;
    }
    return std::move(*reel);
}

void warn_unevolved(const CommandLine& line, const std::string& path, const ReelReader& reel,
                    std::string_view question) {
    if (question.find(kEvolvedPrefix) == std::string_view::npos) return;
    Evolution evolution(reel, evolvers());
    for (std::uint32_t segment = 0; segment < reel.segments().size(); ++segment) {
        const std::string& why = evolution.why(segment);
        if (why.empty()) continue;
        line.warn(path, concat(why, ": ", kEvolvedPrefix, "x and other evolved values are null"));
        return;
    }
}

}  // namespace tickreel
