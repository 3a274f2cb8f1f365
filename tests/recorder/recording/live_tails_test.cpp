// Reading along: what comes over the connection equals what goes to the file.

#include "recorder/recording/live_tails.h"

#include <array>
#include <random>

#include <sys/socket.h>
#include <unistd.h>

#include "recorder/net/socket_sink.h"
#include "recorder/recording/connection.h"
#include "tests/catch.h"
#include "tests/recorder/recording/synthetic_match.h"
#include "tickreel/base/shared_sink.h"
#include "tickreel/reel/reel_reader.h"

using namespace tickreel;

namespace {

constexpr std::uint64_t kReader = 7;

// The reader's end of a connection.
class TailedEnd {
public:
    explicit TailedEnd(LiveTails& tails, std::uint64_t client = kReader) {
        std::array<int, 2> ends{};
        REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends.data()) == 0);
        tails.add(client, socket_sink(ends[0]));
        end_ = ends[1];
    }
    TailedEnd(const TailedEnd&) = delete;
    TailedEnd& operator=(const TailedEnd&) = delete;
    ~TailedEnd() { leave(); }

    void leave() {
        if (end_ >= 0) ::close(end_);
        end_ = -1;
    }
    // False when nothing more will come.
    bool take() {
        std::array<Byte, 4096> room{};
        for (;;) {
            const ssize_t got = ::recv(end_, room.data(), room.size(), 0);
            if (got <= 0) return got != 0;
            bytes.insert(bytes.end(), room.begin(), room.begin() + got);
        }
    }
    Bytes bytes{};

private:
    int end_ = -1;
};

std::vector<Frame> frames_of(const Bytes& bytes, bool finished) {
    const auto reel = ReelReader::open(memory_source(bytes));
    REQUIRE(reel.ok());
    CHECK((*reel)->finished() == finished);
    CHECK((*reel)->info().game == "teeworlds");
    std::vector<Frame> frames;
    const auto done = (*reel)->scan((*reel)->everything(), ignore_problems, [&](const Frame& one) {
        frames.push_back(one);
        return true;
    });
    CHECK(done.ok());
    return frames;
}

struct Recording {
    Recording() {
        RecordingOptions options;
        options.tails = tails;
        connection.emplace(
            find_game("teeworlds"), options,
            [this](const FileNameFields&) -> Result<NewFile> {
                return NewFile{"one.reel", std::make_unique<SharedSink>(file)};
            },
            ignore_problems, kReader);
        tickreel_test::play_match(
            [this](const Datagram& datagram) {
                match.push_back({datagram.direction, datagram.time,
                                 Bytes(datagram.bytes.begin(), datagram.bytes.end())});
            },
            150, true);
    }
    void play(std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i)
            connection->feed({match[i].direction, match[i].time, match[i].bytes});
    }
    void end() {
        REQUIRE(connection->finish().ok());
        connection.reset();
    }
    Bytes file{};
    std::shared_ptr<LiveTails> tails = std::make_shared<LiveTails>();
    std::optional<Connection> connection{};
    std::vector<KeptDatagram> match{};
};

void check_same_end(const std::vector<Frame>& file, const std::vector<Frame>& tail) {
    REQUIRE(!tail.empty());
    REQUIRE(tail.size() <= file.size());
    const std::size_t before = file.size() - tail.size();
    for (std::size_t i = 0; i < tail.size(); ++i) {
        const Frame& want = file[before + i];
        CHECK(tail[i].moment() == want.moment());
        CHECK(tail[i].time == want.time);
        CHECK(tail[i].snapshot == want.snapshot);
        CHECK(tail[i].events == want.events);
        CHECK(tail[i].wire == want.wire);
    }
}

}  // namespace

TEST_CASE("who reads along gets the frames of the file, from the next one on", "[tail]") {
    Recording recording;
    const std::size_t half = recording.match.size() / 2;
    recording.play(0, half);
    TailedEnd early(*recording.tails);
    TailedEnd other(*recording.tails, kReader + 1);
    recording.play(half, half + half / 2);
    CHECK(early.take());
    // Without the delay of a chunk: what came so far can be read so far.
    const std::size_t so_far = frames_of(early.bytes, false).size();
    CHECK(so_far > 10);
    TailedEnd late(*recording.tails);
    recording.play(half + half / 2, recording.match.size());
    recording.end();
    CHECK_FALSE(early.take());
    CHECK_FALSE(late.take());
    const std::vector<Frame> file = frames_of(recording.file, true);
    const std::vector<Frame> from_half = frames_of(early.bytes, true);
    const std::vector<Frame> from_later = frames_of(late.bytes, true);
    check_same_end(file, from_half);
    check_same_end(file, from_later);
    CHECK(from_half.size() == so_far + from_later.size());
    CHECK(other.take());
    CHECK(other.bytes.empty());
}

TEST_CASE("nobody waits for who reads along", "[tail]") {
    Bytes file;
    ReelWriter writer(std::make_unique<SharedSink>(file), {"teeworlds", 50.0, {}, {}});
    LiveTails tails;
    std::optional<TailSink> tail(std::in_place, *find_game("teeworlds"), tails, kReader, writer);
    ItemType thing;
    thing.name = "Thing";
    thing.fields = std::vector<Field>(4, Field{});
    for (std::size_t i = 0; i < thing.fields.size(); ++i)
        thing.fields[i].name = std::string(1, static_cast<char>('a' + i));
    const TypeId type = tail->add_type(thing);
    tail->begin_segment({});
    TailedEnd gone(tails);
    TailedEnd sleeper(tails);
    std::mt19937 random(1);
    constexpr Tick kFrames = 120;
    for (Tick tick = 1; tick <= kFrames; ++tick) {
        SnapshotBuilder builder;
        for (std::uint32_t id = 0; id < 4000; ++id) {
            std::array<Word, 4> row{};
            for (Word& word : row) word = static_cast<Word>(random());
            builder.set({type, id}, row);
        }
        Frame frame;
        frame.tick = tick;
        frame.time = std::chrono::milliseconds(20 * tick);
        frame.snapshot = builder.build();
        tail->add_frame(frame);
        if (tick == 2) gone.leave();
    }
    tail.reset();
    REQUIRE(writer.finish().ok());
    CHECK_FALSE(sleeper.take());
    // It reads as far as it goes, and says that it is not all.
    const std::vector<Frame> some = frames_of(sleeper.bytes, false);
    CHECK_FALSE(some.empty());
    CHECK(some.size() < static_cast<std::size_t>(kFrames));
    CHECK(frames_of(file, true).size() == static_cast<std::size_t>(kFrames));
}
