#pragma once
// `record --match`: the clients' recordings are written as always, into a folder of their own
// beside the match file, OUT.views. When the recorder ends they become the views of that file, and
// only when it is there they are removed: whatever happens before, each of them is a recording.

#include <memory>
#include <string>
#include <vector>

#include "recorder/commands/command_line.h"
#include "recorder/commands/output/output_file.h"
#include "recorder/recording/name_pattern.h"
#include "recorder/recording/recording_sink.h"

namespace tickreel {

class MatchViews {
public:
    // Takes the first of OUT.views, OUT-2.views ... that no running recorder has. What a recorder
    // left there that was killed becomes views too. `pattern`: of `output`, without fields that
    // name one client.
    static Result<std::unique_ptr<MatchViews>> open(const OutputOptions& output,
                                                    NamePattern pattern);
    MatchViews(const MatchViews&) = delete;
    MatchViews& operator=(const MatchViews&) = delete;
    ~MatchViews();  // removes the folder if it is empty

    const std::string& folder() const { return folder_; }
    // What to call the clients' recordings.
    std::string names() const;
    std::vector<std::string> recordings() const;  // in the folder now, sorted
    // Of a recording that ended; it may be elsewhere (--fallback).
    void closed(const RecordedFile& file);

    // Call when all recordings have ended. Returns the exit code; its messages say where the
    // recordings are if they stay, and what to do with them.
    int merge(const CommandLine& line);
    // Instead: somebody else will.
    void leave(const CommandLine& line) const;

private:
    MatchViews(const OutputOptions& output, NamePattern pattern, std::string folder, int lock)
        : output_(output), pattern_(std::move(pattern)), folder_(std::move(folder)), lock_(lock) {}
    std::string free_name(const std::string& first_view) const;
    std::string next_command(const std::string& match) const;
    std::string put_aside();  // where they are now

    OutputOptions output_;
    NamePattern pattern_;
    std::string folder_;
    int lock_;
    std::vector<std::string> elsewhere_{};
};

}  // namespace tickreel
