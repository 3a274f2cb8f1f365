// Parses layouts.txt. Every line is checked, even though the text is our own.
#include <algorithm>
#include <array>
#include <cassert>

#include "recorder/games/firefall/layout.h"
#include "tickreel/base/parse_number.h"

namespace tickreel::firefall {

// Written by CMake from layouts.txt.
std::span<const std::string_view> layouts_lines();

namespace {

using Words = std::vector<std::string_view>;

Words split(std::string_view line, char separator) {
    Words words;
    while (!line.empty()) {
        const std::size_t end = std::min(line.find(separator), line.size());
        if (end > 0) words.push_back(line.substr(0, end));
        line.remove_prefix(std::min(end + 1, line.size()));
    }
    return words;
}

struct Primitive {
    std::string_view name{};
    std::uint8_t bytes = 1;
    bool is_signed = false;
    FieldKind column = FieldKind::UInt32;
    Type::Coding coding = Type::Coding::Plain;
};

constexpr Primitive kPrimitives[] = {
    {"u8", 1, false, FieldKind::UInt32},
    {"u16", 2, false, FieldKind::UInt32},
    {"u32", 4, false, FieldKind::UInt32},
    {"u64", 8, false, FieldKind::UInt64},
    {"i8", 1, true, FieldKind::Int32},
    {"i16", 2, true, FieldKind::Int32},
    {"i32", 4, true, FieldKind::Int32},
    {"i64", 8, true, FieldKind::Int64},
    {"f32", 4, false, FieldKind::Float32},
    {"f64", 8, false, FieldKind::Float64},
    {"f16", 2, false, FieldKind::Float32, Type::Coding::Half},
    {"q16", 2, false, FieldKind::Int32, Type::Coding::SignMagnitude},
};

struct Vector {
    std::string_view name{};
    std::string_view axes{};
};
constexpr Vector kVectors[] = {
    {"vec2f", "xy"}, {"vec3f", "xyz"}, {"vec4f", "xyzw"}, {"quatf", "xyzw"}};

constexpr std::array<std::string_view, 4> kTests{"==", "!=", "&", "!&"};

std::optional<std::size_t> find_member(const Struct& owner, std::string_view name) {
    const auto found = std::find_if(owner.members.begin(), owner.members.end(),
                                    [&](const Member& member) { return member.name == name; });
    // Counts and conditions refer to an unconditional number.
    if (found == owner.members.end() || found->may_miss() ||
        found->type->kind != Type::Kind::Scalar)
        return std::nullopt;
    return static_cast<std::size_t>(found - owner.members.begin());
}

}  // namespace

class LayoutParser {
public:
    explicit LayoutParser(ColumnLimits limits) : limits_(limits) {
        for (const Primitive& primitive : kPrimitives)
            types_.emplace(primitive.name, add_scalar(primitive));
        types_.emplace("cstr", &layouts_->types_.emplace_back(Type{.kind = Type::Kind::CString}));
        types_.emplace("text", &layouts_->types_.emplace_back(
                                   Type{.kind = Type::Kind::CString, .to_end = true}));
        for (const Vector& vector : kVectors) add_vector(vector);
    }

    Result<void> line(std::string_view text) {
        if (text.empty() || text.front() == '#') return {};
        const Words words = split(text, ' ');
        if (words.size() < 2) return bad("too few words");
        if (text.front() != ' ') return heading(words);
        if (view_ != nullptr) return words[0] == "role" ? role(words) : shadow_field(words);
        return struct_ != nullptr ? member(words) : bad("a line that belongs to nothing");
    }

    std::unique_ptr<Layouts> take() {
        close();
        return std::move(layouts_);
    }

private:
    static Error bad(std::string_view what) { return fail("layouts: ", what); }

    const Type* add_scalar(const Primitive& primitive) {
        return &layouts_->types_.emplace_back(Type{.kind = Type::Kind::Scalar,
                                                   .bytes = primitive.bytes,
                                                   .is_signed = primitive.is_signed,
                                                   .coding = primitive.coding,
                                                   .column = primitive.column,
                                                   .fixed_bytes = primitive.bytes});
    }

    void add_vector(const Vector& vector) {
        Struct& made = layouts_->structs_.emplace_back();
        made.name = vector.name;
        for (const char axis : vector.axes)
            made.members.push_back({std::string(1, axis), types_.find("f32")->second, {}});
        types_.emplace(vector.name, add_struct(made));
    }

