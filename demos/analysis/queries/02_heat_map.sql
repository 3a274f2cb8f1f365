-- Where players were: squares of 4 x 4 tiles (Firefall: metres), busiest first.
-- Of a recording with several maps the places of all of them: add WHERE segment = ... for one.
SELECT floor(coalesce(now_x, x) / 4)::INTEGER * 4 AS square_x, floor(coalesce(now_y, y) / 4)::INTEGER * 4 AS square_y,
       count(*) AS samples, count(DISTINCT id) AS players,
       round(100.0 * count(*) / sum(count(*)) OVER (), 2) AS percent
FROM positions
GROUP BY ALL
ORDER BY samples DESC, square_x, square_y
LIMIT 40;
