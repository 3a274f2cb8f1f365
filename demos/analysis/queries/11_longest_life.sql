-- The longest lives: from spawn (or when the recording began, or the character was first seen) to the kill message that ended them.
SELECT name, round(seconds, 1) AS seconds, from_tick, to_tick, coalesce(ended_by, 'still alive') AS ended_by
FROM lives
ORDER BY seconds DESC, name, from_tick
LIMIT 10;
