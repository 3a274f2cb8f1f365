#pragma once
// Output files until it is known that they are good and what they shall be called. What was not
// kept is removed at the end, so a failure leaves nothing.

#include <map>
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
    // Gives the file its name. Without `force` an existing file of that name is an error.
    Result<void> keep(const std::string& partial, const std::string& name, bool force);

private:
    std::string output_;
    std::map<std::string, std::unique_ptr<UnfinishedFile>> waiting_;  // by path
    unsigned count_ = 0;
};

}  // namespace tickreel
