// Recordings, their timeline, markers and integrity.

#include <cstdlib>
#include <mutex>

#include "format/c/handles.h"
#include "tickreel/reel/unreadable_ticks.h"

namespace tickreel::c {

namespace {

Outcome open_source(Result<std::unique_ptr<ByteSource>> source, std::string path,
                    const tickreel_open_options* options, tickreel_reel** reel) {
    const std::string about = path.empty() ? "" : path + ": ";
    if (!source) return refuse(about + source.error().message, TICKREEL_FILE);
    ReadOptions read;
    if (options != nullptr && reaches(*options, options->cache_bytes) && options->cache_bytes != 0)
        read.cache_bytes = options->cache_bytes;
    auto reader = ReelReader::open(*std::move(source), read);
    if (!reader) return refuse(about + reader.error().message, TICKREEL_FILE);
    auto handle = std::make_unique<tickreel_reel>();
    handle->shared = std::make_shared<SharedReel>();
    handle->shared->path = std::move(path);
    handle->shared->reader = *std::move(reader);
    handle->shared->strict =
        options != nullptr && reaches(*options, options->strict) && options->strict != 0;
    *reel = handle.release();
    return {};
}

Outcome refresh(SharedReel& shared, bool& grown) {
    const std::unique_lock lock(shared.mutex);
    if (shared.users != 0)
        return refuse("cursors or streams are open; close them before a refresh", TICKREEL_BUSY);
    const Result<bool> more = shared.reader->refresh();
    if (!more) return refuse(more.error().message, TICKREEL_FILE);
    grown = *more;
    return {};
}

std::uint64_t ticks_in(const std::vector<Gap>& gaps) {
    std::uint64_t ticks = 0;
    for (const Gap& gap : gaps) ticks += static_cast<std::uint64_t>(gap.to - gap.from);
    return ticks;
}

Outcome verify(const ReelReader& reader, tickreel_totals& totals) {
    const auto records = reader.check_records(ignore_problems);
    if (!records) return refuse(records.error().message, TICKREEL_FILE);
    // Finds the damage, which decides what statistics() counts.
    const auto read =
        reader.scan(reader.everything(), ignore_problems, [](const Frame&) { return true; });
    if (!read) return refuse(read.error().message, TICKREEL_FILE);
    const auto counts = reader.statistics();
    if (!counts) return refuse(counts.error().message, TICKREEL_FILE);
    const std::vector<Gap> unreadable = unreadable_ticks(reader);
    totals.records = *records;
    totals.chunks = reader.chunks().size();
    totals.snapshots = counts->snapshots;
    totals.wire_ok = counts->wire_ok;
    totals.wire_mismatch = counts->wire_mismatch;
    totals.wire_absent = counts->wire_absent;
    totals.gaps = counts->gaps.size();
    totals.gap_ticks = ticks_in(counts->gaps);
    totals.unreadable_ticks = ticks_in(unreadable);
    totals.damages = reader.damage().size();
    return {};
}

}  // namespace

Outcome copy_text(const std::string& text, char** copy) {
    auto* const memory = static_cast<char*>(std::malloc(text.size() + 1));
    if (memory == nullptr) return refuse("not enough memory", TICKREEL_LIMIT);
    std::memcpy(memory, text.c_str(), text.size() + 1);
    *copy = memory;
    return {};
}

}  // namespace tickreel::c

using namespace tickreel;
using namespace tickreel::c;

