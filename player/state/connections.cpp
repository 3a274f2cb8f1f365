#include "player/state/connections.h"

#include <algorithm>
#include <filesystem>

#include "player/state/imported_file.h"
#include "tickreel/analysis/input_track.h"
#include "tickreel/analysis/view_names.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/parse_number.h"
#include "tickreel/model/names.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostNamed = 8;
constexpr std::string_view kUnion = "-union";  // as `tickreel cut --view all` names it

// In the middle everybody has a name.
std::string recorded_name(const std::string& path) {
    if (fs::path(path).stem().string().ends_with(kUnion)) return std::string(kUnion.substr(1));
    auto file = open_file(path);
    if (!file) return {};
    const auto reel = ReelReader::open(std::move(*file));
    if (!reel || (*reel)->timeline().empty()) return {};
    const Timeline& timeline = (*reel)->timeline();
    const auto frame = (*reel)->at(timeline.moment(timeline.length() / 2));
    if (!frame) return {};
    const auto who = recorded_player((*reel)->schema(), frame->snapshot);
    std::string name = who ? entity_name((*reel)->schema(), frame->snapshot, *who) : "";
    constexpr char kDelete = 0x7f;
    for (char& c : name)  // a terminal may take them for commands
        if ((c >= 0 && c < ' ') || c == kDelete) c = '?';
    return name;
}

std::string named(const CapturedConnection& connection) {
    return connection.player.empty() ? std::to_string(connection.number)
                                     : concat(connection.number, " (", connection.player, ")");
}

std::string names_of(const std::vector<CapturedConnection>& all, unsigned without) {
    std::string names;
    std::size_t count = 0;
    for (const CapturedConnection& one : all) {
        if (one.number == without) continue;
        if (++count <= kMostNamed) names += concat(names.empty() ? "" : ", ", named(one));
    }
    return count > kMostNamed ? concat(names, " and ", count - kMostNamed, " more") : names;
}

}  // namespace

// Of "match-3.reel" and "match-3-map2.reel" it is 3; "match.reel" is the only one.
std::optional<unsigned> connection_number(const std::string& source, const std::string& path) {
    const std::string begin = fs::path(source).stem().string();
    const std::string stem = fs::path(path).stem().string();
    if (!stem.starts_with(begin)) return std::nullopt;
    std::string_view rest = std::string_view(stem).substr(begin.size());
    if (rest.empty() || rest.starts_with("-map")) return 1;
    if (!rest.starts_with('-')) return std::nullopt;
    rest.remove_prefix(1);
    return parse_number<unsigned>(rest.substr(0, rest.find('-')));
}

std::string part_of_import(const std::string& source, const std::string& path) {
    const std::string begin = fs::path(source).stem().string();
    const std::string stem = fs::path(path).stem().string();
    if (!stem.starts_with(begin)) return stem;
    std::string_view rest = std::string_view(stem).substr(begin.size());
    // The first may be shown before it is known that there are others: it has no number then.
    if (rest == "-1" || rest.starts_with("-1-")) rest.remove_prefix(2);
    return std::string(rest.starts_with('-') ? rest.substr(1) : rest);
}

std::vector<CapturedConnection> captured_connections(const std::string& source,
                                                     const std::string& recording) {
    std::vector<CapturedConnection> all;
    for (const std::string& path : recordings_in(fs::path(recording).parent_path().string()))
        if (const auto number = connection_number(source, path)) all.push_back({*number, path, {}});
    std::sort(
        all.begin(), all.end(),
        [](const CapturedConnection& a, const CapturedConnection& b) {
            return a.number != b.number             ? a.number < b.number
                   : a.path.size() != b.path.size() ? a.path.size() < b.path.size()
                                                    : a.path < b.path;
        });
    const auto same = [](const CapturedConnection& a, const CapturedConnection& b) {
        return a.number == b.number;
    };
    all.erase(std::unique(all.begin(), all.end(), same), all.end());
    if (all.size() > 1)
        for (CapturedConnection& connection : all)
            connection.player = recorded_name(connection.path);
    return all;
}

Result<CapturedConnection> choose_connection(const std::vector<CapturedConnection>& all,
                                             unsigned number) {
    for (const CapturedConnection& one : all)
        if (one.number == number) return one;
    return fail("there is no connection ", number, "; there ", all.size() == 1 ? "is " : "are ",
                names_of(all, 0));
}

Result<unsigned> view_number(const std::string& match_file, const std::string& typed) {
    auto file = open_file(match_file);
    if (!file) return file.error();
    const auto match = MatchReader::open(std::move(*file));
    if (!match) return match.error();
    const auto view = find_view(**match, typed);
    if (!view) return view.error();
    return 1 + view->value_or(static_cast<std::uint32_t>((*match)->views().size()));
}

std::string tell_connections(const std::vector<CapturedConnection>& all, unsigned shown) {
    if (all.size() < 2) return {};
    const auto chosen = choose_connection(all, shown);
    return concat("connection ", chosen ? named(*chosen) : std::to_string(shown), " of ",
                  all.size(), " is shown; --connection N shows another: ", names_of(all, shown));
}

std::string tell_views(const std::string& match_file, unsigned shown) {
    auto file = open_file(match_file);
    if (!file) return {};
    const auto match = MatchReader::open(std::move(*file));
    if (!match || (*match)->views().size() < shown) return {};
    return concat("view ", shown, " of ", (*match)->views().size(),
                  " is shown; --view NAME|N shows another: ", list_views(name_views(**match)),
                  ", or union");
}

}  // namespace tickreel
