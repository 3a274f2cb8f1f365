// Views from the server's messages: explanations of checksums, references, removes, poses.
#include "recorder/games/firefall/world.h"

#include <bit>

#include "recorder/games/firefall/number.h"
#include "recorder/games/firefall/pose.h"
#include "recorder/games/firefall/snapshot_messages.h"
#include "recorder/games/firefall/view_sums.h"
#include "tests/catch.h"
#include "tests/recorder/firefall/random_view.h"

using namespace tickreel;
using namespace tickreel::firefall;
using tickreel_test::RandomView;

namespace {

constexpr std::uint64_t kEntity = 0x123456;

Bytes hex(std::string_view text) {
    Bytes bytes;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2)
        bytes.push_back(static_cast<Byte>(std::stoi(std::string(text.substr(i, 2)), nullptr, 16)));
    return bytes;
}

struct Server {
    explicit Server(std::uint8_t view_typecode)
        : typecode(view_typecode),
          layout(builtin_layouts().find(19551)->find(view_typecode)),
          shape(*layout),
          view(shape) {
        world.enter_zone(builtin_layouts().find(19551));
        keyframe = random.keyframe(*layout, [](std::size_t i) { return i % 2 == 0; });
        REQUIRE(view.set_keyframe(keyframe));
    }

    void say(std::uint8_t message, ByteView body) {
        now += std::chrono::milliseconds(10);
        world.set_clock(now, lost);
        CHECK(world.take(write_gss({kEntity << 8 | typecode, message, body})));
    }
    void say_routed(std::uint16_t reference, std::uint8_t message, ByteView body) {
        now += std::chrono::milliseconds(10);
        world.set_clock(now, lost);
        Bytes routed;
        write_routed({reference, {kEntity << 8 | typecode, message, body}}, routed);
        CHECK(world.take(write_gss({0, message_id::kRouted, routed})));
    }
    void say_keyframe(const Bytes& body) { say(layout->keyframe_id, body); }
    CheckOutcome check() { return check(view.checksum()); }
    CheckOutcome check(std::uint32_t expected) {
        ByteWriter sum;
        sum.u32(expected);
        (void)world.take_changes();
        say(message_id::kChecksum, sum.data());
        const WorldChanges changes = world.take_changes();
        REQUIRE(changes.checks.size() == 1);
        return changes.checks[0];
    }
    // Changes the server's view; returns the body of the update.
    Bytes change(std::size_t field) {
        ByteWriter out;
        out.u8(layout->fields[field].index);
        random.value(*layout->fields[field].type, nullptr, out);
        CHECK(view.update(out.data()));
        return out.take();
    }
    const View* held() const { return world.find(kEntity << 8 | typecode); }

    std::uint8_t typecode;
    const ViewLayout* layout;
    ViewShape shape;
    View view;
    RandomView random{5};
    Bytes keyframe{};
    World world{};
    std::chrono::nanoseconds now = std::chrono::hours(5);
    std::uint64_t lost = 0;
};

constexpr std::uint8_t kObserver = 8;
constexpr std::uint8_t kMovement = 12;
constexpr std::uint8_t kController = 2;
constexpr std::uint8_t kShields = 25;

}  // namespace

TEST_CASE("a checksum that agrees marks the view") {
    Server server(kObserver);
    server.say_keyframe(server.keyframe);
    CHECK(server.held()->check() == ViewCheck::None);
    CHECK(server.check().agrees());
    CHECK(server.held()->check() == ViewCheck::Ok);
    server.say_keyframe(server.keyframe);
    CHECK(server.held()->check() == ViewCheck::Ok);
}

