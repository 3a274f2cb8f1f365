// The hook of the C interface for new snapshots, against the C++ reader: of complete recordings, of
// files that grow byte by byte, of damaged ones and ones with gaps.

#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <stdexcept>

#include "tests/catch.h"
#include "tests/format/c/c_reel.h"
#include "tests/format/generate.h"
#include "tests/format/reel/small_match.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

constexpr tickreel_moment kStart{0, std::numeric_limits<std::int64_t>::min()};

struct Given {
    tickreel_frame_facts facts{};
    std::int64_t lost = 0;
    bool has_previous = false;
    tickreel_moment previous{};
};

// What a watch gives.
class Watch {
public:
    explicit Watch(const tickreel_reel* reel, const tickreel_moment* from = &kStart) {
        REQUIRE(tickreel_watch_open(reel, from, on_snapshot, this, &watch_, nullptr) ==
                TICKREEL_OK);
    }
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;
    ~Watch() { tickreel_watch_close(watch_); }

    tickreel_status poll() { return tickreel_watch_poll(watch_, &error); }
    tickreel_watch* get() const { return watch_; }

    std::vector<Given> given{};
    tickreel_error error{};
    std::size_t stop_at = 0;                           // 0: never
    std::function<void(const tickreel_news&)> also{};  // in the hook

private:
    static int on_snapshot(void* context, const tickreel_news* news) {
        auto& self = *static_cast<Watch*>(context);
        Given one{tickreel_frame_get(news->frame), news->lost_ticks, news->previous != nullptr, {}};
        if (one.has_previous) one.previous = tickreel_frame_get(news->previous).moment;
        self.given.push_back(one);
        if (self.also) self.also(*news);
        return self.given.size() == self.stop_at ? 1 : 0;
    }
    tickreel_watch* watch_ = nullptr;
};

// Each once and in order; the previous one is the one before of the segment.
void check_given(const std::vector<Given>& given, const std::vector<Frame>& frames) {
    REQUIRE(given.size() == frames.size());
    for (std::size_t i = 0; i < given.size(); ++i) {
        CHECK(given[i].facts.moment.segment == frames[i].segment);
        CHECK(given[i].facts.moment.tick == frames[i].tick);
        CHECK(given[i].facts.items == frames[i].snapshot.size());
        CHECK(given[i].facts.events == frames[i].events.size());
        const bool first = i == 0 || frames[i - 1].segment != frames[i].segment;
        REQUIRE(given[i].has_previous == !first);
        if (!first) CHECK(given[i].previous.tick == frames[i - 1].tick);
    }
}

// Each frame that is missing is in what is said to be lost before the next one that came.
void check_losses(const std::vector<Given>& given, const std::vector<Frame>& frames) {
    std::size_t next = 0;
    for (const Given& one : given) {
        bool missing = false;
        while (next < frames.size() && (frames[next].segment != one.facts.moment.segment ||
                                        frames[next].tick != one.facts.moment.tick)) {
            missing = true;
            ++next;
        }
        REQUIRE(next < frames.size());
        CHECK(one.facts.items == frames[next].snapshot.size());
        if (missing) CHECK(one.lost != 0);
        // Of a record that is no snapshot and cannot be read nobody knows what it was: maybe what
        // lies between two that came far from each other, but never one that came.
        const bool follows = next > 0 && frames[next - 1].segment == frames[next].segment;
        const Tick between = follows ? frames[next].tick - frames[next - 1].tick - 1 : 0;
        if (!missing) CHECK((one.lost <= 0 || one.lost == between));
        ++next;
    }
}

class GrowingFile {
public:
    explicit GrowingFile(Bytes bytes) : bytes_(std::move(bytes)) { grow(bytes_.size() / 3); }
    ~GrowingFile() { std::filesystem::remove(path()); }
    static std::string path() {
        return (std::filesystem::temp_directory_path() / "tickreel_watch.reel").string();
    }
    bool whole() const { return size_ == bytes_.size(); }
    void grow(std::size_t by) {
        std::ofstream file(path(),
                           size_ == 0 ? std::ios::binary : std::ios::binary | std::ios::app);
        by = std::min(by, bytes_.size() - size_);
        file.write(reinterpret_cast<const char*>(bytes_.data()) + size_,
                   static_cast<std::streamsize>(by));
        size_ += by;
    }

private:
    Bytes bytes_;
    std::size_t size_ = 0;
};

