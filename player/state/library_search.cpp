#include "player/state/library_search.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tickreel/base/subprocess.h"

namespace tickreel {
namespace {

using Json = nlohmann::json;

std::string word_of(const Json& json, const char* name) {
    const auto found = json.find(name);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::string seconds_of(const Json& json, const char* name) {
    const auto found = json.find(name);
    if (found == json.end() || !found->is_number()) return {};
    const auto seconds = found->get<double>();
    const auto minutes = static_cast<std::int64_t>(seconds / 60);
    return fmt::format("{}:{:04.1f}", minutes, seconds - 60 * static_cast<double>(minutes));
}

// "2026-11-21T05:56:56.308Z": to the minute.
std::string minute_of(const std::string& time) {
    return time.size() < 16 ? time : time.substr(0, 10) + ' ' + time.substr(11, 5);
}

LibraryHit recording_hit(const Json& json) {
    LibraryHit hit;
    hit.path = word_of(json, "file");
    hit.when = minute_of(word_of(json, "start"));
    hit.map = word_of(json, "map");
    const std::int64_t players = json.value("players", std::int64_t{0});
    hit.what = fmt::format("{} player{}, {}", players, players == 1 ? "" : "s",
                           seconds_of(json, "duration_s"));
    if (const std::string status = word_of(json, "status"); status != "ok") {
        const std::string problem = word_of(json, "problem");
        hit.problem = problem.empty() ? status : status + ": " + problem;
    }
    return hit;
}

LibraryHit moment_hit(const Json& json, const std::string& link) {
    LibraryHit hit;
    const std::size_t at = link.rfind('@');
    hit.path = link.substr(0, at);
    if (at != std::string::npos) hit.place = link.substr(at + 1);
    hit.when = seconds_of(json, "time");
    if (hit.when.empty()) hit.when = "tick " + word_of(json, "tick");
    hit.map = word_of(json, "map");
    hit.what = word_of(json, "text");
    if (!hit.what.empty()) return hit;
    const std::string object = word_of(json, "object");
    hit.what = word_of(json, "event") + ": " + word_of(json, "player");
    if (!object.empty()) hit.what += " > " + object;
    return hit;
}

}  // namespace

std::vector<std::string> library_words(const LibraryQuestion& question) {
    std::vector<std::string> words{"library", question.folder};
    const auto add = [&words](const char* option, const std::string& value) {
        if (!value.empty()) words.push_back(option + value);
    };
    add("--player=", question.player);
    add("--map=", question.map);
    add("--since=", question.since);
    add("--event=", question.event);
    add("--marker=", question.marker);
    add("--query=", question.query);
    return words;
}

std::optional<LibraryHit> parse_library_line(std::string_view line) {
    const Json json = Json::parse(line, nullptr, false);
    if (!json.is_object()) return std::nullopt;
    if (const std::string link = word_of(json, "link"); !link.empty())
        return moment_hit(json, link);
    if (!word_of(json, "file").empty()) return recording_hit(json);
    return std::nullopt;
}

int run_library(const std::vector<std::string>& words, const WorkControl& control,
                const std::function<void(std::string_view)>& take_line) {
    std::string begun;
    const ProgramResult ran =
        run_subprocess("tickreel", words, control, [&](std::string_view piece) {
            begun += piece;
            std::size_t from = 0;
            for (std::size_t end = begun.find('\n'); end != std::string::npos;
                 from = end + 1, end = begun.find('\n', from))
                take_line(std::string_view(begun).substr(from, end - from));
            begun.erase(0, from);
        });
    take_line(begun);
    return ran.code;
}

void LibrarySearch::start(const LibraryQuestion& question) {
    std::vector<std::string> words = library_words(question);
    words.insert(words.end(), {"--format=ndjson", "--progress=never"});
    job_.start([words = std::move(words)](WorkControl& control, const auto& publish) {
        LibraryAnswer answer;
        const auto take_line = [&answer](std::string_view line) {
            std::optional<LibraryHit> hit = parse_library_line(line);
            if (!hit) {
                if (!line.empty()) answer.said.append(line).append("\n");
            } else if (answer.hits.size() < kMost) {
                answer.hits.push_back(*std::move(hit));
            } else {
                ++answer.left_out;
            }
        };
        answer.code = run_library(words, control, take_line);
        publish(std::move(answer));
    });
}

}  // namespace tickreel
