#!/usr/bin/env python3
"""Turns a JSON description of Firefall's views into layouts.txt, which is embedded at build time.

usage: make_layouts.py VIEWS.json > layouts.txt      (layout.h tells the format of layouts.txt)
"""
import json
import re
import sys

HEADER = """# Layouts of Firefall's views, made by make_layouts.py. Format: layout.h.
# Names and layouts of protocol 19551 derive from AeroMessages, (c) The Melding Wars, MIT: see NOTICE.
class kill Character_Killed
class chat Character_ProximityTextChat Character_QuickChat Generic_ChatMessageList Generic_EncDebugChatMessage
class vote Generic_VotekickInitiated Generic_VotekickResponded
class effect Generic_PlaySoundId Generic_PlaySoundIdAtLocation
"""
# Structs that wrap a single number with a special encoding.
PRIMITIVES = {"Common.HalfFloat": "f16", "Common.QuantisedFloat": "q16"}
# Found in traffic of build 1802 (18533): shorter than in the last build. Combat log messages are
# rows up to a length in bytes; of those whose numbers differ from 19551 (from 13 on) only those
# that occurred are known.
ID = {"struct": "Common.EntityId"}


def field(name, kind, *conditions):
    return {"name": name, "type": kind,
            "if": [{"field": f, "op": "eq", "values": [v]} for f, v in conditions]}


FOUND = {
    "Generic.ChatMessageData@18533": [
        field("SenderId", ID), field("SenderName", {"string": "nul"}), field("Message", {"string": "nul"}),
        field("Channel", "u8"), field("ChatIconFlags", "u8"),
        field("HaveAltEntity", "u8"), field("AltEntity", ID, ("HaveAltEntity", 1)),
        field("HaveAltString", "u8"), field("AltString", {"string": "nul"}, ("HaveAltString", 1))],
    "CombatLogType20Data@18533": [
        field("SourceSubTypeId", "u32"), field("AttackerId", "u64"), field("InflictorId", "u64"),
        field("Headshot", "i8"), field("FrameId", "u32"), field("AttackerSdbId", "u32")],
    "CombatLogType25Data@18533": [field("ChassisId", "u32")],
}
SAME_LOG_TYPES = 12


def add_found(source):
    structs = source["structs"]
    structs.update({name: {"fields": fields} for name, fields in FOUND.items()})
    rows = [f for f in structs["CombatLogRow"]["fields"]
            if "if" not in f or f["if"][0]["values"][0] <= SAME_LOG_TYPES]
    rows = [dict(f, type="u8") if f["name"] == "LogType" else f for f in rows]
    for number in (20, 25):
        rows.append(field(f"Type{number}Data", {"struct": f"CombatLogType{number}Data@18533"},
                          ("LogType", number)))
    structs["CombatLogRow@18533"] = {"fields": rows}


