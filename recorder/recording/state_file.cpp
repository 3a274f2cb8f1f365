#include "recorder/recording/state_file.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <type_traits>

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "recorder/recording/blank_file.h"
#include "recorder/recording/own_paths.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/crc32.h"
#include "tickreel/base/errno_text.h"
#include "tickreel/base/text.h"

namespace tickreel {

namespace {

constexpr std::array<char, 8> kMagic{'T', 'K', 'R', 'S', 'T', 'A', 'T', '1'};
constexpr std::size_t kMagicName = 7;  // the rest is its version
constexpr std::size_t kHeaderBytes = 64;
constexpr std::size_t kFronts = 64;
constexpr std::size_t kRecordBytes = 128;
constexpr std::size_t kMaxSlots = 65536;

// Whoever is silent for longer plays no more.
constexpr std::chrono::minutes kClockHolds{5};

struct Header {
    std::array<char, 8> magic{};
    Endpoint server{};
    std::uint32_t slots = 0;        // 0: an earlier version did not say
    std::int64_t clock_offset = 0;  // ns
    std::int64_t clock_at = 0;      // ns since the machine started; 0: never put
};

struct FrontPair {
    std::uint16_t server_port = 0;  // 0: not used
    std::uint16_t our_port = 0;
};

struct Record {
    std::uint32_t checksum = 0;  // of all that follows; 0: not used
    std::uint32_t zero = 0;
    ClientRecord client{};
};

static_assert(std::is_trivially_copyable_v<Header> && sizeof(Header) <= kHeaderBytes);
static_assert(std::is_trivially_copyable_v<Record> && sizeof(Record) <= kRecordBytes);
constexpr std::size_t kRecordsAt = kHeaderBytes + kFronts * sizeof(FrontPair);

std::uint32_t checksum_of(const Record& record) {
    const auto* bytes = reinterpret_cast<const Byte*>(&record.client);
    return std::max(crc32c(ByteView(bytes, sizeof record.client)), 1U);
}

template <class What>
What read_at(const Byte* at) {
    What what;
    std::memcpy(&what, at, sizeof what);
    return what;
}

// Of any version.
bool is_state_file(const std::array<char, 8>& magic) {
    return std::equal(kMagic.begin(), kMagic.begin() + kMagicName, magic.begin());
}

bool is_empty(const Byte* record) {
    return std::all_of(
        record, record + kRecordBytes, [](Byte byte) { return byte == 0; });
}

// Clients whose port or address is nonsense would only disturb.
bool plausible(const ClientRecord& client) {
    return client.id != 0 && client.from.port != 0 && client.upstream.port != 0 &&
           client.server_ports[0] != 0;
}

}  // namespace

std::optional<Endpoint> StateFile::server_of(const std::string& path) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0) return std::nullopt;
    Header header{};
    const bool whole = ::pread(fd, &header, sizeof header, 0) == sizeof header;
    ::close(fd);
    if (!whole || header.magic != kMagic) return std::nullopt;
    return header.server;
}

Result<std::unique_ptr<StateFile>> StateFile::open(const std::string& path, const Endpoint& server,
                                                   std::size_t clients) {
    const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0) return fail("cannot open the state file: ", errno_text());
    struct stat status {};
    std::string problem;
    if (::flock(fd, LOCK_EX | LOCK_NB) != 0)
        problem = "another recorder uses this state file";
    else if (::fstat(fd, &status) != 0 || !S_ISREG(status.st_mode))
        problem = "the state file is not a file";
    else if (!is_own(status, folder_of(path)))
        problem =
            "the state file is another user's; give it to this one with chown, or choose another "
            "file";
    const auto size = static_cast<std::size_t>(status.st_size);
    std::array<char, 8> magic{};
    if (problem.empty() && size > 0 &&
        (::pread(fd, magic.data(), magic.size(), 0) != static_cast<ssize_t>(magic.size()) ||
         !is_state_file(magic)) &&
        !is_blank(fd))
        problem = "not a tickreel state file; choose another file";
    // All clients of a recorder that had room for more are known, so that they can be named.
    const std::size_t before =
        size > kRecordsAt ? (size - kRecordsAt + kRecordBytes - 1) / kRecordBytes : 0;
    const std::size_t slots = std::min(std::max(clients, before), kMaxSlots);
    const std::size_t wanted = kRecordsAt + slots * kRecordBytes;
    auto file = problem.empty() ? MappedFile::map(fd, wanted) : Result<MappedFile>(Error{problem});
    if (!file) {
        ::close(fd);
        return file.error();
    }
    std::unique_ptr<StateFile> state(new StateFile(fd, *std::move(file), slots));
    state->take_over(server, size);
    return state;
}

StateFile::StateFile(int fd, MappedFile file, std::size_t slots)
    : fd_(fd), file_(std::move(file)), data_(file_.data()), slots_(slots) {}

bool StateFile::in_memory() const {
    struct statfs system {};
    return ::fstatfs(fd_, &system) == 0 &&
           (system.f_type == TMPFS_MAGIC || system.f_type == RAMFS_MAGIC);
}

StateFile::~StateFile() {
    ::close(fd_);
}

Byte* StateFile::slot(std::size_t index) const {
    return data_ + kRecordsAt + index * kRecordBytes;
}

