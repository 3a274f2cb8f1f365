// One independent reader counts, sums and asks which columns are required in tables of an archive.
// usage: node read_archive.mjs READERS READER ARCHIVE TABLES.json; exits with 77 if it does not load here
import { readFileSync, readdirSync, existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [readers, reader, archive, tablesPath] = process.argv.slice(2);
const tables = JSON.parse(readFileSync(tablesPath, "utf8")); // [{table, sum, time}]
const modules = (name) => pathToFileURL(join(readers, "node_modules", name)).href;
const files = (table) => readdirSync(archive).sort().filter((match) => !match.startsWith("."))
  .map((match) => join(archive, match, `${table}.parquet`)).filter(existsSync);
const glob = (table) => `'${join(archive, "*", `${table}.parquet`)}'`;
const millis = (micros) => Math.floor(Number(micros) / 1000);

// For readers that give columns: what `columns(path)` returns, file after file.
const byFile = (columns) => async ({ table, sum, time }) => {
  const answer = { rows: 0, sum: 0n, matches: new Set(), first: Infinity, required: null };
  for (const path of files(table)) {
    const { values, required } = await columns(path, ["match", sum, time]);
    answer.rows += values[0].length;
    values[0].forEach((match) => answer.matches.add(match));
    for (const value of values[1]) answer.sum += BigInt(value ?? 0);
    for (const value of values[2]) if (value !== null) answer.first = Math.min(answer.first, Math.floor(Number(value)));
    if (answer.required !== null && `${answer.required}` !== `${required}`)
      throw new Error(`${path}: required are ${required}, elsewhere ${answer.required}`);
    answer.required = required;
  }
  return { ...answer, sum: `${answer.sum}`, matches: answer.matches.size };
};

const makers = {
  async duckdb(require) {
    const instance = await require("@duckdb/node-api").DuckDBInstance.create(":memory:");
    const connection = await instance.connect();
    const ask = async (sql) => (await connection.runAndReadAll(sql)).getRowsJson();
    return async ({ table, sum, time }) => {
      const [[rows, total, matches, first]] = await ask(
        `SELECT count(*), sum("${sum}"::HUGEINT), count(DISTINCT match), min(epoch_us("${time}")) FROM ${glob(table)}`);
      const schema = await ask(`SELECT DISTINCT name FROM parquet_schema(${glob(table)}) WHERE repetition_type = 'REQUIRED'
        AND num_children IS NULL`);
      return { rows: Number(rows), sum: `${total ?? 0}`, matches: Number(matches), first: millis(first), required: schema.map(([name]) => name) };
    };
  },
  async clickhouse(require) {
    const { query } = require("chdb");
    const ask = (sql) => query(sql, "JSONCompactEachRow").trim().split("\n").map((line) => JSON.parse(line));
    return async ({ table, sum, time }) => {
      const from = `file(${glob(table)}, Parquet)`;
      const [[rows, total, matches, first]] = ask(`SELECT toString(count()), toString(sum(toInt128("${sum}"))), toString(uniqExact(match)),
        toString(min(toUnixTimestamp64Micro("${time}"))) FROM ${from}`);
      const schema = ask(`DESCRIBE ${from} SETTINGS schema_inference_make_columns_nullable = 'auto'`);
      const required = schema.filter(([, type]) => !/^(Nullable|Array)\(/.test(type)).map(([name]) => name);
      return { rows: Number(rows), sum: total ?? "0", matches: Number(matches), first: millis(first), required };
    };
  },
  async polars(require) {
    const pl = require("nodejs-polars"); // does not show what is required
    return async ({ table, sum, time }) => {
      const frame = pl.scanParquet(glob(table).slice(1, -1)).select(pl.len().alias("rows"),
        pl.col(sum).cast(pl.Int64).sum().alias("sum"), pl.col("match").nUnique().alias("matches"),
        pl.col(time).cast(pl.Int64).min().alias("first"));
      const [{ rows, sum: total, matches, first }] = (await frame.collect()).toRecords();
      return { rows: Number(rows), sum: `${total}`, matches: Number(matches), first: millis(first), required: null };
    };
  },
  async hyparquet() {
    const { parquetReadObjects, parquetMetadata } = await import(modules("hyparquet/src/index.js"));
    const { decompress } = await import(modules("fzstd/esm/index.mjs"));
    const compressors = { ZSTD: (input, size) => decompress(input, new Uint8Array(size)) };
    return byFile(async (path, names) => {
      const bytes = readFileSync(path);
      const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
      const rows = await parquetReadObjects({ file, compressors, columns: [...new Set(names)] });
      const required = parquetMetadata(file).schema
        .filter((element) => element.repetition_type === "REQUIRED" && !element.num_children).map(({ name }) => name);
      return { values: names.map((name) => rows.map((row) => row[name])), required };
    });
  },
  async arrow(require) {
    const { tableFromIPC } = require("apache-arrow");
    const { readParquet } = require("parquet-wasm"); // arrow-rs
    return byFile(async (path, names) => {
      const table = tableFromIPC(readParquet(new Uint8Array(readFileSync(path))).intoIPCStream());
      const required = table.schema.fields.filter((field) => !field.nullable).map(({ name }) => name);
      return { values: names.map((name) => [...table.getChild(name)]), required };
    });
  },
};

let read = null;
try {
  read = await makers[reader](createRequire(`${readers}/`));
} catch (error) {
  console.log(`${reader} does not load here: ${error.message.split("\n")[0]}`);
  process.exit(77);
}
const answers = {};
for (const table of tables) {
  const { required, ...answer } = await read(table);
  answers[table.table] = { ...answer, required: required === null ? null : [...required].sort() };
}
console.log(JSON.stringify(answers));
process.exit(0); // chdb keeps threads
