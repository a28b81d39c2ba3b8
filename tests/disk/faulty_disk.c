/* A disk that can be full, slow or broken, and a process that dies at its k-th write: for LD_PRELOAD.

   Touches only files whose name holds "table.db". What the disk does stands in the file that FAULTY_DISK
   names: "well", "full", "broken" (I/O error), "readonly", or "slow N" (each sync takes N ms). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static long calls_left = -1;

/* Let the process die at the call after `calls` more writes, syncs and truncations; -1: never. */
void die_after(long calls) { calls_left = calls; }

static int ours(int fd) {
    char place[64], path[4096];
    snprintf(place, sizeof place, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(place, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return strstr(path, "table.db") != NULL;
}

static void die(void) { kill(getpid(), SIGKILL); pause(); }

static int due(void) { return calls_left >= 0 && calls_left-- == 0; }

/* Return 0, or the errno that the call fails with; a sync may take its time. */
static int state_of_disk(int sync) {
    const char *control = getenv("FAULTY_DISK");
    char said[32] = "";
    if (control == NULL) return 0;
    int fd = open(control, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return 0;
    if (read(fd, said, sizeof said - 1) < 0) said[0] = 0;
    close(fd);
    if (strncmp(said, "full", 4) == 0) return sync ? 0 : ENOSPC;
    if (strncmp(said, "broken", 6) == 0) return EIO;
    if (strncmp(said, "readonly", 8) == 0) return sync ? 0 : EROFS;
    if (sync && strncmp(said, "slow ", 5) == 0) {
        long ms = atol(said + 5);
        struct timespec wait = {ms / 1000, ms % 1000 * 1000000};
        nanosleep(&wait, NULL);
    }
    return 0;
}

static int refused(int fd, int sync) {
    if (!ours(fd)) return 0;
    if (due()) die();
    int problem = state_of_disk(sync);
    if (problem) errno = problem;
    return problem;
}

/* A write that the power cuts leaves its first half. */
#define WRITE(name, offset_type)                                                        \
    ssize_t name(int fd, const void *data, size_t size, offset_type at) {               \
        if (ours(fd)) {                                                                 \
            if (due()) { REAL(name)(fd, data, size / 2, at); die(); }                   \
            int problem = state_of_disk(0);                                             \
            if (problem) { errno = problem; return -1; }                                \
        }                                                                               \
        return REAL(name)(fd, data, size, at);                                          \
    }
WRITE(pwrite, off_t)
WRITE(pwrite64, off64_t)

ssize_t write(int fd, const void *data, size_t size) {
    if (ours(fd)) {
        if (due()) { REAL(write)(fd, data, size / 2); die(); }
        int problem = state_of_disk(0);
        if (problem) { errno = problem; return -1; }
    }
    return REAL(write)(fd, data, size);
}

int fsync(int fd) { return refused(fd, 1) ? -1 : REAL(fsync)(fd); }
int fdatasync(int fd) { return refused(fd, 1) ? -1 : REAL(fdatasync)(fd); }
int ftruncate(int fd, off_t size) { return refused(fd, 0) ? -1 : REAL(ftruncate)(fd, size); }
int ftruncate64(int fd, off64_t size) { return refused(fd, 0) ? -1 : REAL(ftruncate64)(fd, size); }
