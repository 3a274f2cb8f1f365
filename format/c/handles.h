#pragma once
// The objects behind the opaque handles, and conversion of C++ results to a status with a message.
// No exception leaves a C function.

#include <atomic>
#include <cstring>
#include <memory>
#include <new>
#include <shared_mutex>
#include <string>
#include <utility>

#include "tickreel/analysis/missing_summary.h"
#include "tickreel/reel/reel_reader.h"
#include "tickreel/tickreel.h"

namespace tickreel::c {

// A recording shared by handles, cursors and streams.
struct SharedReel {
    std::string path{};
    std::unique_ptr<ReelReader> reader{};
    bool strict = false;
    mutable std::shared_mutex mutex{};  // exclusive: refresh
    std::atomic<int> users{0};          // cursors and streams, which a refresh would upset
};
using SharedReelPointer = std::shared_ptr<SharedReel>;

// Keeps a recording open and prevents refreshing. Created under a shared lock.
class ReelUse {
public:
    explicit ReelUse(SharedReelPointer reel) : reel_(std::move(reel)) { ++reel_->users; }
    ReelUse(const ReelUse&) = delete;
    ReelUse& operator=(const ReelUse&) = delete;
    ~ReelUse() { --reel_->users; }
    const SharedReel& operator*() const { return *reel_; }
    const SharedReel* operator->() const { return reel_.get(); }

private:
    SharedReelPointer reel_;
};

struct Outcome {
    tickreel_status status = TICKREEL_OK;
    std::string text{};
};
inline Outcome refuse(std::string text, tickreel_status status = TICKREEL_ARGUMENT) {
    return {status, std::move(text)};
}

inline tickreel_status report(tickreel_error* error, tickreel_status status,
                              std::string_view text) noexcept {
    if (error == nullptr) return status;
    error->status = status;
    const std::size_t size = text.copy(error->text, sizeof error->text - 1);
    error->text[size] = '\0';
    return status;
}

template <class Body>
tickreel_status guarded(tickreel_error* error, const Body& body) noexcept {
    try {
        const Outcome outcome = body();
        return report(error, outcome.status, outcome.text);
    } catch (const std::bad_alloc&) {
        return report(error, TICKREEL_LIMIT, "not enough memory");
    } catch (const std::exception& problem) {
        return report(error, TICKREEL_INTERNAL, problem.what());
    } catch (...) {
        return report(error, TICKREEL_INTERNAL, "unknown error");
    }
}

// A member of a structure that may be shorter in the caller's version of the header.
template <class Options, class Member>
bool reaches(const Options& options, const Member& member) {
    const auto* const start = reinterpret_cast<const char*>(&options);
    const auto* const end = reinterpret_cast<const char*>(&member) + sizeof member;
    return options.struct_size == 0 || static_cast<std::size_t>(end - start) <= options.struct_size;
}

inline Moment moment_of(tickreel_moment moment) {
    return {moment.segment, moment.tick};
}
inline tickreel_moment moment_of(Moment moment) {
    return {moment.segment, moment.tick};
}
// NULL means everything. Half-open as everywhere.
inline Result<MomentRange> range_of(const ReelReader& reader, const tickreel_range* range) {
    if (range == nullptr) return reader.everything();
    const MomentRange moments{moment_of(range->from), moment_of(range->to)};
    if (moments.to < moments.from) return fail("the range ends before it begins");
    return moments;
}

// Of a recording opened as strict: what it lacks is an error, as far as it is known.
inline Result<void> refuse_loss(const SharedReel& reel, MomentRange range) {
    if (!reel.strict) return {};
    const std::string missing = missing_summary(*reel.reader, range);
    if (missing.empty()) return {};
    return fail(reel.path.empty() ? "" : reel.path + ": ", missing);
}

// Allocated with malloc; tickreel_free() releases it.
Outcome copy_text(const std::string& text, char** copy);

}  // namespace tickreel::c

struct tickreel_reel {
    tickreel::c::SharedReelPointer shared{};
};

struct tickreel_frame {
    tickreel::Frame frame{};
};
