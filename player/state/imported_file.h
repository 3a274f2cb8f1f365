#pragma once
// Opens files of other formats, and match files: runs `tickreel import`, or `cut --view all
// --all-gaps`, as a subprocess, into a temporary folder that is removed with its last user.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tickreel/base/background.h"

namespace tickreel {

// By the ending of its name, in upper or lower case: .demo, .pcap, .pcapng, .faucap, .nsr,
// .teehistorian.
bool is_importable(const std::string& path);
// The same, or a match file: opening it makes recordings of it.
bool becomes_recordings(const std::string& path);
// One recording, not several. False also for what is missing or cannot be read: nobody knows.
bool is_one_recording(const std::string& path);
// A recording, or what can be made one.
bool is_openable(const std::string& path);

// The paths of the recordings in a folder, by name.
std::vector<std::string> recordings_in(const std::string& folder);

class TemporaryFolder {
public:
    TemporaryFolder();  // path() is "" when none could be made
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    const std::string& path() const { return path_; }
    bool holds(const std::string& path) const;

private:
    std::string path_;
};

struct ImportedFile {
    std::string source{};        // what was imported
    std::string recording{};     // the first that came of it; "" when none did
    std::size_t recordings = 0;  // 0: not complete yet
    std::string lost{};          // what the import could not keep; "" if nothing
    std::string error{};
    std::shared_ptr<const TemporaryFolder> folder{};
};

// Returns when the import is done or `control` stops it; sets its progress. While it runs, `begun`
// is asked to take a recording as far as it is written, until it says true; that one becomes the
// recording of the result, under another name.
ImportedFile import_file(const std::string& source, WorkControl& control,
                         const std::function<bool(const ImportedFile&)>& begun = {});

}  // namespace tickreel
