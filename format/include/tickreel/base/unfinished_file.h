#pragma once
// A file, or a folder of files, that appears under its name whole or not at all. Until publish() it
// lies in a new folder beside its final place, named as no other program's; what is never published
// is removed with that folder. publish() syncs the content, then the name, so that neither a
// crash nor a power cut leaves a half file under the final name.

#include <memory>
#include <string>
#include <vector>

#include "tickreel/base/file.h"

namespace tickreel {

class UnfinishedFile {
public:
    // Makes the folder. Nothing is at path() yet.
    static Result<std::unique_ptr<UnfinishedFile>> create(const std::string& final_path);
    UnfinishedFile(const UnfinishedFile&) = delete;
    UnfinishedFile& operator=(const UnfinishedFile&) = delete;
    ~UnfinishedFile();

    // Where to write: with the final name's extension, made by whoever writes.
    const std::string& path() const { return path_; }
    // For those who write through a sink.
    Result<std::unique_ptr<ByteSink>> open() const { return create_file(path_, IfExists::Refuse); }

    // Gives it its name, or another in the same file system. Replacing is atomic; for a folder the
    // final one must not be there, or be empty.
    Result<void> publish(IfExists if_exists) { return publish(final_, if_exists); }
    Result<void> publish(const std::string& final_path, IfExists if_exists);

private:
    UnfinishedFile(std::string final_path, std::string folder);

    std::string final_;
    std::string folder_;
    std::string path_;
};

// The whole of a small file at once.
Result<void> write_whole_file(const std::string& path, ByteView bytes, IfExists if_exists);
Result<void> write_whole_file(const std::string& path, std::string_view text, IfExists if_exists);

}  // namespace tickreel
