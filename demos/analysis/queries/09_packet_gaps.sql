-- Lost snapshots per half minute: how many are missing, and the age of the deltas' bases.
SELECT file, segment, date_trunc('minute', time) + INTERVAL (30 * (extract(second FROM time)::INTEGER // 30)) SECOND AS from_time,
       count(*) AS snapshots, count(*) FILTER (gap > 0) AS gaps, sum(gap)::INTEGER AS ticks_missing,
       max(tick - base_tick) AS oldest_base, round(avg(wire_bytes), 0)::INTEGER AS mean_bytes
FROM snapshots
GROUP BY ALL
ORDER BY ticks_missing DESC, file, segment, from_time
LIMIT 20;
