#include "recorder/recording/recovery_log.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <optional>
#include <set>
#include <type_traits>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "recorder/recording/blank_file.h"
#include "recorder/recording/own_paths.h"
#include "tickreel/base/errno_text.h"

namespace tickreel {

namespace {

constexpr std::array<char, 8> kLogMagic{'T', 'K', 'R', 'L', 'O', 'G', '0', '2'};
constexpr std::size_t kMagicName = 6;  // of kLogMagic; the rest is its version
constexpr std::size_t kRingAt = 4096;
constexpr std::uint64_t kAlign = 8;
constexpr std::size_t kMinRing = 64UL * 1024;
constexpr std::size_t kMaxRing = std::size_t{1} << 30;

enum LogKind : std::uint8_t {
    kLoggedDatagram = 1,
    kLoggedCheckpoint = 2,
    kRingEnd = 3,
    kLoggedGone = 4,
    kLoggedFile = 5,
    kLoggedRestart = 6,
    kLoggedEnd = 7,
    kLoggedGoodbye = 8
};

struct RingHeader {
    std::array<char, 8> magic{};
    std::uint64_t capacity = 0;
    std::uint64_t begin = 0;  // place of the oldest record
    std::uint64_t end = 0;    // place of the next one
};

template <class What>
What read_from(const Byte* at) {
    static_assert(std::is_trivially_copyable_v<What>);
    What what;
    std::memcpy(&what, at, sizeof what);
    return what;
}

std::uint64_t padded(std::uint64_t bytes) {
    return (bytes + kAlign - 1) / kAlign * kAlign;
}

// Steps of the clock and damaged files aside, times are of this century.
std::chrono::nanoseconds sane_time(std::int64_t time) {
    constexpr std::int64_t kMost = std::int64_t{1} << 62U;
    return std::chrono::nanoseconds(std::clamp<std::int64_t>(time, 0, kMost));
}

}  // namespace

struct RecoveryLog::Head {
    std::uint32_t size = 0;
    std::uint8_t kind = 0;
    std::uint8_t direction = 0;
    std::uint16_t zero = 0;
    std::uint64_t place = 0;
    std::uint64_t client = 0;
    std::int64_t time = 0;
};

namespace {

// The layout of RecoveryLog::Head, read field by field: the bytes may be anything.
struct ReadRecord {
    std::uint8_t kind = 0;
    Direction direction = Direction::ToServer;
    std::uint64_t place = 0;
    std::uint64_t client = 0;
    std::chrono::nanoseconds time{};
    ByteView bytes{};
};
constexpr std::size_t kHeadBytes = 32;

std::vector<ReadRecord> records_in(ByteView file) {
    std::vector<ReadRecord> records;
    if (file.size() < kRingAt + kMinRing) return records;
    const auto header = read_from<RingHeader>(file.data());
    const std::uint64_t capacity = file.size() - kRingAt;
    if (header.magic != kLogMagic || header.capacity != capacity || header.begin > header.end ||
        header.end - header.begin > capacity || header.begin % kAlign != 0 ||
        capacity % kAlign != 0)
        return records;
    for (std::uint64_t place = header.begin; place < header.end;) {
        const std::uint64_t at = place % capacity;
        const std::uint64_t to_end = capacity - at;
        if (to_end < kHeadBytes) {
            place += to_end;
            continue;
        }
        ByteReader in(file.subspan(kRingAt + at, to_end));
        ReadRecord record;
        const std::uint32_t size = in.u32();
        record.kind = in.u8();
        record.direction = in.u8() == 0 ? Direction::ToServer : Direction::ToClient;
        in.u16();
        record.place = in.u64();
        record.client = in.u64();
        record.time = sane_time(in.i64());
        const std::uint64_t length = kHeadBytes + padded(size);
        if (record.place != place || length > to_end || place + length > header.end) break;
        record.bytes = in.bytes(size);
        if (record.kind != kRingEnd) records.push_back(record);
        place += length;
    }
    return records;
}

std::uint64_t place_after(const ReadRecord& record) {
    return record.place + kHeadBytes + padded(record.bytes.size());
}

std::optional<Checkpoint> read_checkpoint(ByteView bytes) {
    ByteReader in(bytes);
    Checkpoint checkpoint;
    checkpoint.place = in.u64();
    checkpoint.written = sane_time(in.i64());
    checkpoint.game = in.text();
    checkpoint.file = in.text();
    if (in.failed()) return std::nullopt;
    const ByteView state = in.bytes(in.left());
    checkpoint.state.assign(state.begin(), state.end());
    return checkpoint;
}

void write_end(ByteWriter& out, const LeftFile& closed) {
    out.text(closed.path);
    out.text(closed.end->game);
    out.u32(closed.end->last.segment);
    out.i64(closed.end->last.tick);
    out.i64(closed.end->time.count());
    out.i64(closed.end->step);
    out.text(closed.end->segment.map);
    out.text(closed.end->segment.map_sha256);
    out.text(closed.end->segment.map_crc);
}

std::optional<LeftFile> read_end(ByteView bytes) {
    ByteReader in(bytes);
    LeftFile closed;
    closed.path = in.text();
    RecordedEnd& end = closed.end.emplace();
    end.game = in.text();
    end.last.segment = in.u32();
    end.last.tick = in.i64();
    end.time = sane_time(in.i64());
    end.step = in.i64();
    end.segment.map = in.text();
    end.segment.map_sha256 = in.text();
    end.segment.map_crc = in.text();
    if (in.failed()) return std::nullopt;
    return closed;
}

}  // namespace

RecoveredConnections read_recovery_log(ByteView file) {
    const std::vector<ReadRecord> records = records_in(file);
    // The last checkpoint says what is in the file. Decoding begins at one before it, because the
    // last snapshots at a checkpoint are not complete: they are held back for their events. They
    // are in the file when more is: while no snapshots come, checkpoints do not help. The first
    // one of a connection says where it begins, which helps as long as all from there on is held.
    struct Two {
        std::optional<Checkpoint> before{};
        std::optional<Checkpoint> last{};
    };
    std::map<std::uint64_t, Two> checkpoints;
    std::map<std::uint64_t, std::uint64_t> from;
    std::map<std::uint64_t, std::uint64_t> oldest;  // the place after the first datagram
    std::map<std::uint64_t, std::vector<LeftFile>> files;
    std::set<std::uint64_t> goodbyes;
    std::vector<std::uint64_t> restarts;
    const auto add_file = [&files](std::uint64_t client, std::string path) {
        std::vector<LeftFile>& known = files[client];
        if (!path.empty() && (known.empty() || known.back().path != path))
            known.push_back({std::move(path), {}});
    };
    for (const ReadRecord& record : records) {
        if (record.kind == kLoggedGone) {
            checkpoints.erase(record.client);
            files.erase(record.client);
            from[record.client] = record.place;
            oldest.erase(record.client);
            goodbyes.erase(record.client);
        }
        if (record.kind == kLoggedGoodbye) goodbyes.insert(record.client);
        if (record.kind == kLoggedDatagram) goodbyes.erase(record.client);
        if (record.kind == kLoggedRestart) restarts.push_back(record.place);
        if (record.kind == kLoggedDatagram) oldest.try_emplace(record.client, place_after(record));
        if (record.kind == kLoggedFile)
            add_file(record.client, std::string(record.bytes.begin(), record.bytes.end()));
        if (record.kind == kLoggedEnd)
            if (auto closed = read_end(record.bytes))
                for (LeftFile& known : files[record.client])
                    if (known.path == closed->path) known = *closed;
        if (record.kind != kLoggedCheckpoint) continue;
        auto checkpoint = read_checkpoint(record.bytes);
        if (!checkpoint) continue;
        add_file(record.client, checkpoint->file);
        Two& two = checkpoints[record.client];
        const bool more = !two.before || checkpoint->written != two.last->written;
        std::optional<Checkpoint> former = std::exchange(two.last, std::move(checkpoint));
        if (more) two.before = std::move(former);
    }
    // A recorder that lags has checkpoints from whose places on not all is held any more: with a
    // hole behind its state, no decoder finds a base again.
    const std::uint64_t held = records.empty() ? 0 : records.front().place;
    RecoveredConnections left;
    for (auto& [client, two] : checkpoints) {
        const bool usable =
            two.before && two.before->place >= (two.before->state.empty() ? oldest[client] : held);
        Checkpoint& base = usable ? *two.before : *two.last;
        RecoveredConnection& connection = left[client];
        connection.game = two.last->game;
        connection.written = two.last->written;
        // Without a state, all that is there is decoded again.
        if (!base.state.empty()) from[client] = std::max(from[client], base.place);
        connection.hole = !base.state.empty() && base.place < held;
        connection.state = std::move(base.state);
    }
    std::map<std::uint64_t, std::uint64_t> before;  // the place after what was taken in so far
    for (const auto& [client, connection] : left)
        if (!connection.state.empty()) before[client] = from[client];
    for (const ReadRecord& record : records) {
        if (record.kind != kLoggedDatagram || record.place < from[record.client]) continue;
        RecoveredConnection& connection = left[record.client];
        if (connection.datagrams.empty()) connection.begin = place_after(record);
        connection.datagrams.push_back(
            {record.direction, record.time, Bytes(record.bytes.begin(), record.bytes.end())});
        std::uint64_t& known = before.try_emplace(record.client, record.place).first->second;
        const auto since = std::lower_bound(restarts.begin(), restarts.end(), known);
        connection.datagrams.back().restarted = since != restarts.end() && *since < record.place;
        known = place_after(record);
    }
    for (const std::uint64_t client : goodbyes) left[client].said_goodbye = true;
    for (auto& [client, known] : files)
        if (const auto found = left.find(client); found != left.end())
            found->second.files = std::move(known);
    return left;
}

Result<std::unique_ptr<RecoveryLog>> RecoveryLog::open(const std::string& path, std::size_t bytes) {
    const std::size_t capacity = padded(std::clamp(bytes, kMinRing, kMaxRing));
    const std::size_t wanted = kRingAt + capacity;
    const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0) return fail("cannot open it: ", errno_text());
    struct stat status {};
    std::array<char, 8> magic{};
    std::string problem;
    if (::fstat(fd, &status) != 0 || !S_ISREG(status.st_mode))
        problem = "is not a file";
    else if (!is_own(status, folder_of(path)))
        problem = "is another user's; give it to this one with chown, or choose another state file";
    else if (status.st_size > 0 &&
             (::pread(fd, magic.data(), magic.size(), 0) != static_cast<ssize_t>(magic.size()) ||
              !std::equal(magic.begin(), magic.begin() + kMagicName, kLogMagic.begin())) &&
             !is_blank(fd))
        problem = "not a tickreel recovery log; choose another state file";
    const bool other_size = static_cast<std::size_t>(status.st_size) != wanted;
    if (problem.empty() && other_size && ::ftruncate(fd, 0) != 0)
        problem = "cannot be written: " + errno_text();
    auto file = problem.empty() ? MappedFile::map(fd, wanted) : Result<MappedFile>(Error{problem});
    ::close(fd);
    if (!file) return file.error();
    return std::unique_ptr<RecoveryLog>(new RecoveryLog(*std::move(file), capacity));
}

