/* Prints what a recording is, the kills, and how many rows of characters there are.
 * cc -o c_example main.c -ltickreel && ./c_example match.reel */
#include <inttypes.h>
#include <stdio.h>
#include <tickreel/tickreel.h>

static int failed(const char *what, const tickreel_error *error) {
    fprintf(stderr, "%s: %s\n", what, error->text);
    return 1;
}

int main(int count, char **arguments) {
    tickreel_error error;
    tickreel_reel *reel;
    tickreel_cursor *kills;
    const tickreel_frame *frame;
    tickreel_row row;
    if (count != 2) return 2;
    if (tickreel_open(arguments[1], NULL, &reel, &error)) return failed(arguments[1], &error);
    for (size_t i = 0; i < tickreel_segment_count(reel); ++i) {
        tickreel_segment segment;
        if (tickreel_segment_at(reel, i, &segment, &error)) return failed("segment", &error);
        printf("%s: ticks %" PRId64 " to %" PRId64 "\n", segment.map, segment.first_tick, segment.last_tick);
    }
    if (tickreel_rows(reel, "kill", NULL, &kills, &error)) return failed("kill", &error);
    while (tickreel_next(kills, &frame, &row, &error) == TICKREEL_OK)
        printf("kill at tick %" PRId64 "\n", tickreel_frame_get(frame).moment.tick);
    tickreel_cursor_close(kills);
    tickreel_table_options wanted = {sizeof wanted, "character", NULL, 0, NULL, 0, 0};
    struct ArrowArrayStream stream;
    struct ArrowArray batch;
    int64_t rows = 0;
    if (tickreel_table(reel, &wanted, &stream, &error)) return failed("character", &error);
    for (; !stream.get_next(&stream, &batch) && batch.release; batch.release(&batch)) rows += batch.length;
    printf("%" PRId64 " rows of characters\n", rows);
    stream.release(&stream);
    tickreel_close(reel);
}
