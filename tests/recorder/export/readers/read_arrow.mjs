// Reads an Arrow IPC stream from standard input while it comes: a line of JSON for the schema, one for the rows of each batch.
// usage: node read_arrow.mjs READERS
import { createRequire } from "node:module";

const { RecordBatchReader } = createRequire(`${process.argv[2]}/`)("apache-arrow");
const plain = (value) => {
  if (typeof value === "bigint") return `${value}`;
  if (value instanceof Uint8Array) return Buffer.from(value).toString("hex");
  if (value !== null && typeof value === "object") return [...value];
  return value;
};
const reader = await RecordBatchReader.from(process.stdin);
await reader.open();
console.log(JSON.stringify(reader.schema.fields.map(({ name, type, nullable, metadata }) =>
  ({ name, type: `${type}`, nullable, unit: metadata.get("tickreel.unit") ?? null }))));
for await (const batch of reader)
  console.log(JSON.stringify(Array.from({ length: batch.numRows }, (_, row) =>
    batch.schema.fields.map((_, column) => plain(batch.getChildAt(column).get(row))))));