RecoveryLog::RecoveryLog(MappedFile file, std::size_t capacity)
    : file_(std::move(file)), data_(file_.data()), capacity_(capacity) {
    static_assert(std::is_trivially_copyable_v<Head> && sizeof(Head) == kHeadBytes);
    const auto header = read_from<RingHeader>(data_);
    // Everything from begin to end must be records of ours before more are put behind them.
    std::uint64_t end = header.begin;
    for (const ReadRecord& record : records_in({data_, file_.size()})) end = place_after(record);
    RingHeader fresh{kLogMagic, capacity_, 0, 0};
    const bool ours = header.magic == kLogMagic && header.capacity == capacity_;
    if (ours && end > header.begin) {
        fresh.begin = header.begin;
        fresh.end = end;
    }
    if (!ours || end != header.end)
        problem_ =
            "it is new, was cut, is damaged or of another version: what the recorder before had "
            "not written of who plays on is lost, and no gap of a recording says so";
    std::memcpy(data_, &fresh, sizeof fresh);
}

void RecoveryLog::clear() {
    const std::lock_guard lock(mutex_);
    const RingHeader empty{kLogMagic, capacity_, 0, 0};
    std::memcpy(data_, &empty, sizeof empty);
    std::memset(data_ + kRingAt, 0, capacity_);
}

