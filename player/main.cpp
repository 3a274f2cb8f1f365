// tickreel-player [FILE[@PLACE]] | render ... | screenshot ...
#include <iostream>
#include <string>

#include "player/app/memory.h"
#include "player/app/play_options.h"
#include "player/app/screenshot.h"
#include "player/app/window.h"
#include "player/draw/font_chain.h"
#include "player/render/render.h"
#include "tickreel/analysis/missing_summary.h"

namespace {

using namespace tickreel;

// Of the recording that is open last; the exit code.
int report_missing(const RecordingSession& session) {
    constexpr int kDataLost = 3;
    if (!session.ready() || session.imported()) return 0;
    const ReelReader& reader = session.reader();
    const std::string missing = missing_summary(reader, reader.everything());
    if (missing.empty()) return 0;
    std::cerr << "tickreel play: " << session.path() << ": " << missing
              << "; 'tickreel verify' says more\n";
    return kDataLost;
}

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
        app.open(wanted.file, wanted.place);
    else
        app.open_last();
    (*window)->run(app, [&] {
        if (wanted.verbose) std::cerr << "ready, drawing with " << (*window)->driver() << std::endl;
    });
    return report_missing(app.state().session());
}

}  // namespace

int main(int argc, char** argv) {
    limit_heap_retention();
    const std::string first = argc > 1 ? argv[1] : "";
    if (first == "render") return render_main(argc - 1, argv + 1);
    if (first == "screenshot") return screenshot_main(argc - 1, argv + 1);
    int exit_code = 0;
    const std::optional<PlayOptions> wanted = read_play_options(argc, argv, exit_code);
    return wanted ? show(*wanted) : exit_code;
}