// `bytes`: what there was of the file.
void StateFile::take_over(const Endpoint& server, std::size_t bytes) {
    auto header = read_at<Header>(data_);
    const bool same = header.magic == kMagic && header.server == server;
    const bool cut = header.magic == kMagic && (bytes < kRecordsAt + header.slots * kRecordBytes ||
                                                (bytes - kRecordsAt) % kRecordBytes != 0);
    std::uint64_t damaged = 0;
    std::uint64_t of_another = 0;
    for (std::size_t i = slots_; i-- > 0;) {
        const auto record = read_at<Record>(slot(i));
        const bool good = record.checksum != 0 && record.checksum == checksum_of(record) &&
                          plausible(record.client) && slot_of_.count(record.client.id) == 0;
        if (good && same) {
            slot_of_[record.client.id] = i;
            continue;
        }
        if (good)
            ++of_another;
        else if (!is_empty(slot(i)))
            ++damaged;
        std::memset(slot(i), 0, kRecordBytes);
        free_.push_back(i);
    }
    if (header.magic != kMagic && is_state_file(header.magic))
        problem_ =
            "it is of another version of tickreel: clients of the recorder before that it had "
            "cannot be taken over";
    else if (of_another > 0)
        problem_ = concat("it is of the server ", to_string(header.server), ": ",
                          plural(of_another, "client"), " cannot be taken over");
    else if (cut)
        problem_ = "it was cut: of clients of the recorder before that it had, the games end";
    else if (damaged > 0)
        problem_ = concat("it is damaged: ", plural(damaged, "client"),
                          " of the recorder before cannot be taken over");
    if (!same) return begin_server(server);
    header.slots = static_cast<std::uint32_t>(slots_);
    std::memcpy(data_, &header, sizeof header);
}

void StateFile::begin_server(const Endpoint& server) {
    const auto before = read_at<Header>(data_);
    Header fresh{kMagic, server, static_cast<std::uint32_t>(slots_)};
    if (before.magic == kMagic) {
        fresh.clock_offset = before.clock_offset;
        fresh.clock_at = before.clock_at;
    }
    std::memset(data_, 0, kRecordsAt);
    std::memcpy(data_, &fresh, sizeof fresh);
}

void StateFile::put_clock(Clock::TimePoint now, std::chrono::nanoseconds offset) {
    auto header = read_at<Header>(data_);
    header.clock_offset = offset.count();
    header.clock_at = std::chrono::nanoseconds(now.time_since_epoch()).count();
    std::memcpy(data_, &header, sizeof header);
}

std::optional<std::chrono::nanoseconds> StateFile::clock(Clock::TimePoint now) const {
    const auto header = read_at<Header>(data_);
    const auto age = now.time_since_epoch() - std::chrono::nanoseconds(header.clock_at);
    if (header.clock_at == 0 || age.count() < 0 || age > kClockHolds) return std::nullopt;
    return std::chrono::nanoseconds(header.clock_offset);
}

void StateFile::put(const ClientRecord& client) {
    auto known = slot_of_.find(client.id);
    if (known == slot_of_.end()) {
        if (free_.empty()) return;  // more clients than the file holds: this one is not kept
        known = slot_of_.emplace(client.id, free_.back()).first;
        free_.pop_back();
    }
    Record record;
    record.client = client;
    record.checksum = checksum_of(record);
    Byte* at = slot(known->second);
    const std::uint32_t none = 0;
    std::memcpy(at, &none, sizeof none);
    std::atomic_signal_fence(std::memory_order_seq_cst);
    std::memcpy(at + sizeof none, reinterpret_cast<const Byte*>(&record) + sizeof none,
                sizeof record - sizeof none);
    std::atomic_signal_fence(std::memory_order_seq_cst);
    std::memcpy(at, &record.checksum, sizeof record.checksum);
}

void StateFile::erase(ClientId id) {
    const auto known = slot_of_.find(id);
    if (known == slot_of_.end()) return;
    std::memset(slot(known->second), 0, kRecordBytes);
    free_.push_back(known->second);
    slot_of_.erase(known);
}

void StateFile::put_front(std::uint16_t server_port, std::uint16_t our_port) {
    for (std::size_t i = 0; i < kFronts; ++i) {
        Byte* at = data_ + kHeaderBytes + i * sizeof(FrontPair);
        const auto pair = read_at<FrontPair>(at);
        if (pair.server_port != 0 && pair.server_port != server_port) continue;
        const FrontPair changed{server_port, our_port};
        std::memcpy(at, &changed, sizeof changed);
        return;
    }
}

std::vector<ClientRecord> StateFile::clients() const {
    std::vector<ClientRecord> clients;
    for (const auto& [id, index] : slot_of_) clients.push_back(read_at<Record>(slot(index)).client);
    std::sort(clients.begin(), clients.end(),
              [](const ClientRecord& a, const ClientRecord& b) { return a.id < b.id; });
    return clients;
}

FrontPorts StateFile::fronts() const {
    FrontPorts fronts;
    for (std::size_t i = 0; i < kFronts; ++i) {
        const auto pair = read_at<FrontPair>(data_ + kHeaderBytes + i * sizeof(FrontPair));
        if (pair.server_port != 0 && pair.our_port != 0) fronts[pair.server_port] = pair.our_port;
    }
    return fronts;
}

}  // namespace tickreel
