/* Reads recordings (.reel) from C, and from any language that can call C.
 *
 * Link with -ltickreel. Every symbol has the version TICKREEL_1. Within this version functions may
 * be added, but none is changed or removed, and structures keep their layout; those that begin with
 * `struct_size` may grow at their end, so set it to sizeof the structure (0: that of version 1).
 *
 * Errors: a function that can fail returns a status and takes a tickreel_error (or NULL) as its
 * last argument, which receives the reason as one line of text. TICKREEL_END is no error. On
 * failure, output pointers are set to NULL or zero. A damaged recording is opened and read as far
 * as possible; tickreel_verify() and the "damage" of tickreel_info_json() report what is
 * missing.
 *
 * Threads: any thread may call any function. Several threads may use a recording at the same
 * time, but a cursor, frame or stream only one at a time. tickreel_refresh() waits for running
 * calls and fails with TICKREEL_BUSY while cursors or streams of tables are open.
 *
 * Lifetime: cursors, frames and streams may outlive tickreel_close(). A const pointer inside a
 * structure is valid as long as the object it came from; from a recording, until the next refresh.
 *
 * Values are as stored. tickreel_schema_json() returns each field's unit, scale and roles:
 * value in `unit` = stored value * scale. Times are nanoseconds since 1970, UTC, unless stated
 * otherwise; ticks are the game's and restart with every segment. */
#ifndef TICKREEL_H
#define TICKREEL_H

#include <stddef.h>
#include <stdint.h>

#include "tickreel/arrow.h"

#if defined(__GNUC__)
#define TICKREEL_API __attribute__((visibility("default")))
#else
#define TICKREEL_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tickreel_status {
    TICKREEL_OK = 0,
    TICKREEL_END = 1,      /* no more elements */
    TICKREEL_ARGUMENT = 2, /* invalid argument: NULL, an unknown name, a bad query */
    TICKREEL_FILE = 3,     /* the recording cannot be opened or read */
    TICKREEL_NOWHERE = 4,  /* the recording has no such place or item */
    TICKREEL_LIMIT = 5,    /* more memory needed than allowed or available */
    TICKREEL_BUSY = 6,     /* cursors or streams are open */
    TICKREEL_INTERNAL = 7  /* a bug in this library */
} tickreel_status;

typedef struct tickreel_error {
    tickreel_status status;
    char text[1020]; /* one line; truncated if longer */
} tickreel_error;

typedef struct tickreel_reel tickreel_reel;
typedef struct tickreel_cursor tickreel_cursor;
typedef struct tickreel_frame tickreel_frame;

TICKREEL_API uint32_t tickreel_abi_version(void); /* 1 */
TICKREEL_API const char* tickreel_version(void);  /* of the library: "0.1.0" */
TICKREEL_API void tickreel_free(void* memory);    /* frees results documented to need it */

/* ---- Recordings ---- */

typedef struct tickreel_open_options {
    size_t struct_size;
    size_t cache_bytes; /* cache of decoded chunks; 0: 32 MiB */
    int strict;         /* not 0: streams of tables and queries fail where tickreel_missing() has
                           something to say of their range; cursors read on, as they follow */
} tickreel_open_options;

/* `options` may be NULL. Of a recording still being written, the complete part is opened. */
TICKREEL_API tickreel_status tickreel_open(const char* path, const tickreel_open_options* options,
                                           tickreel_reel** reel, tickreel_error* error);
/* Opens a recording in memory; copies the bytes. */
TICKREEL_API tickreel_status tickreel_open_memory(const void* bytes, size_t size,
                                                  const tickreel_open_options* options,
                                                  tickreel_reel** reel, tickreel_error* error);
TICKREEL_API void tickreel_close(tickreel_reel* reel); /* all close functions accept NULL */

/* Reads what was appended since the recording was opened; sets *grown if there was anything. */
TICKREEL_API tickreel_status tickreel_refresh(tickreel_reel* reel, int* grown,
                                              tickreel_error* error);

/* Whether the recording is complete: 0 while it is written, or when its end is missing. */
TICKREEL_API int tickreel_finished(const tickreel_reel* reel);

