#pragma once
// The library: recordings of a folder and below, by player, map and date, and the events and
// markers in them. A click opens one where it happened.

#include <map>

#include <imgui.h>

#include "player/draw/textures.h"
#include "player/panels/panel.h"
#include "player/state/library_pictures.h"
#include "player/state/library_search.h"

namespace tickreel {

class LibraryDialog final : public Panel {
public:
    void draw(const PanelContext& context) override;

private:
    void begin(const PanelContext& context);
    void draw_question(const PanelContext& context);
    void draw_answer(const PanelContext& context);
    void draw_hits(const PanelContext& context);
    void draw_picture(const PanelContext& context, const std::string& path, ImVec2 at);
    void search();
    bool lacks_text() const;

    LibraryQuestion question_;
    std::size_t kind_ = 0;  // of what is asked for
    std::string marker_;
    std::string query_;
    LibrarySearch searching_;
    LibraryQuestion asked_;
    std::optional<LibraryAnswer> answer_;
    LibraryPictures pictures_;
    std::map<std::string, OwnedTexture> shown_;  // those on the screen, by path
    bool open_ = false;
};

}  // namespace tickreel
