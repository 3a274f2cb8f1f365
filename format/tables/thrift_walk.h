#pragma once
// Copies a struct of Thrift's compact protocol, which Parquet's metadata is written in, and lets
// numbers be replaced on the way: what is not understood is copied as it is.

#include <span>

#include "tickreel/base/bytes.h"
#include "tickreel/base/result.h"

namespace tickreel {

class ThriftVisitor {
public:
    virtual ~ThriftVisitor() = default;
    // `path`: the numbers of the fields that lead to it; the elements of a list have the list's.
    virtual std::int64_t number(std::span<const int> path, std::int64_t value) = 0;
    virtual void text(std::span<const int> path, ByteView value) = 0;
};

// Reads as far as the struct goes.
Result<void> copy_thrift_struct(ByteReader& in, ByteWriter& out, ThriftVisitor& visitor);

}  // namespace tickreel
