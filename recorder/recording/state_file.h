#pragma once
// `record --state FILE`: the connected clients, in a small memory-mapped file. Its content outlives
// the program, however it ends (even SIGKILL), but not a power cut, which the players' connections
// do not outlive either. One recorder at a time: the file is locked.
//
// Bytes, integers in the machine's order (the file never leaves it): a header of 64 bytes, 64 pairs
// of front ports of 4 bytes, then records of 128 bytes. A record begins with a checksum, written
// last: a record that was being written when the program ended is ignored. A file of another kind
// is rejected, one of another version or for another server is reset.

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "recorder/net/client_store.h"
#include "recorder/recording/mapped_file.h"

namespace tickreel {

class StateFile final : public ClientStore {
public:
    // Makes the file (0600) or takes over what is in it. `clients`: how many it holds at least.
    static Result<std::unique_ptr<StateFile>> open(const std::string& path, const Endpoint& server,
                                                   std::size_t clients);
    // The server that the file is of; empty where it is of none.
    static std::optional<Endpoint> server_of(const std::string& path);
    StateFile(const StateFile&) = delete;
    StateFile& operator=(const StateFile&) = delete;
    ~StateFile() override;

    void put(const ClientRecord& record) override;
    void erase(ClientId id) override;
    void begin_server(const Endpoint& server) override;
    void put_front(std::uint16_t server_port, std::uint16_t our_port) override;
    void put_clock(Clock::TimePoint now, std::chrono::nanoseconds offset) override;
    std::vector<ClientRecord> clients() const override;
    FrontPorts fronts() const override;
    std::optional<std::chrono::nanoseconds> clock(Clock::TimePoint now) const override;
    // What the earlier recorder's clients lose by the state of the file; "": nothing.
    const std::string& problem() const { return problem_; }
    // The wire writes into it and its ring before it forwards; elsewhere it may wait for a disk.
    bool in_memory() const;

private:
    StateFile(int fd, MappedFile file, std::size_t slots);
    Byte* slot(std::size_t index) const;
    void take_over(const Endpoint& server, std::size_t bytes);

    int fd_;
    MappedFile file_;
    Byte* data_;
    std::size_t slots_;
    std::unordered_map<ClientId, std::size_t> slot_of_{};
    std::vector<std::size_t> free_{};
    std::string problem_{};
};

}  // namespace tickreel