class Opened {
public:
    explicit Opened(const Bytes& bytes) {
        REQUIRE(tickreel_open_memory(bytes.data(), bytes.size(), nullptr, &reel_, nullptr) ==
                TICKREEL_OK);
    }
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;
    ~Opened() { tickreel_close(reel_); }
    operator tickreel_reel*() const { return reel_; }

private:
    tickreel_reel* reel_ = nullptr;
};

}  // namespace

TEST_CASE("the hook is called for every snapshot of a complete recording, and of a growing one") {
    const SmallMatch match = make_small_match(true);
    const Opened complete(match.file);
    Watch all(complete);
    CHECK(all.poll() == TICKREEL_END);
    check_given(all.given, match.frames);
    CHECK(all.poll() == TICKREEL_END);
    CHECK(all.given.size() == match.frames.size());

    GrowingFile file(match.file);
    const CReel reel(GrowingFile::path());
    Watch from_start(reel);
    Watch from_now(reel, nullptr);
    CHECK(from_start.poll() == TICKREEL_OK);
    const std::size_t before = from_start.given.size();
    CHECK(before > 0);
    CHECK(before < match.frames.size());
    std::size_t polls = 0;
    for (; !file.whole(); ++polls) {
        CHECK(from_start.poll() == TICKREEL_OK);
        CHECK(from_now.poll() == TICKREEL_OK);
        file.grow(7);
    }
    CHECK(polls > 20);
    CHECK(from_start.poll() == TICKREEL_END);
    CHECK(from_now.poll() == TICKREEL_END);
    check_given(from_start.given, match.frames);
    CHECK(from_now.given.size() == match.frames.size() - before);
    for (const Given& one : from_start.given) CHECK(one.lost == 0);
}

TEST_CASE("gaps that the recorder reported are what is lost before the next snapshot") {
    Generator make(3);
    auto bytes = std::make_shared<Bytes>();
    ReelWriter writer(std::make_unique<SharedSink>(bytes), {"toy", 50.0, {}, {}}, {});
    writer.add_type(make.type("Thing"));
    const std::vector<Frame> frames = make.frames(40, 1000, 0);
    writer.begin_segment({"map", "", ""});
    for (std::size_t i = 0; i < frames.size(); ++i) {
        if (i == 10) writer.add_gap({0, frames[i].tick - 1, frames[i].tick, "lost"});
        writer.add_frame(frames[i]);
    }
    REQUIRE(writer.finish().ok());
    const Opened reel(*bytes);
    Watch watch(reel);
    CHECK(watch.poll() == TICKREEL_END);
    REQUIRE(watch.given.size() == frames.size());
    for (std::size_t i = 0; i < frames.size(); ++i) CHECK(watch.given[i].lost == (i == 10 ? 1 : 0));
    const tickreel_moment behind{0, frames[10].tick};
    Watch later(reel, &behind);
    CHECK(later.poll() == TICKREEL_END);
    REQUIRE(later.given.size() == frames.size() - 10);
    CHECK(later.given.front().lost == 0);
}

TEST_CASE("a reported gap of a finished recording is as large as the recording's statistics say") {
    Generator make(5);
    auto bytes = std::make_shared<Bytes>();
    ReelWriter writer(std::make_unique<SharedSink>(bytes), {"toy", 50.0, {}, {}}, {});
    writer.add_type(make.type("Thing"));
    std::vector<Frame> frames = make.frames(40, 1000, 0);
    writer.begin_segment({"map", "", ""});
    for (std::size_t i = 0; i < frames.size(); ++i) {
        frames[i].tick = 1000 + 2 * static_cast<Tick>(i) + (i < 10 ? 0 : 2);
        if (i == 10) writer.add_gap({0, frames[i].tick - 1, frames[i].tick, "lost"});
        writer.add_frame(frames[i]);
    }
    REQUIRE(writer.finish().ok());
    const Opened reel(*bytes);
    const auto same = ReelReader::open(memory_source(*bytes));
    REQUIRE(same.ok());
    const auto counts = (*same)->statistics();
    REQUIRE(counts.ok());
    REQUIRE(counts->gaps.size() == 1);
    CHECK(counts->gaps[0].to - counts->gaps[0].from == 2);
    Watch watch(reel);
    CHECK(watch.poll() == TICKREEL_END);
    REQUIRE(watch.given.size() == frames.size());
    for (std::size_t i = 0; i < frames.size(); ++i) CHECK(watch.given[i].lost == (i == 10 ? 2 : 0));
}

