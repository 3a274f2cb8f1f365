/* Items of each snapshot of a growing recording, and what is lost: cc -o follow follow.c -ltickreel && ./follow match.reel */
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
    tickreel_error error;
    tickreel_reel *reel;
    tickreel_watch *watch;
    tickreel_status status;
    char *missing = NULL;
    if (count != 2) return 2;
    if (tickreel_open(arguments[1], NULL, &reel, &error)) return fprintf(stderr, "%s\n", error.text), 1;
    if (tickreel_watch_open(reel, &(tickreel_moment){0, INT64_MIN}, print, NULL, &watch, &error))
        return fprintf(stderr, "%s\n", error.text), 1;
    while ((status = tickreel_watch_poll(watch, &error)) == TICKREEL_OK) nanosleep(&(struct timespec){0, 50000000}, NULL);
    if (status == TICKREEL_END) status = tickreel_missing(reel, NULL, &missing, &error); /* of a damaged recording */
    const int code = status ? 1 : *missing ? 3 : 0;
    if (code) fprintf(stderr, "%s: %s\n", arguments[1], status ? error.text : missing);
    tickreel_free(missing);
    tickreel_watch_close(watch);
    tickreel_close(reel);
    return code;
}
