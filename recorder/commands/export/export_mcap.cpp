#include <map>
#include <span>

#include <fmt/format.h>

#include "recorder/commands/export/mcap_scene.h"
#include "recorder/commands/export/mcap_schema.h"
#include "recorder/commands/export/single_export.h"
#include "recorder/commands/resampling.h"
#include "recorder/commands/selection.h"
#include "tickreel/base/interrupted.h"
#include "tickreel/base/stop_signals.h"
#include "tickreel/export/mcap_writer.h"
#include "tickreel/model/event_names.h"
#include "tickreel/model/type_table.h"
#include "tickreel/reel/compress.h"
#include "tickreel/reel/gap_list.h"

namespace tickreel {

namespace {

constexpr int kLevel = 3;  // readers decompress whole chunks: speed counts more than the last byte

std::uint64_t nanoseconds(std::chrono::nanoseconds time) {
    return static_cast<std::uint64_t>(std::max<std::int64_t>(time.count(), 0));
}

constexpr const char* kSceneSteps = "100ms";  // what an eye needs

// Frames become messages: a topic for each type, "/snapshot" and "/marker", and for whom looks at
// them without configuration "/scene" and "/log".
class McapExport {
public:
    McapExport(ByteSink& out, const ReelReader& reel, std::vector<bool> wanted)
        : reel_(reel),
          types_(reel.schema()),
          wanted_(std::move(wanted)),
          writer_(out, options()),
          scene_steps_(*parse_steps(kSceneSteps, reel.info().ticks_per_second)) {}

    // The problems of attachments that cannot be read.
    void begin(MomentRange range, const ProblemSink& problems);
    bool add(const Frame& frame);  // false: writing failed, finish() says why
    Result<void> finish();
    std::uint64_t messages() const { return messages_; }
    std::string why_as_sent() const { return scene_.why_as_sent(); }

private:
    McapOptions options();
    std::uint16_t new_channel(const std::string& topic, const std::string& schema,
                              const std::string& name = "");
    std::uint16_t own_channel(const std::string& topic, std::string (*schema)(),
                              const std::string& name = "");
    // Where the messages of a type go, and how they are made.
    struct Topic {
        std::uint16_t channel = 0;
        McapRows rows;
    };
    Topic& type_topic(TypeId type);
    void send(std::uint16_t channel, std::chrono::nanoseconds at, const std::string& text);
    void add_markers(Moment until, std::chrono::nanoseconds at);
    void add_scene(const Frame& frame);
    bool wanted(TypeId type) const { return type >= wanted_.size() || wanted_[type]; }

