-- The longest lives: from spawn (or when the recording began, or the character was first seen) to the kill message that ended them.
-- Who died and came back in missing ticks has one life here, not two: only where missing_ticks is 0 it is known to be one.
SELECT name, round(seconds, 1) AS seconds, from_tick, to_tick, coalesce(ended_by, 'still alive') AS ended_by, missing_ticks
FROM lives
ORDER BY seconds DESC, name, from_tick
LIMIT 10;
