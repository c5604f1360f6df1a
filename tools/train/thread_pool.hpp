// Threads that wait for work: the Executor of a trainer on this machine.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <thread>
#include <vector>

#include "glassformer/training.hpp"

namespace glassformer::tools {

class ThreadPool final : public Executor {
 public:
  explicit ThreadPool(std::size_t workers);
  ~ThreadPool() override;
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  std::size_t workers() const override { return threads_.size() + 1; }
  void run(std::size_t count, void (*task)(void*, std::size_t), void* data) override;

 private:
  struct Job {
    std::size_t count = 0;
    void (*task)(void*, std::size_t) = nullptr;
    void* data = nullptr;
  };

  void work();
  void take_part(const Job& job);

  std::mutex mutex_;
  std::condition_variable begun_;
  std::condition_variable ended_;
  Job job_;
  std::atomic<std::size_t> next_ = 0;
  std::size_t jobs_ = 0;  // begun so far
  std::size_t busy_ = 0;  // threads still at the present one
  bool stopping_ = false;
  std::vector<std::thread> threads_;  // besides the caller's
};

}  // namespace glassformer::tools
