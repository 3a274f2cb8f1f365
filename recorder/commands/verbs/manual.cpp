// tickreel manual: the man page tickreel(1), made of what every verb says of itself. `cmake
// --install` puts it where `man tickreel` finds it.

#include <string>

#include <fmt/core.h>

#include "recorder/commands/command.h"
#include "recorder/commands/command_line.h"
#include "recorder/commands/verb_help.h"

namespace tickreel {

namespace {

// In roff a backslash escapes, a leading dot or quote is a request, and "-" is a hyphen, not the
// minus that people copy into a shell.
std::string roff(std::string_view text) {
    std::string out;
    bool line_start = true;
    for (const char letter : text) {
        if (line_start && (letter == '.' || letter == '\'')) out += "\\&";
        if (letter == '\\')
            out += "\\e";
        else if (letter == '-')
            out += "\\-";
        else
            out += letter;
        line_start = letter == '\n';
    }
    return out;
}

void print_option(const OptionHelp& option) {
    const bool shows_value = !option.dashed.empty() && !option.value.empty();
    fmt::print(".TP\n\\fB{}\\fR{}\n{}\n", roff(option.flags),
               shows_value ? fmt::format(" \\fI{}\\fR", roff(option.value)) : "",
               roff(option.about));
}

void print_verb(const VerbHelp& verb) {
    fmt::print(".SS \"tickreel {}\"\n{}\n", roff(verb.name), roff(verb.about));
    for (const OptionHelp& option : verb.options) print_option(option);
    if (!verb.notes.empty()) fmt::print(".PP\n.nf\n{}\n.fi\n", roff(verb.notes));
    fmt::print(".PP\nExamples:\n.PP\n.nf\n{}\n.fi\n", roff(verb.examples));
}

constexpr std::string_view kClosing = R"(.SH PLACES
Wherever a tick is asked for, a tick number (2501042), a time (1:02.34) or a share (50%) will do;
s1:1042 names a tick of the second segment, after a map change. Ranges A..B hold A and not B.
A place outside the recording is never moved to the nearest tick. Times are counted in ticks, one map behind the
other: what passed between two maps is not in them, nor in \fBtime\fR of a query; SQL has the clock.
.SH CONVENTIONS
Results go to standard output, everything else to standard error. \fB\-\fR is standard input or output; binary
data is not written to a terminal.
.PP
Names of types, events, fields and enum values are matched without regard to case and underscores; an event also
by its short name (kill, Sv_KillMsg and sv_kill_msg are the same).
.PP
Folders are walked recursively, quoted patterns may hold *, ? and ** (any number of folders); one bad file does not
stop the others.
.PP
Nothing is overwritten without \fB\-\-force\fR, and no partial file is left after an error or a signal.
.PP
In NDJSON, 64\-bit numbers (ticks and ids too) are strings, because many readers of JSON keep 53 bits; a field
without a value is null. In CSV it is an empty cell.
.SH FILES
.TP
$XDG_STATE_HOME/tickreel/sql_history
What was typed at the prompt of \fBsql\fR (without the variable: in ~/.local/state).
.SH EXIT STATUS
.TP
0
Done. \fBdiff\fR of two recordings: they are identical.
.TP
1
Failed; one line on standard error says what is wrong, where, and what to try next. \fBdiff\fR: they differ.
.TP
2
Wrong usage: an unknown option, a word that is missing.
.TP
3
Finished, but data was lost or is damaged: a chunk that cannot be read, a file that was cut, one bad file of
several. One line says which ticks are missing. A checksum of the match that differs is no damage of the file:
\fBverify\fR exits with 0 then, with \fB\-\-strict\fR with 3.
.SH SEE ALSO
.BR tickreel\-player (1)
)";

int run_manual(CommandLine& line) {
    if (const auto code = line.parse()) return *code;
    fmt::print(
        ".TH TICKREEL 1 \"\" \"tickreel {}\" \"User commands\"\n.SH NAME\n"
        "tickreel \\- flight recorder and replay desk for games that send their world as "
        "snapshots\n"
        ".SH SYNOPSIS\n.B tickreel\n\\fIVERB\\fR [\\fIOPTIONS\\fR]\n.SH VERBS\n",
        TICKREEL_VERSION);
    for (const VerbHelp& verb : describe_verbs()) print_verb(verb);
    fmt::print("{}", kClosing);
    return kExitDone;
}

}  // namespace

extern const Command manual_command;
const Command manual_command{"manual", "print the man page",
                             "  tickreel manual | man -l -\n"
                             "  tickreel manual > ~/.local/share/man/man1/tickreel.1",
                             run_manual};

}  // namespace tickreel
