// Reads our Parquet with hyparquet and compares every value with `tickreel cat`.
// usage: node check_parquet.mjs READERS FILE.parquet CAT.ndjson SCHEMA.json
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import assert from "node:assert/strict";

const [readers, path, catPath, schemaPath] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${readers}/node_modules/${name}`));
const { parquetReadObjects, parquetMetadata } = await load("hyparquet/src/index.js");
const { decompress } = await load("fzstd/esm/index.mjs");
const bytes = readFileSync(path);
const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
const compressors = { ZSTD: (input, size) => decompress(input, new Uint8Array(size)) };
const rows = await parquetReadObjects({ file, compressors, utf8: false });
const cat = readFileSync(catPath, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
const columns = JSON.parse(readFileSync(schemaPath, "utf8")).tables[0].columns;
const metadata = parquetMetadata(file);
assert(metadata.row_groups.every((group) => group.columns.every((c) => c.meta_data.codec === "ZSTD")));
assert.equal(rows.length, cat.length);

const hex = (data) => [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");
// A stored value as `cat` writes it.
const asCat = (value, column) => {
  if (value === null || value === undefined) return null;
  if (column.kind === "enum") {
    const named = column.values?.find(({ name }) => name === value);
    return named ? named.value : Number(value);
  }
  if (column.kind === "int64" || column.kind === "uint64") return String(value);
  if (value instanceof Uint8Array) return hex(value);
  if (typeof value === "bigint") return Number(value);
  if (column.kind === "float32" && !Number.isFinite(value)) return String(value).toLowerCase();
  return value;
};
let values = 0;
cat.forEach((one, i) => {
  const row = rows[i];
  assert.equal(String(row.tick), one.tick);
  assert.equal(String(row.id), one.id);
  assert.equal(row.checksum, one.checksum);
  assert.equal(new Date(row.time).toISOString().slice(0, 23), one.time.slice(0, 23));
  for (const column of columns) {
    if (column.field === undefined || !(column.field in one.fields)) continue;
    const ours = one.fields[column.field];
    const theirs = asCat(row[column.name], column);
    // Parquet's dictionary takes 0 and -0 for one value.
    if (column.kind === "float32" && typeof ours === "number") assert.equal(Math.fround(ours) + 0, theirs + 0);
    else assert.deepEqual(theirs, ours, `${column.name} at tick ${one.tick}`);
    values += 1;
  }
});
console.log(`${values} values of ${rows.length} rows in ${metadata.row_groups.length} row groups are the same`);
