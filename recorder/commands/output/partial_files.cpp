#include "recorder/commands/output/partial_files.h"

#include <algorithm>
#include <filesystem>

namespace tickreel {

PartialFiles::~PartialFiles() {
    std::error_code ignored;
    for (const std::string& path : waiting_) std::filesystem::remove(path, ignored);
}

Result<PartialFiles::Partial> PartialFiles::create() {
    Partial partial{output_, nullptr};
    ++count_;
    if (output_ == "-") {
        if (count_ > 1)
            return fail("only one recording fits on standard output; use --connection or a file");
    } else {
        partial.path += ".part" + std::to_string(count_);
    }
    auto sink = create_file(partial.path, IfExists::Replace);
    if (!sink) return sink.error();
    if (output_ != "-") waiting_.push_back(partial.path);
    partial.sink = *std::move(sink);
    return partial;
}

Result<void> PartialFiles::keep(const std::string& partial, const std::string& name, bool force) {
    if (partial == "-") return {};
    std::error_code error;
    if (!force && std::filesystem::exists(name, error))
        return fail("exists already; use --force to overwrite it or another name");
    std::filesystem::rename(partial, name, error);
    if (error) return fail("cannot get its name: ", error.message());
    waiting_.erase(std::remove(waiting_.begin(), waiting_.end(), partial), waiting_.end());
    return {};
}

}  // namespace tickreel
