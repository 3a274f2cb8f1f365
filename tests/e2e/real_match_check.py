"""What real_match.sh asks of the views of its match file.

usage: real_match_check.py FOLDER KILLS EMBEDDED PLAYER...      (PLAYER: those who made demos)
"""
import collections, csv, datetime, glob, json, os, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "../conformance"))
from read_reel import Reel  # the reader that is no part of the program

work, kills, embedded, real = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
RATE, STEP, LONGEST = 50, 2, 2.0  # ticks a second, ticks between two snapshots, seconds that nobody records


def rows(name):
    return [json.loads(line) for line in open(f"{work}/{name}") if line.strip()]


# Nobody was dropped: the server says who left and why, the clients whether they were disconnected.
players = {}
for row in rows("names.ndjson"):
    players[row["client_id"]] = row["name"]
assert len(players) == len(real) + embedded, f"the server knows {players}"
for row in rows("left.ndjson"):
    assert row["reason"] in ("", "Server shutdown"), f"{players[row['client_id']]} left: {row['reason']}"
for player in real:
    log = open(f"{work}/{player}.log").read()
    assert "offline error" not in log and "disconnected" not in log, f"{player} was disconnected"
table = [line.split() for line in open(f"{work}/embedded.log")]
head = next(i for i, words in enumerate(table) if words[:1] == ["player"])
seen = {words[0]: int(words[1]) for words in table[head + 1:] if len(words) >= 5}
assert len(seen) == embedded, f"{len(seen)} of {embedded} embedded clients played to the end"

# Each has a view before and after each kill. What is missing while nobody recorded is one gap of the second, which says why; what
# came shortly before is in one of the two.
gaps_of = lambda view: Reel(open(f"{work}/cut/{view}.reel", "rb").read()).describe()["gaps"]
views = collections.defaultdict(list)  # of each player, in order of time
for one in rows("info.ndjson")[0]["views"]:
    views[one["name"].split("-")[0]].append(one["name"])
assert sorted(views) == sorted(players.values()), f"views {sorted(views)} of players {sorted(players.values())}"
ticks, times, wanted = {}, {}, set()  # wanted: whose character was in which view at which tick
for path in glob.glob(f"{work}/cut/*.items"):
    view = os.path.basename(path)[:-6]
    ticks[view] = set()
    for line in open(path):  # one by one: of 10 minutes all rows at once are 15 GB
        row = json.loads(line)
        tick = int(row["tick"])
        if tick not in ticks[view]:
            ticks[view].add(tick)
            times[view, tick] = datetime.datetime.fromisoformat(row["time"].replace("Z", "+00:00")).timestamp()
        if row["type"] == "Character":
            wanted.add((view, tick, int(row["id"])))
for verified in rows("verify.ndjson"):
    assert verified["chunks_bad"] == 0 and verified["deltas_failed"] == 0 and verified["wire_mismatch"] == 0, verified
killed, again = ([float(line) for line in open(f"{work}/{name}")] for name in ("killed", "again"))
worst = 0
for player, own in views.items():
    own.sort(key=lambda view: min(ticks[view]))
    assert len(own) == kills + 1, f"{player} has {own}"
    for before, after, down, up in zip(own, own[1:], killed, again):
        assert max(ticks[before]) < min(ticks[after]), f"{player}: {before} and {after} have ticks twice"
        known = [(tick, times[view, tick]) for view in (before, after) for tick in sorted(ticks[view])]
        gaps = gaps_of(after)
        named = [(int(a), int(b)) for _, a, b, reason in gaps if "started again" in reason]
        holes = [(a, b) for (a, since), (b, until) in zip(known, known[1:]) if since < up and until > down and b - a > STEP]
        (hole,) = [(a, b) for a, b in holes if (b - a) / RATE >= 0.9 * (up - down)]
        # Where a file ends before what the next recorder has decoded, it cannot tell what the way lost there.
        between = (max(ticks[before]) + STEP, min(ticks[after]))
        assert set(named) - {between} == {(hole[0] + STEP, hole[1])} - {between}, f"{player}: nobody recorded from {hole[0]} to {hole[1]}, {after} names {gaps}, between them {between}"
        worst = max(worst, (hole[1] - hole[0]) / RATE)
assert worst <= LONGEST, f"{worst:.2f} s are missing"

