#include "format/tables/column_comments.h"

#include <map>

#include "tickreel/base/concat.h"
#include "tickreel/tables/table_database.h"

namespace tickreel {

namespace {

void add_note(std::string& comment, const std::string& note) {
    if (note.empty()) return;
    comment += (comment.empty() ? "" : "; ") + note;
}

std::string unit_note(const Field& field) {
    const std::string factor = field.scale == 1.0 ? "" : concat("times ", field.scale);
    if (field.unit.empty()) return factor;
    return factor + (factor.empty() ? "in " : " in ") + field.unit;
}

std::string names_note(const Field& field) {
    if (field.values.empty()) return "";
    std::string names = field.kind == FieldKind::Flags ? "any of " : "one of ";
    for (std::size_t i = 0; i < field.values.size(); ++i)
        names += (i == 0 ? "" : ", ") + field.values[i].name;
    return names;
}

std::map<std::string, std::string> notes_in(const std::string& select) {
    std::map<std::string, std::string> notes;
    for (std::size_t at = select.find("/* "); at != select.npos; at = select.find("/* ", at + 1)) {
        const std::size_t text = at + 3;
        const std::size_t end = select.find(" */", at);
        if (at == 0 || end == select.npos) break;
        const std::size_t name_end = select.find_last_not_of(" \n", at - 1) + 1;
        const std::size_t name = select.find_last_of(" \n.", name_end - 1) + 1;
        std::string& note = notes[select.substr(name, name_end - name)];
        // Of two games' views.
        if (const std::string said = select.substr(text, end - text); note != said)
            note += (note.empty() ? "" : " or ") + said;
    }
    return notes;
}

// What the column of this name is in the table whose rows the view has; elsewhere only what is the
// same in every table.
std::string inherited_comment(const std::vector<TablePlan>& plans, const SqlView& view,
                              const std::string& name) {
    for (const TablePlan& plan : plans)
        for (const TableColumn& column : plan.columns) {
            if (column.name != name) continue;
            const bool same = column.use == ColumnUse::TickNumber ||
                              column.use == ColumnUse::TimeStamp ||
                              column.use == ColumnUse::Segment || column.use == ColumnUse::File;
            if (plan.name == view.rows_of || same) return column_comment(column);
        }
    return "";
}

}  // namespace

std::string column_comment(const TableColumn& column) {
    std::string comment = column.about;
    const bool of_field = column.use == ColumnUse::Field || column.use == ColumnUse::Evolved ||
                          column.use == ColumnUse::FieldTime;
    if (column.use == ColumnUse::TimeStamp) add_note(comment, "to the microsecond");
    if (column.use == ColumnUse::FieldTime) add_note(comment, "UTC, to the microsecond");
    if (!of_field) return comment;
    add_note(comment, unit_note(column.meaning));
    if (column.use == ColumnUse::Field) add_note(comment, names_note(column.meaning));
    return comment;
}

std::string comment_statements(const std::vector<TablePlan>& plans,
                               const std::vector<SqlView>& views,
                               const std::set<std::string>& columns) {
    std::map<std::string, std::string> comments;  // by column in SQL
    for (const TablePlan& plan : plans)
        for (const TableColumn& column : plan.columns) {
            const std::string table = sql_name(plan.name) + '.';
            const std::string part = column.name.substr(0, column.name.find('.'));
            const std::string comment = column_comment(column);
            if (columns.contains(plan.name + '.' + column.name))
                add_note(comments[table + sql_name(column.name)], comment);
            else if (!comment.empty() && columns.contains(plan.name + '.' + part))
                add_note(comments[table + sql_name(part)], column.name + ": " + comment);
        }
    for (const SqlView& view : views) {
        const std::map<std::string, std::string> notes = notes_in(view.sql);
        const std::string prefix = view.name + '.';
        for (auto at = columns.lower_bound(prefix); at != columns.end() && at->starts_with(prefix);
             ++at) {
            const std::string name = at->substr(prefix.size());
            const auto note = notes.find(name);
            comments[sql_name(view.name) + '.' + sql_name(name)] =
                note != notes.end() ? note->second : inherited_comment(plans, view, name);
        }
    }
    std::string sql;
    for (const auto& [column, comment] : comments)
        if (!comment.empty())
            sql += "COMMENT ON COLUMN " + column + " IS " + sql_text(comment) + ";\n";
    return sql;
}

}  // namespace tickreel
