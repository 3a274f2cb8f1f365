#include "recorder/commands/output/output_file.h"

#include <filesystem>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "recorder/commands/output/terminal.h"
#include "recorder/commands/output/text_format.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/exists_already.h"
#include "tickreel/base/expand_paths.h"
#include "tickreel/base/text.h"
#include "tickreel/base/unfinished_file.h"

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
    if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored))
        return fail("not a regular file; use '-o -' and redirect the output");
    if (std::filesystem::exists(path, ignored) && !options.force) return fail(kExistsAlready);
    return check_folder_of(options.path);
}

std::optional<int> refuse_other_extension(const CommandLine& line, const std::string& path) {
    std::error_code ignored;
    const bool device = path == "-" || std::filesystem::is_other(path, ignored);
    const std::string extension = std::filesystem::path(path).extension().string();
    if (device || ascii_lower(extension) == ".reel") return std::nullopt;
    return line.misused("-o " + path +
                        ": a recording is named .reel; 'tickreel export' writes other kinds");
}

std::optional<int> refuse_own_input(const CommandLine& line, const std::vector<std::string>& inputs,
                                    const std::string& output) {
    const std::string same = same_file_in(inputs, output);
    if (same.empty()) return std::nullopt;
    return line.misused(concat("-o ", printable(output), " would replace ", printable(same),
                               ", which it reads; use another name, such as ",
                               printable(numbered_path(output, "new"))));
}

std::optional<int> refuse_reel_output(const CommandLine& line, const OutputOptions& options,
                                      const std::vector<std::string>& inputs) {
    if (const auto refused = refuse_other_extension(line, options.path)) return refused;
    if (const auto refused = refuse_own_input(line, inputs, options.path)) return refused;
    if (const auto allowed = check_output(options, OutputKind::Binary); !allowed)
        return line.failed(options.path, allowed.error().message);
    return std::nullopt;
}

Result<void> write_output(const OutputOptions& options, ByteView bytes) {
    if (const auto allowed = check_output(options, OutputKind::Binary); !allowed)
        return allowed.error();
    if (options.path == "-") {
        const auto out = create_file("-", IfExists::Replace);
        return out ? (*out)->write(bytes) : out.error();
    }
    return write_whole_file(options.path, bytes,
                            options.force ? IfExists::Replace : IfExists::Refuse);
}

std::string numbered_path(const std::string& path, std::string_view suffix) {
    const std::filesystem::path file(path);
    std::filesystem::path name = file.stem();
    name += fmt::format("-{}", suffix);
    name += file.extension();
    return (file.parent_path() / name).string();
}

}  // namespace tickreel
