#include "recorder/commands/output/partial_files.h"

namespace tickreel {

Result<PartialFiles::Partial> PartialFiles::create() {
    ++count_;
    if (output_ == "-") {
        if (count_ > 1)
            return fail(
                "standard output takes only one recording; use --connection or an output file");
        auto sink = create_file("-", IfExists::Replace);
        if (!sink) return sink.error();
        return Partial{"-", *std::move(sink)};
    }
    auto file = UnfinishedFile::create(output_);
    if (!file) return file.error();
    auto sink = (*file)->open();
    if (!sink) return sink.error();
    Partial partial{(*file)->path(), *std::move(sink)};
    waiting_.emplace(partial.path, *std::move(file));
    return partial;
}

Result<void> PartialFiles::keep(const std::string& partial, const std::string& name, bool force) {
    const auto file = waiting_.find(partial);
    if (file == waiting_.end()) return {};  // standard output
    const auto kept = file->second->publish(name, force ? IfExists::Replace : IfExists::Refuse);
    if (kept) waiting_.erase(file);
    return kept;
}

}  // namespace tickreel
