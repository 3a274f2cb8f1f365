-- Chat and deaths within 2 minutes of a moment: here the middle of the recording; put another tick into `here`.
WITH here AS (SELECT (min(tick) + max(tick)) // 2 AS tick FROM snapshots)
SELECT tick - (SELECT tick FROM here) AS ticks_away, time, who, what
FROM (SELECT tick, time, coalesce(name, '***') AS who, message AS what FROM chat_lines
      UNION ALL
      SELECT tick, time, coalesce(victim_name, '?'), 'killed by ' || coalesce(killer_name, '?') || ' (' || weapon || ')'
      FROM kills
      UNION ALL
      SELECT from_tick, from_time, name, 'is here' FROM players)
WHERE abs(ticks_away) <= 6000
ORDER BY ticks_away, who, what
LIMIT 50;
