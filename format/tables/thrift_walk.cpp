#include "format/tables/thrift_walk.h"

#include <vector>

namespace tickreel {

namespace {

constexpr std::size_t kDeepest = 16;  // Parquet's metadata has 7 levels

// The compact protocol's types.
enum : std::uint8_t {
    kTrue = 1,
    kFalse = 2,
    kByte = 3,
    kInt16 = 4,
    kInt32 = 5,
    kInt64 = 6,
    kDouble = 7,
    kBinary = 8,
    kList = 9,
    kSet = 10,
    kStruct = 12,
};

class ThriftWalk {
public:
    ThriftWalk(ByteReader& in, ByteWriter& out, ThriftVisitor& visitor)
        : in_(in), out_(out), visitor_(visitor) {}

    bool fields() {
        if (path_.size() >= kDeepest) return false;
        int id = 0;
        for (;;) {
            const std::uint8_t head = in_.u8();
            out_.u8(head);
            if (in_.failed()) return false;
            if (head == 0) return true;
            if (head >> 4 != 0) {
                id += head >> 4;
            } else {
                const std::int64_t far = in_.signed_varint();
                out_.signed_varint(far);
                id = static_cast<int>(far);
            }
            path_.push_back(id);
            // A field's truth is its type.
            const auto type = static_cast<std::uint8_t>(head & 15);
            const bool done = type == kTrue || type == kFalse || value(type);
            path_.pop_back();
            if (!done) return false;
        }
    }

private:
    bool value(std::uint8_t type) {
        switch (type) {
            case kTrue:
            case kFalse:
            case kByte:
                out_.u8(in_.u8());
                return !in_.failed();
            case kInt16:
            case kInt32:
            case kInt64:
                out_.signed_varint(visitor_.number(path_, in_.signed_varint()));
                return !in_.failed();
            case kDouble:
                out_.bytes(in_.bytes(sizeof(double)));
                return !in_.failed();
            case kBinary: {
                const ByteView text = in_.bytes(static_cast<std::size_t>(in_.varint()));
                if (in_.failed()) return false;
                visitor_.text(path_, text);
                out_.varint(text.size());
                out_.bytes(text);
                return true;
            }
            case kList:
            case kSet:
                return elements();
            case kStruct:
                return fields();
            default:
                return false;  // maps: Parquet has none
        }
    }

    bool elements() {
        const std::uint8_t head = in_.u8();
        out_.u8(head);
        std::uint64_t count = head >> 4;
        if (count == 15) {
            count = in_.varint();
            out_.varint(count);
        }
        for (; count != 0; --count)
            if (!value(head & 15)) return false;
        return true;
    }

    ByteReader& in_;
    ByteWriter& out_;
    ThriftVisitor& visitor_;
    std::vector<int> path_{};
};

}  // namespace

Result<void> copy_thrift_struct(ByteReader& in, ByteWriter& out, ThriftVisitor& visitor) {
    if (!ThriftWalk(in, out, visitor).fields()) return fail("metadata that cannot be read");
    return {};
}

}  // namespace tickreel
