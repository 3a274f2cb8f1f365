#pragma once
// Reads single records from a file and verifies them before use.

#include "format/reel/catalog.h"
#include "format/reel/records.h"
#include "tickreel/base/file.h"

namespace tickreel {

class Decompressor;

struct Record {
    RecordHeader header{};
    Bytes payload{};  // as stored
};

// Header and payload of the record at the start of `bytes`. Errors name no offset.
Result<RecordHeader> check_record(ByteView bytes, std::uint32_t seed);
// The record at an offset; an error if its header or payload is invalid.
Result<Record> read_record(const ByteSource& source, std::uint64_t offset, std::uint32_t seed);
// The payload, decompressed if necessary. To unpack many, keep a Decompressor.
Result<Bytes> unpack(const Record& record);
Result<Bytes> unpack(const Record& record, Decompressor& decompressor);

}  // namespace tickreel
