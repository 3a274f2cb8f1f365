// Every view of every protocol: keyframes, updates and rows are reproduced bit by bit.
#include <map>

#include "recorder/games/firefall/entity_item.h"
#include "tests/catch.h"
#include "tests/recorder/firefall/random_view.h"
#include "tickreel/model/row.h"

using namespace tickreel;
using namespace tickreel::firefall;
using tickreel_test::RandomView;

namespace {

template <class Check>
void for_every_view(Check check) {
    for (const ProtocolLayout& protocol : builtin_layouts().protocols())
        for (const auto& [typecode, layout] : protocol.views)
            if (layout.known) check(protocol, layout);
}

void check_round_trip(const ViewShape& shape, const Bytes& body) {
    View view(shape);
    REQUIRE(view.set_keyframe(body));
    CHECK(view.body() == body);
    const std::vector<Word> row = view.row();
    const std::optional<View> again = View::from_row(shape, row);
    REQUIRE(again);
    CHECK(again->body() == body);
    CHECK(again->row() == row);
}

}  // namespace

TEST_CASE("the three protocols are embedded") {
    REQUIRE(builtin_layouts().protocols().size() == 3);
    const ProtocolLayout* last = builtin_layouts().find(19551);
    REQUIRE(last != nullptr);
    CHECK(last->views.size() == 36);
    CHECK(last->find(11)->name == "Character_CombatView");
    CHECK(builtin_layouts().find(18533)->find(10)->fields.back().index == 125);
    CHECK(builtin_layouts().find(1) == nullptr);
}

// There are up to 2^96 patterns. Each field's presence affects only its bit and what follows it, so
// testing every single field, every pair that may share a byte, and random patterns covers all of
// them.
TEST_CASE("keyframes of every view come back, whichever fields are null") {
    RandomView random(1);
    for_every_view([&](const ProtocolLayout& protocol, const ViewLayout& layout) {
        INFO(protocol.number << " " << layout.name);
        const ViewShape shape(layout);
        check_round_trip(shape, random.keyframe(layout, [](std::size_t) { return true; }));
        check_round_trip(shape, random.keyframe(layout, [](std::size_t) { return false; }));
        for (std::size_t only = 0; only < layout.nullable_count(); ++only) {
            check_round_trip(shape,
                             random.keyframe(layout, [&](std::size_t i) { return i == only; }));
            check_round_trip(shape,
                             random.keyframe(layout, [&](std::size_t i) { return i != only; }));
        }
        for (int i = 0; i < 16; ++i)
            check_round_trip(shape, random.keyframe(layout, [&](std::size_t) {
                return random.number() % 2 == 0;
            }));
    });
}

TEST_CASE("keyframes of every view come back with two neighbours null, or there alone") {
    RandomView random(4);
    for_every_view([&](const ProtocolLayout& protocol, const ViewLayout& layout) {
        INFO(protocol.number << " " << layout.name);
        const ViewShape shape(layout);
        const std::size_t count = layout.nullable_count();
        View view(shape);
        std::size_t wrong = 0;
        for (std::size_t a = 0; a < count; ++a)
            for (std::size_t b = a + 1; b < std::min(count, a + 8); ++b) {
                const bool null = (a + b) % 2 == 0;  // half of the pairs this way, half the other
                const Bytes body = random.keyframe(
                    layout, [&](std::size_t i) { return (i == a || i == b) != null; });
                if (!view.set_keyframe(body) || view.body() != body) ++wrong;
            }
        CHECK(wrong == 0);
    });
}

TEST_CASE("a keyframe that is cut or too long is refused and changes nothing") {
    RandomView random(2);
    for_every_view([&](const ProtocolLayout& protocol, const ViewLayout& layout) {
        INFO(protocol.number << " " << layout.name);
        const ViewShape shape(layout);
        const Bytes good = random.keyframe(layout, [](std::size_t) { return true; });
        View view(shape);
        REQUIRE(view.set_keyframe(good));
        Bytes bad = good;
        bad.push_back(0);
        CHECK_FALSE(view.set_keyframe(bad));
        bad.resize(good.size() - 1);
        CHECK_FALSE(view.set_keyframe(bad));
        CHECK(view.body() == good);
    });
}

TEST_CASE("updates set and clear fields of every view") {
    RandomView random(3);
    for_every_view([&](const ProtocolLayout& protocol, const ViewLayout& layout) {
        INFO(protocol.number << " " << layout.name);
        const ViewShape shape(layout);
        View view(shape);
        REQUIRE(view.set_keyframe(random.keyframe(layout, [](std::size_t) { return false; })));
        View all(shape);
        ByteWriter set;
        for (const ShadowField& field : layout.fields) {
            set.u8(field.index);
            random.value(*field.type, nullptr, set);
        }
        REQUIRE(view.update(set.data()));
        const Bytes body = view.body();
        check_round_trip(shape, body);
        Bytes clear;
        for (const ShadowField& field : layout.fields)
            if (field.nullable) clear.push_back(static_cast<Byte>(field.index | 0x80));
        REQUIRE(view.update(clear));
        CHECK((view.body().size() < body.size() || clear.empty()));
        for (const ShadowField& field : layout.fields) {
            if (field.nullable) continue;
            CHECK_FALSE(view.update(Bytes{static_cast<Byte>(field.index | 0x80)}));
            break;
        }
    });
}

