#include "recorder/commands/import/import_job.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/interrupted.h"
#include "tickreel/model/forwarding_sink.h"
#include "tickreel/reel/union_property.h"

namespace tickreel {

namespace {

// What an importer leaves out on purpose, it says in this property.
class LeftOutSink final : public ForwardingSink {
public:
    using ForwardingSink::ForwardingSink;
    void set_property(std::string_view key, std::string_view value) override {
        if (key == kLeftOut) what_ = value;
        next().set_property(key, value);
    }
    const std::string& what() const { return what_; }

private:
    std::string what_{};
};

}  // namespace

FileMaker partial_maker(const ImportJob& job) {
    return [&partials = job.partials](const FileNameFields&) -> Result<NewFile> {
        Result<PartialFiles::Partial> partial = partials.create();
        if (!partial) return partial.error();
        return NewFile{partial->path, std::move(partial->sink)};
    };
}

Result<std::vector<Imported>> import_game_file(const ImportJob& job, const Game& game,
                                               const FileImporter& importer) {
    ReelFiles files(game, job.recording, partial_maker(job), job.problems);
    LeftOutSink sink(files);
    std::unique_ptr<FrameSink> teacher;
    if (job.recording.taught) teacher = std::make_unique<TypeTeacher>(job.recording.taught, sink);
    const Result<void> imported =
        importer.import(job.file, teacher ? *teacher : static_cast<FrameSink&>(sink),
                        job.file_problems, [&job](double share) {
                            job.progress(share);
                            return !job.stopped();
                        });
    if (job.stopped()) return fail(kInterrupted);
    if (!imported) return imported.error();
    if (!sink.what().empty()) job.problems({concat("left out: ", sink.what())});
    if (const Result<void> finished = files.finish(); !finished) return finished.error();
    std::vector<Imported> result;
    for (const RecordedFile& file : files.files())
        result.push_back({file, 1, static_cast<unsigned>(result.size() + 1), &game});
    if (result.empty()) return fail("contains no snapshots");
    return result;
}

}  // namespace tickreel
