#include "recorder/games/firefall/nsr.h"

#include "recorder/games/firefall/frame_maker.h"
#include "recorder/games/firefall/sequential_reader.h"
#include "tickreel/base/concat.h"

namespace tickreel::firefall {

namespace {

constexpr std::string_view kMagic = "NSRD";
constexpr std::size_t kHeadBytes = 48;
constexpr std::size_t kMetaZone = 8;        // bytes of it that are read: version, zone
constexpr std::size_t kRecordHead = 8;      // time, length, unknown
constexpr std::uint8_t kViewMessages = 10;  // below it the body is preceded by its length
constexpr std::size_t kIdBytes = 9;         // view, entity, message
constexpr std::uint64_t kMaxReports = 20;
constexpr std::uint64_t kProgressEvery = 1024;  // records
constexpr std::uint64_t kLatestMicroseconds = 250ULL * 365 * 24 * 3600 * 1'000'000;

struct Head {
    std::uint32_t meta = 0;  // offset
    std::uint32_t meta_length = 0;
    std::uint32_t data = 0;
    std::uint32_t protocol = 0;
    std::chrono::nanoseconds start{};
};

Result<Head> read_head(SequentialReader& in) {
    const Result<Bytes> bytes = in.read(kHeadBytes);
    if (!bytes) return bytes.error();
    if (std::string_view(reinterpret_cast<const char*>(bytes->data()), 4) != kMagic)
        return fail("not an .nsr file: it does not begin with \"NSRD\"");
    ByteReader numbers(ByteView(*bytes).subspan(4));
    (void)numbers.u32();  // version
    Head head{.meta = numbers.u32(), .meta_length = numbers.u32()};
    (void)numbers.u32();  // offset of the index
    head.data = numbers.u32();
    (void)numbers.u32();
    head.protocol = numbers.u32();
    const std::uint64_t start = numbers.u64();
    if (start > kLatestMicroseconds) return fail("invalid start time (offset 32)");
    head.start = std::chrono::microseconds(static_cast<std::int64_t>(start));
    if (head.meta < kHeadBytes || head.data < head.meta ||
        head.data - head.meta < std::min<std::size_t>(head.meta_length, kMetaZone))
        return fail("has offsets that cannot be: ", head.meta, " and ", head.data);
    return head;
}

// The zone is the second number of the metadata block.
Result<std::string> read_zone(const Head& head, SequentialReader& in) {
    if (const Result<void> skipped = in.skip(head.meta - kHeadBytes); !skipped)
        return skipped.error();
    std::string zone;
    std::uint64_t used = 0;
    if (head.meta_length >= kMetaZone) {
        const Result<Bytes> numbers = in.read(kMetaZone);
        if (!numbers) return numbers.error();
        ByteReader both(*numbers);
        (void)both.u32();
        zone = concat("zone ", both.u32());
        used = kMetaZone;
    }
    if (const Result<void> skipped = in.skip(head.data - head.meta - used); !skipped)
        return skipped.error();
    return zone;
}

class Importer {
public:
    Importer(const Head& head, FrameSink& sink, const ProblemSink& problems)
        : start_(head.start), sink_(sink), problems_(problems) {
        const ProtocolLayout* protocol =
            builtin_layouts().find(static_cast<std::uint16_t>(head.protocol));
        world_.enter_zone(head.protocol <= 0xffff ? protocol : nullptr);
        sink_.set_property("protocol", concat("gss ", head.protocol));
    }

    void begin(Segment segment) { frames_.next_segment(std::move(segment)); }

    // False at the end, or at the first defect.
    bool next(SequentialReader& in) {
        if (in.at_end()) return false;
        const std::uint64_t at = in.offset();
        const Result<Bytes> head = in.read(kRecordHead);
        if (!head) return broken(head.error());
        ByteReader numbers(*head);
        const std::uint32_t time = numbers.u32();
        const Result<Bytes> record = in.read(numbers.u16());
        if (!record) return broken(record.error());
        advance(time);
        const std::optional<Bytes> message = message_of(*record);
        const Result<void> taken =
            message ? world_.take(*message) : Result<void>(fail("a record without a message"));
        if (!taken && ++reports_ <= kMaxReports)
            problems_({concat(taken.error().message, " (record at offset ", at, ")")});
        return true;
    }

    void finish() {
        frames_.end_tick(world_, sink_);
        if (reports_ > kMaxReports) problems_({concat(reports_ - kMaxReports, " more like these")});
    }

private:
    bool broken(const Error& error) {
        problems_({error.message + "; what is before it is kept", InputLoss::Rest});
        return false;
    }

    void advance(std::uint32_t time) {
        if (!first_) first_ = time;
        const auto now = start_ + std::chrono::milliseconds(time - *first_);
        frames_.advance(now, world_, sink_);
        world_.set_clock(now, 0);
    }

    // Without the length, which only messages about views have.
    static std::optional<Bytes> message_of(const Bytes& record) {
        if (record.size() < kIdBytes) return std::nullopt;
        const bool has_length = record[kIdBytes - 1] < kViewMessages;
        if (has_length && record.size() < kIdBytes + 4) return std::nullopt;
        Bytes message(record.begin(), record.begin() + kIdBytes);
        const std::ptrdiff_t body = kIdBytes + (has_length ? 4 : 0);
        message.insert(message.end(), record.begin() + body, record.end());
        return message;
    }

    std::chrono::nanoseconds start_;
    FrameSink& sink_;
    const ProblemSink& problems_;
    World world_{};
    FrameMaker frames_{};
    std::optional<std::uint32_t> first_{};
    std::uint64_t reports_ = 0;
};

}  // namespace

bool is_nsr(ByteView head) {
    if (head.size() >= 3 && head[0] == 0x1f && head[1] == 0x8b && head[2] == 8) return true;
    const ByteView magic = as_bytes(kMagic);
    return head.size() >= magic.size() && std::equal(magic.begin(), magic.end(), head.begin());
}

Result<void> import_nsr(const ByteSource& file, FrameSink& sink, const ProblemSink& problems,
                        const Progress& progress) {
    Result<SequentialReader> in = SequentialReader::open(file);
    if (!in) return in.error();
    const Result<Head> head = read_head(*in);
    if (!head) return head.error();
    const Result<std::string> zone = read_zone(*head, *in);
    if (!zone) return zone.error();
    Importer importer(*head, sink, problems);
    importer.begin({.map = *zone});
    for (std::uint64_t records = 1; importer.next(*in); ++records)
        if (records % kProgressEvery == 0 && progress && !progress(in->share())) return {};
    importer.finish();
    return {};
}

}  // namespace tickreel::firefall
