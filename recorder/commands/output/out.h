#pragma once
// Text on standard output, buffered. When the reader has gone (`| head`) that is no error: open()
// turns false, the command stops its work and finish() is content. Any other failure to write (a
// full disk) is remembered and told by finish().

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
