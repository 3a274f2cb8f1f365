#include "demos/firefall/stage.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "demos/firefall/blank_view.h"
#include "recorder/games/firefall/event_mapper.h"

namespace tickreel::firefall_match {

using firefall::PoseOf;
using firefall::View;
using firefall::ViewCheck;

namespace {

constexpr double kTwoPi = 6.283185307179586;
constexpr double kDegrees = 360 / kTwoPi;
constexpr Tick kSecond = 20;
constexpr std::uint64_t kLocal = 0xff000000000000;  // entities of this map
constexpr Tick kComesEvery = 8 * kSecond;  // more than the 3 s between two keyframes of a view
constexpr Tick kStaysFor = 4 * kSecond;
constexpr int kHit = 15;  // percent
constexpr std::uint8_t kLiving = 6;
constexpr std::uint8_t kDead = 2;
constexpr const char* kNames[] = {"Ash", "Bryn", "Cole", "Dune", "Echo", "Flint", "Gale", "Haze"};
constexpr const char* kLines[] = {"Is anybody at the outpost?", "On my way.", "Watch the ridge!",
                                  "Thumper is up."};

}  // namespace

Stage::Stage(int characters) : protocol_(*firefall::builtin_layouts().find(kProtocol)) {
    add_things();
    add_vehicle();
    for (int i = 0; i < characters; ++i) add_character(i);
    add_client();
    frame_.tick = kNoTick;
}

const firefall::ViewShape& Stage::shape(std::string_view name) {
    const auto known = shapes_.find(name);
    if (known != shapes_.end()) return known->second;
    const auto layout = std::find_if(protocol_.views.begin(), protocol_.views.end(),
                                     [&](const auto& entry) { return entry.second.name == name; });
    assert(layout != protocol_.views.end());
    return shapes_.emplace(std::string(name), firefall::ViewShape(layout->second)).first->second;
}

// Creates a blank view if needed. The server checks every view against its own checksum.
View& Stage::view(std::uint64_t entity, std::string_view name) {
    const std::pair<std::string, std::uint64_t> key{std::string(name), entity};
    const auto known = views_.find(key);
    if (known != views_.end()) {
        known->second.touched = true;
        return known->second.view;
    }
    View made = blank_view(shape(name), kClientPlayer);
    if (!made.shape().layout->is_controller()) made.set_check(ViewCheck::Ok);
    return views_.emplace(key, Shown{std::move(made)}).first->second.view;
}

void Stage::add_character(int number) {
    Actor actor{.entity = kLocal + 0x100 + static_cast<std::uint64_t>(number),
                .radius = 12.0 + 9.0 * number,
                .speed = 3.0 + 0.5 * number};
    View& observer = view(actor.entity, "Character_ObserverView");
    ByteWriter info;
    put_text(kNames[static_cast<std::size_t>(number) % std::size(kNames)], info);
    put_text("", info);
    // StaticInfo starts with its two names; the rest is blank.
    ByteWriter blank;
    write_blank(*observer.shape().layout->fields[0].type, blank);
    info.bytes(ByteView(blank.data()).subspan(2));
    set_field(observer, "StaticInfo", info.data());
    set_field(observer, "CharacterState", Bytes{kLiving, 0, 0, 0, 0});
    set_field(observer, "HostilityInfo", Bytes{1, static_cast<Byte>(1 + number % 2)});
    set_number(observer, "CurrentHealthPct", 100, 1);
    (void)view(actor.entity, "Character_CombatView");
    walk(actor, 0);
    put_place(actor, view(actor.entity, "Character_MovementView"));
    actors_.push_back(actor);
}

void Stage::add_vehicle() {
    Actor actor{.entity = kLocal + 0x200, .of = PoseOf::Vehicle, .radius = 140, .speed = 18};
    View& observer = view(actor.entity, "Vehicle_ObserverView");
    ByteWriter name;
    put_text("Courier", name);
    set_field(observer, "OwnerName", name.data());
    set_number(observer, "CurrentHealth", 4000, 4);
    set_number(observer, "MaxHealth", 5000, 4);
    set_field(observer, "HostilityInfo", Bytes{1, 1});
    walk(actor, 0);
    put_place(actor, view(actor.entity, "Vehicle_MovementView"));
    actors_.push_back(actor);
}

void Stage::add_things() {
    for (int i = 0; i < 3; ++i) {
        View& turret =
            view(kLocal + 0x300 + static_cast<std::uint64_t>(i), "Deployable_ObserverView");
        ByteWriter at;
        put_vector({40.0F * static_cast<float>(i) - 40, 25, 401}, at);
        set_field(turret, "Position", at.data());
        set_field(turret, "HostilityInfo", Bytes{1, 1});
        set_number(turret, "CurrentHealthPct", 100, 1);
    }
    View& outpost = view(kLocal + 0x400, "Outpost_ObserverView");
    ByteWriter at;
    put_vector({0, 0, 400}, at);
    set_field(outpost, "Position", at.data());
    set_number(outpost, "NearbyResourceItems_3", 77, 4);
}

void Stage::add_client() {
    client_ = kLocal + 0x500;
    set_number(view(client_, "Character_BaseController"), "CurrentHealth", 1000, 4);
    (void)view(client_, "Character_CombatController");
}

// A turret is put up and taken away, and the client's character looks on as long: a view and a
// controller are removed, and begin with a keyframe again.
void Stage::come_and_go(Tick tick) {
    constexpr std::uint64_t kTurret = kLocal + 0x310;
    if (tick % kComesEvery == kSecond) {
        set_field(view(kTurret, "Deployable_ObserverView"), "HostilityInfo", Bytes{1, 1});
        (void)view(client_, "Character_SpectatorController");
    } else if (tick % kComesEvery == kSecond + kStaysFor) {
        views_.erase({"Deployable_ObserverView", kTurret});
        views_.erase({"Character_SpectatorController", client_});
    }
}

void Stage::put_place(const Actor& actor, View& movement) const {
    const auto& at = actor.mover.position;
    const double half = firefall::half_yaw(actor.mover.heading.value_or(0));
    ByteWriter data;
    put_vector({static_cast<float>(at[0]), static_cast<float>(at[1]), static_cast<float>(at[2])},
               data);
    put_vector({0, 0, static_cast<float>(std::sin(half)), static_cast<float>(std::cos(half))},
               data);
    put_vector({1, 0, 0}, data);
    data.u16(actor.mover.movement);
    data.u32(short_time_);
    const bool vehicle = actor.of == PoseOf::Vehicle;
    set_field(movement, vehicle ? "CurrentPose" : "Movement", data.data());
}

void Stage::walk(Actor& actor, double seconds) const {
    const double angle =
        actor.speed / actor.radius * seconds + static_cast<double>(actor.entity % 16);
    actor.mover.of = actor.of;
    actor.mover.position = {actor.radius * std::cos(angle), actor.radius * std::sin(angle),
                            400 + std::sin(angle * 3)};
    actor.mover.heading = std::remainder((angle + kTwoPi / 4) * kDegrees, 360.0);
    actor.mover.movement = 0x10;
}

void Stage::event(std::uint64_t entity, std::string_view view_name, std::string_view message,
                  ByteView body) {
    const std::uint8_t typecode = view_name.empty() ? 0 : shape(view_name).layout->typecode;
    const auto& messages = protocol_.events.at(std::string(protocol_.entity(typecode)));
    const auto about = std::find_if(messages.begin(), messages.end(), [&](const auto& entry) {
        return entry.second.name == message;
    });
    assert(about != messages.end());
    const firefall::EventShape made(&about->second, view_name, about->first, false);
    const auto rows = made.rows({entity << 8 | typecode, about->first, body});
    assert(rows);
    for (const std::vector<Word>& row : *rows)
        events_.push_back({schema_.add(made.type()), row, false});
}

void Stage::live(Actor& actor, Tick tick) {
    if (actor.of != PoseOf::Character) return;
    View& observer = view(actor.entity, "Character_ObserverView");
    if (actor.health == 0) {
        if (tick < actor.wakes) return;
        actor.health = 100;
        set_field(observer, "CharacterState", Bytes{kLiving, 0, 0, 0, 0});
    } else if ((tick + static_cast<Tick>(actor.entity) * 7) % kSecond == 0) {
        actor.health = std::max(0, actor.health - kHit);
        if (actor.health == 0) die(actor, tick);
    }
    set_number(observer, "CurrentHealthPct", static_cast<std::uint64_t>(actor.health), 1);
    // The target appears and disappears: a nullable field.
    ByteWriter target;
    target.u64(client_ << 8);
    put_vector({0, 0, 0, 1}, target);
    const bool looks = (tick / kSecond + static_cast<Tick>(actor.entity)) % 3 == 0;
    set_field(observer, "LookAtTarget", looks ? ByteView(target.data()) : ByteView());
}

void Stage::die(Actor& actor, Tick tick) {
    actor.wakes = tick + 3 * kSecond;
    set_field(view(actor.entity, "Character_ObserverView"), "CharacterState",
              Bytes{kDead, 0, 0, 0, 0});
    ByteWriter killed;
    killed.u16(short_time_);
    killed.u64(client_ << 8 | 1);
    killed.bytes(Bytes(3));
    event(actor.entity, "Character_CombatView", "Character_Killed", killed.data());
}

void Stage::say(Tick tick) {
    if (tick % (2 * kSecond) == kSecond) {
        const auto turn = static_cast<std::size_t>(tick / (2 * kSecond));
        const std::size_t speaker = turn % std::size(kNames);
        ByteWriter chat;
        chat.u8(1);
        chat.u64((kLocal + 0x100 + speaker) << 8 | 1);
        put_text(kNames[speaker], chat);
        put_text(kLines[turn % std::size(kLines)], chat);
        chat.bytes(Bytes(6));
        event(0, "", "Generic_ChatMessageList", chat.data());
    }
    if (tick % kSecond == kSecond / 2) {
        ByteWriter hit;
        hit.bytes(Bytes(3));
        hit.u16(short_time_);
        hit.u8(0);
        event(client_, "Character_CombatController", "Character_TookHit", hit.data());
    }
}

// Looking a type up by all of its fields each time would dominate the run time.
TypeId Stage::type_id(const ItemType& type) {
    const auto known = types_.find(type.name);
    if (known != types_.end()) return known->second;
    return types_.emplace(type.name, schema_.add(type)).first->second;
}

Snapshot Stage::snapshot() {
    SnapshotBuilder builder;
    for (auto& [key, one] : views_) {
        if (std::exchange(one.touched, false)) {
            const firefall::ViewShape& about = one.view.shape();
            one.row = one.view.row();
            one.key = {type_id(about.type), key.second};
            (void)looks_.note_view(key.second << 8 | about.layout->typecode, about.type, one.row);
        }
        builder.set(one.key, one.row);
    }
    for (const Actor& actor : actors_)
        builder.set({type_id(firefall::entity_type(actor.of)), actor.entity},
                    looks_.row(actor.entity, actor.mover));
    return builder.build();
}

const Frame& Stage::step(std::chrono::nanoseconds time) {
    const Tick tick = frame_.tick + 1;
    frame_.tick = tick;
    frame_.time = time;
    frame_.events.clear();
    if (frozen_) return frame_;
    short_time_ = static_cast<std::uint16_t>(
        std::chrono::duration_cast<std::chrono::milliseconds>(time).count());
    events_.clear();
    for (Actor& actor : actors_) {
        if (actor.health > 0) walk(actor, static_cast<double>(tick) / kSecond);
        live(actor, tick);
    }
    come_and_go(tick);
    say(tick);
    frame_.snapshot = snapshot();
    frame_.events = events_;
    return frame_;
}

}  // namespace tickreel::firefall_match
