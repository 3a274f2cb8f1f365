#include "tests/simulation/firefall_kind.h"

#include <deque>
#include <optional>

#include "demos/firefall/client.h"
#include "demos/firefall/server.h"
#include "recorder/recording/game_probe.h"
#include "tickreel/base/concat.h"
#include "tickreel/model/ignoring_sink.h"

namespace tickreel::sim {

namespace {

constexpr Nanos kSilenceOfServer = 5s;
constexpr int kCharacters = 2;  // few, for many matches
const Endpoint kGameAt = v4_endpoint({10, 0, 0, 1}, 8304);

std::uint64_t hash_of_item(const ItemType& type, const Item& item) {
    return hash_of_words(mixed(item.key.entity + std::stoull(type.origin) * 0x10001), item.row);
}

std::optional<std::uint64_t> hash_of_field(const RowReader& reader, const Item& item,
                                           std::size_t field) {
    const FieldPlace& place = reader.place(field);
    if (place.is_null(item.row)) return std::nullopt;
    const std::uint64_t key =
        mixed(item.key.entity + std::stoull(reader.type().origin) * 0x10001) + field;
    const Value value = reader.read(item.row, field);
    std::uint64_t hash = key;
    if (const auto* text = std::get_if<std::string>(&value))
        for (const char c : *text) hash = mixed(hash ^ static_cast<unsigned char>(c));
    else if (const auto* blob = std::get_if<Bytes>(&value))
        for (const std::uint8_t byte : *blob) hash = mixed(hash ^ byte);
    else
        hash = hash_of_words(key, item.row.subspan(place.slot, place.words));
    return hash;
}

class FirefallServer final : public GameServer {
public:
    FirefallServer(Schedule& schedule, SimNetwork& network, FirefallWitness& witness,
                   unsigned generation)
        : schedule_(schedule),
          network_(network),
          witness_(witness),
          next_(schedule.now()),
          server_(
              stage_, kGameAt.port,
              [this](firefall_match::Port from, const Endpoint& to, ByteView bytes) {
                  const bool game = from == firefall_match::Port::Game;
                  network_.send(game ? kGameAt : kServerAt, to, bytes);
              },
              (generation << 24) + 1) {
        attach(kServerAt, firefall_match::Port::Matrix);
        attach(kGameAt, firefall_match::Port::Game);
    }
    FirefallServer(const FirefallServer&) = delete;
    FirefallServer& operator=(const FirefallServer&) = delete;
    ~FirefallServer() override {
        network_.detach(kServerAt);
        network_.detach(kGameAt);
    }

    void tick() override {
        if (schedule_.now() < next_) return;
        stage_.step(next_);
        next_ += firefall_match::kStep;
        witness_.tell(stage_.schema(), stage_.frame().snapshot);
        server_.tell(schedule_.now());
    }
    void change_map() override { server_.change_zone(schedule_.now()); }
    void say_goodbye() override { server_.close(schedule_.now()); }
    bool serves(const Endpoint& client) const override { return server_.serves(client); }

private:
    void attach(const Endpoint& at, firefall_match::Port port) {
        network_.attach(
            at,
            [this, port](const Packet& packet) {
                server_.feed(port, packet.from, *packet.bytes, schedule_.now());
            });
    }

    Schedule& schedule_;
    SimNetwork& network_;
    FirefallWitness& witness_;
    Nanos next_;
    firefall_match::Stage stage_{kCharacters};
    firefall_match::Server server_;
};

class FirefallPlayer final : public GameClient {
public:
    explicit FirefallPlayer(const ToServer& send)
        : client_(send, Bytes(kSecret.begin(), kSecret.end())) {}
    void connect(Nanos now) override { heard_ = now; }
    void feed(ByteView datagram, Nanos now) override {
        heard_ = now;
        client_.feed(datagram, now);
    }
    void update(Nanos now) override { client_.update(now); }
    void leave(Nanos now) override { client_.leave(now); }
    void say(bool, std::string_view, Nanos) override {}  // nobody talks
    bool playing() const override { return client_.playing(); }
    bool closed(Nanos now) const override {
        return client_.closed() || now - heard_ > kSilenceOfServer;
    }

private:
    firefall_match::Client client_;
    Nanos heard_{};
};

}  // namespace

struct FirefallWitness::Reader {
    explicit Reader(const ItemType& of) : type(of), rows(type) {}
    ItemType type;
    RowReader rows;
};

// Of one connection, by one recorder.
class FirefallWitness::Decoding final : public IgnoringSink {
public:
    Decoding(Truth& truth, unsigned recorder, const Endpoint& way, bool detect_game)
        : truth_(truth),
          recorder_(recorder),
          stream_(mixed(recorder * 65536ULL + way.port)),
          decoder_(find_game("firefall")->make_decoder()) {
        if (detect_game) probe_.emplace(all_games());
    }