TEST_CASE("an update makes the checksum of before one of earlier, until the next one") {
    Server server(kObserver);
    server.say_keyframe(server.keyframe);
    CHECK(server.check().agrees());
    CHECK(server.world.confirmed() == ViewSums{1, server.view.checksum()});
    server.say(message_id::kUpdate, server.change(1));
    CHECK(server.held()->check() == ViewCheck::OkEarlier);
    CHECK(server.world.confirmed() == ViewSums{});
    CHECK(server.check().agrees());
    CHECK(server.held()->check() == ViewCheck::Ok);
    CHECK(server.world.confirmed() == ViewSums{1, server.view.checksum()});
}

TEST_CASE("what a recording says about confirmed views follows from its rows") {
    Server server(kObserver);
    server.say_keyframe(server.keyframe);
    CHECK(server.check().agrees());
    Schema schema;
    const TypeId type = schema.add(server.shape.type);
    const TypeId total = schema.add(checksum_total_type());
    const auto frame_with = [&](const std::vector<Word>& row, const ViewSums& sums) {
        SnapshotBuilder items;
        items.set({type, kEntity}, row);
        Frame frame;
        frame.snapshot = items.build();
        frame.events.push_back({total, checksum_total_row(sums), false});
        return frame;
    };
    const ViewSums sums = server.world.confirmed();
    const std::vector<Word> row = server.held()->row();
    const auto checker = make_view_checker(schema, "gss 19551");
    REQUIRE(checker);
    CHECK_FALSE(checker->add({}));
    const auto sound = checker->add(frame_with(row, sums));
    REQUIRE(sound);
    CHECK(sound->parts == 1);
    CHECK(sound->agrees);
    CHECK_FALSE(checker->add(frame_with(row, {sums.views, sums.sum + 1}))->agrees);
    CHECK_FALSE(checker->add(frame_with(row, {sums.views + 1, sums.sum}))->agrees);
    server.say(message_id::kUpdate, server.change(1));
    CHECK_FALSE(checker->add(frame_with(server.held()->row(), sums))->agrees);
    CHECK(checker->add(frame_with(row, sums))->agrees);
    CHECK(make_view_checker(schema, "gss 1") == nullptr);
}

TEST_CASE("an update that overtook its keyframe is found again by the checksum") {
    Server server(kObserver);
    const Bytes old = server.keyframe;
    SECTION("and the view was known before") {
        server.say_keyframe(old);
        CHECK(server.check().agrees());
        server.say(message_id::kUpdate, server.change(1));
        server.say_keyframe(old);
        CHECK(server.check().reason == CheckReason::OldKeyframe);
    }
    SECTION("and the view was not known") {
        server.say(message_id::kUpdate, server.change(1));
        server.say_keyframe(old);
        CHECK(server.check().reason == CheckReason::EarlyUpdate);
    }
    SECTION("and came by a reference that was not known") {
        server.say_keyframe(old);
        server.say_routed(77, message_id::kUpdate, server.change(1));
        server.say(message_id::kAssignReference, Bytes{77, 0});
        CHECK(server.check().reason == CheckReason::EarlyUpdate);
    }
    CHECK(server.held()->body() == server.view.body());
    CHECK(server.check().agrees());
    CHECK(server.world.counters().repaired == 1);
}

TEST_CASE("what cannot be explained stays a mismatch with what is known of it") {
    Server server(kObserver);
    server.say_keyframe(server.keyframe);
    CHECK(server.check().agrees());
    (void)server.change(1);  // never sent
    CHECK(server.check().reason == CheckReason::Unknown);
    CHECK(server.held()->check() == ViewCheck::Mismatch);
    server.lost = 3;
    const CheckOutcome outcome = server.check();
    CHECK(outcome.reason == CheckReason::PacketsLost);
    CHECK(outcome.lost == 3);
    REQUIRE(outcome.agreed);
    CHECK(*outcome.agreed < std::chrono::seconds(1));
    server.say_keyframe(server.view.body());
    CHECK(server.check().agrees());
}