    const Type* add_struct(const Struct& made) {
        Type type{.kind = Type::Kind::Struct, .members = &made, .columns = 0, .fixed_bytes = 0};
        bool tells_presence = false;  // a column that is present exactly if the struct is
        bool has_blob = false;
        for (const Member& member : made.members) {
            type.columns += member.type->columns;
            tells_presence = tells_presence || (!member.may_miss() && !member.type->one_blob);
            has_blob = has_blob || member.type->one_blob;
            if (member.may_miss() || !member.type->fixed_bytes) type.fixed_bytes.reset();
            if (type.fixed_bytes) *type.fixed_bytes += *member.type->fixed_bytes;
        }
        const std::size_t most = has_blob ? limits_.loose_with_blob : limits_.loose;
        type.one_blob = !type.fixed_bytes && (!tells_presence || type.columns > most);
        if (type.one_blob) type.columns = 1;
        return &layouts_->types_.emplace_back(type);
    }

    // A struct is complete when the next heading begins.
    void close() {
        if (struct_ != nullptr) types_.emplace("@" + struct_->name, add_struct(*struct_));
        struct_ = nullptr;
        view_ = nullptr;
    }

    Result<void> heading(const Words& words) {
        close();
        if (words[0] == "struct") {
            struct_ = &layouts_->structs_.emplace_back();
            struct_->name = words[1];
            return {};
        }
        if (words[0] == "enum" || words[0] == "flags") return named_values(words);
        if (words[0] == "protocol") return protocol(words);
        if (words[0] == "class") return event_classes(words);
        if (words[0] == "event" || words[0] == "command") return message(words);
        return view(words);
    }

    Result<void> named_values(const Words& words) {
        const auto base = words.size() > 2 ? types_.find(words[2]) : types_.end();
        if (base == types_.end() || base->second->kind != Type::Kind::Scalar)
            return bad("an enum of no number");
        auto& values = layouts_->names_.emplace_back();
        for (std::size_t i = 3; i < words.size(); ++i) {
            const std::size_t equals = words[i].find('=');
            const auto value = equals == std::string_view::npos
                                   ? std::nullopt
                                   : parse_number<std::int64_t>(words[i].substr(equals + 1));
            if (!value) return bad("an enum value without a number");
            values.push_back({*value, std::string(words[i].substr(0, equals))});
        }
        Type& type = layouts_->types_.emplace_back(*base->second);
        type.column = words[0] == "enum" ? FieldKind::Enum : FieldKind::Flags;
        type.values = &values;
        types_.emplace("%" + std::string(words[1]), &type);
        return {};
    }

    Result<void> protocol(const Words& words) {
        if (words.size() != 5) return bad("a protocol has four numbers");
        const auto gss = parse_number<std::uint16_t>(words[1]);
        const auto matrix = parse_number<std::uint16_t>(words[2]);
        const auto enter = parse_number<std::uint8_t>(words[3]);
        const auto exit = parse_number<std::uint8_t>(words[4]);
        if (!gss || !matrix || !enter || !exit) return bad("a protocol has four numbers");
        layouts_->protocols_.push_back({*gss, *matrix, *enter, *exit, {}, {}, {}});
        return {};
    }

    Result<void> event_classes(const Words& words) {
        const EventClass about = event_class_from_name(words[1]);
        if (event_class_name(about) != words[1]) return bad("an unknown class of events");
        for (std::size_t i = 2; i < words.size(); ++i) classes_.emplace(words[i], about);
        return {};
    }

    Result<void> message(const Words& words) {
        const auto id = words.size() > 3 ? parse_number<std::uint8_t>(words[3]) : std::nullopt;
        const Type* body = words.size() == 5 ? find_type(words[4], nullptr) : nullptr;
        if (!id || (words.size() == 5 && body == nullptr) || layouts_->protocols_.empty())
            return bad("a message that makes no sense");
        ProtocolLayout& own = layouts_->protocols_.back();
        auto& messages = words[0] == "event" ? own.events : own.commands;
        std::string name = std::string(words[1]) + "_" + std::string(words[2]);
        const auto found = classes_.find(name);
        const EventClass about = words[0] == "command"     ? EventClass::Input
                                 : found == classes_.end() ? EventClass::Other
                                                           : found->second;
        messages[std::string(words[1])][*id] = {std::move(name), body, about};
        return {};
    }

    Result<void> view(const Words& words) {
        const bool known = words[0] == "view";
        if ((!known && words[0] != "raw") || words.size() != (known ? 4U : 3U))
            return bad("an unknown heading");
        const auto typecode = parse_number<std::uint8_t>(words[2]);
        const auto keyframe = known ? parse_number<std::uint8_t>(words[3]) : kViewKeyframe;
        if (!typecode || !keyframe || layouts_->protocols_.empty())
            return bad("a view that makes no sense");
        ViewLayout& made = layouts_->protocols_.back().views[*typecode];
        made.name = words[1];
        made.typecode = *typecode;
        made.keyframe_id = *keyframe;
        made.known = known;
        view_ = known ? &made : nullptr;
        return {};
    }

    Result<void> role(const Words& words) {
        if (words.size() != 3) return bad("a role has a name and a path");
        (words[1] == "position" ? view_->position_path : view_->name_path) = words[2];
        return {};
    }

