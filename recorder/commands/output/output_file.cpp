#include "recorder/commands/output/output_file.h"

#include <filesystem>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "recorder/commands/output/terminal.h"

namespace tickreel {

void add_output_options(CommandLine& line, OutputOptions& options, std::string_view what,
                        bool required) {
    line.app()
        .add_option("-o,--output", options.path, std::string(what))
        ->required(required)
        ->option_text("FILE");
    line.app().add_flag("-f,--force", options.force, "overwrite an existing output file");
}

Result<void> check_output(const OutputOptions& options, OutputKind kind) {
    if (options.path == "-") {
        if (kind == OutputKind::Binary && is_terminal(stdout))
            return fail("will not write binary data to a terminal; name a file or use a pipe");
        return {};
    }
    std::error_code ignored;
    const std::filesystem::path path(options.path);
    if (std::filesystem::is_directory(path, ignored)) return fail("is a directory; name a file");
    if (std::filesystem::exists(path, ignored) && !options.force)
        return fail("exists already; use --force to overwrite it or another name");
    const auto folder = path.parent_path();
    if (!folder.empty() && !std::filesystem::is_directory(folder, ignored))
        return fail("its folder does not exist; create ", folder.string(), " first");
    return {};
}

Result<std::unique_ptr<ByteSink>> open_output(const OutputOptions& options, OutputKind kind) {
    if (const auto allowed = check_output(options, kind); !allowed) return allowed.error();
    return create_file(options.path, options.force ? IfExists::Replace : IfExists::Refuse);
}

std::string numbered_path(const std::string& path, std::string_view suffix) {
    const std::filesystem::path file(path);
    std::filesystem::path name = file.stem();
    name += fmt::format("-{}", suffix);
    name += file.extension();
    return (file.parent_path() / name).string();
}

}  // namespace tickreel
