#include "format/analysis/unseen_names.h"

#include <algorithm>

#include "format/base/quotes.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/did_you_mean.h"
#include "tickreel/base/valid_utf8.h"
#include "tickreel/model/names.h"

namespace tickreel {
namespace {

constexpr std::size_t kMaxNames = 4096;

}  // namespace

UnseenNames::UnseenNames(const Query& query) : unseen_(query.player_names()) {}

void UnseenNames::look_at(const std::string& told) {
    const std::string name = valid_utf8(told);
    std::erase_if(unseen_, [&](const QueryName& wanted) { return wanted.fits(name); });
    if (!name.empty() && others_.size() < kMaxNames) others_.insert(name);
}

void UnseenNames::add(const Schema& schema, const Frame& frame, const Frame* before,
                      const Roster& roster) {
    if (unseen_.empty()) return;
    for (TypeId type = 0; type < schema.size(); ++type) {
        const auto field = schema[type].use == TypeUse::Item ? find_role(schema[type], Role::Name)
                                                             : std::optional<std::size_t>();
        if (!field) continue;
        const Snapshot& snapshot = frame.snapshot;
        for (std::size_t i = snapshot.lower_bound({type, 0});
             i < snapshot.size() && snapshot[i].key.type == type; ++i) {
            const Item item = snapshot[i];
            const auto old = before != nullptr ? before->snapshot.find(item.key) : std::nullopt;
            if (!old || !std::equal(old->begin(), old->end(), item.row.begin(), item.row.end()))
                look_at(as_text(read_field(schema[type], item.row, *field)));
        }
    }
    // Names by message change only with one.
    if (before == nullptr || !frame.events.empty())
        for (const auto& [entity, entry] : roster) look_at(entry.name);
}

std::vector<std::string> UnseenNames::notes() const {
    const std::vector<std::string_view> known(others_.begin(), others_.end());
    std::vector<std::string> notes;
    for (const QueryName& wanted : unseen_)
        notes.push_back(concat("no player is named ", wanted.part ? "~ " : "",
                               put_in_quotes(wanted.text, '"', '\\'),
                               did_you_mean(wanted.text, known)));
    return notes;
}

}  // namespace tickreel