bool RecoveryLog::holds(std::uint64_t place) const {
    const std::lock_guard lock(mutex_);
    return read_from<RingHeader>(data_).end - place <= capacity_ / 2;
}

RecoveredConnections RecoveryLog::left() const {
    const std::lock_guard lock(mutex_);
    return read_recovery_log({data_, file_.size()});
}

// Forgets the oldest records before their bytes are written over.
void RecoveryLog::make_room(std::uint64_t bytes) {
    auto header = read_from<RingHeader>(data_);
    while (header.end + bytes - header.begin > capacity_) {
        const std::uint64_t at = header.begin % capacity_;
        const std::uint64_t to_end = capacity_ - at;
        header.begin += to_end < kHeadBytes
                            ? to_end
                            : kHeadBytes + padded(read_from<Head>(data_ + kRingAt + at).size);
    }
    std::memcpy(data_, &header, sizeof header);
    std::atomic_signal_fence(std::memory_order_seq_cst);
}

void RecoveryLog::put(std::uint64_t place, const Head& head) {
    std::memcpy(data_ + kRingAt + place % capacity_, &head, sizeof head);
}

std::uint64_t RecoveryLog::append(const Head& head, ByteView first, ByteView second) {
    const std::lock_guard lock(mutex_);
    const std::uint64_t size = first.size() + second.size();
    const std::uint64_t length = kHeadBytes + padded(size);
    std::uint64_t place = read_from<RingHeader>(data_).end;
    if (length > capacity_ / 4) return place;
    const std::uint64_t to_end = capacity_ - place % capacity_;
    const std::uint64_t skipped = to_end < length ? to_end : 0;
    make_room(skipped + length);
    if (skipped >= kHeadBytes) {
        Head end;
        end.kind = kRingEnd;
        end.size = static_cast<std::uint32_t>(skipped - kHeadBytes);
        end.place = place;
        put(place, end);
    }
    place += skipped;
    Head placed = head;
    placed.size = static_cast<std::uint32_t>(size);
    placed.place = place;
    put(place, placed);
    Byte* at = data_ + kRingAt + place % capacity_ + kHeadBytes;
    if (!first.empty()) std::memcpy(at, first.data(), first.size());
    if (!second.empty()) std::memcpy(at + first.size(), second.data(), second.size());
    std::atomic_signal_fence(std::memory_order_seq_cst);
    auto header = read_from<RingHeader>(data_);
    header.end = place + length;
    std::memcpy(data_, &header, sizeof header);
    return header.end;
}

