#pragma once
// What a redacted recording still says, in words: for the person who is about to pass it on. Sees
// everything on its way into the file.

#include <cstdint>
#include <set>
#include <string>

#include "recorder/recording/redaction.h"
#include "tickreel/model/forwarding_sink.h"
#include "tickreel/model/type_table.h"
#include "tickreel/reel/recording_info.h"

namespace tickreel {

class KeptContent final : public ForwardingSink {
public:
    // All but `drops` must outlive it.
    KeptContent(const Schema& schema, const RecordingInfo& info, const RedactionDrops& drops,
                FrameSink& into);

    void set_property(std::string_view key, std::string_view value) override;
    void begin_segment(const Segment& segment) override;
    void add_attachment(const Attachment& attachment) override;
    void add_marker(const Marker& marker) override;
    void add_frame(const Frame& frame) override;

    // "map names (dm1); 5 skins; ..."
    std::string text() const;
    // What --drop would remove of it: "skin,time"; "" if nothing.
    std::string droppable() const;

private:
    void add_skins(TypeId type, Row row);
    bool has_text(TypeId type, Row row);

    TypeTable types_;
    std::string start_;
    bool clocks_ = false;     // fields that tell the time of day
    bool dated_ids_ = false;  // left where nothing else tells it
    std::set<std::string> properties_;
    std::set<std::string> maps_;
    std::set<std::string> attachments_;
    std::set<std::string> skins_;
    std::uint64_t markers_ = 0;
    std::uint64_t server_texts_ = 0;
    std::uint64_t chat_ = 0;
    std::uint64_t inputs_ = 0;
};

}  // namespace tickreel