    void feed(const Datagram& datagram, Nanos when) {
        if (!probe_) return decode(datagram, when);
        probe_->add(datagram);
        kept_.push_back(when);
        while (kept_.size() > probe_->kept().size()) kept_.pop_front();
        if (probe_->guess().score < kSureOfGame) return;
        const GameProbe probe = *std::exchange(probe_, std::nullopt);
        for (const Datagram& one : views(probe.kept(), false)) {
            decode(one, kept_.front());
            kept_.pop_front();
        }
    }
    void finish_decoding() { decoder_->finish(*this, ignore_problems); }

    void add_frame(const Frame& frame) override {
        truth_.decoded(mixed(stream_ + frame.segment), static_cast<int>(frame.tick),
                       Truth::hash_of(schema(), frame.snapshot), {frame.time, recorder_}, when_);
    }

private:
    void decode(const Datagram& datagram, Nanos when) {
        decoder_->feed(datagram, *this, ignore_problems);
        when_ = when;
    }

    Truth& truth_;
    unsigned recorder_;
    std::uint64_t stream_;
    std::unique_ptr<StreamDecoder> decoder_;
    Nanos when_{};                      // the datagram before
    std::optional<GameProbe> probe_{};  // while it is not known what is played
    std::deque<Nanos> kept_{};          // when what the probe keeps was passed on
};

FirefallWitness::FirefallWitness(Truth& truth, bool detect_game)
    : truth_(truth), detect_game_(detect_game) {}
FirefallWitness::~FirefallWitness() = default;

void FirefallWitness::passed(unsigned recorder, const Endpoint& way, const Datagram& datagram,
                             Nanos when) {
    std::shared_ptr<Decoding>& decoding = decodings_[{recorder, way}];
    if (!decoding) decoding = std::make_shared<Decoding>(truth_, recorder, way, detect_game_);
    decoding->feed(datagram, when);
}

void FirefallWitness::stopped() {
    for (const auto& [key, decoding] : std::exchange(decodings_, {})) decoding->finish_decoding();
}

void FirefallWitness::tell(const Schema& schema, const Snapshot& snapshot) {
    for (const Item item : snapshot) {
        const ItemType& type = schema[item.key.type];
        if (type.derived) continue;
        if (told_.insert(hash_of_item(type, item)).second) tell_fields(type, item);
    }
}

void FirefallWitness::tell_fields(const ItemType& type, const Item& item) {
    const RowReader& reader = reader_of(type);
    for (std::size_t field = 0; field < type.fields.size(); ++field)
        if (const auto hash = hash_of_field(reader, item, field)) told_fields_.insert(*hash);
}

std::string FirefallWitness::untold(const Schema& schema, const Snapshot& snapshot,
                                    bool as_a_whole) {
    for (const Item item : snapshot) {
        if (!schema.contains(item.key.type)) continue;  // a power cut took it
        const ItemType& type = schema[item.key.type];
        if (readers_.count(type.name) == 0 || told_.count(hash_of_item(type, item)) != 0) continue;
        const std::string field = as_a_whole ? " as a whole" : untold_field(type, item);
        if (!field.empty()) return concat(type.name, " ", item.key.entity, field);
    }
    return "";
}

// Not the first one: it is what a recorder found of the view's checksum.
std::string FirefallWitness::untold_field(const ItemType& type, const Item& item) {
    const RowReader& reader = reader_of(type);
    for (std::size_t field = 1; field < type.fields.size(); ++field) {
        const auto hash = hash_of_field(reader, item, field);
        if (hash && told_fields_.count(*hash) == 0) return "." + type.fields[field].name;
    }
    return "";
}

// Every server's schema is the same, and so is a recording's.
const RowReader& FirefallWitness::reader_of(const ItemType& type) {
    std::unique_ptr<Reader>& reader = readers_[type.name];
    if (!reader) reader = std::make_unique<Reader>(type);
    return reader->rows;
}

std::unique_ptr<GameServer> start_firefall(Schedule& schedule, SimNetwork& network,
                                           FirefallWitness& witness, unsigned generation) {
    return std::make_unique<FirefallServer>(schedule, network, witness, generation);
}

std::unique_ptr<GameClient> firefall_client(const ToServer& send) {
    return std::make_unique<FirefallPlayer>(send);
}

}  // namespace tickreel::sim
