#include "player/panels/chat_panel.h"

#include <algorithm>

#include "player/panels/time_text.h"
#include "player/panels/widgets.h"
#include "player/state/playback.h"
#include "player/state/recording_session.h"

namespace tickreel {
namespace {

constexpr std::size_t kShown = 200;  // lines before the playhead
constexpr double kRecent = 10;       // seconds that a line is bright

}  // namespace

void ChatPanel::update(const PanelContext& context) {
    if (scan_ == context.session.scan_pointer()) return;
    scan_ = context.session.scan_pointer();
    lines_.clear();
    for (std::size_t i = 0; i < scan_->events.size(); ++i) {
        const EventEntry event = scan_->events[i];
        if ((event.kind == EventLane::Chat || event.kind == EventLane::Race) && !event.text.empty())
            lines_.push_back(static_cast<std::uint32_t>(i));
    }
}

void ChatPanel::draw(const PanelContext& context) {
    if (!context.session.ready()) return;
    update(context);
    const Look& look = context.look;
    const std::int64_t here = context.playback.position();
    const auto behind = std::upper_bound(lines_.begin(), lines_.end(), here,
                                         [this](std::int64_t position, std::uint32_t line) {
                                             return position < scan_->events[line].position;
                                         });
    const auto past = static_cast<std::size_t>(behind - lines_.begin());
    pane_note(look, grouped(past) + " of " + grouped(lines_.size()));
    if (!ImGui::BeginChild("chat", {0, 0}, false)) {
        ImGui::EndChild();
        return;
    }
    if (past == 0) {
        paragraph(ink::kDim, !scan_->complete ? "Reading ..."
                             : lines_.empty() ? "This recording contains no chat."
                                              : "Nobody has said anything yet.");
    }
    for (std::size_t i = past > kShown ? past - kShown : 0; i < past; ++i) {
        const EventEntry event = scan_->events[lines_[i]];
        ImGui::PushID(static_cast<int>(i));
        const double seconds =
            static_cast<double>(event.position) / context.playback.ticks_per_second();
        std::string time = Timeline::format_time(seconds);
        time.resize(std::min(time.size(), time.find('.')));
        text(look.small, ink::kDim, time);
        ImGui::SameLine(look.px(52));
        const double rate = context.playback.ticks_per_second();
        const bool recent = static_cast<double>(here - event.position) < kRecent * rate;
        paragraph(context, recent ? ink::kText : ink::kSoft, event.text);
        if (ImGui::IsItemClicked()) context.enqueue(Jump{event.position});
        if (i + 1 == past) probe(context, "chat.last");
        ImGui::PopID();
    }
    // Also when the pane becomes another size. A scroll bar that appears makes the lines narrower,
    // and more of them.
    constexpr int kFrames = 3;
    const ImVec2 size = ImGui::GetWindowSize();
    const bool resized = size.x != size_.x || size.y != size_.y;
    if (past != past_ || resized) settling_ = kFrames;
    past_ = past;
    size_ = size;
    if (settling_ > 0) {
        --settling_;
        ImGui::SetScrollHereY(1.0F);
    }
    ImGui::EndChild();
}

}  // namespace tickreel
