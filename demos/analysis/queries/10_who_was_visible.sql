-- Percentage of the time each player was in the recording player's view.
SELECT p.name, p.id, count(*) AS snapshots, count(c.id) AS visible,
       round(100.0 * count(c.id) / count(*), 1) AS percent
FROM players p
JOIN snapshots s ON s.file = p.file AND s.segment = p.segment AND s.tick >= p.from_tick AND s.tick < p.to_tick
LEFT JOIN character c ON c.file = s.file AND c.segment = s.segment AND c.tick = s.tick AND c.id = p.id
GROUP BY p.file, p.name, p.id
ORDER BY percent DESC, p.name, p.id;
