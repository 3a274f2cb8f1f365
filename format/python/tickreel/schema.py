"""What items, events and their fields mean, as the recording says it."""
from dataclasses import dataclass


@dataclass(frozen=True)
class Field:
    name: str
    kind: str  # "int32", "enum", "text" ...
    unit: str
    scale: float  # value in `unit` = stored value * scale
    roles: tuple
    values: dict  # names of enums and flags, by number
    nullable: bool


@dataclass(frozen=True)
class Type:
    name: str
    use: str  # "item" or "event"
    about: str  # of events: "chat", "kill" ...; else "other"
    known: bool  # False: only raw words
    shares_names: bool  # called like the player with its number
    fields: dict  # by name

    def field_with_role(self, role):
        return next((field for field in self.fields.values() if role in field.roles), None)


def read_types(described):
    types = {}
    for type_ in described:
        fields = [Field(f["name"], f["kind"], f["unit"], f["scale"], tuple(f["roles"]),
                        {v["value"]: v["name"] for v in f.get("values", [])}, f["nullable"])
                  for f in type_["fields"]]
        types[type_["name"]] = Type(type_["name"], type_["use"], type_["class"], type_["known"],
                                    type_["shares_names"], {f.name: f for f in fields})
    return types
