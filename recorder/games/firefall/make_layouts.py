#!/usr/bin/env python3
"""Turns a JSON description of Firefall's views into layouts.txt, which is embedded at build time.

usage: make_layouts.py VIEWS.json > layouts.txt      (layout.h tells the format of layouts.txt)
"""
import json
import re
import sys

HEADER = """# Layouts of Firefall's views, made by make_layouts.py. Format: layout.h.
# Names and layouts of protocol 19551 derive from AeroMessages, (c) The Melding Wars, MIT: see NOTICE.
"""
OPERATORS = {"eq": "==", "ne": "!=", "any_bits": "&", "no_bits": "!&"}


class Writer:
    def __init__(self, source):
        self.structs = source["structs"]
        self.enums = source["enums"]
        self.done = {}
        self.lines = []

    def type_text(self, kind, computed):
        if isinstance(kind, str):
            return kind
        if "enum" in kind:
            return self.enum(kind)
        if "string" in kind:
            return "cstr" if kind["string"] == "nul" else f"u8[{kind['n']}]"
        if "struct" in kind:
            return self.struct(kind["struct"])
        element = self.type_text(kind["array"], computed)
        if kind["count"] == "fixed":
            return f"{element}[{kind['n']}]"
        if kind["count"] == "prefix":
            return f"{element}[{kind['prefix']}]"
        expression = computed[kind["ref"]].replace(" ", "")
        found = re.fullmatch(r"\(\((\w+)>>6\)\+1\)<<3", expression)
        if not found:
            sys.exit(f"a count that is not understood: {expression}")
        return f"{element}[{found[1]}/64]"

    def enum(self, kind):
        name = kind["enum"]
        about = self.enums.get(name)
        if about is None or kind["base"].endswith("64"):
            return kind["base"]
        if name not in self.done:
            self.done[name] = "%" + name
            values = " ".join(f"{n}={v}" for n, v in about["values"].items())
            self.lines.append(f"{'flags' if about['flags'] else 'enum'} {name} {kind['base']} {values}")
        return self.done[name]

    def struct(self, name):
        if name in self.done:
            return self.done[name]
        about = self.structs[name]
        own = [f"struct {name}"]
        for field in about["fields"]:
            line = f" {field['name']} {self.type_text(field['type'], about.get('computed', {}))}"
            for condition in field.get("if", []):
                (value,) = condition["values"]
                line += f" if {condition['field']} {OPERATORS[condition['op']]} {value}"
            own.append(line)
        self.lines += own
        self.done[name] = "@" + name
        return self.done[name]

    def roles(self, view, positions):
        path = positions.get(view["name"], {}).get("path")
        if path:
            first = view["fields"][0]["name"] if path[0] == 0 else path[0]
            self.lines.append(" role position " + ".".join([first] + path[1:]))
        if any(f["name"] == "StaticInfo" for f in view["fields"]):
            self.lines.append(" role name StaticInfo.DisplayName")

    def view(self, view, positions):
        texts = [self.type_text(f["type"], {}) + (" ?" if f["nullable"] else "") for f in view["fields"]]
        self.lines.append(f"view {view['name']} {view['typecode']} {view['keyframe_msg_id']}")
        fields = view["fields"]
        at = 0
        while at < len(fields):
            end = at + 1  # elements of an unrolled array share a line
            name = fields[at]["name"]
            stem = name[:-2] if name.endswith("_0") else None
            while (stem and end < len(fields) and texts[end] == texts[at]
                   and fields[end]["index"] == fields[at]["index"] + end - at
                   and fields[end]["name"] == f"{stem}_{end - at}"):
                end += 1
            index = fields[at]["index"]
            if end - at > 1:
                self.lines.append(f" {index}-{index + end - at - 1} {stem}_* {texts[at]}")
            else:
                self.lines.append(f" {index} {name} {texts[at]}")
            at = end
        self.roles(view, positions)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        source = json.load(file)
    writer = Writer(source)
    for number, protocol in sorted(source["protocols"].items()):
        ids = protocol["matrix_ids"]
        views = [v for v in protocol["views"] if v["status"] != "names_only"]
        for view in views:  # structs and enums first
            for field in view["fields"]:
                writer.type_text(field["type"], {})
        writer.lines.append(
            f"protocol {number} {protocol['matrix_protocol']} {ids['EnterZone']} {ids['ExitZone']}")
        for view in views:
            writer.view(view, source["positions"])
        covered = {view["typecode"] for view in views}
        for entity, about in protocol["ids"]["entities"].items():
            for name, typecode in about.get("views", {}).items():
                if typecode not in covered:
                    writer.lines.append(f"raw {entity}_{name} {typecode}")
    print(HEADER + "\n".join(writer.lines))


if __name__ == "__main__":
    main()
