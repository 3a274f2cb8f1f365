#include "recorder/games/firefall/sequential_reader.h"

#include <algorithm>

#include <zlib.h>

#include "tickreel/base/concat.h"

namespace tickreel::firefall {

namespace {

constexpr std::size_t kPiece = 1U << 16;
constexpr int kGzip = 15 + 16;  // zlib's window bits; 16 more: a gzip header

}  // namespace

struct SequentialReader::State {
    explicit State(const ByteSource& source, std::uint64_t bytes) : file(&source), size(bytes) {}
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State() {
        if (packed) ::inflateEnd(&stream);
    }

    // Appends bytes to `ready`; false at the end or at the first defect.
    bool more() {
        if (ended) return false;
        ready.erase(ready.begin(), ready.begin() + static_cast<std::ptrdiff_t>(used));
        used = 0;
        const bool grown = packed ? inflate_piece() : read_piece(ready);
        ended = ended || !grown;
        return grown;
    }

    bool read_piece(Bytes& into) {
        const auto length = static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, size - at));
        if (length == 0) return false;
        Result<Bytes> piece = file->read(at, length);
        if (!piece) {
            broken = piece.error().message;
            return false;
        }
        at += length;
        into.insert(into.end(), piece->begin(), piece->end());
        return true;
    }

    bool inflate_piece() {
        Bytes out(kPiece);
        stream.next_out = out.data();
        stream.avail_out = static_cast<uInt>(out.size());
        while (stream.avail_out == out.size()) {
            if (stream.avail_in == 0) {
                input.clear();
                if (!read_piece(input)) return false;
                stream.next_in = input.data();
                stream.avail_in = static_cast<uInt>(input.size());
            }
            const int code = ::inflate(&stream, Z_NO_FLUSH);
            if (code == Z_STREAM_END) {
                ended = true;
                break;
            }
            if (code != Z_OK) {
                broken = concat("the gzip stream is damaged before offset ", at);
                return false;
            }
        }
        out.resize(out.size() - stream.avail_out);
        ready.insert(ready.end(), out.begin(), out.end());
        return !out.empty();
    }

    const ByteSource* file;
    std::uint64_t size;
    std::uint64_t at = 0;  // in the file
    bool packed = false;
    bool ended = false;
    std::string broken{};
    z_stream stream{};
    Bytes input{};
    Bytes ready{};
    std::size_t used = 0;  // of `ready`
    std::uint64_t offset = 0;
};

SequentialReader::SequentialReader(std::unique_ptr<State> state) : state_(std::move(state)) {}
SequentialReader::SequentialReader(SequentialReader&&) noexcept = default;
SequentialReader& SequentialReader::operator=(SequentialReader&&) noexcept = default;
SequentialReader::~SequentialReader() = default;

Result<SequentialReader> SequentialReader::open(const ByteSource& file) {
    const Result<std::uint64_t> size = file.size();
    if (!size) return size.error();
    auto state = std::make_unique<State>(file, *size);
    const Result<Bytes> head =
        file.read(0, static_cast<std::size_t>(std::min<std::uint64_t>(*size, 2)));
    if (!head) return head.error();
    if (head->size() == 2 && (*head)[0] == 0x1f && (*head)[1] == 0x8b) {
        if (::inflateInit2(&state->stream, kGzip) != Z_OK) return fail("no memory to inflate");
        state->packed = true;
    }
    return SequentialReader(std::move(state));
}

Result<Bytes> SequentialReader::read(std::size_t length) {
    State& own = *state_;
    while (own.ready.size() - own.used < length)
        if (!own.more())
            return fail(own.broken.empty() ? "the file ends" : own.broken, " at offset ",
                        own.offset + own.ready.size() - own.used, ", inside what should be ",
                        length, " bytes");
    const auto first = own.ready.begin() + static_cast<std::ptrdiff_t>(own.used);
    Bytes bytes(first, first + static_cast<std::ptrdiff_t>(length));
    own.used += length;
    own.offset += length;
    return bytes;
}

Result<void> SequentialReader::skip(std::uint64_t length) {
    while (length > 0) {
        const auto piece = static_cast<std::size_t>(std::min<std::uint64_t>(length, kPiece));
        if (const Result<Bytes> skipped = read(piece); !skipped) return skipped.error();
        length -= piece;
    }
    return {};
}

bool SequentialReader::at_end() {
    return state_->ready.size() == state_->used && !state_->more() && state_->broken.empty();
}

std::uint64_t SequentialReader::offset() const {
    return state_->offset;
}

std::uint64_t SequentialReader::file_size() const {
    return state_->size;
}

double SequentialReader::share() const {
    return state_->size == 0 ? 1
                             : static_cast<double>(state_->at) / static_cast<double>(state_->size);
}

}  // namespace tickreel::firefall
