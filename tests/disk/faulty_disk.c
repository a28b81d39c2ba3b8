/* A disk that can be full, slow or broken, a process that dies at its k-th write, a k-th write that fails, and a
   record of what was written and synced: for LD_PRELOAD.

   Touches only files whose name holds "table.db". What the disk does stands in the file that FAULTY_DISK
   names: "well", "full", "broken" (I/O error), "readonly", or "slow N" (each sync takes N ms). Where
   FAULTY_RECORD names a file, each write (W), sync (S), truncation (T), removal (U), sync of a folder (D)
   and remark (R) is added to it: one byte saying which, the name's length (1), offset (8) and size (8) in the machine's order, name, data. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static long calls_left = -1;

/* Let the process die at the call after `calls` more writes, syncs and truncations; -1: never. */
void die_after(long calls) { calls_left = calls; }

static long well_for = -1, fails_for = 0;
static int fails_with = 0;

/* Let the call after `calls` more writes, syncs and truncations fail with `error`, and the `more` calls after it; -1: none. */
void fail_at(long calls, int error, long more) { well_for = calls; fails_with = error; fails_for = more + 1; }

/* Return whether the call that was to fail has come. */
int has_failed(void) { return well_for <= 0; }

static int fails_now(void) {
    if (well_for < 0 || fails_for <= 0) return 0;
    if (well_for > 0) { well_for--; return 0; }
    return fails_for-- > 0 ? fails_with : 0;
}

/* Write the file's name without its folder; return whether it is one of ours. */
static int named(int fd, char name[256]) {
    char place[64], path[4096];
    snprintf(place, sizeof place, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(place, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    char *slash = strrchr(path, '/');
    snprintf(name, 256, "%.255s", slash ? slash + 1 : path);
    return strstr(name, "table.db") != NULL;
}

static int ours(int fd) {
    char name[256];
    return named(fd, name);
}

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

static void record(char what, const char *name, int64_t at, const void *data, int64_t size) {
    const char *path = getenv("FAULTY_RECORD");
    if (path == NULL) return;
    pthread_mutex_lock(&one_at_a_time);
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    char head[18] = {what, (char)strlen(name)};
    memcpy(head + 2, &at, 8);
    memcpy(head + 10, &size, 8);
    REAL(write)(fd, head, sizeof head);
    REAL(write)(fd, name, strlen(name));
    if (data != NULL) REAL(write)(fd, data, size);
    close(fd);
    pthread_mutex_unlock(&one_at_a_time);
}

/* Put a number between what was written before and what comes after. */
void remark(long number) { record('R', "", number, NULL, 0); }

static void die(void) { kill(getpid(), SIGKILL); pause(); }

static int due(void) { return calls_left >= 0 && calls_left-- == 0; }

/* Return 0, or the errno that the call fails with; a sync may take its time. */
static int state_of_disk(int sync) {
    const char *control = getenv("FAULTY_DISK");
    char said[32] = "";
    int fails = fails_now();
    if (fails) return fails;
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
            if (problem) { REAL(name)(fd, data, size / 2, at); errno = problem; return -1; } \
        }                                                                               \
        ssize_t written = REAL(name)(fd, data, size, at);                               \
        char file[256];                                                                 \
        if (written > 0 && named(fd, file)) record('W', file, at, data, written);       \
        return written;                                                                 \
    }
WRITE(pwrite, off_t)
WRITE(pwrite64, off64_t)

ssize_t write(int fd, const void *data, size_t size) {
    if (ours(fd)) {
        if (due()) { REAL(write)(fd, data, size / 2); die(); }
        int problem = state_of_disk(0);
        if (problem) { errno = problem; return -1; }
    }
    ssize_t written = REAL(write)(fd, data, size);
    char name[256];
    if (written > 0 && named(fd, name)) record('W', name, lseek(fd, 0, SEEK_CUR) - written, data, written);
    return written;
}

static int recorded(int result, char what, int fd, int64_t size) {
    char name[256];
    struct stat status;
    if (result == 0 && named(fd, name)) record(what, name, size, NULL, 0);
    else if (result == 0 && what == 'S' && fstat(fd, &status) == 0 && S_ISDIR(status.st_mode)) record('D', "", 0, NULL, 0);
    return result;
}

int fsync(int fd) { return refused(fd, 1) ? -1 : recorded(REAL(fsync)(fd), 'S', fd, 0); }
int fdatasync(int fd) { return refused(fd, 1) ? -1 : recorded(REAL(fdatasync)(fd), 'S', fd, 0); }
int ftruncate(int fd, off_t size) { return refused(fd, 0) ? -1 : recorded(REAL(ftruncate)(fd, size), 'T', fd, size); }
int ftruncate64(int fd, off64_t size) {
    return refused(fd, 0) ? -1 : recorded(REAL(ftruncate64)(fd, size), 'T', fd, size);
}

int unlink(const char *path) {
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    int result = REAL(unlink)(path);
    if (result == 0 && strstr(name, "table.db") != NULL) record('U', name, 0, NULL, 0);
    return result;
}
