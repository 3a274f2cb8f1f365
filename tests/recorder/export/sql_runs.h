#pragma once
// Queries through the real program, and recordings with a broken chunk.

#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel_test {

inline Ran run_sql(std::vector<std::string> files, const std::string& query) {
    files.insert(files.begin(), "sql");
    files.insert(files.end(), {query, "--format", "csv"});
    return run_tickreel(files);
}

inline Ran run_sql(const std::string& file, const std::string& query) {
    return run_sql(std::vector<std::string>{file}, query);
}

// Of files without damage.
inline std::string answer(const std::vector<std::string>& files, const std::string& query) {
    const Ran ran = run_sql(files, query);
    INFO(query << "\n" << ran.err);
    CHECK(ran.code == 0);
    return ran.out;
}

inline std::string answer(const std::string& file, const std::string& query) {
    const Ran ran = run_sql(file, query);
    INFO(query);
    CHECK(ran.err.empty());
    CHECK(ran.code == 0);
    return ran.out;
}

// Flips a bit of the chunk in the middle of the recording: whoever reads it exits with 3. Returns
// its first tick.
inline tickreel::Tick damage_the_middle(const std::string& path) {
    std::string bytes = read_file(path);
    auto source = tickreel::open_file(path);
    REQUIRE(source);
    auto reel = tickreel::ReelReader::open(std::move(*source));
    REQUIRE(reel);
    const tickreel::ChunkInfo chunk = (*reel)->chunks()[(*reel)->chunks().size() / 2];
    bytes[chunk.offset + chunk.stored_bytes - 5] ^= 1;
    write_file(path, bytes);
    return chunk.first_tick;
}

}  // namespace tickreel_test
