// The topics that Foxglove shows without configuration: every message of /scene and /log is as the published
// schemas want it, and says what the recording says.
// usage: node check_scene.mjs READERS FILE.mcap CAT.ndjson EVENTS.ndjson
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import assert from "node:assert/strict";

const [readers, path, catPath, eventsPath] = process.argv.slice(2);
const require = createRequire(readers + "/package.json");
const { McapIndexedReader } = require("@mcap/core");
const { decompress } = require("fzstd");
const published = require(`${readers}/node_modules/@foxglove/schemas/dist/jsonschema/index.js`);
const lines = (file) => readFileSync(file, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
const bytes = readFileSync(path);
const reader = await McapIndexedReader.Initialize({
  readable: { size: async () => BigInt(bytes.length), read: async (at, size) => bytes.subarray(Number(at), Number(at + size)) },
  decompressHandlers: { zstd: (packed, size) => decompress(packed, new Uint8Array(Number(size))) },
});

// What of JSON Schema these schemas use.
function check(schema, value, where) {
  if (schema.oneOf) return assert(schema.oneOf.some((one) => one.const === value), `${where}: ${value}`);
  if (schema.type === "integer") assert(Number.isInteger(value), where);
  else if (schema.type === "array") assert(Array.isArray(value), where);
  else assert.equal(value === null ? "null" : typeof value, schema.type, where);
  if (schema.minimum !== undefined) assert(value >= schema.minimum, where);
  if (schema.maximum !== undefined) assert(value <= schema.maximum, where);
  for (const name of schema.required ?? []) assert(name in value, `${where} has no ${name}`);
  if (schema.type === "array") value.forEach((one, i) => check(schema.items, one, `${where}[${i}]`));
  if (schema.type === "object")
    for (const [name, one] of Object.entries(value)) {
      assert(name in schema.properties, `${where}.${name} is not published`);
      check(schema.properties[name], one, `${where}.${name}`);
    }
}

const channels = new Map([...reader.channelsById.values()].map((channel) => [channel.topic, channel]));
const all = { "/scene": [], "/log": [] };
for (const [topic, name] of [["/scene", "SceneUpdate"], ["/log", "Log"]]) {
  const schema = reader.schemasById.get(channels.get(topic).schemaId);
  assert.equal(schema.name, `foxglove.${name}`);
  assert.equal(schema.encoding, "jsonschema");
  // Ours has no property that the published one has not, and misses none that must be there.
  const own = JSON.parse(new TextDecoder().decode(schema.data));
  assert.deepEqual(Object.keys(own.properties).sort(), Object.keys(published[name].properties).sort());
  for await (const message of reader.readMessages({ topics: [topic] })) {
    const value = JSON.parse(new TextDecoder().decode(message.data));
    check(published[name], value, topic);
    all[topic].push([message.logTime, value]);
  }
}

// Where characters are, in tiles with y upwards, and their names.
const cat = lines(catPath).filter((one) => one.type === "Character");
const names = new Set();
let compared = 0;
const byTime = Map.groupBy ? Map.groupBy(cat, (one) => one.time) : cat.reduce((map, one) => map.set(one.time, [...(map.get(one.time) ?? []), one]), new Map());
const times = new Map([...byTime].map(([time, rows]) => [String(Date.parse(time)), rows]));
for (const [time, { entities }] of all["/scene"]) {
  const characters = entities.find((entity) => entity.id === "Character");
  const rows = times.get(String(time / 1000000n));
  if (!rows || rows.length === 0) continue;
  const wanted = rows.map(({ fields }) => [fields.x / 32, -fields.y / 32]);
  const got = characters.spheres.map(({ pose }) => [pose.position.x, pose.position.y]);
  assert.equal(got.length, wanted.length);
  wanted.forEach(([x, y], i) => assert(Math.abs(got[i][0] - x) < 0.001 && Math.abs(got[i][1] - y) < 0.001, `${time}: ${got[i]} is not ${x} ${y}`));
  for (const { text } of characters.texts) names.add(text);
  compared += rows.length;
}
assert(compared > 100, `only ${compared} characters were compared`);
assert.equal(names.size, new Set(cat.map((one) => one.id)).size);

// Kills and chat are in the log, once each.
const events = lines(eventsPath);
for (const [event, lane] of [["Sv_KillMsg", "kill"], ["Sv_Chat", "chat"]])
  assert.equal(all["/log"].filter(([, { name }]) => name === lane).length >= events.filter((one) => one.event === event).length, true, event);
assert(all["/log"].filter(([, { name }]) => name === "kill").length > 0);
console.log(`${all["/scene"].length} scenes, ${all["/log"].length} lines of the log`);
