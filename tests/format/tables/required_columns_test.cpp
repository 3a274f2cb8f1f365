#include "format/tables/required_columns.h"

#include <map>

#include <unistd.h>

#include "format/tables/thrift_walk.h"
#include "tests/catch.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/file.h"

using namespace tickreel;

namespace {

// Adds 1000 to what is at `wanted` and keeps the last text and number of each path.
class AddThousand final : public ThriftVisitor {
public:
    explicit AddThousand(std::vector<int> wanted = {}) : wanted_(std::move(wanted)) {}
    std::int64_t number(std::span<const int> path, std::int64_t value) override {
        numbers[{path.begin(), path.end()}] = value;
        return std::vector<int>(path.begin(), path.end()) == wanted_ ? value + 1000 : value;
    }
    void text(std::span<const int> path, ByteView value) override {
        texts[{path.begin(), path.end()}] = std::string(value.begin(), value.end());
    }
    std::map<std::vector<int>, std::int64_t> numbers{};
    std::map<std::vector<int>, std::string> texts{};

private:
    std::vector<int> wanted_;
};

// Field 1: -3; 2: true; 20: "name"; 21: structs, each with 4: 7; 22: sixteen numbers; 23: a double.
Bytes sample_struct() {
    ByteWriter out;
    out.u8(0x15);
    out.signed_varint(-3);
    out.u8(0x11);
    out.u8(0x08);
    out.signed_varint(20);
    out.text("name");
    out.u8(0x19);
    out.u8(0x2c);
    for (int i = 0; i < 2; ++i) {
        out.u8(0x46);
        out.signed_varint(7);
        out.u8(0);
    }
    out.u8(0x19);
    out.u8(0xf5);
    out.varint(16);
    for (int i = 0; i < 16; ++i) out.signed_varint(i);
    out.u8(0x17);
    out.u64(0x3ff0000000000000);
    out.u8(0);
    return out.take();
}

}  // namespace

TEST_CASE("metadata in Thrift is copied, and numbers in it are replaced") {
    const Bytes bytes = sample_struct();
    AddThousand plain;
    ByteWriter same;
    ByteReader in(bytes);
    REQUIRE(copy_thrift_struct(in, same, plain));
    CHECK(same.data() == bytes);
    CHECK(in.left() == 0);
    CHECK(plain.numbers[{1}] == -3);
    CHECK(plain.numbers[{21, 4}] == 7);
    CHECK(plain.numbers[{22}] == 15);
    CHECK(plain.texts[{20}] == "name");

    AddThousand adding({21, 4});
    ByteWriter changed;
    ByteReader again(bytes);
    REQUIRE(copy_thrift_struct(again, changed, adding));
    AddThousand found;
    ByteReader third(changed.data());
    ByteWriter ignored;
    REQUIRE(copy_thrift_struct(third, ignored, found));
    CHECK(found.numbers[{21, 4}] == 1007);
    CHECK(found.numbers[{22}] == 15);
}

TEST_CASE("metadata in Thrift that ends too early is an error, and so is what never ends") {
    const Bytes bytes = sample_struct();
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        ByteReader in(ByteView(bytes).first(size));
        ByteWriter out;
        AddThousand plain;
        CHECK_FALSE(copy_thrift_struct(in, out, plain));
    }
    const Bytes nested(1000, 0x1c);  // structs in structs
    ByteReader in(nested);
    ByteWriter out;
    AddThousand plain;
    CHECK_FALSE(copy_thrift_struct(in, out, plain));
}

TEST_CASE("what is no Parquet file cannot get required columns") {
    const std::string path = concat("required_columns_", ::getpid(), ".parquet");
    for (const char* text : {"", "PAR1", "PAR1PAR1PAR1", "PAR1\xff\xff\xff\xffPAR1"}) {
        {
            const auto sink = create_file(path, IfExists::Replace);
            REQUIRE(sink);
            REQUIRE((*sink)->write(as_bytes(text)));
            REQUIRE((*sink)->close());
        }
        CHECK_FALSE(require_columns(path, path + ".out", {"tick"}));
    }
    ::unlink(path.c_str());
    ::unlink((path + ".out").c_str());
}
