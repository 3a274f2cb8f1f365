/* Reading recordings (.reel) from C, and from everything that can call C.
 *
 * Link with -ltickreel. Every symbol has the version TICKREEL_1. Within it functions are added, but
 * none is changed or taken away, and structures keep their layout; those that begin with
 * `struct_size` may grow at their end, so set it to sizeof the structure (0: as of version 1).
 *
 * Errors: a function that can fail returns a status and takes a tickreel_error (or NULL) as its
 * last argument, which then has the reason as one line of text. TICKREEL_END is no error. What a
 * function hands out through a pointer is NULL or zero when it fails. A damaged recording is opened
 * and read as far as it goes; tickreel_verify() and the "damage" of tickreel_info_json() say what
 * is missing.
 *
 * Threads: any thread may call any function. One recording may be used by several threads at a
 * time; one cursor, one frame and one stream only by one at a time. tickreel_refresh() waits for
 * calls that are under way and fails with TICKREEL_BUSY while cursors or streams are open.
 *
 * Lifetime: cursors, frames and streams may outlive tickreel_close(). A const pointer inside a
 * structure lives as long as what it was asked of, and of a recording only to the next refresh.
 *
 * Values are the stored ones. tickreel_schema_json() has each field's unit, scale and roles:
 * value in `unit` = stored value * scale. Times are nanoseconds since 1970, UTC, unless it says
 * otherwise; ticks are the game's own and restart with every segment. */
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
    TICKREEL_END = 1,      /* there is no more */
    TICKREEL_ARGUMENT = 2, /* the call makes no sense: NULL, an unknown name, a bad query */
    TICKREEL_FILE = 3,     /* the recording cannot be opened or read */
    TICKREEL_NOWHERE = 4,  /* the recording has no such place or item */
    TICKREEL_LIMIT = 5,    /* more memory needed than was allowed or is there */
    TICKREEL_BUSY = 6,     /* cursors or streams are open */
    TICKREEL_INTERNAL = 7  /* a mistake in this library */
} tickreel_status;

typedef struct tickreel_error {
    tickreel_status status;
    char text[1020]; /* one line; cut when it is longer */
} tickreel_error;

typedef struct tickreel_reel tickreel_reel;
typedef struct tickreel_cursor tickreel_cursor;
typedef struct tickreel_frame tickreel_frame;

TICKREEL_API uint32_t tickreel_abi_version(void); /* 1 */
TICKREEL_API const char* tickreel_version(void);  /* of the library: "0.1.0" */
TICKREEL_API void tickreel_free(void* memory);    /* of what is said to be freed with it */

/* ---- Recordings ---- */

typedef struct tickreel_open_options {
    size_t struct_size;
    size_t cache_bytes; /* decoded chunks that are kept; 0: 32 MiB */
} tickreel_open_options;

/* `options` may be NULL. A recording that is still written opens as far as it goes. */
TICKREEL_API tickreel_status tickreel_open(const char* path, const tickreel_open_options* options,
                                           tickreel_reel** reel, tickreel_error* error);
/* Of bytes in memory, which are copied. */
TICKREEL_API tickreel_status tickreel_open_memory(const void* bytes, size_t size,
                                                  const tickreel_open_options* options,
                                                  tickreel_reel** reel, tickreel_error* error);
TICKREEL_API void tickreel_close(tickreel_reel* reel); /* NULL is allowed here and in its kin */

/* Takes in what was appended since the recording was opened; *grown says whether there was any. */
TICKREEL_API tickreel_status tickreel_refresh(tickreel_reel* reel, int* grown,
                                              tickreel_error* error);

/* What the recording is: game, start, ticks_per_second, properties, segments, counts, gaps, damage
 * so far, whether it is finished. Free both with tickreel_free(). */
TICKREEL_API tickreel_status tickreel_info_json(const tickreel_reel* reel, char** json,
                                                tickreel_error* error);
/* {"types": item and event types with their fields, "tables": what tickreel_table() knows}; kinds,
 * units, scales, roles and enum names with both. */
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
/* A place as people type it: "2501042", "s1:1042", "1:02.34", "50%". */
TICKREEL_API tickreel_status tickreel_locate(const tickreel_reel* reel, const char* place,
                                             tickreel_moment* moment, tickreel_error* error);
/* "A..B", "A.." or "..B" of such places. */
TICKREEL_API tickreel_status tickreel_locate_range(const tickreel_reel* reel, const char* places,
                                                   tickreel_range* range, tickreel_error* error);
/* Seconds since the recording's first tick. */
TICKREEL_API double tickreel_seconds(const tickreel_reel* reel, tickreel_moment moment);

/* ---- Frames: a snapshot, what is known about it, and the events of its tick ---- */

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
    uint32_t wire_bytes;
} tickreel_frame_facts;

