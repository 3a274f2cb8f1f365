-- Tiles travelled by each player. Steps of more than 3 tiles a tick are teleports and spawns.
SELECT p.name, round(sum(m.tiles), 1) AS tiles, round(sum(m.tiles) / sum(m.seconds), 2) AS tiles_per_second,
       round(max(m.tiles / m.seconds), 1) AS fastest
FROM moves m
JOIN players p ON p.file = m.file AND p.segment = m.segment AND p.id = m.id
              AND m.tick >= p.from_tick AND m.tick < p.to_tick
WHERE m.tiles <= 3 * m.dticks
GROUP BY p.name
ORDER BY tiles DESC, p.name;
