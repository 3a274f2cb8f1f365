#include "player/app/query_main.h"

#include <iostream>
#include <string>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tickreel/analysis/query_run.h"
#include "tickreel/base/file.h"

namespace tickreel {
namespace {

struct Job {
    std::string file{};
    std::string text{};
    std::string format = "text";
};

std::string moment_text(const ReelReader& reader, Moment moment) {
    return reader.segments().size() > 1 ? fmt::format("s{}:{}", moment.segment, moment.tick)
                                        : fmt::format("{}", moment.tick);
}

std::string printable(const std::string& text) {
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        out += byte < 0x20 || byte == 0x7f ? '?' : c;
    }
    return out;
}

void print_text(const ReelReader& reader, const QueryResult& result) {
    const Timeline& timeline = reader.timeline();
    for (const QueryHit& hit : result.hits) {
        const Moment from = timeline.moment(hit.from);
        fmt::print("{:<10} {:<14} {:>6} snapshots  {}\n",
                   Timeline::format_time(timeline.seconds(from)), moment_text(reader, from),
                   hit.snapshots, printable(hit.label));
    }
}

void print_ndjson(const ReelReader& reader, const QueryResult& result) {
    const Timeline& timeline = reader.timeline();
    for (const QueryHit& hit : result.hits) {
        const Moment from = timeline.moment(hit.from);
        const Moment to = timeline.moment(hit.to);
        nlohmann::ordered_json line;
        line["segment"] = from.segment;
        line["from"] = std::to_string(from.tick);
        line["to"] = std::to_string(to.tick);
        line["snapshots"] = hit.snapshots;
        if (hit.item) {
            line["type"] = reader.schema()[hit.item->type].name;
            line["id"] = std::to_string(hit.item->entity);
        }
        line["label"] = hit.label;
        std::cout << line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)
                  << '\n';
    }
}

Result<void> run(const Job& job) {
    Result<std::unique_ptr<ByteSource>> source = open_file(job.file);
    if (!source) {
        return fail(job.file, ": ", source.error().message);
    }
    const Result<std::unique_ptr<ReelReader>> reader = ReelReader::open(std::move(*source));
    if (!reader) {
        return fail(job.file, ": ", reader.error().message);
    }
    WorkControl control;
    QueryResultPointer result;
    run_query(**reader, job.text, control,
              [&](QueryResultPointer found) { result = std::move(found); });
    if (!result->error.empty()) {
        return fail(result->error);
    }
    if (job.format == "ndjson") {
        print_ndjson(**reader, *result);
    } else {
        print_text(**reader, *result);
    }
    std::cout.flush();
    fmt::print(stderr, "{} stretches, {} of {} snapshots\n", result->hits.size() + result->left_out,
               result->snapshots, result->read);
    if (result->left_out > 0) {
        fmt::print(stderr, "only the first {} are listed\n", result->hits.size());
    }
    if (!result->problem.empty()) {
        fmt::print(stderr, "{}: {}\n", job.file, result->problem);
    }
    return {};
}

}  // namespace

int query_main(int argc, char** argv) {
    Job job;
    CLI::App command("The ticks where an expression over fields holds.", "tickreel-player query");
    command.add_option("FILE", job.file, "The recording")->required();
    command.add_option("QUERY", job.text, "For example: Character.health <= 2 and Kill")
        ->required();
    command.add_option("--format", job.format, "text or ndjson")
        ->check(CLI::IsMember({"text", "ndjson"}))
        ->capture_default_str();
    command.footer(
        "Examples:\n"
        "  tickreel-player query match.reel 'Character.health <= 2 and Character.weapon == "
        "grenade'\n"
        "  tickreel-player query match.reel 'changed(PlayerInfo.score)' --format ndjson");
    try {
        command.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return command.exit(error) == 0 ? 0 : 2;
    }
    const Result<void> done = run(job);
    if (!done) {
        std::cerr << "tickreel-player query: " << done.error().message << '\n';
        return 1;
    }
    return 0;
}

}  // namespace tickreel