std::uint64_t RecoveryLog::append(std::uint64_t client, const Datagram& datagram) {
    Head head;
    head.kind = kLoggedDatagram;
    head.direction = datagram.direction == Direction::ToServer ? 0 : 1;
    head.client = client;
    head.time = datagram.time.count();
    return append(head, datagram.bytes, {});
}

void RecoveryLog::append(std::uint64_t client, const Checkpoint& checkpoint) {
    ByteWriter about;
    about.u64(checkpoint.place);
    about.i64(checkpoint.written.count());
    about.text(checkpoint.game);
    about.text(checkpoint.file);
    Head head;
    head.kind = kLoggedCheckpoint;
    head.client = client;
    append(head, about.data(), checkpoint.state);
}

void RecoveryLog::append_gone(std::uint64_t client) {
    Head head;
    head.kind = kLoggedGone;
    head.client = client;
    append(head, {}, {});
}

void RecoveryLog::append_goodbye(std::uint64_t client) {
    Head head;
    head.kind = kLoggedGoodbye;
    head.client = client;
    append(head, {}, {});
}

void RecoveryLog::append_restart() {
    Head head;
    head.kind = kLoggedRestart;
    append(head, {}, {});
}

void RecoveryLog::append_file(std::uint64_t client, const std::string& path) {
    Head head;
    head.kind = kLoggedFile;
    head.client = client;
    append(head, as_bytes(path), {});
}

void RecoveryLog::append_end(std::uint64_t client, const LeftFile& closed) {
    ByteWriter about;
    write_end(about, closed);
    Head head;
    head.kind = kLoggedEnd;
    head.client = client;
    append(head, about.data(), {});
}

}  // namespace tickreel
