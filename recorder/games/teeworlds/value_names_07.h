#pragma once
// Value names in which 0.7 differs from 0.6, see value_names.h.

#include "recorder/games/teeworlds/facts.h"

namespace tickreel::teeworlds {

inline constexpr ValueName kPickups[] = {{0, "health"},  {1, "armor"}, {2, "grenade"},
                                         {3, "shotgun"}, {4, "laser"}, {5, "ninja"},
                                         {6, "gun"},     {7, "hammer"}};
inline constexpr ValueName kPlayerFlags07[] = {{1, "admin"}, {2, "chatting"}, {4, "scoreboard"},
                                               {8, "ready"}, {16, "dead"},    {32, "watching"},
                                               {64, "bot"},  {128, "aim"}};
inline constexpr ValueName kGameFlags07[] = {
    {1, "teams"}, {2, "flags"}, {4, "survival"}, {8, "race"}};
inline constexpr ValueName kGameStateFlags07[] = {{1, "warmup"},    {2, "suddendeath"},
                                                  {4, "roundover"}, {8, "gameover"},
                                                  {16, "paused"},   {32, "startcountdown"}};
inline constexpr ValueName kCoreEvents[] = {{1, "ground_jump"},
                                            {2, "air_jump"},
                                            {4, "hook_attach_player"},
                                            {8, "hook_attach_ground"},
                                            {16, "hook_hit_nohook"}};
inline constexpr ValueName kRaceFlags[] = {
    {1, "hide_killmsg"}, {2, "finishmsg_as_chat"}, {4, "keep_wanted_weapon"}};

inline constexpr ValueName kVotes[] = {{0, "unknown"},    {1, "start_op"},  {2, "start_kick"},
                                       {3, "start_spec"}, {4, "end_abort"}, {5, "end_pass"},
                                       {6, "end_fail"}};
inline constexpr ValueName kChatModes[] = {{0, "none"}, {1, "all"}, {2, "team"}, {3, "whisper"}};
inline constexpr ValueName kGameMessages[] = {
    {0, "team_swap"}, {1, "spec_invalid_id"}, {2, "team_shuffle"}, {3, "team_balance"},
    {4, "ctf_drop"},  {5, "ctf_return"},      {6, "team_all"},     {7, "team_balance_victim"},
    {8, "ctf_grab"},  {9, "ctf_capture"},     {10, "game_paused"}};

}  // namespace tickreel::teeworlds
