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
    std::string sql;
    for (const auto& [column, comment] : comments)
        if (!comment.empty())
            sql += "COMMENT ON COLUMN " + column + " IS " + sql_text(comment) + ";\n";
    return sql;
}

}  // namespace tickreel
