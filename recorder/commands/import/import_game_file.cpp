#include "recorder/commands/import/import_job.h"

namespace tickreel {

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
    std::unique_ptr<FrameSink> teacher;
    if (job.recording.taught) teacher = std::make_unique<TypeTeacher>(job.recording.taught, files);
    const Result<void> imported =
        importer.import(job.file, teacher ? *teacher : files, job.file_problems, job.progress);
    if (!imported) return imported.error();
    if (job.stopped()) return fail(kInterrupted);
    if (const Result<void> finished = files.finish(); !finished) return finished.error();
    std::vector<Imported> result;
    for (const RecordedFile& file : files.files())
        result.push_back({file, 1, static_cast<unsigned>(result.size() + 1)});
    if (result.empty()) return fail("contains no snapshots");
    return result;
}

}  // namespace tickreel
