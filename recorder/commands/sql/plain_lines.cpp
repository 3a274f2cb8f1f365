// Stands in for libedit in a build that has none.

#include <cstdio>
#include <iostream>

#include "recorder/commands/sql/line_editor.h"

namespace tickreel {

struct LineEditor::Impl {};

LineEditor::LineEditor(LineEditorOptions) {}
LineEditor::~LineEditor() = default;

LineEditor::Typed LineEditor::read(const std::string& prompt) {
    std::fprintf(stdout, "%s", prompt.c_str());
    std::fflush(stdout);
    Typed typed;
    if (!std::getline(std::cin, typed.text)) return {};
    typed.outcome = Outcome::Line;
    return typed;
}

void LineEditor::remember(const std::string&) {}

}  // namespace tickreel
