#pragma once
// Lines typed at a terminal, with editing, a history file and completion by Tab (libedit; without
// it in the build: plain lines).

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tickreel/base/stop_signals.h"

namespace tickreel {

struct LineEditorOptions {
    std::string history{};  // the file; "": no history is kept
    // Words that may stand for the begun word at the cursor.
    std::function<std::vector<std::string>(const std::string& begun)> complete{};
    // Asked while it waits: an interrupt leaves the line, a stop ends the input.
    std::function<StopRequest()> asked{};
};

class LineEditor {
public:
    explicit LineEditor(LineEditorOptions options);
    LineEditor(const LineEditor&) = delete;
    LineEditor& operator=(const LineEditor&) = delete;
    ~LineEditor();

    enum class Outcome { Line, Cancelled, End };  // Enter; Ctrl-C; Ctrl-D or a closed terminal
    struct Typed {
        Outcome outcome = Outcome::End;
        std::string text{};  // without the line's end
    };
    Typed read(const std::string& prompt);
    void remember(const std::string& statement);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

// $XDG_STATE_HOME/tickreel/sql_history or ~/.local/state/...; "" without a home.
std::string sql_history_path();

}  // namespace tickreel
