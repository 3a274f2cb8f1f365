// The cost of the player: opening, a frame, a scrub, memory. One table.
// usage: bench_player FILE.reel [WIDTHxHEIGHT]
//        bench_player lengthen FILE.reel HOURS OUT.reel   (repeats its frames)
// The window is SDL's, with the driver that SDL_VIDEODRIVER names ("offscreen": software GL).
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <thread>

#include "player/app/memory.h"
#include "player/app/window.h"
#include "player/draw/font_chain.h"
#include "tests/bench/lengthen.h"

using namespace tickreel;

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

class Samples {
public:
    void add(double ms) { values_.push_back(ms); }
    double at(double share) {
        std::sort(values_.begin(), values_.end());
        return values_.empty() ? 0
                               : values_[static_cast<std::size_t>(
                                     share * static_cast<double>(values_.size() - 1))];
    }
    void print(const char* what, const char* target) {
        std::printf("%-44s %9.2f %9.2f %9.2f   %s\n", what, at(0.5), at(0.99), at(1), target);
    }

private:
    std::vector<double> values_;
};

double megabytes(const char* field) {
    std::ifstream status("/proc/self/status");
    std::string word;
    while (status >> word) {
        double kilobytes = 0;
        if (word == field && status >> kilobytes) return kilobytes / 1024;
    }
    return 0;
}

struct Bench {
    PlayerApp& app;
    Window& window;
    Samples logic{};  // panels and scene, without drawing
    Samples scene{};
    Samples whole{};  // until the pixels are ready

    bool frame(double elapsed) {
        const Clock::time_point start = Clock::now();
        const bool alive = window.frame(app, PlayerState::Seconds(elapsed));
        window.wait_for_pixels();  // reading all pixels would take 8 MB that the program never uses
        whole.add(milliseconds_since(start));
        logic.add(app.frame_milliseconds());
        scene.add(app.scene_milliseconds());
        return alive;
    }
    // Until the recording's first frame is drawn.
    bool open(const std::string& file) {
        app.open(file);
        do {
            if (!frame(0) || !app.state().session().open_error().empty()) {
                std::fprintf(stderr, "%s\n", app.state().session().open_error().c_str());
                return false;
            }
        } while (!app.state().session().ready() || app.state().frames().current() == nullptr);
        return true;
    }
    void settle() {
        do {
            frame(0);
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        } while (app.busy());
        frame(0);
    }
    void forget() { logic = scene = whole = Samples(); }

    void print(const std::string& view) {
        logic.print((view + ": scene + panels, ms").c_str(), "<= 4 (p50)");
        scene.print((view + ": of that the scene, ms").c_str(), "");
        whole.print((view + ": with drawing, ms").c_str(), "");
        forget();
    }
};

void play(Bench& bench, const char* view) {
    bench.settle();
    bench.forget();
    bench.app.enqueue(TogglePlay{});
    for (int i = 0; i < 150; ++i) bench.frame(1.0 / 60);
    bench.app.enqueue(TogglePlay{});
    bench.print(view);
}

void scrub(Bench& bench) {
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> share(0, 1);
    bench.settle();
    bench.forget();
    Samples shown;
    bench.app.enqueue(BeginScrub{});
    for (int i = 0; i < 200; ++i) {
        const Clock::time_point start = Clock::now();
        bench.app.enqueue(JumpShare{share(random)});
        bench.app.frame(1280, 800, PlayerState::Seconds(0));
        shown.add(milliseconds_since(start));
    }
    bench.app.enqueue(EndScrub{});
    shown.print("a random tick: decode, scene, panels, ms", "<= 33 (p99)");
}

// Repeatedly, in the running program.
bool open_again(Bench& bench, const std::string& file) {
    Samples opening;
    for (int i = 0; i < 5; ++i) {
        bench.app.enqueue(CloseRecording{});
        bench.settle();
        const Clock::time_point start = Clock::now();
        if (!bench.open(file)) return false;
        opening.add(milliseconds_since(start));
    }
    opening.print("opening in a running program, ms", "<= 150");
    return true;
}

int measure(const std::string& file, int width, int height) {
    const Clock::time_point start = Clock::now();
    Result<std::unique_ptr<Window>> window = Window::open(width, height);
    if (!window) {
        std::fprintf(stderr, "%s\n", window.error().message.c_str());
        return 1;
    }
    PlayerAppOptions options;
    options.fonts = system_font_files();
    const double with_window = milliseconds_since(start);
    PlayerApp app(options);
    Bench bench{app, **window};
    const double with_app = milliseconds_since(start);
    bench.frame(0);
    const double welcome = milliseconds_since(start);
    if (!bench.open(file)) return 1;
    const double first = milliseconds_since(start);
    while (app.loading_art()) bench.frame(0);
    bench.frame(0);
    const double with_art = milliseconds_since(start);
    bench.settle();
    std::printf("%s, %dx%d, drawn by %s\n", file.c_str(), width, height,
                (*window)->driver().c_str());
    std::printf("%-44s %9s %9s %9s   %s\n", "", "p50", "p99", "worst", "target");
    std::printf("%-44s %9.0f\n", "a new process: SDL's window and its GL, ms", with_window);
    std::printf("%-44s %9.0f\n", "... fonts and panels", with_app);
    std::printf("%-44s %9.0f\n", "... the empty player on the screen", welcome);
    std::printf("%-44s %9.0f\n", "... the recording's first frame", first);
    std::printf("%-44s %9.0f\n", "... with the map's pictures", with_art);
    play(bench, "whole map");
    app.enqueue(FollowNumber{0});
    play(bench, "following");
    scrub(bench);
    std::printf("%-44s %9.0f %30s\n", "memory, MB", megabytes("VmRSS:"), "<= 200");
    std::printf("%-44s %9.0f\n", "... at most", megabytes("VmHWM:"));
    return open_again(bench, file) ? 0 : 1;
}

// Repeats the frames with increasing ticks and times.
int make_long(const std::string& from, double hours, const std::string& to) {
    auto file = open_file(from);
    auto reel = file ? ReelReader::open(std::move(*file))
                     : Result<std::unique_ptr<ReelReader>>(file.error());
    const auto done = reel ? lengthen(**reel, hours, to) : Result<void>(reel.error());
    if (!done) std::fprintf(stderr, "%s\n", done.error().message.c_str());
    return done ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    limit_heap_retention();  // as in the program
    const std::string first = argc > 1 ? argv[1] : "";
    if (argc == 5 && first == "lengthen") return make_long(argv[2], std::atof(argv[3]), argv[4]);
    int width = 1280;
    int height = 800;
    const bool sized =
        argc < 3 || std::sscanf(argv[2], "%dx%d", &width, &height) == 2;  // NOLINT(cert-err34-c)
    if (first.empty() || !sized) {
        std::fprintf(stderr, "usage: bench_player FILE.reel [WIDTHxHEIGHT]\n");
        return 2;
    }
    return measure(first, width, height);
}