/* Facts about the recording: game, start, ticks_per_second, properties, segments, counts, gaps,
 * known damage, whether it is finished. Free this and the schema with tickreel_free(). */
TICKREEL_API tickreel_status tickreel_info_json(const tickreel_reel* reel, char** json,
                                                tickreel_error* error);
/* {"types": item and event types with their fields, "tables": the tables of tickreel_table()};
 * both with kinds, units, scales, roles and enum names. */
TICKREEL_API tickreel_status tickreel_schema_json(const tickreel_reel* reel, char** json,
                                                  tickreel_error* error);

/* ---- The timeline ---- */

typedef struct tickreel_moment {
    uint32_t segment; /* from 0 */
    int64_t tick;
} tickreel_moment;

typedef struct tickreel_range { /* half-open: [from, to) */
    tickreel_moment from;
    tickreel_moment to;
} tickreel_range;

typedef struct tickreel_segment { /* one tick timeline, usually one map */
    int64_t first_tick;
    int64_t last_tick; /* inclusive */
    const char* map;
} tickreel_segment;

typedef struct tickreel_marker {
    tickreel_moment moment;
    uint32_t color; /* 0xRRGGBB */
    const char* text;
} tickreel_marker;

TICKREEL_API double tickreel_ticks_per_second(const tickreel_reel* reel);
TICKREEL_API size_t tickreel_segment_count(const tickreel_reel* reel);
TICKREEL_API tickreel_status tickreel_segment_at(const tickreel_reel* reel, size_t index,
                                                 tickreel_segment* segment, tickreel_error* error);
TICKREEL_API size_t tickreel_marker_count(const tickreel_reel* reel);
TICKREEL_API tickreel_status tickreel_marker_at(const tickreel_reel* reel, size_t index,
                                                tickreel_marker* marker, tickreel_error* error);
/* Parses a place as people type it: "2501042", "s1:1042", "1:02.34", "50%". */
TICKREEL_API tickreel_status tickreel_locate(const tickreel_reel* reel, const char* place,
                                             tickreel_moment* moment, tickreel_error* error);
/* "A..B", "A.." or "..B" of such places. */
TICKREEL_API tickreel_status tickreel_locate_range(const tickreel_reel* reel, const char* places,
                                                   tickreel_range* range, tickreel_error* error);
/* What a damaged or unfinished recording lacks of a range (NULL: of all), in one line; "" if
 * nothing is known to be missing. Reading finds damage, so ask after it too. Free the text with
 * tickreel_free(). */
TICKREEL_API tickreel_status tickreel_missing(const tickreel_reel* reel,
                                              const tickreel_range* range, char** text,
                                              tickreel_error* error);
/* Seconds since the recording's first tick. */
TICKREEL_API double tickreel_seconds(const tickreel_reel* reel, tickreel_moment moment);

/* ---- Frames: a snapshot, facts about it, and the events of its tick ---- */

typedef enum tickreel_checksum {
    TICKREEL_CHECKSUM_ABSENT = 0,
    TICKREEL_CHECKSUM_OK = 1,
    TICKREEL_CHECKSUM_MISMATCH = 2
} tickreel_checksum;

typedef struct tickreel_frame_facts {
    tickreel_moment moment;
    int64_t time_ns;
    size_t items;
    size_t events;
    int64_t base_tick; /* of the delta on the wire; -1: sent in full */
    tickreel_checksum checksum;
    uint32_t checksum_sent;
    uint32_t checksum_computed;
    uint32_t wire_bytes; /* payload of the snapshot, before compression */
} tickreel_frame_facts;

/* An item or an event: a row of 32-bit words, whose meaning is in the schema. */
typedef struct tickreel_row {
    uint32_t type;   /* index into the schema's types */
    uint64_t entity; /* distinguishes items of one type; 0 for events */
    const int32_t* words;
    size_t word_count;
} tickreel_row;

/* The last snapshot at or before a moment of the recording. */
TICKREEL_API tickreel_status tickreel_at(const tickreel_reel* reel, tickreel_moment moment,
                                         tickreel_frame** frame, tickreel_error* error);
TICKREEL_API void tickreel_frame_close(tickreel_frame* frame); /* only frames of tickreel_at() */