TEST_CASE("a layout text that makes no sense names its line") {
    const auto refused = [](std::vector<std::string_view> lines) {
        const auto parsed = Layouts::parse(lines);
        return parsed ? std::string() : parsed.error().message;
    };
    CHECK(refused({"struct A", " x u8", "protocol 1 2 3 4", "view A_B 1 3", " 0 A @A"}).empty());
    CHECK_THAT(refused({"struct A", " x u9"}), tickreel_test::contains("line 2"));
    CHECK_THAT(refused({"struct A", " x u8 if y == 1"}), tickreel_test::contains("line 2"));
    CHECK_THAT(refused({"view A_B 1 3"}), tickreel_test::contains("line 1"));
    CHECK_THAT(refused({"protocol 1 2 3 4", "view A 1 3", " 128 A u8"}),
               tickreel_test::contains("line 3"));
}

TEST_CASE("NPCs and vehicles have no army tag, which tells players from them") {
    constexpr std::uint64_t kSomebody = 77;
    const ProtocolLayout& protocol = *builtin_layouts().find(19551);
    const auto row_of = [&](const char* name, PoseOf of, const std::map<std::string, Cell>& known) {
        const auto view = std::find_if(protocol.views.begin(), protocol.views.end(),
                                       [&](const auto& one) { return one.second.name == name; });
        REQUIRE(view != protocol.views.end());
        const ViewShape shape(view->second);
        Cells cells(shape.type.fields.size());
        for (const auto& [field, cell] : known) cells.at(*find_field(shape.type, field)) = cell;
        EntityItems items;
        CHECK(items.note_view(kSomebody << 8, shape.type, pack_row(shape.type, cells)));
        Mover mover;
        mover.of = of;
        return items.row(kSomebody, mover);
    };
    const Cell ash{.bytes = {'A', 's', 'h'}};
    const auto person = [&](std::uint64_t flags) {
        return row_of("Character_ObserverView", PoseOf::Character,
                      {{"StaticInfo.DisplayName", ash},
                       {"StaticInfo.TargetFlags", Cell{.bits = flags}},
                       {"StaticInfo.ArmyTag", Cell{.bytes = {'T', 'A', 'G'}}}});
    };
    const ItemType& character = entity_type(PoseOf::Character);
    const auto clan = find_role(character, Role::Clan);
    REQUIRE(clan);
    CHECK(read_field(character, person(0), *clan) == Value(std::string("TAG")));
    CHECK(read_field(character, person(2), *clan) == Value(std::string("TAG")));
    CHECK(read_field(character, person(1), *clan) == Value());
    CHECK(read_field(character, person(1), entity_column::kName) == Value(std::string("Ash")));
    const ItemType& vehicle = entity_type(PoseOf::Vehicle);
    CHECK_FALSE(find_role(vehicle, Role::Clan));
    const auto car = row_of("Vehicle_ObserverView", PoseOf::Vehicle, {{"OwnerName", ash}});
    CHECK(read_field(vehicle, car, entity_column::kName) == Value(std::string("Ash")));
}

TEST_CASE("what is known of status effects, shields, loot and particles has columns") {
    struct Known {
        const char* view;
        const char* prefix;
        std::size_t fields;
        const char* column;
    };
    const ProtocolLayout& protocol = *builtin_layouts().find(17122);
    std::size_t opened = 0;
    for (const Known& known :
         {Known{"Character_CombatView", "StatusEffects_", 32, "StatusEffects_31.Initiator.Backing"},
          Known{"Vehicle_CombatView", "StatusEffects_", 32, "StatusEffects_0.Stack"},
          Known{"Deployable_ObserverView", "StatusEffects_", 32, "StatusEffects_7.Time"},
          Known{"AreaVisualData_ParticleEffectsView", "ParticleEffects_", 20,
                "ParticleEffects_19.Unk12.Unk2"},
          Known{"AreaVisualData_LootObjectView", "LootObjects_", 24, "LootObjects_3.Quantity"},
          Known{"AreaVisualData_ForceShieldView", "ForceShields_", 32,
                "ForceShields_2.HostilityInfo.TeamId"}}) {
        INFO(known.view);
        const auto found =
            std::find_if(protocol.views.begin(), protocol.views.end(),
                         [&](const auto& entry) { return entry.second.name == known.view; });
        REQUIRE(found != protocol.views.end());
        const ViewShape shape(found->second);
        const auto is_column = [&](const char* name) {
            return std::any_of(shape.type.fields.begin(), shape.type.fields.end(),
                               [&](const Field& field) { return field.name == name; });
        };
        CHECK(is_column(known.column));
        for (std::size_t i = 0; i < known.fields; ++i) {
            CHECK_FALSE(is_column((known.prefix + std::to_string(i)).c_str()));
            ++opened;
        }
    }
    CHECK(opened == 172);
}
