#pragma once
// Old DDNet servers tell the finishes of races in chat alone; newer ones send a message (a type of
// class Race with an Owner) besides, and then their chat is chat.

#include <optional>
#include <string_view>

#include "tickreel/model/schema.h"

namespace tickreel {

bool finishes_in_chat(const Schema& schema);

struct ToldFinish {
    std::string_view who{};   // "nameless tee"
    std::string_view what{};  // "finished in: 1 minute(s) 2.34 second(s)"
};
// Of a line of the server that is one to its end, as DDNet and the races before it write it: votes
// and their like quote what players made up. Whether there is such a player remains to be seen: a
// name may say half of it, too.
std::optional<ToldFinish> told_finish(std::string_view line);

}  // namespace tickreel
