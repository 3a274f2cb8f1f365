#include "recorder/commands/record_files.h"

#include <cerrno>
#include <filesystem>

#include <CLI/CLI.hpp>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "tickreel/base/concat.h"
#include "tickreel/base/errno_text.h"

namespace tickreel {

namespace {

namespace fs = std::filesystem;

constexpr unsigned kMostTries = 1000000;
constexpr std::size_t kMostNames = 4096;  // whose next number is known without looking

Result<void> make_folder(const std::string& folder) {
    std::error_code error;
    if (folder.empty() || fs::is_directory(folder, error)) return {};
    fs::create_directories(folder, error);
    if (error)
        return fail("cannot make the folder ", folder, ": ", errno_text_at(folder, error.value()));
    return {};
}

// Room for a file's first chunk. On a full disk an empty file can often still be made: it would
// be in the way of the next one.
constexpr std::uint64_t kLeastRoom = 64UL * 1024;

Result<void> check_room(const std::string& folder) {
    struct statvfs room {};
    if (::statvfs(folder.c_str(), &room) != 0)
        return fail("cannot write to ", folder, ": ", errno_text());
    if (room.f_blocks == 0 || std::uint64_t{room.f_bavail} * room.f_frsize >= kLeastRoom) return {};
    return fail("no space left in ", folder, "; free space there or choose another disk");
}

Result<void> check_writable(const std::string& folder) {
    std::string probe = folder + "/.tickreel-XXXXXX";
    const int fd = ::mkostemp(probe.data(), O_CLOEXEC);
    if (fd < 0) return fail("cannot write to ", folder, ": ", errno_text_at(folder, errno));
    ::close(fd);
    ::unlink(probe.c_str());
    return {};
}

// A folder that is not there yet is made when it is needed.
Result<void> check_usable(const std::string& folder, bool made_later) {
    const std::string there = made_later ? existing_folder(folder) : folder.empty() ? "." : folder;
    if (::access(there.c_str(), W_OK | X_OK) != 0)
        return fail("cannot write to ", there, ": ", errno_text());
    if (lacks_inodes(there))
        return fail("cannot write to ", there, ": ", errno_text_at(there, ENOSPC));
    return check_room(there);
}

}  // namespace

void add_keep_options(CommandLine& line, KeepArguments& arguments) {
    line.app()
        .add_option("--keep-total", arguments.total,
                    "delete the oldest recordings of this -o pattern, those in the --fallback "
                    "folder included, while they are larger than 50GiB together: looked at when "
                    "one has ended, and every 30 s, so that those that are being written exceed it "
                    "for no longer. Never one with markers, one that is read-only (chmod a-w) or "
                    "one that is being written")
        ->check([](const std::string& text) {
            return parse_size(text) ? ""
                                    : "invalid size '" + text + "'; use for example 50GiB or 500MB";
        })
        ->option_text("SIZE");
    line.app()
        .add_option(
            "--keep-days", arguments.days,
            "delete recordings of this -o pattern that are older, with the same exceptions; "
            "nothing for a day when the clock jumped by more than a day. In case that it is wrong, "
            "a pause without recordings counts for a week, or half of DAYS, at most, beyond what "
            "this recorder has been there for")
        ->check(CLI::Range(1U, 36500U))
        ->option_text("DAYS");
    line.app()
        .add_option(
            "--fallback", arguments.fallback,
            "where recordings go on when they cannot be written to the folder of -o: full, "
            "unmounted, read-only, or removed (a folder of a name with fields is made again). "
            "The exit code is 3 then")
        ->option_text("FOLDER");
}

Result<RetentionOptions> retention_options(const KeepArguments& arguments) {
    RetentionOptions options;
    if (!arguments.total.empty()) options.total_bytes = *parse_size(arguments.total);
    options.age = std::chrono::hours(24) * arguments.days;
    options.fallback = arguments.fallback;
    return options;
}

RecordFiles::RecordFiles(const OutputOptions& output, NamePattern pattern,
                         const std::string& part_word, std::string fallback)
    : pattern_(std::move(pattern)),
      force_(output.force),
      plain_(output, part_word),
      fallback_(std::move(fallback)),
      disk_(pattern_.folder()) {}

Result<void> RecordFiles::check_mounted() const {
    return fallback_.empty() ? Result<void>() : disk_.check();
}

std::string RecordFiles::goes_below() const {
    const Result<void> mounted = fallback_.empty() ? disk_.check() : Result<void>();
    return mounted ? "" : mounted.error().message;
}

Result<void> RecordFiles::check() const {
    const std::string folder = pattern_.folder();
    if (pattern_.has_fields())
        if (const auto made = make_folder(folder); !made) return made;
    return check_writable(folder);
}

Result<void> RecordFiles::check_fallback() const {
    if (fallback_.empty()) return {};
    if (const auto made = make_folder(fallback_); !made) return made;
    if (const auto usable = check_writable(fallback_); !usable) return usable;
    std::error_code ignored;
    if (fs::equivalent(fallback_, pattern_.folder(), ignored)) return fail("is the folder of -o");
    return {};
}

FolderStatus RecordFiles::look() const {
    FolderStatus status{"", fallen_back_};
    auto usual = check_mounted();
    if (usual) usual = check_usable(pattern_.folder(), pattern_.has_fields());
    if (usual) return status;
    status.error = usual.error().message;
    if (fallback_.empty()) return status;
    const auto other = check_usable(fallback_, false);
    status.error = other ? "" : concat(status.error, "; ", other.error().message);
    return status;
}

Result<NewFile> RecordFiles::make(const FileNameFields& fields, const std::string& within) {
    const std::lock_guard lock(making_);
    const Result<void> mounted = check_mounted();
    Result<NewFile> file = mounted ? make_usual(fields, within) : mounted.error();
    if (file || fallback_.empty()) return file;
    Result<NewFile> other = make_fallback(fields, within);
    if (!other) return fail(file.error().message, "; ", other.error().message);
    ++fallen_back_;
    other->instead = file.error().message;
    return other;
}

// Never a file that is there: which names are free may have been decided long ago, and other
// programs make files too.
Result<NewFile> RecordFiles::first_free(const std::string& first) {
    for (unsigned number = 1; number < kMostTries; ++number) {
        const std::string path = number == 1 ? first : numbered_path(first, std::to_string(number));
        auto sink = create_file(path, IfExists::Refuse);
        if (sink) return NewFile{path, *std::move(sink)};
        std::error_code ignored;
        if (!fs::exists(fs::symlink_status(path, ignored)))
            return fail(path, ": ", sink.error().message);
    }
    return fail(first, ": all numbers are taken");
}

Result<NewFile> RecordFiles::make_fallback(const FileNameFields& fields,
                                           const std::string& within) {
    const fs::path folder = fs::path(fallback_) / within;
    if (const auto made = make_folder(folder.string()); !made) return made.error();
    if (const auto room = check_room(folder.string()); !room) return room.error();
    const fs::path usual = pattern_.has_fields() ? pattern_.name(fields, 1)
                                                 : plain_.name(fields.connection, fields.part);
    return first_free((folder / usual.filename()).string());
}

Result<NewFile> RecordFiles::make_usual(const FileNameFields& fields, const std::string& within) {
    if (pattern_.has_fields()) return make_by_pattern(fields, within);
    if (const auto room = check_room(pattern_.folder()); !room) return room.error();
    const std::string path = plain_.name(fields.connection, fields.part);
    if (!force_) return first_free(path);
    auto sink = create_file(path, IfExists::Replace);
    if (!sink) return fail(path, ": ", sink.error().message);
    return NewFile{path, *std::move(sink)};
}

Result<NewFile> RecordFiles::make_by_pattern(const FileNameFields& fields,
                                             const std::string& within) {
    const auto name = [&](unsigned number) {
        const fs::path path = pattern_.name(fields, number);
        return within.empty() ? path.string()
                              : (path.parent_path() / within / path.filename()).string();
    };
    // Names with a time are never asked for again: after months they would be many.
    if (next_number_.size() >= kMostNames) next_number_.clear();
    unsigned& next = next_number_.try_emplace(name(0), 1).first->second;
    for (; next < kMostTries; ++next) {
        std::string path = name(next);
        if (!pattern_.has("n") && next > 1) path = numbered_path(path, std::to_string(next));
        if (const auto made = make_folder(fs::path(path).parent_path().string()); !made)
            return made.error();
        const std::string folder = fs::path(path).parent_path().string();
        if (const auto room = check_room(folder.empty() ? "." : folder); !room) return room.error();
        std::error_code ignored;
        if (fs::exists(fs::symlink_status(path, ignored))) continue;
        auto sink = create_file(path, IfExists::Refuse);
        if (sink) {
            ++next;
            return NewFile{path, *std::move(sink)};
        }
        if (!fs::exists(fs::symlink_status(path, ignored)))
            return fail(path, ": ", sink.error().message);
    }
    return fail(name(next), ": all numbers are taken");
}

}  // namespace tickreel