    const ReelReader& reel_;
    TypeTable types_;
    std::vector<bool> wanted_;
    Compressor compressor_;
    McapWriter writer_;
    std::map<std::string, std::uint16_t> topics_;
    std::map<TypeId, Topic> type_topics_;
    std::map<std::uint16_t, std::uint32_t> sequences_;
    std::vector<Item> items_;
    SceneWriter scene_{reel_, types_};
    TickSteps scene_steps_;
    RosterHistory roster_;
    EventNames names_{reel_.schema(), roster_};
    std::span<const Marker> markers_{};  // of the range, not yet sent
    std::chrono::nanoseconds last_{};    // the time of the last frame
    std::uint64_t messages_ = 0;
};

McapOptions McapExport::options() {
    McapOptions options;
    options.library = "tickreel " TICKREEL_VERSION;
    options.compression = "zstd";
    options.compress = [this](ByteView raw) { return compressor_.compress(raw, kLevel); };
    return options;
}

void McapExport::begin(MomentRange range, const ProblemSink& problems) {
    const RecordingInfo& info = reel_.info();
    markers_ = markers_within(reel_, range);
    McapWriter::Pairs facts = info.properties;
    facts["game"] = info.game;
    facts["ticks_per_second"] = fmt::format("{}", info.ticks_per_second);
    for (std::size_t i = 0; i < reel_.segments().size(); ++i)
        facts[fmt::format("map_{}", i)] = reel_.segments()[i].map;
    writer_.add_metadata("recording", facts);
    for (std::size_t i = 0; i < reel_.attachments().size(); ++i) {
        const auto bytes = reel_.attachment(i);
        if (!bytes) {
            problems({bytes.error().message});
            continue;
        }
        const AttachmentInfo& about = reel_.attachments()[i];
        writer_.add_attachment(about.name, about.media, nanoseconds(info.start), *bytes);
    }
}

std::uint16_t McapExport::new_channel(const std::string& topic, const std::string& schema,
                                      const std::string& name) {
    const std::uint16_t id = writer_.add_schema(name.empty() ? "tickreel." + topic : name,
                                                "jsonschema", as_bytes(schema));
    return writer_.add_channel(id, '/' + topic, "json");
}

std::uint16_t McapExport::own_channel(const std::string& topic, std::string (*schema)(),
                                      const std::string& name) {
    const auto known = topics_.find(topic);
    if (known != topics_.end()) return known->second;
    return topics_[topic] = new_channel(topic, schema(), name);
}

// Of a whole export only: readers know these by the names of their schemas.
void McapExport::add_scene(const Frame& frame) {
    const Roster& names = names_.at(frame);
    if (scene_steps_.takes(frame.moment()))
        send(own_channel("scene", scene_schema, "foxglove.SceneUpdate"), frame.time,
             scene_.message(reel_.schema(), frame));
    for (const Event& event : frame.events)
        if (const std::string text = log_line(reel_.schema(), frame, event, &names); !text.empty())
            send(own_channel("log", log_schema, "foxglove.Log"), frame.time, text);
}

McapExport::Topic& McapExport::type_topic(TypeId type) {
    const auto known = type_topics_.find(type);
    if (known != type_topics_.end()) return known->second;
    const std::uint16_t channel = new_channel(types_[type].name, mcap_schema(types_[type]));
    return type_topics_.emplace(type, Topic{channel, McapRows(types_.reader(type))}).first->second;
}

void McapExport::send(std::uint16_t channel, std::chrono::nanoseconds at, const std::string& text) {
    const std::uint64_t time = nanoseconds(at);
    writer_.add_message({channel, sequences_[channel]++, time, time, as_bytes(text)});
    ++messages_;
}

// A marker has a tick only: it gets the time of the first frame from there on, or of the last one.
void McapExport::add_markers(Moment until, std::chrono::nanoseconds at) {
    for (; !markers_.empty() && markers_.front().moment <= until; markers_ = markers_.subspan(1))
        send(own_channel("marker", mcap_marker_schema), at, mcap_marker(markers_.front()));
}

bool McapExport::add(const Frame& frame) {
    last_ = frame.time;
    if (wanted_.empty()) {
        send(own_channel("snapshot", mcap_snapshot_schema), frame.time, mcap_snapshot(frame));
        add_markers(frame.moment(), frame.time);
        add_scene(frame);
    }
    for (std::size_t i = 0; i < frame.snapshot.size();) {
        const TypeId type = frame.snapshot[i].key.type;
        items_.clear();
        for (; i < frame.snapshot.size() && frame.snapshot[i].key.type == type; ++i)
            items_.push_back(frame.snapshot[i]);
        if (!wanted(type)) continue;
        Topic& topic = type_topic(type);
        send(topic.channel, frame.time, topic.rows.items(frame, items_));
    }
    for (const Event& event : frame.events) {
        if (!wanted(event.type)) continue;
        const Topic& topic = type_topic(event.type);
        send(topic.channel, frame.time, topic.rows.event(frame, event));
    }
    return writer_.status().ok();
}

Result<void> McapExport::finish() {
    if (wanted_.empty() && !markers_.empty()) add_markers(markers_.back().moment, last_);
    return writer_.finish();
}

std::vector<bool> wanted_types(const Schema& schema, const std::vector<std::string>& names) {
    std::vector<bool> wanted(names.empty() ? 0 : schema.size());
    for (const std::string& name : names)
        if (const auto id = schema.find(name)) wanted[*id] = true;
    return wanted;
}

int export_mcap(const CommandLine& line, const ExportJob& job, const Reels& reels) {
    const ReelReader& reel = *reels.front();
    SingleExport single(line, job, reel);
    if (const auto code = single.begin()) return *code;
    McapExport mcap(single.out(), reel, wanted_types(reel.schema(), job.types));
    mcap.begin(single.range(), single.problems());
    const StopSignals stop;
    bool stopped = false;
    const auto scanned = reel.scan(single.range(), single.problems(), [&](const Frame& frame) {
        single.show_progress(frame.moment());
        stopped = stop.arrived();
        return !stopped && mcap.add(frame);
    });
    if (!scanned) return single.failed(scanned.error(), kVerifyHint);
    if (stopped) return single.not_written(fail(kInterrupted));
    if (const auto done = mcap.finish(); !done) return single.not_written(done.error());
    if (const std::string why = mcap.why_as_sent(); !why.empty())
        line.warn(job.paths.front(), why + ": characters in /scene are where they were sent");
    return single.finish(fmt::format("{} messages", mcap.messages()));
}

}  // namespace

extern const Exporter mcap_exporter;
const Exporter mcap_exporter{"mcap", false, OutputKind::Binary, export_mcap};

}  // namespace tickreel
