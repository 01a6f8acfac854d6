/*
 * Gloo's all-reduce (float, sum) between processes over TCP on loopback: halving-doubling or chunked ring.
 *
 *   g++ -O3 -std=c++17 allreduce-gloo.cc -lgloo -o allreduce-gloo
 *   ./allreduce-gloo RANK RANKS FOLDER halving-doubling 8 1024 1048576        (one process a rank)
 *
 * Prints what allreduce-mpi.c prints.
 */
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include <gloo/allreduce_halving_doubling.h>
#include <gloo/allreduce_ring_chunked.h>
#include <gloo/barrier_all_to_all.h>
#include <gloo/rendezvous/context.h>
#include <gloo/rendezvous/file_store.h>
#include <gloo/transport/tcp/device.h>

static const double BATCH_SECONDS = 100e-6, MOST_SECONDS = 1.0;
static const int SAMPLES = 2000;

static double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

int main(int argc, char **argv) {
  int rank = atoi(argv[1]), ranks = atoi(argv[2]);
  std::string algorithm = argv[4];
  gloo::transport::tcp::attr attr;
  attr.hostname = "127.0.0.1";
  auto context = std::make_shared<gloo::rendezvous::Context>(rank, ranks);
  auto store = gloo::rendezvous::FileStore(argv[3]);
  auto device = gloo::transport::tcp::CreateDevice(attr);
  context->connectFullMesh(store, device);
  gloo::BarrierAllToAll barrier(context);
  int status = 0;
  for (int at = 5; at < argc; at++) {
    long bytes = atol(argv[at]);
    int count = bytes / sizeof(float);
    std::vector<float> data(count);
    std::vector<float *> pointers{data.data()};
    std::unique_ptr<gloo::Algorithm> reduce;
    if (algorithm == "ring") reduce.reset(new gloo::AllreduceRingChunked<float>(context, pointers, count));
    else reduce.reset(new gloo::AllreduceHalvingDoubling<float>(context, pointers, count));
    for (int i = 0; i < count; i++) data[i] = rank + i % 13;
    reduce->run();
    for (int i = 0; i < count; i++) status |= data[i] != ranks * (ranks - 1) / 2.0f + ranks * (float)(i % 13);
    std::fill(data.begin(), data.end(), 0.0f);
    /* The number of calls must be the same at all ranks: it follows from the size alone. */
    double guess = 30e-6 + bytes / 1.5e9;
    int batch = std::max(1, (int)(BATCH_SECONDS / guess));
    int samples = std::min(SAMPLES, std::max(8, (int)(MOST_SECONDS / (guess * batch))));
    std::vector<double> seconds;
    barrier.run();
    for (int sample = 0; sample < samples; sample++) {
      double start = now();
      for (int i = 0; i < batch; i++) reduce->run();
      seconds.push_back((now() - start) / batch * 1e6);
    }
    seconds.erase(seconds.begin(), seconds.begin() + samples / 4);
    std::sort(seconds.begin(), seconds.end());
    size_t n = seconds.size();
    if (rank == 0) {
      printf("%ld %.3f %.3f %.3f %.3f %.3f\n", bytes, seconds[0], seconds[n / 2], seconds[n * 95 / 100], seconds[n * 99 / 100],
             seconds[n - 1]);
      fflush(stdout);
    }
    barrier.run();
  }
  return status;
}
