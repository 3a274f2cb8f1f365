#include "player/app/screenshot.h"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <set>
#include <thread>

#include <CLI/CLI.hpp>

#include "player/app/play_options.h"
#include "player/app/player_app.h"
#include "player/app/report_missing.h"
#include "player/draw/font_chain.h"
#include "player/draw/png.h"
#include "player/state/arguments.h"
#include "player/state/connections.h"
#include "player/state/output_name.h"
#include "tickreel/analysis/extent.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/did_you_mean.h"
#include "tickreel/base/exists_already.h"
#include "tickreel/base/parse_number.h"
#include "tickreel/base/spelling.h"
#include "tickreel/base/unfinished_file.h"
#include "tickreel/model/find_name.h"
#include "tickreel/reel/match_reader.h"

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
    std::string query{};
    std::string blame{};
    std::vector<std::string> plots{};
    std::vector<std::string> tabs{};
    std::string pin{};
    unsigned connection = 0;  // of a capture
    std::string view{};       // of a match file
    bool light = false;
    float scale = 1;
    bool builtin = false;
    bool force = false;
};

bool parse_size(const std::string& text, int& width, int& height) {
    return std::sscanf(text.c_str(), "%dx%d", &width, &height) == 2 && width > 0 && height > 0 &&
           width <= kMaxSide && height <= kMaxSide;
}

// Draws frames without advancing time until no background work will change the picture.
bool settle(PlayerApp& app, int width, int height) {
    const auto end = std::chrono::steady_clock::now() + kPatience;
    const auto draw = [&] {
        app.frame(static_cast<float>(width), static_cast<float>(height), PlayerState::Seconds(0));
    };
    draw();
    while (app.busy()) {
        if (std::chrono::steady_clock::now() > end) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        draw();
    }
    draw();
    draw();
    return true;
}

// A picture is of the moment that was asked for, not of the nearest one.
Result<void> check_place(const PlayerApp& app, const std::string& place) {
    if (place.empty()) return {};
    const Timeline& timeline = app.state().session().reader().timeline();
    const auto number = parse_number<std::uint64_t>(std::string_view(place).substr(1));
    const bool relative = place[0] == '+' || place[0] == '-';
    const bool marker = place[0] == 'm' && number >= 1U &&
                        number <= app.state().session().reader().markers().size();
    if ((relative && number) || marker) return {};
    const Result<Moment> moment = timeline.locate(place);
    if (!moment) return moment.error();
    if (timeline.contains(*moment)) return {};
    return fail(outside_text(timeline, place));
}

// "Character:7"
Result<void> select_item(PlayerApp& app, const std::string& text) {
    const std::size_t colon = text.find(':');
    const auto number = colon == std::string::npos
                            ? std::nullopt
                            : parse_number<EntityId>(std::string_view(text).substr(colon + 1));
    if (!number) return fail("--select needs TYPE:NUMBER, not \"", text, "\"");
    const auto type = find_type_named(app.state().session().reader().schema(),
                                      text.substr(0, colon), TypeUse::Item);
    if (!type) return fail("--select ", text, ": ", type.error().message);
    const ItemKey key{*type, *number};
    const Frame* frame = app.state().frames().current();
    if (frame == nullptr || !frame->snapshot.find(key)) {
        const Moment here = app.state().moment();
        return fail("there is no ", text, " at tick ", here.tick,
                    "; 'tickreel at FILE TICK' lists what is there");
    }
    app.enqueue(SelectItem{key});
    return {};
}

// "Character:7.health"; the names as every command takes them.
Result<FieldRef> field_of(PlayerApp& app, const std::string& text) {
    const Schema& schema = app.state().session().reader().schema();
    const std::size_t colon = text.find(':');
    const std::size_t dot = text.find('.', std::min(colon, text.size()));
    const auto entity =
        dot == std::string::npos
            ? std::nullopt
            : parse_number<EntityId>(std::string_view(text).substr(colon + 1, dot - colon - 1));
    if (!entity) return fail("a field is written TYPE:NUMBER.FIELD, not \"", text, "\"");
    const auto type = find_type_named(schema, text.substr(0, colon), TypeUse::Item);
    if (!type) return fail(text, ": ", type.error().message);
    const std::string name = text.substr(dot + 1);
    if (const auto field = app.state().analysis().find_field({*type, *entity}, name)) return *field;
    const auto known = find_field_named(schema[*type], name);
    if (!known) return fail(text, ": ", known.error().message);
    return FieldRef{{*type, *entity}, *known};
}

// What is nowhere in the recording is a typing error more often than not: said once all is read.
void warn_of_absent(const PlayerApp& app, const Job& job) {
    const Analysis& analysis = app.state().analysis();
    const Schema& schema = app.state().session().reader().schema();
    std::vector<SeriesPointer> all{analysis.blame_series()};
    for (const FieldRef& field : analysis.plots()) all.push_back(analysis.plot_series(field));
    std::set<std::string> said;
    for (const SeriesPointer& series : all) {
        if (!series || !series->complete || series->ever_there()) continue;
        const ItemKey item = series->field.item;
        const std::string name = concat(schema[item.type].name, ':', item.entity);
        if (said.insert(name).second)
            std::cerr << "tickreel-player screenshot: " << job.file << ": there is no " << name
                      << " at any tick that can be read; 'tickreel at FILE TICK' lists what is "
                         "there\n";
    }
}

