// The extension in Node's DuckDB: rows as `tickreel sql` has them, parts, lists, errors, damage.
// usage: node extension_test.mjs BIN_DIR EXTENSION SOURCE_DIR; exits with 77 where something is missing
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

const [bin, extension, source] = process.argv.slice(2);
const readers = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tickreel/readers-3');
const skip = (why) => { console.log(`skipped: ${why}`); process.exit(77); };
if (!existsSync(extension)) skip(`no ${extension}; ./check builds one into build/release`);
if (!existsSync(join(readers, 'node_modules/@duckdb/node-api'))) skip("Node's DuckDB is not there; ./check fetches it");
const duckdb = createRequire(`${readers}/`)('@duckdb/node-api');

const work = mkdtempSync(join(tmpdir(), 'tickreel-duckdb-'));
const instance = await duckdb.DuckDBInstance.create(':memory:', { allow_unsigned_extensions: 'true' });
const connection = await instance.connect();
const ask = async (sql) => (await connection.runAndReadAll(sql)).getRowsJson();
// Most programs prepare their statements.
const prepared = async (sql) => (await (await connection.prepare(sql)).runAndReadAll()).getRowsJson();
const refused = async (sql) => {
    try { await ask(sql); } catch (error) { return error.message.split('\n')[0]; }
    return assert.fail(`${sql} is accepted`);
};
const tickreel = (...words) => execFileSync(join(bin, 'tickreel'), words, { encoding: 'utf8', maxBuffer: 1 << 28 });
const text = (path) => `'${path.replaceAll("'", "''")}'`;

// LOAD by its name, from where INSTALL puts extensions.
const [[version]] = await ask('SELECT library_version FROM pragma_version()');
const [[platform]] = await ask('SELECT platform FROM pragma_platform()');
const folder = join(work, 'extensions', version, platform);
mkdirSync(folder, { recursive: true });
copyFileSync(extension, join(folder, 'tickreel.duckdb_extension'));
await ask(`SET extension_directory = ${text(join(work, 'extensions'))}`);
await ask('LOAD tickreel');

// Every value of every table, hashed by DuckDB.
const arena = join(source, 'demos/arena_8_players.reel');
const outpost = join(source, 'demos/outpost_firefall.reel');
for (const [reel, tables] of [
    [arena, ['character', 'kill', 'sv_chat', 'players', 'snapshots', 'items', 'PlayerInfo']], [outpost, ['players', 'snapshots']]])
    for (const table of tables) {
        const hashed = (from) => `SELECT count(*) AS n, sum(hash(t))::VARCHAR AS h FROM (SELECT * FROM ${from}) t`;
        const mine = (await ask(hashed(`read_reel(${text(reel)}, ${text(table)})`)))[0];
        const sql = JSON.parse(tickreel('sql', reel, hashed(table), '--format', 'ndjson'));
        assert.ok(Number(sql.n) > 0, table);
        assert.deepEqual(mine.map(String), [String(sql.n), sql.h], `${reel} ${table}`);
    }

// Several recordings, by pattern and by list; names that end in .reel.
const patterns = ['*_players.reel', 'out*.reel'].map((name) => text(join(source, 'demos', name)));
const perFile = await ask(`SELECT file, count(*) FROM read_reel([${patterns}], 'snapshots') GROUP BY 1 ORDER BY 1`);
assert.deepEqual(perFile.map((row) => row[0]), [arena, outpost]);
assert.deepEqual(await prepared(`SELECT file, count(*) FROM read_reel([${text(outpost)}, ${text(arena)}], 'snapshots') GROUP BY 1 ORDER BY 1`), perFile);
const [[items, types]] = await prepared(`SELECT count(*), count(DISTINCT type) FROM ${text(arena)}`);
assert.equal(String(items), JSON.parse(tickreel('sql', arena, 'SELECT count(*) AS n FROM items', '--format', 'ndjson')).n.toString());
assert.ok(Number(types) > 3);
assert.deepEqual(
    await prepared(`SELECT count(*) FROM read_reel(${text(arena)}, 'kill') k JOIN read_reel(${text(arena)}, 'character') c
                    ON c.tick = k.tick AND c.id = k.killer`),
    [[String(JSON.parse(tickreel('sql', arena, 'SELECT count(*) AS n FROM kill k JOIN character c ON c.tick = k.tick AND c.id = k.killer', '--format', 'ndjson')).n)]]);

// A part, exactly.
const part = (ticks) => `SELECT count(*), min(tick), max(tick) FROM read_reel(${text(arena)}, 'character', ticks := '${ticks}')`;
assert.deepEqual(await prepared(part('1000..1100')),
    await ask(`SELECT count(*), min(tick), max(tick) FROM read_reel(${text(arena)}, 'character') WHERE tick >= 1000 AND tick < 1100`));
assert.equal((await ask(part('9999999..')))[0][0], '0');

// A file that is named twice counts once, as on the command line.
assert.deepEqual(await ask(`SELECT count(*) FROM read_reel([${text(arena)}, ${text(arena)}], 'kill')`),
    await ask(`SELECT count(*) FROM read_reel(${text(arena)}, 'kill')`));