TEST_CASE("references may be given again, the last one counts") {
    Server server(kObserver);
    server.say_keyframe(server.keyframe);
    Bytes routed;
    write_routed({kNoReference, {999 << 8 | kObserver, message_id::kAssignReference, Bytes{5, 0}}},
                 routed);
    CHECK(server.world.take(write_gss({0, message_id::kRouted, routed})));
    server.say(message_id::kAssignReference, Bytes{5, 0});
    server.say_routed(5, message_id::kUpdate, server.change(1));
    CHECK(server.held()->body() == server.view.body());
}

TEST_CASE("views and controllers are removed") {
    for (const std::uint8_t typecode : {kObserver, kController}) {
        Server server(typecode);
        server.say_keyframe(server.keyframe);
        REQUIRE(server.held() != nullptr);
        const bool controller = server.layout->is_controller();
        server.say(controller ? message_id::kControllerRemove : message_id::kRemove,
                   controller ? Bytes(8) : Bytes{});
        CHECK(server.held() == nullptr);
    }
}

TEST_CASE("every half and every quantised number comes back bit by bit") {
    for (std::uint32_t bits = 0; bits <= 0xffff; ++bits) {
        const auto wire = static_cast<std::uint16_t>(bits);
        REQUIRE(half_of(float_of(wire)) == wire);
        REQUIRE(sign_and_magnitude(signed_of(wire)) == wire);
    }
    CHECK(float_of(0x3c00) == 0x3f800000);  // 1
    CHECK(float_of(0x0001) == 0x33800000);  // the smallest
    CHECK(static_cast<std::int64_t>(signed_of(0xffff)) == -0x7fff);
}

TEST_CASE("three bytes tell a velocity") {
    const auto pose = read_current_pose(hex("76e94700220f88714f72"), PoseOf::Character);
    REQUIRE(pose);
    CHECK(pose->short_time == 18409);
    CHECK_FALSE(pose->position);
    const auto slow = read_current_pose(hex("f600000"
                                            "01af488"),
                                        PoseOf::Character);
    REQUIRE(slow);
    CHECK(std::abs(slow->velocity[0] - 0.088) < 0.001);
    CHECK(std::abs(slow->velocity[1] - 0.795) < 0.001);
    CHECK(std::abs(slow->velocity[2] - 0.006) < 0.001);
    CHECK_FALSE(read_current_pose(hex("76e94700220f88714f"), PoseOf::Character));
    CHECK_FALSE(read_current_pose(hex("76e94700220f88714f7200"), PoseOf::Character));
}

TEST_CASE("a heading is the direction in which one walks forward") {
    // Of a real client that walks forward with the velocity -6.92 0.29 0.
    ByteWriter data;
    for (const float part :
         {-1132.7F, -870.8F, 432.9F, 0.0F, 0.0F, 0.692F, -0.722F, 0.0F, 0.0F, 0.0F})
        data.u32(std::bit_cast<std::uint32_t>(part));
    data.u16(0);
    data.u32(0);
    const auto pose = read_movement_data(data.data(), PoseOf::Character);
    REQUIRE(pose);
    REQUIRE(pose->heading);
    CHECK(std::abs(*pose->heading - 177.6) < 0.2);
}

TEST_CASE("poses move an entity on, late ones do not") {
    Movers movers;
    const Pose start{.short_time = 65000, .position = Vector3{10, 20, 30}};
    CHECK_FALSE(movers.move(1, {.short_time = 1, .velocity = {1, 0, 0}}));
    movers.place(1, start);
    CHECK(movers.move(1, {.short_time = 464, .velocity = {2, -4, 0}}));  // a second later
    CHECK(movers.find(1)->position == Vector3{12, 16, 30});
    CHECK_FALSE(movers.move(1, {.short_time = 400, .velocity = {100, 0, 0}}));
    CHECK(movers.find(1)->position == Vector3{12, 16, 30});
    const Pose full{.short_time = 900, .movement = 7, .position = Vector3{1, 2, 3}, .heading = 90};
    const auto again = read_current_pose(write_current_pose(full), PoseOf::Vehicle);
    REQUIRE(again);
    CHECK(again->position == full.position);
    CHECK(again->movement == full.movement);
    CHECK(std::abs(*again->heading - 90) < 0.01);
    const auto confirmed = read_confirmed_pose(write_confirmed_pose(full));
    REQUIRE(confirmed);
    CHECK(confirmed->position == full.position);
}