extern "C" {

uint32_t tickreel_abi_version(void) {
    return 1;
}

const char* tickreel_version(void) {
    return TICKREEL_VERSION;
}

void tickreel_free(void* memory) {
    std::free(memory);
}

tickreel_status tickreel_open(const char* path, const tickreel_open_options* options,
                              tickreel_reel** reel, tickreel_error* error) {
    return guarded(
        error,
        [&]() -> Outcome {
            if (reel != nullptr) *reel = nullptr;
            if (path == nullptr || reel == nullptr) return refuse("path and reel must not be NULL");
            return open_source(open_file(path), path, options, reel);
        });
}

tickreel_status tickreel_open_memory(const void* bytes, size_t size,
                                     const tickreel_open_options* options, tickreel_reel** reel,
                                     tickreel_error* error) {
    return guarded(
        error,
        [&]() -> Outcome {
            if (reel != nullptr) *reel = nullptr;
            if ((bytes == nullptr && size != 0) || reel == nullptr)
                return refuse("bytes and reel must not be NULL");
            const auto* const first = static_cast<const Byte*>(bytes);
            return open_source(memory_source(Bytes(first, first + size)), "", options, reel);
        });
}

void tickreel_close(tickreel_reel* reel) {
    delete reel;
}

tickreel_status tickreel_refresh(tickreel_reel* reel, int* grown, tickreel_error* error) {
    return guarded(
        error,
        [&]() -> Outcome {
            if (grown != nullptr) *grown = 0;
            if (reel == nullptr || grown == nullptr)
                return refuse("reel and grown must not be NULL");
            bool more = false;
            Outcome outcome = refresh(*reel->shared, more);
            *grown = more ? 1 : 0;
            return outcome;
        });
}

int tickreel_finished(const tickreel_reel* reel) {
    if (reel == nullptr) return 0;
    const std::shared_lock lock(reel->shared->mutex);
    return reel->shared->reader->finished() ? 1 : 0;
}

double tickreel_ticks_per_second(const tickreel_reel* reel) {
    return reel == nullptr ? 0 : reel->shared->reader->info().ticks_per_second;
}

size_t tickreel_segment_count(const tickreel_reel* reel) {
    if (reel == nullptr) return 0;
    const std::shared_lock lock(reel->shared->mutex);
    return reel->shared->reader->timeline().segments().size();
}

tickreel_status tickreel_segment_at(const tickreel_reel* reel, size_t index,
                                    tickreel_segment* segment, tickreel_error* error) {
    return guarded(
        error,
        [&]() -> Outcome {
            if (segment != nullptr) *segment = {};
            if (reel == nullptr || segment == nullptr)
                return refuse("reel and segment must not be NULL");
            const std::shared_lock lock(reel->shared->mutex);
            const ReelReader& reader = *reel->shared->reader;
            const auto& spans = reader.timeline().segments();
            if (index >= spans.size()) return refuse("no such segment", TICKREEL_NOWHERE);
            const auto maps = reader.segments();
            *segment = {spans[index].first, spans[index].last,
                        index < maps.size() ? maps[index].map.c_str() : ""};
            return {};
        });
}

size_t tickreel_marker_count(const tickreel_reel* reel) {
    if (reel == nullptr) return 0;
    const std::shared_lock lock(reel->shared->mutex);
    return reel->shared->reader->markers().size();
}

tickreel_status tickreel_marker_at(const tickreel_reel* reel, size_t index, tickreel_marker* marker,
                                   tickreel_error* error) {
    return guarded(
        error,
        [&]() -> Outcome {
            if (marker != nullptr) *marker = {};
            if (reel == nullptr || marker == nullptr)
                return refuse("reel and marker must not be NULL");
            const std::shared_lock lock(reel->shared->mutex);
            const auto markers = reel->shared->reader->markers();
            if (index >= markers.size()) return refuse("no such marker", TICKREEL_NOWHERE);
            const Marker& found = markers[index];
            *marker = {moment_of(found.moment), found.color, found.text.c_str()};
            return {};
        });
}

tickreel_status tickreel_locate(const tickreel_reel* reel, const char* place,
                                tickreel_moment* moment, tickreel_error* error) {
    return guarded(
        error,
        [&]() -> Outcome {
            if (moment != nullptr) *moment = {};
            if (reel == nullptr || place == nullptr || moment == nullptr)
                return refuse("reel, place and moment must not be NULL");
            const std::shared_lock lock(reel->shared->mutex);
            const Timeline& timeline = reel->shared->reader->timeline();
            const Result<Moment> found = timeline.locate(place);
            if (!found) return refuse(found.error().message);
            if (!timeline.contains(*found))
                return refuse(std::string("'") + place + "' lies outside the recording",
                              TICKREEL_NOWHERE);
            *moment = moment_of(*found);
            return {};
        });
}

tickreel_status tickreel_locate_range(const tickreel_reel* reel, const char* places,
                                      tickreel_range* range, tickreel_error* error) {
    return guarded(
        error,
        [&]() -> Outcome {
            if (range != nullptr) *range = {};
            if (reel == nullptr || places == nullptr || range == nullptr)
                return refuse("reel, places and range must not be NULL");
            const std::shared_lock lock(reel->shared->mutex);
            const auto found = parse_range(reel->shared->reader->timeline(), places);
            if (!found) return refuse(found.error().message);
            *range = {moment_of(found->from), moment_of(found->to)};
            return {};
        });
}

tickreel_status tickreel_missing(const tickreel_reel* reel, const tickreel_range* range,
                                 char** text, tickreel_error* error) {
    return guarded(
        error,
        [&]() -> Outcome {
            if (text != nullptr) *text = nullptr;
            if (reel == nullptr || text == nullptr) return refuse("reel and text must not be NULL");
            const std::shared_lock lock(reel->shared->mutex);
            const ReelReader& reader = *reel->shared->reader;
            const auto moments = range_of(reader, range);
            if (!moments) return refuse(moments.error().message);
            return copy_text(missing_summary(reader, *moments), text);
        });
}

double tickreel_seconds(const tickreel_reel* reel, tickreel_moment moment) {
    if (reel == nullptr) return 0;
    const std::shared_lock lock(reel->shared->mutex);
    return reel->shared->reader->timeline().seconds(moment_of(moment));
}

tickreel_status tickreel_verify(const tickreel_reel* reel, tickreel_totals* totals,
                                tickreel_error* error) {
    return guarded(
        error,
        [&]() -> Outcome {
            if (totals != nullptr) *totals = {};
            if (reel == nullptr || totals == nullptr)
                return refuse("reel and totals must not be NULL");
            const std::shared_lock lock(reel->shared->mutex);
            return verify(*reel->shared->reader, *totals);
        });
}

}  // extern "C"
