#pragma once
// Input and output of both kinds of import: a game's file, a network capture.

#include "recorder/commands/output/partial_files.h"
#include "recorder/commands/recording_options.h"

namespace tickreel {

struct ImportJob {
    const ByteSource& file;
    const Game* game = nullptr;  // --protocol; nullptr: detect it
    RecordingOptions recording{};
    OutputOptions output{};
    unsigned connection = 0;  // --connection; 0: all
    PartialFiles& partials;
    ProblemSink problems = ignore_problems;       // of the game: facts about the match
    ProblemSink file_problems = ignore_problems;  // of the file: data was lost
    std::function<void(double share)> progress{};
    std::function<bool()> stopped{};  // called often: true after Ctrl-C
};

struct Imported {
    RecordedFile file{};
    unsigned connection = 1;  // 1, 2 ... in order of the first datagram
    unsigned part = 1;
    const Game* game = nullptr;
};

// Outputs are still partial; the caller names them.
Result<std::vector<Imported>> import_game_file(const ImportJob& job, const Game& game,
                                               const FileImporter& importer);
Result<std::vector<Imported>> import_datagrams(const ImportJob& job, const Game& game,
                                               const DatagramFile& format);
Result<std::vector<Imported>> import_capture(const ImportJob& job);

FileMaker partial_maker(const ImportJob& job);

}  // namespace tickreel