TEST_CASE("who is removed is not brought back by a pose") {
    Server server(kMovement);
    server.keyframe = Bytes(46);
    server.say_keyframe(server.keyframe);
    CHECK(server.world.find_mover(kEntity) != nullptr);
    server.say(message_id::kRemove, {});
    CHECK(server.world.find_mover(kEntity) == nullptr);
    const Pose pose{.short_time = 9, .position = Vector3{1, 2, 3}};
    server.say(110, write_current_pose(pose));
    CHECK(server.world.find_mover(kEntity) == nullptr);
}

TEST_CASE("a checksum may be older than the updates before it") {
    Server server(kObserver);
    server.say_keyframe(server.keyframe);
    CHECK(server.check().agrees());
    server.say_routed(77, message_id::kUpdate, server.change(1));
    server.say_routed(77, message_id::kUpdate, server.change(2));
    const std::uint32_t old_sum = server.view.checksum();
    server.say_routed(77, message_id::kUpdate, server.change(3));
    server.say(message_id::kAssignReference, Bytes{77, 0});
    const CheckOutcome old = server.check(old_sum);
    CHECK(old.reason == CheckReason::EarlyUpdate);
    CHECK(old.repaired);
    CHECK(server.held()->checksum() == old_sum);
    // The update that the checksum did not include yet is kept.
    CHECK(server.check().reason == CheckReason::EarlyUpdate);
    CHECK(server.held()->body() == server.view.body());
    CHECK(server.check().agrees());
}

TEST_CASE("what the server summed before it told it is named when it comes") {
    Server server(kObserver);
    server.say(message_id::kAssignReference, Bytes{5, 0});
    server.say_keyframe(server.keyframe);
    CHECK(server.check().agrees());
    const std::uint64_t id = kEntity << 8 | kObserver;
    SECTION("as an update") {
        const Bytes update = server.change(1);
        CHECK(server.check().reason == CheckReason::Unknown);
        server.say(message_id::kUpdate, update);
        const WorldChanges changes = server.world.take_changes();
        REQUIRE(changes.later.size() == 1);
        CHECK(changes.later[0].id == id);
        CHECK(changes.later[0].finding.expected == server.view.checksum());
        CHECK(changes.later[0].finding.cause == LaterCause::Update);
        CHECK(changes.later[0].finding.after == std::chrono::milliseconds(10));
    }
    SECTION("as a keyframe, after the reference was assigned again") {
        (void)server.change(1);
        server.say(message_id::kAssignReference, Bytes{5, 0});
        const CheckOutcome first = server.check();
        CHECK(first.reason == CheckReason::OutOfRange);
        (void)server.change(3);
        CHECK(server.check().reason == CheckReason::OutOfRange);
        CHECK(server.check().reason == CheckReason::OutOfRange);
        server.say_keyframe(server.view.body());
        const WorldChanges changes = server.world.take_changes();
        REQUIRE(changes.later.size() == 2);  // not three: the same sum is reported once
        const std::string fields =
            server.layout->fields[1].name + ", " + server.layout->fields[3].name;
        CHECK(changes.later[0].finding.expected == first.expected);
        CHECK(changes.later[0].finding.cause == LaterCause::Differs);
        CHECK(changes.later[0].finding.fields == fields);
        CHECK(changes.later[1].finding.cause == LaterCause::Keyframe);
    }
    CHECK(server.check().agrees());
    server.say_keyframe(server.keyframe);
    CHECK(server.world.take_changes().later.empty());
}

