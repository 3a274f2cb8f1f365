#pragma once
// A recording that was walked through to its end.

#include <memory>

#include "tests/catch.h"
#include "tests/format/analysis/sample_match.h"
#include "tickreel/analysis/recording_scan.h"

namespace tickreel_test {

struct Scanned {
    std::shared_ptr<const tickreel::ReelReader> reader{};
    tickreel::ScanPointer scan{};
};

inline Scanned scanned(std::unique_ptr<tickreel::ByteSource> source) {
    using namespace tickreel;
    Result<std::unique_ptr<ReelReader>> opened = ReelReader::open(std::move(source));
    REQUIRE(opened.ok());
    Scanned result{std::move(*opened), nullptr};
    WorkControl control;
    scan_recording(*result.reader, control, [&](ScanPointer scan) { result.scan = scan; });
    REQUIRE(result.scan != nullptr);
    REQUIRE(result.scan->complete);
    return result;
}

inline Scanned scanned_file(const std::string& path) {
    auto source = tickreel::open_file(path);
    REQUIRE(source.ok());
    return scanned(std::move(*source));
}

}  // namespace tickreel_test