// Applies the options for analyses.
Result<void> examine(PlayerApp& app, const Job& job) {
    if (!job.query.empty()) {
        app.enqueue(ShowTab{Pane::LeftBottom, "query"});
        app.enqueue(AskQuery{job.query});
    }
    if (!job.blame.empty()) {
        const Result<FieldRef> field = field_of(app, job.blame);
        if (!field) return field.error();
        app.enqueue(BlameField{*field});
    }
    for (const std::string& plot : job.plots) {
        const Result<FieldRef> field = field_of(app, plot);
        if (!field) return field.error();
        app.enqueue(PlotField{*field});
    }
    for (const std::string& id : job.tabs)
        for (const PanelEntry& entry : panel_list())
            if (entry.id == id) app.enqueue(ShowTab{entry.pane, id});
    return {};
}

std::string unknown_action(const ActionRegistry& actions, const std::string& id) {
    std::vector<std::string_view> ids;
    for (const Action& action : actions.all()) ids.push_back(action.id);
    return concat("there is no action \"", id, "\"", did_you_mean(id, ids));
}

// Wrong usage, "" if there is none. Spells panels and actions as their lists do.
std::string wrong_usage(Job& job) {
    const bool asks = !job.place.empty() || !job.select.empty() || !job.query.empty() ||
                      !job.blame.empty() || !job.plots.empty() || !job.pin.empty();
    if (job.file.empty() && asks) return "a tick, an item or a query needs a FILE";
    if (!job.view.empty() && (is_importable(job.file) || is_one_recording(job.file)))
        return "--view is for match files (tickreel merge --views, record --match)";
    if (job.connection != 0 && is_one_recording(job.file))
        return "--connection is for captures and match files";
    std::string all;
    std::vector<std::string_view> known;
    for (const PanelEntry& entry : panel_list()) {
        known.push_back(entry.id);
        all += concat(all.empty() ? "" : ", ", entry.id);
    }
    for (std::string& id : job.tabs) {
        const auto panel = std::find_if(known.begin(), known.end(), [&id](std::string_view name) {
            return same_spelling(name, id);
        });
        if (panel == known.end())
            return concat("there is no panel \"", id, "\"", did_you_mean(id, known), "; there are ",
                          all);
        id = *panel;
    }
    const ActionRegistry actions = default_actions();
    for (std::string& id : job.actions) {
        for (const Action& action : actions.all())
            if (same_spelling(action.id, id)) id = action.id;
        if (actions.find(id) == nullptr) return unknown_action(actions, id);
    }
    return wrong_output_name(job.out, job.file, false);
}

// Pins tick A and returns the playhead.
void pin(PlayerApp& app, const std::string& place, int width, int height) {
    const std::int64_t here = app.state().playback().position();
    app.enqueue(GoTo{place});
    settle(app, width, height);
    app.enqueue(PinHere{});
    app.enqueue(Move{here});
}

// Of a capture with several connections the first is shown, and the others are named, if none was
// asked for.
Result<void> open_connection(PlayerApp& app, const Job& job, int width, int height) {
    const RecordingSession& session = app.state().session();
    if (!session.ready() || !session.imported()) return {};
    const auto all = captured_connections(session.source_path(), session.path());
    const bool views = is_match_file(session.source_path());
    const auto asked = job.view.empty() ? Result<unsigned>(job.connection)
                                        : view_number(session.source_path(), job.view);
    if (!asked) return fail(job.file, ": ", asked.error().message);
    const auto chosen = choose_connection(all, std::max(*asked, 1U));
    if (*asked == 0) {
        const std::string told =
            views ? tell_views(session.source_path(), 1) : tell_connections(all, 1);
        if (!told.empty())
            std::cerr << "tickreel-player screenshot: " << job.file << ": " << told << '\n';
    } else if (!chosen) {
        return fail(job.file, ": ", chosen.error().message);
    }
    if (!chosen || chosen->path == session.path()) return {};
    app.open(chosen->path, job.place);
    if (!settle(app, width, height)) return fail(job.file, ": took too long to read");
    return {};
}

Result<void> run_action(PlayerApp& app, const std::string& action, int width, int height) {
    const Action* known = app.actions().find(action);  // see wrong_usage()
    if (known->needs_recording && !app.state().session().ready())
        return fail("the action \"", action, "\" needs a recording");
    app.enqueue(RunAction{action});
    if (app.last_changes().nothing())
        std::cerr << "tickreel-player screenshot: action " << action << " changed nothing\n";
    settle(app, width, height);
    return {};
}