TEST_CASE("only a pose explains a movement view that differs") {
    Server server(kMovement);
    server.keyframe = Bytes(46);
    REQUIRE(server.view.set_keyframe(server.keyframe));
    server.say_keyframe(server.keyframe);
    CHECK(server.check().agrees());
    const std::uint32_t sum = server.view.checksum() + 1;
    CHECK(server.check(sum).reason == CheckReason::Unknown);
    server.say(110, write_current_pose({.short_time = 9, .position = Vector3{1, 2, 3}}));
    CHECK(server.check(sum).reason == CheckReason::MovedOn);
}

TEST_CASE("annotations come back, and what is none is not taken for one") {
    using Kind = Annotation::Kind;
    for (const Annotation& annotation :
         {Annotation{.kind = Kind::Begin}, Annotation{.kind = Kind::Cause, .row = {1, -2}},
          Annotation{.kind = Kind::Checksum, .row = std::vector<Word>(kMaxAnnotationWords)},
          Annotation{.kind = Kind::Verdict, .view = 7, .check = ViewCheck::OkEarlier}}) {
        Bytes bytes = write_annotation(annotation);
        const auto again = read_annotation(bytes);
        REQUIRE(again);
        CHECK(again->kind == annotation.kind);
        CHECK(again->row == annotation.row);
        CHECK(again->view == annotation.view);
        CHECK(again->check == annotation.check);
        bytes.pop_back();
        CHECK_FALSE(read_annotation(bytes));
    }
    CHECK_FALSE(read_annotation(Bytes(17, 4)));  // a time message of the game
}

TEST_CASE("views and controllers that come and go are written as the server does it") {
    const ProtocolLayout& protocol = *builtin_layouts().find(19551);
    // The recording may be older than the columns of shields.
    const Layouts* recorded = GENERATE(&builtin_layouts(), &former_layouts());
    RandomView random(8);
    Schema schema;
    SnapshotBuilder builder;
    std::map<std::uint64_t, Bytes> bodies;
    std::map<std::uint8_t, ViewShape> shapes;
    for (const std::uint8_t typecode : {kObserver, kController, kShields}) {
        const ViewLayout& layout = *recorded->find(19551)->find(typecode);
        const ViewShape& shape = shapes.emplace(typecode, layout).first->second;
        View view(shape);
        REQUIRE(
            view.set_keyframe(random.keyframe(*shape.layout, [](std::size_t) { return true; })));
        builder.set({schema.add(shape.type), kEntity}, view.row());
        bodies[kEntity << 8 | typecode] = view.body();
    }
    Frame frame;
    frame.snapshot = builder.build();
    SnapshotMessages messages(protocol, schema, SnapshotMessages::For::Client);
    World world;
    world.enter_zone(&protocol);
    std::map<std::uint64_t, std::pair<std::uint8_t, Bytes>> sent;
    const auto say = [&](const std::vector<OutMessage>& all) {
        sent.clear();
        for (const OutMessage& one : all) {
            const auto message = read_gss(one.payload);
            REQUIRE(message);
            sent[message->id] = {message->message,
                                 Bytes(message->body.begin(), message->body.end())};
            CHECK(world.take(one.payload));
        }
    };
    const std::uint64_t view = kEntity << 8 | kObserver;
    const std::uint64_t controller = kEntity << 8 | kController;
    say(messages.changes({}, frame, 0));
    CHECK(sent[view] == std::pair(message_id::kKeyframe, bodies[view]));
    CHECK(sent[controller] == std::pair(message_id::kControllerKeyframe, bodies[controller]));
    for (const auto& [id, body] : bodies) CHECK(world.find(id)->body() == body);
    say(messages.changes(frame.snapshot, {}, 0));
    const Bytes player(bodies[controller].begin(), bodies[controller].begin() + 8);
    CHECK(sent[view] == std::pair(message_id::kRemove, Bytes{}));
    CHECK(sent[controller] == std::pair(message_id::kControllerRemove, player));
    for (const auto& [id, body] : bodies) CHECK(world.find(id) == nullptr);
}
