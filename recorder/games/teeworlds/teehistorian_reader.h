#pragma once
// Reads a .teehistorian front to back in bounded memory: what a DDNet server writes of its clients'
// inputs, messages and places. Source of the numbers: the public description of the format
// (versions 1 and 2, libtw2's doc/teehistorian.md) and the chunk names of its published parsers.

#include <limits>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "recorder/games/teeworlds/wire/uuid.h"
#include "tickreel/base/file.h"
#include "tickreel/model/item.h"

namespace tickreel::teeworlds {

inline constexpr int kTeehistorianInputs = 10;  // ints of an input, as in PlayerInput

struct TeehistorianHeader {
    std::string version{};  // "1" or "2"
    std::string game_uuid{};
    std::string server_version{};
    std::string server_name{};
    std::string game_type{};
    std::string start_time{};  // "2026-11-23T01:02:03+0000"
    std::string map_name{};
    std::string map_sha256{};  // "" unknown
    std::string map_crc{};
    bool operator==(const TeehistorianHeader&) const = default;
};

struct TeehistorianRecord {
    enum class Kind : std::uint8_t {
        Place,    // numbers: x, y
        Gone,     // the tee left the world
        Input,    // numbers: the ten ints
        Message,  // bytes: as received from the client, with its id
        Join,     // on the connection's level
        Drop,     // text: the reason
        Command,  // text: its name. Its arguments may be passwords: they are skipped
        Extra,    // uuid, bytes
    };
    Kind kind = Kind::Gone;
    Tick tick = 0;
    int client = 0;  // Command: -1 is the server itself; Extra: 0
    std::vector<std::int32_t> numbers{};
    std::string text{};
    Bytes bytes{};
    Uuid uuid{};
};

bool is_teehistorian(ByteView head);

class TeehistorianReader {
public:
    // The file must outlive the reader.
    static Result<TeehistorianReader> open(const ByteSource& file);

    const TeehistorianHeader& header() const { return header_; }
    // Empty at the end that the server wrote; a file that ends without it is an error, as is
    // anything that cannot be read. Errors name the offset; after one the file counts as ended.
    Result<std::optional<TeehistorianRecord>> next();
    std::uint64_t position() const { return window_start_ + at_; }
    std::uint64_t size() const { return size_; }
    Tick tick() const { return tick_; }

private:
    TeehistorianReader(const ByteSource& file, std::uint64_t size) : file_(&file), size_(size) {}
    Result<void> read_header();
    Result<void> fill();
    Error bad(std::string_view what) const;
    bool set_tick(std::int64_t tick);
    bool pass_client(int client);

    const ByteSource* file_;
    std::uint64_t size_;
    std::uint64_t window_start_ = 0;
    Bytes window_{};
    std::size_t at_ = 0;  // within the window
    TeehistorianHeader header_{};
    Tick tick_ = 0;
    // Of the last place in this tick: they come in rising order. Tick 0 has none: a place that no
    // skip comes before is of tick 1.
    int last_client_ = std::numeric_limits<int>::max();
    std::map<int, std::array<std::int32_t, 2>> places_{};
    std::map<int, std::array<std::int32_t, kTeehistorianInputs>> inputs_{};
    bool ended_ = false;
};

}  // namespace tickreel::teeworlds
