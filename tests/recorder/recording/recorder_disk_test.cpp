// The recorder thread and disks that fill up.

#include <filesystem>
#include <random>

#include "recorder/recording/clip_files.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/recording/recorder_stage.h"

using namespace tickreel;
using namespace tickreel_test;
using namespace std::chrono_literals;

namespace {

// A disk in a folder that runs full, and is freed.
class FillingSink final : public ByteSink {
public:
    FillingSink(std::unique_ptr<ByteSink> file, const bool& full)
        : file_(std::move(file)), full_(full) {}
    Result<void> write(ByteView bytes) override {
        return full_ ? fail("no space left on device") : file_->write(bytes);
    }
    Result<void> sync() override { return file_->sync(); }
    Result<void> close() override { return file_->close(); }

private:
    std::unique_ptr<ByteSink> file_;
    const bool& full_;
};

// What metrics.cpp calls counters.
std::map<std::string, std::uint64_t> counters_of(const RecorderTotals& totals) {
    return {{"snapshots", totals.snapshots},
            {"ok", totals.wire_ok},
            {"mismatch", totals.wire_mismatch},
            {"bytes", totals.bytes},
            {"files", totals.files},
            {"failed", totals.failed},
            {"unwritten", totals.unwritten},
            {"lost", totals.lost},
            {"spilled", totals.spilled}};
}

}  // namespace

TEST_CASE("no total ever falls, whatever becomes of clients, files and the disk", "[recording]") {
    const bool clips = GENERATE(false, true);
    const unsigned seed = GENERATE(range(1U, 13U));
    CAPTURE(clips, seed);
    std::mt19937 random(seed);
    const auto one_in = [&random](unsigned n) { return random() % n == 0; };
    const Folder folder;
    bool full = false;
    bool refuses = false;
    unsigned made = 0;
    SteppedWorkers workers;
    RecorderOptions options;
    options.game = &toy::game();
    options.workers = &workers;
    options.recording.reel.chunk_seconds = 0.2;
    options.recording.retry = 1s;
    options.recording.split_by_map = one_in(2);
    if (clips)
        options.recording.clips = {
            3s, 500ms, {{std::string(kOnQuery), "Thing.value == 7"}}, folder / ""};
    options.make_file = [&](const FileNameFields&) -> Result<NewFile> {
        if (refuses) return fail("the folder is gone");
        const std::string path = folder / (std::to_string(++made) + ".reel");
        auto file = create_file(path, IfExists::Refuse);
        if (!file) return file.error();
        return NewFile{path, std::make_unique<FillingSink>(*std::move(file), full)};
    };
    SetClock clock;
    Recorder recorder(std::move(options), clock);
    auto before = counters_of(recorder.totals());
    std::set<std::string> moved;
    const auto look = [&](const std::string& when) {
        const auto now = counters_of(recorder.totals());
        for (const auto& [name, value] : now) {
            INFO(name << " " << when);
            CHECK(value >= before.at(name));
            if (value > before.at(name)) moved.insert(name);
        }
        before = now;
    };
    Tick tick = 0;
    for (int round = 0; round < 400; ++round, tick += 2) {
        for (const std::uint64_t client : {1U, 2U, 3U}) {
            if (one_in(60)) recorder.queue().push(QueueItem::Kind::ClientGone, client, {});
            if (one_in(80)) recorder.queue().push(client, toy::from_server(toy::goodbye()));
            if (one_in(50)) recorder.queue().push(client, toy::from_server(toy::segment('a')));
            if (clips && one_in(30)) recorder.queue().push(QueueItem::Kind::Save, client, {});
            recorder.queue().push(client, toy::from_server(toy::frame(tick, one_in(30) ? 7 : 1)));
        }
        if (one_in(40)) full = !full;
        if (one_in(60)) refuses = !refuses;
        if (one_in(40)) {
            // The newest recording, or a part of what is kept.
            std::vector<std::filesystem::path> there{folder / (std::to_string(made) + ".reel")};
            for (const auto& entry : std::filesystem::recursive_directory_iterator(folder / ""))
                if (clips && entry.is_regular_file()) there.push_back(entry.path());
            std::filesystem::remove(there[random() % there.size()]);
        }
        clock.pass(100ms);
        workers.step();
        look("in round " + std::to_string(round));
    }
    recorder.stop();
    look("when it ended");
    // A clip that found no room is tried again, in a file of its own each time.
    const std::uint64_t files = recorder.totals().files;
    CHECK((clips ? files <= made : files == made));
    for (const char* name : {"snapshots", "ok", "bytes", "files", "failed", "unwritten"}) {
        INFO(name);
        CHECK(moved.count(name) == 1);
    }
}

TEST_CASE("a full disk ends one recording, not the others", "[recording]") {
    Archive archive;
    archive.limit_of_first = 2000;
    RecorderOptions options = options_for(archive, toy::game());
    options.recording.reel.chunk_seconds = 0.5;
    const SystemClock clock;
    Recorder recorder(std::move(options), clock);
    for (Tick tick = 0; tick < 20000; tick += 2)
        for (const std::uint64_t client : {1U, 2U})
            recorder.queue().push(
                client, toy::from_server(toy::frame(tick, static_cast<Word>(tick * 7919))));
    recorder.stop();
    REQUIRE(archive.closed.size() == 2);
    for (const RecordedFile& file : archive.closed)
        if (file.error.empty()) CHECK(file.snapshots == 10000);
    CHECK(recorder.totals().failed == 1);
    REQUIRE(recorder.first_failed().has_value());
    CHECK(recorder.first_failed()->path == "1.1");
    REQUIRE(archive.problems.size() == 1);
    CHECK_THAT(archive.problems[0], tickreel_test::contains("the game continues"));
    CHECK(snapshots_in(*archive.disk("1.1")) > 0);
}
