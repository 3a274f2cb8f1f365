#include "tickreel/analysis/mismatch.h"

#include <algorithm>
#include <map>

#include "tickreel/analysis/describe.h"
#include "tickreel/analysis/item_checksums.h"
#include "tickreel/base/concat.h"
#include "tickreel/model/row.h"

namespace tickreel {
namespace {

std::uint32_t sum_of(Row row) {
    std::uint32_t sum = 0;
    for (const Word word : row) sum += static_cast<std::uint32_t>(word);
    return sum;
}

// Whether the checksum over the whole snapshot covers items of this type; not derived ones.
bool is_summed(const Schema& schema, TypeId id) {
    return !schema.contains(id) || schema[id].checksum == ChecksumScope::Snapshot;
}

std::uint32_t share_of(const Schema& schema, const Item& item) {
    return is_summed(schema, item.key.type) ? sum_of(item.row) : 0;
}

std::uint32_t sum_of(const Schema& schema, const Snapshot& snapshot) {
    std::uint32_t sum = 0;
    for (const Item item : snapshot) sum += share_of(schema, item);
    return sum;
}

// Texts and blobs make row lengths vary.
bool has_tails(const Schema& schema, TypeId id) {
    return schema.contains(id) && std::any_of(
                                      schema[id].fields.begin(), schema[id].fields.end(),
                                      [](const Field& field) {
                                          return field.kind == FieldKind::Text ||
                                                 field.kind == FieldKind::Blob;
                                      });
}

class Explainer {
public:
    explicit Explainer(const MismatchInput& input) : in_(input) {}

    std::vector<std::string> run() {
        const WireInfo& wire = in_.frame.wire;
        if (!in_.base_recorded) {
            say(concat("its base, tick ", wire.base_tick,
                       ", is not in the recording: the delta was applied to something else"));
        }
        if (in_.gap_before) say("snapshots are missing right before it");
        if (wire.bytes > 0 && wire.bytes < 4)
            say(concat("only ", wire.bytes, " bytes arrived: the delta may be cut short"));
        odd_sizes();
        if (has_item_checksums(in_.schema)) {
            failed();
        } else if (sum_of(in_.schema, in_.frame.snapshot) == wire.computed) {
            off_ = wire.computed - wire.expected;
            whole_items();
            single_words();
        } else if (in_.sum) {
            summed_items();
        } else {
            say("the checksum is no plain sum of all words, so no cause can be estimated");
        }
        if (reasons_.empty()) {
            say("no single item or field that kept its value makes up for it: another word is "
                "wrong, or several are, or the sender summed something else");
        }
        return reasons_;
    }

private:
    void say(std::string reason) {
        if (reasons_.size() < kMaxReasons) reasons_.push_back(std::move(reason));
    }
    std::string title(const Snapshot& snapshot, ItemKey key) const {
        return item_title(in_.schema, snapshot, key, in_.roster);
    }

    void say_absent(ItemKey key) {
        say("it would match if " + title(in_.frame.snapshot, key) +
            " was not in the server's snapshot");
    }
    void say_still_there(ItemKey key) {
        say("it would match if " + title(*in_.before, key) + " was still in the server's snapshot");
    }
    void say_unchanged(ItemKey key) {
        say("it would match if " + title(in_.frame.snapshot, key) +
            " had not changed for the server");
    }

    // Rows whose length differs from most items of their type.
    void odd_sizes() {
        std::map<TypeId, std::map<std::size_t, std::size_t>> counts;
        for (const Item item : in_.frame.snapshot) ++counts[item.key.type][item.row.size()];
        for (const Item item : in_.frame.snapshot) {
            if (has_tails(in_.schema, item.key.type)) continue;
            const auto& sizes = counts[item.key.type];
            const auto usual =
                std::max_element(sizes.begin(), sizes.end(),
                                 [](const auto& a, const auto& b) { return a.second < b.second; });
            if (sizes.size() > 1 && sizes.at(item.row.size()) < usual->second) {
                say(concat(title(in_.frame.snapshot, item.key), " has ", item.row.size(),
                           " words where others of its type have ", usual->first));
            }
        }
    }