TICKREEL_API tickreel_frame_facts tickreel_frame_get(const tickreel_frame* frame);
/* Items are ordered by (type, entity), events by arrival. */
TICKREEL_API tickreel_status tickreel_frame_item(const tickreel_frame* frame, size_t index,
                                                 tickreel_row* row, tickreel_error* error);
TICKREEL_API tickreel_status tickreel_frame_find(const tickreel_frame* frame, uint32_t type,
                                                 uint64_t entity, tickreel_row* row,
                                                 tickreel_error* error);
TICKREEL_API tickreel_status tickreel_frame_event(const tickreel_frame* frame, size_t index,
                                                  tickreel_row* row, tickreel_error* error);

/* Iterates over a range in time order; NULL: everything. tickreel_rows() visits every item or event
 * of one type (by name in any usual spelling: "Character", "kill"); of a class of events that the
 * recording has none of ("kill", "chat", "vote" ...), and of a type that its game has and it has
 * not, there are none. */
TICKREEL_API tickreel_status tickreel_frames(const tickreel_reel* reel, const tickreel_range* range,
                                             tickreel_cursor** cursor, tickreel_error* error);
TICKREEL_API tickreel_status tickreel_rows(const tickreel_reel* reel, const char* type,
                                           const tickreel_range* range, tickreel_cursor** cursor,
                                           tickreel_error* error);
/* TICKREEL_END after the last. The frame belongs to the cursor and is valid until the next call;
 * `row` may be NULL; only cursors of tickreel_rows() set it. */
TICKREEL_API tickreel_status tickreel_next(tickreel_cursor* cursor, const tickreel_frame** frame,
                                           tickreel_row* row, tickreel_error* error);
TICKREEL_API void tickreel_cursor_close(tickreel_cursor* cursor);

/* ---- New snapshots: a hook, for recordings that still grow and for complete ones ---- */

typedef struct tickreel_watch tickreel_watch;

typedef struct tickreel_news {
    const tickreel_frame* frame;    /* the new snapshot */
    const tickreel_frame* previous; /* the one given before; NULL: none yet of this segment (a new
                                       segment is a map change: ticks and items start anew) */
    int64_t lost_ticks; /* known to be lost since what was given before (or `from`): gaps that the
                           recorder reported, of a finished recording as large as
                           tickreel_info_json() has them, and damage of the file. -1: the file is
                           damaged in between, and what was there is unknown. What was lost on its
                           way to the recorder shows as a longer step only: whether a long step is a
                           loss is known of the whole recording ("gaps" of tickreel_info_json()) */
} tickreel_news;

/* Called by tickreel_watch_poll(), in its thread. The structure and its frames are valid until it
 * returns. It may read the recording with every function but tickreel_refresh(), and must not close
 * its watch. Return 0 to go on; anything else ends the poll behind this snapshot. */
typedef int (*tickreel_on_snapshot)(void* context, const tickreel_news* news);

/* `from`: the first snapshot at or after it; {0, INT64_MIN}: from the start; NULL: only what comes
 * from now on. Nothing is called and nothing is waited for until tickreel_watch_poll(). */
TICKREEL_API tickreel_status tickreel_watch_open(const tickreel_reel* reel,
                                                 const tickreel_moment* from,
                                                 tickreel_on_snapshot hook, void* context,
                                                 tickreel_watch** watch, tickreel_error* error);
/* Takes in what was appended and calls the hook for each snapshot that was not given before, in
 * time order, each once. TICKREEL_OK: all that is there was given, or the hook ended it; poll
 * again. TICKREEL_END: the recording is finished and all of it was given; tickreel_missing() says
 * what of it could not be. Never waits: sleep between polls (a recorder writes every 2 s). A
 * recording whose recorder was killed stays TICKREEL_OK. While it grows, cursors and streams must
 * be closed (TICKREEL_BUSY), as for tickreel_refresh(); pointers into the recording end as they do
 * there. After an error or a BUSY the next poll goes on behind the last snapshot given. */
TICKREEL_API tickreel_status tickreel_watch_poll(tickreel_watch* watch, tickreel_error* error);
TICKREEL_API void tickreel_watch_close(tickreel_watch* watch);

