-- Where players were: seconds spent in squares of 4 x 4 tiles, the busiest first.
SELECT floor(tile_x / 4)::INTEGER * 4 AS tile_x, floor(tile_y / 4)::INTEGER * 4 AS tile_y,
       count(*) AS samples, count(DISTINCT id) AS players,
       round(100.0 * count(*) / sum(count(*)) OVER (), 2) AS percent
FROM positions
GROUP BY ALL
ORDER BY samples DESC, tile_x, tile_y
LIMIT 40;
