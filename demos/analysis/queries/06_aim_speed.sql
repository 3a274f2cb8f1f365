-- How fast players turn their aim, in degrees per second: the median and the fastest 1 %.
SELECT p.name, count(*) AS moves,
       round(median(abs(m.turn) / m.seconds), 1) AS median_turn,
       round(quantile_cont(abs(m.turn) / m.seconds, 0.99), 1) AS p99_turn,
       count(*) FILTER (abs(m.turn) > 90) AS flicks
FROM moves m
JOIN players p ON p.file = m.file AND p.segment = m.segment AND p.id = m.id
              AND m.tick >= p.from_tick AND m.tick < p.to_tick
GROUP BY p.name
ORDER BY p99_turn DESC, p.name;
