-- Tiles (Firefall: metres) travelled by each player. `moves` has no teleports and no respawns.
SELECT p.name, round(sum(m.way), 1) AS distance, round(sum(m.way) / sum(m.seconds), 2) AS per_second,
       round(quantile_cont(m.way / m.seconds, 0.99), 1) AS p99
FROM (SELECT *, coalesce(now_distance, distance) AS way FROM moves) m
JOIN players p ON p.file = m.file AND p.segment = m.segment AND p.id = m.id
              AND m.tick >= p.from_tick AND m.tick < p.to_tick
GROUP BY p.name
ORDER BY distance DESC, p.name;
