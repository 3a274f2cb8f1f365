#pragma once
// Where bytes come from and go to. Real files and memory look the same, so that every reader and
// writer is tested in memory and can be made to fail on purpose. Offsets are 64-bit.

#include <cstdint>
#include <memory>
#include <string>

#include "tickreel/base/bytes.h"
#include "tickreel/base/result.h"

namespace tickreel {

// Random access, read only. Methods are const and safe to call from several threads.
class ByteSource {
public:
    virtual ~ByteSource() = default;
    // The size now; it may grow while another process writes, and shrink when the file is damaged.
    virtual Result<std::uint64_t> size() const = 0;
    // Exactly `length` bytes at `offset`, or an error that names the offset.
    virtual Result<Bytes> read(std::uint64_t offset, std::size_t length) const = 0;
};

// Append only. Every write is checked; after the first failure nothing more is written.
class ByteSink {
public:
    virtual ~ByteSink() = default;
    virtual Result<void> write(ByteView bytes) = 0;  // all of them or an error
    virtual Result<void> sync() = 0;                 // down to the disk (fdatasync)
    virtual Result<void> close() = 0;                // idempotent
};

Result<std::unique_ptr<ByteSource>> open_file(const std::string& path);  // "-" is not special
std::unique_ptr<ByteSource> memory_source(Bytes bytes);
// All of a file, refusing more than `limit` bytes.
Result<Bytes> read_whole_file(const std::string& path, std::uint64_t limit = 1ULL << 30);

enum class IfExists { Refuse, Replace };
// Creates the file. "-" writes to standard output.
Result<std::unique_ptr<ByteSink>> create_file(const std::string& path, IfExists if_exists);

// Goes on behind what the file holds. One program at a time: while the sink lives, no other gets
// one.
Result<std::unique_ptr<ByteSink>> append_to_file(const std::string& path);
// Cuts off what lies behind the first `size` bytes.
Result<void> shorten_file(const std::string& path, std::uint64_t size);

// Keeps everything written; for tests and small files.
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
