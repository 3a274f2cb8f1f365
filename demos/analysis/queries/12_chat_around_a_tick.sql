-- Chat and deaths within 2 minutes of a moment: here the middle of the recording; put another tick into `here`.
-- Ticks restart with every map, so `here` has a file and a segment too.
WITH here AS (SELECT file, segment, tick FROM (SELECT *, row_number() OVER (ORDER BY file, segment, tick) AS place, count(*) OVER () AS n
                                               FROM snapshots) WHERE place = (n + 1) // 2)
SELECT said.tick - here.tick AS ticks_away, time, who, what
FROM (SELECT file, segment, tick, time, coalesce(name, '***') AS who, message AS what FROM chat_lines
      UNION ALL
      SELECT file, segment, tick, time, coalesce(victim_name, '?'), 'killed by ' || coalesce(killer_name, '?') || ' (' || weapon || ')'
      FROM kills
      UNION ALL
      SELECT file, segment, from_tick, from_time, name, 'is here' FROM players) AS said
JOIN here ON here.file = said.file AND here.segment = said.segment
WHERE abs(said.tick - here.tick) <= 6000
ORDER BY ticks_away, who, what
LIMIT 50;
