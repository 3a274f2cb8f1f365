-- How long each player had the hook out, and how long it held another player.
SELECT p.name, round(sum(m.seconds), 1) AS seen_seconds,
       round(coalesce(sum(m.seconds) FILTER (m.hook_state NOT IN ('idle', 'retracted')), 0), 1) AS hook_seconds,
       round(coalesce(sum(m.seconds) FILTER (c.hooked_player >= 0), 0), 1) AS holding_seconds
FROM moves m
JOIN character c ON c.file = m.file AND c.segment = m.segment AND c.tick = m.tick AND c.id = m.id
JOIN players p ON p.file = m.file AND p.segment = m.segment AND p.id = m.id
              AND m.tick >= p.from_tick AND m.tick < p.to_tick
GROUP BY p.name
ORDER BY hook_seconds DESC, p.name;
