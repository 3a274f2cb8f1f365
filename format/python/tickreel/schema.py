"""What items, events and their fields mean, as the recording says it."""
import re
from dataclasses import dataclass, field


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
    places: dict = field(default_factory=dict, repr=False)  # of the fields in the schema, by name

    def field_with_role(self, role):
        return next((field for field in self.fields.values() if role in field.roles), None)


def bare(name):
    """Names that differ in case and underscores only are one name, as everywhere in tickreel."""
    return re.sub("_", "", name).lower()


def read_types(described):
    types = {}
    for type_ in described:
        fields = [Field(f["name"], f["kind"], f["unit"], f["scale"], tuple(f["roles"]),
                        {v["value"]: v["name"] for v in f.get("values", [])}, f["nullable"])
                  for f in type_["fields"]]
        by_name, places = {}, {}
        for place, one in enumerate(fields):  # of two with one name the first, as in tables
            if by_name.setdefault(one.name, one) is one:
                places[one.name] = place
        types[type_["name"]] = Type(type_["name"], type_["use"], type_["class"], type_["known"],
                                    type_["shares_names"], by_name, places)
    return types
