#include "recorder/games/teeworlds/teehistorian_reader.h"

#include <algorithm>
#include <limits>

#include <nlohmann/json.hpp>

#include "recorder/games/teeworlds/map_names.h"
#include "recorder/games/teeworlds/wire/packer.h"

namespace tickreel::teeworlds {

namespace {

// "teehistorian@ddnet.tw" in DDNet's namespace.
constexpr std::array<Byte, 16> kMagic{0x69, 0x9d, 0xb1, 0x7b, 0x8e, 0xfb, 0x34, 0xff,
                                      0xb1, 0xd8, 0xda, 0x6f, 0x60, 0xc1, 0x5d, 0xd1};

// Numbers of chunks. Those from 0 on are the client whose place changed.
enum : std::int32_t {
    kFinish = -1,
    kTickSkip = -2,
    kPlayerNew = -3,
    kPlayerOld = -4,
    kInputDiff = -5,
    kInputNew = -6,
    kMessage = -7,
    kJoin = -8,
    kDrop = -9,
    kCommand = -10,
    kExtra = -11,
};

constexpr int kMaxClients = 256;  // servers have 64 or 128
constexpr std::int32_t kMaxArguments = 256;
// The server's own buffer for a chunk holds 64 KiB.
constexpr std::size_t kMaxChunk = 128U << 10;
constexpr std::size_t kWindow = 1U << 20;
constexpr std::size_t kMaxHeader = 1U << 20;

std::string text_of(const nlohmann::json& object, const char* name) {
    const auto at = object.find(name);
    if (at == object.end()) return {};
    return at->is_string()
               ? printable(at->get<std::string>())
               : printable(at->dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

}  // namespace

bool is_teehistorian(ByteView head) {
    return head.size() >= kMagic.size() && std::equal(kMagic.begin(), kMagic.end(), head.begin());
}

Error TeehistorianReader::bad(std::string_view what) const {
    return fail(what, " at offset ", position());
}

Result<TeehistorianReader> TeehistorianReader::open(const ByteSource& file) {
    const Result<std::uint64_t> size = file.size();
    if (!size) return size.error();
    TeehistorianReader reader(file, *size);
    if (const Result<void> read = reader.read_header(); !read) return read.error();
    return reader;
}

Result<void> TeehistorianReader::read_header() {
    if (const Result<void> filled = fill(); !filled) return filled;
    if (!is_teehistorian(window_)) return fail("is no teehistorian: its first 16 bytes are others");
    const auto begin = window_.begin() + kMagic.size();
    const auto limit = begin + static_cast<std::ptrdiff_t>(std::min<std::size_t>(
                                   kMaxHeader, window_.size() - kMagic.size()));
    const auto end = std::find(begin, limit, Byte{0});
    if (end == limit) return fail("its header does not end within ", limit - begin, " bytes");
    const nlohmann::json json = nlohmann::json::parse(begin, end, nullptr, false);
    if (!json.is_object()) return fail("its header is no JSON object");
    header_ = {
        text_of(json, "version"),     text_of(json, "game_uuid"),  text_of(json, "server_version"),
        text_of(json, "server_name"), text_of(json, "game_type"),  text_of(json, "start_time"),
        text_of(json, "map_name"),    text_of(json, "map_sha256"), text_of(json, "map_crc")};
    if (header_.version != "1" && header_.version != "2")
        return fail("has version '", header_.version, "'; versions 1 and 2 can be read");
    at_ = static_cast<std::size_t>(end - window_.begin()) + 1;
    return {};
}

// Makes a whole chunk available behind at_, or everything up to the end of the file.
Result<void> TeehistorianReader::fill() {
    const std::uint64_t loaded = window_start_ + window_.size();
    if (window_.size() - at_ >= kMaxChunk || loaded == size_) return {};
    window_.erase(window_.begin(), window_.begin() + static_cast<std::ptrdiff_t>(at_));
    window_start_ += at_;
    at_ = 0;
    const std::size_t more =
        static_cast<std::size_t>(std::min<std::uint64_t>(kWindow, size_ - loaded));
    const Result<Bytes> bytes = file_->read(loaded, more);
    if (!bytes) return bytes.error();
    window_.insert(window_.end(), bytes->begin(), bytes->end());
    return {};
}

bool TeehistorianReader::set_tick(std::int64_t tick) {
    if (tick < 0 || tick > std::numeric_limits<std::int32_t>::max()) return false;
    tick_ = static_cast<Tick>(tick);
    last_client_ = -1;
    return true;
}

// Places of one tick come by rising client: one that does not rise belongs to the next tick.
bool TeehistorianReader::pass_client(int client) {
    if (client <= last_client_ && !set_tick(std::int64_t{tick_} + 1)) return false;
    last_client_ = client;
    return true;
}

Result<std::optional<TeehistorianRecord>> TeehistorianReader::next() {
    using Kind = TeehistorianRecord::Kind;
    while (!ended_) {
        if (const Result<void> filled = fill(); !filled) {
            ended_ = true;
            return filled.error();
        }
        const auto stop = [&](std::string_view what) {
            ended_ = true;
            return bad(what);
        };
        Unpacker in(ByteView(window_).subspan(at_));
        if (in.left() == 0) return stop("the file ends without the server's mark");
        const std::int32_t chunk = in.get_int();
        TeehistorianRecord record;
        const bool has_client = chunk >= 0 || (chunk <= kPlayerNew && chunk >= kCommand);
        record.client = chunk >= 0 ? chunk : has_client ? in.get_int() : 0;
        if (record.client >= kMaxClients || record.client < (chunk == kCommand ? -1 : 0))
            return stop("a client number that cannot be");
        const auto wrapping_add = [](std::int32_t& sum, std::int32_t by) {
            sum = static_cast<std::int32_t>(static_cast<std::uint32_t>(sum) +
                                            static_cast<std::uint32_t>(by));
        };
        bool passed = true;
        bool skipped = false;
        if (chunk == kFinish) {
            ended_ = true;
            at_ += in.position();
            return std::optional<TeehistorianRecord>();
        }
        if (chunk == kTickSkip) {
            const std::int32_t ticks = in.get_int();
            passed = ticks >= 0 && set_tick(std::int64_t{tick_} + ticks + 1);
            skipped = true;
        } else if (chunk >= 0 || chunk == kPlayerNew) {
            passed = pass_client(record.client);
            record.kind = Kind::Place;
            const auto known = places_.find(record.client);
            if (chunk >= 0 && known == places_.end()) return stop("a step of nobody");
            auto& place = places_[record.client];
            if (chunk == kPlayerNew) place = {};
            for (std::int32_t& axis : place) wrapping_add(axis, in.get_int());
            record.numbers.assign(place.begin(), place.end());
        } else if (chunk == kPlayerOld) {
            passed = pass_client(record.client);
            record.kind = Kind::Gone;
            places_.erase(record.client);
        } else if (chunk == kInputDiff || chunk == kInputNew) {
            record.kind = Kind::Input;
            if (chunk == kInputDiff && !inputs_.contains(record.client))
                return stop("the change of an input that was never sent");
            auto& input = inputs_[record.client];
            if (chunk == kInputNew) input = {};
            for (std::int32_t& value : input) wrapping_add(value, in.get_int());
            record.numbers.assign(input.begin(), input.end());
        } else if (chunk == kMessage || chunk == kExtra) {
            record.kind = chunk == kMessage ? Kind::Message : Kind::Extra;
            if (chunk == kExtra)
                record.uuid =
                    uuid_from_bytes(in.get_raw(record.uuid.bytes.size())).value_or(Uuid{});
            const std::int32_t size = in.get_int();
            passed = size >= 0 && static_cast<std::size_t>(size) <= kMaxChunk;
            if (passed) {
                const ByteView body = in.get_raw(static_cast<std::size_t>(size));
                record.bytes.assign(body.begin(), body.end());
            }
        } else if (chunk == kJoin) {
            record.kind = Kind::Join;
        } else if (chunk == kDrop) {
            record.kind = Kind::Drop;
            record.text = printable(in.get_string());
        } else if (chunk == kCommand) {
            record.kind = Kind::Command;
            in.get_int();  // flags
            record.text = printable(in.get_string());
            const std::int32_t arguments = in.get_int();
            passed = arguments >= 0 && arguments <= kMaxArguments;
            for (std::int32_t i = 0; passed && i < arguments; ++i) in.get_string();
        } else {
            return stop("a chunk of an unknown kind");
        }
        if (in.failed()) return stop("the file ends inside a chunk that begins");
        if (!passed) return stop("a number that cannot be");
        at_ += in.position();
        if (skipped) continue;
        if (record.kind == Kind::Drop) inputs_.erase(record.client);
        record.tick = tick_;
        return std::optional(std::move(record));
    }
    return std::optional<TeehistorianRecord>();
}

}  // namespace tickreel::teeworlds
