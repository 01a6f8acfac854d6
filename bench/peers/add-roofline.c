/*
 * What memory allows: threads that add arrays of float, as fast as C does.
 *
 *   gcc -O3 -march=native -pthread add-roofline.c -o add-roofline && ./add-roofline 2 134217728
 *
 * For each size two lines: "add BYTES MEDIAN_US" is c = a + b, the bytes of an array divided among the threads;
 * "allreduce BYTES MEDIAN_US" is c = d = a + b, what an all-reduce of two ranks must read and write.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SAMPLES 15
#define MOST_THREADS 64

static float *a, *b, *c, *d;
static long elements;
static int threads, outputs;
static pthread_barrier_t together;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

static void add(const float *restrict x, const float *restrict y, float *restrict z, long n) {
  for (long i = 0; i < n; i++) z[i] = x[i] + y[i];
}

static void add_twice(const float *restrict x, const float *restrict y, float *restrict z, float *restrict w, long n) {
  for (long i = 0; i < n; i++) z[i] = w[i] = x[i] + y[i];
}

static double times[SAMPLES];

static void *work(void *argument) {
  long rank = (long)argument, each = elements / threads, from = rank * each;
  for (int sample = 0; sample < SAMPLES; sample++) {
    pthread_barrier_wait(&together);
    double start = now();
    if (outputs == 1) add(a + from, b + from, c + from, each);
    else add_twice(a + from, b + from, c + from, d + from, each);
    pthread_barrier_wait(&together);
    if (rank == 0) times[sample] = now() - start;
  }
  return NULL;
}

static int ascending(const void *x, const void *y) {
  double one = *(const double *)x, other = *(const double *)y;
  return (one > other) - (one < other);
}

int main(int argc, char **argv) {
  threads = atoi(argv[1]);
  if (threads < 1 || threads > MOST_THREADS) return 2;
  for (int at = 2; at < argc; at++) {
    long bytes = atol(argv[at]);
    elements = bytes / sizeof(float);
    float **arrays[] = {&a, &b, &c, &d};
    for (int i = 0; i < 4; i++) {
      *arrays[i] = aligned_alloc(64, (bytes + 63) / 64 * 64);
      memset(*arrays[i], 1, bytes);
    }
    for (outputs = 1; outputs <= 2; outputs++) {
      pthread_t handles[MOST_THREADS];
      pthread_barrier_init(&together, NULL, threads);
      for (long rank = 0; rank < threads; rank++) pthread_create(&handles[rank], NULL, work, (void *)rank);
      for (int rank = 0; rank < threads; rank++) pthread_join(handles[rank], NULL);
      pthread_barrier_destroy(&together);
      qsort(times, SAMPLES, sizeof(double), ascending);
      printf("%s %ld %.1f\n", outputs == 1 ? "add" : "allreduce", bytes, times[SAMPLES / 2] * 1e6);
    }
    for (int i = 0; i < 4; i++) free(*arrays[i]);
  }
  return 0;
}