# What a client counted or wrote to its demo is in its views, and nothing that came twice; but what later ones overtook before the
# recorder, and not before the client: a gap. It is rare where no program stands still.
RARE = 0.01
for player, count in seen.items():
    have = sum(len(ticks[view]) for view in views[player])
    assert count <= have * (1 + RARE), f"{player}: {count} snapshots at the client, {have} in the views"
demo_ticks = 0
for player in real:
    demo = {int(line) for line in open(f"{work}/{player}.ticks") if line.strip().isdigit()}
    have = set().union(*(ticks[view] for view in views[player]))
    named = [(int(a), int(b)) for view in views[player] for _, a, b, _ in gaps_of(view)]
    missing = {tick for tick in demo - have if not any(a <= tick < b for a, b in named)}
    assert not missing, f"{player}: ticks {sorted(missing)[:9]} are in the demo, and in no view and no gap of one"
    common = sum(rows(f"cut/{view}.diff")[0]["snapshots"] for view in views[player])
    assert common == len(demo & have), f"{player}: {common} ticks compared of {len(demo & have)} in the demo and the views"
    assert common >= 300 and common >= len(demo) * (1 - RARE), f"{player}: {common} ticks of {len(demo)} in the demo are in the views"
    demo_ticks += common

# SQL says of who saw whom what the views have.
visible = [(viewer, int(tick), int(id)) for viewer, tick, id in list(csv.reader(open(f"{work}/visible.csv")))[1:]]
assert len(visible) == len(wanted) and set(visible) == wanted, f"visible: {list(set(visible) ^ wanted)[:5]}"
assert len(wanted) > 1000

# What the clients pressed is what the server took, by its own notes: an input when it changes, in the tick before the one that it
# is for. Those that came late are for a later tick then; those that got lost are not there, and the one before goes on.
weapons = ["keep", "hammer", "gun", "shotgun", "grenade", "laser", "ninja"]


def fields(row):
    weapon = row["wanted_weapon"]
    row["wanted_weapon"] = weapons.index(weapon) if weapon in weapons else weapon
    return tuple(value for key, value in row.items() if key not in ("tick", "client_id", "delivery"))


noted = collections.defaultdict(list)
for row in rows("history.ndjson"):
    noted[players[row["client_id"]]].append((row["tick"] + 1, fields(row)))
found = total = in_time = 0
later = collections.Counter()  # changes that the server took for a later tick, by why
for player, own in views.items():
    sent, causes = collections.defaultdict(set), {}  # for each tick: what came for it; what became of each
    for view in own:
        for row in rows(f"cut/{view}.inputs"):
            causes.setdefault((row["tick"], fields(row)), row["delivery"])
            sent[row["tick"]].add(fields(row))
    assert len(set.union(*sent.values())) >= 3, f"{player}: hardly any inputs in the views"
    for tick, values in noted[player]:
        if not min(sent) <= tick <= max(sent):
            later["outside the recording"] += 1
            continue
        total += 1
        if values in sent.get(tick, ()):
            found += 1
            continue
        before = [causes[at, values] for at in range(tick - 1, tick - 5 * RATE, -1) if values in sent.get(at, ())]
        assert before, f"{player}, tick {tick}: the server noted {values}, which nobody sent; for the tick came {sent.get(tick)}"
        cause = next((cause for cause in before if cause != "in time"), None)
        assert cause, f"{player}, tick {tick}: the server noted {values}, which came in time for an earlier tick"
        later[cause] += 1
    # An input in time is taken for its tick, beside those that come late for an earlier one.
    state, at = set(), 0
    for tick in sorted(sent):
        while at < len(noted[player]) and noted[player][at][0] <= tick:
            state = {noted[player][at][1]} | (state if noted[player][at][0] == tick else set())
            at += 1
        good = {values for values in sent[tick] if causes[tick, values] == "in time"}
        if not good:
            continue
        in_time += 1
        assert state & good, f"{player}, tick {tick}: {good} came in time, the server had {state}"
assert total >= 20 * len(views) and in_time >= 100 * len(views), f"only {total} changes in the teehistorian, {in_time} inputs in time"
why = ", ".join(f"{count} {cause}" for cause, count in later.most_common())
print(f"{found} of {total} changes in the teehistorian were sent for their tick, others before: {why}; all {in_time} inputs in time were taken")
print(f"{len(ticks)} views, {sum(map(len, ticks.values()))} snapshots, {demo_ticks} equal in the demos, {len(wanted)} sights as in SQL; "
      f"the longest hole {worst:.2f} s")
