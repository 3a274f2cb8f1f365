#pragma once
// A recording that comes from a recorder's control socket while it is made (LiveTails): kept in a
// temporary file without a name, from which it is read.

#include <chrono>
#include <memory>
#include <string>

#include "recorder/net/stream_server.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

class LiveReel {
public:
    // `client` 0: the only one.
    static Result<std::unique_ptr<LiveReel>> ask(const std::string& socket, std::uint64_t client);

    // True: something came, within so long. An error is what the recorder refuses.
    Result<bool> receive(std::chrono::milliseconds patience);
    bool over() const { return request_.over(); }  // no more will come
    // Of what has come so far, and grows with it; an error as long as that is too little.
    Result<std::unique_ptr<ReelReader>> open() const;

private:
    class Spool;
    LiveReel(PathRequest request, std::shared_ptr<Spool> spool)
        : request_(std::move(request)), spool_(std::move(spool)) {}

    PathRequest request_;
    std::shared_ptr<Spool> spool_;
};

}  // namespace tickreel