// What is wrong is said.
assert.match(await refused(`FROM read_reel('${work}/none.reel', 'items')`), /none\.reel: cannot open/);
assert.match(await refused(`FROM '${work}/none.reel'`), /none\.reel: cannot open/);
assert.match(await refused(`FROM read_reel(${text(arena)}, 'charcter')`), /did you mean 'character'/);
assert.match(await refused(`FROM read_reel(${text(arena)}, 'items', ticks := '5..x')`), /arena_8_players\.reel/);
assert.match(await refused(`FROM read_reel(${text(join(source, 'README.md'))}, 'items')`), /not a reel file/);
assert.match(await refused(`FROM read_reel(${text(join(source, 'demos/arena_8_views.reel'))}, 'items')`), /arena_8_views\.reel: holds 8 views of one match; .*cut FILE --view/);

// An empty or missing text is somebody's empty variable; it does not mean everything.
assert.match(await refused(`FROM read_reel(${text(arena)}, 'items', ticks := '')`), /arena_8_players\.reel: invalid range ''/);
for (const [words, what] of [["NULL, 'items'", 'files'], [`[${text(arena)}, NULL], 'items'`, 'files'], [`${text(arena)}, NULL`, 'table'],
    [`${text(arena)}, 'items', ticks := NULL`, 'ticks'], [`${text(arena)}, 'items', lossy := NULL`, 'lossy']])
    assert.match(await refused(`FROM read_reel(${words})`), new RegExp(`read_reel: ${what} must not be NULL`));

// What DuckDB cannot warn of is on stderr: ticks that another segment has too, match files among recordings.
const said = (sql) => spawnSync(process.execPath, ['--input-type=module', '-e', `
    import { createRequire } from 'node:module';
    const duckdb = createRequire(${JSON.stringify(`${readers}/`)})('@duckdb/node-api');
    const connection = await (await duckdb.DuckDBInstance.create(':memory:', { allow_unsigned_extensions: 'true' })).connect();
    await connection.run(${JSON.stringify(`LOAD ${text(extension)}`)});
    console.log(JSON.stringify((await connection.runAndReadAll(${JSON.stringify(sql)})).getRowsJson()));`], { encoding: 'utf8' });
const twice = join(work, 'twice.reel');
copyFileSync(arena, join(work, 'again.reel'));
tickreel('merge', '-q', arena, join(work, 'again.reel'), '-o', twice);
const bare = said(`SELECT count(DISTINCT tick) FROM read_reel(${text(twice)}, 'snapshots', ticks := '1000..1100')`);
assert.match(bare.stderr, /twice\.reel takes ticks 1000\.\.1100 of segment 0; segment 1 has such ticks too/);
assert.equal(bare.stdout.trim(), '[["50"]]');
assert.equal(said(`SELECT 1 FROM read_reel(${text(twice)}, 'snapshots', ticks := 's1:1000..s1:1100') LIMIT 1`).stderr, '');
const nothing = said(`SELECT count(*) FROM read_reel(${text(arena)}, 'snapshots', ticks := '900000..')`);
assert.match(nothing.stderr, /arena_8_players\.reel has no snapshot in '900000\.\.' \(the recording has ticks 20 to 3020, /);
assert.equal(nothing.stdout.trim(), '[["0"]]');
assert.match(said(`SELECT 1 FROM read_reel(${text(arena)}, 'snapshots', ticks := '2900..9000') LIMIT 1`).stderr, /arena_8_players\.reel .*9000/);
const mixed = said(`SELECT count(DISTINCT file) FROM read_reel(${text(join(source, 'demos/*.reel'))}, 'snapshots')`);
assert.match(mixed.stderr, /arena_8_views\.reel holds several views of one match, so it is left out/);
assert.equal(mixed.stdout.trim(), '[["2"]]');
mkdirSync(join(work, 'empty'));
assert.match(await refused(`FROM read_reel('${work}/empty', 'items')`), /empty: is a directory without \.reel files/);

// A damaged chunk: the answer is refused unless the rest is asked for, and what is before it is not touched.
const bytes = readFileSync(arena);
const damagedFile = join(work, 'damaged.reel');
bytes[Math.floor(bytes.length * 0.7)] ^= 0xff;
writeFileSync(damagedFile, bytes);
const damaged = (options) => `SELECT count(*) FROM read_reel(${text(damagedFile)}, 'character'${options})`;
assert.match(await refused(damaged('').replace('count(*)', 'sum(x)')), /damaged\.reel: .*lossy := true/);
assert.match(await refused(damaged('')), /damaged\.reel: .*lossy := true/);
const [[left]] = await ask(damaged(', lossy := true'));
const [[whole]] = await ask(`SELECT count(*) FROM read_reel(${text(arena)}, 'character')`);
assert.ok(Number(left) > 0 && Number(left) < Number(whole), `${left} of ${whole}`);
assert.deepEqual(await ask(damaged(", ticks := '20..400'")),
    await ask(`SELECT count(*) FROM read_reel(${text(arena)}, 'character', ticks := '20..400')`));

// Hostile recordings: rows or an error.
let tried = 0;
for (const corpus of ['fuzz_reel', 'fuzz_c'].map((name) => join(source, 'tests/fuzz/corpus', name)))
    for (const name of readdirSync(corpus)) {
        const original = readFileSync(join(corpus, name));
        for (let i = 0; i < 24; ++i) {
            const broken = Buffer.from(original);
            broken[(i * 7919 + 13) % broken.length] ^= 1 << (i % 8);
            writeFileSync(join(work, 'broken.reel'), i === 0 ? original : broken);
            for (const options of ['', ', lossy := true'])
                await ask(`SELECT * FROM read_reel('${work}/broken.reel', 'items'${options})`).catch(() => {});
            ++tried;
        }
    }
assert.ok(tried > 100);
rmSync(work, { recursive: true });
console.log(`the extension works in Node's DuckDB ${version}; ${tried} broken recordings`);
