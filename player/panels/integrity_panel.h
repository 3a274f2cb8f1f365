#pragma once
// The integrity of the recording: the wire checksum of this snapshot with all its numbers and, if
// it does not match, possible causes; totals, missing snapshots, damaged parts of the file. States
// that a matching checksum is no proof.

#include <string>
#include <vector>

#include "player/panels/panel.h"

namespace tickreel {

class IntegrityPanel final : public Panel {
public:
    void draw(const PanelContext& context) override;

private:
    void draw_snapshot(const PanelContext& context, const Frame& frame);
    void draw_checksum(const PanelContext& context, const WireInfo& wire);
    void draw_item_checksums(const PanelContext& context, const WireInfo& wire);
    void draw_reasons(const PanelContext& context);
    static void draw_totals(const PanelContext& context);
    static void total(const PanelContext& context, Integrity kind, std::uint64_t count,
                      const std::string& more);
    void draw_file_line(const PanelContext& context);
    void draw_file(const PanelContext& context);
    static void draw_chunk(const PanelContext& context);
    static void draw_check(const PanelContext& context);

    Snapshot explained_;  // what the reasons are about
    std::vector<std::string> reasons_;
    bool to_file_ = false;  // scroll there
};

}  // namespace tickreel
