#pragma once
// The query panel: an expression over fields, and a list of its hits. Runs in the background; a
// click seeks. Offers completions while typing, and examples from the open recording.

#include <string>
#include <vector>

#include "player/panels/panel.h"
#include "tickreel/analysis/query_run.h"

namespace tickreel {

class QueryPanel final : public Panel {
public:
    void draw(const PanelContext& context) override;

private:
    void draw_box(const PanelContext& context);
    void draw_candidates(const PanelContext& context);
    void submit(const PanelContext& context, const std::string& text);
    void find_examples(const PanelContext& context);
    void draw_state(const PanelContext& context) const;
    void draw_hits(const PanelContext& context);
    static void draw_hit(const PanelContext& context, const QueryHit& hit, bool current);
    void draw_help(const PanelContext& context);
    void draw_list(const PanelContext& context, const char* title,
                   const std::vector<std::string>& texts);

    std::string text_;
    std::uint64_t generation_ = 0;
    bool focus_ = false;                 // the box wants the keyboard back
    bool asked_ = false;                 // Enter was pressed, the answer is not there yet
    std::vector<std::string> history_;   // the latest first
    std::vector<std::string> examples_;  // of the open recording
    bool from_whole_scan_ = false;
};

}  // namespace tickreel