// What is missing of the recording is said on stderr; the exit code.
Result<int> take(const Job& job) {
    int width = 0;
    int height = 0;
    if (!parse_size(job.size, width, height))
        return fail("--size needs WIDTHxHEIGHT, for example 1280x800, not \"", job.size, "\"");
    if (!job.force && std::filesystem::exists(job.out)) return fail(job.out, ": ", kExistsAlready);
    PlayerAppOptions options;
    options.scale = job.scale;
    options.fonts = system_font_files();
    options.art.installed = !job.builtin;
    PlayerApp app(options);
    // Where another view or connection is asked for, the place is one of that.
    const bool later = !job.view.empty() || job.connection > 1;
    if (!job.file.empty()) app.open(job.file, later ? "" : job.place);
    if (!settle(app, width, height)) return fail(job.file, ": took too long to read");
    if (!job.file.empty() && !app.state().session().ready())
        return fail(app.state().session().open_error());
    const std::string first = app.state().session().path();
    const Result<void> connected = open_connection(app, job, width, height);
    if (!connected) return connected.error();
    if (later && !job.place.empty() && app.state().session().path() == first) {
        app.enqueue(GoTo{job.place});
        settle(app, width, height);
    }
    for (const std::string& place : {job.place, job.pin}) {
        if (!app.state().session().ready()) break;
        if (const Result<void> there = check_place(app, place); !there)
            return fail(job.file, ": ", there.error().message);
    }
    app.enqueue(SetTheme{job.light ? Theme::Light : Theme::Dark});
    if (!job.pin.empty() && app.state().session().ready()) pin(app, job.pin, width, height);
    if (app.state().session().ready()) {
        const Result<void> examined = examine(app, job);
        if (!examined) return examined.error();
    }
    for (const std::string& action : job.actions)
        if (const Result<void> done = run_action(app, action, width, height); !done)
            return done.error();
    if (!job.select.empty()) {
        const Result<void> selected = select_item(app, job.select);
        if (!selected) return selected.error();
    }
    settle(app, width, height);
    if (app.state().session().ready()) warn_of_absent(app, job);
    if (const std::string& wrong = app.state().analysis().query().error; !wrong.empty())
        return fail(job.file, ": ", wrong);
    const Result<Bytes> png = write_png(app.picture(width, height));
    if (!png) return png.error();
    const Result<void> written =
        write_whole_file(job.out, *png, job.force ? IfExists::Replace : IfExists::Refuse);
    if (!written) return fail(job.out, ": ", written.error().message);
    return report_missing("tickreel-player screenshot", app.state().session());
}

}  // namespace

int screenshot_main(int argc, char** argv) {
    Job job;
    CLI::App command("The whole player as a PNG, without a display.", "tickreel-player screenshot");
    command.add_option("FILE", job.file,
                       "The recording, or FILE@TICK; none shows the empty player");
    command.add_option("--tick", job.place, "Where: a tick, 1:02.5 or 50%");
    command
        .add_option("--connection", job.connection,
                    "Of a capture: the N-th connection; of a match file: the N-th view")
        ->check(CLI::Range(1U, 16384U))
        ->option_text("N");
    command
        .add_option("--view", job.view,
                    "Of a match file: a view's number or name, or the recorded player's; union: "
                    "what any of them saw")
        ->option_text("NAME|N")
        ->excludes("--connection");
    command.add_option("-o,--output", job.out, "The PNG to write")->required();
    command.add_option("--size", job.size, "WIDTHxHEIGHT in pixels")->capture_default_str();
    command.add_option("--scale", job.scale, "Pixels per point, 2 on dense screens")
        ->check(CLI::Range(0.5, 4.0))
        ->check(check_finite);
    command.add_option("--select", job.select, "The item to inspect, TYPE:NUMBER");
    command.add_option("--action", job.actions, "Actions to run first, for example window.help");
    command.add_option("--query", job.query, "A query to ask first, with its hits in the list");
    command.add_option("--blame", job.blame, "A field to look into, TYPE:NUMBER.FIELD");
    command.add_option("--plot", job.plots, "Fields to plot, TYPE:NUMBER.FIELD")
        ->allow_extra_args(false);
    command.add_option("--tab", job.tabs, "Panels to show, for example chat")
        ->allow_extra_args(false);
    command.add_option("--pin", job.pin, "A tick to pin and compare with");
    command.add_flag("--light", job.light, "The light theme");
    command.add_flag("--builtin", job.builtin, "Do not use the installed game's pictures");
    command.add_flag("-f,--force", job.force, "Replace an existing file");
    command.footer(
        "Examples:\n"
        "  tickreel-player screenshot match.reel --tick 50% -o player.png\n"
        "  tickreel-player screenshot match.reel --query 'Character.health <= 2' --plot "
        "Character:0.health -o query.png");
    if (const auto code = read_arguments(command, argc, argv)) return *code;
    split_place(job.file, job.place);
    if (const std::string wrong = wrong_usage(job); !wrong.empty()) {
        std::cerr << "tickreel-player screenshot: " << wrong << "; see --help\n";
        return 2;
    }
    const Result<int> done = take(job);
    if (!done) {
        std::cerr << "tickreel-player screenshot: " << done.error().message << '\n';
        return 1;
    }
    std::cout << job.out << '\n';
    return *done;
}

}  // namespace tickreel
