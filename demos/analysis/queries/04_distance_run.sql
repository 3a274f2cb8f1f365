-- Tiles (Firefall: metres) travelled by each player. `moves` has no teleports and no respawns.
SELECT p.name, round(sum(m.distance), 1) AS distance, round(sum(m.distance) / sum(m.seconds), 2) AS per_second,
       round(quantile_cont(m.distance / m.seconds, 0.99), 1) AS p99
FROM moves m
JOIN players p ON p.file = m.file AND p.segment = m.segment AND p.id = m.id
              AND m.tick >= p.from_tick AND m.tick < p.to_tick
GROUP BY p.name
ORDER BY distance DESC, p.name;
