#pragma once
// Files that are cut, have flipped bits or lack bytes, passed to commands: no crash, no output that
// the intact file does not give, and incomplete results end with exit code 3 and one line.

#include <random>
#include <string>
#include <vector>

#include "tests/recorder/commands/run_tickreel.h"

namespace tickreel_test {

// The damaged file, in the folder of the sweep.
inline const std::string kDamaged = "damaged/it.reel";

struct Verb {
    // IN, WHOLE: the damaged file and the intact one; FOLDER: where the damaged one is; DIR/...:
    // a file in the folder of the sweep; OUT...: one to write; TYPE, FIELD: what the reel has.
    std::vector<std::string> arguments;
    std::string reads_back{};  // the file to compare, instead of standard output
};

struct Reel {
    std::string name;
    std::string type;   // of SQL
    std::string field;  // "Character.position.x": the type and one of its fields
};

struct Answer {
    int code = 0;
    std::string text{};
    std::string err{};
};

// About the damaged file.
Answer ask(const Verb& verb, const Folder& folder, const Reel& reel);

// Lines of rows, sorted; without those that are other lines with the same values.
std::vector<std::string> comparable_lines(const std::string& text);
// The lines of `left` that `all` does not have, or has less often.
std::vector<std::string> not_in(const std::vector<std::string>& left,
                                const std::vector<std::string>& all);

// How many: TICKREEL_DAMAGES, 1000 with TICKREEL_FULL, else the sample.
int damages(int sample);
std::mt19937 damage_seed();  // TICKREEL_SEED
int first_damage();          // TICKREEL_FIRST: those before it are left out

enum class Damaging { Cut, Flip, Hole };
// Cuts the file, flips a bit of it or takes bytes out; says what it did.
std::string damage(std::string& bytes, Damaging how, std::mt19937& random);

bool has_sql(const std::string& reel);

// Cuts, bit flips and holes in turns, of each reel in turns. `left_out`: how many of the verbs make
// no sense about a reel, at most.
void sweep(const Folder& folder, const std::vector<Verb>& verbs, const std::vector<Reel>& reels,
           int times, std::size_t left_out);

}  // namespace tickreel_test
