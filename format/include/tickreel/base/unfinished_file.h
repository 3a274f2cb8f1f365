#pragma once
// A file or folder that appears under its final name complete or not at all. Until publish() it is
// in a new temporary folder beside its destination, with a unique name; unpublished files are
// removed with that folder. publish() syncs the content, then the name: neither a crash nor a power
// cut leaves a partial file under the final name.

#include <memory>
#include <string>
#include <vector>

#include "tickreel/base/file.h"

namespace tickreel {

// An error where the folder of a file to be written does not exist.
Result<void> check_folder_of(const std::string& path);

class UnfinishedFile {
public:
    // Creates the temporary folder; nothing exists at path() yet.
    static Result<std::unique_ptr<UnfinishedFile>> create(const std::string& final_path);
    UnfinishedFile(const UnfinishedFile&) = delete;
    UnfinishedFile& operator=(const UnfinishedFile&) = delete;
    ~UnfinishedFile();
    // What programs left of this file that were killed. Only when nobody can be writing it.
    static void remove_abandoned(const std::string& final_path);
    // All that this program has, where it ends without their destructors.
    static void remove_remaining() noexcept;

    // Where to write; it has the final name's extension. The caller creates it.
    const std::string& path() const { return path_; }
    // For callers that write through a sink.
    Result<std::unique_ptr<ByteSink>> open() const { return create_file(path_, IfExists::Refuse); }

    // Renames it to its final name, or to another in the same file system. Replacing a file is
    // atomic; a folder's destination must not exist or must be empty.
    Result<void> publish(IfExists if_exists) { return publish(final_, if_exists); }
    Result<void> publish(const std::string& final_path, IfExists if_exists);

private:
    UnfinishedFile(std::string final_path, std::string folder);
    void remove() const noexcept;
    struct Remaining;
    static Remaining& remaining();

    std::string final_;
    std::string folder_;
    std::string path_;
    UnfinishedFile* next_ = nullptr;  // of those that the program has
};

// Writes a whole small file at once.
Result<void> write_whole_file(const std::string& path, ByteView bytes, IfExists if_exists);
Result<void> write_whole_file(const std::string& path, std::string_view text, IfExists if_exists);

}  // namespace tickreel
