#include "tests/player/draw/teeworlds/match.h"

namespace tickreel_test {

using namespace tickreel;

namespace {

Field whole(const std::string& name) {
    Field field;
    field.name = name;
    if (name == "x" || name == "to_x")
        field.roles = Role::PositionX;
    else if (name == "y" || name == "to_y")
        field.roles = Role::PositionY;
    return field;
}

ItemType type_of(const std::string& name, const std::vector<std::string>& fields,
                 TypeUse use = TypeUse::Item) {
    ItemType type;
    type.name = name;
    type.use = use;
    for (const std::string& field : fields) type.fields.push_back(whole(field));
    return type;
}

Field packed(const std::string& name, std::uint16_t words, Role role = Role::None) {
    Field field = whole(name);
    field.kind = FieldKind::PackedText;
    field.words = words;
    field.roles = role;
    return field;
}

ItemType client_info() {
    ItemType type = type_of("ClientInfo", {});
    type.fields = {
        packed("name", 4, Role::Name), packed("clan", 3),   whole("country"),   packed("skin", 6),
        whole("use_custom_color"),     whole("color_body"), whole("color_feet")};
    return type;
}

constexpr const char* kParts[] = {"body", "marking", "decoration", "hands", "feet", "eyes"};

ItemType client_info_07() {
    ItemType type = type_of("De_ClientInfo", {"local", "team"});
    type.fields.push_back(packed("name", 4, Role::Name));
    type.fields.push_back(packed("clan", 3));
    type.fields.push_back(whole("country"));
    for (const char* part : kParts) type.fields.push_back(packed(std::string("skin_") + part, 6));
    for (const char* array : {"use_custom_colors_", "skin_part_colors_"})
        for (int i = 0; i < 6; ++i) type.fields.push_back(whole(array + std::to_string(i)));
    return type;
}

// A different look for each player.
std::vector<Value> looks_07(int id, const std::string& name) {
    const std::string bodies[] = {"standard", "fox", "kitty", "spiky"};
    const std::string markings[] = {"", "fox", "tiger1", "warpaint"};
    const std::string decorations[] = {"", "hair", "unibop", ""};
    const auto at = static_cast<std::size_t>(id % 4);
    std::vector<Value> row{std::int64_t{0}, std::int64_t{0}, name, std::string("clan"),
                           std::int64_t{-1}};
    for (const std::string& part :
         {bodies[at], markings[at], decorations[at], std::string("standard"),
          std::string("standard"), std::string(at == 1 ? "colorable" : "standard")})
        row.emplace_back(part);
    for (int i = 0; i < 6; ++i) row.emplace_back(std::int64_t{i != 5 || id % 4 == 1 ? 1 : 0});
    for (int i = 0; i < 6; ++i)
        row.emplace_back(std::int64_t{0x7F000000 | ((id * 60 + i * 9) << 16) | 0xC880});
    return row;
}

}  // namespace

Match Match::of_07() {
    Match match;
    match.schema.add(client_info_07());
    return match;
}

Match::Match() {
    ItemType character =
        type_of("Character", {"tick",         "x",          "y",      "vel_x",         "vel_y",
                              "angle",        "direction",  "jumped", "hooked_player", "hook_state",
                              "hook_tick",    "hook_x",     "hook_y", "hook_dx",       "hook_dy",
                              "player_flags", "health",     "armor",  "ammo_count",    "weapon",
                              "emote",        "attack_tick"});
    character.shares_names = true;
    schema.add(std::move(character));
    schema.add(client_info());
    schema.add(type_of("PlayerInfo", {"local", "client_id", "team", "score", "latency"}));
    schema.add(type_of("GameInfo",
                       {"game_flags", "game_state_flags", "round_start_tick", "warmup_timer"}));
    schema.add(type_of(
        "GameData", {"teamscore_red", "teamscore_blue", "flag_carrier_red", "flag_carrier_blue"}));
    schema.add(type_of("Projectile", {"x", "y", "vel_x", "vel_y", "type", "start_tick"}));
    schema.add(type_of("Laser", {"x", "y", "from_x", "from_y", "start_tick"}));
    schema.add(type_of("Pickup", {"x", "y", "type", "subtype"}));
    schema.add(type_of("Flag", {"x", "y", "team"}));
    schema.add(type_of("Explosion", {"x", "y"}));
    schema.add(type_of("DamageInd", {"x", "y", "angle"}));
    schema.add(type_of("SoundWorld", {"x", "y", "sound_id"}));
    schema.add(type_of("Mystery", {"x", "y"}));
    ItemType input = type_of("Input", {"direction", "jump", "hook", "fire", "target_x", "target_y"},
                             TypeUse::Event);
    input.event_class = EventClass::Input;
    schema.add(std::move(input));
    schema.add(type_of("Sv_Emoticon", {"client_id", "emoticon"}, TypeUse::Event));
    ItemType chat = type_of("Sv_Chat", {"team", "client_id"}, TypeUse::Event);
    chat.fields.push_back({"message", FieldKind::Text, false, Role::Text, 1, "", 1, {}});
    chat.fields[0].kind = FieldKind::Enum;
    chat.fields[0].values = {{0, "all"}, {1, "team"}, {2, "whisper_send"}};
    chat.fields[1].roles = Role::Speaker;
    chat.event_class = EventClass::Chat;
    schema.add(std::move(chat));
    ItemType kill = type_of("Sv_KillMsg", {"killer", "victim", "weapon"}, TypeUse::Event);
    kill.fields[0].roles = Role::Subject;
    kill.fields[1].roles = Role::Object;
    kill.fields[2].roles = Role::Weapon;
    kill.fields[2].kind = FieldKind::Enum;
    kill.fields[2].values = {{0, "hammer"}, {3, "grenade"}};
    kill.event_class = EventClass::Kill;
    schema.add(std::move(kill));
    schema.add(type_of("SpectatorInfo", {"spectator_id", "look_x", "look_y"}));
}

void Match::add(const char* name, const std::vector<const char*>& fields) {
    ItemType type;
    type.name = name;
    for (const char* field : fields) type.fields.push_back({field, FieldKind::Int32});
    schema.add(type);
}

void Match::say(int id, const std::string& text, int team) {
    const TypeId type = *schema.find("Sv_Chat");
    Event event;
    event.type = type;
    event.row = make_row(schema[type], {Value(std::int64_t{team}), Value(std::int64_t{id}), text});
    frame.events.push_back(std::move(event));
}

void Match::set(const std::string& type, EntityId entity, const std::vector<int>& numbers) {
    SnapshotBuilder builder(frame.snapshot);
    const std::vector<Word> words(numbers.begin(), numbers.end());
    builder.set({*schema.find(type), entity}, words);
    frame.snapshot = builder.build();
}

void Match::player(int id, int x, int y, const std::string& name, int angle, int weapon) {
    const auto entity = static_cast<EntityId>(id);
    set("Character", entity,
        {0, x, y, 0, 0, angle, 0, 0, -1, 0, 0, x, y, 0, 0, 1, 8, 4, 10, weapon, 0, 0});
    set("PlayerInfo", entity, {0, id, id % 2, 0, 20});
    SnapshotBuilder builder(frame.snapshot);
    if (const auto parts = schema.find("De_ClientInfo")) {
        builder.set({*parts, entity}, make_row(schema[*parts], looks_07(id, name)));
        frame.snapshot = builder.build();
        return;
    }
    const TypeId type = *schema.find("ClientInfo");
    builder.set({type, entity}, make_row(schema[type], {name, std::string("clan"), std::int64_t{-1},
                                                        std::string("default"), std::int64_t{0},
                                                        std::int64_t{0}, std::int64_t{0}}));
    frame.snapshot = builder.build();
}

void Match::event(const std::string& type, const std::vector<int>& numbers) {
    Event event;
    event.type = *schema.find(type);
    event.row.assign(numbers.begin(), numbers.end());
    frame.events.push_back(std::move(event));
}

std::vector<std::string> arena_rows() {
    return {"##############################", "##############################",
            "##                          ##", "##                          ##",
            "##                          ##", "##   ######        %%%%%%   ##",
            "##   ######        %%%%%%   ##", "##                          ##",
            "##             ~~           ##", "##             ~~           ##",
            "##           ######         ##", "##--         ######         ##",
            "##          ########        ##", "######    ############  xxxx##",
            "##############################", "##############################"};
}

Match arena_match() {
    Match match;
    match.frame.tick = 1000;
    match.player(0, 240, 145, "nameless", 100, 1);
    match.player(1, 700, 145, "brave tee", 700, 3);
    match.player(2, 480, 305, "third", -300, 2);
    match.player(3, 160, 401, "hammer", 0, 0);
    // The first hooks the second; the third flies and is in pain.
    match.set("Character", 0,
              {0, 240, 145, 6000, 0, 100, 1, 0, 1, 5, 0, 700, 145, 0, 0, 1, 8, 4, 10, 1, 0, 999});
    match.set("Character", 2,
              {0, 520, 250, 2000, -900, -300, 1, 3, -1, 4, 0, 560, 190, 0, 0, 1, 5, 0, 4, 2, 1, 0});
    match.set("GameInfo", 0, {0, 0, 100});
    match.set("GameData", 0, {1, 2, -2, 3});
    match.set("Flag", 0, {860, 400, 0});
    match.set("Flag", 1, {100, 100, 1});
    match.set("Projectile", 10, {300, 150, 90, -40, 1, 990});
    match.set("Projectile", 11, {640, 130, -80, -60, 3, 985});
    match.set("Laser", 12, {620, 380, 400, 230, 997});
    match.set("Pickup", 20, {300, 400, 0, 0});
    match.set("Pickup", 21, {340, 400, 1, 0});
    match.set("Pickup", 22, {700, 395, 2, 3});
    match.set("Pickup", 23, {760, 395, 3, 5});
    match.set("Explosion", 1, {820, 290});
    match.set("DamageInd", 2, {530, 240, 0});
    match.set("SoundWorld", 3, {530, 240, 3});
    match.set("Mystery", 9, {110, 240});
    match.event("Sv_Emoticon", {1, 2});
    return match;
}

}  // namespace tickreel_test