    // The decoder's report of a failed checksum, in an event with these roles.
    void add_reported_cause(const Event& event) {
        if (!in_.schema.contains(event.type)) return;
        const ItemType& type = in_.schema[event.type];
        const auto word = [&](Role role) {
            const auto field = find_role(type, role);
            const Value value = field ? read_field(type, event.row, *field) : Value();
            const auto* text = std::get_if<std::string>(&value);
            return text != nullptr ? *text
                   : field         ? display_value(type.fields[*field], value)
                                   : std::string();
        };
        const std::string reason = word(Role::SumReason);
        if (find_role(type, Role::SumExpected) && find_role(type, Role::SumComputed) &&
            !reason.empty()) {
            const std::string repaired = word(Role::SumRepaired);
            say(word(Role::SumPart) + " " + word(Role::Owner) + ": " + reason +
                (repaired == "true"    ? "; repaired by a full state"
                 : repaired == "false" ? "; not repaired yet"
                                       : ""));
        }
    }

    // Each item has a separate checksum: list those that differ.
    void failed() {
        for (const Event& event : in_.frame.events) add_reported_cause(event);
        for (const ItemKey key : failed_items(in_.schema, in_.frame.snapshot)) {
            say(title(in_.frame.snapshot, key) +
                " is not what the sender has: a change of it was lost, or decoded wrongly");
        }
    }

    void whole_items() {
        const Snapshot& now = in_.frame.snapshot;
        for (const Item item : now) {
            const std::uint32_t sum = share_of(in_.schema, item);
            if (sum != 0 && sum == off_) say_absent(item.key);
            if (sum != 0 && sum == 0U - off_) {
                say("it would match if " + title(now, item.key) +
                    " had been sent twice (a duplicate key)");
            }
        }
        if (in_.before == nullptr) return;
        for (const Item item : *in_.before) {
            const std::uint32_t sum = share_of(in_.schema, item);
            if (sum != 0 && sum == 0U - off_ && !now.find(item.key)) say_still_there(item.key);
        }
    }

    // The same if only the game can compute its sum: each item removed, or as it was before.
    void summed_items() {
        const Snapshot& now = in_.frame.snapshot;
        const Snapshot nothing;
        const Snapshot& before = in_.before != nullptr ? *in_.before : nothing;
        if (now.size() + before.size() > kMaxSummedItems) {
            say("it has too many items to try single changes");
            return;
        }
        const auto fits = [this](SnapshotBuilder& changed) {
            return reasons_.size() < kMaxReasons &&
                   in_.sum(changed.build()) == in_.frame.wire.expected;
        };
        for (const Item item : now) {
            SnapshotBuilder changed(now);
            changed.erase(item.key);
            if (fits(changed)) say_absent(item.key);
        }
        for (const Item item : before) {
            const auto row = now.find(item.key);
            if (row && std::equal(row->begin(), row->end(), item.row.begin(), item.row.end()))
                continue;
            SnapshotBuilder changed(now);
            changed.set(item.key, item.row);
            if (fits(changed)) row ? say_unchanged(item.key) : say_still_there(item.key);
        }
    }

    // A word that changed by exactly the difference: that change may be the error.
    void single_words() {
        if (in_.before == nullptr) return;
        for (const Item item : in_.frame.snapshot) {
            const auto old = in_.before->find(item.key);
            if (!old || old->size() != item.row.size() || !is_summed(in_.schema, item.key.type))
                continue;
            if (sum_of(item.row) - sum_of(*old) == off_) say_unchanged(item.key);
            for (std::size_t i = 0; i < item.row.size(); ++i) {
                const std::uint32_t change =
                    static_cast<std::uint32_t>(item.row[i]) - static_cast<std::uint32_t>((*old)[i]);
                if (change != 0 && change == off_) {
                    say("it would match if " + title(in_.frame.snapshot, item.key) + ", " +
                        word_name(item.key.type, i) + " had kept its value");
                }
            }
        }
    }

    std::string word_name(TypeId id, std::size_t word) const {
        if (in_.schema.contains(id)) {
            const std::vector<FieldPlace> places = field_places(in_.schema[id]);
            for (std::size_t i = 0; i < places.size(); ++i)
                if (word >= places[i].slot && word < places[i].slot + places[i].words)
                    return in_.schema[id].fields[i].name;
        }
        return concat("word ", word);
    }

    const MismatchInput& in_;
    std::uint32_t off_ = 0;
    std::vector<std::string> reasons_;
};

}  // namespace

std::vector<std::string> explain_mismatch(const MismatchInput& input) {
    return Explainer(input).run();
}

}  // namespace tickreel
