#pragma once
// Buffered text on standard output. A closed reader (`| head`) is no error: open() becomes false,
// the command stops and finish() succeeds. Any other write error (a full disk) is remembered and
// returned by finish().

#include <string>
#include <string_view>

#include "tickreel/base/result.h"

namespace tickreel {

class Out {
public:
    explicit Out(int descriptor = 1) : descriptor_(descriptor) {}
    Out(const Out&) = delete;
    Out& operator=(const Out&) = delete;
    ~Out() { flush(); }

    void write(std::string_view text);
    void line(std::string_view text);
    bool open() const { return open_; }
    void flush();
    Result<void> finish();

private:
    int descriptor_;
    std::string buffer_;
    bool open_ = true;
    std::string failure_;
};

}  // namespace tickreel
