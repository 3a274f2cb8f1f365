#pragma once
// Output files whose validity and final names are not known yet. Files that were not kept are
// removed at the end, so a failure leaves nothing.

#include <map>
#include <memory>
#include <string>

#include "tickreel/base/unfinished_file.h"

namespace tickreel {

class PartialFiles {
public:
    // "-" is standard output: never partial, renamed or removed.
    explicit PartialFiles(std::string output) : output_(std::move(output)) {}

    struct Partial {
        std::string path{};
        std::unique_ptr<ByteSink> sink{};
    };
    Result<Partial> create();
    // An error of the work was one of writing: of the output, not of what was read.
    bool write_failed() const { return *write_failed_; }
    // Renames the file to its final name. Without `force` an existing file is an error.
    Result<void> keep(const std::string& partial, const std::string& name, bool force);

private:
    std::string output_;
    std::map<std::string, std::unique_ptr<UnfinishedFile>> waiting_;  // by path
    unsigned count_ = 0;
    std::shared_ptr<bool> write_failed_ = std::make_shared<bool>(false);
};

}  // namespace tickreel
