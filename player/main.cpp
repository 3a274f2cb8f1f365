// tickreel-player [FILE[@PLACE]] | render ... | screenshot ...
#include <csignal>
#include <iostream>
#include <string>

#include "player/app/memory.h"
#include "player/app/play_options.h"
#include "player/app/report_missing.h"
#include "player/app/screenshot.h"
#include "player/app/window.h"
#include "player/draw/font_chain.h"
#include "player/render/render.h"
#include "tickreel/base/standard_output.h"

namespace {

using namespace tickreel;

int show(const PlayOptions& wanted) {
    Result<std::unique_ptr<Window>> window = Window::open(wanted.width, wanted.height);
    if (!window) {
        std::cerr << "tickreel-player: " << window.error().message << '\n';
        return 1;
    }
    PlayerAppOptions options;
    options.scale = wanted.scale;
    options.recents_file = Recents::usual_file();
    options.settings_file = usual_settings_file();
    options.session_file = usual_session_file();
    options.fonts = system_font_files();
    options.art = wanted.art;
    PlayerApp app(options);
    if (!wanted.file.empty())
        app.open(wanted.file, wanted.place, wanted.view);
    else
        app.open_last();
    (*window)->run(app, [&] {
        if (wanted.verbose) std::cerr << "ready, drawing with " << (*window)->driver() << std::endl;
    });
    return report_missing("tickreel play", app.state().session());
}

int run(int argc, char** argv) {
    const std::string first = argc > 1 ? argv[1] : "";
    if (first == "render") return render_main(argc - 1, argv + 1);
    if (first == "screenshot") return screenshot_main(argc - 1, argv + 1);
    int exit_code = 0;
    const std::optional<PlayOptions> wanted = read_play_options(argc, argv, exit_code);
    return wanted ? show(*wanted) : exit_code;
}

}  // namespace

int main(int argc, char** argv) {
    limit_heap_retention();
    std::signal(SIGXFSZ, SIG_IGN);  // a file at the size limit is a full disk: an error to report
    const int code = run(argc, argv);
    const std::string unwritten = flush_standard_output();
    if (unwritten.empty()) return code;
    std::cerr << "tickreel-player: " << unwritten << '\n';
    return 1;
}
