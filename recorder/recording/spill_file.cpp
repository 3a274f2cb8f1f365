#include "recorder/recording/spill_file.h"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "tickreel/base/errno_text.h"

namespace tickreel {

namespace {

void put_item(ByteWriter& out, const QueueItem& item) {
    out.u32(static_cast<std::uint32_t>(item.bytes.size()));
    out.u32(static_cast<std::uint32_t>(item.text.size()));
    out.u8(static_cast<std::uint8_t>(item.kind));
    out.u8(item.direction == Direction::ToServer ? 0 : 1);
    out.u64(item.client);
    out.i64(item.time.count());
    out.u64(item.lost_before);
    out.u64(item.place);
    out.bytes(item.bytes);
    out.bytes(as_bytes(item.text));
}

QueueItem get_item(ByteReader& in, const std::shared_ptr<const Byte[]>& block) {
    QueueItem item;
    const std::uint32_t bytes = in.u32();
    const std::uint32_t text = in.u32();
    item.kind = static_cast<QueueItem::Kind>(in.u8());
    item.direction = in.u8() == 0 ? Direction::ToServer : Direction::ToClient;
    item.client = in.u64();
    item.time = std::chrono::nanoseconds(in.i64());
    item.lost_before = in.u64();
    item.place = in.u64();
    item.bytes = in.bytes(bytes);
    item.block = block;
    const ByteView words = in.bytes(text);
    item.text.assign(words.begin(), words.end());
    return item;
}

}  // namespace

SpillFile::~SpillFile() {
    if (fd_ >= 0) ::close(fd_);
}

Result<void> SpillFile::open() {
    if (fd_ >= 0) return {};
    fd_ = ::open(options_.folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC | O_EXCL, 0600);
    if (fd_ >= 0) return {};
    // Not every file system has files without a name.
    std::string path = options_.folder + "/.tickreel-spill-XXXXXX";
    fd_ = ::mkostemp(path.data(), O_CLOEXEC);
    if (fd_ < 0) return fail("cannot make a file in ", options_.folder, ": ", errno_text());
    ::unlink(path.c_str());
    return {};
}

Bytes SpillFile::pack(const std::deque<QueueItem>& items) {
    ByteWriter out;
    for (const QueueItem& item : items) put_item(out, item);
    return out.take();
}

Result<void> SpillFile::write(const Bytes& bytes) {
    if (options_.before_write) options_.before_write();
    if (const auto opened = open(); !opened) return opened;
    if (used() + bytes.size() > options_.bytes) return fail("--spill is full");
    for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t wrote = ::pwrite(fd_, bytes.data() + done, bytes.size() - done,
                                       static_cast<off_t>(end_ + done));
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote <= 0) return fail("cannot write to ", options_.folder, ": ", errno_text());
        done += static_cast<std::size_t>(wrote);
    }
    return {};
}

Result<std::vector<QueueItem>> SpillFile::read(std::size_t bytes, std::uint64_t until) {
    // Whole items only: the largest one fits twice.
    const std::size_t most = std::min<std::uint64_t>(bytes + 2 * 65536, until - read_);
    const auto part = std::make_shared_for_overwrite<Byte[]>(most);
    const ssize_t got = ::pread(fd_, part.get(), most, static_cast<off_t>(read_));
    if (got < 0) return fail("cannot read from ", options_.folder, ": ", errno_text());
    ByteReader in(ByteView(part.get(), static_cast<std::size_t>(got)));
    std::vector<QueueItem> items;
    std::size_t used = 0;
    while (in.left() > 0 && used < bytes) {
        QueueItem item = get_item(in, part);
        if (in.failed()) break;
        items.push_back(std::move(item));
        used = in.position();
    }
    read_ += used;
    if (::fallocate(fd_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(freed_),
                    static_cast<off_t>(read_ - freed_)) == 0)
        freed_ = read_;
    return items;
}

void SpillFile::clear() {
    read_ = 0;
    freed_ = 0;
    end_ = 0;
    if (fd_ >= 0 && ::ftruncate(fd_, 0) != 0) {
        ::close(fd_);
        fd_ = -1;
    }
}

}  // namespace tickreel
