/*
 * MPI_Allreduce (float, sum) as a C program calls it: the peer that the koffi path of ringscope is measured against.
 *
 *   mpicc -O3 allreduce-mpi.c -o allreduce-mpi && mpirun -np 2 ./allreduce-mpi 8 1024 1048576
 *
 * For each size in bytes one line on rank 0: bytes, then minimum, median, P95, P99 and maximum of the time of a call in
 * microseconds. A sample is the mean of a batch of calls that takes about 100 us, so that the clock costs nothing; the first
 * quarter of the samples is warm-up. Every element of the result is checked: exit status 1 when one is wrong.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define SAMPLES 2000
#define BATCH_SECONDS 100e-6
/* A size stops after so long, with the samples that there are then. */
#define MOST_SECONDS 1.0

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static int wrong(const float *result, long count, int ranks) {
  for (long i = 0; i < count; i++)
    if (result[i] != ranks * (ranks - 1) / 2.0f + ranks * (float)(i % 13)) return 1;
  return 0;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int status = 0;
  for (int at = 1; at < argc; at++) {
    long bytes = atol(argv[at]), count = bytes / (long)sizeof(float);
    float *input = malloc(bytes + 1), *result = malloc(bytes + 1);
    for (long i = 0; i < count; i++) {
      input[i] = rank + i % 13;
      result[i] = -1;
    }
    /* How many calls a batch has: the same on all ranks. */
    double start = MPI_Wtime();
    for (int i = 0; i < 10; i++) MPI_Allreduce(input, result, count, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
    double call = (MPI_Wtime() - start) / 10;
    MPI_Allreduce(MPI_IN_PLACE, &call, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
    int batch = call < BATCH_SECONDS ? (int)(BATCH_SECONDS / call) + 1 : 1;
    int samples = call * batch * SAMPLES > MOST_SECONDS ? (int)(MOST_SECONDS / (call * batch)) + 4 : SAMPLES;
    double *seconds = malloc(samples * sizeof(double));
    for (int sample = 0; sample < samples; sample++) {
      start = MPI_Wtime();
      for (int i = 0; i < batch; i++) MPI_Allreduce(input, result, count, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
      seconds[sample] = (MPI_Wtime() - start) / batch;
    }
    status |= wrong(result, count, ranks);
    double *counted = seconds + samples / 4;
    int n = samples - samples / 4;
    qsort(counted, n, sizeof(double), ascending);
    if (rank == 0) {
      printf("%ld %.3f %.3f %.3f %.3f %.3f\n", bytes, counted[0] * 1e6, counted[n / 2] * 1e6, counted[n * 95 / 100] * 1e6,
             counted[n * 99 / 100] * 1e6, counted[n - 1] * 1e6);
      fflush(stdout);
    }
    free(seconds);
    free(input);
    free(result);
  }
  MPI_Finalize();
  return status;
}