def found_body(protocol, entity, name, body):
    """What a message's body is in this protocol, where it is not what the description says."""
    old = "@18533" if protocol == "18533" else ""
    if name == "ChatMessageList" and old:
        return [field("Messages", {"array": {"struct": "Generic.ChatMessageData" + old},
                                   "count": "prefix", "prefix": "u8"})]
    if name in ("PublicCombatLog", "PrivateCombatLog"):
        return [field("HaveData", "i32"),
                field("Rows", {"array": {"struct": "CombatLogRow" + old}, "count": "bytes", "prefix": "u16"})]
    if name == "EncounterPublicInfo" and old:
        return [field("EncounterId", ID), field("EncounterJSON", {"string": "end"})]
    return body["fields"] if body else None


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
            if kind["string"] == "end":
                return "text"
            counts = {"fixed": "n", "prefix": "prefix", "ref": "ref"}
            return "cstr" if kind["string"] == "nul" else f"u8[{kind[counts[kind['string']]]}]"
        if "struct" in kind:
            return PRIMITIVES.get(kind["struct"]) or self.struct(kind["struct"])
        element = self.type_text(kind["array"], computed)
        if kind["count"] == "fixed":
            return f"{element}[{kind['n']}]"
        if kind["count"] == "prefix":
            return f"{element}[{kind['prefix']}]"
        if kind["count"] == "bytes":
            return f"{element}[{kind['prefix']}b]"
        if kind["count"] != "ref":
            raise ValueError("a count that the format cannot say")
        if kind["ref"] not in computed:
            return f"{element}[{kind['ref']}]"
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
        if name not in self.done:
            about = self.structs[name]
            self.lines += self.members(name, about["fields"], about.get("computed", {}))
            self.done[name] = "@" + name
        return self.done[name]

    def members(self, name, fields, computed):
        own = [f"struct {name}"]
        numbers = {f["name"] for f in fields if not f.get("if")}
        for field in fields:
            conditions = field.get("if", [])
            if any(c["field"] not in numbers for c in conditions):
                raise ValueError("a condition that the format cannot say")
            text = self.type_text(field["type"], computed)
            count = re.search(r"\[([A-Za-z_]\w*)(/64)?\]$", text)
            if count and count[1] not in numbers and count[1] not in ("u8", "u16", "u32", "u16b"):
                raise ValueError("a count that is no member")
            line = f" {field['name']} {text}"
            for condition in field.get("if", []):
                (value,) = condition["values"]
                line += f" if {condition['field']} {OPERATORS[condition['op']]} {value}"
            own.append(line)
        return own

    def message(self, key, fields, computed):
        """The struct of a message's body, or nothing when it cannot be told as one."""
        if key not in self.done:
            before, done = len(self.lines), dict(self.done)
            try:
                self.lines += self.members(key, fields, computed)
                self.done[key] = "@" + key
            except (KeyError, ValueError):
                del self.lines[before:]
                self.done = done
                self.done[key] = ""
        return self.done[key]

    def messages(self, number, protocol, bodies):
        """Names and numbers of the messages of a protocol; structs first, because they stand alone."""
        lines = []

        def add(entity, name, id, src):
            body = bodies.get((entity, name, src))
            fields = found_body(number, entity, name, body)
            own = fields is not None and (body is None or fields is not body["fields"])
            key = f"{entity}.{name}.{src}" + (f"@{number}" if own else "")
            struct = "" if fields is None else self.message(key, fields, (body or {}).get("computed", {}))
            word = "event" if src == "Message" else "command"
            lines.append(f"{word} {entity} {name} {id} {struct}".rstrip())

        for entity, about in protocol["ids"]["entities"].items():
            for src in ("Message", "Command"):
                for name, id in about.get(src.lower() + "s", {}).items():
                    add(entity, name, id, src)
        for name, id in protocol["ids"]["generic_messages"].items():
            add("Generic", name, id, "Command" if ("Generic", name, "Command") in bodies else "Message")
        return lines

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
    add_found(source)
    writer = Writer(source)
    bodies = {}
    for message in source["messages_19551"]:
        if message["channel"] == "GSS":
            names = message["name"].split(".")
            bodies.setdefault((names[0], names[-1], message["src"]), message)
    for number, protocol in sorted(source["protocols"].items()):
        ids = protocol["matrix_ids"]
        views = [v for v in protocol["views"] if v["status"] != "names_only"]
        for view in views:  # structs and enums first
            for field in view["fields"]:
                writer.type_text(field["type"], {})
        messages = writer.messages(number, protocol, bodies)
        writer.lines.append(
            f"protocol {number} {protocol['matrix_protocol']} {ids['EnterZone']} {ids['ExitZone']}")
        for view in views:
            writer.view(view, source["positions"])
        covered = {view["typecode"] for view in views}
        for entity, about in protocol["ids"]["entities"].items():
            for name, typecode in about.get("views", {}).items():
                if typecode not in covered:
                    writer.lines.append(f"raw {entity}_{name} {typecode}")
        writer.lines += messages
    print(HEADER + "\n".join(writer.lines))


if __name__ == "__main__":
    main()
