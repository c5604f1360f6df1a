// With threads of the system; in a page the engine's workers are threads.
#include "glassformer/thread_team.hpp"

#include <catch_amalgamated.hpp>
#include <thread>
#include <vector>

namespace glassformer {
namespace {

// Every task writes to places of its own and without a lock, which a sanitizer watches.
void square_all(ThreadTeam& team, std::vector<std::size_t>& values) {
  team.run(
      values.size(),
      [](void* data, std::size_t i) {
        auto& all = *static_cast<std::vector<std::size_t>*>(data);
        all[i] = i * i;
      },
      &values);
}

void check_jobs(ThreadTeam& team, std::size_t jobs) {
  for (std::size_t job = 0; job < jobs; ++job) {
    std::vector<std::size_t> values(job % 7);
    square_all(team, values);
    for (std::size_t i = 0; i < values.size(); ++i) REQUIRE(values[i] == i * i);
  }
}

}  // namespace

TEST_CASE("a team without threads works alone", "[parallel]") {
  ThreadTeam team;
  CHECK(team.workers() == 1);
  check_jobs(team, 20);
}

TEST_CASE("threads join a team and leave it", "[parallel]") {
  ThreadTeam team;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) threads.emplace_back([&] { team.serve(); });
  check_jobs(team, 20'000);  // while they come, too
  while (team.workers() < 4) std::this_thread::yield();
  check_jobs(team, 20'000);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));  // they sleep
  check_jobs(team, 3);
  team.stop();
  for (std::thread& thread : threads) thread.join();
  CHECK(team.workers() == 1);
}

}  // namespace glassformer
