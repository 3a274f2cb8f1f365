// Reads an .mcap with @mcap/core and checks it against what `tickreel` itself says of the recording:
// usage: node check_mcap.mjs READERS FILE.mcap CAT.ndjson EVENTS.ndjson
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import assert from "node:assert/strict";

const [readers, path, catPath, eventsPath] = process.argv.slice(2);
const require = createRequire(readers + "/package.json");
const { McapIndexedReader, McapStreamReader } = require("@mcap/core");
const { decompress } = require("fzstd");
const decompressHandlers = { zstd: (bytes, size) => decompress(bytes, new Uint8Array(Number(size))) };
const lines = (file) => readFileSync(file, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
const bytes = readFileSync(path);
const readable = {
  size: async () => BigInt(bytes.length),
  read: async (offset, size) => bytes.subarray(Number(offset), Number(offset + size)),
};

// Front to back, every checksum.
const counted = { Message: 0, Chunk: 0, Schema: new Set(), Channel: new Set(), Attachment: 0, Metadata: 0 };
const stream = new McapStreamReader({ decompressHandlers, validateCrcs: true, includeChunks: true });
stream.append(bytes);
for (let record; (record = stream.nextRecord()); ) {
  if (counted[record.type] instanceof Set) counted[record.type].add(record.id);
  else if (record.type in counted) counted[record.type] += 1;
}
assert(stream.done(), "the stream reader wants more");

// By the index.
const reader = await McapIndexedReader.Initialize({ readable, decompressHandlers });
const { statistics } = reader;
assert.equal(statistics.messageCount, BigInt(counted.Message));
assert.equal(statistics.chunkCount, counted.Chunk);
assert.equal(statistics.schemaCount, counted.Schema.size);
assert.equal(statistics.channelCount, counted.Channel.size);
assert.equal(statistics.attachmentCount, counted.Attachment);
assert.equal(statistics.metadataCount, counted.Metadata);
assert.equal(reader.chunkIndexes.length, counted.Chunk);

const topics = new Map([...reader.channelsById.values()].map((channel) => [channel.id, channel]));
const items = new Map();
const events = new Map();
const perChannel = new Map();
const text = new TextDecoder();
let last = 0n;
let middle = 0n;
for await (const message of reader.readMessages()) {
  assert(message.logTime >= last, "messages are not in time order");
  last = message.logTime;
  perChannel.set(message.channelId, (perChannel.get(message.channelId) ?? 0) + 1);
  if (perChannel.size === 3 && middle === 0n) middle = message.logTime;
  const { topic, schemaId, messageEncoding } = topics.get(message.channelId);
  const schema = reader.schemasById.get(schemaId);
  assert.equal(messageEncoding, "json");
  assert.equal(schema.encoding, "jsonschema");
  const described = JSON.parse(text.decode(schema.data)).properties;
  const value = JSON.parse(text.decode(message.data));
  for (const key of Object.keys(value)) assert(key in described, `${topic}: '${key}' is not in its schema`);
  const type = topic.slice(1);
  if (value.items instanceof Array)
    for (const item of value.items) items.set(`${value.segment} ${value.tick} ${type} ${item.id}`, item);
  else if (value.fields) events.set(`${value.segment} ${value.tick} ${type}`, (events.get(`${value.segment} ${value.tick} ${type}`) ?? []).concat(value));
}
for (const [id, count] of perChannel) assert.equal(statistics.channelMessageCounts.get(id), BigInt(count));

// The index finds a moment without reading the rest.
let found = 0;
for await (const message of reader.readMessages({ startTime: middle, endTime: middle })) {
  assert.equal(message.logTime, middle);
  found += 1;
}
assert(found > 0);

// Null fields are left out, and floats that JSON has no number for.
const present = (fields) => Object.fromEntries(Object.entries(fields).filter(([, v]) => v !== null && v !== "nan"));
const cat = lines(catPath);
for (const one of cat) {
  const item = items.get(`${one.segment ?? 0} ${one.tick} ${one.type} ${one.id}`);
  assert(item, `${one.tick} ${one.type} ${one.id} is missing`);
  assert.deepEqual(item.fields, present(one.fields));
  assert.deepEqual(item.words, one.words);
}
assert.equal(items.size, cat.length);
let compared = 0;
for (const one of lines(eventsPath)) {
  const same = events.get(`${one.segment ?? 0} ${one.tick} ${one.event}`);
  assert(same, `event ${one.event} of ${one.tick} is missing`);
  assert(same.some((event) => JSON.stringify(event.fields) === JSON.stringify(present(one.fields))));
  compared += 1;
}
console.log(`${cat.length} items and ${compared} events are the same in ${counted.Message} messages of ${counted.Chunk} chunks`);
