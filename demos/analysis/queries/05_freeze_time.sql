-- Seconds that each player was frozen (DDNet). freeze_end is the tick at which it ends, -1 = deep freeze.
SELECT p.name,
       round(coalesce(sum(m.seconds) FILTER (d.freeze_end > d.tick OR d.freeze_end = -1), 0), 1) AS frozen_seconds,
       round(sum(m.seconds), 1) AS seen_seconds
FROM moves m
JOIN players p ON p.file = m.file AND p.segment = m.segment AND p.id = m.id
              AND m.tick >= p.from_tick AND m.tick < p.to_tick
LEFT JOIN ddnet_character d ON d.file = m.file AND d.segment = m.segment AND d.tick = m.tick AND d.id = m.id
GROUP BY p.name
ORDER BY frozen_seconds DESC, p.name;
