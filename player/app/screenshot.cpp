#include "player/app/screenshot.h"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <thread>

#include <CLI/CLI.hpp>

#include "format/base/file.h"
#include "player/app/player_app.h"
#include "player/draw/font_chain.h"
#include "player/draw/png.h"

namespace tickreel {
namespace {

constexpr auto kPatience = std::chrono::seconds(120);
constexpr int kMaxSide = 16384;

struct Job {
    std::string file{};
    std::string place{};
    std::string out{};
    std::string size = "1280x800";
    std::string select{};
    std::vector<std::string> actions{};
    float scale = 1;
    bool builtin = false;
    bool force = false;
};

bool parse_size(const std::string& text, int& width, int& height) {
    return std::sscanf(text.c_str(), "%dx%d", &width, &height) == 2 && width > 0 && height > 0 &&
           width <= kMaxSide && height <= kMaxSide;
}

// Frames without passing time until nothing in the background will change the picture.
bool settle(PlayerApp& app, int width, int height) {
    const auto end = std::chrono::steady_clock::now() + kPatience;
    const auto draw = [&] {
        app.frame(static_cast<float>(width), static_cast<float>(height), PlayerState::Seconds(0));
    };
    draw();
    while (app.busy()) {
        if (std::chrono::steady_clock::now() > end) {
            return false;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        draw();
    }
    draw();
    draw();
    return true;
}

// "Character:7"
Result<void> select_item(PlayerApp& app, const std::string& text) {
    const std::size_t colon = text.find(':');
    const auto type = app.state().reader().schema().find(text.substr(0, colon));
    if (colon == std::string::npos || !type) {
        return fail("--select wants TYPE:NUMBER with a type of this recording, not \"", text, "\"");
    }
    app.state().select(ItemKey{*type, std::strtoull(text.c_str() + colon + 1, nullptr, 10)});
    return {};
}

Result<void> take(const Job& job) {
    int width = 0;
    int height = 0;
    if (!parse_size(job.size, width, height)) {
        return fail("--size wants WIDTHxHEIGHT, for example 1280x800, not \"", job.size, "\"");
    }
    if (!job.force && std::filesystem::exists(job.out)) {
        return fail(job.out, ": exists; --force replaces it");
    }
    PlayerAppOptions options;
    options.scale = job.scale;
    options.fonts = system_font_files();
    options.art.installed = !job.builtin;
    PlayerApp app(options);
    if (!job.file.empty()) {
        app.open(job.file, job.place);
    }
    if (!settle(app, width, height)) {
        return fail(job.file, ": took too long to read");
    }
    if (!job.file.empty() && !app.state().ready()) {
        return fail(app.state().open_error());
    }
    for (const std::string& action : job.actions) {
        if (!app.actions().run(action, app.state())) {
            return fail("there is no action \"", action, "\"");
        }
        settle(app, width, height);
    }
    if (!job.select.empty()) {
        const Result<void> selected = select_item(app, job.select);
        if (!selected) {
            return selected;
        }
    }
    settle(app, width, height);
    const Result<Bytes> png = write_png(app.picture(width, height));
    if (!png) {
        return png.error();
    }
    Result<std::unique_ptr<ByteSink>> sink =
        create_file(job.out, job.force ? IfExists::Replace : IfExists::Refuse);
    if (!sink) {
        return sink.error();
    }
    const Result<void> written = (*sink)->write(*png);
    return written ? (*sink)->close() : written;
}

}  // namespace

int screenshot_main(int argc, char** argv) {
    Job job;
    CLI::App command("The whole player as a PNG, without a display.", "tickreel-player screenshot");
    command.add_option("FILE", job.file, "The recording; none shows the empty player");
    command.add_option("--tick", job.place, "Where: a tick, 1:02.5 or 50%");
    command.add_option("-o,--output", job.out, "The PNG to write")->required();
    command.add_option("--size", job.size, "WIDTHxHEIGHT in pixels")->capture_default_str();
    command.add_option("--scale", job.scale, "Pixels per point, 2 on dense screens")
        ->check(CLI::Range(0.5, 4.0));
    command.add_option("--select", job.select, "The item to inspect, TYPE:NUMBER");
    command.add_option("--action", job.actions, "Actions to run first, for example window.help");
    command.add_flag("--builtin", job.builtin, "Do not use the installed game's pictures");
    command.add_flag("-f,--force", job.force, "Replace an existing file");
    try {
        command.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return command.exit(error) == 0 ? 0 : 2;
    }
    const Result<void> done = take(job);
    if (!done) {
        std::cerr << "Error: " << done.error().message << '\n';
        return 1;
    }
    std::cout << job.out << '\n';
    return 0;
}

}  // namespace tickreel
