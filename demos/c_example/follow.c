/* Follows a recording while it is written: the items of each snapshot, how many of them were not in
 * the one before, and what is lost. cc -o follow follow.c -ltickreel && ./follow match.reel */
#define _POSIX_C_SOURCE 199309L
#include <inttypes.h>
#include <stdio.h>
#include <tickreel/tickreel.h>
#include <time.h>

static int print(void *context, const tickreel_news *news) {
    tickreel_frame_facts now = tickreel_frame_get(news->frame);
    tickreel_row row, before;
    size_t fresh = 0;
    (void)context;
    if (news->lost_ticks) printf("%" PRId64 " ticks are lost\n", news->lost_ticks);
    for (size_t i = 0; i < now.items; ++i)
        if (tickreel_frame_item(news->frame, i, &row, NULL) == TICKREEL_OK && news->previous != NULL &&
            tickreel_frame_find(news->previous, row.type, row.entity, &before, NULL) != TICKREEL_OK)
            ++fresh;
    printf("tick %" PRId64 ": %zu items, %zu new\n", now.moment.tick, now.items, fresh);
    return 0;
}

int main(int count, char **arguments) {
    const tickreel_moment start = {0, INT64_MIN};
    const struct timespec pause = {0, 50000000};
    tickreel_error error;
    tickreel_reel *reel;
    tickreel_watch *watch;
    tickreel_status status;
    if (count != 2) return 2;
    if (tickreel_open(arguments[1], NULL, &reel, &error) || tickreel_watch_open(reel, &start, print, NULL, &watch, &error))
        return fprintf(stderr, "%s\n", error.text), 1;
    while ((status = tickreel_watch_poll(watch, &error)) == TICKREEL_OK) nanosleep(&pause, NULL);
    if (status != TICKREEL_END) fprintf(stderr, "%s: %s\n", arguments[1], error.text);
    tickreel_watch_close(watch);
    tickreel_close(reel);
    return status != TICKREEL_END;
}
