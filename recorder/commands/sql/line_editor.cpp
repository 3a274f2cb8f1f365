#include "recorder/commands/sql/line_editor.h"

#include <array>
#include <cerrno>
#include <clocale>
#include <cstdio>
#include <cwchar>
#include <filesystem>

#include <histedit.h>
#include <sys/select.h>
#include <unistd.h>

#include "recorder/commands/sql/sql_completion.h"

namespace tickreel {

namespace {

constexpr int kHistory = 1000;
constexpr suseconds_t kAskAgain = 100'000;  // µs

}  // namespace

struct LineEditor::Impl {
    LineEditorOptions options{};
    EditLine* edit = nullptr;
    History* history = nullptr;
    std::string prompt{};
    bool cancelled = false;

    static Impl& of(EditLine* edit) {
        void* data = nullptr;
        el_get(edit, EL_CLIENTDATA, &data);
        return *static_cast<Impl*>(data);
    }
    // libedit takes characters from here, so that a signal ends the wait.
    int take(wchar_t* character);
    unsigned char complete();
};

int LineEditor::Impl::take(wchar_t* character) {
    std::mbstate_t state{};
    for (;;) {
        fd_set wanted;
        FD_ZERO(&wanted);
        FD_SET(STDIN_FILENO, &wanted);
        timeval wait{0, kAskAgain};
        const StopRequest asked = options.asked ? options.asked() : StopRequest::Nothing;
        if (asked == StopRequest::Stop) return 0;
        if (asked == StopRequest::Interrupt) {
            cancelled = true;
            *character = L'\n';
            return 1;
        }
        if (::select(STDIN_FILENO + 1, &wanted, nullptr, nullptr, &wait) <= 0) continue;
        char byte = 0;
        const ssize_t got = ::read(STDIN_FILENO, &byte, 1);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return 0;
        const std::size_t used = std::mbrtowc(character, &byte, 1, &state);
        if (used == static_cast<std::size_t>(-2)) continue;
        if (used == static_cast<std::size_t>(-1)) {
            state = {};
            continue;
        }
        return 1;
    }
}

unsigned char LineEditor::Impl::complete() {
    const LineInfo* line = el_line(edit);
    const std::string typed(line->buffer, line->cursor);
    const std::string begun(word_at_end(typed));
    const auto words = options.complete ? options.complete(begun) : std::vector<std::string>();
    if (words.empty()) return CC_REFRESH_BEEP;
    const std::string common = common_beginning(words);
    const bool whole = words.size() == 1;
    if (common.size() > begun.size() || whole) {
        el_deletestr(edit, static_cast<int>(begun.size()));
        el_insertstr(edit, (common + (whole ? " " : "")).c_str());
        return CC_REFRESH;
    }
    std::string list = "\n";
    for (const std::string& word : words) list += word + "  ";
    std::fprintf(stdout, "%s\n", list.c_str());
    std::fflush(stdout);
    return CC_REDISPLAY;
}

LineEditor::LineEditor(LineEditorOptions options) : impl_(std::make_unique<Impl>()) {
    impl_->options = std::move(options);
    std::setlocale(LC_CTYPE, "");  // libedit shows other letters than ASCII by it
    Impl& impl = *impl_;
    impl.edit = el_init("tickreel", stdin, stdout, stderr);
    if (impl.edit == nullptr) return;
    impl.history = history_init();
    HistEvent event{};
    history(impl.history, &event, H_SETSIZE, kHistory);
    history(impl.history, &event, H_SETUNIQUE, 1);
    if (!impl.options.history.empty())
        history(impl.history, &event, H_LOAD, impl.options.history.c_str());
    EditLine* const edit = impl.edit;
    el_set(edit, EL_CLIENTDATA, &impl);
    const auto prompt = [](EditLine* line) { return Impl::of(line).prompt.data(); };
    el_set(edit, EL_PROMPT, static_cast<char* (*)(EditLine*)>(prompt));
    el_set(edit, EL_EDITOR, "emacs");
    el_set(edit, EL_HIST, ::history, impl.history);
    const auto take = [](EditLine* line, wchar_t* into) { return Impl::of(line).take(into); };
    el_set(edit, EL_GETCFN, static_cast<int (*)(EditLine*, wchar_t*)>(take));
    using Key = unsigned char (*)(EditLine*, int);
    const auto complete = [](EditLine* line, int) { return Impl::of(line).complete(); };
    el_set(edit, EL_ADDFN, "complete", "complete the word", static_cast<Key>(complete));
    el_set(edit, EL_BIND, "^I", "complete", nullptr);
    el_set(edit, EL_BIND, "^D", "em-delete-or-list", nullptr);
}

LineEditor::~LineEditor() {
    Impl& impl = *impl_;
    if (impl.history != nullptr) history_end(impl.history);
    if (impl.edit != nullptr) el_end(impl.edit);
}

LineEditor::Typed LineEditor::read(const std::string& prompt) {
    Impl& impl = *impl_;
    if (impl.edit == nullptr) return {};
    impl.prompt = prompt;
    impl.cancelled = false;
    int size = 0;
    const char* line = el_gets(impl.edit, &size);
    if (impl.cancelled) return {Outcome::Cancelled, ""};
    if (line == nullptr || size <= 0) return {};
    std::string text(line, static_cast<std::size_t>(size));
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
    return {Outcome::Line, std::move(text)};
}

void LineEditor::remember(const std::string& statement) {
    Impl& impl = *impl_;
    if (impl.history == nullptr || statement.empty()) return;
    HistEvent event{};
    history(impl.history, &event, H_ENTER, statement.c_str());
    if (impl.options.history.empty()) return;
    std::error_code ignored;
    const std::filesystem::path file(impl.options.history);
    std::filesystem::create_directories(file.parent_path(), ignored);
    history(impl.history, &event, H_SAVE, file.c_str());
}

}  // namespace tickreel
