#pragma once
// The recordings that were opened lately, newest first, kept in a small text file (one path a
// line). A file that cannot be read or written only means that nothing is remembered.

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
