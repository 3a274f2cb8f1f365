// tickreel-player [FILE[@PLACE]] | render ... | query ... | screenshot ...
#include <iostream>
#include <string>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "player/app/play_options.h"
#include "player/app/query_main.h"
#include "player/app/screenshot.h"
#include "player/app/window.h"
#include "player/draw/font_chain.h"
#include "player/render/render.h"

namespace {

using namespace tickreel;

// Pictures come and go in pieces of megabytes, in several threads: what is freed is to leave the
// process at once. glibc would otherwise learn to keep such pieces.
void give_memory_back() {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 256 << 10);
    mallopt(M_ARENA_MAX, 2);
#endif
}

int show(const PlayOptions& wanted) {
    Result<std::unique_ptr<Window>> window = Window::open(wanted.width, wanted.height);
    if (!window) {
        std::cerr << "Error: " << window.error().message << '\n';
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
    if (!wanted.file.empty()) {
        app.open(wanted.file, wanted.place);
    } else {
        app.open_last();
    }
    (*window)->run(app, [&] {
        if (wanted.verbose) {
            std::cerr << "ready, drawing with " << (*window)->driver() << std::endl;
        }
    });
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    give_memory_back();
    const std::string first = argc > 1 ? argv[1] : "";
    if (first == "render") {
        return render_main(argc - 1, argv + 1);
    }
    if (first == "query") {
        return query_main(argc - 1, argv + 1);
    }
    if (first == "screenshot") {
        return screenshot_main(argc - 1, argv + 1);
    }
    int exit_code = 0;
    const std::optional<PlayOptions> wanted = read_play_options(argc, argv, exit_code);
    return wanted ? show(*wanted) : exit_code;
}
