-- Tiles (Firefall: metres) travelled by each player. Steps of more than 3 a tick are teleports and spawns.
SELECT p.name, round(sum(m.distance), 1) AS distance, round(sum(m.distance) / sum(m.seconds), 2) AS per_second,
       round(max(m.distance / m.seconds), 1) AS fastest
FROM moves m
JOIN players p ON p.file = m.file AND p.segment = m.segment AND p.id = m.id
              AND m.tick >= p.from_tick AND m.tick < p.to_tick
WHERE m.distance <= 3 * m.dticks
GROUP BY p.name
ORDER BY distance DESC, p.name;
