#pragma once
// Runs one of our own programs as a subprocess: the player starts `tickreel` for exports and
// imports.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tickreel/base/background.h"

namespace tickreel {

struct ProgramResult {
    int code = -1;         // exit code; -1: it could not be started
    std::string output{};  // the end of what it said
};
// Runs a program of the same folder as this one (else of PATH) until it ends or `control` stops it.
// `heard` gets what it says as it comes, in pieces of any size.
ProgramResult run_subprocess(const std::string& program, const std::vector<std::string>& words,
                             const WorkControl& control,
                             const std::function<void(std::string_view)>& heard = {});

}  // namespace tickreel
