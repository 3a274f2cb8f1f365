#pragma once
// Byte sources and sinks. Files and memory share one interface, so every reader and writer can be
// tested in memory and made to fail on purpose. Offsets are 64-bit.

#include <cstdint>
#include <memory>
#include <string>

#include "tickreel/base/bytes.h"
#include "tickreel/base/result.h"

namespace tickreel {

// Random access, read only. Const methods may be called from several threads.
class ByteSource {
public:
    virtual ~ByteSource() = default;
    // The current size; grows while another process writes, shrinks if the file is damaged.
    virtual Result<std::uint64_t> size() const = 0;
    // Exactly `length` bytes at `offset`, or an error that names the offset.
    virtual Result<Bytes> read(std::uint64_t offset, std::size_t length) const = 0;
};

// Append only. Every write is checked; nothing is written after the first failure.
class ByteSink {
public:
    virtual ~ByteSink() = default;
    virtual Result<void> write(ByteView bytes) = 0;  // all bytes or an error
    virtual Result<void> sync() = 0;                 // flushes to the disk (fdatasync)
    virtual Result<void> close() = 0;                // idempotent
};

Result<std::unique_ptr<ByteSource>> open_file(const std::string& path);  // "-" is not special
std::unique_ptr<ByteSource> memory_source(Bytes bytes);
// The whole file; an error if it has more than `limit` bytes.
Result<Bytes> read_whole_file(const std::string& path, std::uint64_t limit = 1ULL << 30);

enum class IfExists { Refuse, Replace };
// Creates the file. "-" writes to standard output.
Result<std::unique_ptr<ByteSink>> create_file(const std::string& path, IfExists if_exists);

// Appends to an existing file. Exclusive: while the sink lives, no other program can open one for
// the file.
Result<std::unique_ptr<ByteSink>> append_to_file(const std::string& path);
// Truncates the file to `size` bytes.
Result<void> shorten_file(const std::string& path, std::uint64_t size);

// Keeps everything in memory; for tests and small files.
class MemorySink final : public ByteSink {
public:
    Result<void> write(ByteView bytes) override;
    Result<void> sync() override { return {}; }
    Result<void> close() override { return {}; }
    const Bytes& data() const { return data_; }

private:
    Bytes data_;
};

}  // namespace tickreel
