// Files of other versions and programs: read what is readable, reject the rest with a reason.
#include "format/reel/index_record.h"
#include "format/reel/record_output.h"
#include "tests/catch.h"
#include "tests/format/reel/small_match.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

Bytes with_header(const Bytes& file, const FileHeader& header) {
    Bytes changed = file;
    const Bytes bytes = write_file_header(header);
    std::copy(bytes.begin(), bytes.end(), changed.begin());
    return changed;
}

FileHeader header_of(const Bytes& file) {
    return *read_file_header(file);
}

// Appends a record to an unfinished file.
Bytes with_record(const Bytes& file, RecordHeader header, const Bytes& payload) {
    const std::uint32_t seed = checksum_seed(header_of(file).uuid);
    // The number of the last record, found by scanning.
    std::uint32_t sequence = 0;
    for (std::size_t at = 64; at + 48 <= file.size();) {
        const auto known = read_record_header(ByteView(file).subspan(at), seed);
        sequence = known->sequence + 1;
        at += known->stored_length();
    }
    header.sequence = sequence;
    const Bytes record = write_record(header, payload, seed);
    Bytes longer = file;
    longer.insert(longer.end(), record.begin(), record.end());
    return longer;
}

}  // namespace

TEST_CASE("a newer minor version and unknown compatible features are read") {
    const SmallMatch match = make_small_match(true);
    FileHeader header = header_of(match.file);
    header.minor = 77;
    header.compatible = 0xff;
    const auto reader = open_bytes(with_header(match.file, header));
    CHECK(reader->damage().empty());
    CHECK(count_right_frames(*reader, match.frames) == static_cast<int>(match.frames.size()));
}

TEST_CASE("a newer major version and unknown incompatible features are refused") {
    const SmallMatch match = make_small_match(true);
    FileHeader header = header_of(match.file);
    SECTION("major") {
        header.major = 2;
        // Copies of the header have that version too.
        const Bytes head = write_file_header(header);
        const auto reader = ReelReader::open(memory_source(head));
        REQUIRE_FALSE(reader.ok());
        CHECK_THAT(reader.error().message, tickreel_test::contains("version 2."));
        CHECK_THAT(reader.error().message, tickreel_test::contains("newer tickreel"));
    }
    SECTION("feature") {
        header.incompatible = 4;
        const auto reader = ReelReader::open(memory_source(write_file_header(header)));
        REQUIRE_FALSE(reader.ok());
        CHECK_THAT(reader.error().message, tickreel_test::contains("features"));
    }
}

TEST_CASE("unknown records: ancillary ones are skipped, critical ones refused by name") {
    const SmallMatch match = make_small_match(false);
    RecordHeader header;
    SECTION("ancillary") {
        header.type = 0x8123;
        const auto reader = open_bytes(with_record(match.file, header, Bytes(100, Byte{1})));
        CHECK(reader->damage().empty());
        CHECK(count_right_frames(*reader, match.frames) == static_cast<int>(match.frames.size()));
        CHECK(*reader->check_records(ignore_problems) > 10);
    }
    SECTION("critical") {
        header.type = 0x0123;
        const auto reader =
            ReelReader::open(memory_source(with_record(match.file, header, Bytes(100, Byte{1}))));
        REQUIRE_FALSE(reader.ok());
        CHECK_THAT(reader.error().message, tickreel_test::contains("record 0x0123"));
    }
    SECTION("critical, known from the index alone") {
        Catalog catalog;
        catalog.record_types = {1, 2, 3, 0x0123};
        header.type = layout::kCheckpoint;
        const auto reader = ReelReader::open(memory_source(with_record(
            match.file, header, write_index_record(catalog, {}, {}, match.file.size()))));
        REQUIRE_FALSE(reader.ok());
        CHECK_THAT(reader.error().message, tickreel_test::contains("record 0x0123"));
    }
}

TEST_CASE("sections: longer contents and unknown optional ones are read, unknown others are not") {
    const SmallMatch match = make_small_match(false);
    RecordHeader header;
    header.type = layout::kDefine;
    ByteWriter sections;
    SECTION("a marker list with bytes behind it, and section 200") {
        ByteWriter content;
        content.varint(9);
        content.varint(1);
        content.u8(0);
        content.varint(1);
        content.signed_varint(1010);
        content.u32(5);
        content.text("new");
        content.text("something newer");
        sections.varint(layout::kMarkers);
        sections.varint(content.size());
        sections.bytes(content.data());
        sections.varint(200);
        sections.varint(3);
        sections.text("ab");
        const auto reader = open_bytes(with_record(match.file, header, sections.data()));
        CHECK(reader->damage().empty());
        REQUIRE(reader->markers().size() == 3);
        CHECK(reader->markers()[1].text == "new");
    }
    SECTION("section 99") {
        sections.varint(99);
        sections.varint(0);
        const auto reader = open_bytes(with_record(match.file, header, sections.data()));
        REQUIRE(reader->damage().size() == 1);
        CHECK_THAT(reader->damage()[0].what, tickreel_test::contains("section 99"));
    }
}

TEST_CASE("a longer file header is stepped over") {
    const SmallMatch match = make_small_match(false);
    FileHeader header = header_of(match.file);
    header.length = 80;
    Bytes longer = write_file_header(header);
    longer.resize(80, Byte{0xee});
    longer.insert(longer.end(), match.file.begin() + 64, match.file.end());
    const auto reader = open_bytes(longer);
    // The index's offsets are now wrong by 16: everything is found by reading all records.
    CHECK(count_right_frames(*reader, match.frames) == static_cast<int>(match.frames.size()));
}

TEST_CASE("what is no reel is refused in one clear line") {
    CHECK_THAT(ReelReader::open(memory_source({})).error().message,
               tickreel_test::contains("0 bytes"));
    CHECK_THAT(ReelReader::open(memory_source(Bytes(500, Byte{'x'}))).error().message,
               tickreel_test::contains("REEL"));
}

TEST_CASE("unknown codec: the frames are refused, the rest is there") {
    const SmallMatch match = make_small_match(false);
    RecordHeader header;
    header.type = layout::kChunk;
    header.flags = layout::kStartsGroup;
    header.codec = 999;
    header.segment = 1;
    header.first_tick = 999999;
    ByteWriter payload;
    payload.u32(0);
    payload.u32(0);
    payload.u32(1);
    const auto reader = open_bytes(with_record(match.file, header, payload.data()));
    const Result<Frame> frame = reader->at({1, 999999});
    REQUIRE_FALSE(frame.ok());
    CHECK_THAT(frame.error().message, tickreel_test::contains("codec 999"));
    CHECK(reader->at({1, 1000}).ok());
}