    Result<void> shadow_field(const Words& words) {
        const Words range = split(words[0], '-');
        const auto first = parse_number<std::uint8_t>(range.front());
        const auto last = parse_number<std::uint8_t>(range.back());
        const Type* type = words.size() > 2 ? find_type(words[2], nullptr) : nullptr;
        if (!first || !last || *last >= kMaxShadowFields || type == nullptr)
            return bad("a field that makes no sense");
        if (!view_->fields.empty() && view_->fields.back().index >= *first)
            return bad("field indices that do not rise");
        for (std::size_t i = *first; i <= *last; ++i) {
            std::string name(words[1]);
            if (!name.empty() && name.back() == '*')
                name.replace(name.size() - 1, 1, std::to_string(i - *first));
            view_->fields.push_back(
                {static_cast<std::uint8_t>(i), std::move(name), type, words.size() > 3});
        }
        return {};
    }

    Result<void> member(const Words& words) {
        Member made{std::string(words[0]), find_type(words[1], struct_), {}};
        if (made.type == nullptr) return fail("layouts: unknown type '", words[1], "'");
        if (words.size() % 4 != 2) return bad("a condition unclear");
        for (std::size_t i = 2; i < words.size(); i += 4) {
            const auto at = find_member(*struct_, words[i + 1]);
            const auto test = std::find(kTests.begin(), kTests.end(), words[i + 2]);
            const auto operand = parse_number<std::uint64_t>(words[i + 3]);
            if (!at || test == kTests.end() || !operand) return bad("a condition unclear");
            made.conditions.push_back(
                {*at, static_cast<Condition::Test>(test - kTests.begin()), *operand});
        }
        if (struct_->members.size() == kMaxMembers) return bad("too many members");
        struct_->members.push_back(std::move(made));
        return {};
    }

    const Type* find_type(std::string_view text, const Struct* owner) {
        if (const auto found = types_.find(text); found != types_.end()) return found->second;
        const std::size_t open = text.rfind('[');
        if (open == std::string_view::npos || text.back() != ']') return nullptr;
        Type type{.kind = Type::Kind::Array, .element = find_type(text.substr(0, open), owner)};
        if (type.element == nullptr) return nullptr;
        const std::string_view count = text.substr(open + 1, text.size() - open - 2);
        if (const auto fixed = parse_number<std::uint32_t>(count)) {
            type.fixed_count = *fixed;
            if (type.element->fixed_bytes) type.fixed_bytes = *fixed * *type.element->fixed_bytes;
            if (type.fixed_bytes && *fixed <= kMaxFlatArray)
                type.columns = *fixed * type.element->columns;
        } else if (count.ends_with("/64")) {
            const auto at = owner == nullptr
                                ? std::nullopt
                                : find_member(*owner, count.substr(0, count.size() - 3));
            if (!at) return nullptr;
            type.count = Type::Count::Per64;
            type.count_member = *at;
        } else if (const auto at = owner == nullptr ? std::nullopt : find_member(*owner, count)) {
            type.count = Type::Count::Member;
            type.count_member = *at;
        } else {
            const bool in_bytes = count == "u16b";
            const auto prefix = types_.find(in_bytes ? count.substr(0, 3) : count);
            if (prefix == types_.end()) return nullptr;
            type.count = in_bytes ? Type::Count::Bytes : Type::Count::Prefix;
            type.bytes = prefix->second->bytes;
        }
        type.one_blob = !type.fixed_bytes || type.fixed_count > kMaxFlatArray;
        return &layouts_->types_.emplace_back(type);
    }

    ColumnLimits limits_;
    std::map<std::string, EventClass, std::less<>> classes_;  // of events, by name
    std::unique_ptr<Layouts> layouts_ = std::make_unique<Layouts>();
    std::map<std::string, const Type*, std::less<>> types_;
    Struct* struct_ = nullptr;
    ViewLayout* view_ = nullptr;
};

Result<std::unique_ptr<Layouts>> Layouts::parse(std::span<const std::string_view> lines,
                                                ColumnLimits limits) {
    LayoutParser parser(limits);
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (const Result<void> read = parser.line(lines[i]); !read)
            return fail("line ", i + 1, ": ", read.error().message);
    return parser.take();
}

namespace {

std::unique_ptr<Layouts> load_layouts(ColumnLimits limits) {
    Result<std::unique_ptr<Layouts>> layouts = Layouts::parse(layouts_lines(), limits);
    assert(layouts);  // the text is ours, and a test reads it
    return layouts ? *std::move(layouts) : std::make_unique<Layouts>();
}

}  // namespace

const Layouts& builtin_layouts() {
    static const std::unique_ptr<Layouts> layouts = load_layouts({});
    return *layouts;
}

const Layouts& former_layouts() {
    static const std::unique_ptr<Layouts> layouts =
        load_layouts({.loose = 10, .loose_with_blob = 10});
    return *layouts;
}

}  // namespace tickreel::firefall
