#pragma once
// Writes an .mcap file (version 0 of https://mcap.dev/spec): schemas, channels and messages in
// compressed, indexed chunks; attachments and metadata between them; a summary with chunk index and
// statistics at the end, by which readers seek. Written front to back; memory: one open chunk and
// the indexes. Channels without messages are omitted. Times are nanoseconds since 1970. After the
// sink's first failure the rest is ignored; finish() returns that failure.

#include <array>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tickreel/base/file.h"

namespace tickreel {

struct McapOptions {
    std::string profile{};               // from the spec's registry; "" none
    std::string library{};               // the writing program
    std::size_t chunk_bytes = 1U << 20;  // a chunk closes at this size, uncompressed
    // "zstd" or "lz4" with its compression function; "" and none: uncompressed.
    std::string compression{};
    std::function<Result<Bytes>(ByteView raw)> compress{};
};

struct McapMessage {
    std::uint16_t channel = 0;
    std::uint32_t sequence = 0;
    std::uint64_t log_time = 0;
    std::uint64_t publish_time = 0;
    ByteView data{};
};

class McapWriter {
public:
    using Pairs = std::map<std::string, std::string>;

    McapWriter(ByteSink& out, McapOptions options);  // the sink must outlive the writer

    // Numbers count up from 1 (schemas) and 0 (channels); schema 0: the channel has none.
    std::uint16_t add_schema(std::string_view name, std::string_view encoding, ByteView data);
    std::uint16_t add_channel(std::uint16_t schema, std::string_view topic,
                              std::string_view message_encoding, const Pairs& metadata = {});
    void add_message(const McapMessage& message);
    void add_metadata(std::string_view name, const Pairs& pairs);
    void add_attachment(std::string_view name, std::string_view media, std::uint64_t time,
                        ByteView data);
    void close_chunk();  // now, however small; does nothing if it is empty
    Result<void> finish();
    // The first failure so far: a full disk is noticed here long before finish().
    const Result<void>& status() const { return state_; }
    std::uint64_t bytes_written() const { return written_; }

private:
    struct Channel {
        Bytes record{};  // for the chunk and the summary
        bool in_file = false;
        std::uint16_t schema = 0;
        std::uint64_t messages = 0;
        std::vector<std::array<std::uint64_t, 2>> index{};  // time, offset in the open chunk
    };
    struct Schema {
        Bytes record{};
        bool in_file = false;
    };
    struct TimeSpan {
        std::uint64_t first = 0;
        std::uint64_t last = 0;
        bool any = false;
        void take(std::uint64_t time);
    };

    void put(ByteView bytes);
    void put_record(std::uint8_t opcode, ByteView content);
    void introduce(Channel& channel);
    Bytes write_message_indexes();
    void add_group(std::uint8_t opcode, std::uint64_t start);
    Bytes statistics() const;
    void write_summary();

    ByteSink& out_;
    McapOptions options_;
    Result<void> state_{};
    std::uint64_t written_ = 0;
    std::uint32_t crc_ = 0;  // of everything since it was last reset to 0
    std::vector<Schema> schemas_{};
    std::vector<Channel> channels_{};
    Bytes chunk_{};
    TimeSpan chunk_span_{};
    TimeSpan span_{};
    std::uint64_t messages_ = 0;
    std::vector<Bytes> chunk_indexes_{};  // record contents, for the summary
    std::vector<Bytes> attachment_indexes_{};
    std::vector<Bytes> metadata_indexes_{};
    std::vector<Bytes> summary_offsets_{};
};

}  // namespace tickreel
