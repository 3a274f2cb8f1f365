-- Seconds within 6 tiles of each flag, by player; 0 in matches without flags.
SELECT p.name, f.team AS flag, round(coalesce(sum(m.seconds) FILTER (
           sqrt(power((coalesce(c.now_x, c.x) - f.x) / 32.0, 2) + power((coalesce(c.now_y, c.y) - f.y) / 32.0, 2)) <= 6), 0), 1) AS seconds
FROM moves m
JOIN character c ON c.file = m.file AND c.segment = m.segment AND c.tick = m.tick AND c.id = m.id
JOIN players p ON p.file = m.file AND p.segment = m.segment AND p.id = m.id
              AND m.tick >= p.from_tick AND m.tick < p.to_tick
LEFT JOIN flag f ON f.file = m.file AND f.segment = m.segment AND f.tick = m.tick
GROUP BY p.name, f.team
ORDER BY seconds DESC, p.name, flag;