/* ---- Values ---- */

typedef enum tickreel_value_kind {
    TICKREEL_NULL = 0, /* not sent, hidden by the server, or beyond the end of a short row */
    TICKREEL_BOOL = 1, /* in i64 */
    TICKREEL_I64 = 2,
    TICKREEL_U64 = 3,
    TICKREEL_F64 = 4,
    TICKREEL_TEXT = 5,
    TICKREEL_BYTES = 6,
    TICKREEL_ENUM = 7 /* the number in i64, its name as text */
} tickreel_value_kind;

typedef struct tickreel_value {
    tickreel_value_kind kind;
    int64_t i64;
    uint64_t u64;
    double f64;
    size_t size; /* of the whole text or bytes, without a text's final 0 */
} tickreel_value;

TICKREEL_API tickreel_status tickreel_find_type(const tickreel_reel* reel, const char* name,
                                                uint32_t* type, tickreel_error* error);
TICKREEL_API tickreel_status tickreel_find_field(const tickreel_reel* reel, uint32_t type,
                                                 const char* name, uint32_t* field,
                                                 tickreel_error* error);
/* Copies text and bytes to `text`, truncated to `room` bytes; a text always ends with a 0. `text`
 * may be NULL if `room` is 0. */
TICKREEL_API tickreel_status tickreel_read(const tickreel_reel* reel, const tickreel_row* row,
                                           uint32_t field, tickreel_value* value, char* text,
                                           size_t room, tickreel_error* error);

/* ---- Columns ---- */

typedef struct tickreel_table_options {
    size_t struct_size;
    const char* table;          /* "character", "kill", "snapshots", "players", "items" ... */
    const char* const* columns; /* NULL: all, in the table's order */
    size_t column_count;
    const tickreel_range* range; /* NULL: everything */
    uint32_t batch_rows;         /* maximum rows per batch; 0: 65536 */
    uint64_t batch_bytes;        /* more of texts and bytes in one column of a batch are an error;
                                    0: 256 MiB. Numbers take their size times batch_rows: for tables
                                    of thousands of columns ("items" of Firefall) ask for fewer rows */
} tickreel_table_options;

/* The rows of a table of `tickreel sql` as a stream of record batches, which are read on demand.
 * Errors of the stream are EINVAL, EIO and ENOMEM, with a message. Units, scales and roles are
 * metadata of the columns ("tickreel.unit" ...). Call stream->release() when done. */
TICKREEL_API tickreel_status tickreel_table(const tickreel_reel* reel,
                                            const tickreel_table_options* options,
                                            struct ArrowArrayStream* stream, tickreel_error* error);
/* The hits of a query (see `tickreel query`): a stream with the columns segment, tick_first,
 * tick_last, snapshots, type, id, name, label. Reads everything before it returns; more than
 * `max_hits` hits (0: 1 000 000) give TICKREEL_LIMIT. A type that the recording's game has and the
 * recording has not is one that nothing fits. */
TICKREEL_API tickreel_status tickreel_query(const tickreel_reel* reel, const char* expression,
                                            const tickreel_range* range, uint64_t max_hits,
                                            struct ArrowArrayStream* stream, tickreel_error* error);

/* ---- Verification ---- */

typedef struct tickreel_totals {
    uint64_t records; /* sound ones */
    uint64_t chunks;
    uint64_t snapshots; /* decoded */
    uint64_t wire_ok;   /* results of the protocol's checksum, as recorded */
    uint64_t wire_mismatch;
    uint64_t wire_absent;
    uint64_t gaps;             /* stretches that never reached the file */
    uint64_t gap_ticks;        /* ticks in them */
    uint64_t unreadable_ticks; /* in the file, but unreadable */
    uint64_t damages;          /* damaged places; 0: every record is sound */
} tickreel_totals;

/* Verifies the checksum of every record and decodes every snapshot. */
TICKREEL_API tickreel_status tickreel_verify(const tickreel_reel* reel, tickreel_totals* totals,
                                             tickreel_error* error);

#ifdef __cplusplus
}
#endif

#endif
