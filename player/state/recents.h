#pragma once
// The recently opened recordings, newest first, stored in a small text file (one path per line). If
// it cannot be read or written, nothing is remembered.

#include <span>
#include <string>
#include <vector>

namespace tickreel {

class Recents {
public:
    Recents() = default;  // remembers nothing beyond the session
    explicit Recents(std::string file);

    std::span<const std::string> paths() const { return paths_; }
    void add(const std::string& path);  // to the front, and saves
    void forget(const std::string& path);

    // $XDG_STATE_HOME/tickreel/recent or ~/.local/state/tickreel/recent; "" without a home.
    static std::string usual_file();

private:
    void save() const;
    std::string file_;
    std::vector<std::string> paths_;
};

}  // namespace tickreel
