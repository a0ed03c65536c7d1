/* SPDX-License-Identifier: MIT */
/* Runs a command again and again, and kills it at random times by SIGKILL: its process alone, all
 * of its processes, or one of those that it started. Ends when the command ends by itself with
 * status 0, or after so many kills that hit it while it was running.
 *
 * kill_sweep SEED KILLS MILLISECONDS COMMAND...
 *
 * Prints `kills N (own A, group B, child C) runs N complete|not complete`. The status is 0, or 1 if
 * the command ended with another status: then it could not take up what was left. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/automata/random.h"

enum { KILL_OWN, KILL_GROUP, KILL_CHILD, KILL_WAYS, MOST_CHILDREN = 64 };

struct killer {
    uint64_t seed;
    int most; /* kills */
    int milliseconds;
    char **command;
    int kills[KILL_WAYS];
    int runs;
};

static pid_t start(char **command) {
    pid_t process = fork();
    if (process == 0) {
        setpgid(0, 0);
        int log = open("kill.log", O_WRONLY | O_CREAT | O_APPEND, 0666);
        dup2(log, STDOUT_FILENO);
        dup2(log, STDERR_FILENO);
        execv(command[0], command);
        _exit(127);
    }
    setpgid(process, process); /* whoever is first */
    return process;
}

static void pause_at_random(struct killer *killer) {
    int most = killer->milliseconds * 1000;
    int microseconds = random_below(&killer->seed, most);
    struct timespec time = {.tv_sec = microseconds / 1000000,
                            .tv_nsec = microseconds % 1000000 * 1000L};
    nanosleep(&time, NULL);
}

/* One of the processes that it has started; 0: there is none. */
static pid_t child_of(struct killer *killer, pid_t process) {
    char path[80];
    long children[MOST_CHILDREN];
    int count = 0;
    snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", (long)process, (long)process);
    FILE *file = fopen(path, "r");
    while (file && count < MOST_CHILDREN && fscanf(file, "%ld", &children[count]) == 1)
        count++;
    if (file)
        fclose(file);
    return count ? (pid_t)children[random_below(&killer->seed, count)] : 0;
}

/* Only processes that were started here are ever killed. */
static void kill_in_some_way(struct killer *killer, pid_t process) {
    int way = random_below(&killer->seed, KILL_WAYS);
    pid_t child = way == KILL_CHILD ? child_of(killer, process) : 0;
    if (child) {
        killer->kills[KILL_CHILD] += kill(child, SIGKILL) == 0;
        pause_at_random(killer);
        way = KILL_OWN;
    }
    kill(way == KILL_GROUP ? -process : process, SIGKILL);
    int ended;
    while (waitpid(process, &ended, 0) < 0 && errno == EINTR)
        ;
    bool hit = WIFSIGNALED(ended) && WTERMSIG(ended) == SIGKILL;
    killer->kills[way == KILL_GROUP ? KILL_GROUP : KILL_OWN] += hit;
}

static int kills_of(const struct killer *killer) {
    return killer->kills[KILL_OWN] + killer->kills[KILL_GROUP] + killer->kills[KILL_CHILD];
}

/* *status: how it ended, if it did by itself. */
static bool run(struct killer *killer, int *status) {
    pid_t process = start(killer->command);
    killer->runs++;
    pause_at_random(killer);
    if (waitpid(process, status, WNOHANG) == process)
        return true;
    kill_in_some_way(killer, process);
    return false;
}

int main(int count, char **arguments) {
    if (count < 5)
        return 2;
    struct killer killer = {.seed = strtoull(arguments[1], NULL, 10),
                            .most = atoi(arguments[2]),
                            .milliseconds = atoi(arguments[3]),
                            .command = arguments + 4};
    bool ended = false;
    int status = 0;
    while (!ended && kills_of(&killer) < killer.most)
        ended = run(&killer, &status);
    printf("kills %d (own %d, group %d, child %d) runs %d %s\n", kills_of(&killer),
           killer.kills[KILL_OWN], killer.kills[KILL_GROUP], killer.kills[KILL_CHILD], killer.runs,
           ended ? "complete" : "not complete");
    return ended && (!WIFEXITED(status) || WEXITSTATUS(status) != 0);
}
