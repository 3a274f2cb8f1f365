#include "recorder/commands/output/partial_files.h"

#include "tickreel/base/rewritable_sink.h"

namespace tickreel {

namespace {

// Remembers that writing failed: who writes has one error for that and for what it reads.
class WatchedSink final : public RewritableSink {
public:
    WatchedSink(std::unique_ptr<ByteSink> out, std::shared_ptr<bool> failed)
        : out_(std::move(out)), failed_(std::move(failed)) {}

    Result<void> write(ByteView bytes) override { return noted(out_->write(bytes)); }
    Result<void> sync() override { return noted(out_->sync()); }
    Result<void> close() override { return noted(out_->close()); }
    Result<void> rewrite(std::uint64_t offset, ByteView bytes) override {
        return noted(dynamic_cast<RewritableSink&>(*out_).rewrite(offset, bytes));
    }

private:
    Result<void> noted(Result<void> done) {
        if (!done) *failed_ = true;
        return done;
    }

    std::unique_ptr<ByteSink> out_;  // of create_file(): it can be rewritten
    std::shared_ptr<bool> failed_;
};

}  // namespace

Result<PartialFiles::Partial> PartialFiles::create() {
    ++count_;
    if (output_ == "-") {
        if (count_ > 1)
            return fail(
                "standard output takes only one recording; use --connection or an output file");
        auto sink = create_file("-", IfExists::Replace);
        if (!sink) return sink.error();
        return Partial{"-", std::make_unique<WatchedSink>(*std::move(sink), write_failed_)};
    }
    auto file = UnfinishedFile::create(output_);
    if (!file) return file.error();
    auto sink = (*file)->open();
    if (!sink) return sink.error();
    Partial partial{(*file)->path(),
                    std::make_unique<WatchedSink>(*std::move(sink), write_failed_)};
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