/* An item or an event: rows of 32-bit words, which the schema explains. */
typedef struct tickreel_row {
    uint32_t type;   /* index into the schema's types */
    uint64_t entity; /* which one of its type; 0 for events */
    const int32_t* words;
    size_t word_count;
} tickreel_row;

/* The last snapshot at or before a moment of the recording. */
TICKREEL_API tickreel_status tickreel_at(const tickreel_reel* reel, tickreel_moment moment,
                                         tickreel_frame** frame, tickreel_error* error);
TICKREEL_API void tickreel_frame_close(tickreel_frame* frame); /* of tickreel_at() only */

TICKREEL_API tickreel_frame_facts tickreel_frame_get(const tickreel_frame* frame);
/* Items in the order of (type, entity); events in the order in which they arrived. */
TICKREEL_API tickreel_status tickreel_frame_item(const tickreel_frame* frame, size_t index,
                                                 tickreel_row* row, tickreel_error* error);
TICKREEL_API tickreel_status tickreel_frame_find(const tickreel_frame* frame, uint32_t type,
                                                 uint64_t entity, tickreel_row* row,
                                                 tickreel_error* error);
TICKREEL_API tickreel_status tickreel_frame_event(const tickreel_frame* frame, size_t index,
                                                  tickreel_row* row, tickreel_error* error);

/* In time order over a range; NULL: everything. tickreel_rows() stops at every item or event of one
 * type (a name as people spell it: "Character", "kill"). */
TICKREEL_API tickreel_status tickreel_frames(const tickreel_reel* reel, const tickreel_range* range,
                                             tickreel_cursor** cursor, tickreel_error* error);
TICKREEL_API tickreel_status tickreel_rows(const tickreel_reel* reel, const char* type,
                                           const tickreel_range* range, tickreel_cursor** cursor,
                                           tickreel_error* error);
/* TICKREEL_END after the last. The frame belongs to the cursor and lives until the next call; `row`
 * may be NULL, and is filled by cursors of tickreel_rows() only. */
TICKREEL_API tickreel_status tickreel_next(tickreel_cursor* cursor, const tickreel_frame** frame,
                                           tickreel_row* row, tickreel_error* error);
TICKREEL_API void tickreel_cursor_close(tickreel_cursor* cursor);

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
    size_t size; /* of the text or the bytes in full, without the 0 behind a text */
} tickreel_value;

TICKREEL_API tickreel_status tickreel_find_type(const tickreel_reel* reel, const char* name,
                                                uint32_t* type, tickreel_error* error);
TICKREEL_API tickreel_status tickreel_find_field(const tickreel_reel* reel, uint32_t type,
                                                 const char* name, uint32_t* field,
                                                 tickreel_error* error);
/* Text and bytes are copied into `text` as far as `room` goes; a text always ends with a 0. `text`
 * may be NULL when `room` is 0. */
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
    uint32_t batch_rows;         /* at most that many in a batch; 0: 65536 */
    uint64_t batch_bytes;        /* a batch that needs more is an error; 0: 256 MiB */
} tickreel_table_options;

/* The rows of a table, as `tickreel sql` has them, as a stream of record batches. Reads while it is
 * pulled. Errors of the stream are EINVAL, EIO and ENOMEM, with text. Units, scales and roles are
 * metadata of the columns ("tickreel.unit" ...). Call stream->release() when done. */
TICKREEL_API tickreel_status tickreel_table(const tickreel_reel* reel,
                                            const tickreel_table_options* options,
                                            struct ArrowArrayStream* stream, tickreel_error* error);
/* Where an expression holds (see `tickreel query`): a stream of the columns segment, tick_first,
 * tick_last, snapshots, type, id, name, label. Reads everything before it returns; more than
 * `max_hits` (0: 1 000 000) are TICKREEL_LIMIT. */
TICKREEL_API tickreel_status tickreel_query(const tickreel_reel* reel, const char* expression,
                                            const tickreel_range* range, uint64_t max_hits,
                                            struct ArrowArrayStream* stream, tickreel_error* error);

/* ---- Is it sound? ---- */

typedef struct tickreel_totals {
    uint64_t records; /* sound ones */
    uint64_t chunks;
    uint64_t snapshots; /* decoded */
    uint64_t wire_ok;   /* by the protocol's own checksum, as the recorder computed it */
    uint64_t wire_mismatch;
    uint64_t wire_absent;
    uint64_t gaps;             /* stretches that never reached the file */
    uint64_t gap_ticks;        /* ticks in them */
    uint64_t unreadable_ticks; /* that were in the file */
    uint64_t damages;          /* damaged places; 0: every record is sound */
} tickreel_totals;

/* Reads every record against its checksum and decodes every snapshot. */
TICKREEL_API tickreel_status tickreel_verify(const tickreel_reel* reel, tickreel_totals* totals,
                                             tickreel_error* error);

#ifdef __cplusplus
}
#endif

#endif