TEST_CASE("a hook that stops, throws, reads, polls or refreshes") {
    const SmallMatch match = make_small_match(true);
    const Opened reel(match.file);
    Watch watch(reel);
    watch.stop_at = 3;
    CHECK(watch.poll() == TICKREEL_OK);
    CHECK(watch.given.size() == 3);
    watch.also = [](const tickreel_news&) { throw std::runtime_error("out of the hook"); };
    CHECK(watch.poll() == TICKREEL_INTERNAL);
    CHECK(watch.given.size() == 4);
    watch.also = [&](const tickreel_news& news) {
        tickreel_error error{};
        int grown = 0;
        CHECK(tickreel_refresh(reel, &grown, &error) == TICKREEL_BUSY);
        CHECK(tickreel_watch_poll(watch.get(), &error) == TICKREEL_BUSY);
        tickreel_frame* same = nullptr;
        REQUIRE(tickreel_at(reel, tickreel_frame_get(news.frame).moment, &same, &error) ==
                TICKREEL_OK);
        CHECK(tickreel_frame_get(same).items == tickreel_frame_get(news.frame).items);
        tickreel_frame_close(same);
    };
    CHECK(watch.poll() == TICKREEL_END);
    watch.also = {};
    check_given(watch.given, match.frames);

    tickreel_error error{};
    tickreel_watch* none = nullptr;
    CHECK(tickreel_watch_open(reel, nullptr, nullptr, nullptr, &none, &error) == TICKREEL_ARGUMENT);
    CHECK(tickreel_watch_poll(nullptr, &error) == TICKREEL_ARGUMENT);
    tickreel_watch_close(nullptr);
}

TEST_CASE("a cursor that is open holds up a watch of a growing recording, and it says so") {
    const SmallMatch match = make_small_match(true);
    GrowingFile file(match.file);
    const CReel reel(GrowingFile::path());
    Watch watch(reel);
    tickreel_cursor* cursor = nullptr;
    REQUIRE(tickreel_frames(reel, nullptr, &cursor, nullptr) == TICKREEL_OK);
    CHECK(watch.poll() == TICKREEL_BUSY);
    tickreel_cursor_close(cursor);
    file.grow(match.file.size());
    CHECK(watch.poll() == TICKREEL_END);
    check_given(watch.given, match.frames);
}

TEST_CASE("whatever byte is damaged, the hook gets right snapshots, and is told what is lost") {
    const SmallMatch match = make_small_match(true);
    std::size_t without_all = 0;
    for (std::size_t at = 0; at < match.file.size(); at += 11) {
        Bytes bytes = match.file;
        bytes[at] ^= 0x55;
        tickreel_reel* reel = nullptr;
        if (tickreel_open_memory(bytes.data(), bytes.size(), nullptr, &reel, nullptr) !=
            TICKREEL_OK)
            continue;
        INFO("byte " << at);
        Watch watch(reel);
        const tickreel_status status = watch.poll();
        CHECK((status == TICKREEL_END || (status == TICKREEL_OK && tickreel_finished(reel) == 0)));
        check_losses(watch.given, match.frames);
        if (watch.given.size() < match.frames.size()) {
            ++without_all;
            char* text = nullptr;
            REQUIRE(tickreel_missing(reel, nullptr, &text, nullptr) == TICKREEL_OK);
            CHECK(std::string(text) != "");
            tickreel_free(text);
        }
        tickreel_close(reel);
    }
    CHECK(without_all > 20);
}

TEST_CASE("damage in a file that grows is told of as it comes") {
    const SmallMatch match = make_small_match(true);
    std::size_t without_all = 0;
    for (std::size_t at = match.file.size() / 3; at < match.file.size(); at += 211) {
        Bytes bytes = match.file;
        bytes[at] ^= 0x55;
        INFO("byte " << at);
        GrowingFile file(bytes);
        const CReel reel(GrowingFile::path());
        Watch watch(reel);
        for (; !file.whole(); file.grow(499)) CHECK(watch.poll() == TICKREEL_OK);
        watch.poll();
        check_losses(watch.given, match.frames);
        without_all += watch.given.size() < match.frames.size() ? 1U : 0U;
    }
    CHECK(without_all > 5);
}
