-- Kills and deaths by weapon and player. Causes without a killer ("world", "self") count only as deaths.
SELECT name, weapon, sum(kills)::INTEGER AS kills, sum(deaths)::INTEGER AS deaths
FROM (SELECT killer_name AS name, weapon, 1 AS kills, 0 AS deaths FROM kills WHERE killer <> victim
      UNION ALL
      SELECT victim_name, weapon, 0, 1 FROM kills
      UNION ALL
      SELECT name, 'any', 0, 0 FROM players)
GROUP BY name, weapon
HAVING name IS NOT NULL AND (weapon = 'any' OR sum(kills) + sum(deaths) > 0)
ORDER BY name, kills DESC, deaths DESC, weapon;
