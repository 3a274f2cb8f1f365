#include "player/app/memory.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace tickreel {

void limit_heap_retention() {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 256 << 10);
    mallopt(M_ARENA_MAX, 2);
#endif
}

void release_free_memory() {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

}  // namespace tickreel
