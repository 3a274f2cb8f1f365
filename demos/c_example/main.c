/* Prints what a recording is, the kills, and how many rows of characters there are; says what is missing.
 * cc -o c_example main.c -ltickreel && ./c_example match.reel */
#include <inttypes.h>
#include <stdio.h>
#include <tickreel/tickreel.h>

static int failed(const char *what, const char *why) { return fprintf(stderr, "%s: %s\n", what, why), 1; }

int main(int count, char **arguments) {
    tickreel_error error;
    tickreel_reel *reel;
    tickreel_cursor *kills;
    const tickreel_frame *frame;
    int status, damaged;
    if (count != 2) return 2;
    if (tickreel_open(arguments[1], NULL, &reel, &error)) return failed(arguments[1], error.text);
    tickreel_segment part;
    for (size_t i = 0; !tickreel_segment_at(reel, i, &part, NULL); ++i)
        printf("%s: ticks %" PRId64 " to %" PRId64 "\n", part.map, part.first_tick, part.last_tick);
    if (tickreel_rows(reel, "kill", NULL, &kills, &error)) return failed("kill", error.text);
    while ((status = tickreel_next(kills, &frame, NULL, &error)) == TICKREEL_OK)
        printf("kill at tick %" PRId64 "\n", tickreel_frame_get(frame).moment.tick);
    if (status != TICKREEL_END) return failed("kill", error.text);
    tickreel_cursor_close(kills);
    tickreel_table_options wanted = {sizeof wanted, "character", NULL, 0, NULL, 0, 0};
    struct ArrowArrayStream stream;
    struct ArrowArray batch; /* a released one is the end */
    int64_t rows = 0;
    if (tickreel_table(reel, &wanted, &stream, &error)) return failed("character", error.text);
    for (; !(status = stream.get_next(&stream, &batch)) && batch.release; batch.release(&batch)) rows += batch.length;
    if (status) return failed("character", stream.get_last_error(&stream));
    printf("%" PRId64 " rows of characters\n", rows);
    stream.release(&stream);
    char *missing; /* reading goes on behind damage, and finds it */
    if (tickreel_missing(reel, NULL, &missing, &error)) return failed(arguments[1], error.text);
    if ((damaged = *missing != '\0')) failed(arguments[1], missing);
    tickreel_free(missing);
    tickreel_close(reel);
    return damaged ? 3 : 0;
}
