-- Results of the protocol's checksum by the item types in the snapshot: which type is present when it fails?
SELECT type, count(DISTINCT (file, segment, tick)) AS snapshots,
       count(DISTINCT (file, segment, tick)) FILTER (checksum = 'ok') AS ok,
       count(DISTINCT (file, segment, tick)) FILTER (checksum = 'mismatch') AS failed,
       count(DISTINCT (file, segment, tick)) FILTER (checksum = 'absent') AS absent
FROM items
GROUP BY type
ORDER BY failed DESC, snapshots DESC, type;
