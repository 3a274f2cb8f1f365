#pragma once
// Single records out of a file, checked before anybody looks inside.

#include "format/reel/catalog.h"
#include "format/reel/records.h"
#include "tickreel/base/file.h"

namespace tickreel {

class Decompressor;

struct Record {
    RecordHeader header{};
    Bytes payload{};  // as stored
};

// Header and payload out of `bytes`, which start with the record. Errors name no offset.
Result<RecordHeader> check_record(ByteView bytes, std::uint32_t seed);
// The record at an offset; an error when its header or payload does not check out.
Result<Record> read_record(const ByteSource& source, std::uint64_t offset, std::uint32_t seed);
// The payload after decompression, where it is compressed. Who unpacks many keeps a Decompressor.
Result<Bytes> unpack(const Record& record);
Result<Bytes> unpack(const Record& record, Decompressor& decompressor);

}  // namespace tickreel
